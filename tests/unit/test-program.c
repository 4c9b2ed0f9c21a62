/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-program.h"

static void
test_kind (void)
{
  static const struct {
    const char         *program;
    PaddockProgramKind  kind;
  } rows[] = {
    { "node", PADDOCK_PROGRAM_INTERPRETER },
    { "/usr/bin/node", PADDOCK_PROGRAM_INTERPRETER },
    { "node20", PADDOCK_PROGRAM_INTERPRETER },
    { "python", PADDOCK_PROGRAM_INTERPRETER },
    { "python3", PADDOCK_PROGRAM_INTERPRETER },
    { "/opt/py/bin/python3.11", PADDOCK_PROGRAM_INTERPRETER },
    { "sh", PADDOCK_PROGRAM_INTERPRETER },
    { "npx", PADDOCK_PROGRAM_RUNNER },
    { "/usr/local/bin/npx", PADDOCK_PROGRAM_RUNNER },
    { "uvx", PADDOCK_PROGRAM_RUNNER },
    { "uv", PADDOCK_PROGRAM_RUNNER },
    { "bun", PADDOCK_PROGRAM_RUNNER },
    { "deno", PADDOCK_PROGRAM_RUNNER },
    { "server-files", PADDOCK_PROGRAM_PLAIN },
    { "node-server", PADDOCK_PROGRAM_PLAIN },
    { "nodes", PADDOCK_PROGRAM_PLAIN },
    { "NPX", PADDOCK_PROGRAM_PLAIN },
    { "/npx/server", PADDOCK_PROGRAM_PLAIN },
    { "1", PADDOCK_PROGRAM_PLAIN },
    { "3.11", PADDOCK_PROGRAM_PLAIN },
    { "/", PADDOCK_PROGRAM_PLAIN },
    { "", PADDOCK_PROGRAM_PLAIN },
    { "\xff", PADDOCK_PROGRAM_PLAIN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (paddock_program_get_kind (rows[i].program), ==, rows[i].kind);
}

static void
test_subject (void)
{
  static const struct { const char *command, *subject;
  } rows[] = {
    { "/usr/bin/server", "server" },
    { "server /tmp --flag", "server" },
    { "node /srv/dist/index.js", "index.js" },
    { "node --inspect -r ./hook.js /srv/mail.js x", "mail.js" },
    { "node -e code", "node" },
    { "node --eval code file.js", "node" },
    { "node", "node" },
    { "node --version", "node" },
    { "python3 -m mail.server --port 1", "mail.server" },
    { "python3 -u /srv/mail.py", "mail.py" },
    { "python3 -c code", "python3" },
    { "python3 -m", "python3" },
    { "java -jar /opt/mail.jar", "mail.jar" },
    { "bash -c script", "bash" },
    { "npx server-files", "server-files" },
    { "npx -y server-files@1.2.3 /tmp", "server-files" },
    { "npx -y @scope/server-files@latest /tmp", "@scope/server-files" },
    { "npx --yes --package @scope/all server-files", "server-files" },
    { "npx -p @scope/all server-files", "server-files" },
    { "npm exec -- server-files", "server-files" },
    { "npm run start", "npm" },
    { "npx", "npx" },
    { "npx -y", "npx" },
    { "npx -y ./server", "server" },
    { "pnpm dlx server-files", "server-files" },
    { "bunx server-files", "server-files" },
    { "bun run /srv/mail.ts", "mail.ts" },
    { "bun run /srv/mail/index.ts", "mail" },
    { "npx tsx /srv/mail/src/index.ts", "mail" },
    { "npx -y ./mail/dist/index.js", "mail" },
    { "uv run --directory /srv server.py", "server.py" },
    { "deno run https://user:word@example.org/mail/main.ts", "main.ts" },
    { "python3 -m server", "server" },
    { "java -jar /opt/mail/server.jar", "server.jar" },
    { "deno run --allow-net /srv/mail.ts", "mail.ts" },
    { "uvx mcp-server-git", "mcp-server-git" },
    { "uvx mcp-server-git==1.2", "mcp-server-git" },
    { "uvx --from git+https://example.org/x mail-tool", "mail-tool" },
    { "uv run --directory /srv mail.py", "mail.py" },
    { "uv tool run mcp-server-git", "mcp-server-git" },
    { "uv run python -m mail", "mail" },
    { "uv run python3 /srv/mail.py", "mail.py" },
    { "pipx run mcp-server-git", "mcp-server-git" },
    { "npx npx npx", "npx" },
    { "npx @", "@" },
    { "npx @@", "@" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].command, " ", -1);
    g_autofree char *subject =
      paddock_program_dup_subject (argv[0], (const char * const *) argv + 1);

    g_test_message ("%s", rows[i].command);
    g_assert_cmpstr (subject, ==, rows[i].subject);
  }
}

/* What a command line runs, in the form for people. */
static void
test_find_subject (void)
{
  static const struct {
    const char         *command;
    PaddockSubjectKind  kind;
    const char         *language, *name;
  } rows[] = {
    { "/usr/bin/server --flag", PADDOCK_SUBJECT_PROGRAM, NULL, "/usr/bin/server" },
    { "python3 servers/notes.py", PADDOCK_SUBJECT_SCRIPT, "Python", "servers/notes.py" },
    { "/usr/bin/python3.11 -u /srv/notes.py x", PADDOCK_SUBJECT_SCRIPT, "Python",
      "/srv/notes.py" },
    { "python3 -m mail.server", PADDOCK_SUBJECT_MODULE, "Python", "mail.server" },
    { "python3 -c code", PADDOCK_SUBJECT_CODE, "Python", "python3" },
    { "node dist/index.js", PADDOCK_SUBJECT_SCRIPT, "Node.js", "dist/index.js" },
    { "node --eval code file.js", PADDOCK_SUBJECT_CODE, "Node.js", "node" },
    { "node", PADDOCK_SUBJECT_PROGRAM, NULL, "node" },
    { "java -jar /opt/mail.jar", PADDOCK_SUBJECT_ARCHIVE, "Java", "/opt/mail.jar" },
    { "bash -c script", PADDOCK_SUBJECT_CODE, "Shell", "bash" },
    { "bash run.sh", PADDOCK_SUBJECT_SCRIPT, "Shell", "run.sh" },
    { "npx -y @scope/files@1.2 /tmp", PADDOCK_SUBJECT_PACKAGE, "npm", "@scope/files@1.2" },
    { "npx -y ./server", PADDOCK_SUBJECT_SCRIPT, "Node.js", "./server" },
    { "npx tsx /srv/mail.ts", PADDOCK_SUBJECT_SCRIPT, "Node.js", "/srv/mail.ts" },
    { "uvx mcp-server-git", PADDOCK_SUBJECT_PACKAGE, "Python", "mcp-server-git" },
    { "uv run --directory /srv mail.py", PADDOCK_SUBJECT_SCRIPT, "Python", "mail.py" },
    { "deno run --allow-net /srv/mail.ts", PADDOCK_SUBJECT_SCRIPT, "Deno", "/srv/mail.ts" },
    { "npx", PADDOCK_SUBJECT_PROGRAM, NULL, "npx" },
    { "make serve", PADDOCK_SUBJECT_PACKAGE, NULL, "serve" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].command, " ", -1);
    PaddockSubject subject = paddock_program_find_subject (argv[0],
                                                           (const char * const *) argv + 1);

    g_test_message ("%s", rows[i].command);
    g_assert_cmpuint (subject.kind, ==, rows[i].kind);
    g_assert_cmpstr (subject.language, ==, rows[i].language);
    g_assert_cmpstr (subject.name, ==, rows[i].name);
  }
}

static void
test_app (void)
{
  static const struct { const char *program, *app;
  } rows[] = {
    { "/home/me/.local/bin/claude", "Claude Code" },
    { "code", "VS Code" },
    { "/usr/libexec/zed-editor", "Zed" },
    { "/opt/assistant", "assistant" },
    { "Claude", "Claude" },
    { "/usr/bin/node", "node" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *app = paddock_program_dup_app (rows[i].program);

    g_assert_cmpstr (app, ==, rows[i].app);
  }
  g_assert_true (paddock_program_is_shell ("/bin/bash"));
  g_assert_true (paddock_program_is_shell ("sh"));
  g_assert_false (paddock_program_is_shell ("python3"));
  g_assert_false (paddock_program_is_shell ("bashful"));
}

/* Scripts with a common name. */
static void
test_telling_directory (void)
{
  static const struct { const char *path, *subject;
  } rows[] = {
    { "/opt/server-files/index.js", "server-files" },
    { "/opt/server-files/dist/index.js", "server-files" },
    { "/opt/server-files/build/src/main.mjs", "server-files" },
    { "/opt/server-files/1.2.3/dist/index.js", "server-files" },
    { "/opt/server-files/v20/cli.cjs", "server-files" },
    { "/opt/server-files/current/index", "server-files" },
    { "/opt/server-files//dist//index.js", "server-files" },
    { "/x/node_modules/@scope/server-files/dist/index.js", "server-files" },
    { "/v/lib/python3.11/site-packages/mail_server/__main__.py", "mail_server" },
    { "/home/me/weather/server.py", "weather" },
    { "weather/src/app.py", "weather" },
    { "./weather/main.py", "weather" },
    { "../weather/main.py", "weather" },
    { "/opt/Müller/index.js", "Müller" },
    /* Names that suffice. */
    { "/opt/server-files/dist/mail.js", "mail.js" },
    { "/opt/server-files/indexer.js", "indexer.js" },
    { "/opt/server-files/index.js.mail", "index.js.mail" },
    { "/opt/server-files/.index", ".index" },
    /* No directory has a better name. */
    { "index.js", "index.js" },
    { "./index.js", "index.js" },
    { "../index.js", "index.js" },
    { "mail/../index.js", "index.js" },
    { "mail/../dist/index.js", "index.js" },
    { "dist/index.js", "index.js" },
    { "/index.js", "index.js" },
    { "/srv/index.js", "index.js" },
    { "/srv/dist/index.js", "index.js" },
    { "/home/index.js", "index.js" },
    { "/home/me/index.js", "index.js" },
    { "/home/me/dist/index.js", "index.js" },
    { "/Users/me/src/index.ts", "index.ts" },
    { "~/index.js", "index.js" },
    { "~me/index.js", "index.js" },
    { "/x/node_modules/index.js", "index.js" },
    { "/v/site-packages/main.py", "main.py" },
    { "/x/@scope/index.js", "index.js" },
    { "/x/20/index.js", "index.js" },
    { "//index.js", "index.js" },
    { "/", "/" },
    { "/opt/server-files/index/", "index" },
    /* Addresses, and parts that are or may be hidden. */
    { "https://user:word@example.org/index.js", "index.js" },
    { "https://example.org/mail/index.js", "index.js" },
    { "/opt/token=word/index.js", "index.js" },
    { "/opt/token:word/index.js", "index.js" },
    { "/opt/token=‹hidden:0123456789ab›/index.js", "index.js" },
    { "/opt/‹hidden:0123456789ab›/dist/index.js", "index.js" },
    { "/opt/mail/‹bytes:0123456789abcdef›/index.js", "index.js" },
    { "/opt/user@example.org/index.js", "index.js" },
    { "/opt/a?key/index.js", "index.js" },
    { "C:\\mail/index.js", "index.js" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char * const arguments[] = { "--flag", rows[i].path, "/opt/other/index.js", NULL };
    g_autofree char *subject = paddock_program_dup_subject ("node", arguments);

    g_test_message ("%s", rows[i].path);
    g_assert_cmpstr (subject, ==, rows[i].subject);
  }
}

static void
test_loads_relative (void)
{
  static const struct { const char *command;
                        gboolean relative;
  } rows[] = {
    { "node server", TRUE },
    { "node --flag server", TRUE },
    { "node /srv/server", FALSE },
    { "node --flag /srv/server relative", FALSE },
    { "node", FALSE },
    { "node --version", FALSE },
    { "python3 -m mail", TRUE },
    { "python3 -u -m mail", TRUE },
    { "python3 -c code", TRUE },
    { "sh -c code", TRUE },
    { "server relative", FALSE },
    { "/usr/bin/server -m mail", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].command, " ", -1);

    g_test_message ("%s", rows[i].command);
    g_assert_cmpint (paddock_program_loads_relative ((const char * const *) argv), ==,
                     rows[i].relative);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program/kind", test_kind);
  g_test_add_func ("/program/subject", test_subject);
  g_test_add_func ("/program/find-subject", test_find_subject);
  g_test_add_func ("/program/app", test_app);
  g_test_add_func ("/program/telling-directory", test_telling_directory);
  g_test_add_func ("/program/loads-relative", test_loads_relative);
  return g_test_run ();
}
