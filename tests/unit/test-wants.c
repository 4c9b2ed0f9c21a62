/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-wants.h"

static const char * const one[] = { "x", NULL };
static const char * const one_again[] = { "x", NULL };
static const char * const two[] = { "x", "y", NULL };
static const char * const none[] = { NULL };

static void
test_copy (void)
{
  GStrv root_ids = g_strsplit ("r1 r2 r3", " ", -1);
  GStrv paths = g_strsplit ("/a /b", " ", -1);
  GStrv documents = g_strsplit ("/doc/1/a", " ", -1);
  const PaddockWants template = {
    .flags = PADDOCK_WANTS_ACCESS, .root_ids = (const char * const *) root_ids,
    .paths = (const char * const *) paths, .n_files = 1,
    .documents = (const char * const *) documents, .warnings = PADDOCK_PLACE_WARNING_HOME,
    .entries = one,
    .access = PADDOCK_ACCESS_READ_WRITE, .duration = { PADDOCK_DURATION_HOUR }, .expires = 5,
  };
  PaddockWants copy = paddock_wants_copy (&template);
  PaddockWants empty = paddock_wants_copy (&(PaddockWants) { 0 });

  g_assert_true (paddock_wants_equal (&copy, &template));
  g_assert_true (paddock_wants_equal (&empty, &(PaddockWants) { 0 }));
  g_strfreev (root_ids);
  g_strfreev (paths);
  g_strfreev (documents);
  g_assert_cmpstr (copy.root_ids[2], ==, "r3");
  g_assert_null (copy.root_ids[3]);
  g_assert_cmpstr (copy.paths[1], ==, "/b");
  g_assert_cmpstr (copy.documents[0], ==, "/doc/1/a");
  g_assert_true (copy.entries != one);
  g_assert_cmpuint (paddock_wants_count_entries (&copy), ==, 1);
  g_assert_cmpuint (paddock_wants_count_entries (&empty), ==, 0);
  g_assert_null (empty.root_ids);
  g_assert_null (empty.paths);
  g_assert_null (empty.documents);
  paddock_wants_clear (&copy);
  paddock_wants_clear (&empty);
}

/* Every member makes a difference. But a caller repeats itself although Paddock meanwhile found
 * something else out about the paths, and time has passed. */
static void
test_equal (void)
{
  const PaddockWants base = { .root_ids = one, .paths = one, .documents = one };

#define EXPECT(is_equal, is_same, field, value) \
  G_STMT_START { \
    PaddockWants edited = base; \
\
    edited.field = value; \
    g_assert_cmpint (paddock_wants_equal (&base, &edited), ==, is_equal); \
    g_assert_cmpint (paddock_wants_equal (&edited, &base), ==, is_equal); \
    g_assert_cmpint (paddock_wants_is_same (&base, &edited), ==, is_same); \
    g_assert_cmpint (paddock_wants_is_same (&edited, &base), ==, is_same); \
  } G_STMT_END

  EXPECT (TRUE, TRUE, root_ids, one_again);
  EXPECT (TRUE, TRUE, paths, one_again);
  EXPECT (TRUE, TRUE, documents, one_again);
  EXPECT (FALSE, FALSE, flags, PADDOCK_WANTS_ACCESS);
  EXPECT (FALSE, FALSE, root_ids, two);
  EXPECT (FALSE, FALSE, root_ids, none);
  EXPECT (FALSE, FALSE, root_ids, NULL);
  EXPECT (FALSE, FALSE, paths, two);
  EXPECT (FALSE, FALSE, paths, NULL);
  EXPECT (FALSE, FALSE, entries, one);
  EXPECT (FALSE, FALSE, access, PADDOCK_ACCESS_READ_WRITE);
  EXPECT (FALSE, FALSE, duration.kind, PADDOCK_DURATION_HOUR);
  EXPECT (FALSE, FALSE, duration.length, 1);
  EXPECT (FALSE, FALSE, expires, 1);
  EXPECT (FALSE, TRUE, duration.until, 1);
  EXPECT (FALSE, TRUE, n_files, 1);
  EXPECT (FALSE, TRUE, documents, two);
  EXPECT (FALSE, TRUE, documents, NULL);
  EXPECT (FALSE, TRUE, warnings, PADDOCK_PLACE_WARNING_HOME);
#undef EXPECT
}

static void
test_lists (void)
{
  const PaddockWants full = { .root_ids = two, .paths = two };
  const PaddockWants empty = { .root_ids = none, .paths = none };
  const PaddockWants nothing = { 0 };

  g_assert_true (paddock_wants_has_root (&full, "y"));
  g_assert_false (paddock_wants_has_root (&full, "z"));
  g_assert_false (paddock_wants_has_root (&empty, "x"));
  g_assert_false (paddock_wants_has_root (&nothing, "x"));
  g_assert_cmpuint (paddock_wants_count_paths (&full), ==, 2);
  g_assert_cmpuint (paddock_wants_count_paths (&empty), ==, 0);
  g_assert_cmpuint (paddock_wants_count_paths (&nothing), ==, 0);
}

static void
test_length (void)
{
  static const struct {
    PaddockDurationKind kind;
    gint64              expires;
    PaddockDurationKind expected;
  } rows[] = {
    { PADDOCK_DURATION_SESSION, 0, PADDOCK_DURATION_UNTIL_REVOKED },
    { PADDOCK_DURATION_UNTIL_REVOKED, 0, PADDOCK_DURATION_UNTIL_REVOKED },
    { PADDOCK_DURATION_LOGIN, 0, PADDOCK_DURATION_LOGIN },
    { PADDOCK_DURATION_SESSION, 5, PADDOCK_DURATION_UNTIL },
    { PADDOCK_DURATION_LOGIN, 5, PADDOCK_DURATION_UNTIL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockWants wants = {
      .flags = PADDOCK_WANTS_EXPIRY, .duration = { .kind = rows[i].kind },
      .expires = rows[i].expires,
    };
    PaddockDuration length = paddock_wants_get_length (&wants);

    g_assert_cmpint (length.kind, ==, rows[i].expected);
    g_assert_cmpint (length.until, ==, rows[i].expires);
  }
}

static void
test_flags (void)
{
  static const char * const unknown[] = { "access", "everything", NULL };

  for (guint flags = 0; flags < 64; flags++) {
    g_auto (GStrv) nicks = paddock_wants_flags_to_nicks ((PaddockWantsFlags) flags);

    g_assert_cmpuint (paddock_wants_flags_from_nicks ((const char * const *) nicks), ==, flags);
  }
  g_assert_cmpuint (paddock_wants_flags_from_nicks (NULL), ==, PADDOCK_WANTS_NOTHING_ELSE);
  g_assert_cmpuint (paddock_wants_flags_from_nicks (unknown), ==, PADDOCK_WANTS_ACCESS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wants/copy", test_copy);
  g_test_add_func ("/wants/equal", test_equal);
  g_test_add_func ("/wants/lists", test_lists);
  g_test_add_func ("/wants/length", test_length);
  g_test_add_func ("/wants/flags", test_flags);
  return g_test_run ();
}
