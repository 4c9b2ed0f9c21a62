/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-outgoing.h"

#define MODERN "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}"

static PaddockOutgoing *
outgoing_new (const char *text)
{
  g_autoptr (GBytes) line = g_bytes_new_static (text, strlen (text));

  return paddock_outgoing_new (line);
}

static char *
list_owed (const PaddockOutgoing *message)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  GString *text = g_string_new (NULL);

  paddock_outgoing_list_owed (message, ids);
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (text, "%.*s,", (int) g_bytes_get_size (ids->pdata[i]),
                            (const char *) g_bytes_get_data (ids->pdata[i], NULL));
  return g_string_free (text, FALSE);
}

static const struct {
  const char         *line;
  PaddockOutgoingKind kind;
  const char         *owed;
  gboolean            is_single;
  gboolean            is_modern;
} rows[] = {
  { "{\"id\":1,\"method\":\"tools/call\"}", PADDOCK_OUTGOING_CALL, "1,", TRUE, FALSE },
  { "{\"id\":1,\"method\":\"x\",\"params\":{" MODERN "}}", PADDOCK_OUTGOING_CALL, "1,", TRUE,
    TRUE },
  { "{\"id\":\"a\",\"method\":\"initialize\"}", PADDOCK_OUTGOING_INITIALIZE, "\"a\",", TRUE,
    FALSE },
  { "{\"method\":\"notifications/initialized\"}", PADDOCK_OUTGOING_INITIALIZED, "", TRUE, FALSE },
  { "{\"method\":\"initialize\"}", PADDOCK_OUTGOING_ONE_WAY, "", TRUE, FALSE },
  { "{\"id\":1,\"result\":{}}", PADDOCK_OUTGOING_ONE_WAY, "", TRUE, FALSE },
  { "[{\"id\":1,\"method\":\"x\"},{\"method\":\"y\"},{\"id\":2,\"method\":\"z\"}]",
    PADDOCK_OUTGOING_CALL, "1,2,", FALSE, FALSE },
  { "{\"id\":1,\"id\":2,\"method\":\"x\"}", PADDOCK_OUTGOING_CALL, "2,", FALSE, FALSE },
  { "{\"method\":\"x\",\"method\":\"y\"}", PADDOCK_OUTGOING_ONE_WAY, "", FALSE, FALSE },
  { "garbage", PADDOCK_OUTGOING_ONE_WAY, "", TRUE, FALSE },
};

static void
test_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockOutgoing) message = outgoing_new (rows[i].line);
    g_autofree char *owed = list_owed (message);

    g_test_message ("%s", rows[i].line);
    g_assert_cmpint (message->kind, ==, rows[i].kind);
    g_assert_cmpstr (owed, ==, rows[i].owed);
    g_assert_cmpint (paddock_outgoing_is_owed (message), ==, *rows[i].owed != '\0');
    g_assert_cmpint (paddock_outgoing_is_single (message), ==, rows[i].is_single);
    g_assert_cmpint (message->version != NULL, ==, rows[i].is_modern);
    g_assert_cmpint (paddock_outgoing_is_one_way (message), ==,
                     rows[i].kind == PADDOCK_OUTGOING_ONE_WAY ||
                     rows[i].kind == PADDOCK_OUTGOING_INITIALIZED);
  }
}

/* Each request gets one answer. Ids are compared by type: a number does not equal a string. */
static void
test_owed (void)
{
  g_autoptr (PaddockOutgoing) message =
    outgoing_new ("[{\"id\":1,\"method\":\"x\"},{\"id\":\"1\",\"method\":\"y\"}]");
  g_autofree char *cancelled = NULL;

  g_assert_true (paddock_outgoing_owes (message, (PaddockSpan) { "1", 1 }));
  g_assert_false (paddock_outgoing_settle (message, (PaddockSpan) { "2", 1 }));
  g_assert_true (paddock_outgoing_settle (message, (PaddockSpan) { "1", 1 }));
  g_assert_false (paddock_outgoing_settle (message, (PaddockSpan) { "1", 1 }));
  g_assert_true (paddock_outgoing_is_owed (message));
  message->is_cancelled = TRUE;
  g_assert_false (paddock_outgoing_is_owed (message));
  g_assert_true (paddock_outgoing_owes (message, (PaddockSpan) { "\"1\"", 3 }));
  cancelled = list_owed (message);
  g_assert_cmpstr (cancelled, ==, "");
}

static void
test_progress (void)
{
  static const char *answers[] = { "", "taken", "taken", "lost", "lost" };
  g_autoptr (PaddockOutgoing) stream =
    paddock_outgoing_new_stream (PADDOCK_OUTGOING_SESSION_STREAM);

  g_assert_null (stream->line);
  g_assert_false (paddock_outgoing_is_owed (stream));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    stream->progress = i;
    g_assert_cmpint (paddock_outgoing_is_taken (stream), ==, g_str_equal (answers[i], "taken"));
    g_assert_cmpint (paddock_outgoing_is_lost (stream), ==, g_str_equal (answers[i], "lost"));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outgoing/kinds", test_kinds);
  g_test_add_func ("/outgoing/owed", test_owed);
  g_test_add_func ("/outgoing/progress", test_progress);
  return g_test_run ();
}
