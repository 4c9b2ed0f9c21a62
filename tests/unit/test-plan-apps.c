/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-plan-apps.h"

#include "paddock-command.h"
#include "paddock-error.h"
#include "paddock-widening.h"

#include "plan-fixtures.h"

/* The verbs about apps' files: what they change, what they refuse, and that notes never widen. */

#define KEY "cursor-k3v9x0q2m1ab"

static PaddockCommand *
make_note (const char *key,
           const char *app,
           const char *server,
           const char *path)
{
  g_autofree char *fact = g_strconcat ("fact of ", key, NULL);

  return paddock_command_new (PADDOCK_COMMAND_NOTE_APP, NULL, NULL,
                              g_variant_new_parsed ("{'key': <%s>, 'fact': <%s>, 'app': <%s>, "
                                                    "'server': <%s>, 'path': <%s>}",
                                                    key, fact, app, server, path));
}

static PaddockCommand *
make_gone (const char *key)
{
  return paddock_command_new (PADDOCK_COMMAND_NOTE_APP_GONE, NULL, NULL,
                              g_variant_new_parsed ("{'key': <%s>}", key));
}

/* Checks a command, plans it and applies it. Returns what it changed, NULL: it was refused. */
static char *
act (PaddockSnapshot *snapshot,
     PaddockCommand  *command,
     gint64           now)
{
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_COMMAND_DENIED, now, NULL);
  g_autoptr (PaddockCommand) owned = command;
  g_autoptr (PaddockChanges) changes = paddock_command_plan (command, &plan);

  g_assert_false (paddock_widening_check (snapshot, changes, now));
  if (!paddock_command_check (command, &plan, NULL))
    return NULL;
  paddock_snapshot_apply (snapshot, changes);
  return fixture_describe (changes);
}

/* Several commands in a row. */
static void
test_note (void)
{
  static const struct {
    const char *key;
    const char *app;                /* NULL: it is gone */
    const char *server;
    const char *path;
    const char *changes;            /* NULL: refused */
    gint64      noted;
  } steps[] = {
    { KEY, "cursor", "files", "/f",
      "note:" KEY ":cursor/files log:app-connected:command-denied", 1 },
    { KEY, "cursor", "files", "/f", "", 1 },
    { KEY, "cursor", "files", "/g", "note:" KEY ":cursor/files", 1 },
    { KEY, "cursor", "notes", "/g",
      "note:" KEY ":cursor/notes log:app-connected:command-denied", 4 },
    { KEY, "zed", "notes", "/g", "note:" KEY ":zed/notes log:app-connected:command-denied", 5 },
    { KEY, "Zed", "notes", "/g", NULL, 5 },
    { KEY, "zed", "", "/g", NULL, 5 },
    { KEY, "zed", "notes", "g", NULL, 5 },
    { "made-up", "zed", "notes", "/g", NULL, 0 },
    { "made-up", NULL, NULL, NULL, "", 0 },
    { KEY, NULL, NULL, NULL, "-note:" KEY " log:app-restored:command-denied", 0 },
    { KEY, NULL, NULL, NULL, "", 0 },
  };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree char *changes =
      act (snapshot,
           steps[i].app != NULL
             ? make_note (steps[i].key, steps[i].app, steps[i].server, steps[i].path)
             : make_gone (steps[i].key), (gint64) i + 1);
    const PaddockAppNote *note = paddock_app_notes_get (snapshot, steps[i].key);

    g_test_message ("step %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (changes, ==, steps[i].changes);
    g_assert_cmpint (note != NULL ? note->noted : 0, ==, steps[i].noted);
  }
}

static void
meet (PaddockSnapshot *snapshot,
      const char      *key)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autofree char *fact = g_strconcat ("fact of ", key, NULL);
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/npx" },
    [PADDOCK_FACT_KEY] = { PADDOCK_PROOF_CLAIMED, fact },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = key, .identity = identity,
  });

  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
}

/* While a server with the key is known, its note stays. It goes with the last such server. */
static void
test_gone (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_COMMAND_DENIED, NOW, NULL);
  g_autoptr (PaddockChanges) early = NULL, late = NULL;
  g_autofree char *gone = NULL, *twice = NULL, *back = NULL;
  g_autofree char *early_text = NULL, *late_text = NULL;

  meet (snapshot, KEY);
  g_free (act (snapshot, make_note (KEY, "cursor", "files", "/f"), 1));
  early = paddock_plan_forget (&plan, KEY);
  early_text = fixture_describe (early);
  g_assert_null (strstr (early_text, "-note:"));
  gone = act (snapshot, make_gone (KEY), 2);
  g_assert_cmpstr (gone, ==, "note:" KEY ":cursor/files log:app-restored:command-denied");
  g_assert_true (paddock_app_notes_get (snapshot, KEY)->is_gone);
  twice = act (snapshot, make_gone (KEY), 3);
  g_assert_cmpstr (twice, ==, "");
  back = act (snapshot, make_note (KEY, "cursor", "files", "/f"), 4);
  g_assert_cmpstr (back, ==, "note:" KEY ":cursor/files log:app-connected:command-denied");
  g_assert_false (paddock_app_notes_get (snapshot, KEY)->is_gone);

  g_free (act (snapshot, make_gone (KEY), 5));
  late = paddock_plan_forget (&plan, KEY);
  late_text = fixture_describe (late);
  g_assert_nonnull (strstr (late_text, "-note:" KEY));
}

/* Strangers' texts are escaped in the journal, which names the caller and the app's file. */
static void
test_journal (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_COMMAND_DENIED, NOW, NULL);
  g_autoptr (PaddockCommand) command = make_note (KEY, "cursor", "a\xe2\x80\xae" "b\n", "/f\x1b");
  g_autoptr (PaddockChanges) changes = NULL;
  const PaddockJournalEntry *entry;

  plan.caller = "busy (7)";
  changes = paddock_command_plan (command, &plan);
  entry = paddock_changes_get (changes, 1)->entry;
  g_assert_cmpstr (entry->server, ==, "cursor/a\\u{202E}b\\x0A");
  g_assert_null (entry->server_id);
  g_assert_cmpstr (entry->root, ==, "/f\\x1B");
  g_assert_null (entry->root_id);
  g_assert_cmpstr (entry->detail, ==, "busy (7)");
}

/* However many keys a program makes up, those of known servers stay. */
static void
test_full (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  g_autofree char *refused = NULL;
  g_autofree char *renamed = NULL;

  meet (snapshot, KEY);
  g_free (act (snapshot, make_note (KEY, "cursor", "files", "/f"), 1));
  for (int i = 0; i < 3 * PADDOCK_APP_NOTES_MAX; i++) {
    g_autofree char *key = g_strdup_printf ("zed-%012d", i);
    g_autofree char *done = act (snapshot, make_note (key, "zed", "x", "/f"), i + 2);

    g_assert_nonnull (done);
    g_assert_cmpuint (paddock_app_notes_list (snapshot)->len, <=, PADDOCK_APP_NOTES_MAX);
  }
  g_assert_nonnull (paddock_app_notes_get (snapshot, KEY));
  g_assert_null (paddock_app_notes_get (snapshot, "zed-000000000000"));

  for (guint i = 0; i < PADDOCK_APP_NOTES_MAX; i++)
    meet (snapshot, ((PaddockAppNote *) paddock_app_notes_list (snapshot)->pdata[i])->key);
  refused = act (snapshot, make_note ("new-k3v9x0q2m1ab", "zed", "x", "/f"), NOW);
  g_assert_null (refused);
  renamed = act (snapshot, make_note (KEY, "cursor", "more", "/f"), NOW);
  g_assert_cmpstr (renamed, ==, "note:" KEY ":cursor/more log:app-connected:command-denied");
}

static PaddockCommand *
make_take_out (const char * const *entries,
               gssize              n)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert_value (&arguments, "entries", g_variant_new_strv (entries, n));
  return paddock_command_new (PADDOCK_COMMAND_TAKE_OUT, NULL, NULL,
                              g_variant_dict_end (&arguments));
}

/* The user is asked, and nothing changes. */
static void
test_take_out (void)
{
  static const char * const entries[] = { "cursor/files", "claude-code/a/b", NULL };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockCommand) command = make_take_out (entries, -1);
  g_autoptr (PaddockChanges) changes = paddock_command_plan (command, &plan);
  g_autofree char *text = fixture_describe (changes);
  g_autoptr (PaddockPrompt) prompt = paddock_command_to_prompt (command, &plan);
  guint64 revision = paddock_snapshot_get_revision (snapshot);

  g_assert_cmpstr (text, ==, "take-out");
  g_assert_true (paddock_command_check (command, &plan, NULL));
  g_assert_true (paddock_widening_check (snapshot, changes, NOW));
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpuint (paddock_snapshot_get_revision (snapshot), ==, revision);
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_TAKE_OUT);
  g_assert_true (g_strv_equal (prompt->wants.entries, entries));
}

static void
test_take_out_refused (void)
{
  g_autofree char *name = g_strnfill (PADDOCK_PLAN_APPS_MAX_ENTRY_BYTES - 2, 'x');
  g_autofree char *longest = g_strconcat ("a/", name, NULL);
  g_autofree char *too_long = g_strconcat ("a/x", name, NULL);
  const char *many[PADDOCK_PLAN_APPS_MAX_ENTRIES + 1];
  const struct {
    const char *entry;
    gssize      n;
    int         error;              /* -1: none */
  } rows[] = {
    { longest, 1, -1 },
    { "a/\xe2\x80\xae\n", 1, -1 },
    { "a/b", PADDOCK_PLAN_APPS_MAX_ENTRIES, -1 },
    { "a/b", PADDOCK_PLAN_APPS_MAX_ENTRIES + 1, PADDOCK_ERROR_LIMIT },
    { "a/b", 0, PADDOCK_ERROR_INVALID_ARGUMENT },
    { too_long, 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "a", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "a/", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "/a", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "A/b", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
    { "\xe2\x80\xae/b", 1, PADDOCK_ERROR_INVALID_ARGUMENT },
  };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockCommand) command = NULL;
    g_autoptr (GError) error = NULL;

    for (gsize j = 0; j < G_N_ELEMENTS (many); j++)
      many[j] = rows[i].entry;
    command = make_take_out (many, rows[i].n);
    g_assert_cmpint (paddock_command_check (command, &plan, &error), ==, rows[i].error == -1);
    if (rows[i].error != -1)
      g_assert_error (error, PADDOCK_ERROR, rows[i].error);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-apps/note", test_note);
  g_test_add_func ("/plan-apps/gone", test_gone);
  g_test_add_func ("/plan-apps/journal", test_journal);
  g_test_add_func ("/plan-apps/full", test_full);
  g_test_add_func ("/plan-apps/take-out", test_take_out);
  g_test_add_func ("/plan-apps/take-out-refused", test_take_out_refused);
  return g_test_run ();
}
