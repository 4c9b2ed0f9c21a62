/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app.h"
#include "paddock-sensitive.h"

#include <string.h>

/* The table of apps: it holds together, and equals the table of docs/hosts.md. */

#define HEADING "\n## Where apps keep their servers\n"

static const char * const reloads[] = {
  [PADDOCK_APP_RELOAD_UNKNOWN] = "not said",
  [PADDOCK_APP_RELOAD_QUIT] = "quit it completely",
  [PADDOCK_APP_RELOAD_RESTART] = "restart it",
  [PADDOCK_APP_RELOAD_SESSION] = "begin a new session",
  [PADDOCK_APP_RELOAD_BUTTON] = "press its refresh button",
  [PADDOCK_APP_RELOAD_EDITOR] = "save the file in its editor",
  [PADDOCK_APP_RELOAD_NOTHING] = "nothing",
};

/* The document's row about an app. */
static char *
make_row (const PaddockApp *app)
{
  static const char * const marks[] = {
    [PADDOCK_APP_PLACE_PROJECT] = " (project)",
    [PADDOCK_APP_PLACE_SANDBOX] = " (sandbox)",
    [PADDOCK_APP_PLACE_USER] = "",
    [PADDOCK_APP_PLACE_TRACE] = " (trace)",
  };
  g_autoptr (GString) row = g_string_new (NULL);

  g_string_append_printf (row, "| %s | `%s` | ", app->name, app->id);
  for (const PaddockAppPlace *place = app->places; place->path != NULL; place++) {
    g_string_append_printf (row, "%s`%s`%s", place == app->places ? "" : "; ", place->path,
                            marks[place->kind]);
    if (place->marker != NULL)
      g_string_append_printf (row, ", if `%s` is beside it", place->marker);
  }
  if (app->syntax == PADDOCK_APP_SYNTAX_NONE)
    g_string_append (row, "; its own store, which Paddock can't change |  |");
  else
    g_string_append_printf (row, " | %s |", reloads[app->reload]);
  return g_string_free (g_steal_pointer (&row), FALSE);
}

static void
test_document (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "docs", "hosts.md", NULL);
  g_autofree char *document = NULL;
  g_auto (GStrv) lines = NULL;
  const char *section;
  guint n_rows = 0;

  g_assert_true (g_file_get_contents (path, &document, NULL, NULL));
  section = strstr (document, HEADING);
  g_assert_nonnull (section);
  lines = g_strsplit (section + strlen (HEADING), "\n", -1);
  for (guint i = 0; lines[i] != NULL && !g_str_has_prefix (lines[i], "## "); i++) {
    g_autofree char *row = NULL;

    if (!g_str_has_prefix (lines[i], "| ") || g_str_has_prefix (lines[i], "| app ") ||
        g_str_has_prefix (lines[i], "| ---"))
      continue;
    g_assert_cmpuint (n_rows, <, paddock_app_get_count ());
    row = make_row (paddock_app_get (n_rows++));
    g_assert_cmpstr (lines[i], ==, row);
  }
  g_assert_cmpuint (n_rows, ==, paddock_app_get_count ());
}

/* Each id finds its app, and suits a command line. */
static void
test_find (void)
{
  for (guint i = 0; i < paddock_app_get_count (); i++) {
    const PaddockApp *app = paddock_app_get (i);

    g_assert_true (paddock_app_find (app->id) == app);
    for (const char *p = app->id; *p != '\0'; p++)
      g_assert_true (g_ascii_islower (*p) || g_ascii_isdigit (*p) || *p == '-');
  }
  g_assert_null (paddock_app_find (""));
  g_assert_null (paddock_app_find ("Cursor"));
}

static void
check_place (const PaddockAppPlace *place)
{
  if (place->kind == PADDOCK_APP_PLACE_PROJECT)
    g_assert_null (strchr ("/~$", place->path[0]));
  else
    g_assert_true (g_str_has_prefix (place->path, "~/") || *place->path == '$');
}

static void
test_rows (void)
{
  for (guint i = 0; i < paddock_app_get_count (); i++) {
    const PaddockApp *app = paddock_app_get (i);
    gboolean has_file = app->syntax != PADDOCK_APP_SYNTAX_NONE;

    g_test_message ("%s", app->id);
    g_assert_nonnull (app->places[0].path);
    g_assert_cmpint (app->places[0].kind != PADDOCK_APP_PLACE_TRACE, ==, has_file);
    g_assert_cmpint (app->containers != NULL, ==, has_file);
    g_assert_cmpint (app->keys != NULL, ==, has_file);
    for (const PaddockAppPlace *place = app->places; place->path != NULL; place++)
      check_place (place);
    if (!has_file)
      continue;
    /* The first place is one that Paddock may change. */
    g_assert_cmpint (app->places[0].kind, ==, PADDOCK_APP_PLACE_USER);
    g_assert_cmpuint (app->keys->addresses[0] != NULL, >=, app->keys->headers != NULL);
    g_assert_null (app->keys->addresses[G_N_ELEMENTS (app->keys->addresses) - 1]);
  }
}

/* Tokens for servers are in these files. So each is sensitive, unless only a variable of the
 * environment says where it is. A trace is a directory or a program. */
static void
test_sensitive (void)
{
  static const char * const environment[] = { NULL };
  guint n_places = 0;

  for (guint i = 0; i < paddock_app_get_count (); i++)
    for (const PaddockAppPlace *place = paddock_app_get (i)->places; place->path != NULL; place++) {
      g_autofree char *path = paddock_app_place_dup_path (place, "/home/me", environment, "/p");

      if (path == NULL || place->kind == PADDOCK_APP_PLACE_TRACE)
        continue;
      n_places++;
      if (!paddock_sensitive_match (path, "/home/me", NULL))
        g_error ("%s is not sensitive", path);
    }
  g_assert_cmpuint (n_places, >, 30);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/document", test_document);
  g_test_add_func ("/app/find", test_find);
  g_test_add_func ("/app/rows", test_rows);
  g_test_add_func ("/app/sensitive", test_sensitive);
  return g_test_run ();
}
