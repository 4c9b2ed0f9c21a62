/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-never.h"

/* The dictionaries of ListNever: there and back, and read leniently. */

static void
test_round_trip (void)
{
  static const PaddockNever all[] = {
    { (char *) "s1", (char *) "r1", (char *) "/home/u/.env" },
    { NULL, (char *) "r2", (char *) "/home/u/\377\n.env" },
  };
  GVariantBuilder builder;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GPtrArray) back = NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_variant_builder_add_value (&builder, paddock_never_to_variant (&all[i]));
  list = g_variant_ref_sink (g_variant_builder_end (&builder));
  back = paddock_never_list_from_variant (list);
  g_assert_cmpuint (back->len, ==, G_N_ELEMENTS (all));
  for (guint i = 0; i < back->len; i++) {
    const PaddockNever *never = g_ptr_array_index (back, i);

    g_assert_cmpstr (never->server_id, ==, all[i].server_id);
    g_assert_cmpstr (never->root_id, ==, all[i].root_id);
    g_assert_cmpstr (never->path, ==, all[i].path);
  }
}

/* An element that names no file is left out. */
static void
test_lenient (void)
{
  static const char * const lists[] = {
    "@aa{sv} []",
    "[@a{sv} {}]",
    "[{'path': <b'/p'>}]",
    "[{'root': <'r'>, 'server': <'s'>}]",
    "[{'path': <'/p'>, 'root': <'r'>}]",
    "[{'path': <b'/p'>, 'root': <b'r'>}, {'path': <1>, 'root': <'r'>}]",
  };
  g_autoptr (GVariant) odd =
    g_variant_parse (G_VARIANT_TYPE ("aa{sv}"),
                     "[{'path': <1>}, {'path': <b'/p'>, 'root': <'r'>, 'server': <7>, 'x': <2>}]",
                     NULL, NULL, NULL);
  g_autoptr (GPtrArray) kept = paddock_never_list_from_variant (odd);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_autoptr (GVariant) list =
      g_variant_parse (G_VARIANT_TYPE ("aa{sv}"), lists[i], NULL, NULL, NULL);
    g_autoptr (GPtrArray) none = paddock_never_list_from_variant (list);

    g_test_message ("%s", lists[i]);
    g_assert_cmpuint (none->len, ==, 0);
  }
  g_assert_cmpuint (kept->len, ==, 1);
  g_assert_null (((PaddockNever *) g_ptr_array_index (kept, 0))->server_id);
  paddock_never_free (NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/never/round-trip", test_round_trip);
  g_test_add_func ("/never/lenient", test_lenient);
  return g_test_run ();
}
