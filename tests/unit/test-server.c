/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-server.h"

static PaddockIdentity *
make_identity (void)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_PROVEN, "/usr/bin/files-server" },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
}

static void
test_deep_copy (void)
{
  char *id = g_strdup ("s1");
  char *given_name = g_strdup ("Mine");
  char *claimed_name = g_strdup ("Files");
  char *scope = g_strdup ("1:1");
  PaddockIdentity *identity = make_identity ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .given_name = given_name, .claimed_name = claimed_name, .identity = identity,
    .decision_scope = scope,
    .standing = PADDOCK_STANDING_BLOCKED, .decided = 1, .decision_ends = 2, .times_put_off = 3,
    .put_off_until = 4, .first_seen = 5, .last_seen = 6,
  });
  g_autoptr (PaddockServer) again = paddock_server_new (server);

  g_free (id);
  g_free (given_name);
  g_free (claimed_name);
  g_free (scope);
  paddock_identity_unref (identity);
  g_clear_pointer (&server, paddock_server_unref);
  g_assert_cmpstr (again->id, ==, "s1");
  g_assert_cmpstr (again->given_name, ==, "Mine");
  g_assert_cmpstr (again->claimed_name, ==, "Files");
  g_assert_cmpstr (again->decision_scope, ==, "1:1");
  g_assert_cmpuint (paddock_identity_get_kind (again->identity), ==, PADDOCK_IDENTITY_PROCESS);
  g_assert_cmpuint (again->standing, ==, PADDOCK_STANDING_BLOCKED);
  g_assert_cmpint (again->decided, ==, 1);
  g_assert_cmpint (again->decision_ends, ==, 2);
  g_assert_cmpuint (again->times_put_off, ==, 3);
  g_assert_cmpint (again->put_off_until, ==, 4);
  g_assert_cmpint (again->first_seen, ==, 5);
  g_assert_cmpint (again->last_seen, ==, 6);
}

static void
test_boxed (void)
{
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .id = "s" });
  PaddockServer *copy = g_boxed_copy (PADDOCK_TYPE_SERVER, server);

  g_assert_true (copy == server);
  g_assert_nonnull (server->identity);
  g_assert_cmpuint (paddock_identity_get_kind (server->identity), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_boxed_free (PADDOCK_TYPE_SERVER, copy);
}

static void
test_standing (void)
{
  static const struct {
    PaddockStanding  decided;
    gint64           ends;
    const char      *decision_scope;
    const char      *scope;
    gint64           now;
    PaddockStanding  standing;
  } rows[] = {
    { PADDOCK_STANDING_UNDECIDED, 0, NULL, NULL, 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, NULL, 10, PADDOCK_STANDING_ALLOWED },
    { PADDOCK_STANDING_ALLOWED, 0, NULL, "1:1", 10, PADDOCK_STANDING_ALLOWED },
    { PADDOCK_STANDING_ALLOWED, 11, NULL, "1:1", 10, PADDOCK_STANDING_ALLOWED },
    { PADDOCK_STANDING_ALLOWED, 10, NULL, "1:1", 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_ALLOWED, 9, NULL, "1:1", 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_ALLOWED, 0, "1:1", "1:1", 10, PADDOCK_STANDING_ALLOWED },
    { PADDOCK_STANDING_ALLOWED, 0, "1:1", "1:2", 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_ALLOWED, 0, "1:1", NULL, 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_ALLOWED, 10, "1:1", "1:1", 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_BLOCKED, 0, NULL, NULL, 10, PADDOCK_STANDING_BLOCKED },
    { PADDOCK_STANDING_BLOCKED, 10, NULL, NULL, 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_BLOCKED, 0, "1:1", "1:2", 10, PADDOCK_STANDING_UNDECIDED },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 0, NULL, "1:1", 10, PADDOCK_STANDING_WITHOUT_ROOTS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
      .standing = rows[i].decided, .decision_ends = rows[i].ends,
      .decision_scope = rows[i].decision_scope,
    });

    g_assert_cmpuint (paddock_server_get_standing (server, rows[i].scope, rows[i].now), ==,
                      rows[i].standing);
  }
}

static void
test_label (void)
{
  static const struct { const char *claimed_name, *label, *given_name;
                        gboolean is_unknown;
  } rows[] = {
    { NULL, "files-server" },
    { "Files", "files-server" },
    { "Files", "Mine", "Mine" },
    { NULL, "Mine", " Mine " },
    { "Files", "files-server", "" },
    { NULL, "files-server", "  " },
    { "Files", "a\\u{202E}b\\x1B", "a\xe2\x80\xae" "b\x1b" },
    { "Files", "Mine", "Mine", TRUE },
    { NULL, "Unknown program", NULL, TRUE },
    { "", "Unknown program", NULL, TRUE },
    { "   ", "Unknown program", NULL, TRUE },
    { " Files ", "Unknown program: Files", NULL, TRUE },
    { "Files\n", "Unknown program: Files\\x0A", NULL, TRUE },
    { "a\xe2\x80\xae" "b", "Unknown program: a\\u{202E}b", NULL, TRUE },
    { "\xff\xfe", "Unknown program: \\xFF\\xFE", NULL, TRUE },
  };
  g_autoptr (PaddockIdentity) identity = make_identity ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
      .identity = rows[i].is_unknown ? NULL : identity, .claimed_name = rows[i].claimed_name,
      .given_name = rows[i].given_name,
    });
    g_autofree char *label = paddock_server_dup_label (server);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

static void
test_long_label (void)
{
  g_autofree char *name = g_strnfill (1000, 'x');
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .given_name = name });
  g_autofree char *label = paddock_server_dup_label (server);

  g_assert_cmpuint (strlen (label), <=, 256);
  g_assert_true (g_utf8_validate (label, -1, NULL));
}

static void
test_standing_nicks (void)
{
  static const char * const unknown[] = { "", "allow", "Allowed", "without_roots", "blocked " };

  for (guint i = 0; i <= PADDOCK_STANDING_WITHOUT_ROOTS; i++)
    g_assert_cmpuint (paddock_server_standing_from_nick (paddock_server_standing_to_nick (i)), ==,
                      i);
  g_assert_cmpstr (paddock_server_standing_to_nick (99), ==, "undecided");
  g_assert_cmpuint (paddock_server_standing_from_nick (NULL), ==, PADDOCK_STANDING_UNDECIDED);
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpuint (paddock_server_standing_from_nick (unknown[i]), ==,
                      PADDOCK_STANDING_UNDECIDED);
}

static void
test_decided (void)
{
  static const struct {
    PaddockServer server;
    gboolean      is_decided;
  } cases[] = {
    { { .id = "s" }, FALSE },
    { { .id = "s", .last_seen = 7, .lists_early = TRUE, .origin = "/usr/bin/a" }, FALSE },
    { { .id = "s", .standing = PADDOCK_STANDING_ALLOWED }, TRUE },
    { { .id = "s", .standing = PADDOCK_STANDING_BLOCKED }, TRUE },
    { { .id = "s", .decided = 7 }, TRUE },
    { { .id = "s", .times_put_off = 1 }, TRUE },
    { { .id = "s", .put_off_until = G_MAXINT64 }, TRUE },
    { { .id = "s", .claimed_name = "Files" }, FALSE },
    { { .id = "s", .given_name = "Mine" }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {
      [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/a" },
      [PADDOCK_FACT_KEY] = { PADDOCK_PROOF_PROVEN, "k" },
    };
    g_autoptr (PaddockIdentity) keyed = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
    g_autoptr (PaddockServer) server = paddock_server_new (&cases[i].server);
    g_autoptr (PaddockIdentity) claiming = paddock_identity_new_with_claimed_key (keyed);
    g_autoptr (PaddockServer) with_key = NULL;
    g_autoptr (PaddockServer) with_other_key = NULL;
    PaddockServer edited = *server;

    g_assert_true (paddock_server_is_decided (server) == cases[i].is_decided);
    g_assert_true (paddock_server_is_vouched_for (server) == cases[i].is_decided);
    edited.identity = keyed;
    with_key = paddock_server_new (&edited);
    g_assert_cmpstr (with_key->origin, ==, cases[i].server.origin);
    g_assert_true (paddock_server_is_decided (with_key) == cases[i].is_decided);
    g_assert_true (paddock_server_is_vouched_for (with_key));
    edited.identity = claiming;
    with_other_key = paddock_server_new (&edited);
    g_assert_true (paddock_server_is_vouched_for (with_other_key) == cases[i].is_decided);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/server/deep-copy", test_deep_copy);
  g_test_add_func ("/server/boxed", test_boxed);
  g_test_add_func ("/server/standing", test_standing);
  g_test_add_func ("/server/decided", test_decided);
  g_test_add_func ("/server/label", test_label);
  g_test_add_func ("/server/long-label", test_long_label);
  g_test_add_func ("/server/standing-nicks", test_standing_nicks);
  return g_test_run ();
}
