/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-launch.h"

#include "paddock-app-change.h"
#include "paddock-app-file.h"

#include <string.h>

/* Entries that an app would not start any more behind `paddock`, and entries that look like them.
 * The first are left alone. The others go through Paddock and back, to the byte. */

#define DEBUGGED PADDOCK_APP_OBSTACLE_DEBUGGED
#define REPLACED PADDOCK_APP_OBSTACLE_REPLACED
#define SHELL PADDOCK_APP_OBSTACLE_SHELL
#define SANDBOX PADDOCK_APP_OBSTACLE_SANDBOX
#define SANDBOXED PADDOCK_APP_OBSTACLE_SANDBOXED
#define ELSEWHERE PADDOCK_APP_OBSTACLE_ELSEWHERE
#define FINE PADDOCK_APP_OBSTACLE_NONE

/* Files with the server "e". In files of JSON, ' stands for ". */
#define VSCODE(members) "{'servers':{'e':{'command':'node'" members "}}}"
#define ZED(members) "{'context_servers':{'e':{" members "}}}"
#define JAN(command) "{'mcpServers':{'e':{'command':'" command "','args':['-y','x']}}}"
#define CODEX(members) "[mcp_servers.e]\ncommand = 'x'\n" members "\n"
#define GEMINI(settings) "{" settings "'mcpServers':{'e':{'command':'npx','args':['-y','x']}}}"
#define URL "'url':'https://x.org/mcp'"

typedef struct {
  const char         *app;
  PaddockAppObstacle  obstacle;
  const char         *text;
} Case;

static const Case debugged[] = {
  { "vscode", DEBUGGED, VSCODE (",'dev':{'debug':{'type':'node'}}") },
  { "vscode", DEBUGGED, VSCODE (",'dev':{'watch':'**/*.js','debug':{'type':'debugpy'}}") },
  { "vscode-insiders", DEBUGGED, VSCODE (",'args':['x.js'],'dev':{'debug':{}}") },
  { "vscodium", DEBUGGED, VSCODE (",'d\\u0065v':{'debug':{'type':'node'}}") },

  { "vscode", FINE, VSCODE ("") },
  { "vscode", FINE, VSCODE (",'dev':{'watch':'**/*.js'}") },
  { "vscode", FINE, VSCODE (",'dev':{'debug':null}") },
  { "vscode", FINE, VSCODE (",'dev':{'debug':false}") },
  { "vscode", FINE, VSCODE (",'dev':'debug'") },
  { "vscode", FINE, VSCODE (",'debug':{'type':'node'}") },
  { "vscode", FINE, VSCODE (",'env':{'dev':'debug'}") },
  { "vscode", FINE, "{'dev':{'debug':{'type':'node'}},'servers':{'e':{'command':'node'}}}" },
  { "cursor", FINE, "{'mcpServers':{'e':{'command':'node','dev':{'debug':{'type':'node'}}}}}" },
};

static const Case replaced[] = {
  { "jan", REPLACED, JAN ("npx") },
  { "jan", REPLACED, JAN ("uvx") },
  { "jan", REPLACED, JAN ("n\\u0070x") },
  { "jan", REPLACED, "{'mcpServers':{'e':{'command':'uvx'}}}" },

  { "jan", FINE, JAN ("/usr/bin/npx") },
  { "jan", FINE, JAN ("npx ") },
  { "jan", FINE, JAN ("NPX") },
  { "jan", FINE, JAN ("uv") },
  { "jan", FINE, JAN ("pnpx") },
  { "jan", FINE, "{'mcpServers':{'e':{'command':'env','args':['npx','-y','x']}}}" },
  { "claude-desktop", FINE, JAN ("npx") },
};

static const Case lines[] = {
  { "zed", SHELL, ZED ("'command':'npx -y x'") },
  { "zed", SHELL, ZED ("'command':'npx -y x','args':[],'env':{}") },
  { "zed", SHELL, ZED ("'source':'custom','command':'cd x && ./server'") },
  { "zed", SHELL, ZED ("'command':'A=1'") },
  { "zed", SHELL, ZED ("'command':'/opt/My App/server'") },
  { "zed", SHELL, ZED ("'command':'server;'") },
  { "zed", SHELL, ZED ("'command':'/opt/*/server'") },
  { "zed", SHELL, ZED ("'command':'server\\t--stdio'") },
  { "zed", SHELL, ZED ("'command':'(server)'") },
  { "zed", SHELL, ZED ("'command':'it\\u0027s'") },

  { "zed", FINE, ZED ("'command':'server'") },
  { "zed", FINE, ZED ("'command':'/opt/b-1.2_x/server','args':[]") },
  { "zed", FINE, ZED ("'command':'/home/j\303\266rg/server'") },
  { "zed", FINE, ZED ("'command':'npx','args':['-y','x']") },
  { "zed", FINE, ZED ("'command':'/opt/My App/server','args':['--stdio']") },
  { "zed", FINE, ZED ("'command':'sh','args':['-c','cd x && ./server']") },
  { "windsurf", FINE, "{'mcpServers':{'e':{'command':'/opt/My App/server'}}}" },
};

static const Case placed[] = {
  { "vscode", SANDBOXED, VSCODE (",'sandboxEnabled':true") },
  { "vscode", SANDBOXED, VSCODE (",'sandbox':{'network':{}},'sandboxEnabled':true") },
  { "vscodium", SANDBOXED, VSCODE (",'sandboxEnabled':'true'") },
  { "vscode", SANDBOXED, VSCODE (",'sandboxEnabled':true,'dev':{'debug':{'type':'node'}}") },
  { "gemini", SANDBOX, GEMINI ("'tools':{'sandbox':true},") },
  { "gemini", SANDBOX, GEMINI ("'tools':{'sandbox':'docker'},") },
  { "gemini", SANDBOX, GEMINI ("'tools':{'sandbox':{'enabled':true,'command':'podman'}},") },
  { "gemini", SANDBOX, GEMINI ("'tools':{'sandbox':'$MY_SANDBOX'},") },
  { "gemini", SANDBOX, "{'mcpServers':{'e':{'httpUrl':'https://x.org/'}},'tools':{'sandbox':1}}" },
  { "qwen-code", SANDBOX, GEMINI ("'tools':{'sandbox':'podman'},") },
  { "qwen-code", SANDBOX, GEMINI ("'sandbox':true,") },
  { "codex", ELSEWHERE, CODEX ("experimental_environment = 'remote'") },
  { "codex", ELSEWHERE, CODEX ("experimental_environment = 'box'\nargs = ['-y']") },
  { "codex", ELSEWHERE, CODEX ("environment_id = \"executor-1\"") },
  { "zed", ELSEWHERE, ZED ("'command':'server','remote':true") },

  { "vscode", FINE, VSCODE (",'sandboxEnabled':false") },
  { "vscode", FINE, VSCODE (",'sandbox':{'network':{'allowedDomains':[]}}") },
  { "vscode", FINE, VSCODE (",'args':['sandboxEnabled']") },
  { "vscode", FINE, "{'sandboxEnabled':true,'servers':{'e':{'command':'x'}}}" },
  { "vscode", FINE, "{'servers':{'e':{'command':'x'},'f':{'command':'y','sandboxEnabled':true}}}" },
  { "vscode", FINE, "{'servers':{'e':{" URL "}}}" },
  { "gemini", FINE, GEMINI ("'tools':{'sandbox':false},") },
  { "gemini", FINE, GEMINI ("'tools':{'sandbox':'false'},") },
  { "gemini", FINE, GEMINI ("'tools':{'sandbox':''},") },
  { "gemini", FINE, GEMINI ("'tools':{'sandbox':{'enabled':false,'command':'docker'}},") },
  { "gemini", FINE, GEMINI ("'tools':{'sandboxNetworkAccess':true,'core':['sandbox']},") },
  { "gemini", FINE, GEMINI ("'security':{'toolSandboxing':true},") },
  { "gemini", FINE, GEMINI ("'general':{'tools':{'sandbox':true}},") },
  { "qwen-code", FINE, GEMINI ("'tools':{'executionSandbox':{'network':'open'}},") },
  { "claude-code", FINE, GEMINI ("'tools':{'sandbox':true},") },
  { "codex", FINE, CODEX ("experimental_environment = 'local'") },
  { "codex", FINE, CODEX ("env = { experimental_environment = 'remote' }") },
  { "codex", FINE, "sandbox_mode = 'read-only'\n" CODEX ("") },
  { "zed", FINE, ZED ("'command':'server','remote':false") },
  { "zed", FINE, ZED ("'command':'server','env':{'remote':'true'}") },
};

static GBytes *
make_bytes (const Case *one)
{
  char *text = g_strdup (one->text);

  if (!g_str_equal (one->app, "codex"))
    g_strdelimit (text, "'", '"');
  return g_bytes_new_take (text, strlen (text));
}

/* Reads the file, and returns its first entry. */
static const PaddockAppEntry *
read_entry (const PaddockApp   *app,
            GBytes             *bytes,
            PaddockConfigTree **tree,
            GPtrArray         **entries)
{
  g_autoptr (GError) error = NULL;

  *tree = paddock_app_file_scan (app, bytes, &error);
  g_assert_no_error (error);
  *entries = paddock_app_file_read (app, app->places, *tree, &error);
  g_assert_no_error (error);
  g_assert_cmpuint ((*entries)->len, >=, 1);
  return g_ptr_array_index (*entries, 0);
}

static void
check_there_and_back (const PaddockApp        *app,
                      const PaddockConfigTree *tree,
                      const PaddockAppEntry   *entry)
{
  static const PaddockAppConnection connection = { "paddock", "k", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) connected = paddock_app_change_connect (app, tree, entry, &connection, NULL,
                                                             &error);
  g_autoptr (GBytes) restored = NULL;
  g_autoptr (PaddockConfigTree) new_tree = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  const PaddockAppEntry *changed;

  g_assert_no_error (error);
  changed = read_entry (app, connected, &new_tree, &entries);
  g_assert_true (changed->is_connected);
  restored = paddock_app_change_restore (app, new_tree, changed, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (restored, paddock_config_tree_get_bytes (tree)));
}

static void
check (const Case *one)
{
  static const PaddockAppConnection connection = { "paddock", "k", NULL };
  const PaddockApp *app = paddock_app_find (one->app);
  g_autoptr (GBytes) bytes = make_bytes (one), changed = NULL;
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  const PaddockAppEntry *entry;

  g_test_message ("%s: %s", one->app, one->text);
  entry = read_entry (app, bytes, &tree, &entries);
  g_assert_cmpstr (paddock_app_obstacle_get_text (entry->obstacle), ==,
                   paddock_app_obstacle_get_text (one->obstacle));
  if (one->obstacle == FINE) {
    check_there_and_back (app, tree, entry);
    return;
  }
  changed = paddock_app_change_connect (app, tree, entry, &connection, NULL, &error);
  g_assert_null (changed);
  g_assert_cmpstr (error->message, ==, paddock_app_obstacle_get_text (one->obstacle));
}

#define CHECK_ALL(cases) for (guint i = 0; i < G_N_ELEMENTS (cases); i++) check (&cases[i])

static void
test_debugged (void)
{
  CHECK_ALL (debugged);
}

static void
test_replaced (void)
{
  CHECK_ALL (replaced);
}

static void
test_lines (void)
{
  CHECK_ALL (lines);
}

static void
test_placed (void)
{
  CHECK_ALL (placed);
}

/* What goes through Paddock already can be restored, whatever was set since. */
static void
test_connected (void)
{
#define RUN "'command':'paddock','args':['run','--key','k','--','npx','-y','x']"
  static const Case cases[] = {
    { "vscode", FINE, "{'servers':{'e':{" RUN ",'sandboxEnabled':true}}}" },
    { "vscode", FINE, "{'servers':{'e':{" RUN ",'dev':{'debug':{'type':'node'}}}}}" },
    { "jan", FINE, "{'mcpServers':{'e':{" RUN "}}}" },
    { "zed", FINE, "{'context_servers':{'e':{" RUN ",'remote':true}}}" },
    { "gemini", FINE, "{'tools':{'sandbox':true},'mcpServers':{'e':{" RUN "}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const PaddockApp *app = paddock_app_find (cases[i].app);
    g_autoptr (GBytes) bytes = make_bytes (&cases[i]), restored = NULL;
    g_autoptr (PaddockConfigTree) tree = NULL;
    g_autoptr (GPtrArray) entries = NULL;
    g_autoptr (GError) error = NULL;
    const PaddockAppEntry *entry = read_entry (app, bytes, &tree, &entries);

    g_test_message ("%s: %s", cases[i].app, cases[i].text);
    g_assert_true (entry->is_connected);
    g_assert_cmpint (entry->obstacle, ==, FINE);
    restored = paddock_app_change_restore (app, tree, entry, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_nonnull (restored);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-launch/debugged", test_debugged);
  g_test_add_func ("/app-launch/replaced", test_replaced);
  g_test_add_func ("/app-launch/lines", test_lines);
  g_test_add_func ("/app-launch/placed", test_placed);
  g_test_add_func ("/app-launch/connected", test_connected);
  return g_test_run ();
}
