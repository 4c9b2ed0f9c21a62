/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-reading-fixture.h"

#include "paddock-limits.h"

/* Files that may hold secrets, and Paddock's own files: which names give them away, and which files
 * an answer is for. */

/* If nobody can be asked, a sensitive file is not read. That it exists is no secret. */
static void
test_sensitive (Fixture       *fixture,
                gconstpointer  data)
{
  PaddockReadingRequest bytes = { .purpose = PADDOCK_READING_BYTES, .range = { 0, 1 } };

  tree_write (fixture->scene->tree, "home/projects/.env");
  tree_write (fixture->scene->tree, "home/projects/.env.example");
  tree_link (fixture->scene->tree, ".env", "home/projects/harmless");
  expect (fixture, &check, "home/projects/.env", "sensitive", NULL);
  expect (fixture, &opens, "home/projects/.env", "sensitive", NULL);
  expect (fixture, &bytes, "home/projects/.env", "sensitive", NULL);
  /* An existing one must not be replaced either; a missing one holds no secret yet. */
  expect (fixture, &writes, "home/projects/.env", "sensitive", NULL);
  expect (fixture, &writes, "home/projects/.env.local", "allowed", "r1");
  /* The name of the file counts, not that of a link to it. */
  expect (fixture, &opens, "home/projects/harmless", "sensitive", NULL);
  expect (fixture, &opens, "home/projects/.env.example", "allowed", "r1");
}

/* Another name of it beside it, and in a folder that is shared for itself. */
static void
test_sensitive_links (Fixture       *fixture,
                      gconstpointer  data)
{
  const Tree *tree = fixture->scene->tree;
  g_autofree char *secret = tree_path (tree, "home/projects/.env");
  g_autofree char *name = tree_path (tree, "home/projects/harmless");
  g_autofree char *deep = tree_path (tree, "home/projects/deep/er/harmless");
  g_autofree char *plain = tree_path (tree, "home/projects/file");
  g_autofree char *other = tree_path (tree, "home/projects/other");

  tree_write (tree, "home/projects/.env");
  g_assert_cmpint (link (secret, name), ==, 0);
  g_assert_cmpint (link (plain, other), ==, 0);
  expect (fixture, &opens, "home/projects/harmless", "sensitive", NULL);
  expect (fixture, &check, "home/projects/harmless", "sensitive", NULL);
  expect (fixture, &opens, "home/projects/other", "allowed", "r1");
  g_assert_cmpint (rename (name, deep), ==, 0);
  expect (fixture, &opens, "home/projects/deep/er/harmless", "allowed", "r2");
}

static gboolean
is_allowed_now (Fixture    *fixture,
                const char *relative)
{
  g_autoptr (PaddockReadingAnswer) answer = ask (fixture, &opens, relative);

  return answer->verdict == PADDOCK_READ_ALLOWED;
}

/* Moves the empty home to another disk; NULL if there is none. */
static char *
move_home (Fixture *fixture)
{
  PaddockPlaces *places = (PaddockPlaces *) paddock_state_get_places (fixture->scene->state);
  g_autofree char *home = g_strdup ("/dev/shm/paddock-XXXXXX");
  struct stat status;
  struct stat of_tree;

  if (g_mkdtemp (home) == NULL)
    return NULL;
  g_assert_cmpint (stat (home, &status), ==, 0);
  g_assert_cmpint (stat (fixture->scene->tree->base, &of_tree), ==, 0);
  if (status.st_dev == of_tree.st_dev) {
    remove_all (home);
    return NULL;
  }
  g_free (places->home);
  places->home = g_strdup (home);
  g_object_unref (fixture->reading);
  fixture->reading = paddock_reading_new (fixture->scene->state,
                                          PADDOCK_BOUNDARY (fixture->scene->sessions));
  return g_steal_pointer (&home);
}

/* The home hangs, but another disk does not. Files there are read, but a file that may be a secret
 * under another name is asked about. Only the first one waits for the home. */
static void
test_home_hangs (Fixture       *fixture,
                 gconstpointer  data)
{
  const Tree *tree = fixture->scene->tree;
  g_autofree char *file = tree_path (tree, "home/projects/file");
  g_autofree char *other = tree_path (tree, "home/projects/other");
  g_autofree char *home = move_home (fixture);
  gint64 begin;
  Hold hold;

  if (home == NULL) {
    g_test_skip ("There is no other disk for a home");
    return;
  }
  tree_write (tree, "home/projects/plain");
  g_assert_cmpint (link (file, other), ==, 0);
  expect (fixture, &opens, "home/projects/other", "allowed", "r1");

  hold_begin_at (fixture, home, &hold);
  begin = g_get_monotonic_time ();
  expect (fixture, &opens, "home/projects/other", "sensitive", NULL);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, PADDOCK_SECRET_SEARCH_MS * 1000);
  begin = g_get_monotonic_time ();
  for (guint i = 0; i < 8; i++)
    expect (fixture, &opens, "home/projects/other", "sensitive", NULL);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, PADDOCK_SECRET_SEARCH_MS * 1000);
  expect (fixture, &opens, "home/projects/plain", "allowed", "r1");
  hold_end (&hold);
  WAIT_FOR (is_allowed_now (fixture, "home/projects/other"));
  remove_all (home);
}

/* Under no name, for nobody, whatever the user says. */
static void
test_own (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *database = tree_path (fixture->scene->tree, "own/paddock.db");
  g_autofree char *name = tree_path (fixture->scene->tree, "home/projects/harmless");

  g_assert_cmpint (link (database, name), ==, 0);
  expect (fixture, &opens, "home/projects/harmless", "outside", NULL);
  expect (fixture, &check, "home/projects/harmless", "outside", NULL);
  expect (fixture, &writes, "home/projects/harmless", "outside", NULL);
}

typedef struct {
  PaddockFilePrompts *questions;
  TestAgent            *agent;
} Asking;

static void
asking_begin (Fixture *fixture,
              Asking  *asking)
{
  asking->agent = g_object_new (TEST_TYPE_AGENT, NULL);
  asking->agent->is_available = TRUE;
  asking->questions = paddock_file_prompts_new (fixture->scene->state, fixture->scene->queue);
  paddock_file_prompts_set_agent (asking->questions, PADDOCK_CONSENT_AGENT (asking->agent));
  paddock_reading_set_questions (fixture->reading, asking->questions);
  tree_write (fixture->scene->tree, "home/projects/.env");
}

static void
asking_end (Fixture *fixture,
            Asking  *asking)
{
  paddock_reading_set_questions (fixture->reading, NULL);
  paddock_file_prompts_close (asking->questions);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (asking->questions);
  g_assert_finalize_object (asking->agent);
}

static void
begin_reading_until (Fixture       *fixture,
                     const char    *relative,
                     GCancellable  *cancellable,
                     GAsyncResult **out_result)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);

  paddock_reading_ask_async (fixture->reading, &(PaddockReadingRequest) {
    .caller = ":1.5", .session = ":1.5", .label = "host", .reference = path,
    .length = strlen (path), .purpose = PADDOCK_READING_COPY,
  }, cancellable, on_result, out_result);
}

static void
begin_reading (Fixture       *fixture,
               const char    *relative,
               GAsyncResult **out_result)
{
  begin_reading_until (fixture, relative, NULL, out_result);
}

static void
answer_user (Fixture        *fixture,
             PaddockVerdict  verdict,
             gboolean        for_session)
{
  const PaddockPrompt *prompt = get_only_request (fixture->scene);
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id, .serial = prompt->serial, .verdict = verdict,
    .reason = PADDOCK_REASON_USER_ALLOWED, .as_asked = TRUE, .for_session = for_session,
  });
  g_autoptr (GAsyncResult) result = NULL;
  g_auto (GStrv) left_out = NULL;

  paddock_gate_answer_async (fixture->scene->gate, decision, on_result, &result);
  WAIT_FOR (result != NULL);
  left_out = paddock_gate_answer_finish (fixture->scene->gate, result, NULL);
  g_assert_nonnull (left_out);
}

#define WAIT_FOR_QUESTION(fixture) \
  WAIT_FOR (paddock_prompts_get_requests ((fixture)->scene->queue)->len == 1)

/* The user's answer is carried out. A check asks nobody. */
static void
test_asked (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  PaddockReadingRequest same = { .caller = ":1.5", .session = ":1.5" };
  Asking asking;

  asking_begin (fixture, &asking);
  expect (fixture, &same, "home/projects/.env", "sensitive", NULL);
  assert_waiting (fixture->scene, 0);
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  answer_user (fixture, PADDOCK_VERDICT_DENY, FALSE);
  expect_read (fixture, &result, "sensitive");
  asking_end (fixture, &asking);

  asking_begin (fixture, &asking);
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  expect_read (fixture, &result, "allowed");
  expect (fixture, &same, "home/projects/.env", "sensitive", NULL);
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  expect_read (fixture, &result, "allowed");
  begin_reading (fixture, "home/projects/.env", &result);
  expect_read (fixture, &result, "allowed");
  expect (fixture, &same, "home/projects/.env", "allowed", "r1");
  paddock_reading_set_size_limit (fixture->reading, 3);
  expect (fixture, &same, "home/projects/.env", "too-large", NULL);
  same.purpose = PADDOCK_READING_WRITE_CHECK;
  expect (fixture, &same, "home/projects/.env", "allowed", "r1");
  same.session = ":1.6";
  expect (fixture, &same, "home/projects/.env", "sensitive", NULL);
  asking_end (fixture, &asking);
}

/* Nothing is open while the user thinks. The allowed file may then be another one, gone or
 * revoked. */
static void
test_changed_while_asked (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (GAsyncResult) result = NULL;
  Asking asking;

  asking_begin (fixture, &asking);
  tree_write (fixture->scene->tree, "home/projects/id_rsa");
  tree_link (fixture->scene->tree, ".env", "home/projects/link");
  begin_reading (fixture, "home/projects/link", &result);
  WAIT_FOR_QUESTION (fixture);
  tree_remove (fixture->scene->tree, "home/projects/link");
  tree_link (fixture->scene->tree, "id_rsa", "home/projects/link");
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  expect_read (fixture, &result, "busy");

  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  tree_remove (fixture->scene->tree, "home/projects/.env");
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  expect_read (fixture, &result, "missing");

  begin_reading (fixture, "home/projects/id_rsa", &result);
  WAIT_FOR_QUESTION (fixture);
  paddock_changes_set_paused (changes, TRUE);
  scene_commit (fixture->scene, changes);
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  expect_read (fixture, &result, "outside");
  asking_end (fixture, &asking);
}

static void
replace_by_link (Fixture    *fixture,
                 const char *relative,
                 const char *secret)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);
  g_autofree char *from = tree_path (fixture->scene->tree, secret);

  g_assert_cmpint (remove (path), ==, 0);
  g_assert_cmpint (link (from, path), ==, 0);
}

/* Another file takes the name of the allowed one: the answer is not for that. */
static void
test_exchanged (Fixture       *fixture,
                gconstpointer  data)
{
  const Tree *tree = fixture->scene->tree;
  g_autoptr (GAsyncResult) result = NULL;
  Asking asking;

  asking_begin (fixture, &asking);
  tree_mkdir (tree, "home/.ssh");
  tree_write (tree, "home/.ssh/id_ed25519");
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  g_assert_cmpuint (get_only_request (fixture->scene)->sensitive, ==,
                    PADDOCK_SENSITIVE_ENVIRONMENT);
  replace_by_link (fixture, "home/projects/.env", "home/.ssh/id_ed25519");
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  expect_read (fixture, &result, "busy");

  /* The question says what kind of file it is. If an editor saves the file anew, it counts as the
   * file of that path. */
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  g_assert_cmpuint (get_only_request (fixture->scene)->sensitive, ==,
                    PADDOCK_SENSITIVE_PRIVATE_KEY);
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, TRUE);
  expect_read (fixture, &result, "allowed");
  tree_write (tree, "home/projects/new");
  tree_rename (tree, "home/projects/new", "home/projects/.env");
  begin_reading (fixture, "home/projects/.env", &result);
  expect_read (fixture, &result, "allowed");
  asking_end (fixture, &asking);
}

/* “Just this once”, and then the disk hangs: the answer counts when the same call comes again, and
 * for no other. */
static void
test_once_and_busy (Fixture       *fixture,
                    gconstpointer  data)
{
  GAsyncResult *others[PADDOCK_LIMIT_READS_PER_MOUNT];
  g_autoptr (GAsyncResult) result = NULL;
  Asking asking;
  Hold hold;

  asking_begin (fixture, &asking);
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  hold_begin (fixture, &hold);
  begin_many (fixture, ":1.5", others, G_N_ELEMENTS (others));
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  expect_read (fixture, &result, "busy");
  hold_end (&hold);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    expect_read (fixture, &others[i], "allowed");

  begin_reading (fixture, "home/projects/.env", &result);
  expect_read (fixture, &result, "allowed");
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  answer_user (fixture, PADDOCK_VERDICT_DENY, FALSE);
  expect_read (fixture, &result, "sensitive");
  asking_end (fixture, &asking);
}

/* … or the caller does not wait any more. */
static void
test_once_and_cancelled (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  Asking asking;
  Hold hold;

  asking_begin (fixture, &asking);
  begin_reading_until (fixture, "home/projects/.env", cancellable, &result);
  WAIT_FOR_QUESTION (fixture);
  hold_begin (fixture, &hold);
  answer_user (fixture, PADDOCK_VERDICT_ALLOW, FALSE);
  g_cancellable_cancel (cancellable);
  WAIT_FOR (result != NULL);
  g_assert_null (paddock_reading_ask_finish (fixture->reading, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  hold_end (&hold);

  begin_reading (fixture, "home/projects/.env", &result);
  expect_read (fixture, &result, "allowed");
  begin_reading (fixture, "home/projects/.env", &result);
  WAIT_FOR_QUESTION (fixture);
  answer_user (fixture, PADDOCK_VERDICT_DENY, FALSE);
  expect_read (fixture, &result, "sensitive");
  asking_end (fixture, &asking);
}

#define TEST(name, function) \
  g_test_add ("/reading-sensitive/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("names", test_sensitive);
  TEST ("links", test_sensitive_links);
  TEST ("home-hangs", test_home_hangs);
  TEST ("own", test_own);
  TEST ("asked", test_asked);
  TEST ("changed-while-asked", test_changed_while_asked);
  TEST ("exchanged", test_exchanged);
  TEST ("once-and-busy", test_once_and_busy);
  TEST ("once-and-cancelled", test_once_and_cancelled);
  return g_test_run ();
}
