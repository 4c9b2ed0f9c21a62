/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-listens.h"

#include <string.h>

#include "paddock-restarted.h"

static PaddockSpan
span (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

static gboolean
take_word (PaddockListens *listens,
           const char     *text)
{
  g_auto (PaddockLineClass) line = { 0 };

  paddock_line_classify (span (text), &line);
  return paddock_listens_take_word (listens, &line);
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
  g_autoptr (PaddockListens) listens = paddock_listens_new ();
  GPtrArray *lines = new_lines ();

  g_assert_true (paddock_listens_begin (listens, span ("1"), span ("one")));
  g_assert_true (paddock_listens_begin (listens, span ("\"2\""), span ("two")));
  g_assert_true (paddock_listens_begin (listens, span ("3"), span ("three")));
  g_assert_false (take_word (listens, WORD ("1", TOOLS)));
  g_assert_false (take_word (listens, WORD ("3", TOOLS)));
  g_assert_true (paddock_listens_has (listens, span ("1.0")));
  g_assert_false (paddock_listens_has (listens, span ("2")));
  paddock_listens_end (listens, span ("3"));
  paddock_listens_end (listens, span ("2"));

  /* To the second one the last server had not agreed: the host is told. */
  paddock_listens_replay (listens, lines);
  expect (lines, "one;two;");
  g_assert_true (take_word (listens, WORD ("1", TOOLS)));
  g_assert_false (take_word (listens, WORD ("1", TOOLS)));
  g_assert_false (take_word (listens, WORD ("\"2\"", TOOLS)));
  expect (paddock_listens_end_all (listens),
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\""
          PADDOCK_RESTARTED_TEXT "\",\"data\":" PADDOCK_RESTARTED_DATA "}};"
          "{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"error\":{\"code\":-32603,\"message\":\""
          PADDOCK_RESTARTED_TEXT "\",\"data\":" PADDOCK_RESTARTED_DATA "}};");
  g_assert_false (paddock_listens_has (listens, span ("1")));
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
    g_autoptr (PaddockListens) listens = paddock_listens_new ();
    GPtrArray *lines = new_lines ();

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_true (paddock_listens_begin (listens, span ("7"), span ("seven")));
    if (table[i].word != NULL)
      g_assert_false (take_word (listens, table[i].word));
    paddock_listens_tell (listens, "toolsListChanged", "m", lines);
    expect (lines, table[i].is_told ? TOLD ("7") : "");
  }
}

static void
test_limit (void)
{
  g_autoptr (PaddockListens) listens = paddock_listens_new ();

  for (guint i = 0; i <= PADDOCK_LISTENS_MAX; i++) {
    g_autofree char *id = g_strdup_printf ("%u", i);

    g_assert_cmpint (paddock_listens_begin (listens, span (id), span (id)), ==,
                     i < PADDOCK_LISTENS_MAX);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/listens/replay", test_replay);
  g_test_add_func ("/listens/tell", test_tell);
  g_test_add_func ("/listens/limit", test_limit);
  return g_test_run ();
}
