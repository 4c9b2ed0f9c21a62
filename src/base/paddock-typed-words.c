/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-typed-words.h"

#include <string.h>

/* Compares what a person typed with text, and ignores case and accents. This code splits both texts
 * into letters and marks (compatibility decomposition, NFKD) and drops the marks. Each typed word
 * must be somewhere in the text, in any order. These are pure functions. */

/* Returns @text without marks and case, to be compared; NULL if @text is not UTF-8. */
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
 * @typed: what the person typed; text that is not UTF-8 counts as nothing
 *
 * Returns: (transfer full): the words, for paddock_typed_words_match(). An empty list matches every
 *   text
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
 * @words: from paddock_typed_words_split()
 * @text: (nullable): the text to search
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
