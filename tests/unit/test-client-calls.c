/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-client.h"

#include "paddock-error.h"
#include "paddock-names.h"

#include "fake-control.h"

/* What each verb sends, and how its answer is read. */

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  FakeControl     *fake;
  PaddockClient   *client;
} Fixture;

static gboolean
on_deadline (gpointer user_data)
{
  g_error ("no answer in time");
  return G_SOURCE_REMOVE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fake_control_answer (fixture->fake, "ListJournal", "([{'number': <int64 7>}],)");
  fake_control_appear (fixture->fake);
  fixture->client = paddock_client_new (fixture->connection);
  paddock_client_start (fixture->client);
  while (paddock_client_get_state (fixture->client) != PADDOCK_CLIENT_CONNECTED)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (deadline_id);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&fixture->client));
  fake_control_free (fixture->fake);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static void
on_ready (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (deadline_id);
}

static void
call_remove (PaddockClient  *client,
             GAsyncResult  **result)
{
  paddock_client_remove_root_async (client, "r", NULL, on_ready, result);
}

static void
call_change (PaddockClient  *client,
             GAsyncResult  **result)
{
  GVariantDict changes;

  g_variant_dict_init (&changes, NULL);
  g_variant_dict_insert (&changes, "name", "s", "N");
  paddock_client_change_root_async (client, "r", g_variant_dict_end (&changes), NULL, on_ready,
                                    result);
}

static void
call_grant (PaddockClient  *client,
            GAsyncResult  **result)
{
  const char * const roots[] = { "r", "t", NULL };

  paddock_client_grant_async (client, "s", roots, NULL, NULL, on_ready, result);
}

static void
call_revoke (PaddockClient  *client,
             GAsyncResult  **result)
{
  const char * const roots[] = { "r", NULL };

  paddock_client_revoke_async (client, "s", roots, NULL, on_ready, result);
}

static void
call_revoke_all (PaddockClient  *client,
                 GAsyncResult  **result)
{
  paddock_client_revoke_async (client, "s", NULL, NULL, on_ready, result);
}

static void
call_block (PaddockClient  *client,
            GAsyncResult  **result)
{
  paddock_client_block_async (client, "s", NULL, on_ready, result);
}

static void
call_let_read (PaddockClient  *client,
               GAsyncResult  **result)
{
  paddock_client_let_read_async (client, "s", TRUE, NULL, on_ready, result);
}

static void
call_disconnect (PaddockClient  *client,
                 GAsyncResult  **result)
{
  paddock_client_disconnect_async (client, "s", NULL, on_ready, result);
}

static void
call_take_back_never (PaddockClient  *client,
                      GAsyncResult  **result)
{
  const PaddockNever never = { .server_id = (char *) "s", .path = (char *) "/p" };

  paddock_client_take_back_never_async (client, &never, NULL, on_ready, result);
}

static void
call_take_back_never_of_hosts (PaddockClient  *client,
                               GAsyncResult  **result)
{
  const PaddockNever never = { .path = (char *) "/p\xff" };

  paddock_client_take_back_never_async (client, &never, NULL, on_ready, result);
}

static void
call_unblock (PaddockClient  *client,
              GAsyncResult  **result)
{
  paddock_client_unblock_async (client, "s", NULL, on_ready, result);
}

static void
call_forget (PaddockClient  *client,
             GAsyncResult  **result)
{
  paddock_client_forget_async (client, "s", NULL, on_ready, result);
}

static void
call_ask_again (PaddockClient  *client,
                GAsyncResult  **result)
{
  paddock_client_ask_again_async (client, "s", NULL, on_ready, result);
}

static void
call_register (PaddockClient  *client,
               GAsyncResult  **result)
{
  paddock_client_register_async (client, NULL, on_ready, result);
}

static void
call_answer (PaddockClient  *client,
             GAsyncResult  **result)
{
  g_autoptr (PaddockDecision) decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = "q", .serial = 3, .verdict = PADDOCK_VERDICT_NOT_NOW,
    .reason = PADDOCK_REASON_USER_PUT_OFF,
  });

  paddock_client_answer_async (client, decision, NULL, on_ready, result);
}

typedef struct {
  void       (*call)(PaddockClient *, GAsyncResult **);
  const char *method;
  const char *sent;                   /* how the arguments begin */
  const char *reply;                  /* NULL: the default */
  const char *returned;
} Case;

static const Case cases[] = {
  { call_remove, "RemoveRoots", "(['r'],)", NULL, "" },
  { call_change, "ChangeRoot", "('r', {'name': <'N'>})", "('q1',)", "q1" },
  { call_grant, "Grant", "('s', ['r', 't'], {})", NULL, "" },
  { call_grant, "Grant", "('s', ['r', 't'], {})", "('q2',)", "q2" },
  { call_revoke, "Revoke", "('s', ['r'])", NULL, "" },
  { call_revoke_all, "Revoke", "('s', [])", NULL, "" },
  { call_block, "Block", "('s',)", NULL, "" },
  { call_let_read, "SetServerReading", "('s', true)", "('q4',)", "q4" },
  { call_disconnect, "Disconnect", "('s',)", NULL, "" },
  { call_take_back_never, "TakeBackNever", "('s', b'/p')", "('q5',)", "q5" },
  { call_take_back_never_of_hosts, "TakeBackNever", "('', b'/p\\377')", "('',)", "" },
  { call_unblock, "Unblock", "('s',)", "('q3',)", "q3" },
  { call_forget, "Forget", "('s',)", NULL, "" },
  { call_ask_again, "AskAgain", "('s',)", NULL, "" },
  { call_register, "RegisterAgent", "()", NULL, "" },
  { call_answer, "AnswerRequest", "('q', 3, {", NULL, "" },
  { call_answer, "AnswerRequest", "('q', 3, {", "({'left-out': <['a', 'b']>},)", "a,b" },
  { call_answer, "AnswerRequest", "('q', 3, {", "({'left-out': <@as []>},)", "" },
  { call_answer, "AnswerRequest", "('q', 3, {", "({'left-out': <7>},)", "" },
};

static void
test_verbs (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *sent = NULL;
    g_autofree char *returned = NULL;

    if (cases[i].reply != NULL)
      fake_control_answer (fixture->fake, cases[i].method, cases[i].reply);
    cases[i].call (fixture->client, &result);
    wait_for (&result);
    returned = paddock_client_call_finish (fixture->client, result, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (returned, ==, cases[i].returned);
    sent = fake_control_dup_call (fixture->fake, cases[i].method);
    g_assert_nonnull (sent);
    if (!g_str_has_prefix (sent, cases[i].sent))
      g_assert_cmpstr (sent, ==, cases[i].sent);
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
    g_assert_null (paddock_client_call_finish (fixture->client, result, &error));
    g_assert_error (error, PADDOCK_ERROR, errors[i].code);
    g_assert_cmpstr (error->message, ==, "Because");
  }
}

/* Never kept for later. */
static void
test_without_service (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (PaddockClient) idle = paddock_client_new (fixture->connection);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (GError) error = NULL;

    cases[i].call (idle, &result);
    wait_for (&result);
    g_assert_null (paddock_client_call_finish (idle, result, &error));
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
  paddock_client_list_never_async (fixture->client, NULL, on_ready, &result);
  wait_for (&result);
  files = paddock_client_list_never_finish (fixture->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_cmpstr (((PaddockNever *) g_ptr_array_index (files, 0))->path, ==, "/p");

  fake_control_fail (fixture->fake, "ListNever", PADDOCK_ERROR_BUS_PREFIX "Busy", "Because");
  paddock_client_list_never_async (fixture->client, NULL, on_ready, &failed);
  wait_for (&failed);
  g_assert_null (paddock_client_list_never_finish (fixture->client, failed, &error));
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
  paddock_client_add_roots_async (fixture->client, paths, NULL, PADDOCK_ACCESS_READ_ONLY, TRUE,
                                  NULL, TRUE, NULL, on_ready, &result);
  wait_for (&result);
  results = paddock_client_add_roots_finish (fixture->client, result, &error);
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
  paddock_client_inspect_async (fixture->client, paths, NULL, on_ready, &inspected);
  wait_for (&inspected);
  inspections = paddock_client_inspect_finish (fixture->client, inspected, &error);
  g_assert_no_error (error);
  first = g_ptr_array_index (inspections, 0);
  g_assert_cmpint (first->verdict, ==, PADDOCK_PLACE_SYSTEM);
}

static gboolean
load_journal (Fixture  *fixture,
              GError  **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_client_load_journal_async (fixture->client, 50, NULL, on_ready, &result);
  wait_for (&result);
  return paddock_client_load_journal_finish (fixture->client, result, error);
}

static void
test_journal (Fixture       *fixture,
              gconstpointer  data)
{
  GListModel *journal = paddock_client_get_journal (fixture->client);
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  fake_control_answer (fixture->fake, "ListJournal",
                       "([{'number': <int64 6>}, {'number': <int64 5>}],)");
  g_assert_true (load_journal (fixture, &error));
  first = fake_control_dup_call (fixture->fake, "ListJournal");
  g_assert_cmpstr (first, ==, "(7, 50)");
  g_assert_cmpuint (g_list_model_get_n_items (journal), ==, 3);

  fake_control_answer (fixture->fake, "ListJournal", "([],)");
  g_assert_false (load_journal (fixture, &error));
  g_assert_no_error (error);
  second = fake_control_dup_call (fixture->fake, "ListJournal");
  g_assert_cmpstr (second, ==, "(5, 50)");

  fake_control_fail (fixture->fake, "ListJournal", PADDOCK_ERROR_BUS_PREFIX "Store", "Broken");
  g_assert_false (load_journal (fixture, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

#define ADD(name, function) \
  g_test_add ("/client-calls/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("verbs", test_verbs);
  ADD ("errors", test_errors);
  ADD ("without-service", test_without_service);
  ADD ("list-never", test_list_never);
  ADD ("add", test_add);
  ADD ("journal", test_journal);
  return g_test_run ();
}
