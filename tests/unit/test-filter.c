/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "filter-fixture.h"
#include "paddock-admission.h"
#include "paddock-host-question.h"
#include "paddock-restart.h"
#include "paddock-startup-hold.h"

/* How often a line was classified (counted with --wrap). */
static guint n_reads;

void __real_paddock_message_read (PaddockSpan     text,
                                  PaddockMessage *out_message);
void __wrap_paddock_message_read (PaddockSpan     text,
                                  PaddockMessage *out_message);

void
__wrap_paddock_message_read (PaddockSpan     text,
                             PaddockMessage *out_message)
{
  n_reads++;
  __real_paddock_message_read (text, out_message);
}

/* A filter that writes down what it sees. With a line that has its letter it does what the first
 * character says. */
typedef struct {
  PaddockFilter filter;
  GString      *log;
  char          letter;
} Probe;

static gboolean
look (PaddockFilter  *filter,
      PaddockWay      way,
      PaddockMessage *message)
{
  Probe *probe = (Probe *) filter;
  g_autoptr (PaddockMessage) copy = NULL;
  g_autoptr (GBytes) line = NULL;

  g_string_append_printf (probe->log, "%c%.*s ", probe->letter, (int) message->text.length,
                          message->text.start);
  if (message->text.length < 2 || message->text.start[1] != probe->letter)
    return TRUE;
  copy = paddock_message_copy (message);
  line = g_bytes_new_static ("ours", 4);
  switch (message->text.start[0]) {
    case '=':
      paddock_filter_send (filter, way, copy);
      break;
    case '<':
      paddock_filter_send_line (filter, PADDOCK_TO_HOST, line);
      break;
    case '!':
      paddock_filter_answer_server (filter, line);
      break;
    default:
      break;
  }
  return FALSE;
}

static gboolean
look_to_server (PaddockFilter  *filter,
                PaddockMessage *message)
{
  return look (filter, PADDOCK_TO_SERVER, message);
}

static gboolean
look_to_host (PaddockFilter  *filter,
              PaddockMessage *message)
{
  return look (filter, PADDOCK_TO_HOST, message);
}

static gboolean
begin_long (PaddockFilter *filter,
            PaddockWay     way,
            gboolean       is_vouched)
{
  return ((Probe *) filter)->letter != 'b' || way == PADDOCK_TO_SERVER || is_vouched;
}

static void
end_long (PaddockFilter        *filter,
          PaddockWay            way,
          const PaddockMessage *message,
          gboolean              has_passed)
{
  Probe *probe = (Probe *) filter;

  g_string_append_printf (probe->log, "%c%s%s ", probe->letter, message->method,
                          has_passed ? "" : "-");
}

static void
forget_server (PaddockFilter *filter)
{
  g_string_append_printf (((Probe *) filter)->log, "%c. ", ((Probe *) filter)->letter);
}

static const PaddockFilterFuncs probe_funcs = {
  look_to_server, look_to_host, begin_long, end_long, forget_server,
};

static void
expect (GString    *log,
        const char *expected)
{
  g_assert_cmpstr (log->str, ==, expected);
  g_string_truncate (log, 0);
}

static void
test_order (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (PaddockFilterChain) chain = paddock_filter_chain_new (&log_ends, log);
  Probe probes[] = { { { &probe_funcs }, log, 'a' }, { { &probe_funcs }, log, 'b' },
                     { { &probe_funcs }, log, 'c' } };
  static const PaddockFilterFuncs none = { NULL };
  PaddockFilter blind = { .funcs = &none };

  g_assert_true (goes_on (chain, PADDOCK_TO_SERVER, "x"));
  g_assert_true (goes_on (chain, PADDOCK_TO_HOST, ""));
  paddock_filter_chain_add (chain, &probes[0].filter);
  paddock_filter_chain_add (chain, &blind);
  paddock_filter_chain_add (chain, &probes[1].filter);
  paddock_filter_chain_add (chain, &probes[2].filter);

  g_assert_true (goes_on (chain, PADDOCK_TO_SERVER, "x"));
  expect (log, "ax bx cx ");
  g_assert_true (goes_on (chain, PADDOCK_TO_HOST, "x"));
  expect (log, "cx bx ax ");
  g_assert_false (goes_on (chain, PADDOCK_TO_SERVER, "-b"));
  expect (log, "a-b b-b ");
  g_assert_false (goes_on (chain, PADDOCK_TO_SERVER, "=b"));
  expect (log, "a=b b=b c=b server>=b\n");
  g_assert_false (goes_on (chain, PADDOCK_TO_HOST, "=b"));
  expect (log, "c=b b=b a=b host>=b\n");
  g_assert_false (goes_on (chain, PADDOCK_TO_SERVER, "<b"));
  expect (log, "a<b b<b aours host>ours\n");
  g_assert_false (goes_on (chain, PADDOCK_TO_HOST, "<a"));
  expect (log, "c<a b<a a<a host>ours\n");
  g_assert_false (goes_on (chain, PADDOCK_TO_HOST, "!b"));
  expect (log, "c!b b!b server>ours\n");
  paddock_filter_chain_forget_server (chain);
  expect (log, "a. b. c. ");
}

static void
test_long (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (PaddockFilterChain) chain = paddock_filter_chain_new (&log_ends, log);
  Probe probes[] = { { { &probe_funcs }, log, 'a' }, { { &probe_funcs }, log, 'b' } };

  paddock_filter_chain_add (chain, &probes[0].filter);
  paddock_filter_chain_add (chain, &probes[1].filter);
  g_assert_true (long_goes_on (chain, PADDOCK_TO_SERVER, "{\"id\":1,\"method\":\"m\"}"));
  expect (log, "am bm ");
  g_assert_false (long_goes_on (chain, PADDOCK_TO_HOST, "{\"id\":1,\"method\":\"n\"}"));
  expect (log, "bn- an- ");
  g_assert_true (paddock_filter_chain_begin_long (chain, PADDOCK_TO_HOST, TRUE));
}

static void
ignore (gpointer user_data)
{
}

static void
ignore_roots (const char * const *uris,
              gpointer            user_data)
{
}

static void
ignore_drop (PaddockReason reason,
             gpointer      user_data)
{
}

static gboolean
never (gpointer user_data)
{
  return FALSE;
}

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
  "\"io.modelcontextprotocol/clientCapabilities\":{}}"

/* A chain of all filters, between a host whose lines may be held back and a server. */
typedef struct {
  GString             *log;
  PaddockFilterChain  *chain;
  PaddockHostQuestion *question;
  PaddockStartupHold  *hold;
  PaddockRestart      *restart;
  PaddockInputRequired *input;
  PaddockMediator     *mediator;
  PaddockAdmission    *admission;
} All;

static void
set_up (All           *all,
        gconstpointer  data)
{
  static const PaddockMediatorFuncs mediator_funcs = { ignore, ignore };
  static const PaddockHostQuestionFuncs question_funcs = { ignore, ignore, ignore_roots };
  static const PaddockRestartFuncs restart_funcs = { .begun = ignore };

  all->log = g_string_new (NULL);
  all->chain = paddock_filter_chain_new (&log_ends, all->log);
  all->question = paddock_host_question_new (&question_funcs, NULL);
  all->hold = paddock_startup_hold_new (never, NULL);
  all->restart = paddock_restart_new (&restart_funcs, NULL, NULL);
  all->input = paddock_input_required_new (ignore, FALSE, NULL);
  all->mediator = paddock_mediator_new (&mediator_funcs, NULL);
  all->admission = paddock_admission_new (all->mediator, all->input, ignore_drop, NULL);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->question);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->hold);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->restart);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->input);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->mediator);
  paddock_filter_chain_add (all->chain, (PaddockFilter *) all->admission);
  paddock_host_question_ask (all->question);
}

static void
tear_down (All           *all,
           gconstpointer  data)
{
  paddock_admission_free (all->admission);
  paddock_mediator_free (all->mediator);
  paddock_input_required_free (all->input);
  paddock_restart_free (all->restart);
  paddock_startup_hold_free (all->hold);
  paddock_host_question_free (all->question);
  paddock_filter_chain_free (all->chain);
  g_string_free (all->log, TRUE);
}

static void
expect_reads (All        *all,
              PaddockWay  way,
              const char *line,
              guint       expected)
{
  g_test_message ("%s", line);
  n_reads = 0;
  goes_on (all->chain, way, line);
  g_assert_cmpuint (n_reads, ==, expected);
}

#define INITIALIZE "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}"

/* A line of the host is read once, whatever happens to it, even if it is held. */
static void
test_read_once (All           *all,
                gconstpointer  data)
{
  static const char * const lines[] = {
    INITIALIZE,
    "\xef\xbb\xbf{\"id\":0,\"method\":\"initialize\",\"params\":{}}",
    "{\"method\":\"notifications/initialized\"}",
    "{\"method\":\"notifications/roots/list_changed\"}",
    "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
    "{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}",
    "{\"id\":3,\"method\":\"tools/call\",\"params\":{" META "}}",
    "{\"id\":4,\"method\":\"subscriptions/listen\",\"params\":{" META "}}",
    "{\"id\":5,\"result\":{}}",
    "{\"id\":6,\"method\":\"x\",\"method\":\"y\"}", "7", "no JSON", "",
  };

  for (guint round = 0; round < 2; round++) {
    if (round == 1)
      paddock_startup_hold_begin (all->hold);
    for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
      expect_reads (all, PADDOCK_TO_SERVER, lines[i], 1);
  }
  n_reads = 0;
  g_string_truncate (all->log, 0);
  paddock_startup_hold_release (all->hold);
  g_assert_cmpuint (n_reads, ==, 0);
  g_assert_nonnull (strstr (all->log->str, "server>{\"id\":2,\"method\":\"tools/call\""));
}

/* Each message of a batch is read once as well, even if several filters look into it. */
static void
test_read_batch_once (All           *all,
                      gconstpointer  data)
{
  static const struct {
    const char *line;
    guint       n;
  } batches[] = {
    { "[{\"id\":1,\"method\":\"tools/list\"},{\"id\":2,\"method\":\"ping\"}]", 2 },
    { "[{\"id\":1,\"result\":{}},{\"id\":2,\"method\":\"ping\"},{\"method\":\"m\"}]", 3 },
    { "[{\"id\":3,\"method\":\"tools/call\",\"params\":{}},"
      "{\"method\":\"notifications/roots/list_changed\"},[],7]", 4 },
    { "[]", 0 },
  };

  expect_reads (all, PADDOCK_TO_SERVER, INITIALIZE, 1);
  for (guint round = 0; round < 2; round++) {
    if (round == 1)
      paddock_startup_hold_begin (all->hold);
    for (gsize i = 0; i < G_N_ELEMENTS (batches); i++)
      expect_reads (all, PADDOCK_TO_SERVER, batches[i].line, 1 + batches[i].n);
  }
  n_reads = 0;
  g_string_truncate (all->log, 0);
  paddock_startup_hold_release (all->hold);
  g_assert_cmpuint (n_reads, ==, 0);
  g_assert_nonnull (strstr (all->log->str, "server>[{\"id\":1,\"method\":\"tools/list\"}"));

  for (gsize i = 0; i < G_N_ELEMENTS (batches); i++)
    expect_reads (all, PADDOCK_TO_HOST, batches[i].line, 1 + batches[i].n);
  expect_reads (all, PADDOCK_TO_HOST, "[{\"id\":7,\"method\":\"roots/list\"},"
                "{\"id\":8,\"method\":\"ping\"}]", 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/filter/order", test_order);
  g_test_add_func ("/filter/long", test_long);
  g_test_add ("/filter/read-once", All, NULL, set_up, test_read_once, tear_down);
  g_test_add ("/filter/read-batch-once", All, NULL, set_up, test_read_batch_once, tear_down);
  return g_test_run ();
}
