/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-mask.h"

#include "paddock-app-file.h"

#include <string.h>

/* What is shown of apps' files. In the rows, a secret has "SECRET" in it, and nothing else has. */

#define JSON "cursor"
#define COMMENTS "vscode"
#define ZED "zed"
#define TOML "codex"
#define YAML "goose"
#define LIST "continue"
#define KEYED "opencode"

static char *
show (const char *id,
      const char *text)
{
  const PaddockApp *app = paddock_app_find (id);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GBytes) shown = NULL;
  gsize size;
  const char *data;

  g_assert_nonnull (app);
  shown = paddock_app_mask_make (app, bytes, 0, strlen (text));
  data = g_bytes_get_data (shown, &size);
  return g_strndup (data, size);
}

static guint
count_feeds (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

typedef struct {
  const char *app;
  const char *text;
  const char *shown;
} Row;

static void
check (const Row *rows,
       gsize      n_rows)
{
  for (gsize i = 0; i < n_rows; i++) {
    const PaddockApp *app = paddock_app_find (rows[i].app);
    g_autoptr (GBytes) bytes = g_bytes_new (rows[i].text, strlen (rows[i].text));
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, &error);
    g_autofree char *shown = show (rows[i].app, rows[i].text);

    g_test_message ("%s", rows[i].text);
    g_assert_no_error (error);
    g_assert_cmpstr (shown, ==, rows[i].shown);
    g_assert_null (strstr (shown, "SECRET"));
    g_assert_cmpuint (count_feeds (shown), ==, count_feeds (rows[i].text));
  }
}

#define SERVER(members) "{\"mcpServers\":{\"s\":{" members "}}}"

static const Row json[] = {
  { JSON, SERVER ("\"command\":\"npx\",\"args\":[\"-y\",\"pkg\"]"),
    SERVER ("\"command\":\"npx\",\"args\":[\"-y\",\"pkg\"]") },
  { JSON, SERVER (
      "\"env\":{\"A\":\"SECRET\",\"B\":\"\",\"C\":1,\"D\":[\"SECRET\"],\"E\":{\"F\":\"SECRE"
      "T\"}}"),
    SERVER (
      "\"env\":{\"A\":\"••••\",\"B\":\"\",\"C\":••••,\"D\":[\"••••\"],\"E\":{\"F\":\"••••\""
      "}}") },
  /* Quotes and escapes in a value. */
  { JSON, SERVER ("\"env\":{\"A\":\"x\\\"SECRET\\\\\",\"\\u0041\":\"\\u0053ECRET SECRET\"}"),
    SERVER ("\"env\":{\"A\":\"••••\",\"\\u0041\":\"••••\"}") },
  { JSON, SERVER ("\"\\u0065nv\":{\"A\":\"SECRET\"}"), SERVER ("\"\\u0065nv\":{\"A\":\"••••\"}") },
  { JSON, SERVER (
      "\"url\":\"https://h/mcp\",\"headers\":{\"X\":\"SECRET\"},\"requestHeaders\":[\"SECRE"
      "T\"]"),
    SERVER (
      "\"url\":\"https://h/mcp\",\"headers\":{\"X\":\"••••\"},\"requestHeaders\":[\"••••\"]") },
  { JSON, SERVER (
      "\"auth\":{\"CLIENT_TOKEN\":\"SECRET\"},\"apiKey\":\"SECRET\",\"tokens\":[\"SECRET\","
      "true]"),
    SERVER ("\"auth\":{\"CLIENT_TOKEN\":\"••••\"},\"apiKey\":\"••••\","
            "\"tokens\":[\"••••\",••••]") },
  { JSON, SERVER ("\"needsToken\":true,\"token\":null"), SERVER (
      "\"needsToken\":true,\"token\":null") },
  /* Arguments. */
  { JSON, SERVER ("\"command\":\"x\",\"args\":[\"--api-key\",\"SECRET\",\"y\"]"),
    SERVER ("\"command\":\"x\",\"args\":[\"--api-key\",\"••••\",\"y\"]") },
  { JSON, SERVER (
      "\"args\":[\"--token=SECRET\",\"--\\u0074oken=\\\"SECRET\\\" é\",\"é\\u00e9\\ud83d\\u"
      "de00 --pin=\\/SECRET\"]"),
    SERVER (
      "\"args\":[\"--token=••••\",\"--\\u0074oken=••••\",\"é\\u00e9\\ud83d\\ude00 --pin=•••"
      "•\"]") },
  { JSON, SERVER (
      "\"args\":[\"--header\",\"X-Api: SECRET\",\"-HAuthorization: Bearer SECRET\",\"Author"
      "ization: Bearer SECRET\"]"),
    SERVER (
      "\"args\":[\"--header\",\"X-Api: ••••\",\"-HAuthorization: ••••\",\"Authorization: ••"
      "••\"]") },
  { JSON, SERVER ("\"command\":\"mysql\",\"args\":[\"-p\",\"SECRET\"]"),
    SERVER ("\"command\":\"mysql\",\"args\":[\"-p\",\"••••\"]") },
  { JSON, SERVER ("\"command\":\"sh\",\"args\":[\"-c\",\"API_KEY=SECRET npx -y x\"]"),
    SERVER ("\"command\":\"sh\",\"args\":[\"-c\",\"API_KEY=••••\"]") },
  { JSON, SERVER ("\"command\":\"API_KEY=SECRET npx\""), SERVER ("\"command\":\"API_KEY=••••\"") },
  { JSON, SERVER ("\"args\":[\"ghp_SECRET0123456789abcdef\",\"a b\"]"), SERVER (
      "\"args\":[\"••••\",\"a b\"]") },
  { JSON, SERVER ("\"args\":[\"--pin\",1234,\"--token\",\"\\u0000SECRET\"]"),
    SERVER ("\"args\":[\"--pin\",••••,\"--token\",\"••••\"]") },
  { JSON, SERVER ("\"command\":\"docker\",\"args\":[\"run\",\"-e\",\"A=SECRET\",\"-e\",\"B\","
                  "\"--env=C=SECRET\",\"--env\",\"D=\"]"),
    SERVER ("\"command\":\"docker\",\"args\":[\"run\",\"-e\",\"A=••••\",\"-e\",\"B\","
            "\"--env=C=••••\",\"--env\",\"D=\"]") },
  /* Addresses: names stay. */
  { JSON, SERVER ("\"url\":\"https://me:SECRET@h:1/p?api_key=SECRET&x=SECRET&SECRET#a=SECRET\""),
    SERVER ("\"url\":\"https://••••@h:1/p?api_key=••••&x=••••&••••#a=••••\"") },
  { JSON, SERVER ("\"url\":\"https:\\/\\/me:SECRET@h\\/p?api_key=SECRET\\u0026b=SECRET\""),
    SERVER ("\"url\":\"https:\\/\\/••••@h\\/p?api_key=••••\\u0026b=••••\"") },
  /* The keys that Paddock makes. */
  { JSON, SERVER ("\"args\":[\"run\",\"--key\",\"cursor-abcdefghi123\",\"--\",\"npx\"]"),
    SERVER ("\"args\":[\"run\",\"--key\",\"cursor-abcdefghi123\",\"--\",\"npx\"]") },
  { JSON, SERVER ("\"args\":[\"run\",\"--key\",\"SECRET\",\"--\",\"npx\"]"),
    SERVER ("\"args\":[\"run\",\"--key\",\"••••\",\"--\",\"npx\"]") },
  /* Servers and folders with names like secrets. */
  { JSON, "{\"mcpServers\":{\"keycloak\":{\"command\":\"a\"},\"env\":{\"command\":\"b\",\"env\""
    ":{\"command\":\"SECRET\"}}}}",
    "{\"mcpServers\":{\"keycloak\":{\"command\":\"a\"},\"env\":{\"command\":\"b\",\"env\""
    ":{\"command\":\"••••\"}}}}" },
  { "claude-code",
    "{\"projects\":{\"/home/me/monkey\":{\"mcpServers\":{\"s\":{\"command\":\"a\",\"env\""
    ":{\"B\":\"SECRET\"}}}}}}",
    "{\"projects\":{\"/home/me/monkey\":{\"mcpServers\":{\"s\":{\"command\":\"a\",\"env\""
    ":{\"B\":\"••••\"}}}}}}" },
  { JSON, "{\"mcpServers\":{\"TOKEN\":\"SECRET\"}}", "{\"mcpServers\":{\"TOKEN\":\"••••\"}}" },
  { KEYED,
    "{\"mcp\":{\"s\":{\"type\":\"local\",\"command\":[\"mysql\",\"-pSECRET\"],\"environme"
    "nt\":{\"A\":\"SECRET\"}}}}",
    "{\"mcp\":{\"s\":{\"type\":\"local\",\"command\":[\"mysql\",\"-p••••\"],\"environment"
    "\":{\"A\":\"••••\"}}}}" },
  { COMMENTS, "{\"terminal.integrated.env.linux\":{\"A\":\"SECRET\"},\"NODE_ENV\":\"b\"}",
    "{\"terminal.integrated.env.linux\":{\"A\":\"••••\"},\"NODE_ENV\":\"••••\"}" },
};

static const Row comments[] = {
  { COMMENTS, "{\n// \"API_KEY\": \"SECRET\",\n// plain\n\"servers\":{ // more\n}}",
    "{\n// \"API_KEY\": ••••\n// plain\n\"servers\":{ // more\n}}" },
  /* The value may be on the next line. */
  { COMMENTS, "{\n/* \"token\":\n * \"SECRET\"\n * x */\"servers\":{}}",
    "{\n/* \"token\":\n ••••\n * x */\"servers\":{}}" },
  /* Variables of any name. */
  { COMMENTS, "{\"servers\":{\"s\":{\"env\":{ // \"A\": \"SECRET\"\n"
    "\"B\":\"SECRET\" /* SECRET */},\n"
    "// \"env\": {\"A\":\n//   \"SECRET\"}\n\"command\":\"a\" // ok\n}}}",
    "{\"servers\":{\"s\":{\"env\":{ // ••••\n\"B\":\"••••\" /* •••• */},\n"
    "// ••••\n//   ••••\n\"command\":\"a\" // ok\n}}}" },
  { COMMENTS, "{\"servers\":{\"s\":{\n// \"env\": {\"A\":\n//   \"SECRET\"}\n\"command\":\"a\",\n"
    "// curl https://me:SECRET@h/ -H 'Authorization: Bearer SECRET'\n"
    "// ghp_SECRET0123456789abcdef\n}}}",
    "{\"servers\":{\"s\":{\n// \"env\": {\"••••\n//   ••••\n\"command\":\"a\",\n"
    "// curl https://••••\n// ••••\n}}}" },
};

static const Row toml[] = {
  { TOML, "[mcp_servers.s]\ncommand = \"npx\" # hi\nargs = ['--token', 'SECRET']\n"
    "env = { A = \"SECRET\", B = 'SECRET' }\n",
    "[mcp_servers.s]\ncommand = \"npx\" # hi\nargs = ['--token', '••••']\n"
    "env = { A = \"••••\", B = '••••' }\n" },
  { TOML, "[mcp_servers.s.env]\nA = \"\"\"\n  SECRET\n\n  SECRET \\\"\n\"\"\"\n"
    "B = '''SECRET'''\n# C = SECRET\n[mcp_servers.t]\n# fine\n",
    "[mcp_servers.s.env]\nA = \"\"\"\n  ••••\n\n  ••••\n\"\"\"\nB = '''••••'''\n# ••••\n"
    "[mcp_servers.t]\n# fine\n" },
  { TOML, "[mcp_servers.s]\nenv.A = 'SECRET'\nenv.\"B\" = \"SECRET\" # SECRET\n"
    "url = 'https://h/?key=SECRET'\nbearer_token = \"SECRET\"\n",
    "[mcp_servers.s]\nenv.A = '••••'\nenv.\"B\" = \"••••\" # ••••\n"
    "url = 'https://h/?key=••••'\nbearer_token = \"••••\"\n" },
  { TOML, "[mcp_servers.s]\nargs = [\n  \"--api-key\",\n  # comment\n  \"\"\"SECRET\"\"\",\n"
    "  \"\"\"--token=\nSECRET\"\"\",\n]\nhttp_headers = { \"X-A\" = \"SECRET\" }\n",
    "[mcp_servers.s]\nargs = [\n  \"--api-key\",\n  # comment\n  \"\"\"••••\"\"\",\n"
    "  \"\"\"••••\n••••\"\"\",\n]\nhttp_headers = { \"X-A\" = \"••••\" }\n" },
  { TOML, "# token = \"SECRET\"\n# env = { A = \"SECRET\" }\n# B = \"SECRET\"\n"
    "[mcp_servers.s]\ncommand = \"\\u0041PI_KEY=SECRET x\"\n",
    "# token = \"••••\n# env = { ••••\n# ••••\n[mcp_servers.s]\n"
    "command = \"\\u0041PI_KEY=••••\"\n" },
};

static const Row yaml[] = {
  { YAML, "extensions:\n  s:\n    cmd: npx\n    args:\n      - --api-key\n      - SECRET\n"
    "      - \"--token=SECRET\"\n      - 'it''s --pin=SECRET'\n    envs:\n"
    "      A: SECRET\n      B: 'SECRET'\n      C: |-\n        SECRET\n"
    "        SECRET # SECRET\n      D: SECRET\n        SECRET\n    # E: SECRET\n"
    "    type: stdio\n",
    "extensions:\n  s:\n    cmd: npx\n    args:\n      - --api-key\n      - ••••\n"
    "      - \"--token=••••\"\n      - 'it''s --pin=••••'\n    envs:\n      A: ••••\n"
    "      B: '••••'\n      C: |-\n        ••••\n        ••••\n      D: ••••\n"
    "        ••••\n    # ••••\n    type: stdio\n" },
  { YAML, "extensions:\n  s:\n    cmd: >-\n      npx --api-key\n      SECRET\n"
    "    args: [a, '--token', !x SECRET, \"\\x2d-pin=SECRET\"]\n",
    "extensions:\n  s:\n    cmd: >-\n      ••••\n      ••••\n"
    "    args: [a, '--token', ••••, \"\\x2d-pin=••••\"]\n" },
  { YAML, "x: &e\n  A: SECRET\nextensions:\n  s:\n    envs: *e\n    headers:\n      <<: *e\n"
    "      B: SECRET\n",
    "x: &e\n  A: ••••\nextensions:\n  s:\n    envs: ••••\n    headers:\n      <<: ••••\n"
    "      B: ••••\n" },
  { LIST, "mcpServers:\n  - name: s\n    command: npx\n    env:\n      A: SECRET\n",
    "mcpServers:\n  - name: s\n    command: npx\n    env:\n      A: ••••\n" },
};

static void
test_json (void)
{
  check (json, G_N_ELEMENTS (json));
}

static void
test_comments (void)
{
  check (comments, G_N_ELEMENTS (comments));
}

static void
test_toml (void)
{
  check (toml, G_N_ELEMENTS (toml));
}

static void
test_yaml (void)
{
  check (yaml, G_N_ELEMENTS (yaml));
}

/* A file that can't be read is hidden as a whole. */
static void
test_unread (void)
{
  static const char * const apps[] = { JSON, TOML, YAML };

  for (gsize i = 0; i < G_N_ELEMENTS (apps); i++) {
    g_autofree char *shown = show (apps[i], "{ \"a\n  b: 1\n");

    g_assert_cmpstr (shown, ==, "••••\n  ••••\n");
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-mask/json", test_json);
  g_test_add_func ("/app-mask/comments", test_comments);
  g_test_add_func ("/app-mask/toml", test_toml);
  g_test_add_func ("/app-mask/yaml", test_yaml);
  g_test_add_func ("/app-mask/unread", test_unread);
  return g_test_run ();
}
