/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-place.h"

typedef struct {
  const char         *path;
  PaddockAppPlaceKind kind;
  const char         *environment[3];
  const char         *project;
  const char         *expected;     /* NULL: no such place */
} Case;

#define USER PADDOCK_APP_PLACE_USER
#define PROJECT PADDOCK_APP_PLACE_PROJECT

static const Case cases[] = {
  { "~/.a/b.json", USER, { NULL }, NULL, "/home/me/.a/b.json" },
  { "~/.a/b.json", USER, { "HOME=/other" }, "/p", "/home/me/.a/b.json" },
  { "~/.a", PADDOCK_APP_PLACE_SANDBOX, { NULL }, NULL, "/home/me/.a" },
  { "$XDG_CONFIG_HOME/A - B/c", USER, { NULL }, NULL, "/home/me/.config/A - B/c" },
  { "$XDG_CONFIG_HOME/a", USER, { "XDG_CONFIG_HOME=/c" }, NULL, "/c/a" },
  { "$XDG_CONFIG_HOME/a", USER, { "XDG_CONFIG_HOME=" }, NULL, "/home/me/.config/a" },
  { "$XDG_CONFIG_HOME/a", USER, { "XDG_CONFIG_HOME=c" }, NULL, "/home/me/.config/a" },
  { "$XDG_CONFIG_HOME/a", USER, { "XDG_CONFIG=/c" }, NULL, "/home/me/.config/a" },
  { "$XDG_DATA_HOME/a/*/b", USER, { NULL }, NULL, "/home/me/.local/share/a/*/b" },
  { "$CODEX_HOME/a", USER, { NULL }, NULL, NULL },
  { "$CODEX_HOME/a", USER, { "CODEX_HOME=" }, NULL, NULL },
  { "$CODEX_HOME/a", USER, { "CODEX_HOME=x" }, NULL, NULL },
  { "$CODEX_HOME/a", USER, { "X=/y", "CODEX_HOME=/x/" }, NULL, "/x/a" },
  { "$A_FILE", USER, { "A_FILE=/x/y.json" }, NULL, "/x/y.json" },
  { "$A_FILE", USER, { NULL }, NULL, NULL },
  { ".a/b", PROJECT, { NULL }, NULL, NULL },
  { ".a/b", PROJECT, { NULL }, "/p", "/p/.a/b" },
};

static void
test_path (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockAppPlace place = { cases[i].path, cases[i].kind, NULL, NULL };
    g_autofree char *path = paddock_app_place_dup_path (&place, "/home/me", cases[i].environment,
                                                        cases[i].project);

    g_test_message ("row %u", i);
    g_assert_cmpstr (path, ==, cases[i].expected);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-place/path", test_path);
  return g_test_run ();
}
