/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-export.h"

#include "paddock-error.h"

#include "fake-documents.h"

/* Without a portal. tests/flatpak tests with the real one. */
static void
test_nothing_there (void)
{
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_export_path (portal->connection, "/nonexistent/folder", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
}

static void
test_refused (void)
{
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_export_path (portal->connection, "/usr", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
}

static void
test_withdraw (void)
{
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);
  g_autofree char *mount = paddock_documents_dup_mount ();
  g_autofree char *exported = g_build_filename (mount, "a1/Photos", NULL);
  g_autofree char *deleted = NULL;

  paddock_export_withdraw (portal->connection, exported);
  deleted = g_async_queue_try_pop (portal->deleted);
  g_assert_cmpstr (deleted, ==, "a1");

  paddock_export_withdraw (portal->connection, "/home/ann/Photos");
  paddock_export_withdraw (portal->connection, mount);
  g_assert_cmpint (g_async_queue_length (portal->deleted), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/nothing-there", test_nothing_there);
  g_test_add_func ("/export/refused", test_refused);
  g_test_add_func ("/export/withdraw", test_withdraw);
  return g_test_run ();
}
