/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-subscriptions.h"

#include <string.h>

#include "paddock-unanswered-error.h"

static PaddockSpan
span (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

static gboolean
take_word (PaddockSubscriptions *subscriptions,
           const char           *text)
{
  g_auto (PaddockMessage) line = { 0 };

  paddock_message_read (span (text), &line);
  return paddock_subscriptions_receive_notification (subscriptions, &line);
}

/* Opens a subscription with the id @id. */
static gboolean
begin (PaddockSubscriptions *subscriptions,
       const char           *id)
{
  g_autofree char *text = g_strdup_printf ("{\"id\":%s,\"method\":\"m\"}", id);
  g_auto (PaddockMessage) request = { 0 };

  paddock_message_read (span (text), &request);
  return paddock_subscriptions_begin (subscriptions, &request);
}

static void
expect_requests (GPtrArray  *requests,
                 const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < requests->len; i++) {
    const PaddockMessage *request = requests->pdata[i];

    g_string_append_printf (text, "%.*s;", (int) request->text.length, request->text.start);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Takes @lines. */
static void
expect (GPtrArray  *lines,
        const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%.*s;", (int) g_bytes_get_size (lines->pdata[i]),
                            (const char *) g_bytes_get_data (lines->pdata[i], NULL));
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_unref (lines);
}

static GPtrArray *
new_lines (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

#define WORD(id, honoured) \
  "{\"method\":\"notifications/subscriptions\\/acknowledged\",\"params\":{" honoured \
  "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" id "}}}"
#define TOOLS "\"notifications\":{\"toolsListChanged\":true},"
#define TOLD(id) "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"_meta\":{" \
  "\"io.modelcontextprotocol/subscriptionId\":" id "}}};"

static void
test_replay (void)
{
  g_autoptr (PaddockSubscriptions) subscriptions = paddock_subscriptions_new ();
  g_autoptr (GPtrArray) requests =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_message_free);

  g_assert_true (begin (subscriptions, "1"));
  g_assert_true (begin (subscriptions, "\"2\""));
  g_assert_true (begin (subscriptions, "3"));
  g_assert_false (take_word (subscriptions, WORD ("1", TOOLS)));
  g_assert_false (take_word (subscriptions, WORD ("3", TOOLS)));
  g_assert_true (paddock_subscriptions_has (subscriptions, span ("1.0")));
  g_assert_false (paddock_subscriptions_has (subscriptions, span ("2")));
  paddock_subscriptions_end (subscriptions, span ("3"));
  paddock_subscriptions_end (subscriptions, span ("2"));

  /* The last server had not agreed to the second request: the host hears of that. */
  paddock_subscriptions_replay (subscriptions, requests);
  expect_requests (requests, "{\"id\":1,\"method\":\"m\"};{\"id\":\"2\",\"method\":\"m\"};");
  g_assert_true (take_word (subscriptions, WORD ("1", TOOLS)));
  g_assert_false (take_word (subscriptions, WORD ("1", TOOLS)));
  g_assert_false (take_word (subscriptions, WORD ("\"2\"", TOOLS)));
  expect (paddock_subscriptions_end_all (subscriptions),
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\""
          PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}};"
          "{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"error\":{\"code\":-32603,\"message\":\""
          PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}};");
  g_assert_false (paddock_subscriptions_has (subscriptions, span ("1")));
}

static void
test_tell (void)
{
  static const struct {
    const char *word;               /* (nullable) */
    gboolean    is_told;
  } table[] = {
    { WORD ("7", TOOLS), TRUE },
    { WORD ("7", "\"notifications\":{\"a\":1,\"toolsListChanged\" : true},"), TRUE },
    { NULL, FALSE },
    { WORD ("7", ""), FALSE },
    { WORD ("7", "\"notifications\":{\"toolsListChanged\":false},"), FALSE },
    { WORD ("7", "\"notifications\":{\"toolsListChanged\":\"true\"},"), FALSE },
    { WORD ("7", "\"notifications\":[true],"), FALSE },
    { WORD ("7", "\"notifications\":7,"), FALSE },
    { WORD ("8", TOOLS), FALSE },
    { WORD ("\"7\"", TOOLS), FALSE },
    { WORD ("null", TOOLS), FALSE },
    { "{\"method\":\"notifications/subscriptions/acknowledged\"}", FALSE },
    { "{\"method\":\"notifications/subscriptions/acknowledged\",\"params\":[7]}", FALSE },
    { "{\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":7}}", FALSE },
    { "{\"method\":\"other\",\"params\":{" TOOLS "\"_meta\":{"
      "\"io.modelcontextprotocol/subscriptionId\":7}}}", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockSubscriptions) subscriptions = paddock_subscriptions_new ();
    GPtrArray *lines = new_lines ();

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_true (begin (subscriptions, "7"));
    if (table[i].word != NULL)
      g_assert_false (take_word (subscriptions, table[i].word));
    paddock_subscriptions_tell (subscriptions, "toolsListChanged", "m", lines);
    expect (lines, table[i].is_told ? TOLD ("7") : "");
  }
}

static void
test_limit (void)
{
  g_autoptr (PaddockSubscriptions) subscriptions = paddock_subscriptions_new ();

  for (guint i = 0; i <= PADDOCK_SUBSCRIPTIONS_MAX; i++) {
    g_autofree char *id = g_strdup_printf ("%u", i);

    g_assert_cmpint (begin (subscriptions, id), ==,
                     i < PADDOCK_SUBSCRIPTIONS_MAX);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/subscriptions/replay", test_replay);
  g_test_add_func ("/subscriptions/tell", test_tell);
  g_test_add_func ("/subscriptions/limit", test_limit);
  return g_test_run ();
}
