/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-survey.h"

/* Which files are found. */

static char *
describe (AppFixture *fixture,
          GPtrArray  *files)
{
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = g_ptr_array_index (files, i);

    if (file->path != NULL)
      g_string_append_printf (found, "%s:%s%s ", file->app->id,
                              file->path + strlen (fixture->home) + 1,
                              file->project != NULL ? "(project)" : "");
  }
  return g_string_free (found, FALSE);
}

static void
assert_found (AppFixture         *fixture,
              const char * const *folders,
              const char         *expected)
{
  g_autoptr (GPtrArray) files = paddock_app_survey_run (folders);
  g_autofree char *found = describe (fixture, files);

  g_assert_cmpstr (found, ==, expected);
}

/* Compares the apps without a configuration file. */
static void
assert_without_file (const char *expected)
{
  g_autoptr (GPtrArray) files = paddock_app_survey_run (NULL);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = g_ptr_array_index (files, i);

    if (file->path == NULL)
      g_string_append_printf (found, "%s ", file->app->id);
  }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_places (AppFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *one = app_fixture_write (fixture, ".cursor/mcp.json", APP_FILE);
  g_autofree char *two = app_fixture_write (fixture, ".config/Code/User/mcp.json", "{}");
  g_autofree char *three =
    app_fixture_write (fixture, ".config/Code/User/profiles/b/mcp.json", "{}");
  g_autofree char *four =
    app_fixture_write (fixture, ".config/Code/User/profiles/a/mcp.json", "{}");
  g_autofree char *five = app_fixture_write (fixture, "elsewhere/config.toml", "");

  g_setenv ("CODEX_HOME", fixture->home, TRUE);
  assert_found (fixture, NULL, "vscode:.config/Code/User/mcp.json "
                "vscode:.config/Code/User/profiles/a/mcp.json "
                "vscode:.config/Code/User/profiles/b/mcp.json cursor:.cursor/mcp.json ");
  g_free (one);
  one = g_build_filename (fixture->home, "elsewhere", NULL);
  g_setenv ("CODEX_HOME", one, TRUE);
  g_assert_cmpint (unlink (two), ==, 0);
  g_assert_cmpint (unlink (three), ==, 0);
  assert_found (fixture, NULL, "vscode:.config/Code/User/profiles/a/mcp.json "
                "cursor:.cursor/mcp.json codex:elsewhere/config.toml ");
  g_unsetenv ("CODEX_HOME");
}

/* Antigravity moved its file, and left a mark. */
static void
test_marker (AppFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *old = app_fixture_write (fixture, ".gemini/antigravity/mcp_config.json", "{}");
  g_autofree char *new = app_fixture_write (fixture, ".gemini/config/mcp_config.json", "{}");
  g_autofree char *marker = NULL;

  assert_found (fixture, NULL, "antigravity:.gemini/antigravity/mcp_config.json ");
  marker = app_fixture_write (fixture, ".gemini/config/.migrated", "");
  assert_found (fixture, NULL, "antigravity:.gemini/config/mcp_config.json ");
}

/* Claude Code knows projects, and the caller knows folders. One file is listed once. */
static void
test_projects (AppFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *project = app_fixture_path (fixture, "p");
  g_autofree char *other = app_fixture_path (fixture, "q");
  g_autofree char *text =
    g_strdup_printf ("{\"projects\":{\"%s\":{},\"relative\":{},\"/none\":1}}", project);
  g_autofree char *one = app_fixture_write (fixture, ".claude.json", text);
  g_autofree char *two = app_fixture_write (fixture, "p/.mcp.json", APP_FILE);
  g_autofree char *three = app_fixture_write (fixture, "q/.vscode/mcp.json", "{}");
  g_autofree char *link_path = app_fixture_path (fixture, "p/.cursor");
  const char * const folders[] = { other, project, NULL };

  assert_found (fixture, NULL, "claude-code:.claude.json claude-code:p/.mcp.json(project) ");
  g_assert_cmpint (symlink (fixture->home, link_path), ==, 0);
  assert_found (fixture, folders, "claude-code:.claude.json claude-code:p/.mcp.json(project) "
                "vscode:q/.vscode/mcp.json(project) ");
}

/* What "*" stands for is bounded, and a hostile file is listed. */
static void
test_bounds (AppFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *directory = app_fixture_path (fixture, ".cursor");
  g_autofree char *fifo = app_fixture_path (fixture, ".cursor/mcp.json");
  g_autoptr (GPtrArray) files = NULL;

  for (guint i = 0; i < 100; i++) {
    g_autofree char *name = g_strdup_printf (".config/Code/User/profiles/%u/mcp.json", i);
    g_autofree char *path = app_fixture_write (fixture, name, "{}");
  }
  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  files = paddock_app_survey_run (NULL);
  g_assert_cmpuint (files->len, ==, 64 + 1);
  g_assert_cmpstr (((PaddockAppFile *) g_ptr_array_index (files, 64))->trouble, ==,
                   "This isn’t a regular file.");
}

/* An app without a file is listed if it left a trace on this computer. */
static void
test_traces (AppFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *program = NULL;
  g_autofree char *directory = NULL;

  assert_without_file ("");
  program = app_fixture_write (fixture, ".local/bin/open-webui", "");
  assert_without_file ("open-webui ");
  directory = app_fixture_write (fixture, ".config/CherryStudio/config.json", "{}");
  assert_without_file ("cherry-studio open-webui ");
}

/* Others may have written the files in projects. They take little memory and time, however many and
 * large they are. */
static void
test_hostile_projects (AppFixture    *fixture,
                       gconstpointer  data)
{
  g_autoptr (GString) large = g_string_new ("mcpServers:\n");
  g_autofree char *projects = app_fixture_path (fixture, "projects");
  const char *folders[257] = { NULL };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = NULL;
  gsize n_bytes = 0;
  guint n_large = 0;

  while (large->len < 2900000)
    g_string_append (large, "- {name: a, command: b}\n");
  for (guint i = 0; i < 256; i++) {
    g_autofree char *name = g_strdup_printf ("projects/%u/.mcp.json", i);

    g_free (app_fixture_write (fixture, name, APP_FILE));
    g_ptr_array_add (paths, g_strdup_printf ("%s/%u", projects, i));
    folders[i] = paths->pdata[i];
  }
  for (guint i = 0; i < 64; i++) {
    g_autofree char *name = g_strdup_printf ("projects/%u/.continue/mcpServers/%u", i % 4, i);
    gsize size = i % 2 == 0 ? large->len : 200000;

    g_string_truncate (large, size);
    g_free (app_fixture_write (fixture, name, large->str));
    while (large->len < 2900000)
      g_string_append (large, "- {name: a, command: b}\n");
  }
  files = paddock_app_survey_run (folders);
  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = g_ptr_array_index (files, i);

    n_bytes += file->n_bytes;
    n_large += g_strcmp0 (file->trouble, "The file is too large.") == 0;
    g_assert_null (file->project != NULL ? file->bytes : NULL);
  }
  g_assert_cmpuint (n_large, >=, 32);
  g_assert_cmpuint (n_bytes, <=, 16 * 1024 * 1024);
  g_assert_cmpuint (n_bytes, >, 1024 * 1024);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GPtrArray **out_files = user_data;

  *out_files = paddock_app_survey_finish (result, NULL);
}

static void
test_async (AppFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, ".cursor/mcp.json", APP_FILE);
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *found = NULL;

  paddock_app_survey_async (NULL, NULL, on_done, &files);
  while (files == NULL)
    g_main_context_iteration (NULL, TRUE);
  found = describe (fixture, files);
  g_assert_cmpstr (found, ==, "cursor:.cursor/mcp.json ");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-survey/places", test_places);
  APP_TEST ("/app-survey/marker", test_marker);
  APP_TEST ("/app-survey/projects", test_projects);
  APP_TEST ("/app-survey/traces", test_traces);
  APP_TEST ("/app-survey/bounds", test_bounds);
  APP_TEST ("/app-survey/hostile-projects", test_hostile_projects);
  APP_TEST ("/app-survey/async", test_async);
  return g_test_run ();
}
