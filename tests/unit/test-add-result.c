/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-add-result.h"

/* The dictionaries of InspectPaths and AddRoots: there and back, and read leniently. */

static void
assert_equal (const PaddockAddResult *a,
              const PaddockAddResult *b)
{
  g_assert_cmpstr (a->path, ==, b->path);
  g_assert_cmpstr (a->canonical, ==, b->canonical);
  g_assert_cmpint (a->verdict, ==, b->verdict);
  g_assert_cmpuint (a->warnings, ==, b->warnings);
  g_assert_cmpint (a->added, ==, b->added);
  g_assert_cmpint (a->uncrossed, ==, b->uncrossed);
  g_assert_cmpstr (a->root_id, ==, b->root_id);
  g_assert_cmpstr (a->inside_id, ==, b->inside_id);
  g_assert_cmpstr (a->request, ==, b->request);
  g_assert_cmpstr (a->error, ==, b->error);
}

static void
test_round_trip (void)
{
  static const PaddockAddResult results[] = {
    { .path = (char *) "/a", .canonical = (char *) "/b", .verdict = PADDOCK_PLACE_ACCEPTED,
      .added = TRUE, .root_id = (char *) "1", .inside_id = (char *) "2" },
    { .path = (char *) "/a", .canonical = (char *) "/a", .verdict = PADDOCK_PLACE_ACCEPTED,
      .added = TRUE, .uncrossed = TRUE, .root_id = (char *) "1" },
    { .path = (char *) "/a", .canonical = (char *) "/a", .verdict = PADDOCK_PLACE_ACCEPTED,
      .request = (char *) "question" },
    { .path = (char *) "", .verdict = PADDOCK_PLACE_EMPTY },
    { .path = (char *) "/not\377utf8", .canonical = (char *) "/not\377utf8",
      .verdict = PADDOCK_PLACE_WARNED,
      .warnings = PADDOCK_PLACE_WARNING_HOME | PADDOCK_PLACE_WARNING_CONTAINS_OWN,
      .error = (char *) "say so" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++) {
    g_autoptr (GVariant) variant =
      g_variant_ref_sink (paddock_add_result_to_variant (&results[i]));
    g_autoptr (PaddockAddResult) back = paddock_add_result_from_variant (variant);

    assert_equal (&results[i], back);
  }
}

static void
test_every_verdict (void)
{
  for (PaddockPlaceVerdict verdict = 0; verdict <= PADDOCK_PLACE_ACCEPTED; verdict++) {
    PaddockAddResult result = { .path = (char *) "/", .verdict = verdict };
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_add_result_to_variant (&result));
    g_autoptr (PaddockAddResult) back = paddock_add_result_from_variant (variant);

    g_assert_cmpint (back->verdict, ==, verdict);
  }
}

/* Whatever is absent, unknown or of another type refuses. */
static void
test_lenient (void)
{
  static const char * const dictionaries[] = {
    "@a{sv} {}",
    "{'path': <'a string'>, 'verdict': <7>, 'warnings': <'home'>, 'added': <'yes'>, 'id': <1>}",
    "{'verdict': <'fine'>, 'warnings': <['new-kind']>}",
    "{'verdict': <'ACCEPTED'>, 'inside': <b'x'>, 'error': <[1]>}",
    "{'verdict': <''>, 'canonical': <'/x'>}",
    "{'without-other-file-systems': <'yes'>}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (dictionaries); i++) {
    g_autoptr (GVariant) variant =
      g_variant_parse (G_VARIANT_TYPE_VARDICT, dictionaries[i], NULL, NULL, NULL);
    g_autoptr (PaddockAddResult) result = paddock_add_result_from_variant (variant);
    PaddockAddResult nothing = { .path = (char *) "" };

    assert_equal (result, &nothing);
  }
  paddock_add_result_free (NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/add-result/round-trip", test_round_trip);
  g_test_add_func ("/add-result/every-verdict", test_every_verdict);
  g_test_add_func ("/add-result/lenient", test_lenient);
  return g_test_run ();
}
