/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-item.h"

#include "item-fixture.h"

static PaddockAppNote *
make_note (const char *app,
           const char *server,
           gint64      noted)
{
  return paddock_app_note_new (&(PaddockAppNote) {
    .key = "cursor-k3v9x0q2m1ab", .app = app, .server = server, .path = "/f\n", .noted = noted,
  });
}

static void
test_notifies (void)
{
  g_autoptr (PaddockAppNote) first = make_note ("cursor", "files", 1);
  g_autoptr (PaddockAppNote) same = make_note ("cursor", "files", 1);
  g_autoptr (PaddockAppNote) other = make_note ("zed", "a\xe2\x80\xae", 2);
  g_autoptr (PaddockAppItem) item = paddock_app_item_new (first);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *key = NULL;
  g_autofree char *app = NULL;
  g_autofree char *server = NULL;
  g_autofree char *path = NULL;
  gint64 noted;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  paddock_app_item_set_note (item, same);
  g_assert_cmpstr (names->str, ==, "");
  paddock_app_item_set_note (item, other);
  g_assert_cmpstr (names->str, ==, "app server noted");

  g_object_get (item, "key", &key, "app", &app, "server", &server, "path", &path, "noted", &noted,
                NULL);
  g_assert_cmpstr (key, ==, "cursor-k3v9x0q2m1ab");
  g_assert_cmpstr (app, ==, "zed");
  g_assert_cmpstr (server, ==, "a\\u{202E}");
  g_assert_cmpstr (path, ==, "/f\\x0A");
  g_assert_cmpint (noted, ==, 2);
  g_assert_cmpstr (paddock_app_item_get_note (item)->server, ==, "a\xe2\x80\xae");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-item/notifies", test_notifies);
  return g_test_run ();
}
