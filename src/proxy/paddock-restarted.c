/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-restarted.h"

#include "paddock-message.h"

/* The one answer to whatever a restart leaves without its own: said once, the same everywhere. */

/**
 * paddock_restarted_write:
 * @id: of the host's request, as its bytes
 *
 * Returns: (transfer full): a line for the host
 */
GBytes *
paddock_restarted_write (PaddockSpan id)
{
  g_autofree char *text = g_strndup (id.start, id.length);

  return paddock_message_write_error (text, PADDOCK_RPC_INTERNAL_ERROR, PADDOCK_RESTARTED_TEXT,
                                      PADDOCK_RESTARTED_DATA);
}
