/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-command-folders.h"
#include "paddock-command-line.h"

#include <string.h>

/* Which paths of a command may be folders. "+" stands before those that `{roots}` can replace. */

static void
test_find (void)
{
  static const struct { const char *words, *found;
  } rows[] = {
    { "fs", "" },
    { "fs|/a|/b", "+/a|+/b" },
    { "/opt/fs|/home/me/My Notes|/home/me/Ünïcödé 文", "+/home/me/My Notes|+/home/me/Ünïcödé 文" },
    { "fs|/", "+/" },
    { "fs|~|~/a|$HOME/b|${HOME}|${workspaceFolder}/c",
      "+~|+~/a|+$HOME/b|+${HOME}|+${workspaceFolder}/c" },
    { "fs|.|..|./a|../b", "+.|+..|+./a|+../b" },
    { "fs|--root|/a|/b|--|/c", "/a|+/b|+/c" },
    { "fs|--root=/a|-d=~/b|--root={roots}|{roots}|{root}/a", "/a|~/b" },
    { "fs|/a:/b|--dirs=/a,~/b|/c,d|/e:f", "/a|/b|/a|~/b|/c,d|+/e:f" },
    { "/x|/x|/a", "+/a" },
    { "fs|file:///a%20b|file://other/c|file:d", "/a b|/c" },
    /* What runs, and what stands in front of it. */
    { "npx|-y|@modelcontextprotocol/server-filesystem|/a", "+/a" },
    { "npx|--prefix|/p|server|/a", "+/a" },
    { "node|/srv/index.js|/a", "+/a" },
    { "node|--require|/srv/hook.js|/srv/index.js", "" },
    { "python3|-m|notes|--root|/a", "/a" },
    { "java|-jar|/srv/x.jar|/a", "+/a" },
    { "uv|--directory|/srv/x|run|notes|/a", "+/a" },
    { "uv|--directory=/srv/x|run|notes", "" },
    { "npm|--prefix|/srv/x|start", "" },
    { "/usr/bin/env|node", "" },
    { "npx|tsx|/srv/x.ts|/a", "+/a" },
    { "sh|-c|exec fs /a|/b", "+/b" },
    /* Near misses. */
    { "fs|a/b|a|--verbose|-v|~me/a|$HOMEWORK|.hidden|...|{roots}|/{roots}x", "+/{roots}x" },
    { "fs|https://example.org/a|http://localhost:1/b|--url=https://example.org/a", "" },
    { "fs|--name=a/b|a=/b|--=/c|-", "/c" },
    /* In a container, only the sources of mounts. */
    { "docker|run|-i|-v|/a:/projects/a|--volume=~/b:/b:ro|--mount|type=bind,src=/c,dst=/p|x|/p",
      "/a|~/b|/c" },
    { "podman|run|--mount=type=bind,source=/c,target=/d|-v|name:/d|x|/d", "/c" },
    { "/usr/bin/docker|run|-v", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = g_strsplit (rows[i].words, "|", -1);
    g_autoptr (GPtrArray) found = paddock_command_folders_find ((const char * const *) words);
    g_autoptr (GString) text = g_string_new (NULL);

    for (guint j = 0; j < found->len; j++) {
      const PaddockCommandPath *one = g_ptr_array_index (found, j);

      g_string_append_printf (text, "%s%s%s", j > 0 ? "|" : "", one->is_argument ? "+" : "",
                              one->path);
    }
    g_test_message ("%s", rows[i].words);
    g_assert_cmpstr (text->str, ==, rows[i].found);
  }
}

static void
test_values (void)
{
  static const char * const words[] = { "x", "a", "--db", "b", "-", "c", "--", "d", NULL };
  static const gboolean may_be[] = { FALSE, FALSE, FALSE, TRUE, FALSE, TRUE, FALSE, FALSE };

  for (guint i = 1; words[i] != NULL; i++)
    g_assert_cmpint (paddock_command_folders_may_be_value (words, i), ==, may_be[i]);
}

static PaddockIdentity *
identify (const char *command,
          const char *directory)
{
  PaddockFact facts[PADDOCK_N_FACTS] = { 0 };

  if (command != NULL)
    facts[PADDOCK_FACT_COMMAND] = (PaddockFact) { PADDOCK_PROOF_CLAIMED, command };
  if (directory != NULL)
    facts[PADDOCK_FACT_DIRECTORY] = (PaddockFact) { PADDOCK_PROOF_CLAIMED, directory };
  return paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
}

/* What is stored of a command: quoted, and with hashes in place of secrets. */
static void
test_stored (void)
{
  static const struct { const char *words, *directory, *paths;
  } rows[] = {
    { "npx|-y|server-filesystem|/home/me/Documents|/home/me/My Projects/ö", NULL,
      "/home/me/Documents|/home/me/My Projects/ö" },
    { "fs|/a/|/a|/a/../a|~/b|~", NULL, "/a|/home/me/b|/home/me" },
    { "fs|.|./x|../y", "/w/d", "/w/d|/w/d/x|/w/y" },
    { "fs|.|./x|../y", NULL, "" },
    { "fs|$HOME/a|${HOME}", NULL, "" },
    { "fs|it's \"/a\"|/it's", NULL, "/it's" },
    { "fs|--token|/secret|--api-key=/secret|/a", NULL, "/a" },
    { "fs|{roots}|--root={root}", NULL, "" },
  };
  g_autoptr (GBytes) key = g_bytes_new_static ("k", 1);
  g_autoptr (PaddockIdentity) none = identify (NULL, NULL), broken = identify ("fs '/a", NULL);
  g_auto (GStrv) of_none = paddock_command_folders_dup_paths (none, "/home/me");
  g_auto (GStrv) of_null = paddock_command_folders_dup_paths (NULL, "/home/me");
  g_auto (GStrv) of_broken = paddock_command_folders_dup_paths (broken, "/home/me");

  g_assert_cmpuint (g_strv_length (of_none) + g_strv_length (of_null) + g_strv_length (of_broken),
                    ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = g_strsplit (rows[i].words, "|", -1);
    g_auto (GStrv) redacted = paddock_command_line_redact ((const char * const *) words, key);
    g_autofree char *command = paddock_command_line_to_text ((const char * const *) redacted);
    g_autoptr (PaddockIdentity) identity = identify (command, rows[i].directory);
    g_auto (GStrv) paths = paddock_command_folders_dup_paths (identity, "/home/me");
    g_autofree char *text = g_strjoinv ("|", paths);

    g_test_message ("%s", command);
    g_assert_cmpstr (text, ==, rows[i].paths);
  }
}

/* The end of a command that is too long is unknown, and so is whether its last path is whole. */
static void
test_cut (void)
{
  static const char * const beginnings[] = { "fs /a /", "fs /a '/" };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++) {
    g_autofree char *rest = g_strnfill (PADDOCK_FACT_MAX_BYTES, 'x');
    g_autofree char *command = g_strconcat (beginnings[i], rest, i > 0 ? "'" : "", NULL);
    g_autoptr (PaddockIdentity) identity = identify (command, NULL);
    g_auto (GStrv) paths = paddock_command_folders_dup_paths (identity, "/home/me");

    g_assert_cmpuint (g_strv_length (paths), ==, 1);
    g_assert_cmpstr (paths[0], ==, "/a");
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/command-folders/find", test_find);
  g_test_add_func ("/command-folders/values", test_values);
  g_test_add_func ("/command-folders/stored", test_stored);
  g_test_add_func ("/command-folders/cut", test_cut);
  return g_test_run ();
}
