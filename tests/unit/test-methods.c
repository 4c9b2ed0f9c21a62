/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/session-fixture.h"

#include "paddock-limits.h"
#include "paddock-methods.h"
#include "paddock-seal.h"

static void
test_roots_list (Fixture       *fixture,
                 gconstpointer  version)
{
  g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), (const char *) version);

  add_root (fixture, "/home/user/b", "B \"quoted\"");
  add_root (fixture, "/home/user/My Project", "");
  add_root (fixture, "/home/user/a\xff", NULL);
  shake_hands (fixture, answer);
  g_assert_cmpint (get_last_listed (fixture), ==, 0);
  say (fixture, "{\"method\":\"roots/list\"," V ",\"id\":0}");
  assert_next (fixture, "{" V ",\"id\":0,\"result\":{\"roots\":["
               "{\"uri\":\"file:///home/user/b\",\"name\":\"B \\\"quoted\\\"\"},"
               "{\"uri\":\"file:///home/user/My%20Project\"},"
               "{\"uri\":\"file:///home/user/a%FF\"}]}}");
  g_assert_cmpint (get_last_listed (fixture), >, 0);
  g_assert_true (has_read (fixture));
}

/* Variations of a request that the method must accept. */
static void
test_forms_of_the_question (Fixture       *fixture,
                            gconstpointer  data)
{
  static const char * const ids[] = {
    "0", "-7", "1.50", "1e3", "123456789012345678901234567890", "\"\"", "\"srv-roots-1\"",
    "\"\\u00e9\\/\"", "\"\\ud800\"",
  };
  static const char * const params[] = {
    "", ",\"params\":{}", ",\"params\":{\"_meta\":{}}", ",\"params\":{\"cursor\":\"x\"}",
    ",\"params\":null", ",\"params\":[]", ",\"params\":{\"_meta\":{\"progressToken\":1}}",
  };

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (params); j++) {
      g_autofree char *question = g_strdup_printf (
        "{" V ",\"id\":%s,\"method\":\"roots/list\"%s}", ids[i], params[j]);
      g_autofree char *answer = g_strdup_printf (
        "{" V ",\"id\":%s,\"result\":{\"roots\":[]}}", ids[i]);

      say (fixture, question);
      assert_next (fixture, answer);
    }
}

static void
test_answers (Fixture       *fixture,
              gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  fixture->provider->answer = PADDOCK_ANSWER_NOT_SUPPORTED;
  say (fixture, LIST);
  assert_next (fixture, "{" V ",\"id\":2,\"error\":{\"code\":-32601,"
               "\"message\":\"Roots not supported\","
               "\"data\":{\"reason\":\"Roots are switched off for this server\"}}}");
  fixture->provider->answer = PADDOCK_ANSWER_ASK;
  say (fixture, LIST);
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":[]}}");
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:3 listed:1 ");

  /* Without a provider, the list is empty. */
  g_clear_object (&fixture->provider);
  say (fixture, LIST);
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":[]}}");
}

static void
test_related_task (void)
{
  static const struct {
    const char *version;
    const char *meta;
  } cases[] = {
    { "2025-11-25",
      ",\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\",\"n\":1.0}}" },
    { "2025-06-18", "" }, { "2025-03-26", "" }, { "2024-11-05", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), cases[i].version);
    g_autofree char *expected =
      g_strdup_printf ("{" V ",\"id\":2,\"result\":{\"roots\":[]%s}}", cases[i].meta);
    Fixture fixture = { 0 };

    set_up (&fixture, NULL);
    shake_hands (&fixture, answer);
    say (&fixture, "{" V ",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
         "\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\",\"n\":1.0}}}}");
    assert_next (&fixture, expected);
    tear_down (&fixture, NULL);
  }
}

#define LAUNCH ",\"_meta\":{\"io.github.paddock-mcp/launch\":{\"command\":[\"npx\",\"server\"]," \
  "\"exe\":\"/usr/bin/npx\",\"cwd\":\"/home/user/p\",\"host\":\"/usr/bin/host\"," \
  "\"key\":\"k\",\"name\":\"Notes\"}}"

/* A `paddock run` also learns whether the user was asked. */
static void
test_launch (Fixture       *fixture,
             gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", LAUNCH));
  g_assert_true (paddock_session_get_recipient (fixture->session)->is_launch);
  g_assert_cmpstr (paddock_session_get_claimed_name (fixture->session), ==, "test");
  g_assert_cmpint (get_identity_kind (fixture), ==, PADDOCK_IDENTITY_LAUNCH);

  say (fixture, LIST);
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":[],"
               "\"_meta\":{\"io.github.paddock-mcp/state\":\"decided\"}}}");
  fixture->provider->answer = PADDOCK_ANSWER_ASK;
  say (fixture, "{" V ",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
       "\"io.modelcontextprotocol/related-task\":{}}}}");
  assert_next (fixture, "{" V ",\"id\":2,\"result\":{\"roots\":[],"
               "\"_meta\":{\"io.modelcontextprotocol/related-task\":{},"
               "\"io.github.paddock-mcp/state\":\"pending\"}}}");
}

#define META(members) \
  "{" V ",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{" members "}}}"
#define P "\"io.github.paddock-mcp/"

/* If `paddock run` requests the roots for itself, its server has not read them. */
static void
test_on_behalf (Fixture       *fixture,
                gconstpointer  is_launch)
{
  static const struct { const char *line;
                        const char *events;
  } cases[] = {
    { META (P "onBehalf\":\"self\""), "wanted:1 " }, { META (P "onBehalf\":\"look\""), "" },
    { META (P "onBehalf\":\"start\""), "listed:0 " },
    { META (P "onBehalf\":\"server\""), NULL }, { META (P "onBehalf\":\"\""), NULL },
    { META (P "onBehalf\":\"Self\""), NULL }, { META (P "onBehalf\":true"), NULL },
    { META (P "onBehalf\":[\"self\"]"), NULL }, { META (P "onBehalf\":null"), NULL },
    { META (P "onBehalf\":\"looks\""), NULL }, { META ("\"onBehalf\":\"self\""), NULL },
    { LIST, NULL },
  };

  fixture->provider->answer = PADDOCK_ANSWER_ASK;
  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *before = g_strdup (fixture->events->str);
    gboolean is_special = cases[i].events != NULL && is_launch != NULL;

    say (fixture, cases[i].line);
    assert_next (fixture, is_launch != NULL
                 ? "{" V ",\"id\":2,\"result\":{\"roots\":[],\"_meta\":{" P
                 "state\":\"pending\"}}}"
                 : "{" V ",\"id\":2,\"result\":{\"roots\":[]}}");
    g_assert_cmpstr (fixture->events->str + strlen (before), ==,
                     is_special ? cases[i].events : "listed:1 ");
    if (i <= 1)
      g_assert_cmpint (get_last_listed (fixture) == 0, ==, is_special);
  }
}

static void
note_pace (PaddockSession *session,
           gboolean        lists_early,
           GString        *paces)
{
  g_string_append (paces, lists_early ? "early " : "late ");
}

/* `paddock run` reports whether a server asks at its start. The first valid report counts. */
static void
test_pace (Fixture       *fixture,
           gconstpointer  is_launch)
{
  static const char * const none[] = {
    META (P "listsEarly\":1"), META (P "listsEarly\":\"true\""), META (P "listsEarly\":null"),
    META (P "listsEarly\":[true]"), META ("\"listsEarly\":true"), LIST,
  };
  g_autoptr (GString) paces = g_string_new (NULL);

  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  g_signal_connect (fixture->session, "paced", G_CALLBACK (note_pace), paces);
  for (gsize i = 0; i < G_N_ELEMENTS (none); i++) {
    say (fixture, none[i]);
    g_free (next_line (fixture));
    g_assert_cmpstr (paces->str, ==, "");
  }
  say (fixture, META (P "listsEarly\":true"));
  g_free (next_line (fixture));
  say (fixture, META (P "listsEarly\":false"));
  g_free (next_line (fixture));
  g_assert_cmpstr (paces->str, ==, is_launch != NULL ? "early " : "");
}

/* The host's own roots are kept in Paddock's spelling. Entries that are no paths are dropped. */
static void
test_host_roots (Fixture       *fixture,
                 gconstpointer  is_launch)
{
  PaddockLauncher *launcher = paddock_session_get_launcher (fixture->session);
  static const struct { const char *line, *suggestions;
  } cases[] = {
    { META (P "hostRoots\":[\"file:///a\",\"file:///b%20c/\"]"), "file:///a file:///b%20c" },
    { META (P "hostRoots\":[\"https://x/\",1,null,{},\"/a\",\"file://h/a\",\"\"]"), "" },
    { META (P "hostRoots\":[\"file:///d\",7,\"file:///%C3%A9\"]"), "file:///d file:///%C3%A9" },
    /* Not a list: the old one stays. */
    { META (P "hostRoots\":{}"), "file:///d file:///%C3%A9" },
    { META (P "hostRoots\":\"file:///x\""), "file:///d file:///%C3%A9" },
    { LIST, "file:///d file:///%C3%A9" }, { META (P "hostRoots\":[]"), "" },
  };
  g_autoptr (GString) many = g_string_new (NULL);

  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char * const *suggestions;
    g_autofree char *text = NULL;

    say (fixture, cases[i].line);
    g_free (next_line (fixture));
    suggestions = paddock_launcher_get_suggestions (launcher);
    text = suggestions != NULL ? g_strjoinv (" ", (char **) suggestions) : NULL;
    g_assert_cmpstr (text, ==, is_launch != NULL ? cases[i].suggestions : NULL);
  }

  for (guint i = 0; i < 150; i++)
    g_string_append_printf (many, "%s\"file:///r%u\"", i > 0 ? "," : "", i);
  g_string_prepend (many, "{" V ",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{" P
                    "hostRoots\":[");
  g_string_append (many, "]}}}");
  say (fixture, many->str);
  g_free (next_line (fixture));
  if (is_launch != NULL)
    g_assert_cmpuint (g_strv_length ((char **) paddock_launcher_get_suggestions (launcher)), ==,
                      PADDOCK_LIMIT_SUGGESTIONS);
}

/* Entries of a given length, and how many of them are kept. */
static void
test_long_host_roots (Fixture       *fixture,
                      gconstpointer  is_launch)
{
  static const struct { guint bytes, n, kept;
  } cases[] = {
    { 1000, 100, 65 }, { 4096, 20, 16 }, { 4097, 20, 0 }, { 90000, 2, 0 },
  };

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", LAUNCH));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GString) line = g_string_new ("{" V ",\"id\":2,\"method\":\"roots/list\","
                                             "\"params\":{\"_meta\":{" P "hostRoots\":[");
    g_autofree char *path = g_strnfill (cases[i].bytes - strlen ("file:///000"), 'r');
    const char * const *suggestions;

    for (guint j = 0; j < cases[i].n; j++)
      g_string_append_printf (line, "%s\"file:///%03u%s\"", j > 0 ? "," : "", j, path);
    g_string_append (line, "]}}}");
    say (fixture, line->str);
    g_free (next_line (fixture));
    suggestions =
      paddock_launcher_get_suggestions (paddock_session_get_launcher (fixture->session));
    g_assert_cmpuint (g_strv_length ((char **) suggestions), ==, cases[i].kept);
  }
}

/* Only a `paddock run` learns when each root ends. */
static void
test_expires (Fixture       *fixture,
              gconstpointer  is_launch)
{
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
    .id = "r", .path = "/a", .expires = 1234567 * G_TIME_SPAN_MILLISECOND + 999,
    .access = PADDOCK_ACCESS_READ_WRITE,
  });

  add_root (fixture, "/never", NULL);
  g_ptr_array_add (fixture->provider->roots, paddock_root_ref (root));
  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, LIST);
  assert_next (fixture, is_launch != NULL
               ? "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///never\"},"
               "{\"uri\":\"file:///a\"}],\"_meta\":{" P "state\":\"decided\"," P
               "expires\":{\"file:///a\":1234567}}}}"
               : "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///never\"},"
               "{\"uri\":\"file:///a\"}]}}");
}

/* A `paddock run` learns why a list is empty: in the answer, and when the list becomes empty. */
static void
test_taken (Fixture       *fixture,
            gconstpointer  is_launch)
{
  g_autofree char *full = NULL;

  add_root (fixture, "/a", NULL);
  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  fixture->provider->is_revoked_by_user = TRUE;
  say (fixture, LIST);
  full = next_line (fixture);
  g_assert_null (strstr (full, "taken"));
  g_ptr_array_set_size (fixture->provider->roots, 0);
  paddock_session_review (fixture->session);
  assert_next (fixture, is_launch != NULL
               ? "{" V ",\"method\":\"notifications/roots/list_changed\",\"params\":{\"_meta\":{"
               P "empty\":\"taken\"}}}"
               : "{" V ",\"method\":\"notifications/roots/list_changed\"}");
  say (fixture, LIST);
  assert_next (fixture, is_launch != NULL
               ? "{" V ",\"id\":2,\"result\":{\"roots\":[],\"_meta\":{" P "state\":\"decided\"," P
               "empty\":\"taken\"}}}"
               : "{" V ",\"id\":2,\"result\":{\"roots\":[]}}");
}

/* A `paddock run` learns the user's choices in the answer. A change of the choices is a change of
 * the list: the first one when choices are added, each one when they are removed. */
static void
test_choices (Fixture       *fixture,
              gconstpointer  is_launch)
{
  g_autofree char *first = NULL;

  add_root (fixture, "/a", NULL);
  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, LIST);
  first = next_line (fixture);
  g_assert_null (strstr (first, "union"));
  fixture->provider->choices = PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS;
  paddock_session_review (fixture->session);
  if (is_launch != NULL)
    assert_next (fixture, "{" V ",\"method\":\"notifications/roots/list_changed\"}");
  say (fixture, LIST);
  assert_next (fixture, is_launch != NULL
               ? "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" P
               "state\":\"decided\"," P "hostRoots\":\"union\"," P "keep\":true}}}"
               : "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}}");
  fixture->provider->choices = PADDOCK_CHOICE_KEEP_ROOTS;
  paddock_session_review (fixture->session);
  if (is_launch != NULL)
    assert_next (fixture, "{" V ",\"method\":\"notifications/roots/list_changed\"}");
  say (fixture, LIST);
  assert_next (fixture, is_launch != NULL
               ? "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" P
               "state\":\"decided\"," P "keep\":true}}}"
               : "{" V ",\"id\":2,\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}}");
}

static void
set_end (Fixture *fixture,
         gint64   expires)
{
  g_ptr_array_set_size (fixture->provider->roots, 0);
  g_ptr_array_add (fixture->provider->roots, paddock_root_new (&(PaddockRoot) {
    .id = "/a", .path = "/a", .access = PADDOCK_ACCESS_READ_WRITE, .expires = expires,
  }));
  paddock_session_review (fixture->session);
}

/* A list that is kept without the service ends as the last answer said. So each change of an end is
 * announced, even if the last one was not read yet. Other servers hear nothing of that. */
static void
test_ends_of_kept (Fixture       *fixture,
                   gconstpointer  is_kept)
{
  static const gint64 ends[] = { 0, 5, 3, 9, 0 };

  add_root (fixture, "/a", NULL);
  if (is_kept != NULL)
    fixture->provider->choices = PADDOCK_CHOICE_KEEP_ROOTS;
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", LAUNCH));
  for (gsize i = 1; i < G_N_ELEMENTS (ends); i++) {
    set_end (fixture, ends[i] * G_TIME_SPAN_HOUR);
    if (is_kept != NULL)
      assert_next (fixture, "{" V ",\"method\":\"notifications/roots/list_changed\"}");
    /* So that the next step is a change again, and does not just undo this one. */
    if (is_kept != NULL && i % 2 == 1) {
      say (fixture, LIST);
      assert_next_matches (fixture, "*expires*");
    }
  }
  if (is_kept == NULL) {
    say (fixture, LIST);
    assert_next_matches (fixture, "*\"id\":2*");
  }
}

#define REPORT(value) "{" V ",\"method\":\"notifications/message\",\"params\":{\"level\":" \
  "\"notice\",\"data\":1,\"_meta\":{" P "report\":" value "}}}"

/* Reports of `paddock run` about its server. Events that the service knows itself are ignored, and
 * so are reports from other servers. */
static void
test_reports (Fixture       *fixture,
              gconstpointer  is_launch)
{
  static const struct { const char *line, *events;
  } cases[] = {
    { REPORT ("{\"event\":\"line-dropped\",\"reason\":\"ambiguous\",\"count\":3}"),
      "line-dropped:ambiguous x3 " },
    { REPORT ("{\"event\":\"told-only\",\"reason\":\"tasks\",\"count\":1}"), "told-only:tasks " },
    { REPORT ("{\"event\":\"line-dropped\",\"reason\":\"limit\"}"), "line-dropped:limit " },
    { REPORT ("{\"event\":\"without-service\",\"reason\":\"none\"}"), "without-service:none " },
    { REPORT ("{\"event\":\"restarted\",\"reason\":\"none\"}"), "restarted:none " },
    { REPORT ("{\"event\":\"start-refused\",\"reason\":\"no-bubblewrap\"}"),
      "start-refused:no-bubblewrap " },
    { REPORT ("{\"event\":\"confined\",\"reason\":\"none\"}"), "" },
    { REPORT ("{\"event\":\"restart-failed\",\"reason\":7,\"count\":\"2\"}"),
      "restart-failed:none " },
    { REPORT ("{\"event\":\"restarted\",\"count\":0}"), "restarted:none " },
    { REPORT ("{\"event\":\"restarted\",\"count\":-4}"), "restarted:none " },
    { REPORT ("{\"event\":\"restarted\",\"count\":1e9}"), "restarted:none " },
    { REPORT ("{\"event\":\"restarted\",\"count\":4294967296}"), "restarted:none " },
    { REPORT ("{\"event\":\"told-only\",\"event\":\"restarted\"}"), "restarted:none " },
    { REPORT ("{\"event\":\"granted\",\"reason\":\"user-allowed\"}"), "" },
    { REPORT ("{\"event\":\"asking-off\"}"), "" },
    { REPORT ("{\"event\":\"no such\"}"), "" },
    { REPORT ("{\"event\":{}}"), "" },
    { REPORT ("{}"), "" }, { REPORT ("[]"), "" },
    { REPORT ("\"restarted\""), "" },
    { REPORT ("null"), "" },
    { "{" V ",\"method\":\"notifications/message\"}", "" },
    { "{" V ",\"method\":\"notifications/message\",\"params\":[1]}", "" },
  };

  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_string_truncate (fixture->events, 0);
    say (fixture, cases[i].line);
    say (fixture, "{" V ",\"id\":5,\"method\":\"ping\"}");
    assert_next (fixture, "{" V ",\"id\":5,\"result\":{}}");
    g_assert_cmpstr (fixture->events->str, ==, is_launch != NULL ? cases[i].events : "");
  }
}

#define HOLDS(value) "{" V ",\"method\":\"notifications/message\",\"params\":{\"level\":" \
  "\"notice\",\"data\":1,\"_meta\":{" P "holds\":" value "}}}"
#define ROOT(path) "\"file:///" path "\""
#define R5(path) ROOT (path "1") "," ROOT (path "2") "," ROOT (path "3") "," ROOT (path "4") "," \
  ROOT (path "5")

/* Reports of `paddock run` about what its server may still hold. Others are ignored. */
static void
test_holds (Fixture       *fixture,
            gconstpointer  is_launch)
{
  PaddockLauncher *launcher = paddock_session_get_launcher (fixture->session);
  static const struct { const char *line;
                        PaddockReason why;
                        const char *held;
  } cases[] = {
    { HOLDS ("{\"reason\":\"restarting\",\"roots\":[" ROOT ("a%20b") "]}"),
      PADDOCK_REASON_RESTARTING, "/a b" },
    { HOLDS ("{\"reason\":\"tasks\",\"roots\":[" ROOT ("a") "," ROOT ("b/../c") "," ROOT ("c")
             ",7,\"x\"]}"),
      PADDOCK_REASON_TASKS, "/a,/c" },
    { HOLDS ("7"), PADDOCK_REASON_TASKS, "/a,/c" },
    { HOLDS ("{\"reason\":\"tasks\",\"roots\":[" R5 ("a") "," R5 ("b") "," R5 ("c") ","
             R5 ("d") "]}"),
      PADDOCK_REASON_TASKS, "/a1,/a2,/a3,/a4,/a5,/b1,/b2,/b3,/b4,/b5,/c1,/c2,/c3,/c4,/c5,/d1" },
    { HOLDS ("{\"reason\":\"no such\",\"roots\":[" ROOT ("a") "]}"), PADDOCK_REASON_NONE, "" },
    { HOLDS ("{\"reason\":\"remote\"}"), PADDOCK_REASON_REMOTE, "" },
    { HOLDS ("{}"), PADDOCK_REASON_NONE, "" },
  };

  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char * const *held;
    g_autofree char *text = NULL;

    say (fixture, cases[i].line);
    say (fixture, "{" V ",\"id\":5,\"method\":\"ping\"}");
    assert_next (fixture, "{" V ",\"id\":5,\"result\":{}}");
    held = paddock_launcher_get_held (launcher);
    text = held != NULL ? g_strjoinv (",", (GStrv) held) : g_strdup ("");
    g_assert_cmpint (paddock_launcher_get_unenforced (launcher), ==,
                     is_launch != NULL ? cases[i].why : PADDOCK_REASON_NONE);
    g_assert_cmpstr (text, ==, is_launch != NULL ? cases[i].held : "");
  }
}

#define CONFINED(value) "{" V ",\"method\":\"notifications/message\",\"params\":{\"level\":" \
  "\"notice\",\"data\":1,\"_meta\":{" P "confined\":" value "}}}"

/* Returns the seal that `paddock run` makes, with the secret of the installation. */
static char *
dup_seal (gboolean            has_network,
          const char * const *reads,
          guint               n_more,
          const char         *server)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autofree char *key = paddock_seal_dup_key (secret);
  g_autoptr (PaddockConfined) confined = paddock_confined_new (has_network, NULL, reads, n_more);

  return paddock_confined_dup_seal (confined, server, key);
}

/* Likewise for a server that can change what it reads. */
static char *
dup_writing_seal (const char * const *paths)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autofree char *key = paddock_seal_dup_key (secret);
  g_autoptr (PaddockConfined) confined = paddock_confined_new (TRUE, paths, paths, 0);

  return paddock_confined_dup_seal (confined, "s", key);
}

static void
say_confined (Fixture    *fixture,
              const char *members,
              const char *seal)
{
  g_autofree char *line = g_strdup_printf (CONFINED ("{%s,\"seal\":\"%s\"}"), members, seal);

  say (fixture, line);
  say (fixture, "{" V ",\"id\":5,\"method\":\"ping\"}");
  assert_next (fixture, "{" V ",\"id\":5,\"result\":{}}");
}

/* That a server is confined needs a right seal for it. All else changes nothing. */
static void
test_confined (Fixture       *fixture,
               gconstpointer  is_launch)
{
  static const char * const none[] = { NULL };
  static const char * const one[] = { "/a b", NULL };
#define WRITING "\"network\":\"host\",\"read\":[" ROOT ("a%20b") "],\"write\":[" ROOT ("a%20b") \
  "],\"more\":0"
  static const char right[] = "\"network\":\"host\",\"read\":[" ROOT ("a%20b") "],\"more\":0";
  PaddockLauncher *launcher = paddock_session_get_launcher (fixture->session);
  g_autofree char *seal = dup_seal (TRUE, one, 0, "s");
  g_autofree char *early_seal = dup_seal (FALSE, none, 2, NULL);
  g_autofree char *other_seal = dup_seal (TRUE, one, 0, "other");
  g_autofree char *none_seal = dup_seal (TRUE, none, 0, "s");
  g_autofree char *writing_seal = dup_writing_seal (one);
  g_autofree char *longer = g_strconcat (seal, "0", NULL);
  g_autofree char *upper = g_ascii_strup (seal, -1);
  const struct { const char *members, *seal;
  } wrong[] = {
    { right, other_seal }, { right, none_seal }, { right, "" }, { right, "0" }, { right, longer },
    { right, upper }, { right, writing_seal }, { WRITING, seal }, { right, "\\u0000" },
    { "\"network\":\"none\",\"read\":[" ROOT ("a%20b") "],\"more\":0", seal },
    { "\"network\":\"other\",\"read\":[" ROOT ("a%20b") "],\"more\":0", seal },
    { "\"network\":1,\"read\":[" ROOT ("a%20b") "],\"more\":0", seal },
    { "\"read\":[" ROOT ("a%20b") "],\"more\":0", seal },
    { "\"network\":\"host\",\"read\":[],\"more\":0", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a") "," ROOT ("b") "],\"more\":0", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a%20b") "],\"more\":1", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a%20b") "],\"more\":-1", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a%20b") ",7]", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a%20b") ",\"x\"]", seal },
    { "\"network\":\"host\",\"read\":[" R5 ("a") "," R5 ("b") "," R5 ("c") "," R5 ("d") "]", seal },
    { "\"network\":\"host\",\"read\":[" ROOT ("a%20b") "],\"write\":[7],\"more\":0", seal },
  };

  shake_hands (fixture, is_launch != NULL ? ANSWER_INITIALIZE ("2025-11-25", LAUNCH)
                                          : ANSWER_INITIALIZE ("2025-11-25", ""));
  paddock_session_set_server_id (fixture->session, "s");
  g_string_truncate (fixture->events, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    say_confined (fixture, wrong[i].members, wrong[i].seal);
    g_assert_null (paddock_launcher_get_confined (launcher));
  }
  say (fixture, CONFINED ("7"));
  say (fixture, CONFINED ("{}"));
  say_confined (fixture, right, seal);
  if (is_launch == NULL) {
    g_assert_null (paddock_launcher_get_confined (launcher));
    g_assert_cmpstr (fixture->events->str, ==, "");
    return;
  }
  g_assert_cmpstr (paddock_launcher_get_confined (launcher)->reads[0], ==, "/a b");
  g_assert_true (paddock_launcher_get_confined (launcher)->has_network);

  /* A wrong seal does not take back what is proven. */
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    say_confined (fixture, wrong[i].members, wrong[i].seal);
  g_assert_cmpstr (paddock_launcher_get_confined (launcher)->reads[0], ==, "/a b");
  g_assert_cmpstr (fixture->events->str, ==, "confined:none ");

  say_confined (fixture, WRITING, writing_seal);
  g_assert_cmpstr (paddock_launcher_get_confined (launcher)->writes[0], ==, "/a b");

  /* The box was made before the service told which server it is. */
  say_confined (fixture, "\"network\":\"none\",\"read\":[],\"more\":2", early_seal);
  g_assert_cmpuint (paddock_launcher_get_confined (launcher)->n_more, ==, 2);
  g_assert_cmpstr (fixture->events->str, ==, "confined:none ");
}

static void
test_other_messages (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char * const ignored[] = {
    "{" V ",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}",
    "{" V ",\"method\":\"notifications/unheard-of\"}",
    "{" V ",\"method\":\"roots/list\"}",
    "{" V ",\"id\":1,\"result\":{}}",
    "{" V ",\"id\":99,\"error\":{\"code\":1,\"message\":\"\"}}",
    "{" V ",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"\"}}",
    "{" V ",\"id\":{},\"result\":{}}",
    "{\"id\":1,\"error\":{}}",
  };
  static const struct {
    const char *line;
    const char *answer;
  } answered[] = {
    { "{" V ",\"id\":3,\"method\":\"sampling/createMessage\"}",
      "{" V ",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}" },
    { "{" V ",\"id\":3,\"method\":\"roots/list \"}",
      "{" V ",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}" },
    { "{" V ",\"id\":3,\"method\":\"initialize\"}",
      "{" V ",\"id\":3,\"error\":{\"code\":-32600,*}}" },
    { "{" V ",\"id\":null,\"method\":\"ping\"}",
      "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "{\"id\":\"x\",\"method\":\"ping\"}",
      "{" V ",\"id\":\"x\",\"error\":{\"code\":-32600,*}}" },
    { "{}", "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "[]", "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "[{" V ",\"id\":1,\"method\":\"ping\"}]",
      "{" V ",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "{\"jsonrpc\":", "{" V ",\"id\":null,\"error\":{\"code\":-32700,*}}" },
    { "Server is running", "{" V ",\"id\":null,\"error\":{\"code\":-32700,*}}" },
  };

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (ignored); i++) {
    say (fixture, ignored[i]);
    assert_silent (fixture);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (answered); i++) {
    say (fixture, answered[i].line);
    assert_next_matches (fixture, answered[i].answer);
  }
  assert_silent (fixture);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
}

static void
test_table (void)
{
  g_assert_nonnull (paddock_methods_find ("roots/list"));
  g_assert_nonnull (paddock_methods_find ("ping"));
  g_assert_true (paddock_methods_find ("ping")->is_early);
  g_assert_false (paddock_methods_find ("roots/list")->is_early);
  g_assert_null (paddock_methods_find (""));
  g_assert_null (paddock_methods_find ("Ping"));
  g_assert_null (paddock_methods_find ("roots/list/"));
  g_assert_null (paddock_methods_find ("notifications/cancelled"));
}

#define ADD(path, data, func) \
  g_test_add ("/methods/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/methods/table", test_table);
  ADD ("roots-list/2024-11-05", "2024-11-05", test_roots_list);
  ADD ("roots-list/2025-03-26", "2025-03-26", test_roots_list);
  ADD ("roots-list/2025-06-18", "2025-06-18", test_roots_list);
  ADD ("roots-list/2025-11-25", "2025-11-25", test_roots_list);
  ADD ("forms-of-the-question", NULL, test_forms_of_the_question);
  ADD ("answers", NULL, test_answers);
  g_test_add_func ("/methods/related-task", test_related_task);
  ADD ("launch", NULL, test_launch);
  ADD ("on-behalf/launch", "", test_on_behalf);
  ADD ("on-behalf/other", NULL, test_on_behalf);
  ADD ("pace/launch", "", test_pace);
  ADD ("pace/other", NULL, test_pace);
  ADD ("host-roots/launch", "", test_host_roots);
  ADD ("host-roots/other", NULL, test_host_roots);
  ADD ("host-roots/long", "", test_long_host_roots);
  ADD ("expires/launch", "", test_expires);
  ADD ("expires/other", NULL, test_expires);
  ADD ("taken/launch", "", test_taken);
  ADD ("taken/other", NULL, test_taken);
  ADD ("choices/launch", "", test_choices);
  ADD ("choices/other", NULL, test_choices);
  ADD ("choices/ends-kept", "", test_ends_of_kept);
  ADD ("choices/ends", NULL, test_ends_of_kept);
  ADD ("reports/launch", "", test_reports);
  ADD ("reports/other", NULL, test_reports);
  ADD ("holds/launch", "", test_holds);
  ADD ("holds/other", NULL, test_holds);
  ADD ("confined/launch", "", test_confined);
  ADD ("confined/other", NULL, test_confined);
  ADD ("other-messages", NULL, test_other_messages);
  return g_test_run ();
}
