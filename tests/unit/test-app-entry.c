/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-entry.h"

#include "paddock-jsonc.h"

#include <string.h>

/* What an entry is, and why Paddock can't change it. The file is {"e":ENTRY}. */

#define OTHER PADDOCK_APP_ENTRY_OTHER
#define COMMAND PADDOCK_APP_ENTRY_COMMAND
#define ADDRESS PADDOCK_APP_ENTRY_ADDRESS
#define URL "\"url\":\"https://x.org/mcp\""

typedef struct {
  const char         *app;
  const char         *entry;
  PaddockAppEntryKind kind;
  PaddockAppObstacle  obstacle;
  const char         *words;        /* with "|" between them, or the address */
  gboolean            is_connected;
} Case;

static const Case commands[] = {
  { "cursor", "{\"command\":\"npx\"}", COMMAND, PADDOCK_APP_OBSTACLE_NONE, "npx" },
  { "cursor", "{\"command\":\"npx\",\"args\":[]}", COMMAND, PADDOCK_APP_OBSTACLE_NONE, "npx" },
  { "cursor", "{\"args\":[\"-y\",\"\"],\"x\":[{}],\"command\":\"npx\"}", COMMAND,
    PADDOCK_APP_OBSTACLE_NONE, "npx|-y|" },
  { "cursor", "{\"c\\u006fmmand\":\"n\\u0070x\"}", COMMAND, PADDOCK_APP_OBSTACLE_NONE, "npx" },
  { "cursor", "{\"command\":\"${HOME}/x\"}", COMMAND, PADDOCK_APP_OBSTACLE_NONE, "${HOME}/x" },
  { "opencode", "{\"command\":[\"npx\",\"-y\"]}", COMMAND, PADDOCK_APP_OBSTACLE_NONE, "npx|-y" },
  { "opencode", "{\"type\":\"local\",\"command\":[\"${X}\"]}", COMMAND, PADDOCK_APP_OBSTACLE_NONE,
    "${X}" },
  { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"K\",\"--\",\"npx\",\"-y\"]}",
    COMMAND, PADDOCK_APP_OBSTACLE_NONE, "npx|-y", TRUE },
  { "opencode", "{\"command\":[\"/x/paddock-host\",\"run\",\"npx\"]}", COMMAND,
    PADDOCK_APP_OBSTACLE_NONE, "npx", TRUE },
  { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--url\",\"u\"]}", ADDRESS,
    PADDOCK_APP_OBSTACLE_NONE, "u", TRUE },

  { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--url\",\"u\",\"--name\",\"f\"]}",
    ADDRESS, PADDOCK_APP_OBSTACLE_OPTIONS, "u", TRUE },
  { "cursor", "{\"command\":\"paddock\",\"args\":[\"mcp\"]}", OTHER,
    PADDOCK_APP_OBSTACLE_OWN_SERVER, NULL },
  { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--x\"]}", OTHER,
    PADDOCK_APP_OBSTACLE_OPTIONS, NULL },
  { "cursor", "{\"command\":\"env\",\"args\":[\"A=1\",\"paddock\",\"run\",\"--\",\"x\"]}",
    COMMAND, PADDOCK_APP_OBSTACLE_OPTIONS, "env|A=1|paddock|run|--|x" },
  { "cursor", "{\"command\":\"paddock\",\"args\":[\"run\",\"--\",\"paddock\",\"run\",\"x\"]}",
    COMMAND, PADDOCK_APP_OBSTACLE_OPTIONS, "paddock|run|x", TRUE },
  { "zed", "{\"command\":\"${HOME}/x\"}", COMMAND, PADDOCK_APP_OBSTACLE_VARIABLES, "${HOME}/x" },
  { "cursor", "{\"command\":\"~/x\"}", COMMAND, PADDOCK_APP_OBSTACLE_VARIABLES, "~/x" },
  { "cursor", "{\"command\":\"\"}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":1}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":[\"npx\"]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":{\"path\":\"x\"}}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":\"a\\u0000\"}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":\"x\",\"args\":null}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":\"x\",\"args\":\"-y\"}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":\"x\",\"args\":[\"a\",1]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT,
    NULL },
  { "cursor", "{\"command\":\"x\",\"args\":[[\"a\"]]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT,
    NULL },
  { "cursor", "{\"command\":\"x\",\"args\":[\"\\ud800\"]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT,
    NULL },
  { "opencode", "{\"command\":[]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "opencode", "{\"command\":\"npx\"}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "cursor", "{\"command\":\"x\",\"command\":\"x\"}", OTHER, PADDOCK_APP_OBSTACLE_TWICE, NULL },
  { "cursor", "{\"command\":\"x\",\"comm\\u0061nd\":\"x\"}", OTHER, PADDOCK_APP_OBSTACLE_TWICE,
    NULL },
  { "cursor", "{\"command\":\"x\",\"y\":1,\"y\":2}", OTHER, PADDOCK_APP_OBSTACLE_TWICE, NULL },
  { "cursor", "{\"command\":\"x\"," URL "}", OTHER, PADDOCK_APP_OBSTACLE_AMBIGUOUS, NULL },
  { "cursor", "{}", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
  { "cursor", "{\"Command\":\"x\"}", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
  { "cursor", "[\"npx\"]", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
  { "cursor", "\"npx\"", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
  { "cursor", "null", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
};

#define SECRET(url, obstacle) \
  { "cursor", "{\"url\":\"" url "\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ ## obstacle, url }
#define HEADER(name, value) "{" URL ",\"headers\":{\"" name "\":" value "}}"
#define X "https://x.org/mcp"

static const Case addresses[] = {
  { "cursor", "{" URL "}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE, X },
  { "cursor", "{\"type\":\"sse\"," URL ",\"disabled\":true}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE,
    X },
  { "gemini", "{\"httpUrl\":\"" X "\"}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE, X },
  { "cursor", "{\"url\":\"http://localhost:3000/\"}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE,
    "http://localhost:3000/" },
  { "cursor", "{\"url\":\"https://${H}/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE,
    "https://${H}/mcp" },
  { "cursor", HEADER ("Authorization", "\"Bearer ${T}\""), ADDRESS, PADDOCK_APP_OBSTACLE_NONE, X },
  { "zed", HEADER ("X-Key", "\"a\""), ADDRESS, PADDOCK_APP_OBSTACLE_NONE, X },

  { "cursor", "{\"url\":\"http://x.org/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ADDRESS,
    "http://x.org/mcp" },
  { "cursor", "{\"url\":\"http://${H}/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ADDRESS,
    "http://${H}/mcp" },
  { "cursor", "{\"url\":\"${U}\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ADDRESS, "${U}" },
  { "cursor", "{\"url\":\"\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ADDRESS, "" },
  { "cursor", "{\"url\":\"file:///x\"}", ADDRESS, PADDOCK_APP_OBSTACLE_ADDRESS, "file:///x" },
  { "cursor", "{\"url\":[\"" X "\"]}", OTHER, PADDOCK_APP_OBSTACLE_NOT_TEXT, NULL },
  { "zed", "{\"url\":\"https://${H}/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_VARIABLES,
    "https://${H}/mcp" },
  { "zed", "{\"url\":\"https://{env:H}/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_VARIABLES,
    "https://{env:H}/mcp" },
  { "opencode", "{\"url\":\"https://{env:H}/mcp\"}", ADDRESS, PADDOCK_APP_OBSTACLE_NONE,
    "https://{env:H}/mcp" },
  { "zed", HEADER ("X-Key", "\"${K}\""), ADDRESS, PADDOCK_APP_OBSTACLE_VARIABLES, X },
  { "windsurf", "{\"url\":\"" X "\",\"serverUrl\":\"" X "\"}", OTHER,
    PADDOCK_APP_OBSTACLE_AMBIGUOUS, NULL },
  SECRET ("https://a.example/mcp?api_key=S", SECRET),
  SECRET ("https://a.example/mcp?x=1&access_token=S", SECRET),
  SECRET ("https://u:p@a.example/mcp", SECRET),
  SECRET ("https://a.example/ghp_0123456789abcdefghij/mcp", SECRET),
  SECRET ("https://a.example/mcp?x=ghp_0123456789abcdefghij", SECRET),
  SECRET ("https://a.example/mcp?api_key=${KEY}", SECRET),
  SECRET ("https://a.example/mcp?tools=a,b&mode=read", NONE),
  SECRET ("https://key.example/token/mcp", NONE),
  SECRET ("https://a.example/mcp?", NONE),
  { "cursor", "{" URL ",\"auth\":{}}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{" URL ",\"type\":1}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{" URL ",\"type\":\"3x\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{" URL ",\"type\":\"a.b\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{" URL ",\"type\":\"htt\\u0070\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{\"\\u0075rl\":\"" X "\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "zed", "{" URL ",\"type\":\"http\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "anythingllm", "{" URL ",\"type\":\"sse\"}", ADDRESS, PADDOCK_APP_OBSTACLE_MEMBERS, X },
  { "cursor", "{" URL ",\"headers\":{}}", ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", "{" URL ",\"headers\":[]}", ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", HEADER ("X-A", "\"1\",\"X-B\":\"2\""), ADDRESS, PADDOCK_APP_OBSTACLE_NONE, X },
  { "cursor", HEADER ("X-A", "1"), ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", HEADER ("X-A", "\" \""), ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", HEADER ("X-A", "\"a\\nX-B: b\""), ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", HEADER ("X-A: b", "\"a\""), ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", HEADER ("Host", "\"a\""), ADDRESS, PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "cursor", "{" URL ",\"env\":{},\"headers\":{\"X-A\":\"1\"}}", ADDRESS,
    PADDOCK_APP_OBSTACLE_HEADERS, X },
  { "kiro", "{" URL "}", OTHER, PADDOCK_APP_OBSTACLE_FORM, NULL },
};

static PaddockAppEntry *
read_entry (const char          *app_id,
            const char          *entry,
            PaddockAppPlaceKind  kind)
{
  const PaddockApp *app = paddock_app_find (app_id);
  PaddockAppPlace place = { "~/x", kind, NULL, NULL };
  g_autofree char *text = g_strdup_printf ("{\"e\":%s}", entry);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (PaddockConfigTree) tree =
    paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS, NULL);

  g_assert_nonnull (tree);
  return paddock_app_entry_new (app, &place, tree, 1, "/p");
}

static void
test_table (gconstpointer data)
{
  const Case *cases = data;
  guint n_cases = cases == commands ? G_N_ELEMENTS (commands) : G_N_ELEMENTS (addresses);

  for (guint i = 0; i < n_cases; i++) {
    g_autoptr (PaddockAppEntry) entry = read_entry (cases[i].app, cases[i].entry,
                                                    PADDOCK_APP_PLACE_USER);
    g_autofree char *words = entry->words != NULL ? g_strjoinv ("|", entry->words)
                                                  : g_strdup (entry->url);

    g_test_message ("%s: %s", cases[i].app, cases[i].entry);
    g_assert_cmpstr (entry->name, ==, "e");
    g_assert_cmpstr (entry->project, ==, "/p");
    g_assert_cmpint (entry->obstacle, ==, cases[i].obstacle);
    g_assert_cmpint (entry->kind, ==, cases[i].kind);
    g_assert_cmpint (entry->is_connected, ==, cases[i].is_connected);
    if (cases[i].words != NULL)
      g_assert_cmpstr (words, ==, cases[i].words);
  }
}

/* Only names of variables and headers leave the file, and no values. */
static void
test_names (void)
{
  static const char * const none[] = { NULL }, * const one[] = { "X-Key", NULL },
  * const two[] = { "A", "B", NULL };
  g_autoptr (PaddockAppEntry) command =
    read_entry ("cursor", "{\"command\":\"x\",\"env\":{\"A\":\"secret\",\"B\":1}}",
                PADDOCK_APP_PLACE_USER);
  g_autoptr (PaddockAppEntry) address = read_entry ("cursor", HEADER ("X-Key", "\"secret\""),
                                                    PADDOCK_APP_PLACE_USER);

  g_assert_cmpstrv (command->variables, two);
  g_assert_cmpstrv (command->headers, none);
  g_assert_cmpstrv (address->variables, none);
  g_assert_cmpstrv (address->headers, one);
}

/* Only addresses that don't go through Paddock yet are left alone, also those on this computer. */
static void
test_left_alone (void)
{
  static const struct { const char *entry;
                        gboolean is_left_alone;
  } rows[] = {
    { "{" URL "}", TRUE },
    { HEADER ("X-Key", "\"secret\""), TRUE },
    { "{\"url\":\"http://localhost:3000/\"}", TRUE },
    { "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"k\",\"--url\",\"" X "\"]}", FALSE },
    { "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"k\",\"--\",\"x\"]}", FALSE },
    { "{\"command\":\"npx\",\"args\":[\"mcp-remote\",\"" X "\"]}", FALSE },
    { "{}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockAppEntry) entry = read_entry ("cursor", rows[i].entry,
                                                    PADDOCK_APP_PLACE_USER);

    g_test_message ("%s", rows[i].entry);
    g_assert_cmpint (paddock_app_entry_is_left_alone (entry), ==, rows[i].is_left_alone);
    g_assert_cmpint (*paddock_app_entry_get_caution (entry) != '\0', ==, rows[i].is_left_alone);
  }
}

static void
test_places (void)
{
  static const char entry[] = "{\"command\":\"npx\"}";
  g_autoptr (PaddockAppEntry) project = read_entry ("cursor", entry, PADDOCK_APP_PLACE_PROJECT);
  g_autoptr (PaddockAppEntry) sandbox = read_entry ("cursor", entry, PADDOCK_APP_PLACE_SANDBOX);
  g_autoptr (PaddockAppEntry) other = read_entry ("cursor", "{}", PADDOCK_APP_PLACE_PROJECT);

  g_assert_cmpint (project->obstacle, ==, PADDOCK_APP_OBSTACLE_PROJECT);
  g_assert_cmpint (sandbox->obstacle, ==, PADDOCK_APP_OBSTACLE_SANDBOX);
  g_assert_cmpint (other->obstacle, ==, PADDOCK_APP_OBSTACLE_FORM);
}

static void
test_folders (void)
{
  static const struct { const char *words, *folders, *named;
  } rows[] = {
    { "npx|-y|@modelcontextprotocol/server-filesystem|/home/me/a|/b", "/home/me/a|/b",
      "/home/me/a|/b" },
    { "/usr/bin/notes|/home/me", "/home/me", "/home/me" },
    { "node|/srv/index.js|/home/me", "/home/me", "/home/me" },
    { "uv|--directory|/srv/x|run|x", "", "" },
    { "x|--root|/a|/b|--|/c", "/b|/c", "/a|/b|/c" },
    { "x|a/b|~/c|./d|--dir=/e", "", "~/c|./d|/e" },
    { "paddock|run|--key|K|--|node|/srv/index.js|/home/me", "/home/me", "/home/me" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = g_strsplit (rows[i].words, "|", -1);
    g_autofree char *list = g_strjoinv ("\",\"", words);
    g_autofree char *text = g_strdup_printf ("{\"command\":[\"%s\"]}", list);
    g_autoptr (PaddockAppEntry) entry = read_entry ("opencode", text, PADDOCK_APP_PLACE_USER);
    g_autofree char *folders = g_strjoinv ("|", entry->folders);
    g_autofree char *named = g_strjoinv ("|", entry->named);

    g_assert_cmpstr (folders, ==, rows[i].folders);
    g_assert_cmpstr (named, ==, rows[i].named);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/app-entry/commands", commands, test_table);
  g_test_add_data_func ("/app-entry/addresses", addresses, test_table);
  g_test_add_func ("/app-entry/names", test_names);
  g_test_add_func ("/app-entry/left-alone", test_left_alone);
  g_test_add_func ("/app-entry/places", test_places);
  g_test_add_func ("/app-entry/folders", test_folders);
  return g_test_run ();
}
