/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-run-option.h"

#include <string.h>

/* The options of `paddock run`, for those who look for the server's command behind them: the
 * program itself, and what reads the files of apps. */

static const struct {
  const char *name;
  gboolean    has_value;
} options[] = {
  { "--name", TRUE }, { "--key", TRUE }, { "--socket", TRUE }, { "--host-roots", TRUE },
  { "--on-revoke", TRUE }, { "--url", TRUE }, { "--header-file", TRUE }, { "--bearer-file", TRUE },
  { "--insecure", FALSE }, { "--chdir", FALSE }, { "--env", FALSE }, { "--literal", FALSE },
  { "--confine", FALSE }, { "--confine-network", TRUE }, { "--confine-read", TRUE },
  { "--confine-write", TRUE }, { "--confine-env", TRUE },
};

/* Whether @word is the option @name with its value behind a "=". */
static gboolean
has_value_in (const char *word,
              const char *name)
{
  return g_str_has_prefix (word, name) && word[strlen (name)] == '=';
}

/**
 * paddock_run_option_count_words:
 * @words: (array zero-terminated=1): the rest of a command line, at least one word
 *
 * Returns: how many words the option has with which @words begin; 0 if it is none of `paddock run`,
 *   or lacks its value
 */
guint
paddock_run_option_count_words (const char * const *words)
{
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++) {
    if (options[i].has_value && has_value_in (words[0], options[i].name))
      return 1;
    if (g_str_equal (words[0], options[i].name))
      return !options[i].has_value ? 1 : words[1] != NULL ? 2 : 0;
  }
  return 0;
}

/**
 * paddock_run_option_get_value:
 * @words: words for which paddock_run_option_count_words() is not 0
 * @name: the name of an option that has a value
 *
 * Returns: (transfer none) (nullable): the value, if the option is @name; otherwise %NULL
 */
const char *
paddock_run_option_get_value (const char * const *words,
                              const char         *name)
{
  if (has_value_in (words[0], name))
    return words[0] + strlen (name) + 1;
  return g_str_equal (words[0], name) ? words[1] : NULL;
}
