/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-apps.h"

#include "paddock-app-notes.h"
#include "paddock-command-line.h"
#include "paddock-overview.h"
#include "paddock-views.h"

#include "service-control-fixture.h"

/* NoteApp, NoteAppGone, ListApps and TakeOut: anybody may name, and taking out is asked about. */

#define KEY "cursor-k3v9x0q2m1ab"
#define NOTE "('" KEY "', 'cursor', 'files', '/home/u/.cursor/mcp.json', '')"

static char *
dup_fact (Desk       *desk,
          const char *key)
{
  return paddock_command_line_hash_secret (key, paddock_store_get_secret (desk->scene->store));
}

/* A server that comes with a key, and is otherwise unknown. */
static void
meet (Desk       *desk,
      const char *server_id,
      const char *key)
{
  g_autofree char *fact = dup_fact (desk, key);
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/evil" },
    [PADDOCK_FACT_KEY] = { PADDOCK_PROOF_CLAIMED, fact },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = server_id, .identity = identity, .claimed_name = "tool",
  });

  paddock_changes_put_server (changes, server);
  scene_commit (desk->scene, changes);
}

static PaddockServerView *
view (Desk       *desk,
      const char *server_id)
{
  g_autoptr (GVariant) dictionary =
    g_variant_ref_sink (paddock_overview_server (desk->scene->state, desk->scene->sessions,
                                                 server_id));

  return paddock_server_view_from_variant (dictionary);
}

static void
test_names (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockServerView) named = NULL;
  g_autoptr (PaddockServerView) made_up = NULL;
  g_autoptr (PaddockServerView) gone = NULL;

  meet (desk, "s1", KEY);
  meet (desk, "s2", "cursor-000000000000");
  desk_become_agent (desk);
  desk_expect (desk, desk->command, "NoteApp", NOTE, "()");
  WAIT_FOR (strstr (desk->heard->str, "apps +" KEY "\n") != NULL);
  WAIT_FOR (strstr (desk->heard->str, "servers +s1\n") != NULL);

  /* It has a name, and is as unverified and undecided as before. */
  named = view (desk, "s1");
  g_assert_cmpstr (named->note->app, ==, "cursor");
  g_assert_cmpstr (named->note->server, ==, "files");
  g_assert_cmpstr (named->note->path, ==, "/home/u/.cursor/mcp.json");
  g_assert_cmpint (named->server->standing, ==, PADDOCK_STANDING_UNDECIDED);
  g_assert_false (paddock_identity_has_issued_key (named->server->identity));
  g_assert_false (paddock_server_is_vouched_for (paddock_snapshot_get_server (desk->scene->snapshot,
                                                                              "s1")));
  made_up = view (desk, "s2");
  g_assert_null (made_up->note);

  desk_expect (desk, desk->command, "NoteAppGone", "('" KEY "',)", "()");
  WAIT_FOR (strstr (strstr (desk->heard->str, "apps +" KEY "\n") + 1, "apps +" KEY "\n") != NULL);
  /* The server is still known, and keeps its name. */
  gone = view (desk, "s1");
  g_assert_cmpstr (gone->note->server, ==, "files");
  g_assert_true (gone->note->is_gone);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_APP_CONNECTED,
                                      PADDOCK_REASON_COMMAND_DENIED), ==, 1);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_APP_RESTORED,
                                      PADDOCK_REASON_COMMAND_DENIED), ==, 1);
  desk_expect (desk, desk->command, "NoteAppGone", "('" KEY "',)", "()");
  desk_expect (desk, desk->command, "Forget", "('s1',)", "('',)");
  WAIT_FOR (strstr (desk->heard->str, "apps -" KEY "\n") != NULL);
  desk_expect (desk, desk->command, "ListApps", NULL, "([], 0)");
}

static void
test_refused (void)
{
  static const char * const arguments[] = {
    "('cursor', 'cursor', 'files', '/f', '')", "('" KEY "', 'Cursor', 'files', '/f', '')",
    "('" KEY "', 'cursor', '', '/f', '')", "('" KEY "', 'cursor', 'files', 'f', '')",
    "('', '', '', '', '')",
  };
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    desk_refuse (desk, desk->command, "NoteApp", arguments[i], "InvalidArgument");
  desk_expect (desk, desk->command, "ListApps", NULL, "([], 0)");
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_APP_CONNECTED,
                                      PADDOCK_REASON_COMMAND_DENIED), ==, 0);
}

/* The question names the entries; the answer changes nothing. */
static void
test_take_out (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  GPtrArray *waiting = paddock_prompts_get_requests (desk->scene->queue);
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = NULL;
  g_autoptr (GVariant) third = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *finished = NULL;
  const PaddockPrompt *prompt;

  desk_expect (desk, desk->command, "NoteApp", NOTE, "()");
  desk_become_agent (desk);
  desk_refuse (desk, desk->command, "TakeOut", "(@as [],)", "InvalidArgument");
  desk_refuse (desk, desk->command, "TakeOut", "(['files'],)", "InvalidArgument");
  first = desk_call (desk, desk->command, "TakeOut", "(['cursor/files'],)");
  second = desk_call (desk, desk->command, "TakeOut", "(['cursor/files', 'zed/notes'],)");
  third = desk_call (desk, desk->command, "TakeOut", "(['cursor/files'],)");
  g_assert_true (g_variant_equal (first, third));
  g_assert_cmpuint (waiting->len, ==, 2);
  prompt = waiting->pdata[1];
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_TAKE_OUT);
  g_assert_cmpstr (prompt->wants.entries[1], ==, "zed/notes");
  g_assert_nonnull (prompt->caller);

  answer = g_strdup_printf ("('%s', uint32 %u, {'verdict': <'allow'>, 'as-asked': <true>})",
                            prompt->id, prompt->serial);
  finished = g_strdup_printf ("finished %s allow user-allowed\n", prompt->id);
  g_variant_unref (desk_call (desk, desk->window, "AnswerRequest", answer));
  WAIT_FOR (strstr (desk->heard->str, finished) != NULL);
  g_assert_cmpuint (waiting->len, ==, 1);
  g_assert_nonnull (paddock_app_notes_get (desk->scene->snapshot, KEY));
  desk_expect (desk, desk->window, "TakeOut", "(['cursor/files'],)", "('',)");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-apps/names", test_names);
  g_test_add_func ("/control-apps/refused", test_refused);
  g_test_add_func ("/control-apps/take-out", test_take_out);
  return g_test_run ();
}
