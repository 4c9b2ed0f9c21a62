/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-file.h"
#include "paddock-names.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A home directory with files of apps, and a data directory of Paddock. */
typedef struct {
  char *home;                       /* (owned) all links resolved */
  char *data;                       /* (owned) */
} AppFixture;

#define APP_ENTRY "{\"command\":\"npx\",\"args\":[\"-y\",\"x\"]}"
#define APP_FILE "{ \"mcpServers\": { \"a\": " APP_ENTRY ", \"b\": " APP_ENTRY " } }\n"

/* GLib asks for the home directory once, so all tests of a program have one path. */
static inline void
app_fixture_set_up (AppFixture    *fixture,
                    gconstpointer  data)
{
  static char *home = NULL;

  if (home == NULL) {
    g_autofree char *directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
    char *resolved = realpath (directory, NULL);

    home = g_strdup (resolved);
    free (resolved);
  }
  g_assert_cmpint (g_mkdir_with_parents (home, 0755), ==, 0);
  fixture->home = g_strdup (home);
  fixture->data = g_build_filename (home, "data", NULL);
  g_setenv ("HOME", fixture->home, TRUE);
  g_setenv (PADDOCK_ENV_DATA_DIR, fixture->data, TRUE);
  g_unsetenv ("XDG_CONFIG_HOME");
  g_unsetenv ("XDG_DATA_HOME");
}

static inline void
app_fixture_tear_down (AppFixture    *fixture,
                       gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("/bin/rm -rf '%s'", fixture->home);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->home);
  g_free (fixture->data);
}

#define APP_TEST(path, function) \
  g_test_add (path, AppFixture, NULL, app_fixture_set_up, function, app_fixture_tear_down)

static inline char *
app_fixture_path (AppFixture *fixture,
                  const char *relative)
{
  return g_build_filename (fixture->home, relative, NULL);
}

/* Writes a file below the home directory. Returns its path. */
static inline char *
app_fixture_write (AppFixture *fixture,
                   const char *relative,
                   const char *text)
{
  char *path = app_fixture_path (fixture, relative);
  g_autofree char *directory = g_path_get_dirname (path);
  FILE *stream;

  g_assert_cmpint (g_mkdir_with_parents (directory, 0755), ==, 0);
  stream = fopen (path, "w");
  g_assert_nonnull (stream);
  g_assert_cmpint (fputs (text, stream), >=, 0);
  g_assert_cmpint (fclose (stream), ==, 0);
  return path;
}

static inline void
app_fixture_assert (AppFixture *fixture,
                    const char *relative,
                    const char *text)
{
  g_autofree char *path = app_fixture_path (fixture, relative);
  g_autofree char *found = NULL;

  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, text);
}

/* How many names a directory has. */
static inline guint
app_fixture_count (AppFixture *fixture,
                   const char *relative)
{
  g_autofree char *path = app_fixture_path (fixture, relative);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (directory != NULL && g_dir_read_name (directory) != NULL)
    n++;
  return n;
}

/* Reads the file of an app at its first place. */
static inline PaddockAppFile *
app_fixture_read (AppFixture *fixture,
                  const char *app_id,
                  const char *relative)
{
  const PaddockApp *app = paddock_app_find (app_id);
  g_autofree char *path = app_fixture_path (fixture, relative);

  return paddock_app_file_new (app, &app->places[0], path, NULL, G_MAXSIZE);
}
