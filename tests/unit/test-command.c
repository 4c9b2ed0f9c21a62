/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-command.h"

#include "paddock-error.h"
#include "paddock-policy.h"
#include "plan-fixtures.h"

/* Commands, their effects, and whether they widen. */
static const struct {
  const char        *name;
  PaddockCommandKind    kind;
  const char        *server_id;
  const char        *roots;
  const char        *result;
  gboolean           widens;
  PaddockPromptKind prompt;
} rows[] = {
  { "remove", PADDOCK_COMMAND_REMOVE_ROOTS, NULL, "r1 r2",
    "-root:r1 log:root-removed:none/r1 -root:r2 log:root-removed:none/r2", FALSE,
    PADDOCK_PROMPT_CHANGE_ROOT },
  { "remove-none", PADDOCK_COMMAND_REMOVE_ROOTS, NULL, "", "", FALSE, PADDOCK_PROMPT_CHANGE_ROOT },
  { "change-none", PADDOCK_COMMAND_CHANGE_ROOT, NULL, "", "", FALSE, PADDOCK_PROMPT_CHANGE_ROOT },
  { "change-nothing", PADDOCK_COMMAND_CHANGE_ROOT, NULL, "r1", "root:r1 log:root-changed:none/r1",
    FALSE, PADDOCK_PROMPT_CHANGE_ROOT },
  { "grant", PADDOCK_COMMAND_GRANT, "s2", "r1",
    "grant:s2/r1@3600 log:granted:none:s2/r1 server:s2:allowed@3600", TRUE,
    PADDOCK_PROMPT_GRANT },
  { "grant-shorter", PADDOCK_COMMAND_GRANT, "s1", "r1",
    "grant:s1/r1@3600 log:granted:none:s1/r1 server:s1:allowed", FALSE, PADDOCK_PROMPT_GRANT },
  { "grant-blocked", PADDOCK_COMMAND_GRANT, "s3", "r1",
    "grant:s3/r1@3600 log:granted:none:s3/r1 server:s3:allowed@3600", TRUE,
    PADDOCK_PROMPT_GRANT },
  { "revoke", PADDOCK_COMMAND_REVOKE, "s1", "r1", "-grant:s1/r1 log:revoked:none:s1/r1", FALSE,
    PADDOCK_PROMPT_CHANGE_ROOT },
  { "block", PADDOCK_COMMAND_BLOCK, "s2", NULL, "server:s2:blocked log:blocked:none:s2", FALSE,
    PADDOCK_PROMPT_CHANGE_ROOT },
  { "unblock", PADDOCK_COMMAND_UNBLOCK, "s3", NULL,
    "server:s3:undecided log:unblocked:none:s3", TRUE, PADDOCK_PROMPT_UNBLOCK },
  { "forget", PADDOCK_COMMAND_FORGET, "s2", NULL, "-server:s2 log:forgotten:none:s2", FALSE,
    PADDOCK_PROMPT_UNBLOCK },
  { "pause", PADDOCK_COMMAND_PAUSE, NULL, NULL, "pause log:paused:none", FALSE,
    PADDOCK_PROMPT_CHANGE_ROOT },
  { "resume-nothing", PADDOCK_COMMAND_RESUME, NULL, NULL, "", FALSE, PADDOCK_PROMPT_RESUME },
  { "clear-journal", PADDOCK_COMMAND_CLEAR_JOURNAL, NULL, NULL,
    "clear-journal log:journal-cleared:none", TRUE, PADDOCK_PROMPT_CLEAR },
  { "let-read", PADDOCK_COMMAND_LET_READ, "s1", NULL, "server:s1:allowed log:reading-on:none:s1",
    TRUE,
    PADDOCK_PROMPT_LET_READ },
  { "let-read-undecided", PADDOCK_COMMAND_LET_READ, "s2", NULL, "", FALSE,
    PADDOCK_PROMPT_LET_READ },
  { "take-back-never", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s1", "r1",
    "-never:s1:/srv/.env log:never-taken-back:none:s1/r1", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  { "take-back-never-blocked", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s3", "r1",
    "-never:s3:/srv/.env log:never-taken-back:none:s3/r1", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  { "take-back-never-hosts", PADDOCK_COMMAND_TAKE_BACK_NEVER, NULL, "r1",
    "-never::/srv/.env log:never-taken-back:none/r1", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  /* The folder or the server is unknown by now. */
  { "take-back-never-removed", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s1", "r9",
    "-never:s1:/srv/.env log:never-taken-back:none:s1", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  { "take-back-never-nowhere", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s1", NULL,
    "-never:s1:/srv/.env log:never-taken-back:none:s1", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  { "take-back-never-forgotten", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s9", "r9",
    "-never:s9:/srv/.env log:never-taken-back:none:s9", TRUE, PADDOCK_PROMPT_TAKE_BACK_NEVER },
  /* There is no such answer, or it was withdrawn. */
  { "take-back-never-of-nobody", PADDOCK_COMMAND_TAKE_BACK_NEVER, "s2", "r1", "", FALSE,
    PADDOCK_PROMPT_TAKE_BACK_NEVER },
  { "forget-blocked", PADDOCK_COMMAND_FORGET, "s3", NULL, "-server:s3 log:forgotten:none:s3", TRUE,
    PADDOCK_PROMPT_UNBLOCK },
};

/* The answer "Never" for this file, about every server except s2. */
static PaddockNeverFiles *
make_never_files (const char *path)
{
  static const char * const servers[] = { "s1", "s3", "s9", NULL };
  PaddockNeverFiles *files = paddock_never_files_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (servers); i++)
    paddock_never_files_add (files, &(PaddockNeverFile) {
      .server_id = servers[i], .root_id = "r1", .path = path,
    });
  return files;
}

static PaddockCommand *
make_command (gsize row)
{
  g_auto (GStrv) roots = NULL;
  GVariant *arguments = g_variant_new_parsed ("{'duration': <'hour'>, 'reading': <true>, "
                                              "'path': <b'/srv/.env'>}");
  PaddockCommand *command;

  if (rows[row].roots != NULL)
    roots = g_strsplit (rows[row].roots, " ", -1);
  command = paddock_command_new (rows[row].kind, rows[row].server_id, (const char * const *) roots,
                                 arguments);
  command->never_files = make_never_files ("/srv/.env");
  return command;
}

static void
test_wish (gconstpointer data)
{
  gsize row = GPOINTER_TO_SIZE (data);
  g_autoptr (PaddockCommand) command = make_command (row);
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockChanges) changes = paddock_command_plan (command, &plan);
  g_autoptr (PaddockPrompt) prompt = NULL;
  g_autofree char *text = fixture_describe (changes);

  plan.caller = "bash (process 7)";
  prompt = paddock_command_to_prompt (command, &plan);
  g_assert_cmpstr (text, ==, rows[row].result);
  g_assert_cmpint (paddock_widening_check (snapshot, changes, NOW), ==, rows[row].widens);
  g_assert_cmpint (prompt->kind, ==, rows[row].prompt);
  g_assert_cmpstr (prompt->server_id, ==, rows[row].server_id);
  g_assert_cmpstr (prompt->caller, ==, "bash (process 7)");
  g_assert_cmpstr (prompt->path, ==, "/srv/.env");
}

/* The detail is only the file, whatever its name. The entry also names the caller, unless that is
 * the window. */
static void
test_take_back_never_entry (void)
{
  static const struct {
    const char *server_id;
    const char *caller;
    const char *server;
  } cases[] = {
    { NULL, NULL, NULL }, { NULL, "bash (7)", "bash (7)" }, { "s1", NULL, "s1" },
    { "s1", "bash (7)", "s1 (bash (7))" }, { "s9", "bash (7)", "bash (7)" }, { "s9", NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *path = "/srv/\x01.env, paddock (1)";
    const char *roots[] = { "r1", NULL };
    g_autoptr (PaddockCommand) command =
      paddock_command_new (PADDOCK_COMMAND_TAKE_BACK_NEVER, cases[i].server_id, roots,
                           g_variant_new_parsed ("{'path': <%^ay>}", path));
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) changes = NULL;
    const PaddockJournalEntry *entry;

    plan.caller = cases[i].caller;
    command->never_files = make_never_files (path);
    changes = paddock_command_plan (command, &plan);
    entry = paddock_changes_get (changes, 1)->entry;
    g_assert_cmpstr (entry->detail, ==, "/srv/\\x01.env, paddock (1)");
    g_assert_cmpstr (entry->server, ==, cases[i].server);
    g_assert_cmpstr (paddock_changes_get (changes, 0)->path, ==, path);
  }
}

/* Read-write access or a later end widen if a server sees the root. Otherwise they do not. */
static void
test_change_root_widens (void)
{
  static const struct {
    const char    *root;
    PaddockAccess  access;
    gint64         expires;
    gboolean       widens;
  } edits[] = {
    { "r1", PADDOCK_ACCESS_READ_ONLY, 0, FALSE },
    { "r1", PADDOCK_ACCESS_READ_WRITE, 0, FALSE },
    { "r1", PADDOCK_ACCESS_READ_WRITE, NOW + SECONDS (5), FALSE },
    { "r2", PADDOCK_ACCESS_READ_ONLY, NOW + SECONDS (40), FALSE },
    { "r2", PADDOCK_ACCESS_READ_ONLY, NOW + SECONDS (60), TRUE },
    { "r2", PADDOCK_ACCESS_READ_ONLY, 0, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (edits); i++) {
    const char *roots[] = { edits[i].root, NULL };
    g_autoptr (PaddockCommand) command = paddock_command_new (
      PADDOCK_COMMAND_CHANGE_ROOT, NULL, roots,
      g_variant_new_parsed ("{'access': <%s>, 'expires': <%x>}",
                            paddock_root_access_to_nick (edits[i].access), edits[i].expires));
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) changes = NULL;

    changes = paddock_command_plan (command, &plan);
    g_assert_cmpint (paddock_widening_check (snapshot, changes, NOW), ==, edits[i].widens);
  }
}

/* Reading mounted file systems in a granted root, and the question about it. */
static void
test_crossing (void)
{
  const char *roots[] = { "r1", NULL };

  for (int crosses = 0; crosses <= 1; crosses++) {
    g_autoptr (PaddockCommand) command = paddock_command_new (
      PADDOCK_COMMAND_CHANGE_ROOT, NULL, roots,
      g_variant_new_parsed ("{'other-file-systems': <%b>}", crosses));
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockChanges) changes = NULL;
    g_autoptr (PaddockPrompt) prompt = NULL;

    changes = paddock_command_plan (command, &plan);
    prompt = paddock_command_to_prompt (command, &plan);
    g_assert_cmpint (paddock_changes_get (changes, 0)->root->crosses, ==, crosses);
    g_assert_cmpint (paddock_widening_check (snapshot, changes, NOW), ==, crosses);
    g_assert_cmpuint (prompt->wants.flags, ==, crosses ? PADDOCK_WANTS_CROSSING
                                                  : PADDOCK_WANTS_NOTHING_ELSE);
  }
}

/* Adding roots: the paths, how many are files, and their documents in a sandbox. */
static void
test_added (void)
{
  g_autoptr (GPtrArray) added =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  g_autoptr (PaddockCommand) command = NULL;
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  PaddockFileRecord file = { .kind = PADDOCK_FILE_KIND_REGULAR };
  PaddockFileRecord directory = { .kind = PADDOCK_FILE_KIND_DIRECTORY };
  g_autoptr (PaddockPrompt) prompt = NULL;

  g_ptr_array_add (added, paddock_root_new (&(PaddockRoot) {
    .id = "a", .path = "/srv/a.txt", .record = &file, .document = "d1/a.txt",
  }));
  g_ptr_array_add (added, paddock_root_new (&(PaddockRoot) {
    .id = "b", .path = "/srv/b", .record = &directory,
  }));
  command = paddock_command_new_adding (added, PADDOCK_PLACE_WARNING_NONE);
  prompt = paddock_command_to_prompt (command, &plan);
  g_assert_cmpuint (g_strv_length ((GStrv) prompt->wants.paths), ==, 2);
  g_assert_cmpuint (prompt->wants.n_files, ==, 1);
  g_assert_cmpstr (prompt->wants.documents[0], ==, "d1/a.txt");
  g_assert_null (prompt->wants.documents[1]);
}

/* The highest access of a grant, by what the caller wants and what each root allows. r1 is
 * read-write, r2 is read-only, r9 is unknown. */
static void
test_fix_access (void)
{
  static const struct {
    const char    *roots;
    gboolean       has_access;
    PaddockAccess  wished;
    PaddockAccess  fixed;
  } grants[] = {
    { "r1", FALSE, PADDOCK_ACCESS_READ_ONLY, PADDOCK_ACCESS_READ_WRITE },
    { "r1", TRUE, PADDOCK_ACCESS_READ_WRITE, PADDOCK_ACCESS_READ_WRITE },
    { "r1", TRUE, PADDOCK_ACCESS_READ_ONLY, PADDOCK_ACCESS_READ_ONLY },
    { "r2", FALSE, PADDOCK_ACCESS_READ_WRITE, PADDOCK_ACCESS_READ_ONLY },
    { "r2", TRUE, PADDOCK_ACCESS_READ_WRITE, PADDOCK_ACCESS_READ_ONLY },
    { "r2 r1", FALSE, PADDOCK_ACCESS_READ_ONLY, PADDOCK_ACCESS_READ_WRITE },
    { "r2 r1", TRUE, PADDOCK_ACCESS_READ_ONLY, PADDOCK_ACCESS_READ_ONLY },
    { "r9", FALSE, PADDOCK_ACCESS_READ_WRITE, PADDOCK_ACCESS_READ_ONLY },
    { "", TRUE, PADDOCK_ACCESS_READ_WRITE, PADDOCK_ACCESS_READ_ONLY },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (grants); i++) {
    g_auto (GStrv) roots = g_strsplit (grants[i].roots, " ", -1);
    GVariant *arguments = NULL;
    g_autoptr (PaddockCommand) command = NULL;
    g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
    PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
    g_autoptr (PaddockPrompt) prompt = NULL;

    if (grants[i].has_access)
      arguments = g_variant_new_parsed ("{'access': <%s>}",
                                        paddock_root_access_to_nick (grants[i].wished));
    command = paddock_command_new (PADDOCK_COMMAND_GRANT, "s2", (const char * const *) roots,
                                   arguments);
    paddock_command_fix_access (command, &plan);
    prompt = paddock_command_to_prompt (command, &plan);
    g_assert_cmpint (prompt->wants.access, ==, grants[i].fixed);
  }
}

/* Other commands keep the access that they want. */
static void
test_fix_access_of_others (void)
{
  static const char * const arguments[] = { "{}", "{'access': <'read-write'>}" };
  const char *roots[] = { "r2", NULL };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (arguments); i++) {
    g_autoptr (GVariant) before = g_variant_parse (G_VARIANT_TYPE_VARDICT, arguments[i], NULL, NULL,
                                                   NULL);
    g_autoptr (PaddockCommand) command =
      paddock_command_new (PADDOCK_COMMAND_CHANGE_ROOT, NULL, roots, before);

    paddock_command_fix_access (command, &plan);
    g_assert_true (g_variant_equal (command->arguments, before));
  }
}

/* Each verb has its own method, and a plan. */
static void
test_table (void)
{
  PaddockCommandKind kind;

  for (kind = 0; kind <= PADDOCK_COMMAND_RENAME; kind++) {
    g_autoptr (PaddockCommand) command = paddock_command_new (kind, NULL, NULL, NULL);
    const PaddockCommandRow *row = paddock_command_get_row (command);
    PaddockCommandKind found;

    g_assert_nonnull (row->plan);
    g_assert_true (paddock_command_find (row->method, &found));
    g_assert_cmpint (found, ==, kind);
  }
  g_assert_false (paddock_command_find ("ListRoots", &kind));
  g_assert_false (paddock_command_find (NULL, &kind));
}

static PaddockCommand *
make_rename (const char *server_id,
             const char *name)
{
  return paddock_command_new (PADDOCK_COMMAND_RENAME, server_id, NULL,
                              g_variant_new_parsed ("{'name': <%s>}", name));
}

/* Several renames in a row, each applied to the snapshot of the last. */
static void
test_rename (void)
{
  g_autofree char *long_name = g_strnfill (257, 'x');
  const struct {
    const char *server_id;
    const char *name;
    const char *changes;
    const char *label;
    int         error;
  } steps[] = {
    { "s1", " Mine ", "server:s1:allowed log:server-renamed:none:s1", "Mine", -1 },
    { "s1", "Mine", "", "Mine", -1 },
    { "s2", "mINE", NULL, "s2", PADDOCK_ERROR_REFUSED },
    { "s2", "\t Mine", NULL, "s2", PADDOCK_ERROR_REFUSED },
    { "s2", "s1", "server:s2:undecided log:server-renamed:none:s2", "s1", -1 },
    { "s3", long_name, NULL, "s3", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "s3", "a\xe2\x80\xae" "b", "server:s3:blocked log:server-renamed:none:s3",
      "a\\u{202E}b", -1 },
    { "s1", "  ", "server:s1:allowed log:server-renamed:none:s1", "s1", -1 },
    { "s2", "Mine", "server:s2:undecided log:server-renamed:none:s2", "Mine", -1 },
    { "s9", "Mine", "", NULL, -1 },
  };
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (PaddockCommand) command = make_rename (steps[i].server_id, steps[i].name);
    g_autoptr (PaddockChanges) changes = paddock_command_plan (command, &plan);
    g_autofree char *text = fixture_describe (changes);
    g_autofree char *label = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (paddock_command_check (command, &plan, &error), ==, steps[i].error == -1);
    g_assert_false (paddock_widening_check (snapshot, changes, NOW));
    if (steps[i].error != -1) {
      g_assert_error (error, PADDOCK_ERROR, steps[i].error);
    } else {
      g_assert_cmpstr (text, ==, steps[i].changes);
      paddock_snapshot_apply (snapshot, changes);
    }
    if (steps[i].label == NULL)
      continue;
    label = paddock_server_dup_label (paddock_snapshot_get_server (snapshot, steps[i].server_id));
    g_assert_cmpstr (label, ==, steps[i].label);
  }
}

/* A server without an identity is a new one when it comes back. */
static void
test_rename_anonymous (void)
{
  g_autoptr (PaddockSnapshot) snapshot = fixture_snapshot ();
  PaddockPlanContext plan = fixture_plan (snapshot, PADDOCK_REASON_NONE, NOW, NULL);
  g_autoptr (PaddockChanges) met = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .id = "s7" });
  g_autoptr (PaddockCommand) command = make_rename ("s7", "Mine");
  g_autoptr (GError) error = NULL;

  paddock_changes_put_server (met, server);
  paddock_snapshot_apply (snapshot, met);
  g_assert_false (paddock_command_check (command, &plan, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
}

/* Differences between commands that the question does not show. */
static void
test_equal (void)
{
  g_autoptr (PaddockRoot) plain = paddock_root_new (&(PaddockRoot) { .id = "a", .path = "/srv/a" });
  g_autoptr (PaddockRoot) again = paddock_root_new (&(PaddockRoot) { .id = "b", .path = "/srv/a" });
  PaddockFileRecord record = fixture_record (7);
  PaddockRoot others[] = {
    { .id = "a", .path = "/srv/a", .name = "A" },
    { .id = "a", .path = "/srv/a", .access = PADDOCK_ACCESS_READ_WRITE },
    { .id = "a", .path = "/srv/a", .crosses = TRUE },
    { .id = "a", .path = "/srv/a", .login = "login:x" },
    { .id = "a", .path = "/srv/a", .document = "d1/a" },
    { .id = "a", .path = "/srv/a", .record = &record },
  };
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  g_autoptr (GPtrArray) same = g_ptr_array_new ();
  g_autoptr (PaddockCommand) command = NULL;
  g_autoptr (PaddockCommand) equal = NULL;

  g_ptr_array_add (roots, plain);
  g_ptr_array_add (same, again);
  command = paddock_command_new_adding (roots, PADDOCK_PLACE_WARNING_NONE);
  equal = paddock_command_new_adding (same, PADDOCK_PLACE_WARNING_NONE);
  g_assert_true (paddock_command_equal (command, equal));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (PaddockRoot) root = paddock_root_new (&others[i]);
    g_autoptr (GPtrArray) list = g_ptr_array_new ();
    g_autoptr (PaddockCommand) other = NULL;

    g_ptr_array_add (list, root);
    other = paddock_command_new_adding (list, PADDOCK_PLACE_WARNING_NONE);
    g_assert_false (paddock_command_equal (command, other));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = g_strconcat ("/command/", rows[i].name, NULL);

    g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_wish);
  }
  g_test_add_func ("/command/take-back-never-entry", test_take_back_never_entry);
  g_test_add_func ("/command/change-root-widens", test_change_root_widens);
  g_test_add_func ("/command/crossing", test_crossing);
  g_test_add_func ("/command/added", test_added);
  g_test_add_func ("/command/fix-access", test_fix_access);
  g_test_add_func ("/command/fix-access-of-others", test_fix_access_of_others);
  g_test_add_func ("/command/table", test_table);
  g_test_add_func ("/command/equal", test_equal);
  g_test_add_func ("/command/rename", test_rename);
  g_test_add_func ("/command/rename-anonymous", test_rename_anonymous);
  return g_test_run ();
}
