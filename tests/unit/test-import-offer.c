/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-import-offer.h"

static void
test_round_trip (void)
{
  for (PaddockImportState state = PADDOCK_IMPORT_FOUND; state <= PADDOCK_IMPORT_REFUSED; state++) {
    g_autoptr (PaddockImportOffer) offer = paddock_import_offer_new (state, "/srv/caf\xe9 \n", 7);
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_import_offer_to_variant (offer));
    g_autoptr (PaddockImportOffer) back = paddock_import_offer_from_variant (variant);

    g_assert_cmpint (back->state, ==, state);
    g_assert_cmpstr (back->path, ==, "/srv/caf\xe9 \n");
    g_assert_cmpuint (back->n_roots, ==, 7);
  }
}

/* A value that this version cannot read offers nothing. */
static void
test_nothing (void)
{
  static const char * const variants[] = {
    "@a{sv} {}",
    "{'state': <'none'>, 'path': <b'/a'>}",
    "{'state': <'other'>, 'path': <b'/a'>}",
    "{'state': <''>, 'path': <b'/a'>}",
    "{'state': <1>, 'path': <b'/a'>}",
    "{'path': <b'/a'>, 'roots': <@u 3>}",
    "{'state': <'found'>}",
    "{'state': <'found'>, 'path': <b''>}",
    "{'state': <'found'>, 'path': <'/a'>}",
    "{'state': <'found'>, 'path': <@ay []>}",
    "'found'",
    "@a{ss} {'state': 'found'}",
  };
  g_autoptr (PaddockImportOffer) none = paddock_import_offer_new (PADDOCK_IMPORT_NONE, "/a", 1);
  g_autoptr (GVariant) of_nothing = g_variant_ref_sink (paddock_import_offer_to_variant (NULL));
  g_autoptr (GVariant) of_none = g_variant_ref_sink (paddock_import_offer_to_variant (none));

  g_assert_cmpuint (g_variant_n_children (of_nothing), ==, 0);
  g_assert_cmpuint (g_variant_n_children (of_none), ==, 0);
  g_assert_null (paddock_import_offer_from_variant (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (variants); i++) {
    g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new_parsed (variants[i]));

    g_assert_null (paddock_import_offer_from_variant (variant));
  }
}

static void
test_nicks (void)
{
  for (PaddockImportState state = PADDOCK_IMPORT_NONE; state <= PADDOCK_IMPORT_REFUSED; state++)
    g_assert_cmpint (
      paddock_import_offer_state_from_nick (paddock_import_offer_state_to_nick (state)), ==, state);
  g_assert_cmpint (paddock_import_offer_state_from_nick (NULL), ==, PADDOCK_IMPORT_NONE);
  g_assert_cmpint (paddock_import_offer_state_from_nick ("Found"), ==, PADDOCK_IMPORT_NONE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-offer/round-trip", test_round_trip);
  g_test_add_func ("/import-offer/nothing", test_nothing);
  g_test_add_func ("/import-offer/nicks", test_nicks);
  return g_test_run ();
}
