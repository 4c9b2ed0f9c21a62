/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-undecided.h"

#include "model-fixtures.h"

/* @origin: the program, as far as it is known; @key: (nullable): from Paddock, or "invented". */
static void
put_server (PaddockSnapshot     *snapshot,
            const PaddockServer *template,
            const char          *program,
            const char          *key)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, program },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, template->id },
    [PADDOCK_FACT_KEY] = { g_strcmp0 (key, "invented") == 0 ? PADDOCK_PROOF_CLAIMED
                                                         : PADDOCK_PROOF_PROVEN, key },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = NULL;
  PaddockServer edited = *template;

  edited.identity = identity;
  server = paddock_server_new (&edited);
  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
}

/* Adds PREFIX0, PREFIX1, …, each seen after the last. @programs: how many origins they take turns
 * with. */
static void
put_many (PaddockSnapshot *snapshot,
          const char      *prefix,
          guint            n,
          guint            programs,
          const char      *key,
          const char      *origin)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *id = g_strdup_printf ("%s%u", prefix, i);
    g_autofree char *program = g_strdup_printf ("/usr/bin/%u", i % programs);

    put_server (snapshot, &(PaddockServer) { .id = id, .last_seen = NOW + i, .origin = origin },
                program, key);
  }
}

static guint
evict (PaddockSnapshot *snapshot,
       GHashTable      *needed)
{
  g_autoptr (PaddockChanges) changes = paddock_undecided_evict (snapshot, needed);

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++)
    g_assert_cmpint (paddock_changes_get (changes, i)->kind, ==, PADDOCK_CHANGE_DROP_SERVER);
  paddock_snapshot_apply (snapshot, changes);
  return paddock_changes_get_size (changes);
}

static guint
count_left (PaddockSnapshot *snapshot,
            const char      *prefix)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  guint n = 0;

  for (guint i = 0; i < servers->len; i++)
    n += g_str_has_prefix (((PaddockServer *) servers->pdata[i])->id, prefix);
  return n;
}

/* How many of 1,000 servers are kept, by number of programs, with an invented key and with one from
 * Paddock. */
static void
test_bounds (void)
{
  static const struct {
    guint       programs;
    const char *origin;
    guint       plain;
    guint       with_key;
    guint       plain_of_both;
    guint       with_key_of_both;
  } cases[] = {
    { 1, NULL, 16, 32, 16, 16 },
    { 4, NULL, 64, 128, 64, 64 },
    { 1000, NULL, 128, 256, 128, 128 },
    /* The known origin counts, not the claimed one. */
    { 1000, "/usr/bin/python3", 16, 32, 16, 16 },
    { 1000, "", 16, 32, 16, 16 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    for (guint which = 1; which <= 3; which++) {
      g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
      guint with_key = which == 3 ? cases[i].with_key_of_both : cases[i].with_key;

      if ((which & 1) != 0)
        put_many (snapshot, "plain", 1000, cases[i].programs, i % 2 != 0 ? "invented" : NULL,
                  cases[i].origin);
      if ((which & 2) != 0)
        put_many (snapshot, "keyed", 1000, cases[i].programs, "k", cases[i].origin);
      evict (snapshot, NULL);
      g_assert_cmpuint (count_left (snapshot, "plain"), ==,
                        which == 1 ? cases[i].plain : which == 3 ? cases[i].plain_of_both : 0);
      g_assert_cmpuint (count_left (snapshot, "keyed"), ==,
                        which == 1 ? 0 : with_key);
      g_assert_cmpuint (evict (snapshot, NULL), ==, 0);
    }
  }
}

static void
test_newest (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();

  put_many (snapshot, "s", PADDOCK_UNDECIDED_PER_ORIGIN_MAX / 2, 1, NULL, NULL);
  g_assert_cmpuint (evict (snapshot, NULL), ==, 0);
  /* If two were seen at the same time, the later one stays. */
  put_server (snapshot, &(PaddockServer) { .id = "late", .last_seen = NOW }, "/usr/bin/0", NULL);
  g_assert_cmpuint (evict (snapshot, NULL), ==, 1);
  g_assert_null (paddock_snapshot_get_server (snapshot, "s0"));
  g_assert_nonnull (paddock_snapshot_get_server (snapshot, "late"));
}

/* Decided servers, and those needed now, are not touched, and use nobody's place. */
static void
test_kept (void)
{
  static const PaddockServer decided[] = {
    { .id = "allowed", .standing = PADDOCK_STANDING_ALLOWED },
    { .id = "blocked", .standing = PADDOCK_STANDING_BLOCKED },
    { .id = "without", .standing = PADDOCK_STANDING_WITHOUT_ROOTS },
    { .id = "put-off", .times_put_off = 1 },
    { .id = "put-off-for-good", .put_off_until = G_MAXINT64 },
    { .id = "granted" },
    { .id = "connected" },
  };
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GHashTable) needed = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < G_N_ELEMENTS (decided); i++)
    put_server (snapshot, &decided[i], "/usr/bin/0", NULL);
  fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_WRITE, 0);
  fixture_put_grant (changes, "granted", "r", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  paddock_snapshot_apply (snapshot, changes);
  g_hash_table_add (needed, (char *) "connected");

  put_many (snapshot, "s", 1000, 1, NULL, NULL);
  evict (snapshot, needed);
  for (gsize i = 0; i < G_N_ELEMENTS (decided); i++)
    g_assert_nonnull (paddock_snapshot_get_server (snapshot, decided[i].id));
  g_assert_cmpuint (count_left (snapshot, "s"), ==, PADDOCK_UNDECIDED_PER_ORIGIN_MAX / 2);
  g_assert_cmpuint (evict (snapshot, NULL), ==, 1);
  g_assert_null (paddock_snapshot_get_server (snapshot, "connected"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/undecided/bounds", test_bounds);
  g_test_add_func ("/undecided/newest", test_newest);
  g_test_add_func ("/undecided/kept", test_kept);
  return g_test_run ();
}
