/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app.h"

/* The table of the apps that Paddock knows, and of their configuration files.
 *
 * docs/hosts.md has the same table for users. The unit test compares the two, so change both.
 *
 * If nobody has looked whether an app expands variables, or which members an address has, the table
 * says no. Then Paddock leaves such entries alone.
 */

#define USER PADDOCK_APP_PLACE_USER
#define SANDBOX PADDOCK_APP_PLACE_SANDBOX
#define PROJECT PADDOCK_APP_PLACE_PROJECT
#define TRACE PADDOCK_APP_PLACE_TRACE

static const char * const in_mcp_servers[] = { "mcpServers", NULL };
static const char * const in_servers[] = { "servers", NULL };
static const char * const in_mcp[] = { "mcp", NULL };
static const char * const in_context_servers[] = { "context_servers", NULL };
static const char * const in_toml_servers[] = { "mcp_servers", NULL };
static const char * const in_extensions[] = { "extensions", NULL };
/* Claude Code has servers for all projects, and servers for one project. */
static const char * const in_projects[] = { "mcpServers", "projects/*/mcpServers", NULL };
/* VS Code had its servers among its settings until 2025. */
static const char * const in_settings[] = { "mcp/servers", NULL };

/* Only commands. */
static const PaddockAppKeys command_keys = { "command", "args", "env" };
/* As in Claude Code, Cursor and VS Code. */
static const PaddockAppKeys expanding_keys = {
  "command", "args", "env", { "url" }, "headers", "type", "stdio", FALSE, TRUE,
};
static const PaddockAppKeys typed_keys = {
  "command", "args", "env", { "url" }, "headers", "type", "stdio", FALSE, FALSE,
};
static const PaddockAppKeys untyped_keys = {
  "command", "args", "env", { "url" }, "headers", NULL, NULL, FALSE, FALSE,
};
static const PaddockAppKeys windsurf_keys = {
  "command", "args", "env", { "serverUrl", "url" }, "headers", NULL, NULL, FALSE, TRUE,
};
static const PaddockAppKeys antigravity_keys = {
  "command", "args", "env", { "serverUrl" }, "headers", NULL, NULL, FALSE, FALSE,
};
static const PaddockAppKeys gemini_keys = {
  "command", "args", "env", { "httpUrl", "url" }, "headers", "type", "stdio", FALSE, TRUE,
};
static const PaddockAppKeys codex_keys = {
  "command", "args", "env", { "url" }, "http_headers", NULL, NULL, FALSE, FALSE,
};
/* It replaces {env:NAME} and {file:PATH} in the whole file. */
static const PaddockAppKeys opencode_keys = {
  "command", NULL, "environment", { "url" }, "headers", "type", "local", FALSE, TRUE,
};
static const PaddockAppKeys copilot_keys = {
  "command", "args", "env", { "url" }, "headers", "type", "local", FALSE, TRUE,
};
static const PaddockAppKeys goose_keys = {
  "cmd", "args", "envs", { "uri" }, "headers", "type", "stdio", TRUE, FALSE,
};
/* Headers are elsewhere in Continue's file. */
static const PaddockAppKeys continue_keys = {
  "command", "args", "env", { "url" }, NULL, "type", "stdio", FALSE, FALSE, "name",
};
/* Nobody knows which type AnythingLLM wants for a command. */
static const PaddockAppKeys anythingllm_keys = {
  "command", "args", "env", { "url" }, "headers", "type", NULL, FALSE, FALSE,
};

static const PaddockAppPlace claude_desktop[] = {
  { "$XDG_CONFIG_HOME/Claude/claude_desktop_config.json", USER }, { NULL },
};
static const PaddockAppPlace claude_code[] = {
  { "~/.claude.json", USER, in_projects }, { "$CLAUDE_CONFIG_DIR/.claude.json", USER, in_projects },
  { ".mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace vscode[] = {
  { "$XDG_CONFIG_HOME/Code/User/mcp.json", USER },
  { "$XDG_CONFIG_HOME/Code/User/profiles/*/mcp.json", USER },
  { "$XDG_CONFIG_HOME/Code/User/settings.json", USER, in_settings },
  { "~/.var/app/com.visualstudio.code/config/Code/User/mcp.json", SANDBOX },
  { ".vscode/mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace vscode_insiders[] = {
  { "$XDG_CONFIG_HOME/Code - Insiders/User/mcp.json", USER },
  { "$XDG_CONFIG_HOME/Code - Insiders/User/profiles/*/mcp.json", USER },
  { "$XDG_CONFIG_HOME/Code - Insiders/User/settings.json", USER, in_settings },
  { ".vscode/mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace vscodium[] = {
  { "$XDG_CONFIG_HOME/VSCodium/User/mcp.json", USER },
  { "$XDG_CONFIG_HOME/VSCodium/User/profiles/*/mcp.json", USER },
  { "$XDG_CONFIG_HOME/VSCodium/User/settings.json", USER, in_settings },
  { "~/.var/app/com.vscodium.codium/config/VSCodium/User/mcp.json", SANDBOX },
  { ".vscode/mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace cursor[] = {
  { "~/.cursor/mcp.json", USER }, { ".cursor/mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace windsurf[] = {
  { "~/.codeium/windsurf/mcp_config.json", USER }, { "~/.codeium/mcp_config.json", USER }, { NULL },
};
static const PaddockAppPlace zed[] = {
  { "$XDG_CONFIG_HOME/zed/settings.json", USER },
  { "~/.var/app/dev.zed.Zed/config/zed/settings.json", USER }, { NULL },
};
static const PaddockAppPlace codex[] = {
  { "~/.codex/config.toml", USER }, { "$CODEX_HOME/config.toml", USER }, { NULL },
};
static const PaddockAppPlace gemini[] = {
  { "~/.gemini/settings.json", USER }, { "$GEMINI_CLI_HOME/.gemini/settings.json", USER },
  { ".gemini/settings.json", PROJECT }, { NULL },
};
static const PaddockAppPlace antigravity[] = {
  { "~/.gemini/config/mcp_config.json", USER, NULL, ".migrated" },
  { "~/.gemini/antigravity/mcp_config.json", USER }, { NULL },
};
static const PaddockAppPlace qwen[] = {
  { "~/.qwen/settings.json", USER }, { "$QWEN_HOME/settings.json", USER },
  { ".qwen/settings.json", PROJECT }, { NULL },
};
static const PaddockAppPlace goose[] = {
  { "$XDG_CONFIG_HOME/goose/config.yaml", USER }, { NULL },
};
static const PaddockAppPlace cline[] = {
  { "~/.cline/data/settings/cline_mcp_settings.json", USER },
  { "$CLINE_MCP_SETTINGS_PATH", USER }, { NULL },
};
static const PaddockAppPlace continue_places[] = {
  { "~/.continue/config.yaml", USER }, { ".continue/mcpServers/*", PROJECT }, { NULL },
};
static const PaddockAppPlace lm_studio[] = { { "~/.lmstudio/mcp.json", USER }, { NULL } };
static const PaddockAppPlace jan[] = {
  { "$XDG_DATA_HOME/Jan/data/mcp_config.json", USER },
  { "~/.var/app/ai.jan.Jan/data/Jan/data/mcp_config.json", SANDBOX }, { NULL },
};
static const PaddockAppPlace opencode[] = {
  { "$XDG_CONFIG_HOME/opencode/opencode.json", USER },
  { "$XDG_CONFIG_HOME/opencode/opencode.jsonc", USER },
  { "$XDG_CONFIG_HOME/opencode/config.json", USER },
  { "~/.opencode/opencode.json", USER }, { "~/.opencode/opencode.jsonc", USER },
  { "$OPENCODE_CONFIG", USER }, { "$OPENCODE_CONFIG_DIR/opencode.json", USER },
  { "$OPENCODE_CONFIG_DIR/opencode.jsonc", USER }, { "opencode.json", PROJECT },
  { "opencode.jsonc", PROJECT }, { ".opencode/opencode.json", PROJECT },
  { ".opencode/opencode.jsonc", PROJECT }, { NULL },
};
static const PaddockAppPlace copilot[] = {
  { "~/.copilot/mcp-config.json", USER }, { "$COPILOT_HOME/mcp-config.json", USER },
  { ".github/mcp.json", PROJECT }, { NULL },
};
static const PaddockAppPlace junie[] = { { "~/.junie/mcp/mcp.json", USER }, { NULL } };
static const PaddockAppPlace kiro[] = { { "~/.kiro/settings/mcp.json", USER }, { NULL } };
static const PaddockAppPlace amazon_q[] = { { "~/.aws/amazonq/mcp.json", USER }, { NULL } };
static const PaddockAppPlace anythingllm[] = {
  { "$XDG_CONFIG_HOME/anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json", USER },
  { NULL },
};
static const PaddockAppPlace cherry_studio[] = {
  { "$XDG_CONFIG_HOME/CherryStudio", TRACE }, { NULL },
};
static const PaddockAppPlace five_ire[] = { { "$XDG_CONFIG_HOME/5ire", TRACE }, { NULL } };
static const PaddockAppPlace open_webui[] = {
  { "$XDG_CONFIG_HOME/open-webui", TRACE }, { "~/.local/bin/open-webui", TRACE }, { NULL },
};

static const PaddockAppSetting vscode_settings[] = {
  { "sandboxEnabled", FALSE, NULL, { NULL }, PADDOCK_APP_OBSTACLE_SANDBOXED }, { NULL },
};
/* In a project opened on another computer, Zed starts such a server there. */
static const PaddockAppSetting zed_settings[] = {
  { "remote", FALSE, NULL, { NULL }, PADDOCK_APP_OBSTACLE_ELSEWHERE }, { NULL },
};
/* Later versions have the second name. */
static const PaddockAppSetting codex_settings[] = {
  { "experimental_environment", FALSE, NULL, { "local" }, PADDOCK_APP_OBSTACLE_ELSEWHERE },
  { "environment_id", FALSE, NULL, { "local" }, PADDOCK_APP_OBSTACLE_ELSEWHERE }, { NULL },
};
/* The app starts itself again in the sandbox. Older versions have the second name. */
static const PaddockAppSetting gemini_settings[] = {
  { "tools/sandbox", TRUE, "enabled", { "false", "0" }, PADDOCK_APP_OBSTACLE_SANDBOX },
  { "sandbox", TRUE, "enabled", { "false", "0" }, PADDOCK_APP_OBSTACLE_SANDBOX }, { NULL },
};

#define JSON PADDOCK_APP_SYNTAX_JSON
#define COMMENTS PADDOCK_APP_SYNTAX_JSON_COMMENTS
#define COMMAS PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS
#define TOML PADDOCK_APP_SYNTAX_TOML
#define YAML PADDOCK_APP_SYNTAX_YAML
#define NONE PADDOCK_APP_SYNTAX_NONE
#define CLOSED PADDOCK_APP_WRITING_CLOSED
#define LOCKED PADDOCK_APP_WRITING_LOCKED
#define FREE PADDOCK_APP_WRITING_FREE
#define UNKNOWN PADDOCK_APP_RELOAD_UNKNOWN
#define QUIT PADDOCK_APP_RELOAD_QUIT
#define RESTART PADDOCK_APP_RELOAD_RESTART
#define SESSION PADDOCK_APP_RELOAD_SESSION
#define BUTTON PADDOCK_APP_RELOAD_BUTTON
#define EDITOR PADDOCK_APP_RELOAD_EDITOR
#define NOTHING PADDOCK_APP_RELOAD_NOTHING
#define PLAIN PADDOCK_APP_COMMANDS_PLAIN
#define DEBUGGED PADDOCK_APP_COMMANDS_DEBUGGED
#define REPLACED PADDOCK_APP_COMMANDS_REPLACED
#define SHELL PADDOCK_APP_COMMANDS_SHELL

static const PaddockApp apps[] = {
  { "claude-desktop", "Claude Desktop", JSON, CLOSED, QUIT, in_mcp_servers, &command_keys,
    claude_desktop, PLAIN },
  { "claude-code", "Claude Code", JSON, FREE, SESSION, in_mcp_servers, &expanding_keys,
    claude_code, PLAIN },
  { "vscode", "VS Code", COMMAS, FREE, NOTHING, in_servers, &expanding_keys, vscode, DEBUGGED,
    vscode_settings },
  { "vscode-insiders", "VS Code Insiders", COMMAS, FREE, NOTHING, in_servers, &expanding_keys,
    vscode_insiders, DEBUGGED, vscode_settings },
  { "vscodium", "VSCodium", COMMAS, FREE, NOTHING, in_servers, &expanding_keys, vscodium, DEBUGGED,
    vscode_settings },
  { "cursor", "Cursor", JSON, FREE, RESTART, in_mcp_servers, &expanding_keys, cursor, PLAIN },
  { "windsurf", "Windsurf", JSON, FREE, BUTTON, in_mcp_servers, &windsurf_keys, windsurf, PLAIN },
  { "zed", "Zed", COMMAS, FREE, NOTHING, in_context_servers, &untyped_keys, zed, SHELL,
    zed_settings },
  { "codex", "Codex", TOML, FREE, RESTART, in_toml_servers, &codex_keys, codex, PLAIN,
    codex_settings },
  { "gemini", "Gemini CLI", COMMENTS, FREE, RESTART, in_mcp_servers, &gemini_keys, gemini, PLAIN,
    gemini_settings },
  { "antigravity", "Antigravity", JSON, FREE, QUIT, in_mcp_servers, &antigravity_keys, antigravity,
    PLAIN },
  { "qwen-code", "Qwen Code", COMMENTS, FREE, RESTART, in_mcp_servers, &gemini_keys, qwen, PLAIN,
    gemini_settings },
  { "goose", "goose", YAML, FREE, SESSION, in_extensions, &goose_keys, goose, PLAIN },
  { "cline", "Cline", JSON, LOCKED, NOTHING, in_mcp_servers, &typed_keys, cline, PLAIN },
  { "continue", "Continue", YAML, FREE, UNKNOWN, in_mcp_servers, &continue_keys, continue_places,
    PLAIN },
  { "lm-studio", "LM Studio", JSON, FREE, EDITOR, in_mcp_servers, &untyped_keys, lm_studio,
    PLAIN },
  { "jan", "Jan", JSON, FREE, RESTART, in_mcp_servers, &command_keys, jan, REPLACED },
  { "opencode", "opencode", COMMAS, FREE, RESTART, in_mcp, &opencode_keys, opencode, PLAIN },
  { "copilot-cli", "Copilot CLI", COMMAS, FREE, RESTART, in_mcp_servers, &copilot_keys, copilot,
    PLAIN },
  { "junie", "Junie", JSON, FREE, NOTHING, in_mcp_servers, &command_keys, junie, PLAIN },
  { "kiro", "Kiro", JSON, FREE, UNKNOWN, in_mcp_servers, &command_keys, kiro, PLAIN },
  { "amazon-q", "Amazon Q CLI", JSON, FREE, UNKNOWN, in_mcp_servers, &command_keys, amazon_q,
    PLAIN },
  { "anythingllm", "AnythingLLM", JSON, FREE, UNKNOWN, in_mcp_servers, &anythingllm_keys,
    anythingllm, PLAIN },
  { "cherry-studio", "Cherry Studio", NONE, CLOSED, UNKNOWN, NULL, NULL, cherry_studio, PLAIN },
  { "5ire", "5ire", NONE, CLOSED, UNKNOWN, NULL, NULL, five_ire, PLAIN },
  { "open-webui", "Open WebUI", NONE, CLOSED, UNKNOWN, NULL, NULL, open_webui, PLAIN },
};

guint
paddock_app_get_count (void)
{
  return G_N_ELEMENTS (apps);
}

/**
 * paddock_app_get:
 * @index: less than paddock_app_get_count()
 *
 * Returns: (transfer none): an app
 */
const PaddockApp *
paddock_app_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (apps), NULL);

  return &apps[index];
}

/**
 * paddock_app_find:
 *
 * Returns: (transfer none) (nullable): the app with this id
 */
const PaddockApp *
paddock_app_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (apps); i++)
    if (g_str_equal (apps[i].id, id))
      return &apps[i];
  return NULL;
}
