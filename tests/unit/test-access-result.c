/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-access-result.h"

/* The dictionary of CheckAccess and OpenAccess: there and back, and read leniently. */

static void
assert_equal (const PaddockAccessResult *a,
              const PaddockAccessResult *b)
{
  g_assert_cmpint (a->verdict, ==, b->verdict);
  g_assert_cmpstr (a->path, ==, b->path);
  g_assert_cmpstr (a->root_id, ==, b->root_id);
  g_assert_cmpint (a->access, ==, b->access);
  g_assert_cmpint (a->size, ==, b->size);
  g_assert_cmpint (a->limit, ==, b->limit);
  g_assert_cmpint (a->handle, ==, b->handle);
}

static void
test_round_trip (void)
{
  static const PaddockAccessResult results[] = {
    { .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/a/b", .root_id = (char *) "1",
      .access = PADDOCK_ACCESS_READ_WRITE, .size = G_MAXINT64, .limit = 1, .handle = 0 },
    { .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/not\377utf8", .root_id = (char *) "2",
      .handle = -1 },
    { .verdict = PADDOCK_READ_ALLOWED, .path = (char *) "/a", .handle = 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++) {
    g_autoptr (GVariant) variant =
      g_variant_ref_sink (paddock_access_result_to_variant (&results[i]));
    g_autoptr (PaddockAccessResult) back = paddock_access_result_from_variant (variant);

    assert_equal (&results[i], back);
  }
}

/* A refusal carries only the verdict. */
static void
test_refused (void)
{
  for (PaddockReadVerdict verdict = 0; verdict < PADDOCK_READ_ALLOWED; verdict++) {
    PaddockAccessResult result = {
      .verdict = verdict, .path = (char *) "/secret", .root_id = (char *) "1", .size = 7,
      .limit = 8, .handle = 0,
    };
    PaddockAccessResult nothing = { .verdict = verdict, .handle = -1 };
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_access_result_to_variant (&result));
    g_autoptr (PaddockAccessResult) back = paddock_access_result_from_variant (variant);

    g_assert_cmpuint (g_variant_n_children (variant), ==, 1);
    assert_equal (&nothing, back);
  }
}

/* Whatever is absent, unknown or of another type refuses. */
static void
test_lenient (void)
{
  static const char * const dictionaries[] = {
    "@a{sv} {}",
    "{'verdict': <13>, 'path': <b'/x'>}",
    "{'verdict': <'ALLOWED'>, 'path': <b'/x'>, 'descriptor': <handle 0>}",
    "{'verdict': <'allowed '>, 'size': <int64 1>}",
    "{'verdict': <'allow'>}",
    "{'verdict': <''>, 'root': <'x'>}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (dictionaries); i++) {
    g_autoptr (GVariant) variant =
      g_variant_parse (G_VARIANT_TYPE_VARDICT, dictionaries[i], NULL, NULL, NULL);
    g_autoptr (PaddockAccessResult) result = paddock_access_result_from_variant (variant);
    PaddockAccessResult nothing = { .handle = -1 };

    assert_equal (result, &nothing);
  }
  paddock_access_result_free (NULL);
}

static void
test_other_types (void)
{
  g_autoptr (GVariant) variant = g_variant_parse (
    G_VARIANT_TYPE_VARDICT,
    "{'verdict': <'allowed'>, 'path': <'/x'>, 'root': <1>, 'access': <'all'>, 'size': <'7'>,"
    " 'limit': <uint32 1>, 'descriptor': <0>}", NULL, NULL, NULL);
  g_autoptr (PaddockAccessResult) result = paddock_access_result_from_variant (variant);
  PaddockAccessResult bare = { .verdict = PADDOCK_READ_ALLOWED, .handle = -1 };

  assert_equal (result, &bare);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/access-result/round-trip", test_round_trip);
  g_test_add_func ("/access-result/refused", test_refused);
  g_test_add_func ("/access-result/lenient", test_lenient);
  g_test_add_func ("/access-result/other-types", test_other_types);
  return g_test_run ();
}
