/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-paste.h"

#include "paddock-address.h"
#include "paddock-app-obstacle.h"
#include "paddock-command-folders.h"
#include "paddock-command-line.h"
#include "paddock-program.h"
#include "paddock-run-line.h"
#include "paddock-run-option.h"
#include "paddock-token.h"

#include <string.h>

/* A server as somebody described it with a text: what is true of it whatever form the text had.
 *
 * The values may be secret. They go into the entry that the user copies, and nowhere else.
 */

/* The longest name of an entry in an app's configuration, in bytes. */
#define LABEL_MAX 40

void
paddock_paste_free (PaddockPaste *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_strfreev (self->options);
  g_strfreev (self->words);
  g_free (self->url);
  g_strfreev (self->env);
  g_strfreev (self->headers);
  g_strfreev (self->paths);
  g_strfreev (self->folders);
  g_strfreev (self->left_out);
  g_free (self->trouble);
  g_free (self);
}

static void
set_trouble (PaddockPaste       *self,
             PaddockAppObstacle  obstacle)
{
  if (self->trouble == NULL)
    self->trouble = g_strdup (paddock_app_obstacle_get_text (obstacle));
}

/* Removes words from the beginning of the command. */
static void
drop_words (PaddockPaste *self,
            guint         n_words)
{
  GStrv rest = g_strdupv (self->words + n_words);

  g_strfreev (self->words);
  self->words = rest;
}

/* Returns the options of a command line that starts `paddock run`. The new entry gets a key of its
 * own, and the address is kept elsewhere. */
static GStrv
dup_options (const char * const *words,
             guint               n_words)
{
  static const char * const others[] = { "--key", "--name", "--url" };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n;

  for (guint i = 2; i < n_words && !g_str_equal (words[i], "--"); i += n) {
    gboolean is_other = FALSE;

    n = paddock_run_option_count_words (words + i);
    if (n == 0)
      break;
    for (guint j = 0; j < G_N_ELEMENTS (others); j++)
      is_other |= paddock_run_option_get_value (words + i, others[j]) != NULL;
    for (guint j = 0; j < n && !is_other; j++)
      g_strv_builder_add (builder, words[i + j]);
  }
  return g_strv_builder_end (builder);
}

/* Takes Paddock out of a command that already has it, and what only Windows needs. */
static void
unwrap (PaddockPaste *self)
{
  PaddockRunLine line;

  if (g_ascii_strcasecmp (self->words[0], "cmd") == 0 && self->words[1] != NULL &&
      g_ascii_strcasecmp (self->words[1], "/c") == 0 && self->words[2] != NULL)
    drop_words (self, 2);
  line = paddock_run_line_parse ((const char * const *) self->words);
  self->options = dup_options ((const char * const *) self->words, line.n_own);
  if (line.kind == PADDOCK_RUN_LINE_OTHER) {
    set_trouble (self, PADDOCK_APP_OBSTACLE_OWN_SERVER);
  } else if (line.kind == PADDOCK_RUN_LINE_UNKNOWN) {
    set_trouble (self, PADDOCK_APP_OBSTACLE_OPTIONS);
  } else if (line.kind == PADDOCK_RUN_LINE_COMMAND) {
    drop_words (self, line.n_own);
  } else if (line.kind == PADDOCK_RUN_LINE_ADDRESS) {
    self->url = g_strdup (self->words[line.url]);
    g_clear_pointer (&self->words, g_strfreev);
  }
}

/* Whether a name has an extension, so that it is probably a file. */
static gboolean
has_extension (const char *word)
{
  const char *slash = strrchr (word, '/');
  const char *name = slash != NULL ? slash + 1 : word;

  return strrchr (name, '.') != NULL && *name != '.' && *name != '$';
}

/* The app or a shell replaces variables, but nobody knows the working directory. */
static GStrv
find_paths (const PaddockPaste *self)
{
  g_autoptr (GPtrArray) found =
    paddock_command_folders_find ((const char * const *) self->words);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < found->len; i++) {
    const PaddockCommandPath *one = g_ptr_array_index (found, i);

    if (one->is_argument && *one->path != '.')
      g_strv_builder_add (builder, one->path);
  }
  return g_strv_builder_end (builder);
}

static void
check_address (PaddockPaste *self)
{
  g_autoptr (PaddockAddress) address = paddock_address_new (self->url, NULL);

  if (address == NULL || (!address->is_secure && !address->is_loopback))
    set_trouble (self, PADDOCK_APP_OBSTACLE_ADDRESS);
  else if (paddock_command_line_has_secret (self->url))
    set_trouble (self, PADDOCK_APP_OBSTACLE_SECRET);
  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i++) {
    const char *colon = strchr (self->headers[i], ':');
    g_autofree char *name = g_strndup (self->headers[i], colon - self->headers[i]);
    gboolean is_valid = paddock_token_is_valid (name);

    for (const char *p = colon; *p != '\0'; p++)
      is_valid = is_valid && g_ascii_isprint (*p);
    if (!is_valid)
      set_trouble (self, PADDOCK_APP_OBSTACLE_HEADERS);
  }
}

/**
 * paddock_paste_finish:
 * @self: a server with words, an address or a trouble
 *
 * Sets everything that follows from the words and the address. No path counts as a folder until
 * paddock_paste_set_folders() says so.
 */
void
paddock_paste_finish (PaddockPaste *self)
{
  if (self->trouble == NULL && self->words != NULL)
    unwrap (self);
  if (self->trouble == NULL && self->url != NULL)
    check_address (self);
  self->kind = self->url != NULL ? PADDOCK_PASTE_ADDRESS : PADDOCK_PASTE_COMMAND;
  if (self->trouble == NULL && self->words != NULL)
    self->paths = find_paths (self);
  if (self->options == NULL)
    self->options = g_new0 (char *, 1);
  if (self->words == NULL)
    self->words = g_new0 (char *, 1);
  if (self->env == NULL)
    self->env = g_new0 (char *, 1);
  if (self->headers == NULL)
    self->headers = g_new0 (char *, 1);
  if (self->paths == NULL)
    self->paths = g_new0 (char *, 1);
  if (self->folders == NULL)
    self->folders = g_new0 (char *, 1);
  if (self->left_out == NULL)
    self->left_out = g_new0 (char *, 1);
}

/**
 * paddock_paste_may_be_folder:
 * @known: what is known of @path
 *
 * Returns: whether a path counts as that of a folder. A path that nobody knows does, unless its
 *   name has an extension
 */
gboolean
paddock_paste_may_be_folder (PaddockPastePath  known,
                             const char       *path)
{
  return known == PADDOCK_PASTE_PATH_FOLDER ||
         (known == PADDOCK_PASTE_PATH_UNKNOWN && !has_extension (path));
}

/**
 * paddock_paste_set_folders:
 * @known: what is known of each of the paths
 *
 * Sets which of the paths are folders.
 */
void
paddock_paste_set_folders (PaddockPaste           *self,
                           const PaddockPastePath *known)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  self->has_guess = FALSE;
  for (guint i = 0; self->paths[i] != NULL; i++) {
    if (!paddock_paste_may_be_folder (known[i], self->paths[i]))
      continue;
    g_strv_builder_add (builder, self->paths[i]);
    self->has_guess = self->has_guess || known[i] == PADDOCK_PASTE_PATH_UNKNOWN;
  }
  g_strfreev (self->folders);
  self->folders = g_strv_builder_end (builder);
}

/**
 * paddock_paste_dup_words:
 * @moves_folders: whether `{roots}` takes the place of all folders
 *
 * Returns: (transfer full): the server's own command and its arguments; empty for an address
 */
GStrv
paddock_paste_dup_words (const PaddockPaste *self,
                         gboolean            moves_folders)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean has_roots = FALSE;

  for (guint i = 0; self->words[i] != NULL; i++) {
    if (!moves_folders || i == 0 ||
        paddock_command_folders_may_be_value ((const char * const *) self->words, i) ||
        !g_strv_contains ((const char * const *) self->folders, self->words[i])) {
      g_strv_builder_add (builder, self->words[i]);
    } else if (!has_roots) {
      g_strv_builder_add (builder, "{roots}");
      has_roots = TRUE;
    }
  }
  return g_strv_builder_end (builder);
}

/* Returns the part of @text that all apps accept as the name of a server, or NULL. */
static char *
dup_accepted (const char *text)
{
  g_autoptr (GString) label = g_string_new (NULL);

  for (const char *p = text; p != NULL && *p != '\0'; p++) {
    if (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
      g_string_append_c (label, *p);
    else if (label->len > 0 && label->str[label->len - 1] != '-')
      g_string_append_c (label, '-');
  }
  g_string_truncate (label, MIN (label->len, LABEL_MAX));
  while (label->len > 0 && label->str[label->len - 1] == '-')
    g_string_truncate (label, label->len - 1);
  return label->len > 0 ? g_string_free (g_steal_pointer (&label), FALSE) : NULL;
}

/* Returns what the server is called if nobody gave it a name. */
static char *
dup_subject (const PaddockPaste *self)
{
  g_autoptr (PaddockAddress) address = NULL;
  g_autofree char *subject = NULL;
  const char *part;

  if (self->words[0] != NULL) {
    subject = paddock_program_dup_subject (self->words[0],
                                           (const char * const *) self->words + 1);
    part = strrchr (subject, '/');
    return g_strdup (part != NULL ? part + 1 : subject);
  }
  address = self->url != NULL ? paddock_address_new (self->url, NULL) : NULL;
  if (address == NULL)
    return NULL;
  part = strstr (address->origin, "://");
  return g_strdup (part != NULL ? part + 3 : address->origin);
}

/**
 * paddock_paste_dup_label:
 * @name: (nullable): what the user calls the server
 *
 * Makes the name of an entry. It has only characters that all apps accept: ASCII letters, digits,
 * "-" and "_".
 *
 * Returns: (transfer full): a name from @name, else from the text, else from the command or address
 */
char *
paddock_paste_dup_label (const PaddockPaste *self,
                         const char         *name)
{
  g_autofree char *subject = dup_subject (self);
  const char *sources[] = { name, self->name, subject };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++) {
    char *label = dup_accepted (sources[i]);

    if (label != NULL)
      return label;
  }
  return g_strdup ("server");
}
