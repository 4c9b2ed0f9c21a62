/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-run-line.h"

#include <string.h>

#include "paddock-command-folders.h"
#include "paddock-run-option.h"

/* Finds out from the words of an entry whether its server goes through Paddock, and which words are
 * the server's own.
 *
 * Older and newer versions of Paddock, and people, write other options than this version does. So
 * every option counts that `paddock run` accepts.
 */

/* Reads the option at @index. Returns how many words it has, or 0 if it is unknown or has no
 * value. */
static guint
read_option (PaddockRunLine     *self,
             const char * const *words,
             guint               index)
{
  guint n = paddock_run_option_count_words (words + index);
  const char *key = n > 0 ? paddock_run_option_get_value (words + index, "--key") : NULL;
  const char *url = n > 0 ? paddock_run_option_get_value (words + index, "--url") : NULL;

  if (n == 0)
    return 0;
  /* Paddock writes each value in a word of its own. */
  if (n == 1 && strchr (words[index], '=') != NULL)
    self->is_ours = FALSE;
  if (g_str_equal (words[index], "--literal"))
    self->is_literal = TRUE;
  else if (key != NULL)
    self->key = key;
  else if (url != NULL && n == 2)
    self->url = index + 1;
  else if (url != NULL)
    return 0; /* Paddock never writes it so, and can't take it out */
  else
    self->is_ours = FALSE;
  return n;
}

/**
 * paddock_run_line_is_paddock:
 *
 * Returns: whether a word is the program `paddock`, or `paddock-host` of Paddock's Flatpak
 */
gboolean
paddock_run_line_is_paddock (const char *word)
{
  const char *slash = strrchr (word, '/');
  const char *name = slash != NULL ? slash + 1 : word;

  return *word != '-' && (g_str_equal (name, "paddock") || g_str_equal (name, "paddock-host"));
}

/**
 * paddock_run_line_parse:
 * @words: a program and its arguments, at least one word
 *
 * Returns: the parts of the command line
 */
PaddockRunLine
paddock_run_line_parse (const char * const *words)
{
  PaddockRunLine self = { .kind = PADDOCK_RUN_LINE_FOREIGN, .is_ours = TRUE };
  guint i = 2;

  if (!paddock_run_line_is_paddock (words[0]))
    return self;
  self.kind = PADDOCK_RUN_LINE_OTHER;
  if (words[1] == NULL || !g_str_equal (words[1], "run"))
    return self;
  self.kind = PADDOCK_RUN_LINE_UNKNOWN;
  while (words[i] != NULL && *words[i] == '-' && !g_str_equal (words[i], "--")) {
    guint n = read_option (&self, words, i);

    if (n == 0)
      return self;
    i += n;
  }
  if (words[i] != NULL && g_str_equal (words[i], "--"))
    i++;
  else if (self.url == 0)
    self.is_ours = FALSE;
  if (self.url != 0 && words[i] == NULL)
    self.kind = PADDOCK_RUN_LINE_ADDRESS;
  else if (self.url == 0 && words[i] != NULL && *words[i] != '\0')
    self.kind = PADDOCK_RUN_LINE_COMMAND;
  self.n_own = i;
  return self;
}

/**
 * paddock_run_line_has_templates:
 * @arguments: the arguments of a server
 *
 * Returns: whether `paddock run` would replace `{roots}` or `{root}` in one of them
 */
gboolean
paddock_run_line_has_templates (const char * const *arguments)
{
  for (; *arguments != NULL; arguments++)
    if (g_str_equal (*arguments, "{roots}") || strstr (*arguments, "{root}") != NULL)
      return TRUE;
  return FALSE;
}

/**
 * paddock_run_line_has_run:
 * @words: a command line that may start other programs in turn, such as `env`
 *
 * Behind an option, a word may be the option's value, as in `uv --directory /src/paddock run x`.
 * There it counts only with an option of `paddock run`, or "--", behind it.
 *
 * Returns: whether `paddock run` stands anywhere in @words
 */
gboolean
paddock_run_line_has_run (const char * const *words)
{
  for (guint i = 0; words[i] != NULL; i++) {
    const char *behind;

    if (!paddock_run_line_is_paddock (words[i]) || g_strcmp0 (words[i + 1], "run") != 0)
      continue;
    behind = words[i + 2];
    if (i == 0 || !paddock_command_folders_may_be_value (words, i) ||
        (behind != NULL && (g_str_equal (behind, "--") ||
                            paddock_run_option_count_words (words + i + 2) > 0)))
      return TRUE;
  }
  return FALSE;
}
