/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-typed-words.h"

#include <string.h>

/* What a person typed to find something, compared without regard to case and accents: both sides
 * are taken apart into letters and marks (compatibility decomposition, NFKD), and the marks are
 * left out. Each word must be found somewhere, in any order. Pure. */

/* Returns NULL for what is no UTF-8. */
static char *
fold (const char *text)
{
  g_autofree char *apart = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autoptr (GString) bare = NULL;

  if (apart == NULL)
    return NULL;
  bare = g_string_sized_new (strlen (apart));
  for (const char *p = apart; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar letter = g_utf8_get_char (p);

    if (!g_unichar_ismark (letter))
      g_string_append_unichar (bare, letter);
  }
  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

/**
 * paddock_typed_words_split:
 * @typed: what was typed; what is no UTF-8 is nothing
 *
 * Returns: (transfer full): its words, for paddock_typed_words_match(); none is found in everything
 */
GStrv
paddock_typed_words_split (const char *typed)
{
  g_autofree char *folded = fold (typed);
  g_auto (GStrv) parts = g_strsplit_set (folded != NULL ? folded : "", " \t\r\n", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (gsize i = 0; parts[i] != NULL; i++) {
    if (*parts[i] != '\0')
      g_strv_builder_add (words, parts[i]);
  }
  return g_strv_builder_end (words);
}

/**
 * paddock_typed_words_match:
 * @words: of paddock_typed_words_split()
 * @text: (nullable): what is searched
 *
 * Returns: whether each of the words is in @text
 */
gboolean
paddock_typed_words_match (const char * const *words,
                           const char         *text)
{
  g_autofree char *folded = NULL;

  if (words[0] == NULL)
    return TRUE;
  folded = text != NULL ? fold (text) : NULL;
  if (folded == NULL)
    return FALSE;
  for (gsize i = 0; words[i] != NULL; i++) {
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  }
  return TRUE;
}
