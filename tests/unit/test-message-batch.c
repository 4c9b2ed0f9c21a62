/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-message-batch.h"

#include <string.h>

typedef struct {
  GString    *log;
  const char *last;                 /* (nullable) method or id behind which the walk stops */
} Walk;

static gboolean
note (PaddockMessage *element,
      gpointer        user_data)
{
  Walk *walk = user_data;
  g_autofree char *id = element->id.length > 0 ? g_strndup (element->id.start, element->id.length)
                                               : g_strdup ("");

  g_string_append_printf (walk->log, "%d:%s%s ", (int) element->kind,
                          element->method != NULL ? element->method : "", id);
  return walk->last == NULL || (g_strcmp0 (element->method, walk->last) != 0 &&
                                strcmp (id, walk->last) != 0);
}

static gboolean
foreach (PaddockMessage *message,
         const char     *last,
         const char     *expected)
{
  g_autoptr (GString) log = g_string_new (NULL);
  gboolean is_whole = paddock_message_batch_foreach (message, note, &(Walk) { log, last });

  g_assert_cmpstr (log->str, ==, expected);
  return is_whole;
}

static void
read_batch (const char     *text,
            PaddockMessage *message)
{
  paddock_message_read ((PaddockSpan) { text, strlen (text) }, message);
  g_assert_cmpint (message->kind, ==, PADDOCK_MESSAGE_BATCH);
}

#define BATCH "[{\"id\":1,\"method\":\"a\"}, {\"method\":\"b\"},7,{\"id\":2,\"result\":{}}]"
#define FOUND "4:a1 5:b 2: 6:2 "

/* Each is what it would be alone, every time; a copy has them without reading them again. */
static void
test_elements (void)
{
  g_autofree char *text = g_strdup (BATCH);
  g_auto (PaddockMessage) batch = { 0 };
  g_autoptr (PaddockMessage) early = NULL;
  g_autoptr (PaddockMessage) late = NULL;
  g_autoptr (PaddockMessage) again = NULL;
  GPtrArray *elements;

  read_batch (text, &batch);
  early = paddock_message_copy (&batch);
  g_assert_null (early->elements);
  g_assert_true (foreach (&batch, NULL, FOUND));
  elements = batch.elements;
  g_assert_nonnull (elements);
  g_assert_true (foreach (&batch, NULL, FOUND));
  g_assert_true (batch.elements == elements);
  g_assert_false (foreach (&batch, "b", "4:a1 5:b "));

  late = paddock_message_copy (&batch);
  again = paddock_message_copy (late);
  memset (text, ' ', strlen (text));
  g_assert_nonnull (late->elements);
  g_assert_true (foreach (late, NULL, FOUND));
  g_assert_true (foreach (again, NULL, FOUND));
  g_assert_true (foreach (early, NULL, FOUND));
}

static void
test_empty (void)
{
  g_auto (PaddockMessage) batch = { 0 };

  read_batch ("[]", &batch);
  g_assert_true (foreach (&batch, NULL, ""));
}

/* What can't be read whole is read as far as it goes, and nothing of it is kept. */
static void
test_cut (void)
{
  g_auto (PaddockMessage) batch = { 0 };

  read_batch ("[{\"id\":1,\"method\":\"a\"},{\"id\":2,", &batch);
  for (guint i = 0; i < 2; i++)
    g_assert_false (foreach (&batch, NULL, "4:a1 "));
  g_assert_null (batch.elements);
}

/* At the limit, and one more. */
static void
test_many (void)
{
  for (guint more = 0; more <= 1; more++) {
    g_autoptr (GString) text = g_string_new ("[");
    g_autoptr (GString) expected = g_string_new (NULL);
    g_auto (PaddockMessage) batch = { 0 };

    for (guint i = 0; i < PADDOCK_BATCH_MAX + more; i++) {
      g_string_append (text, i > 0 ? ",7" : "7");
      g_string_append (expected, "2: ");
    }
    g_string_append_c (text, ']');
    read_batch (text->str, &batch);
    g_assert_true (foreach (&batch, NULL, expected->str));
    g_assert_cmpint (batch.elements == NULL, ==, more);
    g_assert_true (foreach (&batch, NULL, expected->str));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message-batch/elements", test_elements);
  g_test_add_func ("/message-batch/empty", test_empty);
  g_test_add_func ("/message-batch/cut", test_cut);
  g_test_add_func ("/message-batch/many", test_many);
  return g_test_run ();
}
