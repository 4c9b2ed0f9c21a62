/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-command-folders.h"

#include "paddock-command-line.h"
#include "paddock-program.h"

#include <string.h>

/* Which folders a command line gives to its server, whatever the user shares with it. This is the
 * one rule for commands in apps' files, for commands that the user enters, and for servers that
 * connect. No I/O: the caller looks which of the paths are folders.
 *
 * A path counts behind the program, script or package that runs: as an argument, or as the value of
 * an option. What stands in front is how the server starts, not what it works on. In a container,
 * paths are those of the container, so only its mounts count. */

static const char * const engines[] = { "docker", "podman", "nerdctl" };

static const char * const homes[] = { "~", "$HOME", "${HOME}" };

static void
free_path (gpointer data)
{
  PaddockCommandPath *self = data;

  g_free (self->path);
  g_free (self);
}

/* Whether @path is @beginning, or a path below it. */
static gboolean
begins_with (const char *path,
             const char *beginning)
{
  gsize length = strlen (beginning);

  return strncmp (path, beginning, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static gboolean
is_path (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (homes); i++)
    if (begins_with (word, homes[i]))
      return TRUE;
  /* Other relative words are rarely paths, and often names of packages. */
  return *word == '/' || begins_with (word, ".") || begins_with (word, "..") ||
         g_str_has_prefix (word, "${workspaceFolder}");
}

static void
add_path (GPtrArray  *found,
          const char *text,
          gsize       length,
          gboolean    is_argument)
{
  g_autofree char *path = g_strndup (text, length);
  PaddockCommandPath *self;

  if (!is_path (path))
    return;
  self = g_new0 (PaddockCommandPath, 1);
  self->path = g_steal_pointer (&path);
  self->is_argument = is_argument;
  g_ptr_array_add (found, self);
}

/* Adds the paths of a value: one, or several between commas or colons. A sign that no path follows
 * belongs to the path. */
static void
add_value (GPtrArray  *found,
           const char *value,
           gboolean    is_argument)
{
  const char *begin = value;

  if (g_str_has_prefix (value, "file://")) {
    g_autofree char *path = g_filename_from_uri (value, NULL, NULL);

    if (path != NULL)
      add_path (found, path, strlen (path), FALSE);
    return;
  }
  for (const char *p = value; *p != '\0' && is_path (value); p++) {
    if ((*p != ',' && *p != ':') || !is_path (p + 1))
      continue;
    add_path (found, begin, (gsize) (p - begin), FALSE);
    begin = p + 1;
  }
  add_path (found, begin, strlen (begin), is_argument && begin == value);
}

/* Adds the source of "type=bind,src=SOURCE,dst=TARGET". */
static void
add_mount (GPtrArray  *found,
           const char *mount)
{
  g_auto (GStrv) parts = g_strsplit (mount, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_str_has_prefix (parts[i], "src=") || g_str_has_prefix (parts[i], "source="))
      add_path (found, strchr (parts[i], '=') + 1, strlen (strchr (parts[i], '=') + 1), FALSE);
}

/* Adds the folders that a container gets: "-v SOURCE:TARGET" and "--mount …", each also with "=" in
 * place of the space. */
static void
add_mounts (GPtrArray          *found,
            const char * const *words)
{
  for (guint i = 1; words[i] != NULL; i++) {
    const char *equals = strchr (words[i], '=');
    const char *value = equals != NULL ? equals + 1 : words[i + 1];
    gsize length = equals != NULL ? (gsize) (equals - words[i]) : strlen (words[i]);
    g_autofree char *option = g_strndup (words[i], length);

    if (value != NULL && (g_str_equal (option, "-v") || g_str_equal (option, "--volume")))
      add_path (found, value, strcspn (value, ":"), FALSE);
    else if (value != NULL && g_str_equal (option, "--mount"))
      add_mount (found, value);
  }
}

/* Returns the index of the first word that the server itself gets. */
static guint
find_arguments (const char * const *words)
{
  PaddockSubject subject = paddock_program_find_subject (words[0], words + 1);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i] == subject.name && (i > 0 || subject.kind == PADDOCK_SUBJECT_CODE ||
                                     paddock_program_get_kind (words[0]) == PADDOCK_PROGRAM_PLAIN))
      return i + 1;
  return g_strv_length ((GStrv) words);
}

/**
 * paddock_command_folders_may_be_value:
 * @index: the index of a word behind the first one
 *
 * Returns: whether a word may be the value of the option in front of it, which can only be one
 */
gboolean
paddock_command_folders_may_be_value (const char * const *words,
                                      guint               index)
{
  return *words[index - 1] == '-' && !g_str_equal (words[index - 1], "--");
}

/**
 * paddock_command_folders_find:
 * @words: a server's own command and its arguments, not empty
 *
 * Returns: (transfer full) (element-type PaddockCommandPath): the paths that may be those of
 *   folders, in order
 */
GPtrArray *
paddock_command_folders_find (const char * const *words)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (free_path);
  g_autofree char *program = g_path_get_basename (words[0]);
  guint first;

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++) {
    if (g_str_equal (program, engines[i])) {
      add_mounts (found, words);
      return found;
    }
  }
  first = find_arguments (words);
  for (guint i = first; words[i] != NULL; i++) {
    const char *equals = *words[i] == '-' ? strchr (words[i], '=') : NULL;

    /* The path of what runs names no folder. */
    if (g_str_equal (words[i], words[first - 1]))
      continue;
    if (equals != NULL)
      add_value (found, equals + 1, FALSE);
    else
      add_value (found, words[i], !paddock_command_folders_may_be_value (words, i));
  }
  return found;
}

/**
 * paddock_command_folders_resolve:
 * @path: a path as it is written in a command
 * @home: the user's home directory
 * @directory: (nullable): the server's working directory; %NULL: not known
 *
 * Returns: (transfer full) (nullable): the absolute path; %NULL if only the app can tell
 */
char *
paddock_command_folders_resolve (const char *path,
                                 const char *home,
                                 const char *directory)
{
  for (guint i = 0; i < G_N_ELEMENTS (homes); i++) {
    if (begins_with (path, homes[i])) {
      g_autofree char *whole = g_strconcat (home, path + strlen (homes[i]), NULL);

      return g_canonicalize_filename (whole, "/");
    }
  }
  if (*path != '/' && (*path != '.' || directory == NULL))
    return NULL;
  return g_canonicalize_filename (path, directory != NULL ? directory : "/");
}

/* Splits a command line as it is stored. If it was too long to be stored, its last word is left
 * out, because only a part of it is known. */
static GStrv
split_stored (const char *command)
{
  g_autofree char *whole = paddock_fact_dup_cut (command);
  g_autofree char *quoted = whole != NULL ? g_strconcat (whole, "'", NULL) : NULL;
  GStrv words = NULL;
  guint n_words;

  if (!g_shell_parse_argv (whole != NULL ? whole : command, NULL, &words, NULL) &&
      (quoted == NULL || !g_shell_parse_argv (quoted, NULL, &words, NULL)))
    return NULL;
  n_words = g_strv_length (words);
  if (whole != NULL)
    g_clear_pointer (&words[n_words - 1], g_free);
  return words;
}

/**
 * paddock_command_folders_dup_paths:
 * @identity: (nullable): the identity of a server
 * @home: the user's home directory
 *
 * Returns: (transfer full): the absolute paths in the server's command line that may be those of
 *   folders, each once; empty if the command line isn't known
 */
GStrv
paddock_command_folders_dup_paths (const PaddockIdentity *identity,
                                   const char            *home)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) found = NULL;
  g_auto (GStrv) words = NULL;
  const char *command = NULL, *directory = NULL;

  if (identity != NULL) {
    command = paddock_identity_get_fact (identity, PADDOCK_FACT_COMMAND).value;
    directory = paddock_identity_get_fact (identity, PADDOCK_FACT_DIRECTORY).value;
  }
  words = command != NULL ? split_stored (command) : NULL;
  if (words != NULL && words[0] != NULL)
    found = paddock_command_folders_find ((const char * const *) words);
  for (guint i = 0; found != NULL && i < found->len; i++) {
    const PaddockCommandPath *one = g_ptr_array_index (found, i);
    g_autofree char *shown = paddock_command_line_dup_shown (one->path);
    char *path;

    /* The server has got the words as they are: the app has replaced its variables. Nobody knows
     * what was at the place of a hidden secret. */
    if (*one->path == '$' || !g_str_equal (shown, one->path))
      continue;
    path = paddock_command_folders_resolve (one->path, home, directory);
    if (path != NULL && g_hash_table_add (seen, path))
      g_strv_builder_add (builder, path);
  }
  return g_strv_builder_end (builder);
}
