/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-prompts.h"

#include "model-fixtures.h"
#include "paddock-error.h"
#include "paddock-limits.h"
#include "service-agent-fixture.h"

/* A queue, with its signals as text: "+N" for a changed question, "-N:VERDICT:REASON" for a
 * finished one. N counts the questions in the order in which they were asked. */
typedef struct {
  PaddockPrompts *queue;            /* (owned) */
  GPtrArray      *ids;              /* (owned) of all questions so far */
  GString        *events;           /* (owned) */
} Fixture;

static guint
number_of (Fixture    *fixture,
           const char *id)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (fixture->ids, id, g_str_equal, &index)) {
    index = fixture->ids->len;
    g_ptr_array_add (fixture->ids, g_strdup (id));
  }
  return index;
}

static void
on_changed (PaddockPrompts *queue,
            const char     *id,
            Fixture        *fixture)
{
  g_assert_nonnull (paddock_prompts_lookup (queue, id));
  g_string_append_printf (fixture->events, "+%u ", number_of (fixture, id));
}

static void
on_finished (PaddockPrompts *queue,
             const char     *id,
             PaddockVerdict  verdict,
             PaddockReason   reason,
             Fixture        *fixture)
{
  g_assert_null (paddock_prompts_lookup (queue, id));
  g_string_append_printf (fixture->events, "-%u:%s:%s ", number_of (fixture, id),
                          paddock_decision_verdict_to_nick (verdict),
                          paddock_reason_to_nick (reason));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->queue = paddock_prompts_new ();
  fixture->ids = g_ptr_array_new_with_free_func (g_free);
  fixture->events = g_string_new (NULL);
  g_signal_connect (fixture->queue, "changed", G_CALLBACK (on_changed), fixture);
  g_signal_connect (fixture->queue, "finished", G_CALLBACK (on_finished), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->queue);
  g_ptr_array_unref (fixture->ids);
  g_string_free (fixture->events, TRUE);
}

static void
assert_events (Fixture    *fixture,
               const char *expected)
{
  g_assert_cmpstr (fixture->events->str, ==, expected);
  g_string_truncate (fixture->events, 0);
}

static void
assert_waiting (Fixture *fixture,
                guint    expected)
{
  g_assert_cmpuint (paddock_prompts_get_requests (fixture->queue)->len, ==, expected);
}

static const PaddockPrompt *
ask_as (Fixture             *fixture,
        const PaddockPrompt *template,
        const PaddockAsker  *asker)
{
  g_autoptr (GError) error = NULL;
  const char *id = paddock_prompts_ask (fixture->queue, template, asker, &error);
  const PaddockPrompt *prompt;

  g_assert_no_error (error);
  prompt = paddock_prompts_lookup (fixture->queue, id);
  g_assert_nonnull (prompt);
  return prompt;
}

static const PaddockPrompt *
ask (Fixture             *fixture,
     const PaddockPrompt *template)
{
  return ask_as (fixture, template, NULL);
}

static const PaddockPrompt *
ask_roots (Fixture    *fixture,
           const char *server_id,
           guint       sessions)
{
  return ask (fixture, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS, .asked = NOW, .server_id = server_id, .server = server_id,
    .sessions = sessions,
  });
}

static void
test_one_question_for_each_server (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autofree char *first = g_strdup (ask_roots (fixture, "s1", 1)->id);
  guint serial = paddock_prompts_lookup (fixture->queue, first)->serial;

  for (int i = 0; i < 5; i++) {
    const PaddockPrompt *again = ask_roots (fixture, "s1", 2);

    g_assert_cmpstr (again->id, ==, first);
    g_assert_cmpuint (again->serial, ==, serial);
    g_assert_cmpint (again->asked, ==, NOW);
  }
  assert_events (fixture, "+0 ");

  g_assert_cmpstr (ask_roots (fixture, "s2", 1)->id, !=, first);
  assert_events (fixture, "+1 ");
  assert_waiting (fixture, 2);
}

static void
test_oldest_first (Fixture       *fixture,
                   gconstpointer  data)
{
  const char *servers[] = { "s3", "s1", "s2", "s1", "s3" };
  GPtrArray *requests = paddock_prompts_get_requests (fixture->queue);

  for (gsize i = 0; i < G_N_ELEMENTS (servers); i++)
    ask_roots (fixture, servers[i], 1);
  g_assert_cmpuint (requests->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (((PaddockPrompt *) requests->pdata[i])->server_id, ==, servers[i]);

  /* A question that comes again after its end goes to the end of the queue. */
  paddock_prompts_finish_server (fixture->queue, "s3", PADDOCK_VERDICT_DENY,
                                 PADDOCK_REASON_USER_DENIED);
  ask_roots (fixture, "s3", 1);
  g_assert_cmpstr (((PaddockPrompt *) requests->pdata[0])->server_id, ==, "s1");
  g_assert_cmpstr (((PaddockPrompt *) requests->pdata[2])->server_id, ==, "s3");
}

/* Somebody wants to widen access twice: is that one question? */
typedef struct {
  const char     *name;
  PaddockPrompt  first;
  PaddockPrompt  second;
  gboolean        is_same;
} CommandCase;

#define ROOTS(...) ((const char * const[]) { __VA_ARGS__, NULL })
#define WISH(request_kind, server, who, ...) \
  { .kind = PADDOCK_PROMPT_ ## request_kind, .server_id = server, .caller = who, __VA_ARGS__ }
#define CALLER "bash (1)"

static void
test_wishes (Fixture       *fixture,
             gconstpointer  data)
{
  const CommandCase cases[] = {
    { "the same grant", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1", "r2")),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1", "r2")), TRUE },
    { "the same unblocking, which is of no root", WISH (UNBLOCK, "s1", CALLER),
      WISH (UNBLOCK, "s1", CALLER), TRUE },
    { "the same change", WISH (CHANGE_ROOT, NULL, CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (CHANGE_ROOT, NULL, CALLER, .wants.root_ids = ROOTS ("r1")), TRUE },
    { "of another root", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r2")), FALSE },
    { "of one root more", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1", "r2")), FALSE },
    { "of roots, and of none", WISH (UNBLOCK, "s1", CALLER),
      WISH (UNBLOCK, "s1", CALLER, .wants.root_ids = ROOTS ("r1")), FALSE },
    { "with more access", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1"),
            .wants.access = PADDOCK_ACCESS_READ_WRITE),
      FALSE },
    { "for longer", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1"),
            .wants.duration = { .kind = PADDOCK_DURATION_HOUR }),
      FALSE },
    { "for a longer time",
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1"),
            .wants.duration = { PADDOCK_DURATION_TIMED, 1 }),
      WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1"),
            .wants.duration = { PADDOCK_DURATION_TIMED, 2 }), FALSE },
    { "of another caller", WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")),
      WISH (GRANT, "s1", "bash (2)", .wants.root_ids = ROOTS ("r1")), FALSE },
    { "for another server", WISH (UNBLOCK, "s1", CALLER), WISH (UNBLOCK, "s2", CALLER), FALSE },
    { "of another kind", WISH (UNBLOCK, "s1", CALLER),
      WISH (CHANGE_ROOT, "s1", CALLER), FALSE },
    { "the same file", WISH (TAKE_BACK_NEVER, "s1", CALLER, .path = "/a"),
      WISH (TAKE_BACK_NEVER, "s1", CALLER, .path = "/a"), TRUE },
    { "another file", WISH (TAKE_BACK_NEVER, "s1", CALLER, .path = "/a"),
      WISH (TAKE_BACK_NEVER, "s1", CALLER, .path = "/b"), FALSE },
    { "the file, for a server and for hosts", WISH (TAKE_BACK_NEVER, "s1", CALLER, .path = "/a"),
      WISH (TAKE_BACK_NEVER, NULL, CALLER, .path = "/a"), FALSE },
    { "a server's own question, and a wish about it", WISH (ROOTS, "s1", CALLER),
      WISH (UNBLOCK, "s1", CALLER), FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *first = g_strdup (ask (fixture, &cases[i].first)->id);
    g_autofree char *second = g_strdup (ask (fixture, &cases[i].second)->id);

    if (cases[i].is_same != g_str_equal (first, second))
      g_error ("%s", cases[i].name);
    assert_waiting (fixture, cases[i].is_same ? 1 : 2);
    paddock_prompts_finish (fixture->queue, first, PADDOCK_VERDICT_DENY,
                            PADDOCK_REASON_USER_DENIED);
    paddock_prompts_finish (fixture->queue, second, PADDOCK_VERDICT_DENY,
                            PADDOCK_REASON_USER_DENIED);
    assert_waiting (fixture, 0);
  }
}

static void
test_serial_rises_with_content (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/node");
  const PaddockPrompt contents[] = {
    { .server_id = "s1", .server = "One" },
    { .server_id = "s1", .server = "Two" },
    { .server_id = "s1", .server = "Two", .identity = identity },
    { .server_id = "s1", .server = "Two", .identity = identity, .previous = identity },
    { .server_id = "s1", .server = "Two", .identity = identity,
      .suggestions = ROOTS ("file:///home/user") },
    { .server_id = "s1", .server = "One" },
  };
  g_autofree char *id = NULL;
  guint serial = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (contents); i++) {
    const PaddockPrompt *prompt = ask (fixture, &contents[i]);

    g_assert_cmpuint (prompt->serial, >, serial);
    serial = prompt->serial;
    if (id == NULL)
      id = g_strdup (prompt->id);
    g_assert_cmpstr (prompt->id, ==, id);
    g_assert_cmpuint (ask (fixture, &contents[i])->serial, ==, serial);
  }
  assert_events (fixture, "+0 +0 +0 +0 +0 +0 ");

  /* Not even for a new question, or another one. */
  paddock_prompts_finish (fixture->queue, id, PADDOCK_VERDICT_DENY,
                          PADDOCK_REASON_USER_DENIED);
  g_assert_cmpuint (ask (fixture, &contents[0])->serial, >, serial);
  g_assert_cmpuint (ask_roots (fixture, "s2", 1)->serial, >, serial + 1);
}

static void
test_sessions_keep_the_serial (Fixture       *fixture,
                               gconstpointer  data)
{
  guint serial = ask_roots (fixture, "s1", 1)->serial;
  g_autofree char *id = g_strdup (g_ptr_array_index (fixture->ids, 0));
  guint counts[] = { 2, 7, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++) {
    paddock_prompts_set_sessions (fixture->queue, "s1", counts[i]);
    g_assert_cmpuint (paddock_prompts_lookup (fixture->queue, id)->sessions, ==, counts[i]);
    g_assert_cmpuint (paddock_prompts_lookup (fixture->queue, id)->serial, ==, serial);
  }
  assert_events (fixture, "+0 +0 +0 +0 ");

  /* The same number changes nothing, nor does that of a server without a question. */
  paddock_prompts_set_sessions (fixture->queue, "s1", 1);
  paddock_prompts_set_sessions (fixture->queue, "s2", 3);
  paddock_prompts_set_sessions (fixture->queue, "s2", 0);
  assert_events (fixture, "");

  paddock_prompts_set_sessions (fixture->queue, "s1", 0);
  assert_events (fixture, "-0:deny:peer-closed ");
  assert_waiting (fixture, 0);
}

/* The sessions of a server matter for its own question, not for commands about it. */
static void
test_wishes_outlive_sessions (Fixture       *fixture,
                              gconstpointer  data)
{
  ask_roots (fixture, "s1", 1);
  ask (fixture, &(PaddockPrompt) WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")));
  paddock_prompts_set_sessions (fixture->queue, "s1", 0);
  assert_events (fixture, "+0 +1 -0:deny:peer-closed ");
  paddock_prompts_finish_server (fixture->queue, "s1", PADDOCK_VERDICT_BLOCK,
                                 PADDOCK_REASON_BLOCKED);
  assert_events (fixture, "");
  assert_waiting (fixture, 1);
}

/* An answer to what was shown before is refused. The question keeps its place and its content. */
static void
test_renew (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockPrompt) taken = NULL;
  g_autofree char *id = g_strdup (ask_roots (fixture, "s1", 2)->id);
  guint serial = paddock_prompts_lookup (fixture->queue, id)->serial;
  GPtrArray *requests = paddock_prompts_get_requests (fixture->queue);
  guint command_serial;

  ask_roots (fixture, "s2", 1);
  command_serial = ask (fixture, &(PaddockPrompt) WISH (GRANT, "s3", CALLER,
                                                        .wants.root_ids = ROOTS ("r1")))->serial;
  assert_events (fixture, "+0 +1 +2 ");

  paddock_prompts_renew_server (fixture->queue, "s1");
  paddock_prompts_renew_server (fixture->queue, "s3");
  paddock_prompts_renew_server (fixture->queue, "nobody");
  assert_events (fixture, "+0 ");
  g_assert_null (paddock_prompts_steal (fixture->queue, id, serial, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
  taken = paddock_prompts_steal (fixture->queue, id, command_serial + 1, NULL);
  g_assert_nonnull (taken);
  g_assert_cmpuint (taken->sessions, ==, 2);
  g_assert_cmpstr (((PaddockPrompt *) requests->pdata[0])->id, ==, id);
}

/* If a root comes to include more, that concerns questions that name it, and those in which the
 * user may pick it. */
static void
test_renew_root (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup (ask_roots (fixture, "s1", 2)->id);
  guint serial = paddock_prompts_lookup (fixture->queue, id)->serial;

  ask (fixture, &(PaddockPrompt) WISH (GRANT, "s3", CALLER, .wants.root_ids = ROOTS ("r1")));
  ask (fixture, &(PaddockPrompt) WISH (GRANT, "s3", CALLER, .wants.root_ids = ROOTS ("r2")));
  assert_events (fixture, "+0 +1 +2 ");

  paddock_prompts_renew_root (fixture->queue, "r2");
  assert_events (fixture, "+0 +2 ");
  g_assert_null (paddock_prompts_steal (fixture->queue, id, serial, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
  paddock_prompts_renew_root (fixture->queue, "r1");
  assert_events (fixture, "+0 +1 ");
  paddock_prompts_renew_root (fixture->queue, "nothing");
  assert_events (fixture, "+0 ");
}

static void
test_take (Fixture       *fixture,
           gconstpointer  data)
{
  const PaddockPrompt *prompt = ask_roots (fixture, "s1", 1);
  g_autofree char *id = g_strdup (prompt->id);
  guint serial = prompt->serial;
  const struct {
    const char *id;
    guint       serial;
    int         code;
  } bad[] = {
    { "nobody", serial, PADDOCK_ERROR_NOT_FOUND },
    { "", serial, PADDOCK_ERROR_NOT_FOUND },
    { NULL, serial, PADDOCK_ERROR_NOT_FOUND },
    { "s1", serial, PADDOCK_ERROR_NOT_FOUND },
    { id, serial - 1, PADDOCK_ERROR_STALE },
    { id, serial + 1, PADDOCK_ERROR_STALE },
    { id, 0, PADDOCK_ERROR_STALE },
    { id, G_MAXUINT, PADDOCK_ERROR_STALE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (paddock_prompts_steal (fixture->queue, bad[i].id, bad[i].serial, &error));
    g_assert_error (error, PADDOCK_ERROR, bad[i].code);
  }

  /* To steal only copies: the question stays until it is finished. */
  for (int i = 0; i < 2; i++) {
    g_autoptr (PaddockPrompt) taken = NULL;

    taken = paddock_prompts_steal (fixture->queue, id, serial, NULL);
    g_assert_cmpstr (taken->server_id, ==, "s1");
  }
  assert_waiting (fixture, 1);
}

static void
test_stale_after_a_change (Fixture       *fixture,
                           gconstpointer  data)
{
  const PaddockPrompt *prompt = ask_roots (fixture, "s1", 1);
  g_autofree char *id = g_strdup (prompt->id);
  guint shown = prompt->serial;
  g_autoptr (GError) error = NULL;

  ask (fixture, &(PaddockPrompt) { .server_id = "s1", .server = "renamed" });
  g_assert_null (paddock_prompts_steal (fixture->queue, id, shown, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
}

static void
test_finish (Fixture       *fixture,
             gconstpointer  data)
{
  ask_roots (fixture, "s1", 1);
  ask_roots (fixture, "s2", 1);
  assert_events (fixture, "+0 +1 ");

  paddock_prompts_finish (fixture->queue, "nobody", PADDOCK_VERDICT_ALLOW,
                          PADDOCK_REASON_USER_ALLOWED);
  paddock_prompts_finish_server (fixture->queue, "nobody", PADDOCK_VERDICT_ALLOW,
                                 PADDOCK_REASON_USER_ALLOWED);
  assert_events (fixture, "");

  paddock_prompts_finish_server (fixture->queue, "s2", PADDOCK_VERDICT_ALLOW,
                                 PADDOCK_REASON_SUPERSEDED);
  paddock_prompts_finish (fixture->queue, g_ptr_array_index (fixture->ids, 0),
                          PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_USER_PUT_OFF);
  paddock_prompts_finish (fixture->queue, g_ptr_array_index (fixture->ids, 0),
                          PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED);
  assert_events (fixture, "-1:allow:superseded -0:not-now:user-put-off ");
  assert_waiting (fixture, 0);
}

/* Asks about roots for the server with this number, from a process and a program. */
static gboolean
roots_fit (Fixture    *fixture,
           guint       number,
           const char *process,
           const char *program,
           gboolean    is_vouched_for)
{
  g_autofree char *server_id = g_strdup_printf ("s%u", number);
  g_autoptr (GError) error = NULL;
  const char *id = paddock_prompts_ask (fixture->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS, .server_id = server_id, .sessions = 1,
  }, &(PaddockAsker) { process, program, is_vouched_for }, &error);

  if (id == NULL)
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  return id != NULL;
}

static guint
fill_with_roots (Fixture    *fixture,
                 guint       first,
                 const char *process,
                 const char *program,
                 gboolean    is_vouched_for)
{
  guint n = 0;

  while (n < 1000 && roots_fit (fixture, first + n, process, program, is_vouched_for))
    n++;
  return n;
}

static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  const guint max = PADDOCK_LIMIT_PENDING_REQUESTS;

  g_assert_cmpuint (fill_with_roots (fixture, 0, NULL, NULL, FALSE), ==, max / 2);
  g_assert_cmpuint (fill_with_roots (fixture, 1000, NULL, NULL, TRUE), ==, max / 2);
  assert_waiting (fixture, max);
  g_string_truncate (fixture->events, 0);
  g_assert_false (roots_fit (fixture, 2000, NULL, NULL, TRUE));
  assert_waiting (fixture, max);
  assert_events (fixture, "");

  /* A waiting question may change, and each one that ends frees a place. */
  ask (fixture, &(PaddockPrompt) { .server_id = "s7", .server = "renamed" });
  paddock_prompts_set_sessions (fixture->queue, "s9", 0);
  g_assert_true (roots_fit (fixture, 2000, NULL, NULL, FALSE));
  g_assert_false (roots_fit (fixture, 2001, NULL, NULL, FALSE));
  assert_waiting (fixture, max);
}

/* Half of each limit is for servers with a key or a decision; they may use all of it. */
static void
test_limit_of_one (Fixture       *fixture,
                   gconstpointer  data)
{
  const guint per_process = PADDOCK_LIMIT_PENDING_PER_PROCESS;
  const guint per_program = PADDOCK_LIMIT_PENDING_PER_PROGRAM;

  g_assert_cmpuint (fill_with_roots (fixture, 0, "p", NULL, FALSE), ==, per_process / 2);
  g_assert_cmpuint (fill_with_roots (fixture, 1000, "p", NULL, TRUE), ==, per_process / 2);
  g_assert_cmpuint (fill_with_roots (fixture, 2000, "q", NULL, TRUE), ==, per_process);
  g_assert_false (roots_fit (fixture, 3000, "q", NULL, FALSE));
  assert_waiting (fixture, 2 * per_process);

  g_assert_cmpuint (fill_with_roots (fixture, 4000, NULL, "/a", FALSE), ==, per_program / 2);
  g_assert_cmpuint (fill_with_roots (fixture, 5000, NULL, "/a", TRUE), ==, per_program / 2);
  g_assert_cmpuint (fill_with_roots (fixture, 6000, NULL, "", TRUE), ==, per_program);
  g_assert_true (roots_fit (fixture, 7000, "r", "/b", FALSE));
}

/* A question that changes counts for the asker who put it first. */
static void
test_asker_stays (Fixture       *fixture,
                  gconstpointer  data)
{
  const guint room = PADDOCK_LIMIT_PENDING_PER_PROCESS / 2;

  g_assert_cmpuint (fill_with_roots (fixture, 0, "p", NULL, FALSE), ==, room);
  ask (fixture, &(PaddockPrompt) { .server_id = "s0", .server = "renamed" });
  g_assert_false (roots_fit (fixture, room, "p", NULL, FALSE));
  paddock_prompts_renew_server (fixture->queue, "s0");
  paddock_prompts_set_sessions (fixture->queue, "s0", 2);
  g_assert_false (roots_fit (fixture, room, "p", NULL, FALSE));
  paddock_prompts_set_sessions (fixture->queue, "s0", 0);
  g_assert_true (roots_fit (fixture, room, "p", NULL, FALSE));
}

static gboolean
command_fits (Fixture    *fixture,
              const char *caller,
              guint       number)
{
  g_autofree char *server_id = g_strdup_printf ("w%u", number);
  g_autoptr (GError) error = NULL;
  const char *id = paddock_prompts_ask (fixture->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_UNBLOCK, .server_id = server_id, .caller = caller,
  }, NULL, &error);

  if (id == NULL)
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  return id != NULL;
}

/* One caller cannot use up the places of others, and all callers together not those of servers. */
static void
test_limit_of_wishes (Fixture       *fixture,
                      gconstpointer  data)
{
  guint callers = PADDOCK_LIMIT_PENDING_COMMANDS / PADDOCK_LIMIT_COMMANDS_PER_CALLER;
  guint n = 0;

  for (guint i = 0; i < callers; i++) {
    g_autofree char *caller = g_strdup_printf ("bash (%u)", i);

    for (guint j = 0; j < PADDOCK_LIMIT_COMMANDS_PER_CALLER; j++)
      g_assert_true (command_fits (fixture, caller, n++));
    g_assert_false (command_fits (fixture, caller, n));
    /* The same command again needs no place. */
    g_assert_true (command_fits (fixture, caller, n - 1));
  }
  assert_waiting (fixture, PADDOCK_LIMIT_PENDING_COMMANDS);
  g_assert_false (command_fits (fixture, "another", n));

  ask_roots (fixture, "s1", 1);
  paddock_prompts_finish (fixture->queue, g_ptr_array_index (fixture->ids, 0),
                          PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_DENIED);
  g_assert_true (command_fits (fixture, "another", n));
  assert_waiting (fixture, PADDOCK_LIMIT_PENDING_COMMANDS + 1);
}

static void
test_wishes_leave_room_for_servers (Fixture       *fixture,
                                    gconstpointer  data)
{
  g_assert_cmpuint (fill_with_roots (fixture, 0, NULL, NULL, TRUE), ==,
                    PADDOCK_LIMIT_PENDING_REQUESTS);
  g_assert_true (command_fits (fixture, "bash (1)", 0));
  assert_waiting (fixture, PADDOCK_LIMIT_PENDING_REQUESTS + 1);
}

static void
test_summoned_once_while_it_takes (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);

  agent->takes_time = TRUE;
  paddock_prompts_set_agent (fixture->queue, PADDOCK_CONSENT_AGENT (agent));
  g_assert_cmpuint (agent->n_summoned, ==, 0);
  for (int i = 0; i < 3; i++) {
    g_autofree char *server_id = g_strdup_printf ("s%d", i);

    ask_roots (fixture, server_id, 1);
  }
  g_assert_cmpuint (agent->n_summoned, ==, 1);

  /* It did not come: the questions wait, and the next one summons again. */
  test_agent_arrive (agent);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  assert_waiting (fixture, 3);
  assert_events (fixture, "+0 +1 +2 ");
  ask_roots (fixture, "s3", 1);
  g_assert_cmpuint (agent->n_summoned, ==, 2);

  agent->comes = TRUE;
  test_agent_arrive (agent);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  ask_roots (fixture, "s4", 1);
  g_assert_cmpuint (agent->n_summoned, ==, 2);
  assert_waiting (fixture, 5);
  assert_events (fixture, "+3 +4 ");
}

static void
test_agent_comes_later (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);

  /* Nobody can be asked: the question waits, and nothing ends it. */
  ask_roots (fixture, "s1", 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  assert_waiting (fixture, 1);
  assert_events (fixture, "+0 ");

  paddock_prompts_set_agent (fixture->queue, PADDOCK_CONSENT_AGENT (agent));
  g_assert_cmpuint (agent->n_summoned, ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  paddock_prompts_set_agent (fixture->queue, NULL);
  ask_roots (fixture, "s2", 1);
  g_assert_cmpuint (agent->n_summoned, ==, 1);
  assert_waiting (fixture, 2);
}

/* While all sharing is paused, nobody hears of servers' questions, and nobody is summoned for them.
 * Commands are still asked. */
static void
test_held (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);
  g_autoptr (GPtrArray) shown = NULL;

  paddock_prompts_set_held (fixture->queue, TRUE);
  paddock_prompts_set_agent (fixture->queue, PADDOCK_CONSENT_AGENT (agent));
  ask_roots (fixture, "s1", 1);
  paddock_prompts_set_sessions (fixture->queue, "s1", 2);
  g_assert_cmpuint (agent->n_summoned, ==, 0);
  assert_waiting (fixture, 1);
  shown = paddock_prompts_list_shown (fixture->queue);
  g_assert_cmpuint (shown->len, ==, 0);

  ask (fixture, &(PaddockPrompt) WISH (GRANT, "s1", CALLER, .wants.root_ids = ROOTS ("r1")));
  g_assert_cmpuint (agent->n_summoned, ==, 1);
  g_clear_pointer (&shown, g_ptr_array_unref);
  shown = paddock_prompts_list_shown (fixture->queue);
  g_assert_cmpuint (shown->len, ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  assert_events (fixture, "+0 +0 +1 ");

  /* The question comes back, so listeners hear of it again; the command is not repeated. */
  paddock_prompts_set_held (fixture->queue, TRUE);
  paddock_prompts_set_held (fixture->queue, FALSE);
  assert_events (fixture, "+0 ");
  g_assert_cmpuint (agent->n_summoned, ==, 2);
  g_clear_pointer (&shown, g_ptr_array_unref);
  shown = paddock_prompts_list_shown (fixture->queue);
  g_assert_cmpuint (shown->len, ==, 2);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* An offer to renew waits for the user, not for the server. */
static void
test_renewal_outlives_sessions (Fixture       *fixture,
                                gconstpointer  data)
{
  const PaddockPrompt *prompt = ask (fixture, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS, .server_id = "s1", .server = "s1", .sessions = 1,
    .wants = { .flags = PADDOCK_WANTS_RENEWAL, .root_ids = ROOTS ("r1") },
  });
  guint serial = prompt->serial;
  g_autofree char *id = g_strdup (prompt->id);

  paddock_prompts_set_sessions (fixture->queue, "s1", 0);
  prompt = paddock_prompts_lookup (fixture->queue, id);
  g_assert_nonnull (prompt);
  g_assert_cmpuint (prompt->sessions, ==, 0);
  g_assert_cmpuint (prompt->serial, ==, serial);
  paddock_prompts_set_sessions (fixture->queue, "s1", 1);
  g_assert_cmpuint (paddock_prompts_lookup (fixture->queue, id)->sessions, ==, 1);
  assert_events (fixture, "+0 +0 +0 ");
  paddock_prompts_finish_server (fixture->queue, "s1", PADDOCK_VERDICT_ALLOW,
                                 PADDOCK_REASON_SUPERSEDED);
  assert_waiting (fixture, 0);
}

/* Each session and file has one question. It is hidden like one about roots. */
static void
test_files (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct {
    PaddockPrompt prompt;
    PaddockAsker  asker;
  } others[] = {
    { { .kind = PADDOCK_PROMPT_READ, .server_id = "s1", .path = "/b" }, { .session = "4/5" } },
    { { .kind = PADDOCK_PROMPT_READ, .server_id = "s1", .path = "/a" }, { .session = "4/6" } },
    { { .kind = PADDOCK_PROMPT_READ, .server_id = "s2", .path = "/a" }, { .session = "4/5" } },
    { { .kind = PADDOCK_PROMPT_READ, .server_id = "s1", .path = "/a", .caller = CALLER },
      { .session = "4/5" } },
    { { .kind = PADDOCK_PROMPT_ROOTS, .server_id = "s1", .sessions = 1 }, { 0 } },
  };
  const PaddockPrompt one = {
    .kind = PADDOCK_PROMPT_READ, .server_id = "s1", .path = "/a",
  };
  const PaddockAsker asker = { .session = "4/5" };
  g_autoptr (GPtrArray) shown = NULL;

  for (int i = 0; i < 3; i++)
    ask_as (fixture, &one, &asker);
  assert_waiting (fixture, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    ask_as (fixture, &others[i].prompt, &others[i].asker);
    assert_waiting (fixture, (guint) i + 2);
  }
  ask_as (fixture, &one, &asker);
  assert_waiting (fixture, G_N_ELEMENTS (others) + 1);

  paddock_prompts_set_held (fixture->queue, TRUE);
  shown = paddock_prompts_list_shown (fixture->queue);
  g_assert_cmpuint (shown->len, ==, 0);

  /* If something settles the question about roots, the one about a file stays. */
  paddock_prompts_finish_server (fixture->queue, "s1", PADDOCK_VERDICT_ALLOW,
                                 PADDOCK_REASON_SUPERSEDED);
  assert_waiting (fixture, G_N_ELEMENTS (others));
  paddock_prompts_set_sessions (fixture->queue, "s1", 0);
  assert_waiting (fixture, G_N_ELEMENTS (others));
}

int
main (int    argc,
      char **argv)
{
  const struct {
    const char *path;
    void      (*test)(Fixture       *fixture,
                      gconstpointer  data);
  } tests[] = {
    { "/prompts/one-question-for-each-server", test_one_question_for_each_server },
    { "/prompts/oldest-first", test_oldest_first },
    { "/prompts/wishes", test_wishes },
    { "/prompts/files", test_files },
    { "/prompts/serial-rises-with-content", test_serial_rises_with_content },
    { "/prompts/sessions-keep-the-serial", test_sessions_keep_the_serial },
    { "/prompts/wishes-outlive-sessions", test_wishes_outlive_sessions },
    { "/prompts/take", test_take },
    { "/prompts/renew", test_renew },
    { "/prompts/renew-root", test_renew_root },
    { "/prompts/stale-after-a-change", test_stale_after_a_change },
    { "/prompts/finish", test_finish },
    { "/prompts/limit", test_limit },
    { "/prompts/limit-of-one", test_limit_of_one },
    { "/prompts/asker-stays", test_asker_stays },
    { "/prompts/limit-of-wishes", test_limit_of_wishes },
    { "/prompts/wishes-leave-room-for-servers", test_wishes_leave_room_for_servers },
    { "/prompts/summoned-once-while-it-takes", test_summoned_once_while_it_takes },
    { "/prompts/held", test_held },
    { "/prompts/renewal-outlives-sessions", test_renewal_outlives_sessions },
    { "/prompts/agent-comes-later", test_agent_comes_later },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
