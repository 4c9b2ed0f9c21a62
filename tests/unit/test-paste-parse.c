/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-paste-parse.h"

#include "paddock-error.h"

#include <string.h>

/* What servers' instructions look like, and what is refused. */

typedef struct {
  const char *text;
  const char *expected;             /* see describe() */
} Row;

static void
append_list (GString    *text,
             const char *title,
             GStrv       list)
{
  for (guint i = 0; list[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? title : "|", list[i]);
}

/* Writes servers as "NAME = WORD|WORD options --x env A=1 headers N: v paths /a left cwd; …".
 * A server with a trouble is "NAME !". */
static char *
describe (GPtrArray *servers)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < servers->len; i++) {
    const PaddockPaste *server = g_ptr_array_index (servers, i);

    g_string_append_printf (text, "%s%s ", i > 0 ? "; " : "",
                            server->name != NULL ? server->name : "-");
    if (server->trouble != NULL) {
      g_string_append_c (text, '!');
      continue;
    }
    g_string_append (text, "= ");
    if (server->kind == PADDOCK_PASTE_ADDRESS)
      g_string_append (text, server->url);
    append_list (text, "", server->words);
    append_list (text, " options ", server->options);
    append_list (text, " env ", server->env);
    append_list (text, " headers ", server->headers);
    append_list (text, " paths ", server->paths);
    g_assert_cmpstr (server->folders[0], ==, NULL);
    append_list (text, " left ", server->left_out);
  }
  return g_string_free (text, FALSE);
}

static void
check_rows (const Row *rows,
            guint      n_rows)
{
  for (guint i = 0; i < n_rows; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) servers =
      paddock_paste_parse (rows[i].text, strlen (rows[i].text), &error);
    g_autofree char *actual = servers != NULL ? describe (servers) : NULL;

    g_test_message ("row %u", i);
    if (rows[i].expected != NULL)
      g_assert_no_error (error);
    else
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_cmpstr (actual, ==, rows[i].expected);
    g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  }
}

#define FILES "npx|-y|@modelcontextprotocol/server-filesystem"

/* JSON that instructions have for one app or another. */
static const Row json_rows[] = {
  /* Claude Desktop, with the folders of another person. */
  { "{\n  \"mcpServers\": {\n    \"filesystem\": {\n      \"command\": \"npx\",\n      \"arg"
    "s\": [\n"
    "        \"-y\",\n        \"@modelcontextprotocol/server-filesystem\",\n"
    "        \"/Users/username/Desktop\",\n        \"/path/to/other/allowed/dir\"\n      ]\n    }\n"
    "  }\n}\n",
    "filesystem = " FILES "|/Users/username/Desktop|/path/to/other/allowed/dir"
    " paths /Users/username/Desktop|/path/to/other/allowed/dir" },
  { "{\"mcpServers\":{\"memory\":{\"command\":\"docker\",\"args\":[\"run\",\"-i\",\"-v\","
    "\"claude-memory:/app/dist\",\"--rm\",\"mcp/memory\"]}}}",
    "memory = docker|run|-i|-v|claude-memory:/app/dist|--rm|mcp/memory" },
  { "{\"mcpServers\":{\"filesystem\":{\"command\":\"docker\",\"args\":[\"run\",\"-i\",\"--rm\","
    "\"--mount\",\"type=bind,src=/Users/me/Desktop,dst=/projects/Desktop\",\"mcp/filesystem\","
    "\"/projects\"]}}}",
    "filesystem = docker|run|-i|--rm|--mount|type=bind,src=/Users/me/Desktop,dst=/projects/Desktop|"
    "mcp/filesystem|/projects" },
  { "{\"mcpServers\":{\"git\":{\"command\":\"uvx\",\"args\":[\"mcp-server-git\",\"--repository\","
    "\"path/to/git/repo\"]}}}", "git = uvx|mcp-server-git|--repository|path/to/git/repo" },
  { "{\"mcpServers\":{\"github\":{\"command\":\"docker\",\"args\":[\"run\",\"-e\","
    "\"GITHUB_PERSONAL_ACCESS_TOKEN\",\"ghcr.io/github/github-mcp-server\"],"
    "\"env\":{\"GITHUB_PERSONAL_ACCESS_TOKEN\":\"<YOUR_TOKEN>\"}}}}",
    "github = docker|run|-e|GITHUB_PERSONAL_ACCESS_TOKEN|ghcr.io/github/github-mcp-server"
    " env GITHUB_PERSONAL_ACCESS_TOKEN=<YOUR_TOKEN>" },
  /* VS Code: its file, its settings, and what its command line takes. */
  { "{\"servers\":{\"fetch\":{\"type\":\"stdio\",\"command\":\"uvx\",\"args\":[\"fetch\"]}},"
    "\"inputs\":[{\"type\":\"promptString\",\"id\":\"k\"}]}", "fetch = uvx|fetch" },
  { "{ \"mcp\": { \"inputs\": [], \"servers\": { \"git\": { \"command\": \"uvx\", "
    "\"args\": [\"mcp-server-git\"] } } } }", "git = uvx|mcp-server-git" },
  { "{\"name\":\"playwright\",\"command\":\"npx\",\"args\":[\"@playwright/mcp@latest\"]}",
    "playwright = npx|@playwright/mcp@latest" },
  { "{\"servers\":{\"github\":{\"type\":\"http\",\"url\":\"https://api.example.org/mcp/\","
    "\"headers\":{\"Authorization\":\"Bearer ${input:github_mcp_pat}\"}}}}",
    "github = https://api.example.org/mcp/ headers Authorization: Bearer ${input:github_mcp_pat}" },
  { "{\"servers\":{\"fs\":{\"command\":\"npx\",\"args\":[\"-y\",\"fs\",\"${workspaceFolder}\"],"
    "\"cwd\":\"/x\",\"envFile\":\".env\"}}}",
    "fs = npx|-y|fs|${workspaceFolder} paths ${workspaceFolder} left cwd|envFile" },
  /* Zed, now and before. */
  { "{ \"context_servers\": { \"x\": { \"source\": \"custom\", \"command\": \"x\", \"args\": [], "
    "\"env\": {} } } }", "x = x" },
  { "{\"context_servers\":{\"x\":{\"command\":{\"path\":\"node\",\"args\":[\"/a/b.js\"],"
    "\"env\":{\"K\":\"v\"}},\"settings\":{}}}}", "x = node|/a/b.js env K=v" },
  /* opencode. */
  { "{\"$schema\":\"https://opencode.ai/config.json\",\"mcp\":{\"my-local\":{\"type\":\"local\","
    "\"command\":[\"npx\",\"-y\",\"x\"],\"enabled\":true,\"environment\":{\"A\":\"b\"}}}}",
    "my-local = npx|-y|x env A=b" },
  { "{\"mcp\":{\"far\":{\"type\":\"remote\",\"url\":\"https://example.org/mcp\",\"enabled\":"
    "true}}}",
    "far = https://example.org/mcp" },
  /* Windsurf, Gemini CLI, goose. */
  { "{\"mcpServers\":{\"r\":{\"serverUrl\":\"https://example.org/sse\"}}}",
    "r = https://example.org/sse" },
  { "{\"mcpServers\":{\"r\":{\"httpUrl\":\"https://example.org/mcp\",\"timeout\":5000,\"trust\":"
    "false,\"headers\":{\"X-Api-Key\":\"k\",\"X-Org\":\"o\"}}}}",
    "r = https://example.org/mcp headers X-Api-Key: k|X-Org: o" },
  { "{\"extensions\":{\"d\":{\"type\":\"stdio\",\"cmd\":\"uvx\",\"args\":[\"d\"],\"envs\":{},"
    "\"env_keys\":[],\"bundled\":null}}}", "d = uvx|d" },
  /* Cline, Cursor, LM Studio. */
  { "{\"mcpServers\":{\"t\":{\"command\":\"npx\",\"args\":[\"-y\",\"tavily-mcp@0.1.2\"],"
    "\"env\":{\"TAVILY_API_KEY\":\"your-key\"},\"disabled\":false,\"autoApprove\":[]}}}",
    "t = npx|-y|tavily-mcp@0.1.2 env TAVILY_API_KEY=your-key" },
  { "{\"mcpServers\":{\"hf\":{\"url\":\"https://example.org/mcp\",\"headers\":{\"Authorization\":"
    "\"Bearer <T>\"}}}}", "hf = https://example.org/mcp headers Authorization: Bearer <T>" },
  { "{\"mcpServers\":{\"n\":{\"env\":{\"PORT\":8080,\"DEBUG\":true},\"command\":\"n\"}}}",
    "n = n env PORT=8080|DEBUG=true" },
  /* A member, a list without its name, an entry alone. */
  { "\"filesystem\": {\n  \"command\": \"npx\",\n  \"args\": [\"-y\", \"fs\", \"/tmp/x\"]\n}",
    "filesystem = npx|-y|fs|/tmp/x paths /tmp/x" },
  { "\"a\": {\"command\": \"a\"},\n\"b\": {\"command\": \"b\"},\n", "a = a; b = b" },
  { "{\"sqlite\":{\"command\":\"uvx\",\"args\":[\"mcp-server-sqlite\",\"--db-path\",\"/a/t.db\"]}}",
    "sqlite = uvx|mcp-server-sqlite|--db-path|/a/t.db" },
  { "{\"command\":\"npx\",\"args\":[\"x\"]}", "- = npx|x" },
  { "{\"url\":\"http://localhost:3845/mcp\"}", "- = http://localhost:3845/mcp" },
  { "{\"mcpServers\":[{\"name\":\"Notes\",\"command\":\"notes\"}]}", "Notes = notes" },
  { "\"mcpServers\": {\"x\": {\"command\": \"x\"}},", "x = x" },
  { "{\"command\":{\"command\":\"a\"},\"url\":{\"command\":\"b\"}}", "command = a; url = b" },
  /* Comments, commas, fences, several servers, what only Windows needs. */
  { "{\n  // for Cursor\n  \"mcpServers\": {\n    /* x */ \"a\": { \"command\": \"a\", },\n  },\n}",
    "a = a" },
  { "// .vscode/mcp.json\n{\"servers\": {\"a\": {\"command\": \"a\"}}}", "a = a" },
  { "```json\n{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}\n```\n", "a = a" },
  { "\357\273\277{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}", "a = a" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\"},\"b\":{\"url\":\"https://b.example/\"},"
    "\"c\":{\"command\":\"c\",\"args\":[1]},\"d\":{}}}",
    "a = a; b = https://b.example/; c !; d !" },
  { "{\"mcpServers\":{\"w\":{\"command\":\"cmd\",\"args\":[\"/c\",\"npx\",\"-y\",\"w\"]}}}",
    "w = npx|-y|w" },
  { "{\"mcpServers\":{\"p\":{\"command\":\"python\",\"args\":[\"-m\",\"mcp_server_time\","
    "\"--local-timezone=America/New_York\"]}}}",
    "p = python|-m|mcp_server_time|--local-timezone=America/New_York" },
  { "{\"mcpServers\":{\"u\":{\"command\":\"uv\",\"args\":[\"--directory\",\"/ABSOLUTE/PATH/w"
    "eather\","
    "\"run\",\"weather.py\"]}}}", "u = uv|--directory|/ABSOLUTE/PATH/weather|run|weather.py" },
  { "{\"mcpServers\":{\"n\":{\"command\":\"node\",\"args\":[\"/path/to/build/index.js\"]}}}",
    "n = node|/path/to/build/index.js" },
  { "{\"mcpServers\":{\"r\":{\"command\":\"npx\",\"args\":[\"mcp-remote\","
    "\"https://example.org/sse\",\"--header\",\"Authorization:${T}\"],\"env\":{\"T\":\"Beare"
    "r x\"}}}}",
    "r = npx|mcp-remote|https://example.org/sse|--header|Authorization:${T} env T=Bearer x" },
  { "{\"mcpServers\":{\"j\":{\"command\":\"java\",\"args\":[\"-jar\",\"/path/to/x.jar\"]}}}",
    "j = java|-jar|/path/to/x.jar" },
  /* Codex. */
  { "[mcp_servers.docs]\ncommand = \"docs-server\"\nargs = [\"--port\", \"4000\"]\n\n"
    "[mcp_servers.docs.env]\nAPI_KEY = \"value\"\n", "docs = docs-server|--port|4000 env API"
    "_KEY=value" },
  { "# ~/.codex/config.toml\n[mcp_servers.figma]\nurl = \"https://example.org/mcp\"\n"
    "bearer_token_env_var = \"T\"\nhttp_headers = { \"X-R\" = \"us\" }\n",
    "figma = https://example.org/mcp headers X-R: us left bearer_token_env_var" },
  /* An entry that already goes through Paddock. */
  { "{\"mcpServers\":{\"f\":{\"command\":\"/usr/bin/paddock\",\"args\":[\"run\",\"--key\",\""
    "k\",\"--\","
    "\"npx\",\"f\"]}}}", "f = npx|f" },
  { "{\"mcpServers\":{\"f\":{\"command\":\"paddock\",\"args\":[\"run\",\"--url\","
    "\"https://example.org/\"]}}}", "f = https://example.org/" },
  { "{\"mcpServers\":{\"f\":{\"command\":\"paddock\",\"args\":[\"mcp\"]}}}", "f !" },

  /* Entries that nobody can use. */
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"command\":\"b\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"url\":\"https://b.example/\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"url\":\"https://a.example/\",\"serverUrl\":\"https://b.exampl"
    "e/\"}}}",
    "a !" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"args\":\"b\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"env\":{\"A\":[]}}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\\u0000b\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"url\":\"http://example.org/\"}}}", "a !" },
  { "{\"mcpServers\":{\"a\":{\"url\":\"https://a.example/\",\"headers\":{\"X\":\"a\\nY: b\"}}}}",
    "a !" },
  { "{\"mcpServers\":{\"a\":[]}}", "a !" },
  /* Texts without any server. */
  { "{", NULL },
  { "{}", NULL },
  { "{\"mcpServers\":{}}", NULL },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}", NULL },
  { "{\"mcpServers\":{\"a\":{\"command\":\"a\"}},\"mcpServers\":{}}", NULL },
  { "{\"mcpServers\":{...}}", NULL },
  { "{\"theme\":\"dark\"}", NULL },
  { "[]", NULL },
  { "[{\"command\":\"a\"}]", NULL },
  { "[mcp_servers.a\ncommand = 1", NULL },
  { "\"a\": ", NULL },
};

static void
test_json (void)
{
  check_rows (json_rows, G_N_ELEMENTS (json_rows));
}

static const Row line_rows[] = {
  { "npx -y x", "- = npx|-y|x" },
  { "  npx\t-y  x \n", "- = npx|-y|x" },
  { "$ npx -y x", "- = npx|-y|x" },
  { "```\nnpx -y x\n```", "- = npx|-y|x" },
  { "a 'b c' \"d e\" f\\ g", "- = a|b c|d e|f g" },
  { "a '' \"\"", "- = a||" },
  { "docker run \\\n  -i \\\n  x", "- = docker|run|-i|x" },
  { "docker run \\\r\n  x", "- = docker|run|x" },
  { "a 'it'\\''s' \"\\\"q\\\"\" '\\'", "- = a|it's|\"q\"|\\" },
  { "a {roots} --dir={root}", "- = a|{roots}|--dir={root}" },
  { "a FOO=bar", "- = a|FOO=bar" },
  { "./a=b", "- = ./a=b" },
  { "메모 파일", "- = 메모|파일" },
  { "\"/opt/my server\" -x", "- = /opt/my server|-x" },
  { "KEY='a b' B= npx x", "- = npx|x env KEY=a b|B=" },
  { "npx -y @modelcontextprotocol/server-filesystem ~/x",
    "- = " FILES "|~/x paths ~/x" },
  { "npx -y @modelcontextprotocol/server-filesystem /home/me/Documents ~ $HOME/a /a/b.txt .",
    "- = " FILES "|/home/me/Documents|~|$HOME/a|/a/b.txt|."
    " paths /home/me/Documents|~|$HOME/a|/a/b.txt" },
  { "fs -- /a", "- = fs|--|/a paths /a" },
  { "fs --root /a /b", "- = fs|--root|/a|/b paths /b" },
  { "node /srv/index.js /home/me/.config", "- = node|/srv/index.js|/home/me/.config"
    " paths /home/me/.config" },
  { "podman run x /projects", "- = podman|run|x|/projects" },
  { "claude mcp add files -- npx -y fs /home/me", "files = npx|-y|fs|/home/me paths /home/me" },
  { "claude mcp add -s user -e K=v x -- npx x", "x = npx|x" },
  { "codex mcp add docs -- docs-server", "docs = docs-server" },
  { "claude mcp serve", "- = claude|mcp|serve" },
  { "paddock run --key k -- npx x", "- = npx|x" },
  { "paddock run --url https://example.org/mcp", "- = https://example.org/mcp" },
  { "paddock run --confine --key k --confine-network=none --name=n --confine-read /opt/x -- npx "
    "x --env", "- = npx|x|--env options --confine|--confine-network=none|--confine-read|/opt/x" },
  { "paddock run --confine-env -- --confine npx --confine", "- = npx|--confine options "
    "--confine-env|--|--confine" },
  { "paddock run --url=https://example.org/mcp", "- !" },
  { "https://example.org/mcp?api_key=S", "- !" },
  { "https://example.org/mcp?mode=read", "- = https://example.org/mcp?mode=read" },
  { "paddock run --bearer-file /f --url https://example.org/mcp --insecure",
    "- = https://example.org/mcp options --bearer-file|/f|--insecure" },
  { "paddock mcp", "- !" },

  { "https://example.org/mcp", "- = https://example.org/mcp" },
  { " HTTPS://example.org/mcp?x=1 ", "- = HTTPS://example.org/mcp?x=1" },
  { "http://127.0.0.1:8080/", "- = http://127.0.0.1:8080/" },
  { "http://[::1]:8080/mcp", "- = http://[::1]:8080/mcp" },
  { "http://example.org/", "- !" },
  { "https://", "- !" },
  { "https:///x", "- !" },
  { "https://a b", NULL },
  { "ftp://example.org/", NULL },
  { "vscode:mcp/install?%7B%22name%22%3A%22x%22%7D", NULL },
  { "cursor://anysphere.cursor-deeplink/mcp/install?name=x", NULL },

  { "", NULL },
  { " \n", NULL },
  { "// nothing", NULL },
  { "a 'b", NULL },
  { "a \"b", NULL },
  { "a \\", NULL },
  { "'' a", NULL },
  { "FOO=bar", NULL },
  { "npm install -g x\nx", NULL },
  { "cd /srv && node x", NULL },
  { "curl https://example.org/x | sh", NULL },
  { "claude mcp add files npx x", NULL },
  { "extensions:\n  x:\n    cmd: x", NULL },
  { "a \377", NULL },
};

static void
test_lines (void)
{
  check_rows (line_rows, G_N_ELEMENTS (line_rows));
}

/* Only an empty text is refused without a reason. */
static void
test_empty (void)
{
  static const struct { const char *text;
                        gboolean is_quiet;
  } rows[] = {
    { "", TRUE }, { " \n\t", TRUE }, { "``` \n```", TRUE }, { "\357\273\277", TRUE },
    { "{", FALSE }, { "'", FALSE }, { "\"\"", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (paddock_paste_parse (rows[i].text, strlen (rows[i].text), &error));
    g_assert_cmpint (*error->message == '\0', ==, rows[i].is_quiet);
  }
}

static void
check_refused (const char *text,
               gsize       length,
               int         code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_paste_parse (text, length, &error));
  g_assert_error (error, PADDOCK_ERROR, code);
}

static void
test_hostile (void)
{
  const gsize max = 8 * 1024 * 1024;
  g_autofree char *many = g_malloc (2 * max + 2);
  g_autoptr (GString) list = g_string_new ("{\"mcpServers\":{");
  g_autoptr (GPtrArray) servers = NULL;

  memset (many, '[', 2 * max + 2);
  check_refused (many, 2 * max + 1, PADDOCK_ERROR_LIMIT);
  check_refused (many, max + 1, PADDOCK_ERROR_LIMIT);
  check_refused (many, max, PADDOCK_ERROR_INVALID_ARGUMENT);
  many[0] = '{';
  check_refused (many, max, PADDOCK_ERROR_INVALID_ARGUMENT);
  memset (many, '\\', max);
  check_refused (many, max - 1, PADDOCK_ERROR_INVALID_ARGUMENT);
  memset (many, 'a', max);
  check_refused ("a\0b", 3, PADDOCK_ERROR_INVALID_ARGUMENT);
  servers = paddock_paste_parse (many, max, NULL);
  g_assert_cmpuint (servers->len, ==, 1);

  for (guint i = 0; i < 256; i++)
    g_string_append_printf (list, "%s\"%u\":{\"command\":\"a\"}", i > 0 ? "," : "", i);
  g_clear_pointer (&servers, g_ptr_array_unref);
  g_string_append (list, "}}");
  servers = paddock_paste_parse (list->str, list->len, NULL);
  g_assert_cmpuint (servers->len, ==, 256);
  g_string_truncate (list, list->len - 2);
  g_string_append (list, ",\"x\":{\"command\":\"a\"}}}");
  check_refused (list->str, list->len, PADDOCK_ERROR_INVALID_ARGUMENT);
}

/* A reason never repeats what the text says, which may be secret. */
static void
test_secrets (void)
{
  static const char * const texts[] = {
    "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"env\":{\"K\":\"SECRET\"}}", "KEY=SECRET",
    "KEY=SECRET x 'SECRET", "ftp://SECRET@x/", "SECRET && x", "x\nSECRET",
    "{\"a\":{\"url\":\"http://SECRET.example/\"}}", "{\"a\":{\"command\":\"paddock\",\"args\":"
    "[\"SECRET\"]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) servers = paddock_paste_parse (texts[i], strlen (texts[i]), &error);
    const PaddockPaste *first = servers != NULL ? g_ptr_array_index (servers, 0) : NULL;
    const char *reason = error != NULL ? error->message : first->trouble;

    g_assert_nonnull (reason);
    g_assert_null (strstr (reason, "SECRET"));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paste-parse/json", test_json);
  g_test_add_func ("/paste-parse/lines", test_lines);
  g_test_add_func ("/paste-parse/empty", test_empty);
  g_test_add_func ("/paste-parse/hostile", test_hostile);
  g_test_add_func ("/paste-parse/secrets", test_secrets);
  return g_test_run ();
}
