/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-lists.h"


/* A dictionary of the bus becomes an item of the right type; without an id, nothing. */

typedef struct {
  PaddockList  list;
  const char  *dictionary;
  const char  *key;                   /* NULL: skipped */
} Case;

static const Case cases[] = {
  { PADDOCK_LIST_ROOTS, "{'id': <'a'>}", "a" },
  { PADDOCK_LIST_SERVERS, "{'id': <'b'>, 'unknown': <4>}", "b" },
  { PADDOCK_LIST_REQUESTS, "{'id': <'c'>}", "c" },
  { PADDOCK_LIST_JOURNAL, "{'number': <int64 12>}", "12" },
  { PADDOCK_LIST_JOURNAL, "{'number': <int64 9223372036854775807>}", "9223372036854775807" },

  { PADDOCK_LIST_APPS, "{'key': <'zed-k3v9x0q2m1ab'>, 'app': <'zed'>, 'server': <'x'>, "
    "'path': <'/f'>}", "zed-k3v9x0q2m1ab" },

  { PADDOCK_LIST_APPS, "{'key': <'zed-k3v9x0q2m1ab'>}", NULL },
  { PADDOCK_LIST_APPS, "{'id': <'a'>}", NULL },
  { PADDOCK_LIST_ROOTS, "{'number': <int64 12>}", NULL },
  { PADDOCK_LIST_ROOTS, "{'id': <''>}", NULL },
  { PADDOCK_LIST_ROOTS, "{'id': <b'a'>}", NULL },
  { PADDOCK_LIST_SERVERS, "{'id': <7>}", NULL },
  { PADDOCK_LIST_REQUESTS, "{'ID': <'a'>}", NULL },
  { PADDOCK_LIST_JOURNAL, "{'id': <'a'>}", NULL },
  { PADDOCK_LIST_JOURNAL, "{'number': <int64 0>}", NULL },
  { PADDOCK_LIST_JOURNAL, "{'number': <int64 -1>}", NULL },
  { PADDOCK_LIST_JOURNAL, "{'number': <uint32 3>}", NULL },
  { PADDOCK_LIST_JOURNAL, "{'number': <'3'>}", NULL },
};

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static void
test_keys (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GVariant) dictionary = parse (cases[i].dictionary);
    g_autofree char *key = paddock_lists_get_kind (cases[i].list)->dup_key (dictionary);

    g_assert_cmpstr (key, ==, cases[i].key);
  }
}

/* Any dictionary can become an item, be read, and get a new value. */
static void
test_items (void)
{
  static const char * const dictionaries[] = {
    "@a{sv} {}", "{'id': <'x'>, 'number': <int64 1>}",
    "{'id': <4>, 'path': <'not bytes'>, 'grants': <'none'>, 'facts': <[1]>, 'count': <'x'>}",
  };

  for (guint list = 0; list < PADDOCK_N_LISTS; list++) {
    const PaddockMirrorKind *kind = paddock_lists_get_kind (list);

    for (guint i = 0; i < G_N_ELEMENTS (dictionaries); i++) {
      g_autoptr (GVariant) first = parse (dictionaries[i]);
      g_autoptr (GVariant) second = parse (dictionaries[(i + 1) % G_N_ELEMENTS (dictionaries)]);
      g_autoptr (GObject) item = kind->create (first);

      g_assert_true (G_TYPE_CHECK_INSTANCE_TYPE (item, kind->get_item_type ()));
      kind->update (item, second);
      g_assert_finalize_object (g_steal_pointer (&item));
    }
  }
}

static void
test_journal_order (void)
{
  const PaddockMirrorKind *kind = paddock_lists_get_kind (PADDOCK_LIST_JOURNAL);
  g_autoptr (GVariant) older = parse ("{'number': <int64 1>}");
  g_autoptr (GVariant) newer = parse ("{'number': <int64 9000000000>}");
  g_autoptr (GObject) a = kind->create (newer);
  g_autoptr (GObject) b = kind->create (older);

  g_assert_cmpint (kind->compare (a, b, NULL), <, 0);
  g_assert_cmpint (kind->compare (b, a, NULL), >, 0);
  g_assert_cmpint (kind->compare (a, a, NULL), ==, 0);
  g_assert_null (paddock_lists_get_kind (PADDOCK_LIST_ROOTS)->compare);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lists/keys", test_keys);
  g_test_add_func ("/lists/items", test_items);
  g_test_add_func ("/lists/journal-order", test_journal_order);
  return g_test_run ();
}
