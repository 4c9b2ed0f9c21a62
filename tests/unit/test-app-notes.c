/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-notes.h"

#include "model-fixtures.h"

/* The notes in a snapshot, and the servers that they name. */

static void
change_note (PaddockSnapshot   *snapshot,
             PaddockChangeKind  kind,
             const char        *key,
             const char        *server,
             gint64             noted,
             gboolean           is_gone)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autofree char *fact = g_strconcat ("fact of ", key, NULL);
  g_autoptr (PaddockAppNote) note = paddock_app_note_new (&(PaddockAppNote) {
    key, fact, "cursor", server, "/f", noted, "", is_gone,
  });

  paddock_changes_add (changes, &(PaddockChange) { .kind = kind, .note = note });
  paddock_snapshot_apply (snapshot, changes);
}

static void
change (PaddockSnapshot   *snapshot,
        PaddockChangeKind  kind,
        const char        *key,
        const char        *server,
        gint64             noted)
{
  change_note (snapshot, kind, key, server, noted, FALSE);
}

static void
put (PaddockSnapshot *snapshot,
     const char      *key,
     const char      *server,
     gint64           noted)
{
  change (snapshot, PADDOCK_CHANGE_PUT_APP_NOTE, key, server, noted);
}

static void
put_gone (PaddockSnapshot *snapshot,
          const char      *key,
          gint64           noted)
{
  change_note (snapshot, PADDOCK_CHANGE_PUT_APP_NOTE, key, "gone", noted, TRUE);
}

/* A server that claims the fact of a key. @kind: ANONYMOUS if its process is not proven. */
static PaddockServer *
meet_as (PaddockSnapshot     *snapshot,
         PaddockIdentityKind  kind,
         const char          *id,
         const char          *fact,
         const char          *given_name)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/node" },
    [PADDOCK_FACT_KEY] = { fact != NULL ? PADDOCK_PROOF_CLAIMED : PADDOCK_PROOF_UNKNOWN, fact },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (kind, facts);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .identity = identity, .given_name = given_name,
  });

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
  return paddock_snapshot_get_server (snapshot, id);
}

static PaddockServer *
meet (PaddockSnapshot *snapshot,
      const char      *id,
      const char      *fact,
      const char      *given_name)
{
  return meet_as (snapshot, PADDOCK_IDENTITY_LAUNCH, id, fact, given_name);
}

static void
test_get (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  guint64 revision = paddock_snapshot_get_revision (snapshot);

  put (snapshot, "a", "one", 1);
  put (snapshot, "b", "two", 2);
  put (snapshot, "a", "ONE", 4);
  g_assert_cmpuint (paddock_app_notes_list (snapshot)->len, ==, 2);
  change (snapshot, PADDOCK_CHANGE_DROP_APP_NOTE, "b", "", 0);
  change (snapshot, PADDOCK_CHANGE_DROP_APP_NOTE, "x", "", 0);
  g_assert_cmpuint (paddock_app_notes_list (snapshot)->len, ==, 1);
  g_assert_null (paddock_app_notes_get (snapshot, "b"));
  g_assert_null (paddock_app_notes_get (snapshot, NULL));
  g_assert_cmpstr (paddock_app_notes_get (snapshot, "a")->server, ==, "ONE");
  /* No answer to a server depends on notes. */
  g_assert_cmpuint (paddock_snapshot_get_revision (snapshot), ==, revision);
}

/* A made-up key, and one that only looks similar, give no name. */
static void
test_find (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  const PaddockServer *known = meet (snapshot, "s1", "fact of a", NULL);
  const PaddockServer *named = meet (snapshot, "s2", "fact of b", "Mine");
  const PaddockServer *without = meet (snapshot, "s3", NULL, NULL);
  const PaddockServer *made_up = meet (snapshot, "s4", "a", NULL);

  put (snapshot, "a", "one", 1);
  put (snapshot, "b", "two", 2);
  g_assert_cmpstr (paddock_app_notes_find (snapshot, known->identity)->server, ==, "one");
  g_assert_cmpstr (paddock_app_notes_find (snapshot, named->identity)->server, ==, "two");
  g_assert_null (paddock_app_notes_find (snapshot, without->identity));
  g_assert_null (paddock_app_notes_find (snapshot, made_up->identity));
  g_assert_null (paddock_app_notes_find (snapshot, NULL));

  change (snapshot, PADDOCK_CHANGE_DROP_APP_NOTE, "a", "", 0);
  g_assert_null (paddock_app_notes_find (snapshot, known->identity));
}

/* If a process is not proven, its key gives it no name, and keeps no note. */
static void
test_unproven (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  const PaddockServer *thief =
    meet_as (snapshot, PADDOCK_IDENTITY_ANONYMOUS, "s1", "fact of a", NULL);
  const PaddockServer *known;

  put_gone (snapshot, "a", 1);
  g_assert_null (paddock_app_notes_find (snapshot, thief->identity));
  g_assert_null (paddock_app_notes_find_kept (snapshot, thief));
  g_assert_false (paddock_app_notes_has_server (snapshot, paddock_app_notes_get (snapshot, "a")));
  known = meet (snapshot, "s2", "fact of a", NULL);
  g_assert_nonnull (paddock_app_notes_find_kept (snapshot, known));
}

static void
test_unused (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();

  g_assert_null (paddock_app_notes_find_unused (snapshot));
  put (snapshot, "a", "one", 1);
  put (snapshot, "b", "two", 9);
  put (snapshot, "c", "three", 3);
  meet (snapshot, "s1", "fact of a", NULL);
  g_assert_cmpstr (paddock_app_notes_find_unused (snapshot)->key, ==, "c");
  meet (snapshot, "s2", "fact of c", NULL);
  g_assert_cmpstr (paddock_app_notes_find_unused (snapshot)->key, ==, "b");
  meet (snapshot, "s3", "fact of b", NULL);
  g_assert_null (paddock_app_notes_find_unused (snapshot));
  put_gone (snapshot, "a", 1);
  g_assert_cmpstr (paddock_app_notes_find_unused (snapshot)->key, ==, "a");
}

/* A note without an entry is kept for the last server that has the key. */
static void
test_kept (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) forget = paddock_changes_new ();
  const PaddockServer *first = meet (snapshot, "s1", "fact of a", NULL);
  const PaddockServer *without = meet (snapshot, "s2", NULL, NULL);
  const PaddockServer *second;

  put (snapshot, "a", "one", 1);
  put_gone (snapshot, "b", 1);
  g_assert_true (paddock_app_notes_has_server (snapshot, paddock_app_notes_get (snapshot, "a")));
  g_assert_false (paddock_app_notes_has_server (snapshot, paddock_app_notes_get (snapshot, "b")));
  g_assert_null (paddock_app_notes_find_kept (snapshot, first));
  put_gone (snapshot, "a", 1);
  g_assert_cmpstr (paddock_app_notes_find_kept (snapshot, first)->key, ==, "a");
  g_assert_null (paddock_app_notes_find_kept (snapshot, without));
  second = meet (snapshot, "s3", "fact of a", NULL);
  g_assert_null (paddock_app_notes_find_kept (snapshot, first));
  g_assert_null (paddock_app_notes_find_kept (snapshot, second));
  paddock_changes_drop_server (forget, "s1");
  paddock_snapshot_apply (snapshot, forget);
  g_assert_cmpstr (paddock_app_notes_find_kept (snapshot, second)->key, ==, "a");
}

/* A server with a command, maybe with a key. */
static PaddockServer *
meet_command (PaddockSnapshot *snapshot,
              const char      *id,
              const char      *key,
              const char      *command,
              PaddockStanding  standing,
              gint64           last_seen)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/node" },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, command },
    [PADDOCK_FACT_KEY] = { key != NULL ? PADDOCK_PROOF_CLAIMED : PADDOCK_PROOF_UNKNOWN, key },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .identity = identity, .claimed_name = "files", .standing = standing,
    .last_seen = last_seen, .times_put_off = standing == PADDOCK_STANDING_UNDECIDED,
  });

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
  return paddock_snapshot_get_server (snapshot, id);
}

/* A warning says that something changed. It must be the same entry: what only resembles it was
 * never this server. */
static void
test_previous (void)
{
  static const struct { const char     *key;     /* of the known server */
                        const char     *command;
                        PaddockStanding standing;
                        const char     *note;    /* the entry that has the key */
                        gboolean        is_found;
  } rows[] = {
    { "fact of a", "node old.js", PADDOCK_STANDING_ALLOWED, NULL, TRUE },
    { "fact of a", "node old.js", PADDOCK_STANDING_BLOCKED, NULL, TRUE },
    { "fact of a", "node old.js", PADDOCK_STANDING_UNDECIDED, NULL, FALSE },
    { "fact of a", "node new.js", PADDOCK_STANDING_ALLOWED, NULL, FALSE },
    /* The entry got another key. */
    { "fact of b", "node old.js", PADDOCK_STANDING_ALLOWED, "one", TRUE },
    { "fact of b", "node new.js", PADDOCK_STANDING_ALLOWED, "one", TRUE },
    { "fact of b", "node old.js", PADDOCK_STANDING_ALLOWED, "two", FALSE },
    { "fact of b", "node old.js", PADDOCK_STANDING_ALLOWED, NULL, FALSE },
    /* Somebody starts the same program by hand. */
    { NULL, "node old.js", PADDOCK_STANDING_ALLOWED, NULL, FALSE },
    { NULL, "node new.js", PADDOCK_STANDING_BLOCKED, NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
    const PaddockServer *server =
      meet_command (snapshot, "s1", "fact of a", "node new.js", PADDOCK_STANDING_UNDECIDED, 9);
    const PaddockServer *found;

    put (snapshot, "a", "one", 1);
    if (rows[i].note != NULL)
      put (snapshot, "b", rows[i].note, 2);
    meet_command (snapshot, "s2", rows[i].key, rows[i].command, rows[i].standing, 5);
    g_test_message ("%" G_GSIZE_FORMAT, i);
    found = paddock_app_notes_find_previous (snapshot, server);
    g_assert_cmpstr (found != NULL ? found->id : NULL, ==, rows[i].is_found ? "s2" : NULL);
    if (!rows[i].is_found)
      continue;
    meet_command (snapshot, "s3", "fact of a", "node newer.js", PADDOCK_STANDING_ALLOWED, 7);
    g_assert_cmpstr (paddock_app_notes_find_previous (snapshot, server)->id, ==, "s3");
    meet_command (snapshot, "s4", "fact of a", "node newest.js", PADDOCK_STANDING_UNDECIDED, 8);
    g_assert_cmpstr (paddock_app_notes_find_previous (snapshot, server)->id, ==, "s3");
  }
}

/* A server without a key is new, whatever it resembles. */
static void
test_previous_by_hand (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  const PaddockServer *server =
    meet_command (snapshot, "s1", NULL, "node new.js", PADDOCK_STANDING_UNDECIDED, 9);

  put (snapshot, "a", "one", 1);
  meet_command (snapshot, "s2", "fact of a", "node new.js", PADDOCK_STANDING_BLOCKED, 5);
  meet_command (snapshot, "s3", NULL, "node old.js", PADDOCK_STANDING_ALLOWED, 5);
  g_assert_null (paddock_app_notes_find_previous (snapshot, server));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-notes/get", test_get);
  g_test_add_func ("/app-notes/find", test_find);
  g_test_add_func ("/app-notes/unproven", test_unproven);
  g_test_add_func ("/app-notes/unused", test_unused);
  g_test_add_func ("/app-notes/kept", test_kept);
  g_test_add_func ("/app-notes/previous", test_previous);
  g_test_add_func ("/app-notes/previous-by-hand", test_previous_by_hand);
  return g_test_run ();
}
