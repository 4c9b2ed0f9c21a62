/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-lookup.h"

#include "paddock-error.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* Which root and which server an argument names. Nothing is guessed. */

static GPtrArray *
read_list (const char      *text,
           gpointer       (*read)(GVariant *),
           GDestroyNotify   destroy)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) list = g_variant_parse (G_VARIANT_TYPE ("aa{sv}"), text, NULL, NULL, &error);
  GPtrArray *views = g_ptr_array_new_with_free_func (destroy);

  g_assert_no_error (error);
  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    g_ptr_array_add (views, read (dictionary));
  }
  return views;
}

static gpointer
read_root (GVariant *dictionary)
{
  return paddock_root_view_from_variant (dictionary);
}

static gpointer
read_server (GVariant *dictionary)
{
  return paddock_server_view_from_variant (dictionary);
}

typedef struct {
  const char *text;
  const char *id;                     /* NULL: not found */
} Case;

static const Case root_cases[] = {
  { "id1", "id1" },
  { "/home/me/Notes", "id1" },
  { "/home/me/Notes/", "id1" },
  { "//home/./me/x/../Notes", "id1" },
  { "Notes", "id1" },
  { "./Notes", "id1" },
  { "../me/Notes", "id1" },
  { "file:///home/me/Notes", "id1" },
  { "FILE:///home/me/Notes/", "id1" },
  { "file://localhost/home/me/Notes", "id1" },
  { "/home/me/link", "id2" },
  { "/srv/real folder", "id2" },
  { "file:///srv/real%20folder", "id2" },
  { "/bytes/\377", "id3" },
  { "file:///bytes/%FF", "id3" },
  /* An id has priority over a path. */
  { "id4", "id4" },

  { "", NULL },
  { "ID1", NULL },
  { "id", NULL },
  { "notes", NULL },
  { "/home/me", NULL },
  { "/home/me/Notes/below", NULL },
  { "/home/me/Note", NULL },
  { "https://example.org/home/me/Notes", NULL },
  { "file://other/home/me/Notes", NULL },
  { "file:///home/me/Notes?x", NULL },
  { "file:///srv/%2e%2e/home/me/Notes", NULL },
  { "~/Notes", NULL },
};

static void
test_root (void)
{
  g_autoptr (GPtrArray) roots = read_list ("[{'id': <'id1'>, 'path': <b'/home/me/Notes'>},"
                                           " {'id': <'id2'>, 'path': <b'/srv/real folder'>,"
                                           "  'picked': <b'/home/me/link'>},"
                                           " {'id': <'id3'>, 'path': <b'/bytes/\\377'>},"
                                           " {'id': <'other'>, 'path': <b'/home/me/id4'>},"
                                           " {'id': <'id4'>, 'path': <b'/x'>}]",
                                           read_root, (GDestroyNotify) paddock_root_view_free);

  for (guint i = 0; i < G_N_ELEMENTS (root_cases); i++) {
    g_autoptr (GError) error = NULL;
    const PaddockRootView *view = paddock_lookup_root (roots, root_cases[i].text, "/home/me",
                                                       &error);

    g_assert_cmpstr (view != NULL ? view->root->id : NULL, ==, root_cases[i].id);
    if (root_cases[i].id == NULL)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  }
}

/* A path through a link means its target, even with `..` after the link. */
static void
test_root_through_link (void)
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  g_autofree char *canonical = realpath (directory, NULL);
  g_autofree char *real = g_build_filename (canonical, "real", NULL);
  g_autofree char *inner = g_build_filename (real, "inner", NULL);
  g_autofree char *link = g_build_filename (canonical, "link", NULL);
  g_autofree char *behind = g_build_filename (canonical, "link", "..", NULL);
  g_autofree char *text = g_strdup_printf ("[{'id': <'r'>, 'path': <b'%s'>}]", real);
  g_autoptr (GPtrArray) roots = read_list (text, read_root,
                                           (GDestroyNotify) paddock_root_view_free);

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_assert_cmpint (symlink (inner, link), ==, 0);
  g_assert_nonnull (paddock_lookup_root (roots, behind, "/", NULL));
  g_assert_nonnull (paddock_lookup_root (roots, "link/..", canonical, NULL));
  g_assert_null (paddock_lookup_root (roots, link, "/", NULL));
  g_unlink (link);
  g_rmdir (inner);
  g_rmdir (real);
  g_rmdir (canonical);
}

static const Case server_cases[] = {
  { "s1", "s1" },
  { "alpha", "s1" },
  { "s2", "s2" },
  { "s3", "s3" },
  /* This name equals another server's id, so it means the other server. */
  { "s4", "s4" },
  { "evil\\x1B", "s6" },

  { "twin", NULL },
  { "Alpha", NULL },
  { "alph", NULL },
  { "", NULL },
  { "nobody", NULL },
};

static void
test_server (void)
{
  g_autoptr (GPtrArray) servers =
    read_list ("[{'id': <'s1'>, 'given-name': <'alpha'>},"
               " {'id': <'s2'>, 'given-name': <'twin'>},"
               " {'id': <'s3'>, 'given-name': <'twin'>}, {'id': <'s5'>, 'claimed-name': <'s4'>},"
               " {'id': <'s4'>, 'given-name': <'beta'>},"
               " {'id': <'s6'>, 'given-name': <'evil\\u001b'>}]",
               read_server, (GDestroyNotify) paddock_server_view_free);
  g_autoptr (GError) ambiguous = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (server_cases); i++) {
    g_autoptr (GError) error = NULL;
    const PaddockServerView *view = paddock_lookup_server (servers, server_cases[i].text, &error);

    g_assert_cmpstr (view != NULL ? view->server->id : NULL, ==, server_cases[i].id);
    g_assert_true ((view == NULL) == (error != NULL));
  }

  g_assert_null (paddock_lookup_server (servers, "twin", &ambiguous));
  g_assert_error (ambiguous, PADDOCK_ERROR, PADDOCK_ERROR_AMBIGUOUS);
  g_assert_nonnull (strstr (ambiguous->message, "s2 (Unknown), s3 (Unknown)"));
  g_assert_nonnull (strstr (ambiguous->message, "2 servers"));
}

static const Case path_cases[] = {
  { "/a", "/a" },
  { "/a/../b", "/a/../b" },
  { "a", "/here/a" },
  { "./a", "/here/./a" },
  { "..", "/here/.." },
  { "a/../../b", "/here/a/../../b" },
  { "-x", "/here/-x" },
  { "\377", "/here/\377" },
  /* The service judges URIs and empty texts. */
  { "", "" },
  { "file:///a", "file:///a" },
  { "File:a", "File:a" },
  { "https://x/y", "https://x/y" },
  { "file", "/here/file" },
  { "a:b", "/here/a:b" },
};

static void
test_absolute_path (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (path_cases); i++) {
    g_autofree char *path = paddock_lookup_absolute_path (path_cases[i].text, "/here");

    g_assert_cmpstr (path, ==, path_cases[i].id);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lookup/root", test_root);
  g_test_add_func ("/lookup/root-through-link", test_root_through_link);
  g_test_add_func ("/lookup/server", test_server);
  g_test_add_func ("/lookup/absolute-path", test_absolute_path);
  return g_test_run ();
}
