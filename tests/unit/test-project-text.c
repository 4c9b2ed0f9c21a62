/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-project-text.h"

/* Kinds of projects in words, untranslated. */

static void
test_all (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (int project = 0; project < PADDOCK_N_PROJECTS; project++) {
    const char *text = paddock_project_text (project);

    g_assert_cmpstr (text, !=, "");
    g_assert_true (g_hash_table_add (seen, (char *) text));
    g_assert_cmpint (project == PADDOCK_PROJECT_NONE, ==,
                     g_str_equal (paddock_project_text_icon (project), "folder-symbolic"));
  }
  g_assert_cmpstr (paddock_project_text_icon (PADDOCK_PROJECT_RUST), ==,
                   "paddock-project-symbolic");
  g_assert_cmpstr (paddock_project_text_icon (PADDOCK_PROJECT_GIT), ==,
                   "paddock-repository-symbolic");
}

static void
test_unknown (void)
{
  g_assert_cmpstr (paddock_project_text (PADDOCK_N_PROJECTS), ==, "Folder");
  g_assert_cmpstr (paddock_project_text (-1), ==, "Folder");
  g_assert_cmpstr (paddock_project_text_icon (PADDOCK_N_PROJECTS), ==, "folder-symbolic");
  g_assert_cmpstr (paddock_project_text_icon (-1), ==, "folder-symbolic");
}

static void
test_reason (void)
{
  const char * const one[] = { "Cargo.toml", NULL };
  const char * const two[] = { "package.json", ".git", NULL };
  g_autofree char *none = paddock_project_text_reason (0);
  g_autofree char *single = paddock_project_text_reason (paddock_project_markers_from_names (one));
  g_autofree char *both = paddock_project_text_reason (paddock_project_markers_from_names (two));

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (single, ==, "Has Cargo.toml");
  g_assert_cmpstr (both, ==, "Has .git, package.json");
}

static void
test_progress (void)
{
  const struct {
    PaddockProjectProgress progress;
    guint                  n_found;
    gboolean               is_stopped;
    gboolean               has_failed;
    const char            *text;
  } cases[] = {
    { { 0 }, 0, FALSE, FALSE, "Looking… 0 folders so far" },
    { { .n_looked = 1 }, 5, FALSE, FALSE, "Looking… 1 folder so far" },
    { { .n_looked = 9, .is_ended = TRUE }, 1, FALSE, FALSE, "Found 1 project." },
    { { .n_looked = 9, .is_ended = TRUE }, 0, FALSE, FALSE, "Found 0 projects." },
    { { .is_ended = TRUE, .n_unreadable = 2 }, 3, FALSE, FALSE,
      "Found 3 projects. Couldn’t read 2 folders." },
    { { .is_ended = TRUE, .n_unreadable = 2 }, 3, TRUE, FALSE,
      "Found 3 projects. Stopped. There might be more projects." },
    { { .is_ended = TRUE, .is_cut = TRUE }, 5000, FALSE, FALSE,
      "Found 5000 projects. There are too many folders here. Start with one of the "
      "folders inside." },
    { { .is_ended = TRUE }, 0, FALSE, TRUE, "Found 0 projects. Paddock can’t read this folder." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_project_text_progress (&cases[i].progress, cases[i].n_found,
                                                           cases[i].is_stopped,
                                                           cases[i].has_failed);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/project-text/all", test_all);
  g_test_add_func ("/project-text/unknown", test_unknown);
  g_test_add_func ("/project-text/reason", test_reason);
  g_test_add_func ("/project-text/progress", test_progress);

  return g_test_run ();
}
