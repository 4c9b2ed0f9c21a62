/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-item.h"

#include "item-fixture.h"

static PaddockServerView *
server (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_server_view_from_variant (dictionary);
}

static void
count (gpointer  object,
       guint    *n)
{
  (*n)++;
}

typedef struct {
  const char *update;
  const char *notified;
  guint       changed;
} ServerCase;

static const ServerCase server_cases[] = {
  { "{'id': <'s'>, 'claimed-name': <'a'>}", "", 0 },
  { "{'id': <'s'>, 'claimed-name': <'b'>}", "label", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'noted': <{'key': <'zed-k3v9x0q2m1ab'>, 'app': <'zed'>,"
    " 'server': <'x'>, 'path': <'/f'>}>}", "label", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'standing': <'allowed'>}", "standing", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'last-seen': <int64 9>}", "", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'sessions': <[{'id': <'1'>}]>}", "n-sessions", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'grants': <[{'root': <'r'>}]>}", "", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'grants': <[{'root': <'r'>, 'visible': <true>}]>}",
    "n-visible", 1 },
};

/* Whether its label is ambiguous is notified once, and stays when its value changes. */
static void
test_ambiguous (void)
{
  g_autoptr (PaddockServerItem) item =
    paddock_server_item_new (server ("{'id': <'s'>, 'claimed-name': <'a'>}"));
  g_autoptr (GString) names = g_string_new (NULL);
  guint changed = 0;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  g_signal_connect (item, "changed", G_CALLBACK (count), &changed);
  g_assert_false (paddock_server_item_is_ambiguous (item));
  paddock_server_item_set_ambiguous (item, FALSE);
  paddock_server_item_set_ambiguous (item, TRUE);
  paddock_server_item_set_ambiguous (item, TRUE);
  g_assert_true (paddock_server_item_is_ambiguous (item));
  g_assert_cmpstr (names->str, ==, "is-ambiguous");
  g_assert_cmpuint (changed, ==, 1);
  paddock_server_item_set_view (item, server ("{'id': <'s'>, 'claimed-name': <'b'>}"));
  g_assert_true (paddock_server_item_is_ambiguous (item));
}

static void
test_notifies (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (server_cases); i++) {
    g_autoptr (PaddockServerItem) item =
      paddock_server_item_new (server ("{'id': <'s'>, 'claimed-name': <'a'>}"));
    g_autoptr (GString) names = g_string_new (NULL);
    guint changed = 0;

    g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
    g_signal_connect (item, "changed", G_CALLBACK (count), &changed);
    paddock_server_item_set_view (item, server (server_cases[i].update));
    g_assert_cmpstr (names->str, ==, server_cases[i].notified);
    g_assert_cmpuint (changed, ==, server_cases[i].changed);
  }
}

static void
test_grants (void)
{
  g_autoptr (PaddockServerItem) item =
    paddock_server_item_new (server ("{'id': <'s'>, 'grants': <[{'root': <'a'>},"
                                     " {'root': <'b'>, 'visible': <true>}]>}"));
  g_autofree char *label = NULL;
  guint n_visible;

  g_object_get (item, "label", &label, "n-visible", &n_visible, NULL);
  g_assert_cmpuint (n_visible, ==, 1);
  g_assert_cmpstr (label, !=, "");
  g_assert_false (paddock_server_item_get_grant (item, "a")->is_visible);
  g_assert_true (paddock_server_item_get_grant (item, "b")->is_visible);
  g_assert_null (paddock_server_item_get_grant (item, "c"));
  g_assert_null (paddock_server_item_get_grant (item, NULL));
  g_assert_cmpuint (paddock_server_item_get_view (item)->grants->len, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/server-item/notifies", test_notifies);
  g_test_add_func ("/server-item/ambiguous", test_ambiguous);
  g_test_add_func ("/server-item/grants", test_grants);
  return g_test_run ();
}
