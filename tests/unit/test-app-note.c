/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-note.h"

#include "paddock-error.h"

/* Notes about apps' files: which texts are sound. */

#define KEY "cursor-k3v9x0q2m1ab"

static void
test_keys (void)
{
  static const struct {
    const char *text;
    gboolean    is_key;
  } keys[] = {
    { KEY, TRUE },
    { "vscode-insiders-000000000000", TRUE },
    { "5ire-abcdefghijkl", TRUE },
    { KEY ".url", TRUE },
    { KEY ".httpUrl.streamable_http", TRUE },
    { KEY ".serverUrl.streamable-http", TRUE },
    { "", FALSE },
    { ".", FALSE },
    { "cursor", FALSE },
    { "cursor-", FALSE },
    { "-k3v9x0q2m1ab", FALSE },
    { "k3v9x0q2m1ab", FALSE },
    { "cursor-k3v9x0q2m1a", FALSE },
    { "cursor_k3v9x0q2m1ab", FALSE },
    { "cursor-K3V9X0Q2M1AB", FALSE },
    { "Cursor-k3v9x0q2m1ab", FALSE },
    { "cursor k3v9x0q2m1ab", FALSE },
    { "cursor-k3v9x0q2m1\xc3\xa4", FALSE },
    { "cursor-k3v9x0q2m-ab", FALSE },
    { "../cursor-k3v9x0q2m1ab", FALSE },
    { KEY ".", FALSE },
    { KEY "..http", FALSE },
    { KEY ".url.http.more", FALSE },
    { KEY ".u/l", FALSE },
    { KEY "\n", FALSE },
    { " " KEY, FALSE },
    { "0123456789abcdef0123456789abcdef0123456789abcdef", FALSE },
  };
  g_autofree char *app = g_strnfill (PADDOCK_APP_NOTE_MAX_WORD, 'a');
  g_autofree char *longest = g_strconcat (app, "-k3v9x0q2m1ab.", app, ".", app, NULL);
  g_autofree char *too_long = g_strconcat ("a", app, "-k3v9x0q2m1ab", NULL);
  g_autofree char *long_member = g_strconcat (KEY ".a", app, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_test_message ("%s", keys[i].text);
    g_assert_cmpint (paddock_app_note_is_key (keys[i].text), ==, keys[i].is_key);
  }
  g_assert_true (paddock_app_note_is_key (longest));
  g_assert_false (paddock_app_note_is_key (too_long));
  g_assert_false (paddock_app_note_is_key (long_member));
}

static void
test_apps (void)
{
  g_assert_true (paddock_app_note_is_app ("claude-code"));
  g_assert_true (paddock_app_note_is_app ("5ire"));
  g_assert_false (paddock_app_note_is_app (""));
  g_assert_false (paddock_app_note_is_app ("-x"));
  g_assert_false (paddock_app_note_is_app ("Claude"));
  g_assert_false (paddock_app_note_is_app ("a b"));
  g_assert_false (paddock_app_note_is_app ("a.b"));
}

static void
test_check (void)
{
  g_autofree char *name = g_strnfill (PADDOCK_APP_NOTE_MAX_SERVER, 'x');
  g_autofree char *long_name = g_strconcat (name, "x", NULL);
  g_autofree char *path_end = g_strnfill (PADDOCK_APP_NOTE_MAX_PATH - 1, 'p');
  g_autofree char *path = g_strconcat ("/", path_end, NULL);
  g_autofree char *long_path = g_strconcat ("/", path, NULL);
  const struct {
    PaddockAppNote note;
    int            error;           /* -1: none */
  } rows[] = {
    { { KEY, NULL, "cursor", "files", "/f" }, -1 },
    { { KEY, NULL, "zed", "\xe2\x80\xae\n\x1b[1m", "/f\n" }, -1 },
    { { KEY, NULL, "cursor", name, path }, -1 },
    { { NULL, NULL, "cursor", "files", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { "cursor", NULL, "cursor", "files", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, NULL, "files", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "Cursor", "files", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", NULL, "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "\xff", "/f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "files", NULL }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "files", "" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "files", "f" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", "files", "/\xff" }, PADDOCK_ERROR_INVALID_ARGUMENT },
    { { KEY, NULL, "cursor", long_name, "/f" }, PADDOCK_ERROR_LIMIT },
    { { KEY, NULL, "cursor", "files", long_path }, PADDOCK_ERROR_LIMIT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (paddock_app_note_check (&rows[i].note, &error), ==, rows[i].error == -1);
    if (rows[i].error != -1)
      g_assert_error (error, PADDOCK_ERROR, rows[i].error);
  }
}

static void
test_same_name (void)
{
  g_autoptr (PaddockAppNote) note = paddock_app_note_new (&(PaddockAppNote) {
    KEY, "f", "cursor", "files", "/f", 7,
  });
  g_autoptr (PaddockAppNote) same = paddock_app_note_ref (note);
  PaddockAppNote other = *note;

  g_assert_cmpstr (same->fact, ==, "f");
  g_assert_true (paddock_app_note_same_name (NULL, NULL));
  g_assert_false (paddock_app_note_same_name (note, NULL));
  other.path = "/g";
  other.noted = 8;
  g_assert_true (paddock_app_note_same_name (note, &other));
  other.app = "zed";
  g_assert_false (paddock_app_note_same_name (note, &other));
  other.app = note->app;
  other.server = "Files";
  g_assert_false (paddock_app_note_same_name (note, &other));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-note/keys", test_keys);
  g_test_add_func ("/app-note/apps", test_apps);
  g_test_add_func ("/app-note/check", test_check);
  g_test_add_func ("/app-note/same-name", test_same_name);
  return g_test_run ();
}
