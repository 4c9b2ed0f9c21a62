/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-named-folders.h"

#include "../support/test-tree.h"

/* The folders that commands of servers name, asked of real files. */

#define BOXED "'confined': <{'network': <'none'>}>"
#define WRITES "'confined': <{'network': <'none'>, 'write': <[b'%s/a']>}>"
#define READS "'confined': <{'network': <'none'>, 'read': <[b'%s/a']>}>"

static PaddockServerView *
make_server (const char *command,
             const char *sessions)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
    g_strdup_printf ("{'id': <'s'>, 'identity-kind': <'launch'>, "
                     "'facts': <[('command', 'claimed', '%s')]>, "
                     "'sessions': <@aa{sv} [%s]>}", command, sessions);
  g_autoptr (GVariant) variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return paddock_server_view_from_variant (variant);
}

static char *
list (PaddockNamedFolders     *folders,
      const PaddockServerView *server,
      const Tree              *tree)
{
  g_auto (GStrv) paths = paddock_named_folders_dup (folders, server);

  for (guint i = 0; paths[i] != NULL; i++) {
    g_autofree char *base = g_path_get_basename (paths[i]);

    g_free (paths[i]);
    paths[i] = g_steal_pointer (&base);
  }
  return g_strjoinv (" ", paths);
}

static void
on_changed (guint *n_changes)
{
  (*n_changes)++;
}

/* Files, and what isn't there, don't count. Nothing counts before its file system has answered. */
static void
test_folders (void)
{
  g_autoptr (PaddockNamedFolders) folders = paddock_named_folders_new ();
  g_autoptr (GPtrArray) servers = g_ptr_array_new ();
  Tree *tree = tree_new ();
  g_autofree char *root = tree_path (tree, ".");
  g_autofree char *command = g_strdup_printf ("fs %s/a --x=%s/b.d %s/f %s/none", root, root, root,
                                              root);
  g_autoptr (PaddockServerView) server = make_server (command, "");
  g_autofree char *before = NULL, *after = NULL;
  guint n_changes = 0;

  tree_mkdir (tree, "a");
  tree_mkdir (tree, "b.d");
  tree_write (tree, "f");
  g_signal_connect_swapped (folders, "changed", G_CALLBACK (on_changed), &n_changes);
  before = list (folders, server, tree);
  g_assert_cmpstr (before, ==, "");
  g_ptr_array_add (servers, server);
  paddock_named_folders_wait (folders, servers);
  after = list (folders, server, tree);
  g_assert_cmpstr (after, ==, "a b.d");
  g_assert_cmpuint (n_changes, ==, 2);
  tree_free (tree);
}

/* A confined server hasn't got them, unless each run may read them. */
static void
test_confined (void)
{
  static const struct { const char *sessions, *folders;
  } rows[] = {
    { "", "a b" },
    { "{'id': <'1'>}", "a b" },
    { "{'id': <'1'>, " BOXED "}", "" },
    { "{'id': <'1'>, " BOXED "}, {'id': <'2'>}", "a b" },
    { "{'id': <'1'>, " READS "}", "a" },
    { "{'id': <'1'>, " WRITES "}", "a" },
    { "{'id': <'1'>, " BOXED "}, {'id': <'2'>, " READS "}", "a" },
  };
  g_autoptr (PaddockNamedFolders) folders = paddock_named_folders_new ();
  Tree *tree = tree_new ();
  g_autofree char *a = tree_path (tree, "a");
  g_autofree char *root = g_path_get_dirname (a);
  g_autofree char *command = g_strdup_printf ("fs %s/a %s/b", root, root);

  tree_mkdir (tree, "a");
  tree_mkdir (tree, "b");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) parts = g_strsplit (rows[i].sessions, "%s", -1);
    g_autofree char *sessions = g_strjoinv (root, parts);
    g_autoptr (PaddockServerView) server = make_server (command, sessions);
    g_autoptr (GPtrArray) servers = g_ptr_array_new ();
    g_autofree char *got = NULL;

    g_ptr_array_add (servers, server);
    paddock_named_folders_wait (folders, servers);
    got = list (folders, server, tree);
    g_test_message ("%s", sessions);
    g_assert_cmpstr (got, ==, rows[i].folders);
  }
  tree_free (tree);
}

static void
test_text (void)
{
  static const struct { const char *paths, *text;
  } rows[] = {
    { "/h/Documents", "Documents" },
    { "/h", "~" },
    { "/h/a/b", "~/a/b" },
    { "/hh/a", "/hh/a" },
    { "/", "/" },
    { "/h/a|/h/b", "a and b" },
    { "/h/a|/b|/c", "a, /b and /c" },
    { "/h/a|/b|/c|/d", "a, /b and 2 more" },
    { "/h/x\x1b", "x\\x1B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) paths = g_strsplit (rows[i].paths, "|", -1);
    g_autofree char *text = paddock_named_folders_to_text ((const char * const *) paths, "/h");

    g_assert_cmpstr (text, ==, rows[i].text);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/named-folders/folders", test_folders);
  g_test_add_func ("/named-folders/confined", test_confined);
  g_test_add_func ("/named-folders/text", test_text);
  return g_test_run ();
}
