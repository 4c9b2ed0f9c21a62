/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-widening.h"

#include <string.h>

#include "model-fixtures.h"

#define RO PADDOCK_ACCESS_READ_ONLY
#define RW PADDOCK_ACCESS_READ_WRITE

static PaddockSnapshot *
make_world (void)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_root (changes, "ro", RO, 0);
  fixture_put_root (changes, "rw", RW, 0);
  fixture_put_root (changes, "ends", RW, NOW + 100);
  fixture_put_root (changes, "lonely", RO, NOW + 100);
  fixture_put_root (changes, "over", RO, NOW);
  fixture_put_server (changes, "allowed", PADDOCK_STANDING_ALLOWED);
  fixture_put_server (changes, "undecided", PADDOCK_STANDING_UNDECIDED);
  fixture_put_server (changes, "leftover", PADDOCK_STANDING_UNDECIDED);
  fixture_put_server (changes, "blocked", PADDOCK_STANDING_BLOCKED);
  fixture_put_server (changes, "without", PADDOCK_STANDING_WITHOUT_ROOTS);
  fixture_put_grant (changes, "allowed", "ro", RO, NOW + 50, NULL);
  fixture_put_grant (changes, "allowed", "rw", RO, 0, "1:1");
  fixture_put_grant (changes, "allowed", "ends", RW, 0, NULL);
  fixture_put_grant (changes, "allowed", "lonely", RO, NOW, NULL);
  fixture_put_grant (changes, "leftover", "ro", RO, 0, NULL);
  paddock_snapshot_apply (snapshot, changes);
  return snapshot;
}

/* Changes as text: a word for each.
 *   root:ID:ACCESS:EXPIRES   server:ID:STANDING   grant:SERVER/ROOT:ACCESS:EXPIRES[:SCOPE]
 *   drop-root:ID   drop-server:ID   drop-grant:SERVER/ROOT   pause   resume   drop-never:SERVER
 * A time is µs from NOW; "-" is none. A scope is "session" or "login". */
static void
add_change (PaddockChanges *changes,
            const char     *text)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 5);
  g_auto (GStrv) pair = words[1] != NULL ? g_strsplit (words[1], "/", 2) : NULL;
  gint64 ends = 0;

  if (g_strv_length (words) > 3 && strcmp (words[3], "-") != 0)
    ends = NOW + g_ascii_strtoll (words[3], NULL, 10);

  if (strcmp (words[0], "root") == 0)
    fixture_put_root (changes, words[1], strcmp (words[2], "rw") == 0 ? RW : RO, ends);
  else if (strcmp (words[0], "server") == 0)
    fixture_put_server (changes, words[1], paddock_server_standing_from_nick (words[2]));
  else if (strcmp (words[0], "grant") == 0)
    fixture_put_grant (changes, pair[0], pair[1], strcmp (words[2], "rw") == 0 ? RW : RO, ends,
                       words[4] == NULL ? NULL
                                        : g_str_equal (words[4], "login") ? "login:x" : "1:1");
  else if (strcmp (words[0], "drop-root") == 0)
    paddock_changes_drop_root (changes, words[1]);
  else if (strcmp (words[0], "drop-server") == 0)
    paddock_changes_drop_server (changes, words[1]);
  else if (strcmp (words[0], "pause") == 0 || strcmp (words[0], "resume") == 0)
    paddock_changes_set_paused (changes, strcmp (words[0], "pause") == 0);
  else if (strcmp (words[0], "drop-never") == 0)
    paddock_changes_take_back_never (changes, words[1], "/f");
  else if (strcmp (words[0], "drop-grant") == 0)
    paddock_changes_drop_grant (changes, pair[0], pair[1]);
  else
    g_assert_not_reached ();
}

static const struct {
  const char *changes;
  gboolean    widens;
} changesets[] = {
  { "", FALSE },

  /* Roots. */
  { "root:new:rw:-", TRUE },              /* hosts may read in it, without a grant */
  { "root:new:ro:1", TRUE },
  { "root:new:ro:0", FALSE },             /* expired at once */
  { "root:lonely:rw:100", TRUE },
  { "root:lonely:ro:-", TRUE },
  { "root:lonely:ro:101", TRUE },
  { "root:lonely:ro:99", FALSE },
  { "root:over:ro:0", FALSE },
  { "root:over:ro:1", TRUE },             /* active again */
  { "root:over:ro:-", TRUE },
  { "root:ro:ro:-", FALSE },
  { "root:ro:rw:-", TRUE },               /* its grant is read-only, but hosts need no grant */
  { "root:rw:ro:-", FALSE },
  { "root:ends:ro:100", FALSE },
  { "root:ends:rw:99", FALSE },
  { "root:ends:rw:100", FALSE },
  { "root:ends:rw:101", TRUE },
  { "root:ends:rw:-", TRUE },
  { "root:ro:ro:40", FALSE },
  { "drop-root:ends", FALSE },
  { "drop-root:nothing", FALSE },
  { "drop-root:ends root:ends:rw:-", TRUE },

  /* Grants. */
  { "grant:allowed/ro:ro:50", FALSE },
  { "grant:allowed/ro:ro:49", FALSE },
  { "grant:allowed/ro:ro:51", TRUE },
  { "grant:allowed/ro:ro:-", TRUE },
  { "grant:allowed/ro:rw:50", FALSE },    /* the root is read-only */
  { "grant:allowed/ro:ro:50:session", FALSE },
  { "grant:allowed/ro:ro:0", FALSE },     /* expired at once */
  { "grant:allowed/rw:ro:-:session", FALSE },
  { "grant:allowed/rw:rw:-:session", TRUE },
  { "grant:allowed/rw:ro:-", TRUE },      /* for every session instead of one */
  { "grant:allowed/rw:ro:10", TRUE },
  { "grant:allowed/rw:ro:-:login", TRUE },
  { "grant:allowed/ro:ro:50:login", FALSE },
  { "grant:allowed/ends:rw:-:login", FALSE },
  { "grant:undecided/ro:ro:-:login", TRUE },
  { "grant:allowed/ends:rw:-", FALSE },
  { "grant:allowed/ends:rw:200", FALSE }, /* the root ends earlier */
  { "grant:allowed/ends:ro:-", FALSE },
  { "grant:allowed/lonely:ro:1", TRUE },  /* the earlier grant has expired */
  { "grant:undecided/ro:ro:-", TRUE },
  { "grant:undecided/ro:ro:1:session", TRUE },
  { "grant:blocked/ro:ro:-", TRUE },
  { "grant:without/ro:ro:-", TRUE },
  { "grant:leftover/ro:ro:-", FALSE },
  { "grant:allowed/nothing:ro:-", FALSE },
  { "drop-grant:allowed/ro", FALSE },
  { "drop-grant:undecided/ro", FALSE },
  { "grant:undecided/ro:ro:- drop-grant:undecided/ro", FALSE },
  { "drop-grant:allowed/ro grant:allowed/ro:ro:50", FALSE },
  { "drop-grant:allowed/ro grant:allowed/ro:ro:51", TRUE },

  /* Servers. */
  { "server:new:undecided", FALSE },
  { "server:new:allowed", FALSE },
  { "server:allowed:allowed", FALSE },
  { "server:allowed:undecided", FALSE },
  { "server:allowed:blocked", FALSE },
  { "server:allowed:without-roots", FALSE },
  { "server:undecided:allowed", FALSE },
  { "server:undecided:blocked", FALSE },
  { "server:undecided:without-roots", FALSE },
  { "server:leftover:allowed", TRUE },    /* its old grants count again */
  { "server:leftover:allowed drop-grant:leftover/ro", FALSE },
  { "server:blocked:blocked", FALSE },
  { "server:blocked:without-roots", FALSE },
  { "server:blocked:undecided", TRUE },
  { "server:blocked:allowed", TRUE },
  { "server:without:blocked", FALSE },
  { "server:without:undecided", TRUE },
  { "server:without:allowed", TRUE },
  { "drop-server:allowed", FALSE },
  { "drop-server:undecided", FALSE },
  { "drop-server:nobody", FALSE },
  { "drop-server:blocked", TRUE },
  { "drop-server:without", TRUE },
  { "drop-server:blocked server:blocked:blocked", FALSE },

  /* Nothing was paused before. */
  { "pause", FALSE },
  { "resume", FALSE },

  /* The user may be asked about a file again, whatever the server. */
  { "drop-never:allowed", TRUE },
  { "drop-never:blocked", TRUE },
  { "drop-never:nobody", TRUE },
  { "drop-never:allowed drop-grant:allowed/ro", TRUE },

  /* Harmless alone, but not together. */
  { "root:rw:rw:- grant:allowed/rw:ro:-:session", FALSE },
  { "root:ro:ro:- grant:allowed/ro:ro:50", FALSE },
  { "root:ro:rw:- grant:allowed/ro:rw:50", TRUE },
  { "grant:allowed/ro:rw:50 root:ro:rw:-", TRUE },
  { "root:ends:rw:100 grant:allowed/ends:rw:100", FALSE },
  { "root:ends:rw:200 grant:allowed/ends:rw:101", TRUE },
  { "root:new:ro:- grant:allowed/new:ro:-", TRUE },
  { "server:new:allowed grant:new/ro:ro:-", TRUE },

  /* One change that widens among others that do not. */
  { "server:allowed:blocked drop-root:ro drop-server:blocked", TRUE },
  { "drop-grant:allowed/ro root:new:ro:- grant:undecided/new:ro:5 drop-root:rw", TRUE },
  { "root:new:ro:- drop-root:new", FALSE },
  { "grant:undecided/ro:ro:- drop-root:ro", FALSE },
  { "grant:undecided/ro:ro:- drop-server:undecided", FALSE },
};

static void
test_table (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();

  for (gsize i = 0; i < G_N_ELEMENTS (changesets); i++) {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_auto (GStrv) words = g_strsplit (changesets[i].changes, " ", -1);

    g_test_message ("%s", changesets[i].changes);
    for (gsize j = 0; words[j] != NULL; j++)
      add_change (changes, words[j]);
    g_assert_cmpint (paddock_widening_check (snapshot, changes, NOW), ==, changesets[i].widens);
  }
}

static gboolean
root_widens (const PaddockSnapshot *snapshot,
             const PaddockRoot     *template)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (template);

  paddock_changes_put_root (changes, root);
  return paddock_widening_check (snapshot, changes, NOW);
}

/* During a pause no server sees anything. A grant still widens, because the pause ends. */
static void
test_paused (void)
{
  static const struct {
    const char *changes;
    gboolean    widens;
  } rows[] = {
    { "pause", FALSE },
    { "resume", TRUE },
    { "drop-root:ends resume", TRUE },
    { "drop-grant:allowed/ro", FALSE },
    { "grant:undecided/ro:ro:-", TRUE },
    { "server:blocked:undecided", TRUE },
  };
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  g_autoptr (PaddockChanges) pause = paddock_changes_new ();

  paddock_changes_set_paused (pause, TRUE);
  paddock_snapshot_apply (snapshot, pause);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    g_auto (GStrv) words = g_strsplit (rows[i].changes, " ", -1);

    g_test_message ("%s", rows[i].changes);
    for (gsize j = 0; words[j] != NULL; j++)
      add_change (changes, words[j]);
    g_assert_cmpint (paddock_widening_check (snapshot, changes, NOW), ==, rows[i].widens);
  }
}

/* Accepting something else at the path means sharing something else. */
static void
test_another_file (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  PaddockRoot root = *paddock_snapshot_get_root (snapshot, "ro");
  PaddockRoot lonely = *paddock_snapshot_get_root (snapshot, "lonely");
  PaddockFileRecord other = fixture_record (2);

  root.name = "Other name";
  root.last_seen = NOW;
  root.picked = "/elsewhere";
  g_assert_false (root_widens (snapshot, &root));

  root.record = &other;
  g_assert_true (root_widens (snapshot, &root));
  root.record = NULL;
  g_assert_true (root_widens (snapshot, &root));
  root = *paddock_snapshot_get_root (snapshot, "ro");
  root.path = "/home/user/elsewhere";
  g_assert_true (root_widens (snapshot, &root));

  root = *paddock_snapshot_get_root (snapshot, "ro");
  root.document = "a1b2/other";
  g_assert_true (root_widens (snapshot, &root));

  lonely.record = &other;
  g_assert_true (root_widens (snapshot, &lonely));
  lonely.expires = NOW;
  g_assert_false (root_widens (snapshot, &lonely));
}

static void
replace_root (PaddockSnapshot   *snapshot,
              const PaddockRoot *template)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (template);

  paddock_changes_put_root (changes, root);
  paddock_snapshot_apply (snapshot, changes);
}

/* Reading other file systems below a root widens, also without a grant: hosts need none. No longer
 * reading them doesn't. */
static void
test_other_file_systems (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  PaddockRoot root = *paddock_snapshot_get_root (snapshot, "ro");
  PaddockRoot lonely = *paddock_snapshot_get_root (snapshot, "lonely");

  root.crosses = TRUE;
  g_assert_true (root_widens (snapshot, &root));
  replace_root (snapshot, &root);
  root = *paddock_snapshot_get_root (snapshot, "ro");
  g_assert_false (root_widens (snapshot, &root));
  root.crosses = FALSE;
  g_assert_false (root_widens (snapshot, &root));

  lonely.crosses = TRUE;
  g_assert_true (root_widens (snapshot, &lonely));
  lonely.id = "new";
  g_assert_true (root_widens (snapshot, &lonely));
  lonely.crosses = FALSE;
  g_assert_true (root_widens (snapshot, &lonely));
}

/* A root that ends with a login widens if it gets no end, or another login. */
static void
test_login (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  PaddockRoot root = *paddock_snapshot_get_root (snapshot, "ro");

  root.login = "login:x";
  g_assert_false (root_widens (snapshot, &root));
  replace_root (snapshot, &root);
  root = *paddock_snapshot_get_root (snapshot, "ro");
  g_assert_false (root_widens (snapshot, &root));
  root.login = "login:y";
  g_assert_true (root_widens (snapshot, &root));
  root.login = NULL;
  g_assert_true (root_widens (snapshot, &root));
}

static gboolean
server_widens (const PaddockServer *before,
               const PaddockServer *after)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) edit = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (before);
  g_autoptr (PaddockServer) edited = paddock_server_new (after);

  fixture_put_root (changes, "r", RO, 0);
  paddock_changes_put_server (changes, server);
  fixture_put_grant (changes, "s", "r", RO, 0, NULL);
  paddock_snapshot_apply (snapshot, changes);
  paddock_changes_put_server (edit, edited);
  return paddock_widening_check (snapshot, edit, NOW);
}

/* How long a decision lasts, and for which sessions. */
static void
test_decisions (void)
{
  static const struct {
    PaddockStanding  standing;
    gint64           ends;
    const char      *scope;
    PaddockStanding  later_standing;
    gint64           later_ends;
    const char      *later_scope;
    gboolean         widens;
  } rows[] = {
#define ALLOWED PADDOCK_STANDING_ALLOWED
#define BLOCKED PADDOCK_STANDING_BLOCKED
    { ALLOWED, 0, NULL, ALLOWED, 0, NULL, FALSE },
    { ALLOWED, 0, NULL, ALLOWED, NOW + 5, NULL, FALSE },
    { ALLOWED, 0, NULL, ALLOWED, 0, "1:1", FALSE },
    { ALLOWED, NOW + 5, NULL, ALLOWED, NOW + 5, NULL, FALSE },
    { ALLOWED, NOW + 5, NULL, ALLOWED, NOW + 4, NULL, FALSE },
    { ALLOWED, NOW + 5, NULL, ALLOWED, NOW + 6, NULL, TRUE },
    { ALLOWED, NOW + 5, NULL, ALLOWED, 0, NULL, TRUE },
    { ALLOWED, NOW, NULL, ALLOWED, NOW + 5, NULL, TRUE },
    { ALLOWED, 0, "1:1", ALLOWED, 0, "1:1", FALSE },
    { ALLOWED, 0, "1:1", ALLOWED, 0, "1:2", TRUE },
    { ALLOWED, 0, "1:1", ALLOWED, 0, NULL, TRUE },
    { BLOCKED, 0, NULL, BLOCKED, 0, NULL, FALSE },
    { BLOCKED, 0, NULL, BLOCKED, NOW + 5, NULL, TRUE },
    { BLOCKED, NOW + 5, NULL, BLOCKED, NOW + 6, NULL, FALSE },
    { BLOCKED, NOW + 5, NULL, BLOCKED, NOW + 4, NULL, TRUE },
    { BLOCKED, 0, NULL, BLOCKED, 0, "1:1", TRUE },
    { BLOCKED, 0, "1:1", BLOCKED, 0, NULL, FALSE },
    { BLOCKED, 0, NULL, BLOCKED, NOW, NULL, TRUE },
    { BLOCKED, NOW, NULL, PADDOCK_STANDING_UNDECIDED, 0, NULL, FALSE },
#undef ALLOWED
#undef BLOCKED
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockServer before = {
      .id = "s", .standing = rows[i].standing, .decision_ends = rows[i].ends,
      .decision_scope = rows[i].scope,
    };
    PaddockServer after = {
      .id = "s", .standing = rows[i].later_standing, .decision_ends = rows[i].later_ends,
      .decision_scope = rows[i].later_scope,
    };

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (server_widens (&before, &after), ==, rows[i].widens);
  }
}

static void
test_display_and_put_off (void)
{
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/a");
  g_autoptr (PaddockIdentity) other = fixture_process ("/usr/bin/b");
  PaddockServer before = {
    .id = "s", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED, .put_off_until = NOW + 5,
  };
  PaddockServer after = before;

  after.claimed_name = "Files";
  after.last_seen = NOW;
  after.put_off_until = 0;
  after.times_put_off = 7;
  g_assert_false (server_widens (&before, &after));
  after.identity = other;
  g_assert_true (server_widens (&before, &after));
}

/* Each choice that is switched on widens, whatever the grants. With another identity, all of them
 * do. */
static void
test_choices (void)
{
  g_autoptr (PaddockIdentity) identity = fixture_launch ("a");
  g_autoptr (PaddockIdentity) other = fixture_launch ("b");

  for (guint i = 0; i < 64; i++) {
    PaddockServer before = {
      .id = "s", .identity = identity, .choices = (PaddockChoices) (i & 7),
    };
    PaddockServer after = before;

    after.choices = (PaddockChoices) (i >> 3);
    g_assert_cmpint (server_widens (&before, &after), ==, ((i >> 3) & ~i) != 0);
    after.identity = other;
    g_assert_cmpint (server_widens (&before, &after), ==, (i >> 3) != 0);
  }
}

/* Expired things are no reason to ask. Reviving them is. */
static void
test_time (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_world ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_grant (changes, "allowed", "ro", RO, NOW + 50, NULL);
  g_assert_false (paddock_widening_check (snapshot, changes, NOW));
  g_assert_false (paddock_widening_check (snapshot, changes, NOW + 49));
  g_assert_false (paddock_widening_check (snapshot, changes, NOW + 50));
  fixture_put_grant (changes, "allowed", "ro", RO, NOW + 60, NULL);
  g_assert_true (paddock_widening_check (snapshot, changes, NOW + 50));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/widening/table", test_table);
  g_test_add_func ("/widening/paused", test_paused);
  g_test_add_func ("/widening/another-file", test_another_file);
  g_test_add_func ("/widening/other-file-systems", test_other_file_systems);
  g_test_add_func ("/widening/login", test_login);
  g_test_add_func ("/widening/decisions", test_decisions);
  g_test_add_func ("/widening/display-and-put-off", test_display_and_put_off);
  g_test_add_func ("/widening/choices", test_choices);
  g_test_add_func ("/widening/time", test_time);
  return g_test_run ();
}
