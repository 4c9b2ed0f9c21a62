/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-folder-order.h"
#include "paddock-root-item.h"

#include "paddock-typed-words.h"

/* Which folders are shown, and in which order. */

static PaddockRootItem *
item_new (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return paddock_root_item_new (paddock_root_view_from_variant (variant));
}

#define A "{'id': <'a'>, 'path': <b'/z/Éa'>, 'added': <int64 5>, 'servers': <uint32 1>, " \
  "'status': <'available'>}"
#define B "{'id': <'b'>, 'path': <b'/y/b'>, 'added': <int64 9>, 'servers': <uint32 0>, " \
  "'status': <'missing'>}"
#define C "{'id': <'c'>, 'path': <b'/x/b'>, 'added': <int64 5>, 'servers': <uint32 7>, " \
  "'status': <'replaced'>, 'name': <'zoo'>}"

static void
test_compare (void)
{
  const struct {
    PaddockFolderOrder  order;
    const char         *first;
    const char         *second;
  } cases[] = {
    { PADDOCK_FOLDER_ORDER_NAME, B, C },
    { PADDOCK_FOLDER_ORDER_NAME, "{'path': <b'/a/b'>}", "{'path': <b'/b/b'>}" },
    { PADDOCK_FOLDER_ORDER_NAME, "{'path': <b'/b/a'>}", "{'path': <b'/a/b'>}" },
    { PADDOCK_FOLDER_ORDER_ADDED, B, A },
    { PADDOCK_FOLDER_ORDER_ADDED, B, C },
    { PADDOCK_FOLDER_ORDER_SERVERS, C, A },
    { PADDOCK_FOLDER_ORDER_SERVERS, A, B },
    { PADDOCK_FOLDER_ORDER_STATE, C, B },
    { PADDOCK_FOLDER_ORDER_STATE, B, A },
    /* Equal ones are in the order of their names. */
    { PADDOCK_FOLDER_ORDER_STATE, "{'path': <b'/b/a'>}", "{'path': <b'/a/b'>}" },
    { PADDOCK_FOLDER_ORDER_ADDED, "{'path': <b'/b/a'>}", "{'path': <b'/a/b'>}" },
    { 99, "{'path': <b'/b/a'>}", "{'path': <b'/a/b'>}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockRootItem) first = item_new (cases[i].first);
    g_autoptr (PaddockRootItem) second = item_new (cases[i].second);

    g_assert_cmpint (paddock_folder_order_compare (cases[i].order, first, second), <, 0);
    g_assert_cmpint (paddock_folder_order_compare (cases[i].order, second, first), >, 0);
    g_assert_cmpint (paddock_folder_order_compare (cases[i].order, first, first), ==, 0);
  }
}

static void
test_nicks (void)
{
  g_assert_cmpint (paddock_folder_order_from_nick ("name"), ==, PADDOCK_FOLDER_ORDER_NAME);
  g_assert_cmpint (paddock_folder_order_from_nick ("added"), ==, PADDOCK_FOLDER_ORDER_ADDED);
  g_assert_cmpint (paddock_folder_order_from_nick ("servers"), ==, PADDOCK_FOLDER_ORDER_SERVERS);
  g_assert_cmpint (paddock_folder_order_from_nick ("state"), ==, PADDOCK_FOLDER_ORDER_STATE);
  g_assert_cmpint (paddock_folder_order_from_nick ("moon"), ==, PADDOCK_FOLDER_ORDER_NAME);
  g_assert_cmpint (paddock_folder_order_from_nick (NULL), ==, PADDOCK_FOLDER_ORDER_NAME);
}

static void
test_matches (void)
{
  g_autoptr (PaddockRootItem) item =
    item_new ("{'path': <b'/srv/Real'>, 'picked': <b'/home/link'>, 'name': <'Café'>}");
  const struct {
    const char *typed;
    gboolean    matches;
  } cases[] = {
    { "", TRUE }, { "cafe", TRUE }, { "real", TRUE }, { "/home/li", TRUE }, { "cafe srv", TRUE },
    { "cafes", FALSE }, { "cafe/srv", FALSE }, { "moon", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = paddock_typed_words_split (cases[i].typed);

    g_assert_cmpint (paddock_folder_order_matches (item, (const char * const *) words), ==,
                     cases[i].matches);
  }
}

static void
test_describe (void)
{
  g_autofree char *one = paddock_folder_order_describe (1, 1, FALSE);
  g_autofree char *all = paddock_folder_order_describe (12, 12, FALSE);
  g_autofree char *none = paddock_folder_order_describe (0, 12, TRUE);
  g_autofree char *some = paddock_folder_order_describe (3, 1000, TRUE);

  g_assert_cmpstr (one, ==, "1 folder");
  g_assert_cmpstr (all, ==, "12 folders");
  g_assert_cmpstr (none, ==, "0 of 12 folders");
  g_assert_cmpstr (some, ==, "3 of 1000 folders");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/folder-order/compare", test_compare);
  g_test_add_func ("/folder-order/nicks", test_nicks);
  g_test_add_func ("/folder-order/matches", test_matches);
  g_test_add_func ("/folder-order/describe", test_describe);

  return g_test_run ();
}
