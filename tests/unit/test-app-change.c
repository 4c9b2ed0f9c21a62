/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-change.h"

#include "paddock-app-file.h"
#include "paddock-error.h"

#include <string.h>

/* Entries before and after. test-app-change-property.c has the generated ones. */

#define RUN "\"run\", \"--key\", \"K\", \"--\", "
#define URL_RUN(key) "[\"run\", \"--key\", \"K." key "\", \"--url\", "
#define X "\"https://x.org/mcp\""

typedef struct {
  const char *app;
  const char *before;               /* the entry */
  const char *after;
} Case;

static const Case cases[] = {
  { "cursor", "{\"command\":\"npx\",\"args\":[\"-y\",\"x\"]}",
    "{\"command\":\"paddock\",\"args\":[" RUN "\"npx\", \"-y\",\"x\"]}" },
  { "cursor", "{ \"command\": \"npx\" }",
    "{ \"command\": \"paddock\", \"args\": [ " RUN "\"npx\" ] }" },
  { "cursor", "{\"command\":\"npx\", \"args\": []}",
    "{\"command\":\"paddock\", \"args\": [" RUN "\"npx\"]}" },
  { "cursor", "{\"command\":\"npx\", \"args\": [ ]}",
    "{\"command\":\"paddock\", \"args\": [" RUN "\"npx\" ]}" },
  { "cursor", "{\"args\":[\"a\"],\"env\":{},\"command\":\"\\u006e/\\/\"}",
    "{\"args\":[" RUN "\"\\u006e/\\/\", \"a\"],\"env\":{},\"command\":\"paddock\"}" },
  { "cursor", "{\"command\":\"npx\",\"args\":[\"{root}\"]}",
    "{\"command\":\"paddock\",\"args\":[\"run\", \"--key\", \"K\", \"--literal\", \"--\", "
    "\"npx\", \"{root}\"]}" },
  { "vscode", "{ // a\n\"command\" /* b */: \"npx\", // c\n\"args\": [ // d\n\"-y\", // e\n],}",
    "{ // a\n\"command\" /* b */: \"paddock\", // c\n\"args\": [ " RUN "\"npx\", // d\n\"-y\", "
    "// e\n],}" },
  { "vscode", "{\"command\": \"npx\" // runs npx\n}",
    "{\"command\": \"paddock\", \"args\": [ " RUN "\"npx\" ] // runs npx\n}" },
  { "opencode", "{\"type\":\"local\",\"command\":[\"npx\",\"-y\"]}",
    "{\"type\":\"local\",\"command\":[\"paddock\", " RUN "\"npx\",\"-y\"]}" },
  { "opencode", "{\"command\":[\n  // c\n  \"npx\",\n]}",
    "{\"command\":[\"paddock\", \"run\", \"--key\", \"K\", \"--\",\n  // c\n  \"npx\",\n]}" },

  { "zed", "{ \"url\": " X " }",
    "{ \"command\": \"paddock\", \"args\": " URL_RUN ("url") X "] }" },
  { "vscode", "{\"type\":\"sse\", \"url\" /* a */ : /* b */ " X "}",
    "{\"type\":\"stdio\", \"command\": \"paddock\", \"args\" /* a */ : /* b */ "
    URL_RUN ("url.sse") X "]}" },
  { "gemini", "{\"httpUrl\": " X ", \"headers\": { \"X-A\": \"b: ${C}\" }}",
    "{\"command\": \"paddock\", \"args\": " URL_RUN ("httpUrl") X "], "
    "\"env\": { \"PADDOCK_HTTP_HEADERS\": \"X-A: b: ${C}\" }}" },
  { "zed", "{\"url\":" X ",\"headers\":{\"X-A\":\"b\", // c\n\"\\u0058-B\" : \"c: d\",}}",
    "{\"command\": \"paddock\", \"args\":" URL_RUN ("url") X "],\"env\":{\"PADDOCK_HTTP_HEADERS\":"
    "\"X-A: b\", // c\n\"PADDOCK_HTTP_HEADERS_2\" : \"\\u0058-B: c: d\",}}" },
  { "opencode", "{\"type\":\"remote\",\"url\":" X ",\"headers\":{\"X-A\":\"b\"}}",
    "{\"type\":\"local\",\"command\":[\"paddock\", \"run\", \"--key\", \"K.url.remote\", "
    "\"--url\", " X "],\"environment\":{\"PADDOCK_HTTP_HEADERS\":\"X-A: b\"}}" },
};

#define H "\"PADDOCK_HTTP_HEADERS\""
#define H2 "\"PADDOCK_HTTP_HEADERS_2\""

/* Whole files of Codex. */
static const Case toml_files[] = {
  { "codex", "[mcp_servers.e]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n",
    "[mcp_servers.e]\ncommand = \"paddock\"\nargs = [" RUN "\"npx\", \"-y\", \"x\"]\n" },
  { "codex", "# a\nm = 1\n\n[mcp_servers.e] # b\n  command = 'npx' # c\n[x]\n",
    "# a\nm = 1\n\n[mcp_servers.e] # b\n  command = \"paddock\"\n  args = [ " RUN "'npx' ] # c\n"
    "[x]\n" },
  { "codex", "[mcp_servers]\r\ne.command = \"\"\"npx\"\"\"\r\n",
    "[mcp_servers]\r\ne.command = \"paddock\"\r\ne.args = [ " RUN "\"\"\"npx\"\"\" ]\r\n" },
  { "codex", "\357\273\277mcp_servers.'e'.command='npx'",
    "\357\273\277mcp_servers.'e'.command=\"paddock\"\nmcp_servers.'e'.args = [ " RUN "'npx' ]" },
  { "codex", "[mcp_servers]\ne = { \"command\" = \"npx\", env = { A = \"b\" } }\n",
    "[mcp_servers]\ne = { \"command\" = \"paddock\", \"args\" = [ " RUN "\"npx\" ], "
    "env = { A = \"b\" } }\n" },
  { "codex", "[mcp_servers.e.env]\nA=\"b\"\n[x]\ny=1\n[mcp_servers.e]\nargs=[ # c\n  '-y', # ]\n]\n"
    "command=\"npx\"\n",
    "[mcp_servers.e.env]\nA=\"b\"\n[x]\ny=1\n[mcp_servers.e]\nargs=[ " RUN "\"npx\", # c\n  '-y', "
    "# ]\n]\ncommand=\"paddock\"\n" },

  { "codex", "[mcp_servers.e]\nurl = " X " # c\nenabled = true\n",
    "[mcp_servers.e]\ncommand = \"paddock\"\nargs = " URL_RUN ("url") X "] # c\nenabled = true\n" },
  { "codex",
    "mcp_servers.e = {url = 'https://x.org/mcp', http_headers = {X-A = 'b', \"X-B\"=\"c\"}}",
    "mcp_servers.e = {command = \"paddock\", args = " URL_RUN ("url") "'https://x.org/mcp'], "
    "env = {PADDOCK_HTTP_HEADERS = 'X-A: b', " H2 "=\"X-B: c\"}}" },
  { "codex", "[mcp_servers.e]\n'url' = " X "\n[mcp_servers.e.http_headers] # c\nX-A = \"b\"\n"
    "\n# d\nX-B = \"c\" # e\n",
    "[mcp_servers.e]\n'command' = \"paddock\"\n'args' = " URL_RUN ("url") X "]\n"
    "[mcp_servers.e.env] # c\nPADDOCK_HTTP_HEADERS = \"X-A: b\"\n"
    "\n# d\nPADDOCK_HTTP_HEADERS_2 = \"X-B: c\" # e\n" },
};

/* Whole files of goose and Continue. */
static const Case yaml_files[] = {
  { "goose", "extensions:\n  e:\n    cmd: npx # c\n    args:\n    # d\n    - -y\n    - x\nz: 1\n",
    "extensions:\n  e:\n    cmd: \"paddock\" # c\n    args:\n    # d\n    - \"run\"\n"
    "    - \"--key\"\n"
    "    - \"K\"\n    - \"--\"\n    - npx\n    - -y\n    - x\nz: 1\n" },
  { "goose", "extensions:\n  e:\n    args: [-y, x]\n    'cmd': 'npx'\n",
    "extensions:\n  e:\n    args: [" RUN "'npx', -y, x]\n    'cmd': \"paddock\"\n" },
  { "goose", "extensions:\r\n  e:\r\n    type: stdio\r\n    cmd: npx # é\r\n    envs: {}\r\n",
    "extensions:\r\n  e:\r\n    type: stdio\r\n    cmd: \"paddock\"\r\n"
    "    args: [ " RUN "npx ] # é\r\n"
    "    envs: {}\r\n" },
  { "goose", "extensions: {e: {cmd: npx}, \"f\":{\"cmd\":\"x\"}}",
    "extensions: {e: {cmd: \"paddock\", args: [ " RUN "npx ]}, \"f\":{\"cmd\":\"x\"}}" },
  { "goose", "extensions:\n  e:\n    cmd: npx\n    args: []",
    "extensions:\n  e:\n    cmd: \"paddock\"\n    args: [" RUN "npx]" },
  { "goose", "extensions:\n  e:\n    type: streamable_http # c\n    uri: https://x.org/mcp # d\n"
    "    headers: {}\n"
    "    envs: {}\n    env_keys: []\n    bundled: null\n",
    "extensions:\n  e:\n    type: stdio # c\n    cmd: \"paddock\"\n    args: [\"run\", \"--key\", "
    "\"K.uri.streamable_http\", \"--url\", https://x.org/mcp] # d\n    headers: {}\n"
    "    envs: {}\n    env_keys: []\n    bundled: null\n" },
  { "goose", "extensions:\n  e:\n    type: 'sse'\n    \"uri\": \"https://x.org/mcp\"\n"
    "    headers:\n"
    "      Authorization: Bearer a # c\n      X-Key: 'b: c'\n      # d\n      \"X-A\": \"e\"\n"
    "    envs: {}\n",
    "extensions:\n  e:\n    type: 'stdio'\n    \"cmd\": \"paddock\"\n"
    "    \"args\": [\"run\", \"--key\", "
    "\"K.uri.sse\", \"--url\", \"https://x.org/mcp\"]\n    envs:\n"
    "      PADDOCK_HTTP_HEADERS: Authorization:Bearer a # c\n"
    "      PADDOCK_HTTP_HEADERS_2: 'X-Key: b: c'\n"
    "      # d\n      \"PADDOCK_HTTP_HEADERS_3\": \"X-A: e\"\n    headers: {}\n" },
  { "continue", "mcpServers:\n  - name: e\n    command: npx\n    args:\n      - -y\n"
    "  - command: x\n    name: f\n",
    "mcpServers:\n  - name: e\n    command: \"paddock\"\n    args:\n      - \"run\"\n"
    "      - \"--key\"\n"
    "      - \"K\"\n      - \"--\"\n      - npx\n      - -y\n  - command: x\n    name: f\n" },
  { "continue", "mcpServers:\n- command: npx\n  name: e\n",
    "mcpServers:\n- command: \"paddock\"\n  args: [ " RUN "npx ]\n  name: e\n" },
  { "continue", "mcpServers:\n-  url: https://x.org/mcp\n   name: e\n   type: sse\n",
    "mcpServers:\n-  command: \"paddock\"\n   args: [\"run\", \"--key\", \"K.url.sse\", \"--url\", "
    "https://x.org/mcp]\n   name: e\n   type: stdio\n" },
};

static char *
make_file (const PaddockApp *app,
           const char       *entry)
{
  return g_strdup_printf ("{ \"x\": [1 ], \"%s\":{\"e\":%s } }\n", app->containers[0], entry);
}

/* Reads a file with one entry, and connects or restores it. */
static char *
change (const PaddockApp            *app,
        const char                  *text,
        const PaddockAppConnection  *connection,
        const char * const          *folders,
        GError                     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
  g_autoptr (GPtrArray) entries = paddock_app_file_read (app, &app->places[0], tree, NULL);
  PaddockAppEntry *entry = g_ptr_array_index (entries, 0);
  g_autoptr (GBytes) changed =
    connection != NULL ? paddock_app_change_connect (app, tree, entry, connection, NULL, error)
                       : paddock_app_change_restore (app, tree, entry, folders, NULL, error);

  return changed != NULL ? g_strndup (g_bytes_get_data (changed, NULL), g_bytes_get_size (changed))
                         : NULL;
}

static void
check_row (const PaddockApp *app,
           const char       *before,
           const char       *expected)
{
  static const PaddockAppConnection connection = { "paddock", "K", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *after = NULL, *again = NULL;

  g_test_message ("%s", before);
  after = change (app, before, &connection, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (after, ==, expected);
  again = change (app, after, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, before);
}

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const PaddockApp *app = paddock_app_find (cases[i].app);
    g_autofree char *before = make_file (app, cases[i].before);
    g_autofree char *expected = make_file (app, cases[i].after);

    check_row (app, before, expected);
  }
}

static void
test_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (toml_files); i++)
    check_row (paddock_app_find (toml_files[i].app), toml_files[i].before, toml_files[i].after);
  for (guint i = 0; i < G_N_ELEMENTS (yaml_files); i++)
    check_row (paddock_app_find (yaml_files[i].app), yaml_files[i].before, yaml_files[i].after);
}

/* Files that an app wrote anew, or that a person changed. */
static void
test_restore_files (void)
{
  static const Case rows[] = {
    { "codex", "[mcp_servers.e]\ncommand = \"paddock\"\nargs = [\n    \"run\",\n    \"--key\",\n"
      "    \"K\",\n    \"--\",\n    \"npx\",\n    \"-y\",\n]\n",
      "[mcp_servers.e]\ncommand = \"npx\"\nargs = [\n    \"-y\",\n]\n" },
    { "codex", "[mcp_servers.e]\nargs = [\"run\", \"--key\", \"K.url\", # c\n\"--url\", " X "]\n"
      "enabled = true\ncommand = \"paddock\" # d\n",
      "[mcp_servers.e]\nurl = " X "   # c\n \nenabled = true\n # d\n" },
    { "codex", "[mcp_servers.e]\nargs = [\"run\", \"--key\", \"K.url\", \"--url\", " X "]\n"
      "command = \"paddock\"\n\n[mcp_servers.e.env]\n" H " = 'X.A:b'\n",
      "[mcp_servers.e]\nurl = " X "\n\n[mcp_servers.e.http_headers]\n\"X.A\" = 'b'\n" },
    { "codex", "mcp_servers.e = {command=\"paddock\", args=[\"run\", \"--\", \"npx\"]}",
      "mcp_servers.e = {command=\"npx\", args=[]}" },
    { "goose", "extensions:\n  e:\n    cmd: paddock\n    args:\n    - run\n    - --key\n"
      "    - K\n    - --\n"
      "    - npx\n    envs: {}\n",
      "extensions:\n  e:\n    cmd: npx\n    args: []\n    envs: {}\n" },
    { "goose", "extensions:\n  e:\n    cmd: paddock\n    args: # c\n    - run # d\n    - --\n"
      "    - npx\n    - -y\n",
      "extensions:\n  e:\n    cmd: npx\n    args: # c\n      # d\n     \n     \n    - -y\n" },
    { "goose", "extensions:\n  e:\n    args:\n    - run\n    - --key\n    - K.uri.sse\n"
      "    - --url\n"
      "    - https://x.org/mcp\n    cmd: paddock\n    envs:\n"
      "      PADDOCK_HTTP_HEADERS: 'X-A: b'\n",
      "extensions:\n  e:\n    type: \"sse\"\n    uri: https://x.org/mcp\n    headers:\n"
      "      X-A: 'b'\n" },
    { "continue", "mcpServers:\n  - command: paddock\n\n    args: [run, --key, K.url, # c\n"
      "      --url, "
      "https://x.org/]\n    name: e\n",
      "mcpServers:\n  - \n\n    url: https://x.org/   # c\n       \n    name: e\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *after = change (paddock_app_find (rows[i].app), rows[i].before, NULL, NULL,
                                     &error);

    g_assert_no_error (error);
    g_assert_cmpstr (after, ==, rows[i].after);
  }
}

/* Entries that an app or a person wrote, which Paddock takes itself out of. */
static void
test_restore (void)
{
  static const Case rows[] = {
    { "cursor", "{\"command\":\"/x/paddock\",\"args\":[\"run\",\"npx\",\"-y\"]}",
      "{\"command\":\"npx\",\"args\":[\"-y\"]}" },
    { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--name\",\"N\",\"--\",\"npx\"]}",
      "{\"command\":\"npx\",\"args\":[]}" },
    { "cursor", "{\n  \"args\": [\n    \"run\",\n    \"--key\",\n    \"K.url.http\",\n"
      "    \"--url\",\n    " X "\n  ],\n  \"command\": \"paddock\",\n  \"type\": \"stdio\"\n}",
      "{\n  \"url\": " X ",\n  \"type\": \"http\"\n}" },
    { "cursor", "{\"args\":[\"run\",\"--key\",\"K.url.http\",\"--url\"," X "],"
      "\"command\":\"paddock\"}", "{\"type\": \"http\", \"url\":" X "}" },
    { "vscode", "{\"command\":\"paddock\",\"args\":[\"run\",// a\n\"--\", /* b */ \"npx\", \"c\"]}",
      "{\"command\":\"npx\",\"args\":[// a\n /* b */  \"c\"]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_find (rows[i].app);
    g_autofree char *before = make_file (app, rows[i].before);
    g_autofree char *expected = make_file (app, rows[i].after);
    g_autoptr (GError) error = NULL;
    g_autofree char *after = change (app, before, NULL, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (after, ==, expected);
  }
}

/* Folders in the arguments become `{roots}`, and come back. */
static void
test_folders (void)
{
  static const char * const folders[] = { "/a", "/b", NULL }, * const none[] = { NULL };
  static const PaddockAppConnection connection = { "paddock", "K", folders };
  const PaddockApp *app = paddock_app_find ("vscode");
  g_autofree char *before =
    make_file (app, "{\"command\":\"npx\",\"args\":[\"s\", \"/a\", /* b */ \"/b\", \"/c\"]}");
  g_autofree char *expected = make_file (app, "{\"command\":\"paddock\",\"args\":[" RUN
                                         "\"npx\", \"s\", \"{roots}\" /* b */ , \"/c\"]}");
  g_autofree char *restored =
    make_file (app, "{\"command\":\"npx\",\"args\":[\"s\", \"/a\", \"/b\" /* b */ , \"/c\"]}");
  g_autoptr (GError) error = NULL;
  g_autofree char *after = change (app, before, &connection, NULL, &error);
  g_autofree char *again = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (after, ==, expected);
  again = change (app, after, NULL, folders, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, restored);
  g_assert_null (change (app, after, NULL, NULL, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_null (change (app, after, NULL, none, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
}

/* Several folders behind each other, in a command that is an array. An option's value stays. */
static void
test_many_folders (void)
{
  static const char * const folders[] = { "/c", "/a", "/b", NULL };
  static const PaddockAppConnection connection = { "paddock", "K", folders };
  const PaddockApp *app = paddock_app_find ("opencode");
  g_autofree char *before =
    make_file (app, "{\"command\":[\"/s\",\"--db\",\"/a\",\"/a\",\"/b\",\"/c\"]}");
  g_autofree char *expected =
    make_file (app, "{\"command\":[\"paddock\", " RUN "\"/s\",\"--db\",\"/a\",\"{roots}\"]}");
  g_autoptr (GError) error = NULL;
  g_autofree char *after = change (app, before, &connection, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (after, ==, expected);
}

static void
test_refused (void)
{
  static const char * const folders[] = { "/a", NULL };
  static const struct {
    gboolean    connects;
    const char *entry;
    const char *sentence;           /* (nullable) NULL: any */
  } rows[] = {
    { TRUE, "{}" },
    { TRUE, "{\"command\":\"npx\",\"args\":[1]}" },
    { TRUE, "{\"command\":\"npx\",\"args\":[\"{root}\",\"/a\"]}" },
    { TRUE, "{\"command\":\"npx\",\"args\":[\"s\",\"/a\",\"x\",\"/a\"]}",
      "Paddock can’t change this entry without changing something else." },
    { TRUE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--\",\"npx\"]}",
      "This server already goes through Paddock." },
    { TRUE, "{\"command\":\"paddock\",\"args\":[\"mcp\"]}",
      "This entry is Paddock’s own server." },
    { FALSE, "{\"command\":\"npx\"}", "This server doesn’t go through Paddock." },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"mcp\"]}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--url\",\"u\"]}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"K.evil\",\"--url\",\"u\"]}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"K.url..\",\"--url\",\"u\"]}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--\",\"npx\",\"--x={root}\"]}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"K.url\",\"--url\",\"u\"],"
      "\"env\":{\"PADDOCK_HTTP_HEADERS\":\"x\"}}" },
    { FALSE, "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"K.url\",\"--url\",\"u\"],"
      "\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X: y\",\"A\":\"b\"}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockAppConnection connection = { "paddock", "K", folders };
    const PaddockApp *app = paddock_app_find ("cursor");
    g_autofree char *text = make_file (app, rows[i].entry);
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", rows[i].entry);
    g_assert_null (change (app, text, rows[i].connects ? &connection : NULL, folders, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
    if (rows[i].sentence != NULL)
      g_assert_cmpstr (error->message, ==, rows[i].sentence);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-change/table", test_table);
  g_test_add_func ("/app-change/files", test_files);
  g_test_add_func ("/app-change/restore", test_restore);
  g_test_add_func ("/app-change/restore-files", test_restore_files);
  g_test_add_func ("/app-change/folders", test_folders);
  g_test_add_func ("/app-change/many-folders", test_many_folders);
  g_test_add_func ("/app-change/refused", test_refused);
  return g_test_run ();
}
