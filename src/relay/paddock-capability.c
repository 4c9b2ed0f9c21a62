/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-capability.h"

#include <string.h>

#include "paddock-message-edit.h"

/* Adds the capability `roots` to a host's `initialize` request.
 *
 * A pure function. All other parts of the message keep their bytes: numbers, order, white space,
 * escapes. `listChanged` is always true, because FastMCP asks for roots only if this is true. If a
 * member comes twice, the server reads the last one. So the last one is edited.
 */

#define ROOTS_VALUE "{\"listChanged\":true}"
#define ROOTS_MEMBER "\"roots\":" ROOTS_VALUE

/**
 * paddock_capability_splice:
 * @message: an `initialize` request that is valid JSON
 * @out_had_roots: (out): whether the host declared roots of its own
 *
 * Sets `params.capabilities.roots` to `{"listChanged":true}` (MCP 2025-11-25, client/roots).
 *
 * Returns: (transfer full) (nullable): the message with the capability; %NULL if `params` is not an
 *   object, or if `capabilities` is there and is not an object. A server refuses both anyway
 */
PaddockMessage *
paddock_capability_splice (const PaddockMessage *message,
                           gboolean             *out_had_roots)
{
  PaddockSpan capabilities, roots;

  *out_had_roots = FALSE;
  if (message->params.length == 0 ||
      paddock_json_get_type (message->params) != PADDOCK_JSON_OBJECT)
    return NULL;
  if (!paddock_json_find_member (message->params, "capabilities", &capabilities))
    return paddock_message_edit_insert_member (message, message->params,
                                               "\"capabilities\":{" ROOTS_MEMBER "}");
  if (paddock_json_get_type (capabilities) != PADDOCK_JSON_OBJECT)
    return NULL;
  if (!paddock_json_find_member (capabilities, "roots", &roots))
    return paddock_message_edit_insert_member (message, capabilities, ROOTS_MEMBER);

  /* Servers disagree whether `"roots": null` declares the capability. Paddock takes it as declared,
   * because that is the stricter reading. */
  *out_had_roots = TRUE;
  return paddock_message_edit_replace (message, roots, (PaddockSpan) { ROOTS_VALUE,
                                                                       strlen (ROOTS_VALUE) });
}
