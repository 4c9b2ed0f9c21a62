/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-add-result.h"
#include "paddock-client-call.h"
#include "paddock-never.h"

#include "paddock-error.h"
#include "paddock-names.h"

#include "client-fixture.h"

/* What a call sends, and how its answer is read. */

static void
call_block (PaddockClient  *client,
            GAsyncResult  **result)
{
  paddock_client_call_async (client, "Block", g_variant_new ("(s)", "s"), NULL, on_ready, result);
}

typedef struct {
  const char *method;
  const char *parameters;             /* NULL: none */
  const char *reply;                  /* NULL: the default */
  const char *request_id;             /* NULL: it acts at once */
} Case;

static const Case cases[] = {
  { "RemoveRoots", "(['r'],)", NULL, NULL },
  { "ChangeRoot", "('r', {'name': <'N'>})", "('q1',)", "q1" },
  { "Grant", "('s', ['r', 't'], @a{sv} {})", NULL, NULL },
  { "Grant", "('s', ['r', 't'], @a{sv} {})", "('q2',)", "q2" },
  { "Block", "('s',)", NULL, NULL },
  { "TakeBackNever", "('', b'/p\\377')", "('',)", NULL },
  { "RegisterAgent", NULL, NULL, NULL },
};

static GVariant *
make_parameters (const Case *one)
{
  return g_variant_ref_sink (g_variant_new_parsed (one->parameters != NULL ? one->parameters
                                                                           : "()"));
}

static void
call_case (PaddockClient  *client,
           const Case     *one,
           GAsyncResult  **result)
{
  g_autoptr (GVariant) parameters = make_parameters (one);

  paddock_client_call_async (client, one->method, one->parameters != NULL ? parameters : NULL, NULL,
                             on_ready, result);
}

static void
test_calls (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (GVariant) parameters = make_parameters (&cases[i]);
    g_autofree char *expected = g_variant_print (parameters, FALSE);
    g_autofree char *sent = NULL;
    g_autofree char *request_id = NULL;

    if (cases[i].reply != NULL)
      fake_control_answer (fixture->fake, cases[i].method, cases[i].reply);
    call_case (fixture->client, &cases[i], &result);
    wait_for (&result);
    g_assert_true (paddock_client_call_finish (fixture->client, result, &request_id, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (request_id, ==, cases[i].request_id);
    sent = fake_control_dup_call (fixture->fake, cases[i].method);
    g_assert_cmpstr (sent, ==, expected);
  }
}

/* The ids of ignored roots, separated by spaces. A reply without them means none. */
static void
test_answer (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const replies[][2] = {
    { "({},)", "" }, { "({'left-out': <['a', 'b']>},)", "a b" },
    { "({'left-out': <@as []>},)", "" }, { "({'left-out': <7>},)", "" },
  };
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = "q", .serial = 3, .verdict = PADDOCK_VERDICT_NOT_NOW,
    .reason = PADDOCK_REASON_USER_PUT_OFF,
  });

  for (guint i = 0; i < G_N_ELEMENTS (replies); i++) {
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) left_out = NULL;
    g_autofree char *sent = NULL;
    g_autofree char *ids = NULL;

    fake_control_answer (fixture->fake, "AnswerRequest", replies[i][0]);
    paddock_client_call_answer_async (fixture->client, decision, NULL, on_ready, &result);
    wait_for (&result);
    left_out = paddock_client_call_answer_finish (fixture->client, result, &error);
    g_assert_no_error (error);
    ids = g_strjoinv (" ", left_out);
    g_assert_cmpstr (ids, ==, replies[i][1]);
    sent = fake_control_dup_call (fixture->fake, "AnswerRequest");
    g_assert_true (g_str_has_prefix (sent, "('q', 3, {"));
  }
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  data)
{
  static const struct {
    const char *name;
    int         code;
  } errors[] = {
    { "Stale", PADDOCK_ERROR_STALE },
    { "NotAgent", PADDOCK_ERROR_NOT_AGENT },
    { "NotFound", PADDOCK_ERROR_NOT_FOUND },
    { "Refused", PADDOCK_ERROR_REFUSED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++) {
    g_autofree char *name = g_strconcat (PADDOCK_ERROR_BUS_PREFIX, errors[i].name, NULL);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;

    fake_control_fail (fixture->fake, "Block", name, "Because");
    call_block (fixture->client, &result);
    wait_for (&result);
    g_assert_false (paddock_client_call_finish (fixture->client, result, NULL, &error));
    g_assert_error (error, PADDOCK_ERROR, errors[i].code);
    g_assert_cmpstr (error->message, ==, "Because");
  }
}

/* A call without a service is not kept for later. */
static void
test_without_service (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (PaddockClient) idle = paddock_client_new (fixture->connection);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;

    call_case (idle, &cases[i], &result);
    wait_for (&result);
    g_assert_false (paddock_client_call_finish (idle, result, NULL, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
  }
}

static void
test_list_never (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) failed = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  fake_control_answer (fixture->fake, "ListNever",
                       "([{'path': <b'/p'>, 'root': <'r'>}, {'path': <b'/q'>}],)");
  paddock_client_call_list_never_async (fixture->client, NULL, on_ready, &result);
  wait_for (&result);
  files = paddock_client_call_list_never_finish (fixture->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_cmpstr (((PaddockNever *) g_ptr_array_index (files, 0))->path, ==, "/p");

  fake_control_fail (fixture->fake, "ListNever", PADDOCK_ERROR_BUS_PREFIX "Busy", "Because");
  paddock_client_call_list_never_async (fixture->client, NULL, on_ready, &failed);
  wait_for (&failed);
  g_assert_null (paddock_client_call_list_never_finish (fixture->client, failed, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY);
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  const char * const paths[] = { "/a", "/not\377utf8", NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) inspected = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) inspections = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *sent = NULL;
  const PaddockAddResult *first;

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'verdict': <'accepted'>, 'added': <true>,"
                       " 'id': <'x'>}, {'path': <b'/not\\377utf8'>, 'verdict': <'missing'>}],)");
  paddock_client_call_add_roots_async (fixture->client, paths, NULL, PADDOCK_ACCESS_READ_ONLY, TRUE,
                                       NULL, TRUE, NULL, on_ready, &result);
  wait_for (&result);
  results = paddock_client_call_add_results_finish (fixture->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 2);
  first = g_ptr_array_index (results, 0);
  g_assert_true (first->added);
  g_assert_cmpstr (first->root_id, ==, "x");

  sent = fake_control_dup_call (fixture->fake, "AddRoots");
  g_assert_nonnull (strstr (sent, "[b'/a', b'/not\\377utf8']"));
  g_assert_nonnull (strstr (sent, "'access': <'read-only'>"));
  g_assert_nonnull (strstr (sent, "'accept-warnings': <true>"));
  g_assert_nonnull (strstr (sent, "'other-file-systems': <true>"));
  g_assert_null (strstr (sent, "'name'"));

  fake_control_answer (fixture->fake, "InspectPaths", "([{'verdict': <'system'>}],)");
  paddock_client_call_inspect_async (fixture->client, paths, NULL, on_ready, &inspected);
  wait_for (&inspected);
  inspections = paddock_client_call_add_results_finish (fixture->client, inspected, &error);
  g_assert_no_error (error);
  first = g_ptr_array_index (inspections, 0);
  g_assert_cmpint (first->verdict, ==, PADDOCK_PLACE_SYSTEM);
}

#define ADD(name, function) \
  g_test_add ("/client-call/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("calls", test_calls);
  ADD ("answer", test_answer);
  ADD ("errors", test_errors);
  ADD ("without-service", test_without_service);
  ADD ("list-never", test_list_never);
  ADD ("add", test_add);
  return g_test_run ();
}
