/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-outbox.h"

#include "web-fixture.h"

/* A server that answers nothing until the test says so. */

typedef struct {
  Web                 web;
  PaddockWebSession  *session;
  PaddockReachOptions options;
  PaddockOutbox      *outbox;
  GPtrArray          *asked;        /* SoupServerMessage objects without an answer yet */
  guint               n_changed;
  guint               n_ended;
  gboolean            keeps;        /* keeps ended requests for another session */
  const char         *ours;         /* (nullable) the id of a replayed request */
} Fixture;

#define CALL(id) "{\"id\":" id ",\"method\":\"x\"}"
#define INITIALIZE "{\"id\":0,\"method\":\"initialize\"}"
#define INITIALIZED "{\"method\":\"notifications/initialized\"}"
#define NOTIFICATION "{\"method\":\"n\"}"
#define RESPONSE "{\"id\":\"s\",\"result\":{}}"

static void
on_changed (gpointer user_data)
{
  ((Fixture *) user_data)->n_changed++;
}

static gboolean
on_message (PaddockHttpRequest  *request,
            PaddockSpool       **message,
            gpointer             user_data)
{
  return TRUE;
}

static gboolean
on_ended (PaddockHttpRequest *request,
          gpointer            user_data)
{
  Fixture *fixture = user_data;

  fixture->n_ended++;
  return fixture->keeps;
}

static const PaddockOutboxFuncs funcs = {
  .changed = on_changed,
  .message = on_message,
  .ended = on_ended,
};

static gboolean
is_ours (PaddockSpan id,
         gpointer    user_data)
{
  const char *ours = ((Fixture *) user_data)->ours;

  return ours != NULL && strlen (ours) == id.length && memcmp (ours, id.start, id.length) == 0;
}

static void
answer_later (SoupServerMessage *message,
              const char        *path,
              const char        *body,
              gpointer           user_data)
{
  soup_server_message_pause (message);
  g_ptr_array_add (((Fixture *) user_data)->asked, message);
}

static void
fixture_init (Fixture *fixture)
{
  static const char * const headers[] = { NULL };

  fixture->web.answer = answer_later;
  fixture->web.user_data = fixture;
  web_init (&fixture->web);
  fixture->asked = g_ptr_array_new ();
  fixture->options.ours = is_ours;
  fixture->options.user_data = fixture;
  fixture->session = paddock_web_session_new (fixture->web.address, headers, 0);
  fixture->outbox = paddock_outbox_new (fixture->session, &fixture->options, &funcs, fixture);
}

static void
fixture_clear (Fixture *fixture)
{
  paddock_outbox_free (fixture->outbox);
  paddock_web_session_free (fixture->session);
  g_ptr_array_unref (fixture->asked);
  web_clear (&fixture->web);
}

static void
push (Fixture    *fixture,
      const char *text,
      gboolean    is_ordered)
{
  g_autoptr (GBytes) line = g_bytes_new_static (text, strlen (text));

  paddock_outbox_push (fixture->outbox, paddock_outgoing_new (line), is_ordered);
}

static guint
send_all (Fixture *fixture)
{
  guint n = 0;

  while (paddock_outbox_send_next (fixture->outbox, FALSE) != NULL)
    n++;
  return n;
}

/* The server answers its first request. */
static void
answer (Fixture *fixture,
        guint    status)
{
  SoupServerMessage *message;

  web_wait (fixture->asked->len > 0);
  message = g_ptr_array_steal_index (fixture->asked, 0);
  web_reply (message, status, NULL, "");
  soup_server_message_unpause (message);
}

static const struct {
  const char *first;
  guint       n_sent;               /* how many are sent at once before a call */
  guint       ms;                   /* after which the call is sent anyway, 0: never */
} orders[] = {
  { CALL ("1"), 2, 0 },
  { INITIALIZE, 1, 0 },
  { INITIALIZED, 1, PADDOCK_OUTBOX_READY_MS },
  { NOTIFICATION, 1, PADDOCK_OUTBOX_ONE_WAY_MS },
};

static void
test_order (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (orders); i++) {
    Fixture fixture = { 0 };
    gint64 began = g_get_monotonic_time ();

    g_test_message ("%s", orders[i].first);
    fixture_init (&fixture);
    push (&fixture, orders[i].first, TRUE);
    push (&fixture, CALL ("2"), TRUE);
    g_assert_cmpuint (send_all (&fixture), ==, orders[i].n_sent);
    if (orders[i].ms > 0) {
      web_wait (send_all (&fixture) == 1);
      g_assert_cmpint (g_get_monotonic_time () - began, >=,
                       orders[i].ms * G_TIME_SPAN_MILLISECOND);
    } else if (orders[i].n_sent == 1) {
      g_assert_cmpuint (fixture.n_changed, ==, 0);
      answer (&fixture, 500);
      web_wait (send_all (&fixture) == 1);
    }
    fixture_clear (&fixture);
  }
}

/* A notification that has arrived lets the next message go. A response never waits. */
static void
test_pass (void)
{
  Fixture fixture = { 0 };

  fixture_init (&fixture);
  push (&fixture, INITIALIZED, TRUE);
  push (&fixture, CALL ("1"), TRUE);
  g_assert_cmpuint (send_all (&fixture), ==, 1);
  push (&fixture, RESPONSE, FALSE);
  g_assert_cmpuint (send_all (&fixture), ==, 1);
  g_assert_false (paddock_outbox_is_quiescent (fixture.outbox));
  answer (&fixture, 202);
  web_wait (send_all (&fixture) == 1);
  answer (&fixture, 202);
  web_wait (paddock_outbox_is_quiescent (fixture.outbox));
  /* The call has no answer yet. */
  g_assert_true (paddock_outbox_is_busy (fixture.outbox, TRUE));
  fixture_clear (&fixture);
}

/* Lost messages go into another session in the order of sending. Waiting ones follow. */
static void
test_lost (void)
{
  Fixture fixture = { .keeps = TRUE };
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GString) text = g_string_new (NULL);

  fixture_init (&fixture);
  push (&fixture, CALL ("1"), TRUE);
  push (&fixture, "[" CALL ("2") "]", TRUE);
  push (&fixture, CALL ("3"), TRUE);
  push (&fixture, CALL ("4"), TRUE);
  g_assert_cmpuint (send_all (&fixture), ==, 4);
  for (guint i = 0; i < 4; i++)
    answer (&fixture, 404);
  web_wait (fixture.n_ended == 4);
  g_assert_cmpint (paddock_outbox_cancel (fixture.outbox, (PaddockSpan) { "3", 1 }), ==,
                   PADDOCK_OUTBOX_CANCELLED);
  push (&fixture, CALL ("5"), TRUE);
  push (&fixture, CALL ("6"), TRUE);
  g_assert_cmpint (paddock_outbox_cancel (fixture.outbox, (PaddockSpan) { "6", 1 }), ==,
                   PADDOCK_OUTBOX_CANCELLED);
  paddock_outbox_steal_lost (fixture.outbox, lines, ids);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%.*s;", (int) g_bytes_get_size (lines->pdata[i]),
                            (const char *) g_bytes_get_data (lines->pdata[i], NULL));
  g_assert_cmpstr (text->str, ==, CALL ("1") ";" CALL ("4") ";" CALL ("5") ";");
  g_assert_cmpuint (ids->len, ==, 1);
  g_assert_false (paddock_outbox_is_busy (fixture.outbox, FALSE));
  fixture_clear (&fixture);
}

/* If a request is replayed, and the host's own has the same id, only the host's own answer reaches
 * the host. */
static void
test_replayed (void)
{
  Fixture fixture = { .ours = "1" };

  fixture_init (&fixture);
  push (&fixture, CALL ("1"), TRUE);
  push (&fixture, CALL ("1"), TRUE);
  push (&fixture, CALL ("2"), TRUE);
  g_assert_cmpint (paddock_outbox_send_next (fixture.outbox, FALSE)->origin, ==,
                   PADDOCK_OUTGOING_REPLAYED);
  g_assert_cmpint (paddock_outbox_send_next (fixture.outbox, FALSE)->origin, ==,
                   PADDOCK_OUTGOING_NEW);
  g_assert_cmpint (paddock_outbox_send_next (fixture.outbox, FALSE)->origin, ==,
                   PADDOCK_OUTGOING_NEW);
  fixture_clear (&fixture);
}

/* Each queue has a limit, and so does the number of requests under way. */
static void
test_limits (void)
{
  Fixture fixture = { 0 };

  fixture_init (&fixture);
  for (guint i = 0; i < PADDOCK_OUTBOX_WAITING_MAX; i++) {
    g_assert_false (paddock_outbox_throttle (fixture.outbox, FALSE));
    push (&fixture, CALL ("1"), TRUE);
  }
  g_assert_true (paddock_outbox_throttle (fixture.outbox, FALSE));
  g_assert_null (paddock_outbox_send_next (fixture.outbox, TRUE));
  for (guint i = 0; i < PADDOCK_WEB_SESSION_CALLS_MAX; i++)
    push (&fixture, CALL ("1"), TRUE);
  g_assert_cmpuint (send_all (&fixture), ==, PADDOCK_WEB_SESSION_CALLS_MAX);
  for (guint i = 0; i < 2 * PADDOCK_OUTBOX_ANSWERS_MAX; i++)
    push (&fixture, RESPONSE, FALSE);
  g_assert_cmpuint (send_all (&fixture), ==, PADDOCK_OUTBOX_ANSWERS_MAX);
  g_assert_true (paddock_outbox_throttle (fixture.outbox, FALSE));
  paddock_outbox_clear (fixture.outbox);
  g_assert_false (paddock_outbox_throttle (fixture.outbox, FALSE));
  g_assert_cmpint (paddock_outbox_cancel (fixture.outbox, (PaddockSpan) { "1", 1 }), ==,
                   PADDOCK_OUTBOX_UNKNOWN);
  fixture_clear (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outbox/order", test_order);
  g_test_add_func ("/outbox/pass", test_pass);
  g_test_add_func ("/outbox/lost", test_lost);
  g_test_add_func ("/outbox/replayed", test_replayed);
  g_test_add_func ("/outbox/limits", test_limits);
  return g_test_run ();
}
