/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-form.h"

#include <string.h>

/* The entries of each app, compared with docs/hosts.md, and how words are quoted. */

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
  g_autofree char *document = NULL;

  g_assert_true (g_file_get_contents (path, &document, NULL, NULL));
  return g_steal_pointer (&document);
}

/* The document's example equals the entry for its command. */
static void
test_document (void)
{
  static const char * const ids[] = {
    "claude-code", "claude-desktop", "cline", "codex", "continue", "cursor", "gemini", "goose",
    "lm-studio", "vscode", "windsurf", "zed",
  };
  static const char * const command[] = { "npx", "-y", "@modelcontextprotocol/server-filesystem",
                                          NULL };
  g_autofree char *document = read_document ();
  g_autoptr (PaddockPaste) server = g_new0 (PaddockPaste, 1);

  server->words = g_strdupv ((char **) command);
  paddock_paste_finish (server);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    const PaddockApp *app = paddock_app_find (ids[i]);
    const char *label = g_str_equal (ids[i], "continue") ? "Notes" : "notes";
    g_autoptr (PaddockAppForm) form =
      paddock_app_form_new (app, server, label, "paddock", "K", FALSE);
    g_autofree char *made = paddock_app_form_write_file (form);
    g_autofree char *example = find_example (document, app->name);
    g_autofree char *expected = without_space (example);
    g_auto (GStrv) parts = g_strsplit (made, ", \"--key\", \"K\"", 2);
    g_autofree char *plain = g_strjoinv ("", parts);
    g_autofree char *actual = without_space (plain);

    g_test_message ("%s", app->name);
    g_assert_cmpuint (g_strv_length (parts), ==, 2);
    g_assert_cmpstr (actual, ==, expected);
  }
}

static const struct {
  const char *word;
  const char *quoted;
} quotings[] = {
  { "", "\"\"" },
  { "two words", "\"two words\"" },
  { "\"", "\"\\\"\"" },
  { "C:\\dir\\", "\"C:\\\\dir\\\\\"" },
  { "a\nb", "\"a\\u000ab\"" },
  { "메모", "\"메모\"" },
  { "\U0001F4C1", "\"\U0001F4C1\"" },
  { "# x: y", "\"# x: y\"" },
  /* Characters that are invisible, change the writing direction, or end the line for some. */
  { "\342\200\256gpj", "\"\\u202egpj\"" },
  { "\342\200\250\302\205", "\"\\u2028\\u0085\"" },
};

/* The words are the same text in every app's form. */
static void
test_quoting (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (quotings); i++) {
    const char *words[] = { "x", quotings[i].word, NULL };
    g_autoptr (PaddockPaste) server = g_new0 (PaddockPaste, 1);
    g_autofree char *line = g_strdup_printf ("\"--\", \"x\", %s]", quotings[i].quoted);

    server->words = g_strdupv ((char **) words);
    paddock_paste_finish (server);
    for (guint j = 0; j < paddock_app_get_count (); j++) {
      const PaddockApp *app = paddock_app_get (j);
      g_autoptr (PaddockAppForm) form = paddock_app_form_new (app, server, "a", "p", "K", FALSE);
      g_autofree char *made = NULL;

      if (app->syntax == PADDOCK_APP_SYNTAX_NONE)
        continue;
      made = paddock_app_form_write (form, 0);
      if (strstr (made, line) == NULL)
        g_assert_cmpstr (made, ==, line);
    }
  }
}

/* Words that YAML would not read as text. */
static void
test_yaml (void)
{
  static const struct { const char *word, *line;
  } words[] = {
    { "/usr/bin/paddock", "  cmd: /usr/bin/paddock\n" }, { "no", "  cmd: \"no\"\n" },
    { "1e3", "  cmd: \"1e3\"\n" }, { "~/paddock", "  cmd: \"~/paddock\"\n" },
    { "a: b", "  cmd: \"a: b\"\n" }, { "-x", "  cmd: \"-x\"\n" },
  };
  static const char * const command[] = { "x", NULL };
  g_autoptr (PaddockPaste) server = g_new0 (PaddockPaste, 1);

  server->words = g_strdupv ((char **) command);
  paddock_paste_finish (server);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    g_autoptr (PaddockAppForm) form =
      paddock_app_form_new (paddock_app_find ("goose"), server, "a", words[i].word, "K", FALSE);
    g_autofree char *made = paddock_app_form_write (form, 0);

    if (strstr (made, words[i].line) == NULL)
      g_assert_cmpstr (made, ==, words[i].line);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-form/document", test_document);
  g_test_add_func ("/app-form/quoting", test_quoting);
  g_test_add_func ("/app-form/yaml", test_yaml);
  return g_test_run ();
}
