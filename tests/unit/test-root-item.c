/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-item.h"

#include "item-fixture.h"

static PaddockRootView *
root (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_root_view_from_variant (dictionary);
}

#define ROOT "'id': <'r'>, 'path': <b'/a'>, 'uri': <'file:///a'>, 'kind': <'directory'>"

typedef struct {
  const char *update;
  const char *notified;               /* in the order of the properties */
} RootCase;

static const RootCase root_cases[] = {
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>}", "" },
  { "{" ROOT ", 'access': <'read-write'>, 'status': <'available'>}", "access" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'missing'>}", "status" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'name': <'N'>}", "label" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'servers': <uint32 2>}",
    "seen-by" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'expires': <int64 5>}",
    "expires" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'login': <true>}",
    "until-logout" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'has-events': <true>}",
    "has-events" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'picked': <b'/b'>}", "picked" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'markers': <['.git']>}",
    "markers" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'added': <int64 5>}", "added" },
  { "{'id': <'r'>, 'path': <b'/z'>, 'kind': <'file'>, 'status': <'available'>}",
    "label path uri kind" },
};

static void
test_notifies (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (root_cases); i++) {
    g_autoptr (PaddockRootItem) item =
      paddock_root_item_new (root ("{" ROOT ", 'access': <'read-only'>, 'status': <'available'>}"));
    g_autoptr (GString) names = g_string_new (NULL);

    g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
    paddock_root_item_set_view (item, root (root_cases[i].update));
    g_assert_cmpstr (names->str, ==, root_cases[i].notified);
  }
}

static void
test_properties (void)
{
  g_autoptr (PaddockRootItem) item =
    paddock_root_item_new (root ("{'id': <'r'>, 'path': <b'/a/b\\033c'>, 'kind': <'file'>,"
                                 " 'picked': <b'/l'>, 'access': <'read-write'>,"
                                 " 'status': <'replaced'>, 'servers': <uint32 3>}"));
  g_autofree char *id = NULL, *label = NULL, *path = NULL, *picked = NULL, *uri = NULL;
  int kind, access, status;
  guint seen_by;

  g_object_get (item, "id", &id, "label", &label, "path", &path, "picked", &picked, "uri", &uri,
                "kind", &kind, "access", &access, "status", &status, "seen-by", &seen_by, NULL);
  g_assert_cmpstr (id, ==, "r");
  g_assert_cmpstr (label, ==, "b\\x1Bc");
  g_assert_cmpstr (path, ==, "/a/b\\x1Bc");
  g_assert_cmpstr (picked, ==, "/l");
  g_assert_cmpstr (uri, ==, "file:///a/b%1Bc");
  g_assert_cmpint (kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_cmpint (access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (status, ==, PADDOCK_AVAILABILITY_REPLACED);
  g_assert_cmpuint (seen_by, ==, 3);
  g_assert_cmpstr (paddock_root_item_get_view (item)->root->path, ==, "/a/b\033c");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/root-item/notifies", test_notifies);
  g_test_add_func ("/root-item/properties", test_properties);
  return g_test_run ();
}
