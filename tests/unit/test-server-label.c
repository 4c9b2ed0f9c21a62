/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-label.h"

#include "item-fixture.h"

/* What servers are called: by the user, after their app's entry, or as before. */

#define UNKNOWN "Unknown program: tool"
#define NOTED(app, server) \
  "'noted': <{'key': <'cursor-k3v9x0q2m1ab'>, 'app': <'" app "'>, 'server': <'" server "'>, " \
  "'path': <'/f'>}>"

static void
test_label (void)
{
  static const struct {
    const char *dictionary;
    const char *label;
  } rows[] = {
    { "{'id': <'s'>, 'claimed-name': <'tool'>}", UNKNOWN },
    { "{'id': <'s'>, 'claimed-name': <'tool'>, " NOTED ("claude-code", "files") "}",
      "files (Claude Code)" },
    { "{'id': <'s'>, " NOTED ("vscode", "Files") "}", "Files (VS Code)" },
    { "{'id': <'s'>, 'given-name': <'Mine'>, 'claimed-name': <'tool'>, "
      NOTED ("claude-code", "files") "}", "Mine" },
    { "{'id': <'s'>, 'given-name': <' '>, " NOTED ("claude-code", "files") "}",
      "files (Claude Code)" },
    /* What strangers write is escaped, and never empty. */
    { "{'id': <'s'>, 'claimed-name': <'tool'>, " NOTED ("zed", " a\xe2\x80\xae" "b\\n ") "}",
      "a\\u{202E}b\\x0A (Zed)" },
    { "{'id': <'s'>, 'claimed-name': <'tool'>, " NOTED ("zed", "  ") "}", UNKNOWN },
    /* An app that only a newer Paddock knows, and something that is no note. */
    { "{'id': <'s'>, 'claimed-name': <'tool'>, " NOTED ("newer", "files") "}", UNKNOWN },
    { "{'id': <'s'>, 'claimed-name': <'tool'>, " NOTED ("Zed", "files") "}", UNKNOWN },
    { "{'id': <'s'>, 'claimed-name': <'tool'>, 'noted': <'zed'>}", UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) dictionary = parse (rows[i].dictionary);
    g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (dictionary);
    g_autofree char *label = paddock_server_label_dup (view);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

/* A long name is cut. */
static void
test_long (void)
{
  g_autofree char *name = g_strnfill (PADDOCK_APP_NOTE_MAX_SERVER, '\t');
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .id = "s" });
  g_autoptr (PaddockServerView) view = paddock_server_view_new (server);
  g_autofree char *label = NULL;

  memset (name + 1, '\1', 100);
  *name = 'x';
  view->note = paddock_app_note_new (&(PaddockAppNote) {
    .key = "k", .app = "claude-code", .server = name, .path = "/",
  });
  label = paddock_server_label_dup (view);
  g_assert_true (g_str_has_prefix (label, "x\\x01"));
  g_assert_cmpuint (strlen (label), <, 300);
}

/* The question has the new name, and everything else as it was. */
static void
test_prompt (void)
{
  g_autoptr (GVariant) dictionary =
    parse ("{'id': <'q'>, 'serial': <uint32 7>, 'name': <'tool'>, 'identity-kind': <'launch'>, "
           "'facts': <[('command', 'claimed', 'node x.js')]>, "
           NOTED ("claude-code", "files") "}");
  g_autoptr (GVariant) plain = parse ("{'id': <'q'>, 'name': <'tool'>}");
  g_autoptr (PaddockPrompt) prompt =
    paddock_server_label_name_prompt (paddock_prompt_from_variant (dictionary));
  g_autoptr (PaddockPrompt) unnamed =
    paddock_server_label_name_prompt (paddock_prompt_from_variant (plain));

  g_assert_cmpstr (prompt->server, ==, "files (Claude Code)");
  g_assert_cmpstr (prompt->id, ==, "q");
  g_assert_cmpuint (prompt->serial, ==, 7);
  g_assert_cmpstr (paddock_identity_get_fact (prompt->identity, PADDOCK_FACT_COMMAND).value, ==,
                   "node x.js");
  g_assert_cmpstr (unnamed->server, ==, "tool");
}

/* An entry of the journal has its server's current name, and the program that spoke for it. */
static void
test_entry (void)
{
  static const struct {
    PaddockEvent event;
    const char  *then;
    const char  *now;
  } rows[] = {
    { PADDOCK_EVENT_SERVER_CONNECTED, "tool", "files (Claude Code)" },
    { PADDOCK_EVENT_SERVER_CONNECTED, "what it was called", "files (Claude Code)" },
    { PADDOCK_EVENT_SERVER_CONNECTED, "evil (paddock)", "files (Claude Code)" },
    { PADDOCK_EVENT_SERVER_CONNECTED, NULL, "files (Claude Code)" },
    { PADDOCK_EVENT_FILE_READ, "tool", "files (Claude Code)" },
    { PADDOCK_EVENT_FILE_READ, "tool (paddock (123))", "files (Claude Code) (paddock (123))" },
    /* Of other names nobody can say where they end. */
    { PADDOCK_EVENT_FILE_READ, "tools (bash)", "tools (bash)" },
    { PADDOCK_EVENT_FILE_READ, "before (bash)", "before (bash)" },
    { PADDOCK_EVENT_SERVER_RENAMED, "Mine", "Mine" },
  };
  g_autoptr (GVariant) dictionary =
    parse ("{'id': <'s'>, 'identity-kind': <'launch'>, "
           "'facts': <[('command', 'claimed', '/usr/bin/tool')]>, "
           NOTED ("claude-code", "files") "}");
  g_autoptr (PaddockServerView) view = paddock_server_view_from_variant (dictionary);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockJournalEntry entry = {
      .number = 7, .event = rows[i].event, .server_id = "s", .server = rows[i].then, .root = "/a",
    };
    g_autoptr (PaddockJournalEntry) named =
      paddock_server_label_name_entry (paddock_journal_entry_new (&entry), view);
    g_autoptr (PaddockJournalEntry) unknown =
      paddock_server_label_name_entry (paddock_journal_entry_new (&entry), NULL);

    g_assert_cmpstr (named->server, ==, rows[i].now);
    g_assert_cmpstr (named->root, ==, "/a");
    g_assert_cmpint (named->number, ==, 7);
    g_assert_cmpstr (unknown->server, ==, rows[i].then);
  }
}

static void
test_split (void)
{
  static const struct {
    const char *entry;
    const char *app;
    const char *server;
  } rows[] = {
    { "cursor/files", "Cursor", "files" },
    { "claude-code/a/b", "Claude Code", "a/b" },
    { "newer/files", "newer", "files" },
    { "files", "", "files" },
    { "", "", "" },
    { "zed/", "Zed", "" },
    { "\xe2\x80\xae/\n", "\\u{202E}", "\\x0A" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *app = NULL;
    g_autofree char *server = paddock_server_label_split (rows[i].entry, &app);

    g_assert_cmpstr (app, ==, rows[i].app);
    g_assert_cmpstr (server, ==, rows[i].server);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/server-label/label", test_label);
  g_test_add_func ("/server-label/long", test_long);
  g_test_add_func ("/server-label/prompt", test_prompt);
  g_test_add_func ("/server-label/entry", test_entry);
  g_test_add_func ("/server-label/split", test_split);
  return g_test_run ();
}
