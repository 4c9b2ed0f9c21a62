/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root.h"

static void
test_deep_copy (void)
{
  char *id = g_strdup ("r1");
  char *path = g_strdup ("/home/user/\xff");
  char *picked = g_strdup ("/home/user/link");
  char *name = g_strdup ("Notes");
  PaddockFileRecord record = {
    .kind = PADDOCK_FILE_KIND_REGULAR, .inode = 5, .mount_point = g_strdup ("/home"),
    .fs_uuid = g_strdup ("abcd"),
  };
  PaddockRoot template = {
    .id = id, .path = path, .picked = picked, .name = name, .access = PADDOCK_ACCESS_READ_WRITE,
    .added = 1, .expires = 2, .last_seen = 3, .volatile_ = TRUE, .record = &record,
  };
  g_autoptr (PaddockRoot) root = paddock_root_new (&template);
  g_autoptr (PaddockRoot) edited = NULL;

  g_free (id);
  g_free (path);
  g_free (picked);
  g_free (name);
  g_free (record.mount_point);
  g_free (record.fs_uuid);

  template = *root;
  template.name = "Other";
  edited = paddock_root_new (&template);
  g_assert_cmpstr (root->id, ==, "r1");
  g_assert_cmpstr (root->path, ==, "/home/user/\xff");
  g_assert_cmpstr (root->picked, ==, "/home/user/link");
  g_assert_cmpstr (root->name, ==, "Notes");
  g_assert_cmpstr (root->record->fs_uuid, ==, "abcd");
  g_assert_cmpstr (edited->name, ==, "Other");
  g_assert_true (edited->id != root->id);
  g_assert_true (edited->record != root->record);
  g_assert_cmpuint (edited->record->kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_cmpint (edited->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (edited->added + edited->expires * 10 + edited->last_seen * 100, ==, 321);
  g_assert_true (edited->volatile_);
}

static void
test_empty (void)
{
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .name = "" });
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *uri = paddock_root_dup_uri (root);

  g_assert_null (root->name);
  g_assert_null (root->record);
  g_assert_cmpuint (root->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpstr (label, ==, "/");
  g_assert_null (uri);
}

static void
test_boxed (void)
{
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .id = "r", .path = "/r" });
  g_autoptr (PaddockRoot) again = paddock_root_ref (root);
  PaddockRoot *copy = g_boxed_copy (PADDOCK_TYPE_ROOT, root);

  g_assert_true (again == root);
  g_assert_true (copy == root);
  g_boxed_free (PADDOCK_TYPE_ROOT, copy);
}

static void
test_label (void)
{
  static const struct { const char *path, *name, *label;
  } rows[] = {
    { "/home/user/notes", NULL, "notes" },
    { "/home/user/notes", "", "notes" },
    { "/home/user/notes", "My notes", "My notes" },
    { "/", NULL, "/" },
    { "/home/user/caf\xc3\xa9", NULL, "café" },
    { "/home/user/a\xff", NULL, "a\\xFF" },
    { "/home/user/a\nb", NULL, "a\\x0Ab" },
    { "/home/user/x", "evil\xe2\x80\xaetxt", "evil\\u{202E}txt" },
    { "/home/user/.hidden", NULL, ".hidden" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
      .id = "r", .path = rows[i].path, .name = rows[i].name,
    });
    g_autofree char *label = paddock_root_dup_label (root);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

static void
test_uri (void)
{
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .id = "r", .path = "/a b" });
  g_autofree char *uri = paddock_root_dup_uri (root);

  g_assert_cmpstr (uri, ==, "file:///a%20b");
}

static void
test_expired (void)
{
  static const struct { gint64 expires, now;
                        gboolean expired;
  } rows[] = {
    { 0, 0, FALSE }, { 0, G_MAXINT64, FALSE }, { 100, 99, FALSE }, { 100, 100, TRUE },
    { 100, 101, TRUE }, { G_MAXINT64, G_MAXINT64 - 1, FALSE }, { -5, 0, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .expires = rows[i].expires });

    g_assert_cmpint (paddock_root_is_expired (root, rows[i].now), ==, rows[i].expired);
  }
}

static void
test_access_nicks (void)
{
  static const char * const unknown[] = { "", "write", "read_write", "READ-WRITE", "read-write\n" };

  g_assert_cmpstr (paddock_root_access_to_nick (PADDOCK_ACCESS_READ_ONLY), ==, "read-only");
  g_assert_cmpstr (paddock_root_access_to_nick (PADDOCK_ACCESS_READ_WRITE), ==, "read-write");
  g_assert_cmpstr (paddock_root_access_to_nick (2), ==, "read-only");
  g_assert_cmpuint (paddock_root_access_from_nick ("read-write"), ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (paddock_root_access_from_nick ("read-only"), ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpuint (paddock_root_access_from_nick (NULL), ==, PADDOCK_ACCESS_READ_ONLY);
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpuint (paddock_root_access_from_nick (unknown[i]), ==, PADDOCK_ACCESS_READ_ONLY);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/root/deep-copy", test_deep_copy);
  g_test_add_func ("/root/empty", test_empty);
  g_test_add_func ("/root/boxed", test_boxed);
  g_test_add_func ("/root/label", test_label);
  g_test_add_func ("/root/uri", test_uri);
  g_test_add_func ("/root/expired", test_expired);
  g_test_add_func ("/root/access-nicks", test_access_nicks);
  return g_test_run ();
}
