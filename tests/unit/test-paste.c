/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-paste.h"

/* What is true of a server that somebody described, whatever form the text had. */

static PaddockPaste *
make (const char *line,
      const char *url,
      const char *name)
{
  PaddockPaste *paste = g_new0 (PaddockPaste, 1);

  if (line != NULL)
    g_assert_true (g_shell_parse_argv (line, NULL, &paste->words, NULL));
  paste->url = g_strdup (url);
  paste->name = g_strdup (name);
  paddock_paste_finish (paste);
  return paste;
}

/* Says for each path what its name tells: "dir…" is a folder, "other…" is none, and the rest is
 * unknown. */
static void
judge (PaddockPaste *paste)
{
  guint n_paths = g_strv_length (paste->paths);
  g_autofree PaddockPastePath *known = g_new0 (PaddockPastePath, n_paths);

  for (guint i = 0; i < n_paths; i++) {
    g_autofree char *name = g_path_get_basename (paste->paths[i]);

    if (g_str_has_prefix (name, "dir"))
      known[i] = PADDOCK_PASTE_PATH_FOLDER;
    else if (g_str_has_prefix (name, "other"))
      known[i] = PADDOCK_PASTE_PATH_OTHER;
  }
  paddock_paste_set_folders (paste, known);
}

/* The first folder becomes {roots}, and the others go. */
static void
test_words (void)
{
  static const struct {
    const char *line;
    const char *moved;
    gboolean has_guess;
  } rows[] = {
    { "fs", "fs", FALSE },
    { "fs /dir", "fs {roots}", FALSE },
    { "fs /dir x ~/dir2 /dir3", "fs {roots} x", FALSE },
    { "fs ~/dir x /dir2", "fs {roots} x", FALSE },
    { "fs --root /dir", "fs --root /dir", FALSE },
    { "fs --root /dir /dir", "fs --root /dir {roots}", FALSE },
    { "fs -- /dir", "fs -- {roots}", FALSE },
    { "/opt/fs /opt/dir", "/opt/fs {roots}", FALSE },
    { "/dir /dir", "/dir /dir", FALSE },
    { "fs /dir /dir", "fs {roots}", FALSE },
    { "fs /srv/dir.git /srv/dir.d", "fs {roots}", FALSE },

    { "fs /usr/bin/other /run/other.sock", "fs /usr/bin/other /run/other.sock", FALSE },
    { "fs /dir /usr/bin/other", "fs {roots} /usr/bin/other", FALSE },
    { "/bin/sh server.sh /x/other", "/bin/sh server.sh /x/other", FALSE },

    { "fs /a", "fs {roots}", TRUE },
    { "fs /dir /a", "fs {roots}", TRUE },
    { "fs /other /a", "fs /other {roots}", TRUE },
    { "fs ~ $HOME/a ${HOME}/b ${workspaceFolder}", "fs {roots}", TRUE },
    { "fs ${workspaceFolder}/a.db", "fs ${workspaceFolder}/a.db", FALSE },
    { "fs /a.txt /dir", "fs /a.txt {roots}", FALSE },
    { "fs /home/me/.config", "fs {roots}", TRUE },
    { "fs --db /a", "fs --db /a", FALSE },
    { "fs a ./b .", "fs a ./b .", FALSE },
    { "docker run x /a", "docker run x /a", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockPaste) paste = make (rows[i].line, NULL, NULL);
    g_auto (GStrv) unknown = paddock_paste_dup_words (paste, TRUE);
    g_autofree char *unknown_text = g_strjoinv (" ", unknown), *text = NULL, *moved_text = NULL;
    g_auto (GStrv) as_is = NULL;
    g_auto (GStrv) moved = NULL;

    judge (paste);
    as_is = paddock_paste_dup_words (paste, FALSE);
    moved = paddock_paste_dup_words (paste, TRUE);
    text = g_strjoinv (" ", as_is);
    moved_text = g_strjoinv (" ", moved);
    g_assert_cmpstr (unknown_text, ==, rows[i].line);
    g_assert_cmpstr (text, ==, rows[i].line);
    g_assert_cmpstr (moved_text, ==, rows[i].moved);
    g_assert_cmpint (paste->has_guess, ==, rows[i].has_guess);
  }
}

/* One character less than the limit. */
#define LONG "abcdefghijklmnopqrstuvwxyz-0123456789-x"

static void
test_label (void)
{
  static const struct {
    const char *name;
    const char *line;
    const char *label;
  } rows[] = {
    { "Notes", "x", "Notes" },
    { "My Notes (old)", "x", "My-Notes-old" },
    { "- -", "x", "x" },
    { "a.b/c", "x", "a-b-c" },
    { "../../etc", "x", "etc" },
    { "\"]\n[x", "x", "x" },
    { "메모", "/opt/notes-server", "notes-server" },
    { "\342\200\256a", "x", "a" },
    { "", "uvx mcp-server-git", "mcp-server-git" },
    { NULL, "npx -y @modelcontextprotocol/server-filesystem", "server-filesystem" },
    { NULL, "node '/home/me/my server/index.js'", "my-server" },
    { NULL, "node /srv/index.js", "index-js" },
    { NULL, "/opt/메모", "server" },
    { NULL, "/", "server" },
    { LONG "9", "x", LONG "9" },
    { LONG "9a", "x", LONG "9" },
    { LONG " a", "x", LONG },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockPaste) paste = make (rows[i].line, NULL, NULL);
    g_autofree char *label = paddock_paste_dup_label (paste, rows[i].name);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

/* The user's name counts before the text's, and this before the address. */
static void
test_names (void)
{
  g_autoptr (PaddockPaste) named = make (NULL, "https://mcp.example.org/x", "theirs");
  g_autoptr (PaddockPaste) unnamed = make (NULL, "https://mcp.example.org/x", NULL);
  g_autofree char *mine = paddock_paste_dup_label (named, "mine");
  g_autofree char *theirs = paddock_paste_dup_label (named, "");
  g_autofree char *host = paddock_paste_dup_label (unnamed, NULL);

  g_assert_cmpstr (mine, ==, "mine");
  g_assert_cmpstr (theirs, ==, "theirs");
  g_assert_cmpstr (host, ==, "mcp-example-org");
  g_assert_cmpint (unnamed->kind, ==, PADDOCK_PASTE_ADDRESS);
  g_assert_null (unnamed->trouble);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paste/words", test_words);
  g_test_add_func ("/paste/label", test_label);
  g_test_add_func ("/paste/names", test_names);
  return g_test_run ();
}
