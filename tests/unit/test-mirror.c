/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-entry-item.h"
#include "paddock-mirror.h"

#include "paddock-lists.h"

/* A model that follows a list: its contents after each step, that items stay, and how many signals
 * it emits. */

static GVariant *
parse_list (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE ("aa{sv}"), text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static PaddockMirror *
new_mirror (void)
{
  return paddock_mirror_new (paddock_lists_get_kind (PADDOCK_LIST_ROOTS));
}

/* "a b" -> [{'id': <'a'>}, {'id': <'b'>}]; "a=N": with the name N; "-": a dictionary without id. */
static GVariant *
list_of_roots (const char *words)
{
  g_auto (GStrv) ids = g_strsplit (words, " ", -1);
  GString *text = g_string_new ("[");
  g_autofree char *list = NULL;

  for (guint i = 0; ids[i] != NULL && *ids[i] != '\0'; i++) {
    g_auto (GStrv) parts = g_strsplit (ids[i], "=", 2);

    g_string_append (text, i > 0 ? "," : "");
    if (g_str_equal (ids[i], "-"))
      g_string_append (text, "@a{sv} {}");
    else
      g_string_append_printf (text, "{'id': <'%s'>, 'name': <'%s'>, 'path': <b'/x'>}", parts[0],
                              parts[1] != NULL ? parts[1] : parts[0]);
  }
  g_string_append (text, "]");
  list = g_string_free (text, FALSE);
  return parse_list (list);
}

static char *
describe (PaddockMirror *mirror)
{
  GListModel *model = paddock_mirror_get_model (mirror);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GObject) item = g_list_model_get_item (model, i);
    g_autofree char *id = NULL;
    g_autofree char *label = NULL;

    g_object_get (item, "id", &id, "label", &label, NULL);
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", id);
    if (!g_str_equal (id, label))
      g_string_append_printf (text, "=%s", label);
    g_assert_true (paddock_mirror_lookup (mirror, id) == item);
  }
  return g_string_free (text, FALSE);
}

typedef struct {
  const char *first;
  const char *second;
  const char *expected;
} FillCase;

static const FillCase fill_cases[] = {
  { "", "", "" },
  { "", "a", "a" },
  { "a b c", "a b c", "a b c" },
  { "a b c", "c b a", "c b a" },
  { "a b c", "b", "b" },
  { "a b c", "", "" },
  { "a b c", "x y", "x y" },
  { "a b c", "x a y c", "x a y c" },
  { "a b c", "c d a", "c d a" },
  { "a b", "a=B b=C", "a=B b=C" },
  { "a a b", "a b b", "a b" },
  { "- a", "a - b -", "a b" },
};

static void
test_fill (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fill_cases); i++) {
    g_autoptr (PaddockMirror) mirror = new_mirror ();
    g_autoptr (GVariant) first = list_of_roots (fill_cases[i].first);
    g_autoptr (GVariant) second = list_of_roots (fill_cases[i].second);
    g_autofree char *text = NULL;

    paddock_mirror_fill (mirror, first);
    paddock_mirror_fill (mirror, second);
    text = describe (mirror);
    g_assert_cmpstr (text, ==, fill_cases[i].expected);
  }
}

static void
test_items_stay (void)
{
  g_autoptr (PaddockMirror) mirror = new_mirror ();
  g_autoptr (GVariant) first = list_of_roots ("a b c");
  g_autoptr (GVariant) second = list_of_roots ("d c a=N");
  g_autoptr (GVariant) update = list_of_roots ("c=M");
  gpointer a, b, c;

  paddock_mirror_fill (mirror, first);
  a = paddock_mirror_lookup (mirror, "a");
  b = paddock_mirror_lookup (mirror, "b");
  c = paddock_mirror_lookup (mirror, "c");
  g_object_add_weak_pointer (b, &b);

  paddock_mirror_fill (mirror, second);
  paddock_mirror_apply (mirror, update, NULL);
  g_assert_true (paddock_mirror_lookup (mirror, "a") == a);
  g_assert_true (paddock_mirror_lookup (mirror, "c") == c);
  g_assert_null (b);
  g_assert_null (paddock_mirror_lookup (mirror, "b"));
  g_assert_null (paddock_mirror_lookup (mirror, NULL));
}

typedef struct {
  const char *updated;
  const char *removed;                /* separated by spaces */
  const char *expected;
} ApplyCase;

static const ApplyCase apply_cases[] = {
  { "", "", "a b c" },
  { "d", "", "a b c d" },
  { "b=N", "", "a b=N c" },
  { "b=N d", "a", "b=N c d" },
  { "", "a c", "b" },
  { "", "x y", "a b c" },
  { "-", "", "a b c" },
  { "d e", "a b c x", "d e" },
  { "a", "a", "b c a" },
};

static void
test_apply (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (apply_cases); i++) {
    g_autoptr (PaddockMirror) mirror = new_mirror ();
    g_autoptr (GVariant) first = list_of_roots ("a b c");
    g_autoptr (GVariant) updated = list_of_roots (apply_cases[i].updated);
    g_auto (GStrv) removed = g_strsplit (apply_cases[i].removed, " ", -1);
    g_autofree char *text = NULL;

    paddock_mirror_fill (mirror, first);
    paddock_mirror_apply (mirror, updated, (const char * const *) removed);
    text = describe (mirror);
    g_assert_cmpstr (text, ==, apply_cases[i].expected);
  }
}

static void
on_items_changed (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  guint      *n)
{
  (*n)++;
}

/* The first list is one change of the model; an equal list is none. */
static void
test_few_signals (void)
{
  g_autoptr (PaddockMirror) mirror = new_mirror ();
  g_autoptr (GVariant) list = list_of_roots ("a b c d e f");
  guint n = 0;

  g_signal_connect (paddock_mirror_get_model (mirror), "items-changed",
                    G_CALLBACK (on_items_changed), &n);
  paddock_mirror_fill (mirror, list);
  g_assert_cmpuint (n, ==, 1);
  paddock_mirror_fill (mirror, list);
  paddock_mirror_apply (mirror, list, NULL);
  g_assert_cmpuint (n, ==, 1);
}

static void
assert_numbers (PaddockMirror *mirror,
                const char    *expected)
{
  GListModel *model = paddock_mirror_get_model (mirror);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (PaddockEntryItem) item = g_list_model_get_item (model, i);

    g_string_append_printf (text, "%s%d", i > 0 ? " " : "",
                            (int) paddock_entry_item_get_entry (item)->number);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Newest first, in whatever order they come. */
static void
test_sorted (void)
{
  g_autoptr (PaddockMirror) mirror =
    paddock_mirror_new (paddock_lists_get_kind (PADDOCK_LIST_JOURNAL));
  g_autoptr (GVariant) page = parse_list ("[{'number': <int64 20>}, {'number': <int64 19>}]");
  g_autoptr (GVariant) news = parse_list ("[{'number': <int64 21>}, {'number': <int64 19>},"
                                          " {'number': <int64 22>}]");
  g_autoptr (GVariant) older = parse_list ("[{'number': <int64 9>}, {'number': <int64 8>}]");

  paddock_mirror_fill (mirror, page);
  paddock_mirror_apply (mirror, news, NULL);
  assert_numbers (mirror, "22 21 20 19");
  paddock_mirror_apply (mirror, older, NULL);
  assert_numbers (mirror, "22 21 20 19 9 8");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mirror/fill", test_fill);
  g_test_add_func ("/mirror/items-stay", test_items_stay);
  g_test_add_func ("/mirror/apply", test_apply);
  g_test_add_func ("/mirror/few-signals", test_few_signals);
  g_test_add_func ("/mirror/sorted", test_sorted);
  return g_test_run ();
}
