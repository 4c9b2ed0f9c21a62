/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-roots-answer.h"

#include "paddock-names.h"

#define P "\"io.github.paddock-mcp/"
#define TASK "\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}"
#define ENDS P "expires\":{\"file:///z\":2,\"file:///m\":3}"
#define LIST "{\"roots\":[{\"uri\":\"file:///z\"},{\"uri\":\"file:///a%20%22\"}," \
  "{\"uri\":\"file:///m\"}]"

static void
add_root (GPtrArray  *roots,
          const char *path,
          gint64      expires)
{
  g_ptr_array_add (roots, paddock_root_new (&(PaddockRoot) {
    .id = path, .path = path, .access = PADDOCK_ACCESS_READ_WRITE, .expires = expires,
  }));
}

static PaddockRootsAnswer *
make_answer (const PaddockPolicyResult *template,
             gboolean                   has_roots,
             gboolean                   is_launch,
             gboolean                   is_confined,
             const char                *server_id)
{
  g_auto (PaddockPolicyResult) result = *template;
  PaddockRootsAnswer *answer;

  result.roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  if (has_roots) {
    add_root (result.roots, "/z", 2 * G_TIME_SPAN_MILLISECOND + 1);
    add_root (result.roots, "/a \"", 0);
    add_root (result.roots, "/m", 3 * G_TIME_SPAN_MILLISECOND);
  }
  answer = paddock_roots_answer_new (&result, paddock_handshake_find_version (
                                       PADDOCK_VERSION_LATEST), is_launch,
                                     &(PaddockLaunchFacts) { server_id, NULL, is_confined });
  g_assert_null (result.roots);
  return answer;
}

static void
assert_line (PaddockRootsAnswer *answer,
             const char         *task,
             const char         *expected)
{
  g_autoptr (GBytes) line = paddock_roots_answer_write (answer, "\"i\"", task);
  g_autofree char *text = g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));
  g_autofree char *all = g_strconcat ("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"result\":", expected,
                                      "}", NULL);

  g_assert_cmpstr (text, ==, all);
}

#define DECIDED P "state\":\"decided\""

/* Only a launch gets more than the roots. */
static const struct {
  PaddockPolicyResult result;
  gboolean            has_roots, is_launch;
  const char         *text;
  const char         *with_task;
} rows[] = {
  { { .answer = PADDOCK_ANSWER_EMPTY }, FALSE, FALSE,
    "{\"roots\":[]}", "{\"roots\":[],\"_meta\":{" TASK "}}" },
  { { .answer = PADDOCK_ANSWER_EMPTY }, FALSE, TRUE,
    "{\"roots\":[],\"_meta\":{" DECIDED "}}", "{\"roots\":[],\"_meta\":{" TASK "," DECIDED "}}" },
  { { .answer = PADDOCK_ANSWER_ASK }, FALSE, TRUE,
    "{\"roots\":[],\"_meta\":{" P "state\":\"pending\"}}",
    "{\"roots\":[],\"_meta\":{" TASK "," P "state\":\"pending\"}}" },
  { { .answer = PADDOCK_ANSWER_EMPTY, .is_revoked_by_user = TRUE }, FALSE, FALSE,
    "{\"roots\":[]}", "{\"roots\":[],\"_meta\":{" TASK "}}" },
  { { .answer = PADDOCK_ANSWER_EMPTY, .is_revoked_by_user = TRUE }, FALSE, TRUE,
    "{\"roots\":[],\"_meta\":{" DECIDED "," P "empty\":\"taken\"}}",
    "{\"roots\":[],\"_meta\":{" TASK "," DECIDED "," P "empty\":\"taken\"}}" },
  { { .answer = PADDOCK_ANSWER_LIST, .choices = ~PADDOCK_CHOICE_NONE }, TRUE, FALSE,
    LIST "}", LIST ",\"_meta\":{" TASK "}}" },
  { { .answer = PADDOCK_ANSWER_LIST, .is_revoked_by_user = TRUE }, TRUE, TRUE,
    LIST ",\"_meta\":{" DECIDED "," ENDS "}}", LIST ",\"_meta\":{" TASK "," DECIDED "," ENDS "}}" },
  { { .answer = PADDOCK_ANSWER_LIST, .choices = PADDOCK_CHOICE_KEEP_ROOTS }, TRUE, TRUE,
    LIST ",\"_meta\":{" DECIDED "," ENDS "," P "keep\":true}}",
    LIST ",\"_meta\":{" TASK "," DECIDED "," ENDS "," P "keep\":true}}" },
  { { .answer = PADDOCK_ANSWER_LIST, .choices = ~PADDOCK_CHOICE_NONE }, FALSE, TRUE,
    "{\"roots\":[],\"_meta\":{" DECIDED "," P "hostRoots\":\"union\"," P "keep\":true}}",
    "{\"roots\":[],\"_meta\":{" TASK "," DECIDED "," P "hostRoots\":\"union\"," P "keep\":true}}" },
};

static void
test_lines (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRootsAnswer) answer = make_answer (&rows[i].result, rows[i].has_roots,
                                                         rows[i].is_launch, FALSE, NULL);

    g_test_message ("row %zu", i);
    for (guint times = 0; times < 2; times++) {
      assert_line (answer, NULL, rows[i].text);
      assert_line (answer, "{\"taskId\":\"t\"}", rows[i].with_task);
    }
    g_assert_cmpint (paddock_roots_answer_is_revoked_by_user (answer), ==,
                     rows[i].result.is_revoked_by_user && rows[i].is_launch);
    g_assert_cmpint (paddock_roots_answer_get_result (answer)->answer, ==, rows[i].result.answer);
  }
}

/* A `paddock run` is told which server is its own, also while nothing is shared with it. */
static void
test_server (void)
{
  static const struct { gboolean    has_roots;
                        gboolean    is_launch;
                        const char *server_id;
                        const char *text;
  } table[] = {
    { FALSE, TRUE, "s-1", "{\"roots\":[],\"_meta\":{" P "server\":\"s-1\"," DECIDED "}}" },
    { FALSE, TRUE, "a\"b", "{\"roots\":[],\"_meta\":{" P "server\":\"a\\\"b\"," DECIDED "}}" },
    { TRUE, TRUE, "s-1", LIST ",\"_meta\":{" P "server\":\"s-1\"," DECIDED "," ENDS "}}" },
    { FALSE, TRUE, NULL, "{\"roots\":[],\"_meta\":{" DECIDED "}}" },
    { FALSE, FALSE, "s-1", "{\"roots\":[]}" },
    { TRUE, FALSE, "s-1", LIST "}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    PaddockPolicyResult result = { .answer = PADDOCK_ANSWER_LIST };
    g_autoptr (PaddockRootsAnswer) answer = make_answer (&result, table[i].has_roots,
                                                         table[i].is_launch, FALSE,
                                                         table[i].server_id);

    assert_line (answer, NULL, table[i].text);
  }
}

static char *
dup_told (PaddockChoices choices,
          gboolean       has_roots,
          gboolean       is_launch,
          gboolean       is_confined)
{
  PaddockPolicyResult result = { .answer = PADDOCK_ANSWER_LIST, .choices = choices };
  g_autoptr (PaddockRootsAnswer) answer = make_answer (&result, has_roots, is_launch, is_confined,
                                                       "s");

  return g_strjoinv ("\n", (GStrv) paddock_roots_answer_get_told (answer));
}

/* When two lists differ: for a list that is kept without the service, and for that of a confined
 * server, the ends count as well. Empty lists are all equal. */
static void
test_told (void)
{
  g_autofree char *plain = dup_told (PADDOCK_CHOICE_NONE, TRUE, TRUE, FALSE);
  g_autofree char *host = dup_told (PADDOCK_CHOICE_HOST_ROOTS, TRUE, TRUE, FALSE);
  g_autofree char *kept = dup_told (PADDOCK_CHOICE_KEEP_ROOTS, TRUE, TRUE, FALSE);
  g_autofree char *confined = dup_told (PADDOCK_CHOICE_NONE, TRUE, TRUE, TRUE);
  g_autofree char *of_other = dup_told (~PADDOCK_CHOICE_NONE, TRUE, FALSE, FALSE);
  g_autofree char *nothing = dup_told (PADDOCK_CHOICE_NONE, FALSE, TRUE, FALSE);
  g_autofree char *nothing_confined = dup_told (PADDOCK_CHOICE_NONE, FALSE, TRUE, TRUE);

  g_assert_cmpstr (plain, ==, "{\"uri\":\"file:///z\"}\n{\"uri\":\"file:///a%20%22\"}\n"
                   "{\"uri\":\"file:///m\"}");
  g_assert_cmpstr (of_other, ==, plain);
  g_assert_true (g_str_has_prefix (host, plain));
  g_assert_cmpstr (host, !=, plain);
  g_assert_null (strstr (host, "expires"));
  g_assert_nonnull (strstr (kept, ENDS));
  g_assert_true (g_str_has_prefix (confined, plain));
  g_assert_nonnull (strstr (confined, ENDS));
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (nothing_confined, ==, "");
}

/* The answer owns everything that it needs. */
static void
test_ownership (void)
{
  PaddockPolicyResult result = { .answer = PADDOCK_ANSWER_LIST };
  PaddockRootsAnswer *answer = make_answer (&result, TRUE, FALSE, FALSE, NULL);
  g_autoptr (PaddockRootsAnswer) other = paddock_roots_answer_ref (answer);

  paddock_roots_answer_unref (answer);
  assert_line (other, NULL, LIST "}");
  g_assert_cmpuint (paddock_roots_answer_get_result (other)->roots->len, ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roots-answer/lines", test_lines);
  g_test_add_func ("/roots-answer/server", test_server);
  g_test_add_func ("/roots-answer/told", test_told);
  g_test_add_func ("/roots-answer/ownership", test_ownership);
  return g_test_run ();
}
