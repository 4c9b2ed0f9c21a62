/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-never-files.h"

#include "plan-fixtures.h"

#define PATH "/home/u/p/.env"

static gboolean
add (PaddockNeverFiles *files,
     const char        *server_id,
     const char        *root_id,
     const char        *path)
{
  return paddock_never_files_add (files, &(PaddockNeverFile) { server_id, root_id, path });
}

static void
test_files (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();

  g_assert_cmpuint (paddock_never_files_get_n (files), ==, 0);
  g_assert_null (paddock_never_files_find (files, "s1", PATH));
  g_assert_true (add (files, NULL, "r1", PATH));
  g_assert_true (add (files, "s1", "r2", PATH));
  g_assert_false (add (files, "s1", "r3", PATH));

  g_assert_cmpuint (paddock_never_files_get_n (files), ==, 2);
  g_assert_null (paddock_never_files_get (files, 0).server_id);
  g_assert_cmpstr (paddock_never_files_get (files, 0).root_id, ==, "r1");
  g_assert_cmpstr (paddock_never_files_get (files, 0).path, ==, PATH);
  g_assert_cmpstr (paddock_never_files_get (files, 1).server_id, ==, "s1");
  g_assert_cmpstr (paddock_never_files_find (files, NULL, PATH), ==, "r1");
  g_assert_cmpstr (paddock_never_files_find (files, "s1", PATH), ==, "r2");

  g_assert_null (paddock_never_files_find (files, "s2", PATH));
  g_assert_null (paddock_never_files_find (files, "s1", "/home/u/p/.ENV"));
  g_assert_null (paddock_never_files_find (files, "s1", PATH "/"));
  g_assert_null (paddock_never_files_find (files, "s1", ""));
}

/* Only the answer about this file and this server, or hosts, is taken back. */
static void
test_remove (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();

  g_assert_false (paddock_never_files_remove (files, "s1", PATH));
  add (files, NULL, "r1", PATH);
  add (files, "s1", "r1", PATH);
  g_assert_false (paddock_never_files_remove (files, "s2", PATH));
  g_assert_false (paddock_never_files_remove (files, "s1", "/home/u/p/.env2"));

  g_assert_true (paddock_never_files_remove (files, "s1", PATH));
  g_assert_false (paddock_never_files_remove (files, "s1", PATH));
  g_assert_null (paddock_never_files_find (files, "s1", PATH));
  g_assert_nonnull (paddock_never_files_find (files, NULL, PATH));
  g_assert_true (paddock_never_files_remove (files, NULL, PATH));
  g_assert_true (add (files, "s1", "r1", PATH));
}

static void
test_forget (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();

  add (files, "s9", "r1", PATH);
  add (files, NULL, "r9", PATH);
  add (files, "s1", "r1", PATH);
  add (files, "s9", "r1", "/home/u/p/other.env");
  paddock_never_files_forget_strangers (files, snapshot);
  g_assert_cmpuint (paddock_never_files_get_n (files), ==, 2);
  g_assert_null (paddock_never_files_find (files, "s9", PATH));

  g_assert_false (paddock_never_files_forget_server (files, "s2"));
  g_assert_true (paddock_never_files_forget_server (files, "s1"));
  g_assert_null (paddock_never_files_find (files, "s1", PATH));
  g_assert_nonnull (paddock_never_files_find (files, NULL, PATH));
}

static void
test_limit (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();

  for (guint i = 0; i < PADDOCK_NEVER_FILES_MAX; i++) {
    g_autofree char *path = g_strdup_printf ("/home/u/%u", i);

    g_assert_true (add (files, "s1", "r1", path));
  }
  g_assert_nonnull (paddock_never_files_find (files, "s1", "/home/u/0"));
  g_assert_true (add (files, "s1", "r1", PATH));
  g_assert_null (paddock_never_files_find (files, "s1", "/home/u/0"));
  g_assert_nonnull (paddock_never_files_find (files, "s1", "/home/u/1"));
  g_assert_cmpuint (paddock_never_files_get_n (files), ==, PADDOCK_NEVER_FILES_MAX);
}

static void
test_bytes (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();
  g_autoptr (PaddockNeverFiles) again = paddock_never_files_new ();
  g_autoptr (GBytes) bytes = NULL;

  add (files, "s1", "r1", PATH);
  add (files, NULL, "r2", "/home/u/\xff\n/.env");
  bytes = paddock_never_files_to_bytes (files);

  g_assert_true (paddock_never_files_add_bytes (again, bytes));
  g_assert_cmpuint (paddock_never_files_get_n (again), ==, 2);
  g_assert_cmpstr (paddock_never_files_find (again, "s1", PATH), ==, "r1");
  g_assert_cmpstr (paddock_never_files_find (again, NULL, "/home/u/\xff\n/.env"), ==, "r2");
}

/* Cut at every byte, and with every byte changed: no crash, and damage is noticed. */
static void
test_damaged (void)
{
  g_autoptr (PaddockNeverFiles) files = paddock_never_files_new ();
  g_autoptr (PaddockNeverFiles) relative = paddock_never_files_new ();
  g_autoptr (PaddockNeverFiles) read = paddock_never_files_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) relative_bytes = NULL;
  gsize size;
  const guint8 *data;

  add (files, "s1", "r1", PATH);
  bytes = paddock_never_files_to_bytes (files);
  data = g_bytes_get_data (bytes, &size);
  for (gsize i = 0; i < size; i++) {
    g_autoptr (PaddockNeverFiles) of_cut = paddock_never_files_new ();
    g_autoptr (PaddockNeverFiles) of_other = paddock_never_files_new ();
    g_autoptr (GBytes) cut = g_bytes_new (data, i);
    guint8 *changed = g_memdup2 (data, size);
    g_autoptr (GBytes) other = g_bytes_new_take (changed, size);

    changed[i] ^= 0xff;
    g_assert_true (paddock_never_files_add_bytes (of_cut, cut) == (i == 0));
    g_assert_cmpuint (paddock_never_files_get_n (of_cut), ==, 0);
    paddock_never_files_add_bytes (of_other, other);
    g_assert_cmpuint (paddock_never_files_get_n (of_other), <=, 1);
  }

  add (relative, "s1", "r1", "");
  relative_bytes = paddock_never_files_to_bytes (relative);
  g_assert_false (paddock_never_files_add_bytes (read, relative_bytes));
  g_assert_cmpuint (paddock_never_files_get_n (read), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/never-files/files", test_files);
  g_test_add_func ("/never-files/remove", test_remove);
  g_test_add_func ("/never-files/forget", test_forget);
  g_test_add_func ("/never-files/limit", test_limit);
  g_test_add_func ("/never-files/bytes", test_bytes);
  g_test_add_func ("/never-files/damaged", test_damaged);
  return g_test_run ();
}
