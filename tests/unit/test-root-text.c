/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-text.h"

/* The texts of a folder, untranslated. No display is needed. */

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
  } cases[] = {
    { PADDOCK_FILE_KIND_DIRECTORY, NULL, "folder-symbolic", "" },
    { PADDOCK_FILE_KIND_DIRECTORY, git, "paddock-repository-symbolic", "Git repository" },
    { PADDOCK_FILE_KIND_DIRECTORY, names, "paddock-project-symbolic", "Rust project" },
    { PADDOCK_FILE_KIND_REGULAR, NULL, "text-x-generic-symbolic", "File" },
    { 99, NULL, "text-x-generic-symbolic", "File" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockMarkers markers = paddock_project_markers_from_names (cases[i].names);

    g_assert_cmpstr (paddock_root_text_icon (cases[i].kind, markers), ==, cases[i].icon);
    g_assert_cmpstr (paddock_root_text_kind (cases[i].kind, markers), ==, cases[i].text);
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
    PaddockRoot root = { .path = (char *) cases[i].path, .picked = (char *) cases[i].picked };
    g_autofree char *shown = paddock_root_text_path (&root, "/home/me");
    g_autofree char *tooltip = paddock_root_text_path (&root, NULL);

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
    { PADDOCK_AVAILABILITY_AVAILABLE, FALSE, TRUE, "after a few seconds",
      "emblem-synchronizing-symbolic" },
    { PADDOCK_AVAILABILITY_UNKNOWN, TRUE, TRUE, "Checking…",
      "emblem-synchronizing-symbolic" },
    { PADDOCK_AVAILABILITY_MISSING, TRUE, TRUE, "Missing", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_UNREADABLE, TRUE, TRUE, "Can’t be read", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_REPLACED, TRUE, TRUE, "Replaced", "dialog-warning-symbolic" },
    { PADDOCK_AVAILABILITY_EXPIRED, TRUE, TRUE, "Expired", "alarm-symbolic" },
    { 99, TRUE, TRUE, "Checking…", "dialog-warning-symbolic" },
    { -1, FALSE, TRUE, "Checking…", "dialog-warning-symbolic" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *text = paddock_root_text_status (cases[i].status, cases[i].has_events);

    g_assert_nonnull (strstr (text, cases[i].part));
    g_assert_cmpint (*text != '\0', ==, cases[i].is_noted);
    g_assert_cmpstr (paddock_root_text_status_icon (cases[i].status), ==, cases[i].icon);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/root-text/icon", test_icon);
  g_test_add_func ("/root-text/path", test_path);
  g_test_add_func ("/root-text/status", test_status);

  return g_test_run ();
}
