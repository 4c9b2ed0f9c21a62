/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-who-text.h"

#include <string.h>

#define PROVEN PADDOCK_PROOF_PROVEN
#define CLAIMED PADDOCK_PROOF_CLAIMED

typedef struct {
  PaddockIdentityKind kind;
  PaddockProof        proof;        /* of the program */
  const char         *executable;
  const char         *command;
  const char         *host;
  const char         *address;
  const char         *key;          /* one that Paddock made */
  const char         *what;         /* the address, or else the program; NULL: unknown */
} Row;

static const Row rows[] = {
  { PADDOCK_IDENTITY_PROCESS, PROVEN, "/usr/bin/python3.11",
    "/usr/bin/python3 servers/notes-search.py", NULL, NULL, NULL,
    "servers/notes-search.py" },
  { PADDOCK_IDENTITY_PROCESS, PROVEN, "/usr/bin/files", "files --flag", NULL, NULL, NULL,
    "/usr/bin/files" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/python3.11", "python3 /home/me/notes.py",
    "/usr/bin/claude", NULL, NULL, "~/notes.py" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/npx", "npx -y @scope/files@1.2 /tmp",
    "/opt/assistant", NULL, NULL, "npm package @scope/files@1.2" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/npx", "npx files", NULL, NULL, "c0ffee",
    "npm package files" },
  /* Somebody at a terminal started it. */
  { PADDOCK_IDENTITY_PROCESS, PROVEN, "/usr/bin/python3.11", "python3 notes.py", "/usr/bin/bash",
    NULL, NULL, "notes.py" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/uvx", "uvx mcp-server-git", NULL, NULL, NULL,
    "Python package mcp-server-git" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/deno", "deno run /srv/a.ts", NULL, NULL, NULL,
    "/srv/a.ts" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/java", "java -jar /opt/a.jar", NULL, NULL, NULL,
    "Java program /opt/a.jar" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/python3", "python3 -m mail", NULL, NULL, NULL,
    "Python module mail" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/bin/bash", "bash -c code", NULL, NULL, NULL,
    "Shell code on its command line" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/npx", "npx", NULL, NULL, NULL, "npx" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/files", NULL, NULL, NULL, NULL,
    "/usr/bin/files" },
  { PADDOCK_IDENTITY_REMOTE, CLAIMED, NULL, NULL, "/usr/bin/code", "https://example.org/mcp", NULL,
    "https://example.org" },
  { PADDOCK_IDENTITY_ANONYMOUS, CLAIMED, NULL, NULL, NULL, NULL, NULL, NULL },
  /* Characters that change the writing direction are escaped. */
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/python3", "python3 a\u202eb.py", NULL, NULL, NULL,
    "a\\u{202E}b.py" },
  /* Hashes are not shown. */
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/opt/\xff", NULL, "/opt/app\xff", NULL, NULL,
    "/opt/\\xFF" },
  { PADDOCK_IDENTITY_LAUNCH, CLAIMED, "/usr/bin/node", "node /srv/‹hidden:0123456789ab›.js", NULL,
    NULL, NULL, "/srv/••••.js" },
};

static PaddockIdentity *
identity_of (const Row *row)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { row->proof, row->executable },
    [PADDOCK_FACT_COMMAND] = { CLAIMED, row->command },
    [PADDOCK_FACT_HOST] = { CLAIMED, row->host },
    [PADDOCK_FACT_ADDRESS] = { CLAIMED, row->address },
    [PADDOCK_FACT_KEY] = { PROVEN, row->key },
  };

  return paddock_identity_new (row->kind, facts);
}

static void
test_server (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockIdentity) identity = identity_of (&rows[i]);
    g_autofree char *address = paddock_who_text_address (identity);
    g_autofree char *program = paddock_who_text_program (identity, "/home/me");

    g_assert_cmpstr (address != NULL ? address : program, ==, rows[i].what);
    g_assert_cmpint (address != NULL, ==, rows[i].address != NULL);
  }
  g_assert_null (paddock_who_text_address (NULL));
  g_assert_null (paddock_who_text_program (NULL, NULL));
}

/* What a notification says names no folder, and nothing at length. */
static void
test_brief (void)
{
  g_autofree char *longer = g_strnfill (65, 'a');
  g_autofree char *program = g_strconcat ("/opt/<b>", longer, NULL);
  g_autofree char *nobody = paddock_who_text_brief (NULL);
  const Row row = { PADDOCK_IDENTITY_PROCESS, PROVEN, program, NULL, NULL, NULL, NULL, NULL };
  g_autoptr (PaddockIdentity) named = identity_of (&row);
  g_autofree char *clipped = paddock_who_text_brief (named);
  static const struct { guint row;
                        const char *text;
  } briefs[] = {
    { 0, "Python script notes-search.py" },
    { 1, "Program files" },
    { 2, "Python script notes.py, started by Claude Code" },
    { 3, "npm package @scope/files@1.2, started by assistant" },
    { 8, "Java program a.jar" },
    { 9, "Python module mail" },
    { 16, "Program \\xFF, started by app\\xFF" },
    { 13, "Server at https://example.org, started by VS Code" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (briefs); i++) {
    g_autoptr (PaddockIdentity) identity = identity_of (&rows[briefs[i].row]);
    g_autofree char *brief = paddock_who_text_brief (identity);

    g_assert_cmpstr (brief, ==, briefs[i].text);
  }
  g_assert_cmpstr (nobody, ==, "Unknown program");
  g_assert_null (strstr (clipped, longer));
  g_assert_null (strpbrk (clipped, "<>/"));
}

/* The app in "Until … stops it" is one that the user can close: no shell, and no interpreter. */
static void
test_app (void)
{
  static const struct { const char *host;
                        const char *app;
  } apps[] = {
    { "/usr/bin/claude", "Claude Code" }, { "/opt/assistant", "assistant" },
    { "/usr/bin/bash", NULL }, { "/usr/bin/python3.11", NULL }, { "/usr/bin/node", NULL },
    { "/usr/bin/npx", NULL }, { NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (apps); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {[PADDOCK_FACT_HOST] = { CLAIMED, apps[i].host } };
    g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
    g_autofree char *app = paddock_who_text_app (identity);

    g_assert_cmpstr (app, ==, apps[i].app);
  }
}

/* A verified interpreter does not verify its script. */
static void
test_verified (void)
{
  g_autoptr (PaddockIdentity) script = identity_of (&rows[0]);
  g_autoptr (PaddockIdentity) program = identity_of (&rows[1]);
  g_autoptr (PaddockIdentity) keyed = identity_of (&rows[4]);

  g_assert_false (paddock_who_text_is_verified (script, PADDOCK_FACT_EXECUTABLE));
  g_assert_true (paddock_who_text_is_verified (program, PADDOCK_FACT_EXECUTABLE));
  g_assert_false (paddock_who_text_is_verified (program, PADDOCK_FACT_COMMAND));
  g_assert_false (paddock_who_text_is_verified (keyed, PADDOCK_FACT_EXECUTABLE));
  g_assert_true (paddock_who_text_is_verified (keyed, PADDOCK_FACT_KEY));
}

static void
test_changes (void)
{
  Row other = rows[1];
  g_autoptr (PaddockIdentity) known = identity_of (&rows[1]);
  g_autoptr (PaddockIdentity) command = NULL;
  g_autoptr (PaddockIdentity) program = NULL;
  g_autofree char *of_command = NULL;
  g_autofree char *of_program = NULL;
  g_autofree char *of_same = paddock_who_text_warning (known, known);
  g_autofree char *of_hidden = NULL;
  g_autoptr (PaddockIdentity) hidden = NULL;
  g_autoptr (PaddockIdentity) other_hidden = NULL;

  other.command = "files --other";
  command = identity_of (&other);
  other.executable = "/tmp/files";
  program = identity_of (&other);
  of_command = paddock_who_text_warning (command, known);
  of_program = paddock_who_text_warning (program, known);

  g_assert_cmpstr (of_command, ==, "The command line changed");
  g_assert_cmpstr (of_program, ==, "The program changed");
  g_assert_null (of_same);

  other = rows[1];
  other.command = "files --key ‹hidden:0123456789ab›";
  hidden = identity_of (&other);
  other.command = "files --key ‹hidden:ba9876543210›";
  other_hidden = identity_of (&other);
  of_hidden = paddock_who_text_warning (hidden, other_hidden);
  g_assert_cmpstr (of_hidden, ==, "A hidden value changed");
}

/* Only what is proven to be Paddock's command is skipped. */
static void
test_caller (void)
{
  static const struct { const char *caller, *who, *app;
                        gboolean is_script;
  } callers[] = {
    { "paddock (123 ✓) ← claude ← bash", "Claude Code", "Claude Code" },
    { "paddock (123 ✓) ← bash ← claude", "bash in Claude Code", "Claude Code" },
    { "paddock (123 ✓) ← bash ← gnome-terminal-server ← systemd", "bash in GNOME Terminal",
      "GNOME Terminal" },
    { "paddock (123 ✓) ← bash ← node ← bash ← kgx", "bash, node in Console", "Console" },
    { "paddock (123 ✓) ← assistant", "assistant", "assistant" },
    /* Scripts. */
    { "paddock (123 ✓) ← python3.11 ← bash", "python3.11 in bash", NULL, TRUE },
    { "paddock (123 ✓) ← python3.11 ← bash ← konsole", "python3.11, bash in Konsole", "Konsole",
      TRUE },
    { "python3 (7)", "python3", NULL, TRUE },
    /* Programs that are only called so. */
    { "paddock (123) ← bash ← kgx", "paddock", "paddock" },
    { "paddock (123 ✓) ← paddock ← bash ← kgx", "paddock", "paddock" },
    { "paddock (123 ✓) ← paddock ✓ ← bash ← kgx", "bash in Console", "Console" },
    { "bash (123) ← kgx", "bash in Console", "Console" },
    { "paddock (1 \\u{2713}) (123) ← kgx", "paddock (1 \\u{2713})", "paddock (1 \\u{2713})" },
    /* Long ones. */
    { "paddock (1 ✓) ← sh ← node ← bash ← python3 ← zsh ← claude",
      "sh, node, bash, … in Claude Code", "Claude Code" },
    { "paddock (1 ✓) ← bash ← bash ← bash", "bash", NULL },
    /* Parents are missing. */
    { "gdbus (7) ← bash", "gdbus", "gdbus" },
    { "paddock (123 ✓) ← bash", "bash", NULL },
    { "paddock (123 ✓)", NULL, NULL },
    { "paddock (123)", "paddock", "paddock" },
    { "(123)", NULL, NULL },
    { "x", "x", "x" },
    { "", NULL, NULL },
    { NULL, NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (callers); i++) {
    g_autofree char *who = paddock_who_text_caller (callers[i].caller);

    g_autofree char *app = paddock_who_text_caller_app (callers[i].caller);

    g_assert_cmpstr (who, ==, callers[i].who);
    g_assert_cmpstr (app, ==, callers[i].app);
    g_assert_cmpint (paddock_who_text_caller_is_script (callers[i].caller), ==,
                     callers[i].is_script);
  }
}

static void
test_session (void)
{
  const struct {
    PaddockSessionView session;
    const char *text;
  } cases[] = {
    { { .pid = 12, .version = (char *) "2025-11-25" },
      "Process 12 · Protocol version 2025-11-25" },
    { { .version = (char *) "\xe2\x80\xae" }, "Unknown process · Protocol version \\u{202E}" },
    { { .pid = 12 }, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_who_text_session (&cases[i].session);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/who-text/server", test_server);
  g_test_add_func ("/who-text/brief", test_brief);
  g_test_add_func ("/who-text/app", test_app);
  g_test_add_func ("/who-text/verified", test_verified);
  g_test_add_func ("/who-text/changes", test_changes);
  g_test_add_func ("/who-text/caller", test_caller);
  g_test_add_func ("/who-text/session", test_session);
  return g_test_run ();
}
