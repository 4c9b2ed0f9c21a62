/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-host-config.h"

#include "paddock-error.h"

#include <string.h>

/* The entries for hosts, compared with docs/hosts.md, and what they may contain. */

static const PaddockHost *
lookup (const char *name)
{
  for (guint i = 0; i < paddock_host_config_get_count (); i++)
    if (g_str_equal (paddock_host_config_get_name (paddock_host_config_get (i)), name))
      return paddock_host_config_get (i);
  g_assert_not_reached ();
}

static char *
without_space (const char *text)
{
  GString *bare = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (bare, *text);
  return g_string_free (bare, FALSE);
}

/* The text in the first code block of that kind after the heading. */
static char *
find_example (const char *document,
              const char *name)
{
  static const char * const fences[] = { "```json\n", "```toml\n", "```yaml\n" };
  g_autofree char *heading = g_strdup_printf ("\n## %s\n", name);
  const char *section = strstr (document, heading);
  const char *next, *begin = NULL, *end;

  g_assert_nonnull (section);
  next = strstr (section + strlen (heading), "\n## ");
  for (guint i = 0; begin == NULL && i < G_N_ELEMENTS (fences); i++)
    begin = g_strstr_len (section, next != NULL ? next - section : -1, fences[i]);
  g_assert_nonnull (begin);
  begin = strchr (begin, '\n') + 1;
  end = strstr (begin, "```");
  g_assert_nonnull (end);
  return g_strndup (begin, end - begin);
}

static char *
read_document (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "docs", "hosts.md", NULL);
  char *document;

  g_assert_true (g_file_get_contents (path, &document, NULL, NULL));
  return document;
}

/* The document's example equals the entry for its command. */
static void
test_document (void)
{
  static const char * const command[] = { "npx", "-y", "@modelcontextprotocol/server-filesystem",
                                          NULL };
  g_autofree char *document = read_document ();

  for (guint i = 0; i < paddock_host_config_get_count (); i++) {
    const PaddockHost *host = paddock_host_config_get (i);
    const char *name = paddock_host_config_get_name (host);
    gboolean has_title = g_str_equal (name, "Continue");
    PaddockHostEntry entry = { "paddock", has_title ? "Notes" : "notes", NULL, command };
    g_autofree char *made = paddock_host_config_make (host, &entry);
    g_autofree char *example = find_example (document, name);
    g_autofree char *expected = without_space (example);
    g_autofree char *option = g_strdup_printf (", \"--name\", \"%s\"", entry.name);
    g_auto (GStrv) parts = g_strsplit (made, option, 2);
    g_autofree char *unnamed = g_strjoinv ("", parts);
    g_autofree char *actual = without_space (unnamed);

    g_assert_cmpuint (g_strv_length (parts), ==, 2);
    g_test_message ("%s", name);
    g_assert_cmpstr (actual, ==, expected);
  }
}

/* Each host has a row with its files in the document's table, and each row has a host. */
static void
test_table (void)
{
  g_autofree char *document = read_document ();
  g_auto (GStrv) lines = g_strsplit (document, "\n", -1);
  guint n_rows = 0;

  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) cells = g_strsplit (lines[i], " | ", -1);
    g_auto (GStrv) places = NULL;
    g_autofree char *name = NULL;

    if (!g_str_has_prefix (lines[i], "| ["))
      continue;
    name = g_strndup (cells[0] + 3, strchr (cells[0], ']') - cells[0] - 3);
    g_assert_cmpuint (n_rows, <, paddock_host_config_get_count ());
    g_assert_cmpstr (name, ==, paddock_host_config_get_name (paddock_host_config_get (n_rows)));
    places = g_strsplit (paddock_host_config_get_place (paddock_host_config_get (n_rows)), ", ",
                         -1);
    g_assert_cmpuint (g_strv_length (places), >, 0);
    for (guint j = 0; places[j] != NULL; j++) {
      g_autofree char *code = g_strdup_printf ("`%s`", places[j]);

      g_test_message ("%s: %s", name, code);
      g_assert_nonnull (strstr (cells[2], code));
    }
    n_rows++;
  }
  g_assert_cmpuint (n_rows, ==, paddock_host_config_get_count ());
}

typedef struct {
  const char *word;
  const char *quoted;
} Quoting;

static const Quoting quotings[] = {
  { "", "\"\"" },
  { " ", "\" \"" },
  { "plain", "\"plain\"" },
  { "two words", "\"two words\"" },
  { "\"", "\"\\\"\"" },
  { "'", "\"'\"" },
  { "C:\\dir\\", "\"C:\\\\dir\\\\\"" },
  { "\\u0041", "\"\\\\u0041\"" },
  { "a\nb\tc\r", "\"a\\nb\\tc\\u000D\"" },
  { "\001\033\177", "\"\\u0001\\u001B\\u007F\"" },
  { "Grüße 폴더 文件夹", "\"Grüße 폴더 文件夹\"" },
  { "\U0001F4C1", "\"\U0001F4C1\"" },
  { "{roots}", "\"{roots}\"" },
  { "--dir={root}", "\"--dir={root}\"" },
  { "${HOME} $(id) `id` ~", "\"${HOME} $(id) `id` ~\"" },
  { "# not a comment: x, y", "\"# not a comment: x, y\"" },
  /* Characters that are invisible, change the writing direction, or end the line in some
   * formats. */
  { "a\302\240b", "\"a\\u00A0b\"" },
  { "\342\200\256gpj\342\200\254", "\"\\u202Egpj\\u202C\"" },
  { "\342\200\213\357\273\277", "\"\\u200B\\uFEFF\"" },
  { "\342\200\250\302\205", "\"\\u2028\\u0085\"" },
};

/* The words are the same text in every format. */
static void
test_quoting (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (quotings); i++) {
    const char * const command[] = { "x", quotings[i].word, NULL };
    PaddockHostEntry entry = { "paddock", NULL, NULL, command };
    g_autofree char *line = g_strdup_printf ("[\"run\", \"--\", \"x\", %s]", quotings[i].quoted);

    for (guint j = 0; j < paddock_host_config_get_count (); j++) {
      g_autofree char *made = paddock_host_config_make (paddock_host_config_get (j), &entry);

      if (strstr (made, line) == NULL)
        g_assert_cmpstr (made, ==, line);
    }
  }
}

static void
test_options (void)
{
  static const char * const command[] = { "/opt/my server", "--", "--key", NULL };
  PaddockHostEntry entry = { "/a b/\"paddock", "My “Notes”", "k\"1", command };
  g_autofree char *json = paddock_host_config_make (lookup ("Cursor"), &entry);
  g_autofree char *toml = paddock_host_config_make (lookup ("Codex"), &entry);
  g_autofree char *yaml = paddock_host_config_make (lookup ("goose"), &entry);

  g_assert_cmpstr (json, ==,
                   "{\n  \"mcpServers\": {\n    \"My-Notes\": {\n"
                   "      \"command\": \"/a b/\\\"paddock\",\n"
                   "      \"args\": [\"run\", \"--name\", \"My “Notes”\", \"--key\", \"k\\\"1\", "
                   "\"--\", \"/opt/my server\", \"--\", \"--key\"]\n    }\n  }\n}\n");
  g_assert_cmpstr (toml, ==,
                   "[mcp_servers.My-Notes]\ncommand = \"/a b/\\\"paddock\"\n"
                   "args = [\"run\", \"--name\", \"My “Notes”\", \"--key\", \"k\\\"1\", "
                   "\"--\", \"/opt/my server\", \"--\", \"--key\"]\n");
  g_assert_nonnull (strstr (yaml, "\n  My-Notes:\n"));
  g_assert_nonnull (strstr (yaml, "\n    cmd: \"/a b/\\\"paddock\"\n"));
}

/* Words that YAML would not read as text. */
static void
test_yaml (void)
{
  static const Quoting rows[] = {
    { "/usr/bin/paddock", "cmd: /usr/bin/paddock\n" },
    { "paddock", "cmd: paddock\n" },
    { "no", "cmd: \"no\"\n" },
    { "True", "cmd: \"True\"\n" },
    { "1e3", "cmd: \"1e3\"\n" },
    { "~/paddock", "cmd: \"~/paddock\"\n" },
    { "a: b", "cmd: \"a: b\"\n" },
    { "a #b", "cmd: \"a #b\"\n" },
    { "-x", "cmd: \"-x\"\n" },
    { "", "cmd: \"\"\n" },
  };
  static const char * const command[] = { "x", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockHostEntry entry = { rows[i].word, NULL, NULL, command };
    g_autofree char *made = paddock_host_config_make (lookup ("goose"), &entry);

    if (strstr (made, rows[i].quoted) == NULL)
      g_assert_cmpstr (made, ==, rows[i].quoted);
  }
}

/* One character less than the limit. */
#define LONG "abcdefghijklmnopqrstuvwxyz-0123456789-x"

static void
test_label (void)
{
  static const struct {
    const char *name;
    const char *line;
    const char *label;
  } rows[] = {
    { "Notes", "x", "Notes" },
    { "My Notes (old)", "x", "My-Notes-old" },
    { "- -", "x", "x" },
    { "a.b/c", "x", "a-b-c" },
    { "../../etc", "x", "etc" },
    { "\"]\n[x", "x", "x" },
    { "메모", "/opt/notes-server", "notes-server" },
    { "", "uvx mcp-server-git", "mcp-server-git" },
    { NULL, "npx -y @modelcontextprotocol/server-filesystem", "server-filesystem" },
    { NULL, "node '/home/me/my server/index.js'", "my-server" },
    { NULL, "node /srv/index.js", "index-js" },
    { NULL, "node /x/@modelcontextprotocol/server-filesystem/dist/index.js", "server-filesystem" },
    { NULL, "/opt/메모", "server" },
    { NULL, "/", "server" },
    { LONG "9", "x", LONG "9" },
    { LONG "9a", "x", LONG "9" },
    { LONG " a", "x", LONG },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = paddock_host_config_split (rows[i].line, NULL);
    PaddockHostEntry entry = { "paddock", rows[i].name, NULL, (const char * const *) words };
    g_autofree char *label = paddock_host_config_label (&entry);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

static void
test_split (void)
{
  static const struct {
    const char *text;
    const char *words[6];           /* none: the text is refused */
    gboolean    is_quiet;
  } rows[] = {
    { "npx -y x", { "npx", "-y", "x" } },
    { "  npx\t-y  \n x ", { "npx", "-y", "x" } },
    { "a 'b c' \"d e\" f\\ g", { "a", "b c", "d e", "f g" } },
    { "a '' \"\"", { "a", "", "" } },
    { "a \\\n b", { "a", "b" } },
    { "a 'it'\\''s' \"\\\"q\\\"\" '\\'", { "a", "it's", "\"q\"", "\\" } },
    { "a {roots} --dir={root}", { "a", "{roots}", "--dir={root}" } },
    { "a $HOME ~ * | ;", { "a", "$HOME", "~", "*", "|" } },
    { "a FOO=bar", { "a", "FOO=bar" } },
    { "./a=b", { "./a=b" } },
    { "메모 파일", { "메모", "파일" } },

    { "", { NULL }, TRUE },
    { " \n", { NULL }, TRUE },
    { "a 'b", { NULL } },
    { "a \"b", { NULL } },
    { "a \\", { NULL } },
    { "'' a", { NULL } },
    { "FOO=bar a", { NULL } },
    { "_1= a", { NULL } },
    { "a \377", { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) words = paddock_host_config_split (rows[i].text, &error);

    g_test_message ("row %u", i);
    if (rows[i].words[0] == NULL) {
      g_assert_null (words);
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
      g_assert_cmpint (*error->message == '\0', ==, rows[i].is_quiet);
    } else {
      g_assert_no_error (error);
      for (guint j = 0; rows[i].words[j] != NULL; j++)
        g_assert_cmpstr (words[j], ==, rows[i].words[j]);
    }
  }
}

/* The hosts' files, as docs/hosts.md lists them. */
static void
test_places (void)
{
  static const struct { const char *name, *place;
  } rows[] = {
    { "Cline", "~/.cline/data/settings/cline_mcp_settings.json" },
    { "LM Studio", "~/.lmstudio/mcp.json" },
  };
  g_autofree char *document = read_document ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_cmpstr (paddock_host_config_get_place (lookup (rows[i].name)), ==, rows[i].place);
    g_assert_nonnull (strstr (document, rows[i].place));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/host-config/document", test_document);
  g_test_add_func ("/host-config/table", test_table);
  g_test_add_func ("/host-config/places", test_places);
  g_test_add_func ("/host-config/quoting", test_quoting);
  g_test_add_func ("/host-config/options", test_options);
  g_test_add_func ("/host-config/yaml", test_yaml);
  g_test_add_func ("/host-config/label", test_label);
  g_test_add_func ("/host-config/split", test_split);
  return g_test_run ();
}
