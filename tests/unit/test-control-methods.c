/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-methods.h"

#include "paddock-adding.h"
#include "paddock-startup-cleanup.h"
#include "paddock-views.h"

#include "service-control-fixture.h"
#include "service-peer-fixture.h"

/* Each method over a bus, with good arguments and with each kind of bad ones. */

/* r1 and r2 (read-only); s1 is allowed and sees r1, s2 is undecided, s3 is blocked. */
static Desk *
desk_new_with_state (void)
{
  Desk *desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_add_root (desk->scene, &(PaddockRoot) { .id = "r2" }, "home/projects/deep");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (desk->scene, "s2", PADDOCK_STANDING_UNDECIDED);
  scene_meet (desk->scene, "s3", PADDOCK_STANDING_BLOCKED);
  scene_grant (desk->scene, "s1", "r1", 0, NULL);
  return desk;
}

#define STATE \
  "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1"

typedef struct {
  const char *method;
  const char *arguments;
  const char *error;
} BadCall;

static const BadCall bad_calls[] = {
  { "RemoveRoots", "(['nobody'],)", "NotFound" },
  { "RemoveRoots", "(['r1', 'nobody'],)", "NotFound" },
  { "RemoveRoots", "(['s1'],)", "NotFound" },
  { "RemoveRoots", "([''],)", "NotFound" },
  { "ChangeRoot", "('nobody', @a{sv} {})", "NotFound" },
  { "ChangeRoot", "('', {'name': <'x'>})", "NotFound" },
  { "Grant", "('nobody', ['r1'], @a{sv} {})", "NotFound" },
  { "Grant", "('r1', ['r1'], @a{sv} {})", "NotFound" },
  { "Grant", "('s2', ['nobody'], @a{sv} {})", "NotFound" },
  { "Grant", "('s2', ['r1', 'nobody'], @a{sv} {})", "NotFound" },
  { "Grant", "('s2', @as [], @a{sv} {})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <'fortnight'>})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <''>})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <'0s'>})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <'-1h'>})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <'99999999999999999999d'>})", "InvalidArgument" },
  { "Grant", "('s2', ['r1'], {'duration': <'session'>})", "InvalidArgument" },
  { "Revoke", "('nobody', @as [])", "NotFound" },
  { "Revoke", "('s1', ['nobody'])", "NotFound" },
  { "Revoke", "('s1', ['r1', 'nobody'])", "NotFound" },
  { "Block", "('nobody',)", "NotFound" },
  { "Disconnect", "('nobody',)", "NotFound" },
  { "Disconnect", "('',)", "NotFound" },
  { "Disconnect", "('s1',)", "InvalidArgument" },
  { "Unblock", "('nobody',)", "NotFound" },
  { "Forget", "('nobody',)", "NotFound" },
  { "Forget", "('',)", "NotFound" },
  { "SetServerChoices", "('nobody', {'keep-roots': <true>})", "NotFound" },
  { "SetServerChoices", "('', @a{sv} {})", "NotFound" },
  { "SetServerChoices", "('s1', {'keep-roots': <true>})", "Refused" },
  { "SetServerChoices", "('s2', {'share-host-roots': <true>, 'keep-roots': <false>})", "Refused" },
  { "AddRoots", "(@aay [], {'name': <'x'>})", "InvalidArgument" },
  { "AddRoots", "([b'/a', b'/b'], {'name': <'x'>})", "InvalidArgument" },
  { "RegisterAgent", NULL, "NotAgent" },
  { "AnswerRequest", "('nobody', @u 1, @a{sv} {})", "NotAgent" },
  { "AskAgain", "('s2',)", "NotAgent" },
  { "IssueKey", NULL, "NotAgent" },
  { "AskAgain", "('nobody',)", "NotAgent" },
  { "AcknowledgeRefusals", NULL, "NotAgent" },
  { "AnswerImport", "(true,)", "NotAgent" },
  { "AnswerImport", "(false,)", "NotAgent" },
};

static PaddockRoot *
find_root (Desk       *desk,
           const char *path)
{
  return paddock_root_find_by_path (paddock_snapshot_get_roots (desk->scene->snapshot), path);
}

static void
test_bad_calls (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();

  for (int with_agent = 0; with_agent < 2; with_agent++) {
    for (gsize i = 0; i < G_N_ELEMENTS (bad_calls); i++) {
      desk_refuse (desk, desk->command, bad_calls[i].method, bad_calls[i].arguments,
                   bad_calls[i].error);
      scene_assert_state (desk->scene, STATE);
    }
    g_assert_cmpuint (paddock_prompts_get_requests (desk->scene->queue)->len, ==, 0);
    if (!with_agent)
      desk_become_agent (desk);
  }

  /* The window is refused as well. */
  for (gsize i = 0; i < G_N_ELEMENTS (bad_calls); i++) {
    if (!g_str_equal (bad_calls[i].error, "NotAgent"))
      desk_refuse (desk, desk->window, bad_calls[i].method, bad_calls[i].arguments,
                   bad_calls[i].error);
  }
  desk_refuse (desk, desk->window, "AnswerRequest", "('nobody', @u 1, @a{sv} {})", "NotFound");
  desk_refuse (desk, desk->window, "AskAgain", "('nobody',)", "NotFound");
  desk_refuse (desk, desk->window, "AnswerImport", "(true,)", "NotFound");
  desk_refuse (desk, desk->window, "AnswerImport", "(false,)", "NotFound");
  scene_assert_state (desk->scene, STATE);
}

/* A narrowing call acts at once, from every caller, with or without a window. */
static const struct {
  const char *method;
  const char *arguments;
  const char *reply;
  const char *after;
} narrowing[] = {
  { "RemoveRoots", "(@as [],)", "()", STATE },
  { "RemoveRoots", "(['r1'],)", "()",
    "root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "RemoveRoots", "(['r2', 'r1', 'r2'],)", "()",
    "server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "ChangeRoot", "('r1', @a{sv} {})", "('',)", STATE },
  { "ChangeRoot", "('r1', {'name': <'Notes'>})", "('',)", STATE },
  { "ChangeRoot", "('r1', {'name': <7>, 'unknown': <true>, 'access': <1>})", "('',)", STATE },
  { "ChangeRoot", "('r1', {'access': <'read-only'>})", "('',)",
    "root:r1:ro root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1" },
  { "ChangeRoot", "('r1', {'access': <'everything'>})", "('',)",
    "root:r1:ro root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1" },
  { "Grant", "('s1', ['r1'], {'access': <'read-only'>})", "('',)",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1:ro" },
  { "Grant", "('s1', ['r1'], {'access': <'everything'>})", "('',)",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1:ro" },
  { "Revoke", "('s1', ['r1'])", "()",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "Revoke", "('s1', ['r2'])", "()", STATE },
  { "Revoke", "('s1', @as [])", "()",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:blocked" },
  { "Block", "('s1',)", "()",
    "root:r1 root:r2:ro server:s1:blocked server:s2:undecided server:s3:blocked" },
  { "Block", "('s3',)", "()", STATE },
  { "Unblock", "('s2',)", "('',)", STATE },
  { "Forget", "('s1',)", "('',)", "root:r1 root:r2:ro server:s2:undecided server:s3:blocked" },
  { "SetServerChoices", "('s1', {'other-file-systems': <true>, 'reading': <true>})", "()", STATE },
  { "Pause", NULL, "()", STATE " pause" },
  { "Pause", NULL, "()", STATE " pause" },
  { "Resume", NULL, "('',)", STATE },
  { "UnregisterAgent", NULL, "()", STATE },
};

static void
test_narrowing (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (narrowing); i++) {
    g_autoptr (Desk) desk = desk_new_with_state ();

    if (i % 2 == 0)
      desk_become_agent (desk);
    desk_expect (desk, desk->command, narrowing[i].method, narrowing[i].arguments,
                 narrowing[i].reply);
    scene_assert_state (desk->scene, narrowing[i].after);
  }
}

static const struct {
  const char *method;
  const char *arguments;
  const char *kind;
  const char *after;
} widening[] = {
  { "Grant", "('s2', ['r1', 'r2'], @a{sv} {})", "grant",
    "root:r1 root:r2:ro server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s2/r1 grant:s2/r2:ro" },
  { "Grant", "('s2', ['r1'], {'access': <'read-only'>, 'duration': <'until-revoked'>})", "grant",
    "root:r1 root:r2:ro server:s1:allowed server:s2:allowed server:s3:blocked "
    "grant:s1/r1 grant:s2/r1:ro" },
  { "ChangeRoot", "('r2', {'access': <'read-write'>})", "change-root",
    "root:r1 root:r2 server:s1:allowed server:s2:undecided server:s3:blocked grant:s1/r1" },
  { "Unblock", "('s3',)", "unblock",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided server:s3:undecided grant:s1/r1" },
  { "Forget", "('s3',)", "unblock",
    "root:r1 root:r2:ro server:s1:allowed server:s2:undecided grant:s1/r1" },
};

static char *
get_request_id (GVariant *reply)
{
  char *id;

  g_variant_get (reply, "(s)", &id);
  return id;
}

/* The window's answer to a waiting question, as it was shown. */
static GVariant *
answer (Desk       *desk,
        const char *decision)
{
  GPtrArray *requests = paddock_prompts_get_requests (desk->scene->queue);
  const PaddockPrompt *prompt;
  g_autofree char *arguments = NULL;

  g_assert_cmpuint (requests->len, ==, 1);
  prompt = g_ptr_array_index (requests, 0);
  arguments = g_strdup_printf ("('%s', @u %u, %s)", prompt->id, prompt->serial, decision);
  return desk_call (desk, desk->window, "AnswerRequest", arguments);
}

static void
test_widening (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widening); i++) {
    g_autoptr (Desk) asked = desk_new_with_state ();
    g_autoptr (Desk) alone = desk_new_with_state ();
    g_autoptr (GVariant) reply = NULL;
    g_autoptr (GVariant) requests = NULL;
    g_autoptr (GVariant) dictionary = NULL;
    g_autoptr (PaddockPrompt) prompt = NULL;
    g_autofree char *id = NULL;
    g_autofree char *by_roots = NULL;
    g_autoptr (GVariant) result = NULL;

    /* If nobody can be asked, it acts at once. */
    desk_expect (alone, alone->command, widening[i].method, widening[i].arguments, "('',)");
    scene_assert_state (alone->scene, widening[i].after);

    desk_become_agent (asked);
    reply = desk_call (asked, asked->command, widening[i].method, widening[i].arguments);
    id = get_request_id (reply);
    g_assert_cmpstr (id, !=, "");
    scene_assert_state (asked->scene, STATE);

    requests = desk_call (asked, asked->command, "ListRequests", NULL);
    dictionary = g_variant_get_child_value (requests, 0);
    g_assert_cmpuint (g_variant_n_children (dictionary), ==, 1);
    {
      g_autoptr (GVariant) first = g_variant_get_child_value (dictionary, 0);

      prompt = paddock_prompt_from_variant (first);
    }
    g_assert_cmpstr (prompt->id, ==, id);
    g_assert_cmpstr (paddock_prompt_kind_to_nick (prompt->kind), ==, widening[i].kind);
    g_assert_nonnull (strstr (prompt->caller, "test-control"));

    desk_refuse (asked, asked->command, "AnswerRequest", "('x', @u 1, {'verdict': <'allow'>})",
                 "NotAgent");
    /* Roots do not fit as an answer to this kind of question. */
    by_roots = g_strdup_printf ("('%s', @u %u, {'verdict': <'allow'>, 'roots': <[('r1', '')]>})",
                                id, prompt->serial);
    desk_refuse (asked, asked->window, "AnswerRequest", by_roots, "InvalidArgument");
    scene_assert_state (asked->scene, STATE);
    result = answer (asked, "{'verdict': <'allow'>, 'as-asked': <true>}");
    scene_assert_state (asked->scene, widening[i].after);
  }
}

static void
test_window_widens_at_once (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widening); i++) {
    g_autoptr (Desk) desk = desk_new_with_state ();

    desk_become_agent (desk);
    desk_expect (desk, desk->window, widening[i].method, widening[i].arguments, "('',)");
    scene_assert_state (desk->scene, widening[i].after);
    g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_WIDENING_ASKED, 0), ==, 0);
  }
}

/* A pause narrows. Ending it widens, like a grant. */
static void
test_pause (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (Desk) alone = desk_new_with_state ();
  g_autoptr (GVariant) refused = NULL;
  g_autoptr (GVariant) agreed = NULL;

  desk_expect (alone, alone->command, "Pause", NULL, "()");
  desk_expect (alone, alone->command, "Resume", NULL, "('',)");
  scene_assert_state (alone->scene, STATE);

  desk_become_agent (desk);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GVariant) reply = NULL;
    g_autofree char *id = NULL;
    const PaddockPrompt *prompt;

    desk_expect (desk, desk->command, "Pause", NULL, "()");
    reply = desk_call (desk, desk->command, "Resume", NULL);
    id = get_request_id (reply);
    prompt = paddock_prompts_lookup (desk->scene->queue, id);
    g_assert_nonnull (prompt);
    g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_RESUME);
    g_assert_nonnull (strstr (prompt->caller, "test-control"));
    scene_assert_state (desk->scene, STATE " pause");
    if (i == 0)
      refused = answer (desk, "{'verdict': <'deny'>}");
    else
      agreed = answer (desk, "{'verdict': <'allow'>, 'as-asked': <true>}");
    scene_assert_state (desk->scene, i == 0 ? STATE " pause" : STATE);
  }
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_PAUSED, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_RESUMED, 0), ==, 1);

  desk_expect (desk, desk->window, "Pause", NULL, "()");
  desk_expect (desk, desk->window, "Resume", NULL, "('',)");
  scene_assert_state (desk->scene, STATE);
}

static void
meet_launch (Desk *desk)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) identity = fixture_launch ("server");
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "l", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED,
  });

  paddock_changes_put_server (changes, server);
  scene_commit (desk->scene, changes);
}

static PaddockChoices
get_choices (Desk *desk)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (desk->scene->state);

  return paddock_snapshot_get_server (snapshot, "l")->choices;
}

/* Only the window can switch a choice on; for others it is refused without a question. Every caller
 * can switch it off. Unknown choices and wrong types change nothing. */
static void
test_choices (void)
{
  static const char * const commands[] = {
    "('l', {'share-host-roots': <true>})", "('l', {'keep-roots': <true>})",
    "('l', {'keep-roots': <true>, 'share-host-roots': <false>})",
  };
  static const char * const nothing[] = {
    "('l', @a{sv} {})", "('l', {'share-host-roots': <'true'>, 'keep-roots': <1>})",
    "('l', {'Keep-Roots': <true>})", "('l', {'keep-roots': <false>})",
  };
  g_autoptr (Desk) desk = desk_new_with_state ();

  meet_launch (desk);
  for (int with_agent = 0; with_agent < 2; with_agent++) {
    for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
      desk_refuse (desk, desk->command, "SetServerChoices", commands[i], "NotAgent");
    for (gsize i = 0; i < G_N_ELEMENTS (nothing); i++)
      desk_expect (desk, desk->command, "SetServerChoices", nothing[i], "()");
    g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_NONE);
    g_assert_cmpuint (paddock_prompts_get_requests (desk->scene->queue)->len, ==, 0);
    if (!with_agent)
      desk_become_agent (desk);
  }
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_WIDENING_REFUSED, 0), ==, 6);

  desk_expect (desk, desk->window, "SetServerChoices", commands[0], "()");
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_HOST_ROOTS);
  desk_expect (desk, desk->window, "SetServerChoices", commands[2], "()");
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_KEEP_ROOTS);
  desk_expect (desk, desk->command, "SetServerChoices", "('l', {'keep-roots': <false>})", "()");
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_NONE);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_HOST_ROOTS_ON, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_HOST_ROOTS_OFF, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_KEEPING_ON, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_KEEPING_OFF, 0), ==, 1);
}

/* The lists of the interface, in the form that readers get. */
static void
test_lists (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (GVariant) roots = desk_call (desk, desk->command, "ListRoots", NULL);
  g_autoptr (GVariant) servers = desk_call (desk, desk->command, "ListServers", NULL);
  g_autoptr (GVariant) root_list = g_variant_get_child_value (roots, 0);
  g_autoptr (GVariant) server_list = g_variant_get_child_value (servers, 0);
  g_autoptr (GVariant) second_root = NULL;
  g_autoptr (GVariant) first_server = NULL;
  g_autoptr (PaddockRootView) root = NULL;
  g_autoptr (PaddockServerView) server = NULL;

  g_assert_cmpuint (g_variant_n_children (root_list), ==, 2);
  second_root = g_variant_get_child_value (root_list, 1);
  root = paddock_root_view_from_variant (second_root);
  g_assert_cmpstr (root->root->id, ==, "r2");
  g_assert_cmpint (root->root->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpint (root->status, ==, PADDOCK_AVAILABILITY_AVAILABLE);

  g_assert_cmpuint (g_variant_n_children (server_list), ==, 3);
  first_server = g_variant_get_child_value (server_list, 0);
  server = paddock_server_view_from_variant (first_server);
  g_assert_cmpstr (server->server->id, ==, "s1");
  g_assert_cmpuint (server->grants->len, ==, 1);
  desk_expect (desk, desk->command, "ListRequests", NULL, "([], 0)");
}

static guint
add (Desk       *desk,
     const char *method,
     gsize       n_paths)
{
  GVariantBuilder paths;
  g_autoptr (GVariant) arguments = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) results = NULL;

  g_variant_builder_init (&paths, G_VARIANT_TYPE ("aay"));
  for (gsize i = 0; i < n_paths; i++)
    g_variant_builder_add (&paths, "^ay", "relative");
  arguments = g_str_equal (method, "AddRoots")
              ? g_variant_ref_sink (g_variant_new ("(aay@a{sv})", &paths,
                                                   g_variant_new ("a{sv}", NULL)))
              : g_variant_ref_sink (g_variant_new ("(aay)", &paths));
  text = g_variant_print (arguments, TRUE);
  if (n_paths > PADDOCK_ADDING_MAX_PATHS) {
    desk_refuse (desk, desk->command, method, text, "Limit");
    return 0;
  }
  reply = desk_call (desk, desk->command, method, text);
  results = g_variant_get_child_value (reply, 0);
  return (guint) g_variant_n_children (results);
}

static void
test_number_of_paths (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  const char *methods[] = { "InspectPaths", "AddRoots" };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    g_assert_cmpuint (add (desk, methods[i], 0), ==, 0);
    g_assert_cmpuint (add (desk, methods[i], PADDOCK_ADDING_MAX_PATHS), ==,
                      PADDOCK_ADDING_MAX_PATHS);
    g_assert_cmpuint (add (desk, methods[i], PADDOCK_ADDING_MAX_PATHS + 1), ==, 0);
  }
  scene_assert_state (desk->scene, "");
}

/* Hosts may read in every root, so the user is asked about adding one. */
static void
test_add_roots_asks (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (desk->scene->tree, "home/projects");
  g_autofree char *home = tree_path (desk->scene->tree, "home");
  g_autofree char *arguments = g_strdup_printf ("([b'%s', b'%s'], {'accept-warnings': <true>})",
                                                path, home);
  g_autoptr (GVariant) asked = NULL;
  g_autoptr (GVariant) answered = NULL;
  g_autoptr (GVariant) again = NULL;
  g_autoptr (GVariant) refused = NULL;
  g_autofree char *text = NULL;
  const PaddockPrompt *prompt;

  desk_become_agent (desk);
  asked = desk_call (desk, desk->command, "AddRoots", arguments);
  text = g_variant_print (asked, FALSE);
  g_assert_nonnull (strstr (text, "'request'"));
  g_assert_null (strstr (text, "'id'"));
  scene_assert_state (desk->scene, "");
  g_assert_cmpuint (paddock_prompts_get_requests (desk->scene->queue)->len, ==, 1);
  prompt = g_ptr_array_index (paddock_prompts_get_requests (desk->scene->queue), 0);
  g_assert_cmpint (prompt->kind, ==, PADDOCK_PROMPT_ADD_ROOTS);
  g_assert_cmpstr (prompt->wants.paths[0], ==, path);
  g_assert_cmpstr (prompt->wants.paths[1], ==, home);
  g_assert_null (prompt->wants.paths[2]);
  g_assert_cmpint (prompt->wants.warnings, !=, PADDOCK_PLACE_WARNING_NONE);
  refused = answer (desk, "{'verdict': <'deny'>}");
  scene_assert_state (desk->scene, "");

  again = desk_call (desk, desk->command, "AddRoots", arguments);
  answered = answer (desk, "{'verdict': <'allow'>, 'as-asked': <true>}");
  g_assert_nonnull (find_root (desk, path));
  g_assert_nonnull (find_root (desk, home));
}

/* A caller can't accept a warning itself if the user can be asked. */
static void
test_warning_is_asked (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (desk->scene->tree, "home/projects");
  g_autofree char *home = tree_path (desk->scene->tree, "home");
  g_autofree char *plain = g_strdup_printf ("([b'%s'], {'accept-warnings': <true>})", path);
  g_autofree char *warned = g_strdup_printf ("([b'%s'], {'accept-warnings': <true>})", home);
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = NULL;

  desk_become_agent (desk);
  paddock_gate_set_ask (desk->scene->gate, FALSE);
  first = desk_call (desk, desk->command, "AddRoots", plain);
  g_assert_nonnull (find_root (desk, path));
  second = desk_call (desk, desk->command, "AddRoots", warned);
  g_assert_null (find_root (desk, home));
  g_assert_cmpuint (paddock_prompts_get_requests (desk->scene->queue)->len, ==, 1);
}

static void
test_add_roots (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (desk->scene->tree, "home/projects");
  g_autofree char *look = g_strdup_printf ("([b'%s'],)", path);
  g_autofree char *arguments = g_strdup_printf (
    "([b'%s'], {'name': <'Projects'>, 'access': <'everything'>, 'expires': <@x 7>, 'other': <1>})",
    path);
  g_autoptr (GVariant) looked = desk_call (desk, desk->command, "InspectPaths", look);
  g_autoptr (GVariant) added = NULL;
  const PaddockRoot *root;

  scene_assert_state (desk->scene, "");
  desk_become_agent (desk);
  added = desk_call (desk, desk->command, "AddRoots", arguments);
  root = find_root (desk, path);
  g_assert_cmpstr (root->name, ==, "Projects");
  g_assert_cmpint (root->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpint (root->expires, ==, 7);
  g_assert_cmpuint (paddock_prompts_get_requests (desk->scene->queue)->len, ==, 0);
}

static void
test_change_root (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  const PaddockRoot *root;

  desk_expect (desk, desk->command, "ChangeRoot",
               "('r1', {'name': <'Notes'>, 'expires': <@x 9000000000000000000>})", "('',)");
  root = paddock_snapshot_get_root (desk->scene->snapshot, "r1");
  g_assert_cmpstr (root->name, ==, "Notes");
  g_assert_cmpint (root->expires, ==, 9000000000000000000);
  desk_expect (desk, desk->command, "ChangeRoot", "('r1', {'name': <''>})", "('',)");
  g_assert_null (paddock_snapshot_get_root (desk->scene->snapshot, "r1")->name);

  desk_expect (desk, desk->command, "ChangeRoot", "('r2', {'other-file-systems': <'yes'>})",
               "('',)");
  g_assert_false (paddock_snapshot_get_root (desk->scene->snapshot, "r2")->crosses);
  desk_expect (desk, desk->window, "ChangeRoot", "('r2', {'other-file-systems': <true>})", "('',)");
  g_assert_true (paddock_snapshot_get_root (desk->scene->snapshot, "r2")->crosses);
  desk_expect (desk, desk->command, "ChangeRoot", "('r2', {'name': <'N'>})", "('',)");
  g_assert_true (paddock_snapshot_get_root (desk->scene->snapshot, "r2")->crosses);
  desk_expect (desk, desk->command, "ChangeRoot", "('r2', {'other-file-systems': <false>})",
               "('',)");
  g_assert_false (paddock_snapshot_get_root (desk->scene->snapshot, "r2")->crosses);
  tree_write (desk->scene->tree, "home/projects/lone");
  scene_add_root (desk->scene, &(PaddockRoot) { .id = "r4" }, "home/projects/lone");
  desk_refuse (desk, desk->window, "ChangeRoot", "('r4', {'other-file-systems': <true>})",
               "InvalidArgument");
  desk_expect (desk, desk->window, "ChangeRoot", "('r4', {'other-file-systems': <false>})",
               "('',)");

  /* A folder that contains Paddock's own data is never read-write, not even for the window. */
  scene_add_root (desk->scene, &(PaddockRoot) { .id = "r3" }, "home/projects/deep/er");
  {
    g_autoptr (PaddockChanges) changes = paddock_changes_new ();
    PaddockRoot edited = *paddock_snapshot_get_root (desk->scene->snapshot, "r3");
    g_autoptr (PaddockRoot) above = NULL;

    edited.path = desk->scene->tree->base;
    above = paddock_root_new (&edited);
    paddock_changes_put_root (changes, above);
    scene_commit (desk->scene, changes);
  }
  desk_become_agent (desk);
  desk_refuse (desk, desk->command, "ChangeRoot", "('r3', {'access': <'read-write'>})", "Refused");
  desk_refuse (desk, desk->window, "ChangeRoot", "('r3', {'access': <'read-write'>})", "Refused");
  desk_expect (desk, desk->window, "ChangeRoot", "('r3', {'access': <'read-only'>})", "('',)");
}

/* Durations: the same words work for a new root, a changed root and a grant. */
static void
test_durations (void)
{
  static const char * const refused[] = {
    "soon", "", "0s", "2020-01-01", "2020-01-01 10:00", "1970-01-01T00:00:01Z", "9000-01-01",
  };
  g_autofree char *runtime = g_dir_make_tmp ("paddock-runtime-XXXXXX", NULL);
  g_autofree char *kept = g_strdup (g_getenv ("XDG_RUNTIME_DIR"));
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autofree char *path = tree_path (desk->scene->tree, "home");
  g_autofree char *add = g_strdup_printf ("([b'%s'], {'duration': <'until-logout'>,"
                                          " 'accept-warnings': <true>})", path);
  g_autofree char *login = NULL;
  g_autoptr (GVariant) added = NULL;
  const PaddockRoot *root;
  gint64 now = g_get_real_time ();

  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  login = paddock_startup_cleanup_dup_login ();
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *change = g_strdup_printf ("('r1', {'duration': <'%s'>})", refused[i]);
    g_autofree char *grant = g_strdup_printf ("('s1', ['r1'], {'duration': <'%s'>})", refused[i]);
    g_autofree char *new = g_strdup_printf ("([b'%s'], {'duration': <'%s'>})", path, refused[i]);

    desk_refuse (desk, desk->command, "ChangeRoot", change, "InvalidArgument");
    desk_refuse (desk, desk->command, "Grant", grant, "InvalidArgument");
    desk_refuse (desk, desk->command, "AddRoots", new, "InvalidArgument");
  }
  desk_refuse (desk, desk->command, "ChangeRoot", "('r1', {'duration': <'session'>})",
               "InvalidArgument");

  desk_expect (desk, desk->command, "ChangeRoot", "('r1', {'duration': <'hour'>})", "('',)");
  root = paddock_snapshot_get_root (desk->scene->snapshot, "r1");
  g_assert_cmpint (root->expires, >=, now + G_TIME_SPAN_HOUR);
  g_assert_cmpint (root->expires, <=, g_get_real_time () + G_TIME_SPAN_HOUR);
  desk_expect (desk, desk->window, "ChangeRoot", "('r1', {'duration': <'until-logout'>})",
               "('',)");
  root = paddock_snapshot_get_root (desk->scene->snapshot, "r1");
  g_assert_cmpint (root->expires, ==, 0);
  g_assert_cmpstr (root->login, ==, login);
  desk_expect (desk, desk->window, "ChangeRoot", "('r1', {'duration': <'until-revoked'>})",
               "('',)");
  g_assert_null (paddock_snapshot_get_root (desk->scene->snapshot, "r1")->login);
  added = desk_call (desk, desk->command, "AddRoots", add);
  root = find_root (desk, path);
  g_assert_cmpstr (root->login, ==, login);
  desk_expect (desk, desk->command, "Grant", "('s1', ['r2'], {'duration': <'until-logout'>})",
               "('',)");
  g_assert_cmpstr (paddock_snapshot_get_grant (desk->scene->snapshot, "s1", "r2")->scope, ==,
                   login);

  /* If a logout would not be noticed, "until-logout" is refused. */
  g_setenv ("XDG_RUNTIME_DIR", "/proc/nowhere", TRUE);
  desk_refuse (desk, desk->command, "ChangeRoot", "('r1', {'duration': <'until-logout'>})",
               "Refused");
  desk_refuse (desk, desk->command, "Grant", "('s1', ['r2'], {'duration': <'until-logout'>})",
               "Refused");
  if (kept != NULL)
    g_setenv ("XDG_RUNTIME_DIR", kept, TRUE);
  else
    g_unsetenv ("XDG_RUNTIME_DIR");
}

static void
test_confirm_root (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (GVariant) asked = NULL;
  g_autoptr (GVariant) result = NULL;
  g_autofree char *id = NULL;

  scene_grant (desk->scene, "s1", "r2", 0, NULL);
  tree_rename (desk->scene->tree, "home/projects/deep", "home/elsewhere");
  scene_wait_availability (desk->scene, "r2", PADDOCK_AVAILABILITY_MISSING);
  desk_refuse (desk, desk->window, "ChangeRoot", "('r2', {'confirm': <true>})", "Refused");

  tree_rename (desk->scene->tree, "home/projects/file", "home/projects/deep");
  scene_wait_availability (desk->scene, "r2", PADDOCK_AVAILABILITY_REPLACED);
  desk_become_agent (desk);
  asked = desk_call (desk, desk->command, "ChangeRoot", "('r2', {'confirm': <true>})");
  id = get_request_id (asked);
  g_assert_cmpstr (id, !=, "");
  g_assert_cmpint (paddock_snapshot_get_availability (desk->scene->snapshot, "r2"), ==,
                   PADDOCK_AVAILABILITY_REPLACED);
  result = answer (desk, "{'verdict': <'allow'>, 'as-asked': <true>}");
  scene_wait_availability (desk->scene, "r2", PADDOCK_AVAILABILITY_AVAILABLE);
}

/* A grant for a session covers the open sessions. A server without an identity can get nothing
 * else. */
static void
test_session_grants (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (TestPeer) peer = test_peer_new_unknown (desk->scene->sessions);
  GPtrArray *servers = paddock_snapshot_get_servers (desk->scene->snapshot);
  g_autofree char *id = NULL;
  g_autofree char *for_ever = NULL;
  g_autofree char *for_session = NULL;

  test_peer_shake_hands (peer, "files", NULL);
  id = g_strdup (((PaddockServer *) servers->pdata[3])->id);
  for_ever = g_strdup_printf ("('%s', ['r1'], {'duration': <'1h'>})", id);
  for_session = g_strdup_printf ("('%s', ['r1'], {'duration': <'session'>})", id);

  desk_refuse (desk, desk->command, "Grant", for_ever, "Refused");
  test_peer_assert_list (peer, "");
  desk_expect (desk, desk->command, "Grant", for_session, "('',)");
  WAIT_FOR (peer->told == 1);
  test_peer_assert_list (peer, "projects");
  test_peer_hang_up (peer);
  WAIT_FOR (servers->len == 3);
  scene_assert_grants (desk->scene, "grant:s1/r1");
}

static void
test_answers (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autoptr (TestPeer) peer = test_peer_new_unknown (desk->scene->sessions);
  GPtrArray *requests = paddock_prompts_get_requests (desk->scene->queue);
  g_autofree char *stale = NULL;
  g_autofree char *server_id = NULL;
  g_autofree char *ask_again = NULL;
  g_autofree char *as_asked = NULL;
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = NULL;
  const PaddockPrompt *prompt;

  test_peer_shake_hands (peer, "files", "/usr/bin/node");
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (requests->len, ==, 1);
  prompt = g_ptr_array_index (requests, 0);
  server_id = g_strdup (prompt->server_id);
  stale = g_strdup_printf ("('%s', @u %u, {'verdict': <'allow'>, 'roots': <[('r1', '')]>})",
                           prompt->id, prompt->serial + 1);
  as_asked = g_strdup_printf ("('%s', @u %u, {'verdict': <'allow'>, 'as-asked': <true>})",
                              prompt->id, prompt->serial);
  ask_again = g_strdup_printf ("('%s',)", server_id);

  desk_refuse (desk, desk->command, "AnswerRequest", stale, "NotAgent");
  desk_become_agent (desk);
  desk_refuse (desk, desk->command, "AnswerRequest", stale, "NotAgent");
  desk_refuse (desk, desk->window, "AnswerRequest", stale, "Stale");
  desk_refuse (desk, desk->window, "AnswerRequest", as_asked, "InvalidArgument");

  /* An invalid answer denies. */
  first = answer (desk, "{'verdict': <'please'>, 'roots': <[('r1', 'read-write')]>}");
  g_assert_cmpuint (requests->len, ==, 0);
  scene_assert_grants (desk->scene, "grant:s1/r1");

  /* After "Not Now", the user opens the question. */
  test_peer_assert_list (peer, "");
  g_assert_cmpuint (requests->len, ==, 0);
  desk_refuse (desk, desk->command, "AskAgain", ask_again, "NotAgent");
  desk_expect (desk, desk->window, "AskAgain", ask_again, "()");
  g_assert_cmpuint (requests->len, ==, 1);
  second = answer (desk, "{'verdict': <'allow'>, 'duration': <'hour'>,"
                   " 'roots': <[('r1', 'read-only'), ('nobody', 'read-only')]>}");
  {
    g_autofree char *text = g_variant_print (second, FALSE);

    g_assert_cmpstr (text, ==, "({'left-out': <['nobody']>},)");
  }
  WAIT_FOR (peer->told == 1);
  test_peer_assert_list (peer, "projects");
  g_assert_cmpint (paddock_snapshot_get_grant (desk->scene->snapshot, server_id, "r1")->access, ==,
                   PADDOCK_ACCESS_READ_ONLY);

  desk_expect (desk, desk->window, "UnregisterAgent", NULL, "()");
  desk_refuse (desk, desk->window, "AskAgain", ask_again, "NotAgent");
}

static void
test_answer_import (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  desk_make_other (desk, "home/projects");
  paddock_import_look (desk->import);
  WAIT_FOR (paddock_import_get_offer (desk->import) != NULL);
  desk_refuse (desk, desk->command, "AnswerImport", "(true,)", "NotAgent");
  desk_become_agent (desk);
  desk_refuse (desk, desk->command, "AnswerImport", "(false,)", "NotAgent");
  g_assert_cmpuint (paddock_snapshot_get_roots (desk->scene->snapshot)->len, ==, 0);
  g_assert_nonnull (paddock_import_get_offer (desk->import));
  {
    g_autoptr (GVariant) reply = desk_call (desk, desk->window, "AnswerImport", "(true,)");
    g_autoptr (GVariant) list = g_variant_get_child_value (reply, 0);
    g_autoptr (GVariant) first = g_variant_get_child_value (list, 0);
    gboolean added = FALSE;

    g_assert_cmpuint (g_variant_n_children (list), ==, 1);
    g_assert_true (g_variant_lookup (first, "added", "b", &added));
    g_assert_true (added);
  }
  g_assert_cmpuint (paddock_snapshot_get_roots (desk->scene->snapshot)->len, ==, 1);
  desk_refuse (desk, desk->window, "AnswerImport", "(false,)", "NotFound");
}

static void
test_lookup (void)
{
  GDBusInterfaceInfo *info = paddock_bus_control_interface_info ();
  const char *unknown[] = { "", "listroots", "ListRoots ", "Quit", NULL };

  for (gsize i = 0; info->methods[i] != NULL; i++) {
    const PaddockControlMethod *method = paddock_control_methods_lookup (info->methods[i]->name);

    g_assert_nonnull (method);
    /* Verbs are not in this table, but in the table of verbs. */
    g_assert_true (method->name == NULL || g_str_equal (method->name, info->methods[i]->name));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_null (paddock_control_methods_lookup (unknown[i]));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-methods/answer-import", test_answer_import);
  g_test_add_func ("/control-methods/lookup", test_lookup);
  g_test_add_func ("/control-methods/bad-calls", test_bad_calls);
  g_test_add_func ("/control-methods/narrowing", test_narrowing);
  g_test_add_func ("/control-methods/widening", test_widening);
  g_test_add_func ("/control-methods/window-widens-at-once", test_window_widens_at_once);
  g_test_add_func ("/control-methods/pause", test_pause);
  g_test_add_func ("/control-methods/choices", test_choices);
  g_test_add_func ("/control-methods/lists", test_lists);
  g_test_add_func ("/control-methods/number-of-paths", test_number_of_paths);
  g_test_add_func ("/control-methods/add-roots", test_add_roots);
  g_test_add_func ("/control-methods/add-roots-asks", test_add_roots_asks);
  g_test_add_func ("/control-methods/warning-is-asked", test_warning_is_asked);
  g_test_add_func ("/control-methods/change-root", test_change_root);
  g_test_add_func ("/control-methods/durations", test_durations);
  g_test_add_func ("/control-methods/confirm-root", test_confirm_root);
  g_test_add_func ("/control-methods/session-grants", test_session_grants);
  g_test_add_func ("/control-methods/answers", test_answers);
  return g_test_run ();
}
