/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-private.h"

#include "paddock-control-bus.h"

/* What the service says of itself once and for all: read from its properties, which the proxy of
 * its interface has. Nothing of it is kept here: without a service there is none. */

static PaddockBusControl *
get_control (PaddockClient *self)
{
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  return proxy != NULL ? PADDOCK_BUS_CONTROL (proxy) : NULL;
}

/**
 * paddock_client_get_consent_mode:
 *
 * Returns: (transfer none) (nullable): ask, deny or allow; %NULL while there is no service
 */
const char *
paddock_client_get_consent_mode (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL ? paddock_bus_control_get_consent_mode (proxy) : NULL;
}

/**
 * paddock_client_get_version:
 *
 * Returns: (transfer none) (nullable): the service's version; %NULL while there is no service
 */
const char *
paddock_client_get_version (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL ? paddock_bus_control_get_version (proxy) : NULL;
}

/**
 * paddock_client_get_set_aside:
 *
 * Returns: (transfer none) (nullable): where a damaged database is kept in whose place the service
 *   began a new one, in the bytes of the file system: the user is to be told, and may delete it;
 *   %NULL where there is none, or no service
 */
const char *
paddock_client_get_set_aside (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);
  const char *path = proxy != NULL ? paddock_bus_control_get_set_aside (proxy) : NULL;

  return path != NULL && *path != '\0' ? path : NULL;
}

/**
 * paddock_client_get_sandbox:
 *
 * Returns: (transfer none): one of PADDOCK_SANDBOX_…; "" where the service runs in no sandbox, or
 *   where there is no service
 */
const char *
paddock_client_get_sandbox (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);
  const char *sandbox = proxy != NULL ? paddock_bus_control_get_sandbox (proxy) : NULL;

  return sandbox != NULL ? sandbox : "";
}

/**
 * paddock_client_dup_import_offer:
 *
 * Returns: (transfer full) (nullable): the data of another installation that the service found and
 *   the user did not answer yet; %NULL where there is none, or no service
 */
PaddockImportOffer *
paddock_client_dup_import_offer (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL
           ? paddock_import_offer_from_variant (paddock_bus_control_get_import_offer (proxy))
           : NULL;
}

/**
 * paddock_client_get_refused:
 *
 * Returns: (transfer none): who was refused so many files that the user should look, ids of servers
 *   and, behind a ':', names of programs, until paddock_client_acknowledge_refusals_async(); nobody
 *   without a service
 */
const char * const *
paddock_client_get_refused (PaddockClient *self)
{
  static const char * const none[] = { NULL };
  PaddockBusControl *proxy = get_control (self);
  const char * const *ids = proxy != NULL ? paddock_bus_control_get_refused_often (proxy) : NULL;

  return ids != NULL ? ids : none;
}

/**
 * paddock_client_dup_refused_label:
 *
 * Returns: (transfer full) (nullable): what the first of these is called; %NULL where there is
 *   none, or it is a server that is not known any more
 */
char *
paddock_client_dup_refused_label (PaddockClient *self)
{
  const char *id = paddock_client_get_refused (self)[0];
  PaddockServerItem *item;

  if (id == NULL)
    return NULL;
  if (*id == ':')
    return g_strdup (id + 1);
  item = paddock_client_lookup_server (self, id);
  return item != NULL ? paddock_server_dup_label (paddock_server_item_get_view (item)->server)
                      : NULL;
}
