/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "filter-fixture.h"
#include "paddock-host-question.h"

typedef struct {
  PaddockFilterChain  *chain;
  PaddockHostQuestion *question;
  GString             *log;
} Fixture;

static void
on_answer (const char * const *uris,
           gpointer            user_data)
{
  g_autofree char *text = uris != NULL ? g_strjoinv (" ", (char **) uris) : g_strdup ("unknown");

  g_string_append_printf (user_data, "roots %s\n", text);
}

static void
on_ready (gpointer user_data)
{
  g_string_append (user_data, "ready\n");
}

static void
on_changed (gpointer user_data)
{
  g_string_append (user_data, "changed\n");
}

static const PaddockHostQuestionFuncs funcs = {
  .ready = on_ready,
  .changed = on_changed,
  .answer = on_answer,
};

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->chain = paddock_filter_chain_new (&log_ends, fixture->log);
  fixture->question = paddock_host_question_new (&funcs, fixture->log);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->question);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_host_question_free (fixture->question);
  paddock_filter_chain_free (fixture->chain);
  g_string_free (fixture->log, TRUE);
}

/* Asks, and returns the id of the question, as JSON. */
static char *
ask (Fixture *fixture)
{
  const char *id;
  char *copy;

  paddock_host_question_ask (fixture->question);
  g_assert_true (g_str_has_prefix (fixture->log->str, "host>{"));
  g_assert_nonnull (strstr (fixture->log->str, "\"method\":\"roots/list\"}\n"));
  id = strstr (fixture->log->str, "\"paddock-");
  g_assert_nonnull (id);
  copy = g_strndup (id, strcspn (id, ","));
  g_assert_cmpuint (strlen (copy), >=, 24);
  g_string_truncate (fixture->log, 0);
  return copy;
}

/* The host sends a line that contains @id. */
static void
say (Fixture    *fixture,
     const char *format,
     const char *id,
     const char *expected)
{
  g_auto (GStrv) parts = g_strsplit (format, "@", -1);
  g_autofree char *line = g_strjoinv (id, parts);
  gboolean passes = goes_on (fixture->chain, PADDOCK_TO_SERVER, line);

  g_string_append_c (fixture->log, passes ? '+' : '-');
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

/* Only the answer is removed here, and nobody can guess its id. */
static void
test_answer (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *id = NULL;

  say (fixture, "{\"id\":@,\"result\":{\"roots\":[]}}", "\"paddock-1\"", "+");
  g_assert_false (paddock_host_question_was_asked (fixture->question));
  id = ask (fixture);
  g_assert_true (paddock_host_question_was_asked (fixture->question));
  say (fixture, "{\"id\":@,\"result\":{\"roots\":[]}}", "\"paddock-1\"", "+");
  say (fixture, "{\"id\":@,\"method\":\"x\"}", id, "+");
  say (fixture, "{\"id\":@,\"result\":{}}x", id, "+");
  say (fixture, "{\"id\":@,\"result\":{\"roots\":[{\"uri\":\"file:///h\"}]}}", id,
       "roots file:///h\n-");
  /* It was answered: a second answer counts for nothing, and does not go to the server either. */
  say (fixture, "{\"id\":@,\"result\":{\"roots\":[{\"uri\":\"file:///h\"}]}}", id, "-");
}

/* The answer to a question counts for nothing once another question was asked. */
static void
test_again (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *first = ask (fixture);
  g_autofree char *second = ask (fixture);

  g_assert_cmpstr (first, !=, second);
  say (fixture, "{\"id\":@,\"result\":{\"roots\":[{\"uri\":\"file:///late\"}]}}", first, "-");
  say (fixture, "[{\"id\":@,\"error\":{}},{\"id\":5,\"result\":1}]", second,
       "roots unknown\nserver>[{\"id\":5,\"result\":1}]\n-");
  say (fixture, "[{\"id\":5,\"result\":1}]", second, "+");
  say (fixture, "[{\"id\":@,\"result\":1}]", second, "-");
}

/* The host may be asked after its handshake. The notifications themselves go on. */
static void
test_notifications (Fixture       *fixture,
                    gconstpointer  data)
{
  say (fixture, "{\"id\":1,\"method\":\"notifications/initialized\"}", "", "+");
  say (fixture, "{\"method\":\"notifications/initialized\"}x", "", "+");
  say (fixture, "{\"id\":1,\"method\":\"initialize\"}", "", "+");
  g_assert_false (paddock_host_question_is_ready (fixture->question));
  say (fixture, "{\"method\":\"notifications/roots/list_changed\"}", "", "changed\n+");
  g_assert_false (paddock_host_question_is_ready (fixture->question));
  say (fixture, "[{\"id\":1,\"result\":1},{\"method\":\"notifications/initialized\"}]", "",
       "ready\n+");
  g_assert_true (paddock_host_question_is_ready (fixture->question));
  say (fixture, "{\"method\":\"notifications/initialized\"}", "", "+");
  say (fixture, "[{\"method\":\"notifications\\/roots/list_changed\"}]", "", "changed\n+");
}

#define ADD(name, function) \
  g_test_add ("/host-question/" name, Fixture, NULL, set_up, function, tear_down)

static JsonObject *
parse (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

/* Only files, each once, and at most so many. */
static void
test_roots (void)
{
  g_autoptr (JsonObject) object = parse (
    "{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///a\"},{\"uri\":\"https://x/\"},{},1,"
    "{\"uri\":null},{\"uri\":\"file:///b%20c/\",\"name\":null}]}");
  g_auto (GStrv) uris = paddock_host_question_read_roots (object);
  g_autoptr (JsonObject) nothing = parse ("{\"roots\":{}}");
  g_auto (GStrv) of_none = paddock_host_question_read_roots (nothing);
  g_autoptr (GString) text = g_string_new ("{\"roots\":[");
  g_autoptr (JsonObject) many = NULL;
  g_auto (GStrv) bounded = NULL;
  const char * const expected[] = { "file:///a", "file:///b%20c/", NULL };

  g_assert_cmpstrv (uris, expected);
  g_assert_cmpuint (g_strv_length (of_none), ==, 0);

  for (guint i = 0; i <= PADDOCK_HOST_QUESTION_ROOTS_MAX; i++)
    g_string_append_printf (text, "%s{\"uri\":\"file:///r%u\"}", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  many = parse (text->str);
  bounded = paddock_host_question_read_roots (many);
  g_assert_cmpuint (g_strv_length (bounded), ==, PADDOCK_HOST_QUESTION_ROOTS_MAX);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("answer", test_answer);
  ADD ("again", test_again);
  ADD ("notifications", test_notifications);
  g_test_add_func ("/host-question/roots", test_roots);
  return g_test_run ();
}
