/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-error.h"

#include "paddock-names.h"

/* The error domain of all parts of Paddock. The table also lists the names that the codes have on
 * the session bus. A code without a name would reach the other end as an unknown error. */

static const GDBusErrorEntry entries[] = {
  { PADDOCK_ERROR_FAILED, PADDOCK_ERROR_BUS_PREFIX "Failed" },
  { PADDOCK_ERROR_INVALID_ARGUMENT, PADDOCK_ERROR_BUS_PREFIX "InvalidArgument" },
  { PADDOCK_ERROR_REFUSED, PADDOCK_ERROR_BUS_PREFIX "Refused" },
  { PADDOCK_ERROR_NEEDS_CONFIRMATION, PADDOCK_ERROR_BUS_PREFIX "NeedsConfirmation" },
  { PADDOCK_ERROR_NOT_FOUND, PADDOCK_ERROR_BUS_PREFIX "NotFound" },
  { PADDOCK_ERROR_AMBIGUOUS, PADDOCK_ERROR_BUS_PREFIX "Ambiguous" },
  { PADDOCK_ERROR_EXISTS, PADDOCK_ERROR_BUS_PREFIX "Exists" },
  { PADDOCK_ERROR_NOT_AGENT, PADDOCK_ERROR_BUS_PREFIX "NotAgent" },
  { PADDOCK_ERROR_STALE, PADDOCK_ERROR_BUS_PREFIX "Stale" },
  { PADDOCK_ERROR_BUSY, PADDOCK_ERROR_BUS_PREFIX "Busy" },
  { PADDOCK_ERROR_LIMIT, PADDOCK_ERROR_BUS_PREFIX "Limit" },
  { PADDOCK_ERROR_PROTOCOL, PADDOCK_ERROR_BUS_PREFIX "Protocol" },
  { PADDOCK_ERROR_STORE, PADDOCK_ERROR_BUS_PREFIX "Store" },
  { PADDOCK_ERROR_STORE_DAMAGED, PADDOCK_ERROR_BUS_PREFIX "StoreDamaged" },
  { PADDOCK_ERROR_STORE_NEWER, PADDOCK_ERROR_BUS_PREFIX "StoreNewer" },
  { PADDOCK_ERROR_RUNNING, PADDOCK_ERROR_BUS_PREFIX "Running" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (entries) == PADDOCK_ERROR_RUNNING + 1);

/**
 * paddock_error_quark:
 *
 * Returns the domain of every error that is Paddock's own. The first call registers the names under
 * which the codes cross the session bus, so both ends of a call must have called this function.
 */
GQuark
paddock_error_quark (void)
{
  static gsize quark = 0;

  g_dbus_error_register_error_domain ("paddock-error-quark", &quark, entries,
                                      G_N_ELEMENTS (entries));
  return (GQuark) quark;
}
