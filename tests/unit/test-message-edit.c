/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-message-edit.h"

#include <string.h>

#define LINE "{ \"id\" : 1.50e1, \"params\":{\"a\":[ ],\"b\":{}} ,\"method\":\"\\u0061\" }"

static PaddockSpan
span (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

/* An edited message equals a message read from its text. */
static void
expect (PaddockMessage *edited,
        const char     *expected)
{
  g_auto (PaddockMessage) read = { 0 };

  g_assert_cmpmem (edited->text.start, edited->text.length, expected, strlen (expected));
  paddock_message_read (edited->text, &read);
  g_assert_cmpint (edited->kind, ==, read.kind);
  g_assert_cmpstr (edited->method, ==, read.method);
  g_assert_cmpmem (edited->id.start, edited->id.length, read.id.start, read.id.length);
  g_assert_cmpmem (edited->params.start, edited->params.length, read.params.start,
                   read.params.length);
  g_assert_cmpmem (edited->result.start, edited->result.length, read.result.start,
                   read.result.length);
  g_assert_true (paddock_message_is_valid (edited));
  paddock_message_free (edited);
}

/* Before, after and inside each part. */
static void
test_replace (void)
{
  static const struct { const char *part, *with, *expected;
  } table[] = {
    { "1.50e1", "\"x\"",
      "{ \"id\" : \"x\", \"params\":{\"a\":[ ],\"b\":{}} ,\"method\":\"\\u0061\" }" },
    { "[ ]", "[1,2,3,4,5,6,7,8,9]", "{ \"id\" : 1.50e1, \"params\":{\"a\":[1,2,3,4,5,6,7,8,9],"
      "\"b\":{}} ,\"method\":\"\\u0061\" }" },
    { "{}", "7", "{ \"id\" : 1.50e1, \"params\":{\"a\":[ ],\"b\":7} ,"
      "\"method\":\"\\u0061\" }" },
    { "{\"a\":[ ],\"b\":{}}", "{}",
      "{ \"id\" : 1.50e1, \"params\":{} ,\"method\":\"\\u0061\" }" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_auto (PaddockMessage) message = { 0 };
    const char *at;

    paddock_message_read (span (LINE), &message);
    at = strstr (message.text.start, table[i].part);
    expect (paddock_message_edit_replace (&message, (PaddockSpan) { at, strlen (table[i].part) },
                                          span (table[i].with)), table[i].expected);
  }
}

static void
test_insert (void)
{
  g_auto (PaddockMessage) message = { 0 };
  g_autoptr (PaddockMessage) edited = NULL;

  paddock_message_read (span ("{\"params\":{ },\"id\":2,\"method\":\"m\"}"), &message);
  edited = paddock_message_edit_insert_member (&message, message.params, "\"a\":1");
  expect (paddock_message_edit_insert_member (edited, edited->params, "\"b\":2"),
          "{\"params\":{\"b\":2,\"a\":1 },\"id\":2,\"method\":\"m\"}");
}

/* A byte order mark stays where it is. */
static void
test_mark (void)
{
  static const char line[] = "\xef\xbb\xbf{\"id\":1,\"method\":\"m\"}";
  g_auto (PaddockMessage) message = { 0 };
  g_autoptr (PaddockMessage) edited = NULL;
  g_autoptr (PaddockMessage) copy = NULL;

  paddock_message_read (span (line + 3), &message);
  message.n_mark = 3;
  edited = paddock_message_edit_replace (&message, message.id, span ("22"));
  copy = paddock_message_copy (&message);
  g_assert_cmpmem (g_bytes_get_data (copy->bytes, NULL), g_bytes_get_size (copy->bytes), line,
                   strlen (line));
  g_assert_cmpmem (g_bytes_get_data (edited->bytes, NULL), g_bytes_get_size (edited->bytes),
                   "\xef\xbb\xbf{\"id\":22,\"method\":\"m\"}", strlen (line) + 1);
  g_assert_cmpmem (edited->id.start, edited->id.length, "22", 2);
}

static gboolean
is_short (const char  *name,
          PaddockSpan  value,
          gpointer     user_data)
{
  ++*(guint *) user_data;
  return value.length < 3;
}

static gboolean
is_short_element (PaddockMessage *element,
                  gpointer        user_data)
{
  return is_short ("", element->text, user_data);
}

static void
test_batch (void)
{
  static const struct { const char *line, *expected;
                        guint n;
  } table[] = {
    { "[1, 2]", NULL, 2 }, { "[]", NULL, 0 }, { "[100]", "", 1 }, { "[100,\"long\"]", "", 2 },
    { "[ 1 , 200 ,[ ], 3]", "[1,3]", 4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_auto (PaddockMessage) batch = { 0 };
    g_autoptr (PaddockMessage) rest = NULL;
    guint n = 0;

    paddock_message_read (span (table[i].line), &batch);
    rest = paddock_message_edit_batch (&batch, is_short_element, &n);
    g_assert_cmpuint (n, ==, table[i].n);
    g_assert_cmpint (rest != NULL, ==, table[i].expected != NULL);
    if (rest == NULL)
      continue;
    g_assert_cmpint (rest->kind, ==, PADDOCK_MESSAGE_BATCH);
    g_assert_cmpmem (rest->text.start, rest->text.length, table[i].expected,
                     strlen (table[i].expected));
  }
}

static void
test_members (void)
{
  guint n = 0;
  g_autofree char *all = paddock_message_edit_copy_members (span ("{ \"\\u0061\": 1.0,\"b\":{} }"),
                                                            NULL, NULL);
  g_autofree char *some = paddock_message_edit_copy_members (span ("{\"a\":100,\"b\":{}}"),
                                                             is_short, &n);
  g_autofree char *none = paddock_message_edit_copy_members (span ("[1]"), NULL, NULL);

  g_assert_cmpstr (all, ==, "\"a\":1.0,\"b\":{}");
  g_assert_cmpstr (some, ==, "\"b\":{}");
  g_assert_cmpstr (none, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message-edit/replace", test_replace);
  g_test_add_func ("/message-edit/insert", test_insert);
  g_test_add_func ("/message-edit/mark", test_mark);
  g_test_add_func ("/message-edit/batch", test_batch);
  g_test_add_func ("/message-edit/members", test_members);
  return g_test_run ();
}
