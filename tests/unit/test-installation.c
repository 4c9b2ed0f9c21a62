/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-installation.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "paddock-documents.h"
#include "paddock-names.h"

typedef struct {
  gboolean    is_sandboxed;
  const char *host_data_home;
  const char *expected;
} DirectoryCase;

#define SANDBOXED "/home/u/.var/app/io.github.paddock_mcp.Paddock/data/paddock"

static const DirectoryCase cases[] = {
  { TRUE, NULL, SANDBOXED },
  { TRUE, "/elsewhere", SANDBOXED },
  { FALSE, NULL, "/home/u/.local/share/paddock" },
  { FALSE, "/elsewhere", "/elsewhere/paddock" },
  { FALSE, "", "/home/u/.local/share/paddock" },
  { FALSE, "relative", "/home/u/.local/share/paddock" },
  { FALSE, "../up", "/home/u/.local/share/paddock" },
};

static void
test_directories (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path =
      paddock_installation_dup_data_directory (cases[i].is_sandboxed, "/home/u",
                                               cases[i].host_data_home);

    g_assert_cmpstr (path, ==, cases[i].expected);
  }
}

static void
test_other (void)
{
  g_autofree char *path = paddock_installation_dup_other ();
  g_autofree char *own =
    paddock_installation_dup_data_directory (paddock_documents_is_sandboxed (),
                                             g_get_home_dir (), NULL);

  g_assert_true (g_path_is_absolute (path));
  g_assert_cmpstr (path, !=, own);
}

/* Existing directories are resolved; others stay as written. */
static void
test_places (void)
{
  g_autofree char *base = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *data = g_build_filename (base, "data", NULL);
  g_autofree char *link = g_build_filename (base, "link", NULL);
  g_autofree char *below = g_build_filename (data, "below", NULL);
  g_autofree char *missing = g_build_filename (base, "missing", NULL);
  g_autofree char *socket_path = g_build_filename (missing, "mcp.sock", NULL);
  g_autoptr (PaddockPlaces) places = NULL;
  PaddockPlaceWarnings warnings;
  struct stat info;

  g_assert_cmpint (g_mkdir (data, 0700), ==, 0);
  g_assert_cmpint (symlink ("data", link), ==, 0);
  places = paddock_installation_find_places (link, socket_path);
  g_assert_cmpint (paddock_places_judge (places, below, NULL), ==, PADDOCK_PLACE_OWN);
  g_assert_cmpint (paddock_places_judge (places, missing, NULL), ==, PADDOCK_PLACE_OWN);
  g_assert_cmpint (paddock_places_judge (places, base, &warnings), ==, PADDOCK_PLACE_WARNED);
  g_assert_cmpint (warnings, ==, PADDOCK_PLACE_WARNING_CONTAINS_OWN);
  g_assert_null (places->documents);
  g_assert_cmpint (stat (data, &info), ==, 0);
  g_assert_true (paddock_places_is_own_object (places, info.st_dev, info.st_ino));
  g_assert_cmpint (stat (base, &info), ==, 0);
  g_assert_false (paddock_places_is_own_object (places, info.st_dev, info.st_ino));
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (g_rmdir (data), ==, 0);
  g_assert_cmpint (g_rmdir (base), ==, 0);
}

/* The environment comes before the usual place. */
static void
test_own (void)
{
  static const struct {
    const char *value;
    const char *expected;           /* (nullable) NULL: below the user's data directory */
  } rows[] = {
    { "/d/../e", "/e" },
    { "/d/", "/d" },
    { "", NULL },
    { NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *usual = g_build_filename (g_get_user_data_dir (), "paddock", NULL);
    g_autofree char *own = NULL;

    if (rows[i].value != NULL)
      g_setenv (PADDOCK_ENV_DATA_DIR, rows[i].value, TRUE);
    else
      g_unsetenv (PADDOCK_ENV_DATA_DIR);
    own = paddock_installation_dup_own ();
    g_assert_cmpstr (own, ==, rows[i].expected != NULL ? rows[i].expected : usual);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/installation/directories", test_directories);
  g_test_add_func ("/installation/other", test_other);
  g_test_add_func ("/installation/own", test_own);
  g_test_add_func ("/installation/places", test_places);
  return g_test_run ();
}
