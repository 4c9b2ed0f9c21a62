/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-capability.h"

#include <string.h>

#include "paddock-message.h"

/* Puts the capability of roots into a host's `initialize`, byte by byte.
 *
 * A pure function. What is not about roots keeps its bytes: numbers, order, white space, escapes.
 * FastMCP asks only where `listChanged` is true, so it always is. Of members that come twice the
 * last is what the server reads, and so what is edited.
 */

#define ROOTS_VALUE "{\"listChanged\":true}"
#define ROOTS_MEMBER "\"roots\":" ROOTS_VALUE

static GBytes *
replace (PaddockSpan  line,
         const char  *at,
         gsize        length,
         const char  *text)
{
  GByteArray *out = g_byte_array_sized_new ((guint) (line.length + 96));
  const char *rest = at + length;

  g_byte_array_append (out, (const guint8 *) line.start, (guint) (at - line.start));
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (out, (const guint8 *) rest, (guint) (line.start + line.length - rest));
  return g_byte_array_free_to_bytes (out);
}

static gboolean
on_any_member (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  return FALSE;
}

/* As the first member of an object: what follows keeps its place. */
static GBytes *
insert_member (PaddockSpan  line,
               PaddockSpan  object,
               const char  *member)
{
  gboolean is_empty = paddock_json_foreach (object, on_any_member, NULL);
  g_autofree char *text = g_strconcat (member, is_empty ? NULL : ",", NULL);

  return replace (line, object.start + 1, 0, text);
}

/**
 * paddock_capability_splice:
 * @line: an `initialize` request that is JSON, without its newline
 * @out_had_roots: (out): whether the host declared roots of its own
 *
 * Sets `params.capabilities.roots` to `{"listChanged":true}` (MCP 2025-11-25, client/roots).
 *
 * Returns: (transfer full) (nullable): the line with the capability; %NULL where `params` or
 *   `capabilities` is there and no object, which a server refuses anyway
 */
GBytes *
paddock_capability_splice (PaddockSpan  line,
                           gboolean    *out_had_roots)
{
  PaddockSpan params, capabilities, roots;

  *out_had_roots = FALSE;
  if (!paddock_json_find_member (line, "params", &params) ||
      paddock_json_get_type (params) != PADDOCK_JSON_OBJECT)
    return NULL;
  if (!paddock_json_find_member (params, "capabilities", &capabilities))
    return insert_member (line, params, "\"capabilities\":{" ROOTS_MEMBER "}");
  if (paddock_json_get_type (capabilities) != PADDOCK_JSON_OBJECT)
    return NULL;
  if (!paddock_json_find_member (capabilities, "roots", &roots))
    return insert_member (line, capabilities, ROOTS_MEMBER);

  /* Whether `null` declares something is answered differently: taken for yes, the stricter one. */
  *out_had_roots = TRUE;
  return replace (line, roots.start, roots.length, ROOTS_VALUE);
}
