/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fake-documents.h"

#include "paddock-error.h"

#include <string.h>
#include <unistd.h>

#define ID_64 "0123456789012345678901234567890123456789012345678901234567890123"

static void
test_network (void)
{
  static const struct {
    const char *info;
    gboolean    has_network;
  } rows[] = {
    { "[Application]\nname=a\n\n[Context]\nshared=ipc;network;\n", TRUE },
    { "[Context]\nshared=network\n", TRUE },
    { "[Context]\nshared=ipc;\n", FALSE },
    { "[Context]\nshared=networks;\n", FALSE },
    { "[Context]\nsockets=network;\n", FALSE },
    { "[Other]\nshared=network;\n", FALSE },
    { "no key file", FALSE },
    { "", FALSE },
  };
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("paddock-info-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_true (g_file_set_contents (path, rows[i].info, -1, NULL));
    g_assert_cmpint (paddock_documents_has_network (path), ==, rows[i].has_network);
  }
  g_assert_cmpint (unlink (path), ==, 0);
  g_assert_false (paddock_documents_has_network (path));
}

static void
test_form (void)
{
  static const struct {
    const char *text;
    gboolean    is_document;
  } cases[] = {
    { "a1b2/Photos", TRUE },
    { "a1b2/Photos/below/it", TRUE },
    { "a1b2/with space", TRUE },
    { "a1b2/...", TRUE },
    { "a1b2/\xff\xfe", TRUE },
    { ID_64 "/x", TRUE },
    { ID_64 "4/x", FALSE },
    { NULL, FALSE },
    { "", FALSE },
    { "/", FALSE },
    { "a1b2", FALSE },
    { "a1b2/", FALSE },
    { "/a1b2/Photos", FALSE },
    { "a1b2//Photos", FALSE },
    { "a1b2/Photos/", FALSE },
    { "a1b2/Photos//x", FALSE },
    { "a1b2/.", FALSE },
    { "a1b2/..", FALSE },
    { "a1b2/../x", FALSE },
    { "a1b2/Photos/..", FALSE },
    { "a1b2/Photos/../../../etc", FALSE },
    { "./Photos", FALSE },
    { "../Photos", FALSE },
    { "by-app/org.example.Other", FALSE },
    { "a b/Photos", FALSE },
    { "a1b2\n/Photos", FALSE },
    { "\xc3\xa4/Photos", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("case %zu", i);
    g_assert_cmpint (paddock_documents_is_document (cases[i].text), ==, cases[i].is_document);
  }
}

static void
test_find (void)
{
  static const struct {
    const char *mount;
    const char *path;
    const char *document;     /* (nullable) */
  } cases[] = {
    { "/run/flatpak/doc", "/run/flatpak/doc/a1/Photos", "a1/Photos" },
    { "/run/flatpak/doc", "/run/flatpak/doc/a1/Photos/x", "a1/Photos/x" },
    { "/run/flatpak/doc", "/run/flatpak/doc", NULL },
    { "/run/flatpak/doc", "/run/flatpak/doc/", NULL },
    { "/run/flatpak/doc", "/run/flatpak/doc/a1", NULL },
    { "/run/flatpak/doc", "/run/flatpak/document/a1/Photos", NULL },
    { "/run/flatpak/doc", "/run/flatpak/doc/by-app/x/a1/Photos", NULL },
    { "/run/flatpak/doc", "/home/ann/Photos", NULL },
    { "/run/flatpak/doc", "a1/Photos", NULL },
    { "/run/flatpak/doc", NULL, NULL },
    { NULL, "/run/flatpak/doc/a1/Photos", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *document = paddock_documents_find (cases[i].mount, cases[i].path);

    g_test_message ("%s", cases[i].path);
    g_assert_cmpstr (document, ==, cases[i].document);
  }
}

static void
test_parts (void)
{
  g_autofree char *id = paddock_documents_dup_id ("a1/Photos/x");
  g_autofree char *path = paddock_documents_dup_path ("/run/flatpak/doc", "a1/Photos/x");

  g_assert_cmpstr (id, ==, "a1");
  g_assert_cmpstr (path, ==, "/run/flatpak/doc/a1/Photos/x");
}

static void
test_host_path (void)
{
  /* What the portal says about the document, and the result. */
  static const struct {
    const char *document;
    const char *says;         /* (nullable) nothing */
    const char *host;         /* (nullable) none */
  } cases[] = {
    { "a1/Photos", "/home/ann/Photos", "/home/ann/Photos" },
    { "a1/Photos/2026/May", "/home/ann/Photos", "/home/ann/Photos/2026/May" },
    { "a1/\xff", "/home/ann/\xff", "/home/ann/\xff" },
    { "a1/a b", "/mnt/a b", "/mnt/a b" },
    { "a1/Photos", NULL, NULL },
    { "a1/Photos", "", NULL },
    { "a1/Photos", "/", NULL },
    { "a1/Photos", "Photos", NULL },
    { "a1/Photos", "/home/ann/photos", NULL },
    { "a1/Photos", "/home/ann/Photos2", NULL },
    { "a1/Photos2", "/home/ann/Photos", NULL },
    { "a1/Photos/x", "/home/ann/Other", NULL },
    { "a1/Photos", "/home/ann/Photos/", NULL },
    { "a1/Photos", "/home//ann/Photos", NULL },
    { "a1/Photos", "/home/ann/../bob/Photos", NULL },
    { "a1/Photos", "/home/ann/./Photos", NULL },
  };
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *host = NULL;

    g_test_message ("case %zu", i);
    g_hash_table_remove_all (portal->hosts);
    if (cases[i].says != NULL)
      fake_documents_put (portal, "a1", cases[i].says);
    host = paddock_documents_dup_host_path (portal->connection, cases[i].document, &error);
    g_assert_cmpstr (host, ==, cases[i].host);
    if (cases[i].host == NULL)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
    else
      g_assert_no_error (error);
  }
}

static void
test_old_portal (void)
{
  g_autoptr (FakeDocuments) portal = fake_documents_new (4);
  g_autoptr (GError) error = NULL;

  fake_documents_put (portal, "a1", "/home/ann/Photos");
  g_assert_null (paddock_documents_dup_host_path (portal->connection, "a1/Photos", &error));
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD);
  g_assert_cmpuint (paddock_documents_get_version (portal->connection), ==, 4);
}

static void
test_version (void)
{
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);
  g_autoptr (GVariant) reply = NULL;

  g_assert_cmpuint (paddock_documents_get_version (portal->connection), ==, 5);
  reply = g_dbus_connection_call_sync (portal->connection, "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "ReleaseName",
                                       g_variant_new ("(s)", PADDOCK_DOCUMENTS_BUS_NAME), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  g_assert_nonnull (reply);
  g_assert_cmpuint (paddock_documents_get_version (portal->connection), ==, 0);
}

/* Tests do not run in a sandbox, and no process can pretend to be in one. */
static void
test_place (void)
{
  g_autofree char *mount = paddock_documents_dup_mount ();

  g_assert_false (paddock_documents_is_sandboxed ());
  g_assert_true (g_str_has_suffix (mount, "/doc"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/documents/form", test_form);
  g_test_add_func ("/documents/network", test_network);
  g_test_add_func ("/documents/find", test_find);
  g_test_add_func ("/documents/parts", test_parts);
  g_test_add_func ("/documents/host-path", test_host_path);
  g_test_add_func ("/documents/old-portal", test_old_portal);
  g_test_add_func ("/documents/version", test_version);
  g_test_add_func ("/documents/place", test_place);
  return g_test_run ();
}
