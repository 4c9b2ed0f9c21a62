/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "config-maker.h"
#include "paddock-app-change.h"
#include "paddock-app-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes generated configuration files for other parsers to compare.
 *
 *   change-configs DIRECTORY SEED COUNT    makes COUNT files N.before for each syntax, connects
 *                                          one entry of each, writes N.connected, and prints a line
 *   change-configs DIRECTORY               for each line N, APP, NAME of stdin: restores the entry
 *                                          of N.rewritten, and writes N.restored
 */

static GPtrArray *
read_file (const PaddockApp   *app,
           GBytes             *bytes,
           PaddockConfigTree **out_tree)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = NULL;

  *out_tree = paddock_app_file_scan (app, bytes, &error);
  if (*out_tree != NULL)
    entries = paddock_app_file_read (app, &app->places[0], *out_tree, &error);
  if (entries == NULL)
    g_error ("%s", error->message);
  return entries;
}

static void
write_file (const char *directory,
            const char *number,
            const char *suffix,
            GBytes     *bytes)
{
  g_autofree char *name = g_strconcat (number, ".", suffix, NULL);
  g_autofree char *path = g_build_filename (directory, name, NULL);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
}

/* Prints what the parsers need to know: the number, the app, the entry and its keys. */
static void
print_line (const PaddockApp      *app,
            const PaddockAppEntry *entry,
            const char            *number)
{
  const PaddockAppKeys *keys = app->keys;

  g_print ("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", number, app->id, entry->name,
           app->containers[0], keys->command, keys->args != NULL ? keys->args : "", keys->env,
           keys->headers != NULL ? keys->headers : "", keys->type != NULL ? keys->type : "",
           keys->name != NULL ? keys->name : "");
}

static gboolean
make_file (ConfigMaker *maker,
           const char  *directory,
           guint        number)
{
  static const PaddockAppConnection connection = { "paddock", "k-1", NULL };
  g_autofree char *name = g_strdup_printf ("%u", number);
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GBytes) before = NULL, connected = NULL;
  PaddockAppEntry *entry;

  config_maker_make (maker);
  before = g_bytes_new (maker->text->str, maker->text->len);
  entries = read_file (maker->app, before, &tree);
  entry = g_ptr_array_index (entries, config_maker_number (maker, entries->len));
  connected = paddock_app_change_connect (maker->app, tree, entry, &connection, NULL, NULL);
  if (connected == NULL)
    return FALSE;
  write_file (directory, name, "before", before);
  write_file (directory, name, "connected", connected);
  print_line (maker->app, entry, name);
  return TRUE;
}

static void
make_files (const char *directory,
            guint32     seed,
            guint       count)
{
  static const char * const ids[] = {
    "cursor", "codex", "goose", "vscode", "codex", "continue", "gemini", "codex", "goose",
    "opencode", "codex", "continue",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 3 * count;) {
    ConfigMaker maker = { rand, paddock_app_find (ids[i % G_N_ELEMENTS (ids)]), text };

    if (make_file (&maker, directory, i))
      i++;
  }
}

static void
restore_file (const char *directory,
              const char *number,
              const char *id,
              const char *name)
{
  const PaddockApp *app = paddock_app_find (id);
  g_autofree char *file = g_strconcat (number, ".rewritten", NULL);
  g_autofree char *path = g_build_filename (directory, file, NULL), *text = NULL;
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  bytes = g_bytes_new (text, length);
  entries = read_file (app, bytes, &tree);
  for (guint i = 0; i < entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (entries, i);
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) restored = NULL;

    if (!g_str_equal (entry->name, name))
      continue;
    restored = paddock_app_change_restore (app, tree, entry, NULL, NULL, &error);
    if (restored == NULL)
      g_error ("%s: %s", path, error->message);
    write_file (directory, number, "restored", restored);
  }
}

static void
restore_files (const char *directory)
{
  char line[256];

  while (fgets (line, sizeof line, stdin) != NULL) {
    g_auto (GStrv) parts = g_strsplit (g_strchomp (line), "\t", 3);

    g_assert_cmpuint (g_strv_length (parts), ==, 3);
    restore_file (directory, parts[0], parts[1], parts[2]);
  }
}

int
main (int    argc,
      char **argv)
{
  if (argc == 2)
    restore_files (argv[1]);
  else if (argc == 4)
    make_files (argv[1], (guint32) strtoul (argv[2], NULL, 10), (guint) atoi (argv[3]));
  return argc == 2 || argc == 4 ? 0 : 2;
}
