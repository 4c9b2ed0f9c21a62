/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-decision-dict.h"
#include "paddock-views.h"

#include <string.h>

#include "model-fixtures.h"

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return variant;
}

static void
assert_equal (GVariant *a,
              GVariant *b)
{
  g_autofree char *text_a = g_variant_print (a, TRUE);
  g_autofree char *text_b = g_variant_print (b, TRUE);

  g_assert_cmpstr (text_a, ==, text_b);
}

static void
test_root (void)
{
  static const char * const text =
    "{'id': <'r'>, 'path': <b'/home/a\\377'>, 'picked': <b'/link'>, 'document': <b'd1/a\\377'>,"
    " 'uri': <'file:///home/a%FF'>,"
    " 'name': <'Notes'>, 'kind': <'file'>, 'access': <'read-write'>, 'added': <int64 1>,"
    " 'expires': <int64 2>, 'login': <true>, 'volatile': <true>,"
    " 'other-file-systems': <true>, 'status': <'replaced'>,"
    " 'has-events': <true>, 'servers': <uint32 3>,"
    " 'markers': <['.git', 'Cargo.toml']>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockRootView) view = paddock_root_view_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_root_view_to_variant (view));

  assert_equal (written, again);
  g_assert_cmpstr (view->root->id, ==, "r");
  g_assert_cmpstr (view->root->path, ==, "/home/a\xff");
  g_assert_cmpstr (view->root->picked, ==, "/link");
  g_assert_cmpstr (view->root->document, ==, "d1/a\xff");
  g_assert_cmpstr (view->root->name, ==, "Notes");
  g_assert_cmpuint (view->root->record->kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_cmpuint (view->root->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (view->root->expires, ==, 2);
  g_assert_nonnull (view->root->login);
  g_assert_true (view->root->volatile_);
  g_assert_true (view->root->crosses);
  g_assert_cmpuint (view->status, ==, PADDOCK_AVAILABILITY_REPLACED);
  g_assert_true (view->has_events);
  g_assert_cmpuint (view->seen_by, ==, 3);
  g_assert_cmpint (paddock_project_markers_get_project (view->markers), ==, PADDOCK_PROJECT_RUST);
}

static void
test_root_defaults (void)
{
  static const char * const rows[] = {
    "@a{sv} {}",
    "{'id': <5>, 'path': <'/x'>, 'picked': <['a']>, 'name': <b'x'>, 'kind': <1>, 'access': <1>}",
    "{'access': <'all'>, 'status': <'perfect'>, 'kind': <'socket'>, 'has-events': <'true'>}",
    "{'access': <'READ-WRITE'>, 'status': <true>, 'servers': <int64 5>, 'added': <uint32 1>}",
    "{'moon': <5>, '': <''>, 'volatile': <1>, 'expires': <5.5>}",
    "{'markers': <'.git'>}",
    "{'markers': <['moon', '']>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = parse (rows[i]);
    g_autoptr (PaddockRootView) view = paddock_root_view_from_variant (variant);
    g_autoptr (GVariant) written = g_variant_ref_sink (paddock_root_view_to_variant (view));

    g_assert_cmpstr (view->root->id, ==, "");
    g_assert_cmpstr (view->root->path, ==, "");
    g_assert_null (view->root->picked);
    g_assert_null (view->root->name);
    g_assert_cmpuint (view->root->access, ==, PADDOCK_ACCESS_READ_ONLY);
    g_assert_cmpuint (view->root->record->kind, ==, PADDOCK_FILE_KIND_DIRECTORY);
    g_assert_cmpint (view->root->added, ==, 0);
    g_assert_cmpint (view->root->expires, ==, 0);
    g_assert_false (view->root->volatile_);
    g_assert_cmpuint (view->status, ==, PADDOCK_AVAILABILITY_UNKNOWN);
    g_assert_false (view->has_events);
    g_assert_cmpuint (view->seen_by, ==, 0);
  }
}

static void
test_server (void)
{
  static const char * const text =
    "{'id': <'s'>, 'name': <'Mine'>, 'given-name': <'Mine'>, 'claimed-name': <'Files'>,"
    " 'identity-kind': <'process'>,"
    " 'facts': <[('user', 'proven', '1000'), ('executable', 'proven', '/usr/bin/files')]>,"
    " 'standing': <'allowed'>, 'decision-ends': <int64 1>, 'put-off-until': <int64 2>,"
    " 'share-host-roots': <true>, 'keep-roots': <true>, 'reading': <true>,"
    " 'runs': <uint32 2>, 'partly': <{'q': uint32 1, 'r': uint32 1}>,"
    " 'first-seen': <int64 3>, 'last-seen': <int64 4>,"
    " 'grants': <[{'root': <'r'>, 'access': <'read-write'>, 'granted': <int64 5>,"
    " 'expires': <int64 6>, 'session': <true>, 'login': <false>, 'visible': <true>},"
    " {'root': <'q'>, 'access': <'read-only'>, 'granted': <int64 7>,"
    " 'expires': <int64 0>, 'session': <false>, 'login': <true>, 'visible': <false>}]>,"
    " 'sessions': <[{'id': <'1'>, 'pid': <77>, 'exe': <'/usr/bin/files'>,"
    " 'version': <'2025-11-25'>, 'state': <'ready'>, 'last-listed': <int64 8>, 'read': <true>,"
    " 'unenforced': <'tasks'>, 'held': <['Thesis', 'Notes']>,"
    " 'confined': <{'network': <'none'>, 'read': <[b'/a', b'/\\377']>,"
    " 'write': <[b'/w']>, 'more': <uint32 2>}>}]>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_server_view_to_variant (view));
  const PaddockGrantView *grant;
  const PaddockSessionView *session;

  assert_equal (written, again);
  g_assert_cmpstr (view->server->id, ==, "s");
  g_assert_cmpuint (view->server->standing, ==, PADDOCK_STANDING_ALLOWED);
  g_assert_cmpuint (view->server->choices, ==, PADDOCK_CHOICE_HOST_ROOTS |
                    PADDOCK_CHOICE_KEEP_ROOTS | PADDOCK_CHOICE_READING);
  g_assert_cmpstr (paddock_identity_get_fact (view->server->identity,
                                              PADDOCK_FACT_EXECUTABLE).value, ==,
                   "/usr/bin/files");
  g_assert_cmpuint (view->grants->len, ==, 2);
  grant = g_ptr_array_index (view->grants, 0);
  g_assert_cmpstr (grant->grant->server_id, ==, "s");
  g_assert_cmpstr (grant->grant->root_id, ==, "r");
  g_assert_nonnull (grant->grant->scope);
  g_assert_true (grant->is_visible);
  grant = g_ptr_array_index (view->grants, 1);
  g_assert_cmpstr (grant->grant->scope, ==, "login:");
  g_assert_false (grant->is_visible);
  session = g_ptr_array_index (view->sessions, 0);
  g_assert_cmpint (session->pid, ==, 77);
  g_assert_cmpstr (session->state, ==, "ready");
  g_assert_true (session->has_read);
  g_assert_cmpint (session->unenforced, ==, PADDOCK_REASON_TASKS);
  g_assert_cmpuint (g_strv_length (session->held), ==, 2);
  g_assert_cmpstr (session->held[0], ==, "Thesis");
  g_assert_false (session->confined->has_network);
  g_assert_cmpstr (session->confined->reads[1], ==, "/\xff");
  g_assert_cmpstr (session->confined->writes[0], ==, "/w");
  g_assert_cmpuint (session->confined->n_more, ==, 2);
}

static void
test_server_defaults (void)
{
  static const char * const rows[] = {
    "@a{sv} {}",
    "{'id': <5>, 'claimed-name': <5>, 'standing': <'ALLOWED'>, 'facts': <'x'>, 'grants': <5>}",
    "{'share-host-roots': <'true'>, 'keep-roots': <1>, 'reading': <'on'>}",
    "{'share-host-roots': <false>, 'keep-roots': <false>, 'reading': <false>}",
    "{'standing': <3>, 'identity-kind': <'process'>, 'facts': <[('executable', 'proven')]>}",
    "{'identity-kind': <'process'>, 'facts': <[('moon', 'proven', '/a')]>, 'sessions': <['a']>}",
    "{'identity-kind': <5>, 'facts': <[('executable', 'proven', '/a')]>, 'grants': <{'a': <1>}>}",
    "{'facts': <[('executable', 'proven', '/a')]>, 'last-seen': <'today'>, 'grants': <@as []>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = parse (rows[i]);
    g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (variant);
    g_autoptr (GVariant) written = g_variant_ref_sink (paddock_server_view_to_variant (view));

    g_test_message ("%s", rows[i]);
    g_assert_cmpstr (view->server->id, ==, "");
    g_assert_null (view->server->claimed_name);
    g_assert_cmpuint (view->server->standing, ==, PADDOCK_STANDING_UNDECIDED);
    g_assert_cmpuint (view->server->choices, ==, PADDOCK_CHOICE_NONE);
    g_assert_cmpuint (paddock_identity_get_kind (view->server->identity), ==,
                      PADDOCK_IDENTITY_ANONYMOUS);
    g_assert_cmpuint (view->grants->len, ==, 0);
    g_assert_cmpuint (view->sessions->len, ==, 0);
    g_assert_cmpint (view->server->last_seen, ==, 0);
  }
}

static void
test_server_parts_defaults (void)
{
  g_autoptr (GVariant) variant = parse ("{'grants': <[@a{sv} {}, {'root': <1>, 'session': <'x'>}]>,"
                                        " 'sessions': <[@a{sv} {}, {'pid': <'1'>, 'id': <1>,"
                                        " 'unenforced': <'x'>}]>}");
  g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (variant);

  g_assert_cmpuint (view->grants->len, ==, 2);
  g_assert_cmpuint (view->sessions->len, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const PaddockGrantView *grant = g_ptr_array_index (view->grants, i);
    const PaddockSessionView *session = g_ptr_array_index (view->sessions, i);

    g_assert_cmpstr (grant->grant->root_id, ==, "");
    g_assert_cmpuint (grant->grant->access, ==, PADDOCK_ACCESS_READ_ONLY);
    g_assert_null (grant->grant->scope);
    g_assert_false (grant->is_visible);
    g_assert_cmpstr (session->id, ==, "");
    g_assert_cmpint (session->pid, ==, 0);
    g_assert_null (session->executable);
    g_assert_null (session->version);
    g_assert_cmpstr (session->state, ==, "new");
    g_assert_false (session->has_read);
    g_assert_cmpint (session->unenforced, ==, PADDOCK_REASON_NONE);
  }
}

/* Views that the service makes; it knows more than it shows. */
static void
test_server_written (void)
{
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/\xff");
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s", .identity = identity, .given_name = "bad \xff name", .decision_scope = "1:1",
  });
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = "s", .root_id = "r", .scope = "boot:1:2",
  });
  PaddockServerView *view = paddock_server_view_new (server);
  PaddockSessionView *session = g_new0 (PaddockSessionView, 1);
  g_autoptr (GVariant) written = NULL;
  g_autofree char *text = NULL;

  session->id = g_strdup ("1");
  session->executable = g_strdup ("/usr/bin/\xff");
  session->state = g_strdup ("ready");
  g_ptr_array_add (view->grants, paddock_grant_view_new (grant, TRUE));
  g_ptr_array_add (view->sessions, session);
  written = g_variant_ref_sink (paddock_server_view_to_variant (view));
  paddock_server_view_free (view);

  text = g_variant_print (written, FALSE);
  g_assert_nonnull (strstr (text, "'name': <'bad \\\\xFF name'>"));
  g_assert_nonnull (strstr (text, "'exe': <'/usr/bin/\\\\xFF'>"));
  g_assert_null (strstr (text, "boot:1:2"));
}

static void
test_request (void)
{
  static const char * const text =
    "{'id': <'q'>, 'serial': <uint32 7>, 'kind': <'grant'>, 'asked': <int64 1>, 'server': <'s'>,"
    " 'name': <'Files'>, 'noted': <{'key': <'zed-k3v9x0q2m1ab'>, 'app': <'zed'>, 'server': <'x'>,"
    " 'path': <'/f'>, 'gone': <false>, 'noted': <int64 8>}>, 'identity-kind': <'launch'>,"
    " 'facts': <[('executable', 'claimed', '/usr/bin/node'), ('command', 'claimed', 'node x.js')]>,"
    " 'previous': <[('executable', 'claimed', '/usr/bin/node')]>, 'sessions': <uint32 2>,"
    " 'suggestions': <['file:///a', 'file:///b']>, 'caller': <'paddock'>, 'roots': <['r', 'p']>,"
    " 'access': <'read-write'>, 'duration': <'1h30m'>, 'wants': <['expiry', 'forgetting']>,"
    " 'expires': <int64 9>, 'entries': <['cursor/files']>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_prompt_to_variant (prompt));
  g_autoptr (PaddockPrompt) twice = paddock_prompt_from_variant (again);

  assert_equal (written, again);
  g_assert_true (paddock_prompt_equal (prompt, twice));
  g_assert_cmpuint (prompt->serial, ==, 7);
  g_assert_cmpuint (prompt->kind, ==, PADDOCK_PROMPT_GRANT);
  g_assert_cmpuint (paddock_identity_get_kind (prompt->previous), ==, PADDOCK_IDENTITY_LAUNCH);
  g_assert_cmpuint (prompt->wants.duration.kind, ==, PADDOCK_DURATION_TIMED);
  g_assert_cmpstr (prompt->wants.root_ids[1], ==, "p");
  g_assert_cmpstr (prompt->wants.entries[0], ==, "cursor/files");
  g_assert_cmpint (prompt->note->noted, ==, 8);
}

static void
test_request_read (void)
{
  static const char * const text =
    "{'id': <'q'>, 'serial': <uint32 7>, 'kind': <'read'>, 'asked': <int64 1>,"
    " 'sessions': <uint32 1>, 'caller': <'paddock'>, 'roots': <['r']>, 'access': <'read-only'>,"
    " 'duration': <'session'>, 'wants': <@as []>, 'expires': <int64 0>,"
    " 'path': <b'/home/u/\\377/.env'>, 'sensitive': <'environment'>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_prompt_to_variant (prompt));

  assert_equal (written, again);
  g_assert_cmpuint (prompt->kind, ==, PADDOCK_PROMPT_READ);
  g_assert_cmpuint (prompt->sensitive, ==, PADDOCK_SENSITIVE_ENVIRONMENT);
  g_assert_cmpstr (prompt->path, ==, "/home/u/\xff/.env");
}

static void
test_request_add (void)
{
  static const char * const text =
    "{'id': <'q'>, 'serial': <uint32 7>, 'kind': <'add-roots'>, 'asked': <int64 1>,"
    " 'sessions': <uint32 0>, 'caller': <'paddock'>, 'access': <'read-only'>,"
    " 'duration': <'until-revoked'>, 'wants': <['access', 'expiry']>, 'expires': <int64 0>,"
    " 'paths': <[b'/home/u/\377', b'/home/u/a.txt']>, 'files': <uint32 1>, 'warnings': <['home']>}";
  static const char * const documents[] = { "/run/user/1/doc/1/u", NULL };
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_prompt_to_variant (prompt));
  g_autoptr (GVariant) for_window = NULL;
  PaddockPrompt edited = *prompt;

  assert_equal (written, again);
  g_assert_cmpstr (prompt->wants.paths[0], ==, "/home/u/\xff");
  g_assert_cmpuint (prompt->wants.n_files, ==, 1);

  /* The portal's documents stay in the service. */
  edited.wants.documents = documents;
  for_window = g_variant_ref_sink (paddock_prompt_to_variant (&edited));
  assert_equal (written, for_window);
}

static void
test_request_defaults (void)
{
  static const char * const rows[] = {
    "@a{sv} {}",
    "{'id': <1>, 'serial': <'x'>, 'kind': <'everything'>, 'facts': <5>, 'previous': <'x'>}",
    "{'suggestions': <'x'>, 'roots': <[1]>, 'access': <'all'>, 'duration': <'always'>}",
    "{'duration': <5>, 'kind': <5>, 'identity-kind': <'launch'>, 'sessions': <int32 5>}",
    "{'suggestions': <[b'x']>, 'caller': <['x']>, 'server': <b'x'>, 'name': <1>, 'x': <2>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = parse (rows[i]);
    g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (variant);
    g_autoptr (PaddockPrompt) nothing = paddock_prompt_new (&(PaddockPrompt) { .id = "" });
    g_autoptr (GVariant) written = g_variant_ref_sink (paddock_prompt_to_variant (prompt));

    g_test_message ("%s", rows[i]);
    g_assert_true (paddock_prompt_equal (prompt, nothing));
    g_assert_cmpuint (prompt->serial, ==, 0);
  }
}

static void
test_entry (void)
{
  static const char * const text =
    "{'number': <int64 1>, 'time': <int64 2>, 'last': <int64 3>, 'count': <uint32 4>,"
    " 'event': <'granted'>, 'reason': <'user-allowed'>, 'server': <'s'>, 'name': <'Files'>,"
    " 'root': <'r'>, 'path': <'/home/r'>, 'detail': <'paddock'>}";
  g_autoptr (GVariant) written = parse (text);
  g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (written);
  g_autoptr (GVariant) again = g_variant_ref_sink (paddock_entry_to_variant (entry));

  assert_equal (written, again);
  g_assert_cmpuint (entry->event, ==, PADDOCK_EVENT_GRANTED);
  g_assert_cmpuint (entry->reason, ==, PADDOCK_REASON_USER_ALLOWED);
  g_assert_cmpstr (entry->root, ==, "/home/r");
}

static void
test_entry_defaults (void)
{
  static const char * const rows[] = {
    "@a{sv} {}",
    "{'event': <'landed'>, 'reason': <'moon'>, 'number': <'1'>, 'count': <int32 -1>}",
    "{'event': <5>, 'reason': <5>, 'server': <5>, 'name': <5>, 'root': <5>, 'path': <b'x'>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = parse (rows[i]);
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (variant);

    g_assert_cmpuint (entry->event, ==, PADDOCK_EVENT_OTHER);
    g_assert_cmpuint (entry->reason, ==, PADDOCK_REASON_NONE);
    g_assert_cmpint (entry->number, ==, 0);
    g_assert_cmpuint (entry->count, ==, 1);
    g_assert_null (entry->server);
    g_assert_null (entry->root);
  }
}

/* Not even a dictionary. */
static void
test_not_a_dictionary (void)
{
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("allow"));
  g_autoptr (PaddockRootView) root = paddock_root_view_from_variant (other);
  g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (other);
  g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (other);
  g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (other);
  g_autoptr (PaddockDecision) decision =
    paddock_decision_dict_from_variant ("q", 1, PADDOCK_REASON_USER_ALLOWED, other);

  g_assert_cmpstr (root->root->id, ==, "");
  g_assert_cmpstr (server->server->id, ==, "");
  g_assert_cmpstr (prompt->id, ==, "");
  g_assert_cmpuint (entry->event, ==, PADDOCK_EVENT_OTHER);
  g_assert_cmpuint (decision->verdict, ==, PADDOCK_VERDICT_DENY);
  paddock_root_view_free (NULL);
  paddock_server_view_free (NULL);
  paddock_session_view_free (NULL);
}

/* Every key with a value of every other type, for every reader: none may crash, or read "allow". */
static void
test_every_key_wrong (void)
{
  static const char * const keys[] = {
    "id", "path", "picked", "uri", "name", "kind", "access", "added", "expires", "login",
    "volatile", "status", "has-events", "servers", "given-name", "claimed-name", "identity-kind",
    "facts", "standing", "decision-ends", "put-off-until", "first-seen", "last-seen", "grants",
    "sessions", "serial", "asked", "server", "previous", "suggestions", "caller", "roots",
    "duration", "number", "time", "last", "count", "event", "reason", "root", "detail", "verdict",
    "other-file-systems",
  };
  static const char * const values[] = {
    "''", "'\\uffff'", "b''", "@ay []", "0", "int64 -1", "uint32 4294967295", "true", "@as []",
    "['']", "[('', '', '')]", "@a(sss) []", "[('', '')]", "[@a{sv} {}]", "@aa{sv} []", "<<1>>",
    "1e300", "()", "[[['']]]", "objectpath '/'", "[('executable', 'proven', '')]",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (values); j++) {
      g_autofree char *text = g_strdup_printf ("{'%s': <%s>}", keys[i], values[j]);
      g_autoptr (GVariant) variant = parse (text);
      g_autoptr (PaddockRootView) root = paddock_root_view_from_variant (variant);
      g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (variant);
      g_autoptr (PaddockPrompt) prompt = paddock_prompt_from_variant (variant);
      g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (variant);
      g_autoptr (PaddockDecision) decision =
        paddock_decision_dict_from_variant ("q", 1, PADDOCK_REASON_USER_ALLOWED, variant);
      g_autoptr (GVariant) a = g_variant_ref_sink (paddock_root_view_to_variant (root));
      g_autoptr (GVariant) b = g_variant_ref_sink (paddock_server_view_to_variant (server));
      g_autoptr (GVariant) c = g_variant_ref_sink (paddock_prompt_to_variant (prompt));
      g_autoptr (GVariant) d = g_variant_ref_sink (paddock_entry_to_variant (entry));

      g_assert_cmpuint (decision->verdict, ==, PADDOCK_VERDICT_DENY);
      g_assert_cmpuint (root->root->access, ==, PADDOCK_ACCESS_READ_ONLY);
      g_assert_cmpuint (server->server->standing, ==, PADDOCK_STANDING_UNDECIDED);
    }
  }
}

static const PaddockRoot *
find_among (const char *root_id,
            gpointer    user_data)
{
  GPtrArray *roots = user_data;

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (g_str_equal (root->id, root_id))
      return root;
  }
  return NULL;
}

/* The innermost root around it. A neighbor whose name begins in the same way does not count, nor
 * does an unknown root. */
/* Lists leave out what doesn't run, has no entry, and nobody decided about. */
static void
test_is_listed (void)
{
  static const struct {
    const char *server;
    gboolean    is_listed;
  } cases[] = {
    { "{'id': <'a'>}", FALSE },
    { "{'id': <'a'>, 'sees-all': <true>, 'given-name': <'n'>, 'last-seen': <int64 5>}", FALSE },
    { "{'id': <'a'>, 'sessions': <[{'id': <'x'>}]>}", TRUE },
    { "{'id': <'a'>, 'grants': <[{'root': <'r'>}]>}", TRUE },
    { "{'id': <'a'>, 'standing': <'allowed'>}", TRUE },
    { "{'id': <'a'>, 'standing': <'blocked'>}", TRUE },
    { "{'id': <'a'>, 'standing': <'without-roots'>}", TRUE },
    { "{'id': <'a'>, 'put-off-until': <int64 5>}", TRUE },
    { "{'id': <'a'>, 'noted': <{'key': <'cursor-k3v9x0q2m1ab'>, 'app': <'cursor'>,"
      " 'server': <'b'>, 'path': <'/b'>}>}", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GVariant) dictionary = parse (cases[i].server);
    g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (dictionary);

    g_test_message ("%s", cases[i].server);
    g_assert_cmpint (paddock_server_view_is_listed (view), ==, cases[i].is_listed);
  }
}

static void
test_find_outer (void)
{
  static const struct { const char *inner, *outer;
  } rows[] = {
    { "/a/b/c/d", "/a/b/c" }, { "/a/b/c", "/a/b" }, { "/a/b", "/a" }, { "/a", NULL },
    { "/a/bc", "/a" }, { "/ab", NULL }, { "/", NULL },
  };
  static const char * const granted[] = { "/a", "/a/b/c", "/a/b", "/gone", "/a/bc/d" };
  g_autoptr (GVariant) empty = parse ("@a{sv} {}");
  g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (empty);
  g_autoptr (GPtrArray) roots =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (granted); i++) {
    g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
      .server_id = "", .root_id = granted[i],
    });

    g_ptr_array_add (view->grants, paddock_grant_view_new (grant, TRUE));
    if (!g_str_equal (granted[i], "/gone"))
      g_ptr_array_add (roots, paddock_root_new (&(PaddockRoot) {
        .id = granted[i], .path = granted[i],
      }));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRoot) inner = paddock_root_new (&(PaddockRoot) {
      .id = "x", .path = rows[i].inner,
    });
    const PaddockRoot *outer = paddock_server_view_find_outer (view, inner, find_among, roots);

    g_assert_cmpstr (outer != NULL ? outer->path : NULL, ==, rows[i].outer);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/views/root", test_root);
  g_test_add_func ("/views/root-defaults", test_root_defaults);
  g_test_add_func ("/views/server", test_server);
  g_test_add_func ("/views/server-defaults", test_server_defaults);
  g_test_add_func ("/views/server-parts-defaults", test_server_parts_defaults);
  g_test_add_func ("/views/server-written", test_server_written);
  g_test_add_func ("/views/is-listed", test_is_listed);
  g_test_add_func ("/views/request", test_request);
  g_test_add_func ("/views/request-read", test_request_read);
  g_test_add_func ("/views/request-add", test_request_add);
  g_test_add_func ("/views/request-defaults", test_request_defaults);
  g_test_add_func ("/views/entry", test_entry);
  g_test_add_func ("/views/entry-defaults", test_entry_defaults);
  g_test_add_func ("/views/not-a-dictionary", test_not_a_dictionary);
  g_test_add_func ("/views/every-key-wrong", test_every_key_wrong);
  g_test_add_func ("/views/find-outer", test_find_outer);
  return g_test_run ();
}
