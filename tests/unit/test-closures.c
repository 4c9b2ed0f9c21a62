/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-closures.h"

#include "paddock-project.h"
#include "paddock-root.h"

/* The texts of a folder's row, untranslated. No display is needed. */

static void
test_icon (void)
{
  const char * const names[] = { ".git", "Cargo.toml", NULL };
  const char * const git[] = { ".git", NULL };
  const struct {
    int                 kind;
    const char * const *names;
    const char         *icon;
    const char         *text;
    const char         *reason;
  } cases[] = {
    { PADDOCK_FILE_KIND_DIRECTORY, NULL, "folder-symbolic", "", NULL },
    { PADDOCK_FILE_KIND_DIRECTORY, git, "paddock-repository-symbolic", "Git repository",
      "Has .git" },
    { PADDOCK_FILE_KIND_DIRECTORY, names, "paddock-project-symbolic", "Rust project",
      "Has .git, Cargo.toml" },
    { PADDOCK_FILE_KIND_REGULAR, NULL, "text-x-generic-symbolic", "File", NULL },
    { 99, NULL, "text-x-generic-symbolic", "File", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockMarkers markers = paddock_project_markers_from_names (cases[i].names);
    g_autofree char *icon = paddock_closures_root_icon (NULL, cases[i].kind, markers);
    g_autofree char *text = paddock_closures_root_kind (NULL, cases[i].kind, markers);
    g_autofree char *reason = paddock_closures_root_reason (NULL, markers);

    g_assert_cmpstr (icon, ==, cases[i].icon);
    g_assert_cmpstr (text, ==, cases[i].text);
    g_assert_cmpstr (reason, ==, cases[i].reason);
  }
}

static void
test_path (void)
{
  const struct {
    const char *path;
    const char *picked;
    const char *shown;
    const char *tooltip;
  } cases[] = {
    { "/srv/a", NULL, "/srv/a", "/srv/a" },
    { "/srv/a", "", "/srv/a", "/srv/a" },
    { "/srv/a", "/srv/a", "/srv/a", "/srv/a" },
    { "/srv/a", "/link", "/link → /srv/a", "/link → /srv/a" },
    { "/home/me/a", NULL, "~/a", "/home/me/a" },
    { "/home/me", NULL, "~", "/home/me" },
    { "/home/me2/a", NULL, "/home/me2/a", "/home/me2/a" },
    { "/home/me/a", "/home/me/b", "~/b → ~/a", "/home/me/b → /home/me/a" },
    { "/srv/\xff", NULL, "/srv/\\xFF", "/srv/\\xFF" },
    { "/srv/a\nb", NULL, "/srv/a\\x0Ab", "/srv/a\\x0Ab" },
    { "/srv/\xe2\x80\xae" "gpj", NULL, "/srv/\\u{202E}gpj", "/srv/\\u{202E}gpj" },
    { NULL, NULL, "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *shown = paddock_closures_root_path (NULL, cases[i].path, cases[i].picked);
    g_autofree char *tooltip = paddock_closures_root_tooltip (NULL, cases[i].path,
                                                              cases[i].picked);

    g_assert_cmpstr (shown, ==, cases[i].shown);
    g_assert_cmpstr (tooltip, ==, cases[i].tooltip);
  }
}

/* Only an available root with events has an empty status. An unknown status never looks as if all
 * were well. */
static void
test_status (void)
{
  const struct {
    int status;
    gboolean has_events;
    gboolean is_noted;
    const char *part;
    const char *icon;
  } cases[] = {
    { PADDOCK_AVAILABILITY_AVAILABLE, TRUE, FALSE, "", "emblem-synchronizing-symbolic" },
    { PADDOCK_AVAILABILITY_AVAILABLE, FALSE, TRUE, "every few seconds",
      "emblem-synchronizing-symbolic" },
    { PADDOCK_AVAILABILITY_UNKNOWN, TRUE, TRUE, "Checking…",
      "emblem-synchronizing-symbolic" },
    { PADDOCK_AVAILABILITY_MISSING, TRUE, TRUE, "Missing", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_UNREADABLE, TRUE, TRUE, "Can’t be read", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_REPLACED, TRUE, TRUE, "Replaced", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_EXPIRED, TRUE, TRUE, "Time limit ended", "alarm-symbolic" },
    { 99, TRUE, TRUE, "Checking…", "dialog-warning-symbolic" },
    { -1, FALSE, TRUE, "Checking…", "dialog-warning-symbolic" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_closures_root_status (NULL, cases[i].status,
                                                          cases[i].has_events);
    g_autofree char *icon = paddock_closures_root_icon_state (NULL, cases[i].status);

    g_assert_nonnull (strstr (text, cases[i].part));
    g_assert_cmpint (*text != '\0', ==, cases[i].is_noted);
    g_assert_cmpint (paddock_closures_root_is_noted (NULL, cases[i].status, cases[i].has_events),
                     ==, cases[i].is_noted);
    g_assert_cmpint (paddock_closures_root_is_replaced (NULL, cases[i].status), ==,
                     cases[i].status == PADDOCK_AVAILABILITY_REPLACED);
    g_assert_false (paddock_closures_root_is_out_of_reach (NULL, cases[i].status, FALSE));
    g_assert_cmpint (paddock_closures_root_is_out_of_reach (NULL, cases[i].status, TRUE), ==,
                     cases[i].status == PADDOCK_AVAILABILITY_MISSING ||
                     cases[i].status == PADDOCK_AVAILABILITY_UNREADABLE);
    g_assert_cmpstr (icon, ==, cases[i].icon);
  }
}

static void
test_access (void)
{
  g_assert_true (paddock_closures_root_is_read_only (NULL, PADDOCK_ACCESS_READ_ONLY));
  g_assert_false (paddock_closures_root_is_read_only (NULL, PADDOCK_ACCESS_READ_WRITE));
  g_assert_true (paddock_closures_root_is_read_only (NULL, 99));
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("HOME", "/home/me", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/closures/icon", test_icon);
  g_test_add_func ("/closures/path", test_path);
  g_test_add_func ("/closures/status", test_status);
  g_test_add_func ("/closures/access", test_access);

  return g_test_run ();
}
