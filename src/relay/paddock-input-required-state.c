/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-input-required-state.h"

#include <string.h>

/* Writes and reads our `requestState`. It is for a server that asks the host for roots and for
 * something else: we add the roots, and the host answers the rest.
 *
 * Pure functions. The host keeps the text and gives it back; nothing is kept here. To the host we
 * are the server, and a server must protect its `requestState` (MCP 2026-07-28, multi round-trip
 * requests). So the text is authenticated with a key of this process. It is valid for a limited
 * time, and only for a request with the same method and the same params. The members
 * `inputResponses`, `requestState` and `_meta` of the params may differ. The text holds the
 * server's own `requestState` byte for byte. Nothing here reads the server's text.
 */

#define PREFIX "paddock-state"

static gboolean
on_param (const char      *name,
          PaddockSpan      value,
          PaddockJsonType  type,
          gpointer         user_data)
{
  static const char * const changing[] = { "inputResponses", "requestState", "_meta", NULL };
  GPtrArray *members = user_data;

  if (!g_strv_contains (changing, name))
    g_ptr_array_add (members, g_strdup_printf ("%zu %s=%.*s", strlen (name), name,
                                               (int) MIN (value.length, G_MAXINT), value.start));
  return TRUE;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static char *
authenticate (const char   *text,
              const guint8 *key,
              const char   *method,
              PaddockSpan   params)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, key, PADDOCK_INPUT_REQUIRED_KEY_BYTES);

  /* Each part is hashed with its NUL. So "ab" and "c" give another hash than "a" and "bc". */
  g_hmac_update (hmac, (const guchar *) text, (gssize) strlen (text) + 1);
  g_hmac_update (hmac, (const guchar *) method, (gssize) strlen (method) + 1);
  paddock_json_foreach (params, on_param, members);
  g_ptr_array_sort (members, compare);
  for (guint i = 0; i < members->len; i++)
    g_hmac_update (hmac, members->pdata[i], (gssize) strlen (members->pdata[i]) + 1);
  return g_strdup (g_hmac_get_string (hmac));
}

static gboolean
is_same (const char *a,
         const char *b)
{
  gsize length = strlen (a);
  guint8 difference = 0;

  if (strlen (b) != length)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    difference |= (guint8) (a[i] ^ b[i]);
  return difference == 0;
}

static char *
encode (const char *text)
{
  return g_base64_encode ((const guchar *) text, strlen (text));
}

/**
 * paddock_input_required_state_wrap:
 * @state: what the text is to hold
 * @key: %PADDOCK_INPUT_REQUIRED_KEY_BYTES bytes
 * @method: the method of the request for which the server asks more
 * @params: the params of that request
 * @ends: until when the text is valid, on a clock of the caller's choice
 *
 * Returns: (transfer full): a JSON string to give to the host as `requestState`
 */
char *
paddock_input_required_state_wrap (const PaddockInputRequiredState *state,
                                   const guint8                    *key,
                                   const char                      *method,
                                   PaddockSpan                      params,
                                   gint64                           ends)
{
  g_autoptr (GString) list = g_string_new ("[");
  g_autofree char *keys = NULL;
  g_autofree char *own = state->state != NULL ? encode (state->state) : g_strdup ("-");
  g_autofree char *text = NULL;
  g_autofree char *mac = NULL;

  for (guint i = 0; i < state->keys->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? "," : "", (char *) state->keys->pdata[i]);
  g_string_append_c (list, ']');
  keys = encode (list->str);
  text = g_strdup_printf ("%" G_GINT64_FORMAT ".%s.%s", ends, keys, own);
  mac = authenticate (text, key, method, params);
  return g_strdup_printf ("\"" PREFIX ".%s.%s\"", mac, text);
}

/**
 * paddock_input_required_state_is_own:
 *
 * Returns: whether @value looks like a `requestState` of ours; it is not authenticated here
 */
gboolean
paddock_input_required_state_is_own (PaddockSpan value)
{
  g_autofree char *text = paddock_json_dup_string (value);

  return text != NULL && g_str_has_prefix (text, PREFIX ".");
}

static gboolean
on_key (const char      *name,
        PaddockSpan      value,
        PaddockJsonType  type,
        gpointer         user_data)
{
  g_ptr_array_add (user_data, g_strndup (value.start, value.length));
  return TRUE;
}

static char *
decode (const char *text)
{
  gsize length;
  g_autofree guchar *data = g_base64_decode (text, &length);

  return g_strndup ((const char *) data, length);
}

/**
 * paddock_input_required_state_unwrap:
 * @value: the `requestState` in a request of the host
 * @key: the key for paddock_input_required_state_wrap()
 * @method: the method of the request
 * @params: the params of the request
 * @now: the time now, on the same clock as @ends
 * @out_state: (out caller-allocates): what the text holds
 *
 * Returns: %FALSE if we did not write @value with @key for such a request, or if it is too old
 */
gboolean
paddock_input_required_state_unwrap (PaddockSpan                value,
                                     const guint8              *key,
                                     const char                *method,
                                     PaddockSpan                params,
                                     gint64                     now,
                                     PaddockInputRequiredState *out_state)
{
  g_autofree char *text = paddock_json_dup_string (value);
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ".", 3) : NULL;
  g_auto (GStrv) fields = NULL;
  g_autofree char *mac = NULL;
  g_autofree char *keys = NULL;

  memset (out_state, 0, sizeof *out_state);
  if (parts == NULL || g_strv_length (parts) != 3 || !g_str_equal (parts[0], PREFIX))
    return FALSE;
  mac = authenticate (parts[2], key, method, params);
  fields = g_strsplit (parts[2], ".", 3);
  if (!is_same (mac, parts[1]) || g_strv_length (fields) != 3 ||
      g_ascii_strtoll (fields[0], NULL, 10) <= now)
    return FALSE;

  keys = decode (fields[1]);
  out_state->keys = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach ((PaddockSpan) { keys, strlen (keys) }, on_key, out_state->keys);
  if (!g_str_equal (fields[2], "-"))
    out_state->state = decode (fields[2]);
  return TRUE;
}

void
paddock_input_required_state_clear (PaddockInputRequiredState *state)
{
  g_clear_pointer (&state->keys, g_ptr_array_unref);
  g_clear_pointer (&state->state, g_free);
}
