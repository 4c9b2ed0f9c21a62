/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-incoming.h"

#include <string.h>

#include "paddock-line-reader.h"
#include "paddock-long-line.h"

/* %s: a filler that makes the message as long as needed */
static const struct {
  const char     *text;
  gboolean        is_modern;
  PaddockIncoming is_short;
  PaddockIncoming is_long;
} rows[] = {
  { "{\"id\":1,\"result\":{\"a\":\"%s\"}}", FALSE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"error\":{\"message\":\"%s\"}}", FALSE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"result\":{\"a\":\"%s\"}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"error\":{\"message\":\"%s\"}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"result\":\"%s\"}", TRUE, PADDOCK_INCOMING_ANSWER, PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"result\":{\"a\":{\"inputRequests\":\"%s\"}}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  { "{\"id\":1,\"inputRequests\":{},\"result\":{\"a\":\"%s\"}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_ANSWER },
  /* In revisions with a handshake servers send requests on their own, and results have no such
   * member. */
  { "{\"id\":1,\"result\":{\"inputRequests\":{},\"a\":\"%s\"}}", FALSE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  /* A long message must be understood completely; otherwise it goes no further. */
  { "{\"id\":1,\"result\":{\"a\":\"%s\",\"input_requests\":{}}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"result\":{\"a\":\"%s\",\"InputRequests\":{}}}", FALSE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"result\":{\"a\":\"%s\",\"b\":1,\"b\":2}}", FALSE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"method\":\"Roots/list\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_REFUSED },
  { "{\"id\":1,\"method\":\"roots/list\\u0000\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_REFUSED },
  { "{\"method\":\"x\",\"params\":{\"a\":\"%s\",\"_META\":{}}}", FALSE, PADDOCK_INCOMING_PASSED,
    PADDOCK_INCOMING_DROPPED },
  { "{\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_PASSED },
  { "{\"id\":1,\"method\":\"roots/list\"}", FALSE, PADDOCK_INCOMING_PASSED,
    PADDOCK_INCOMING_PASSED },
  { "{\"method\":\"notifications/message\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_PASSED },
  { "{\"method\":\"notifications/message\",\"params\":{\"a\":\"%s\"}}", TRUE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_PASSED },

  { "{\"id\":1,\"result\":{\"inputRequests\":{},\"a\":\"%s\"}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"result\":{\"a\":\"%s\",\"input\\u0052equests\":{}}}", TRUE,
    PADDOCK_INCOMING_ANSWER, PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"result\":{\"a%s\":1}}", TRUE, PADDOCK_INCOMING_ANSWER,
    PADDOCK_INCOMING_UNREAD },
  { "{\"id\":1,\"method\":\"roots/list\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_REFUSED },
  { "{\"id\":1,\"params\":{\"a\":\"%s\"},\"method\":\"roots\\/list\"}", FALSE,
    PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_REFUSED },
  { "{\"id\":1,\"method\":\"roots/list\",\"params\":{\"a\":\"%s\"}}", TRUE,
    PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
  { "{\"id\":1,\"method\":\"ping\",\"params\":{\"a\":\"%s\"}}", TRUE, PADDOCK_INCOMING_DROPPED,
    PADDOCK_INCOMING_DROPPED },
  { "{\"id\":1,\"method\":\"client/readLocalFile\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_REFUSED, PADDOCK_INCOMING_REFUSED },
  { "{\"id\":1,\"method\":\"client/readLocalFile\",\"params\":{\"a\":\"%s\"}}", TRUE,
    PADDOCK_INCOMING_REFUSED, PADDOCK_INCOMING_REFUSED },
  { "{\"id\":1,\"id\":2,\"result\":{\"a\":\"%s\"}}", FALSE, PADDOCK_INCOMING_DROPPED,
    PADDOCK_INCOMING_DROPPED },
  { "[{\"id\":1,\"result\":{\"a\":\"%s\"}}]", FALSE, PADDOCK_INCOMING_DROPPED,
    PADDOCK_INCOMING_DROPPED },
  { "{\"id\":null,\"method\":\"roots/list\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
  { "{\"method\":\"roots/list\",\"params\":{\"a\":\"%s\"}}", FALSE, PADDOCK_INCOMING_PASSED,
    PADDOCK_INCOMING_DROPPED },
  { "{\"params\":{\"a\":\"%s\"},\"method\":\"roots\\/list\"}", TRUE, PADDOCK_INCOMING_PASSED,
    PADDOCK_INCOMING_DROPPED },
  { "{\"method\":\"client/readLocalFile\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
  { "{\"id\":null,\"method\":\"client/readLocalFile\",\"params\":{\"a\":\"%s\"}}", FALSE,
    PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
  { "{\"id\":1,\"a\":\"%s\"}", FALSE, PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
  { "\"%s\"", FALSE, PADDOCK_INCOMING_DROPPED, PADDOCK_INCOMING_DROPPED },
};

/* Lengths in memory and in a file. The last two are the longest line, and one byte more. */
static const gsize lengths[] = { PADDOCK_SPOOL_MEMORY_BYTES, PADDOCK_LINE_MAX,
                                 PADDOCK_LINE_MAX + 1 };

static PaddockReason last_reason;

static PaddockIncoming
judge (const char *text,
       gboolean    is_modern)
{
  g_autoptr (PaddockSpool) spool = paddock_spool_new ();
  g_auto (PaddockMessage) class = { 0 };

  g_assert_true (paddock_spool_add (spool, (PaddockSpan) { text, strlen (text) }));
  g_assert_true (paddock_spool_classify (spool, &class));
  return paddock_incoming_judge (&class, paddock_spool_get_text (spool), is_modern, &last_reason);
}

/* Something that is no message gets a journal entry, whatever its length. */
static void
test_reasons (void)
{
  static const struct { const char   *text;
                        PaddockReason reason;
  } table[] = {
    { "{}", PADDOCK_REASON_MALFORMED }, { "1", PADDOCK_REASON_MALFORMED },
    { "{\"id\":1,\"a\":1}", PADDOCK_REASON_MALFORMED },
    { "{\"id\":null,\"method\":\"x\"}", PADDOCK_REASON_MALFORMED },
    { "[{\"id\":1,\"result\":{}}]", PADDOCK_REASON_MALFORMED },
    { "{\"id\":1,\"id\":2,\"result\":{}}", PADDOCK_REASON_AMBIGUOUS },
    { "{\"id\":null,\"error\":{}}", PADDOCK_REASON_NONE },
    { "{\"id\":1,\"result\":{}}", PADDOCK_REASON_NONE },
    { "{\"method\":\"x\"}", PADDOCK_REASON_NONE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_test_message ("%s", table[i].text);
    judge (table[i].text, FALSE);
    g_assert_cmpint (last_reason, ==, table[i].reason);
  }
}

/* An error without an id, which is read only in memory. */
static void
test_unaddressed (void)
{
  static const struct {
    const char *text;               /* %s: a filler, as in the table above */
    gboolean    is_error;
  } table[] = {
    { "{\"id\":null,\"error\":{\"code\":-1,\"message\":\"%s\"}}", TRUE },
    { "{\"error\":{\"code\":-1,\"message\":\"%s\"}}", TRUE },
    { "{\"error\":{\"message\":\"%s\",\"code\":-1},\"jsonrpc\":\"2.0\",\"id\":null}", TRUE },
    { "{\"id\":{},\"error\":{\"code\":-1,\"message\":\"%s\"}}", FALSE },
    { "{\"id\":false,\"error\":{\"code\":-1,\"message\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"error\":{\"message\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"error\":{\"code\":\"-1\",\"message\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"error\":\"%s\"}", FALSE },
    { "{\"id\":null,\"result\":{\"a\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"result\":1,\"error\":{\"code\":-1,\"message\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"method\":\"x\",\"error\":{\"code\":-1,\"message\":\"%s\"}}", FALSE },
    { "{\"id\":null,\"id\":null,\"error\":{\"code\":-1,\"message\":\"%s\"}}", FALSE },
    { "[{\"id\":null,\"error\":{\"code\":-1,\"message\":\"%s\"}}]", FALSE },
  };

  for (gsize i = 0; i < 3 * G_N_ELEMENTS (table); i++) {
    const char *pattern = table[i / 3].text;
    gsize length = i % 3 == 0 ? 0 : PADDOCK_SPOOL_MEMORY_BYTES + i % 3 - 1;
    const char *place = strstr (pattern, "%s");
    g_autoptr (GString) text = g_string_new (pattern);
    gboolean is_error = table[i / 3].is_error && length <= PADDOCK_SPOOL_MEMORY_BYTES;

    g_string_erase (text, place - pattern, 2);
    if (length > 0) {
      g_autofree char *fill = g_strnfill (length - text->len, 'x');

      g_string_insert (text, place - pattern, fill);
    }
    g_test_message ("%s, %" G_GSIZE_FORMAT, pattern, length);
    for (guint is_modern = 0; is_modern < 2; is_modern++)
      g_assert_cmpint (judge (text->str, is_modern == 1), ==,
                       is_error ? PADDOCK_INCOMING_UNADDRESSED : PADDOCK_INCOMING_DROPPED);
  }
}

static void
test_rows (void)
{
  g_autofree char *fill = g_strnfill (PADDOCK_LINE_MAX, 'x');

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char *place = strstr (rows[i].text, "%s");

    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++) {
      g_autoptr (GString) text = g_string_new (rows[i].text);

      if (place != NULL) {
        g_string_erase (text, place - rows[i].text, 2);
        g_string_insert_len (text, place - rows[i].text, fill, (gssize) (lengths[j] - text->len));
      }
      g_test_message ("%s, %" G_GSIZE_FORMAT, rows[i].text, lengths[j]);
      g_assert_cmpint (judge (text->str, rows[i].is_modern), ==,
                       lengths[j] > PADDOCK_LINE_MAX ? rows[i].is_long : rows[i].is_short);
      if (lengths[j] > PADDOCK_LINE_MAX && rows[i].is_long == PADDOCK_INCOMING_UNREAD)
        g_assert_cmpint (last_reason, !=, PADDOCK_REASON_NONE);
      if (lengths[j] > PADDOCK_LINE_MAX && rows[i].is_long == PADDOCK_INCOMING_ANSWER)
        g_assert_cmpint (last_reason, ==, PADDOCK_REASON_NONE);
    }
  }
}

/* If a message is in a file, and its id is too long to keep, the host does not get the request. */
static void
test_long_id (void)
{
  static const struct {
    const char     *method;
    PaddockIncoming is_known[G_N_ELEMENTS (lengths)];
  } methods[] = {
    { "roots/list", { PADDOCK_INCOMING_PASSED, PADDOCK_INCOMING_PASSED,
                      PADDOCK_INCOMING_REFUSED } },
    { "client/readLocalFile", { PADDOCK_INCOMING_REFUSED, PADDOCK_INCOMING_REFUSED,
                                PADDOCK_INCOMING_REFUSED } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (guint more = 0; more < 2; more++) {
        g_autofree char *id = g_strnfill (PADDOCK_LONG_LINE_NAME_MAX - 2 + more, 'x');
        g_autofree char *head = g_strdup_printf ("{\"id\":\"%s\",\"method\":\"%s\"", id,
                                                 methods[i].method);
        g_autofree char *text = g_strdup_printf ("%s%*s", head, (int) (lengths[j] - strlen (head)),
                                                 "}");

        g_test_message ("%s, %" G_GSIZE_FORMAT ", %u more", methods[i].method, lengths[j], more);
        /* In a revision in which servers send no requests, nothing is refused. */
        if (more > 0 && j > 0)
          g_assert_cmpint (judge (text, TRUE), ==, PADDOCK_INCOMING_DROPPED);
        g_assert_cmpint (judge (text, FALSE), ==,
                         more > 0 && j > 0 ? PADDOCK_INCOMING_REFUSED : methods[i].is_known[j]);
      }
}

static void
test_refuse (void)
{
  static const char *texts[][2] = {
    { "{\"id\":\"a\",\"method\":\"client/readLocalFile\"}", "-32601" },
    { "{\"id\":\"a\",\"method\":\"roots/list\"}", "-32600" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_auto (PaddockMessage) class = { 0 };
    g_autoptr (GBytes) answer = NULL;
    g_autofree char *copy = NULL;

    paddock_message_read ((PaddockSpan) { texts[i][0], strlen (texts[i][0]) }, &class);
    answer = paddock_incoming_refuse (&class,
                                      (PaddockSpan) { texts[i][0], strlen (texts[i][0]) });
    copy = g_strndup (g_bytes_get_data (answer, NULL), g_bytes_get_size (answer));
    g_assert_nonnull (strstr (copy, "\"id\":\"a\""));
    g_assert_nonnull (strstr (copy, texts[i][1]));
  }
}

/* A refusal repeats the whole id or none of it. */
static void
test_refuse_long (void)
{
  static const struct {
    gsize    length;                /* of the id, including its quotes */
    gboolean is_named;
  } ids[] = {
    { PADDOCK_LONG_LINE_NAME_MAX + 1, TRUE },
    { PADDOCK_INCOMING_ID_BYTES, TRUE },
    { PADDOCK_INCOMING_ID_BYTES + 1, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_autofree char *word = g_strnfill (ids[i].length - 2, 'x');
    g_autofree char *id = g_strdup_printf ("\"id\":\"%s\"", word);
    g_autofree char *text = g_strdup_printf ("{%s,\"method\":\"x\"%*s", id,
                                             PADDOCK_SPOOL_MEMORY_BYTES, "}");
    g_autoptr (PaddockSpool) spool = paddock_spool_new ();
    g_auto (PaddockMessage) class = { 0 };
    g_autoptr (GBytes) answer = NULL;
    g_autofree char *copy = NULL;

    g_assert_true (paddock_spool_add (spool, (PaddockSpan) { text, strlen (text) }));
    g_assert_true (paddock_spool_classify (spool, &class));
    answer = paddock_incoming_refuse (&class, paddock_spool_get_text (spool));
    copy = g_strndup (g_bytes_get_data (answer, NULL), g_bytes_get_size (answer));
    g_assert_nonnull (strstr (copy, ids[i].is_named ? id : "\"id\":null,"));
    g_assert_nonnull (strstr (copy, "-32600"));
    g_assert_nonnull (strstr (copy, "The id is too long"));
    g_assert_cmpuint (strlen (copy), <, PADDOCK_INCOMING_ID_BYTES + 200);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/incoming/rows", test_rows);
  g_test_add_func ("/incoming/unaddressed", test_unaddressed);
  g_test_add_func ("/incoming/reasons", test_reasons);
  g_test_add_func ("/incoming/long-id", test_long_id);
  g_test_add_func ("/incoming/refuse", test_refuse);
  g_test_add_func ("/incoming/refuse-long", test_refuse_long);
  return g_test_run ();
}
