/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-prompt.h"

static PaddockIdentity *
make_identity (const char *executable)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_PROVEN, executable },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
}

static void
test_deep_copy (void)
{
  char *texts[] = { g_strdup ("q1"), g_strdup ("s1"), g_strdup ("Files"), g_strdup ("paddock") };
  GStrv suggestions = g_strsplit ("file:///a file:///b", " ", -1);
  GStrv root_ids = g_strsplit ("r1 r2 r3", " ", -1);
  PaddockIdentity *identity = make_identity ("/a");
  PaddockIdentity *previous = make_identity ("/b");
  PaddockPrompt *prompt = paddock_prompt_new (&(PaddockPrompt) {
    .id = texts[0], .serial = 3, .kind = PADDOCK_PROMPT_GRANT, .asked = 4, .server_id = texts[1],
    .server = texts[2], .identity = identity, .previous = previous, .sessions = 2,
    .suggestions = (const char * const *) suggestions, .caller = texts[3],
    .wants = { .root_ids = (const char * const *) root_ids },
  });
  g_autoptr (PaddockPrompt) again = paddock_prompt_new (prompt);

  g_assert_true (paddock_prompt_equal (prompt, again));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (suggestions);
  g_strfreev (root_ids);
  paddock_identity_unref (identity);
  paddock_identity_unref (previous);
  paddock_prompt_unref (prompt);

  g_assert_cmpstr (again->id, ==, "q1");
  g_assert_cmpuint (again->serial, ==, 3);
  g_assert_cmpstr (again->server_id, ==, "s1");
  g_assert_cmpstr (again->server, ==, "Files");
  g_assert_cmpstr (again->caller, ==, "paddock");
  g_assert_cmpstr (again->suggestions[1], ==, "file:///b");
  g_assert_cmpstr (again->wants.root_ids[2], ==, "r3");
  g_assert_null (again->wants.root_ids[3]);
  g_assert_cmpstr (paddock_identity_get_fact (again->identity, PADDOCK_FACT_EXECUTABLE).value, ==,
                   "/a");
  g_assert_cmpstr (paddock_identity_get_fact (again->previous, PADDOCK_FACT_EXECUTABLE).value, ==,
                   "/b");
}

static void
test_empty (void)
{
  g_autoptr (PaddockPrompt) prompt = paddock_prompt_new (&(PaddockPrompt) { 0 });
  g_autoptr (PaddockPrompt) again = paddock_prompt_new (prompt);
  PaddockPrompt *copy = g_boxed_copy (PADDOCK_TYPE_PROMPT, prompt);

  g_assert_true (copy == prompt);
  g_assert_null (prompt->identity);
  g_assert_null (prompt->suggestions);
  g_assert_true (paddock_prompt_equal (prompt, again));
  g_boxed_free (PADDOCK_TYPE_PROMPT, copy);
}

/* A change of any field except the serial makes another question. */
static void
test_equal (void)
{
  static const char * const one[] = { "x", NULL };
  static const char * const one_again[] = { "x", NULL };
  static const char * const two[] = { "x", "y", NULL };
  static const char * const none[] = { NULL };
  g_autoptr (PaddockIdentity) a = make_identity ("/a");
  g_autoptr (PaddockIdentity) a_again = make_identity ("/a");
  g_autoptr (PaddockIdentity) b = make_identity ("/b");
  const PaddockAppNote note = { .key = "k", .app = "zed", .server = "x", .path = "/f" };
  const PaddockAppNote same_note = { .key = "k", .app = "zed", .server = "x", .path = "/g" };
  const PaddockAppNote other_note = { .key = "k", .app = "zed", .server = "y", .path = "/f" };
  const PaddockPrompt base = {
    .id = "q", .serial = 1, .asked = 5, .server_id = "s", .server = "n", .identity = a,
    .previous = b, .sessions = 1, .suggestions = one, .caller = "c", .note = &note,
  };

#define EXPECT(equal, field, value) \
  G_STMT_START { \
    PaddockPrompt edited = base; \
\
    edited.field = value; \
    g_assert_cmpint (paddock_prompt_equal (&base, &edited), ==, equal); \
    g_assert_cmpint (paddock_prompt_equal (&edited, &base), ==, equal); \
  } G_STMT_END

  EXPECT (TRUE, serial, 2);
  EXPECT (TRUE, identity, a_again);
  EXPECT (TRUE, suggestions, one_again);
  EXPECT (FALSE, id, "p");
  EXPECT (FALSE, kind, PADDOCK_PROMPT_GRANT);
  EXPECT (FALSE, asked, 6);
  EXPECT (FALSE, server_id, "t");
  EXPECT (FALSE, server_id, NULL);
  EXPECT (FALSE, server, "m");
  EXPECT (FALSE, identity, b);
  EXPECT (FALSE, identity, NULL);
  EXPECT (FALSE, previous, a);
  EXPECT (FALSE, previous, NULL);
  EXPECT (FALSE, sessions, 0);
  EXPECT (FALSE, suggestions, two);
  EXPECT (FALSE, suggestions, none);
  EXPECT (FALSE, suggestions, NULL);
  EXPECT (FALSE, caller, NULL);
  EXPECT (FALSE, wants.flags, PADDOCK_WANTS_RENEWAL);
  EXPECT (FALSE, wants.documents, one);
  EXPECT (FALSE, wants.entries, one);
  EXPECT (FALSE, note, NULL);
  EXPECT (FALSE, note, &other_note);
  EXPECT (TRUE, note, &same_note);
  EXPECT (FALSE, path, "/x");
  EXPECT (FALSE, sensitive, PADDOCK_SENSITIVE_MAIL);
#undef EXPECT
}

static void
test_kind_nicks (void)
{
  for (guint i = 0; i <= PADDOCK_PROMPT_TAKE_OUT; i++)
    g_assert_cmpuint (paddock_prompt_kind_from_nick (paddock_prompt_kind_to_nick (i)), ==, i);
  g_assert_cmpstr (paddock_prompt_kind_to_nick (PADDOCK_PROMPT_CHANGE_ROOT), ==, "change-root");
  g_assert_cmpstr (paddock_prompt_kind_to_nick (11), ==, "roots");
  g_assert_cmpuint (paddock_prompt_kind_from_nick ("change_root"), ==, PADDOCK_PROMPT_ROOTS);
  g_assert_cmpuint (paddock_prompt_kind_from_nick (NULL), ==, PADDOCK_PROMPT_ROOTS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prompt/deep-copy", test_deep_copy);
  g_test_add_func ("/prompt/empty", test_empty);
  g_test_add_func ("/prompt/equal", test_equal);
  g_test_add_func ("/prompt/kind-nicks", test_kind_nicks);
  return g_test_run ();
}
