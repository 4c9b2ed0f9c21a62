/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-summary.h"

#include <string.h>

/* Untranslated. A file is written as a string, with a letter for each of its entries:
 *   c  connected
 *   f  connected, and its command names a folder
 *   k  connected, and can't be restored
 *   d  not connected
 *   o  not connected, and can't be
 *   a  not connected, at an address
 *   b  connected, at an address */

typedef struct {
  const char         *app;          /* NULL: the list ends */
  const char         *entries;      /* NULL: the file can't be read */
  const char         *trouble;
  guint               n_waiting;
  PaddockAppPlaceKind kind;
  const char         *bytes;        /* of a file that can't be read; NULL: unknown */
} File;

#define USER .kind = PADDOCK_APP_PLACE_USER

static PaddockAppEntry *
make_entry (char letter)
{
  PaddockAppEntry *entry = g_new0 (PaddockAppEntry, 1);

  entry->is_connected = strchr ("cfkb", letter) != NULL;
  entry->kind = strchr ("ab", letter) != NULL ? PADDOCK_APP_ENTRY_ADDRESS
                                              : PADDOCK_APP_ENTRY_COMMAND;
  entry->obstacle = letter == 'k' ? PADDOCK_APP_OBSTACLE_ROOTS
                    : letter == 'o' ? PADDOCK_APP_OBSTACLE_SHELL : PADDOCK_APP_OBSTACLE_NONE;
  entry->folders = g_new0 (char *, 2);
  if (letter == 'f')
    entry->folders[0] = g_strdup ("/h/a");
  return entry;
}

static PaddockAppFile *
make_file (const File      *from,
           PaddockAppPlace *place)
{
  PaddockAppFile *file = paddock_app_file_new_without (paddock_app_find (from->app));

  place->kind = from->kind;
  file->place = place;
  file->path = g_strdup ("/f");
  file->is_parsed = from->entries != NULL;
  file->bytes = from->bytes != NULL ? g_bytes_new_static (from->bytes, strlen (from->bytes)) : NULL;
  g_free (file->trouble);
  file->trouble = g_strdup (from->trouble);
  for (const char *letter = from->entries; letter != NULL && *letter != '\0'; letter++)
    g_ptr_array_add (file->entries, make_entry (*letter));
  return file;
}

static const struct {
  const char *text;
  const char *no_connection;        /* a word of the reason; NULL: it can be done */
  const char *no_restoring;
  File        files[5];
} cases[] = {
  { "No servers\n\n", "no servers", "No server", { { NULL } } },
  { "No servers\n\n", "no servers", "No server", { { "cursor", "", USER } } },
  { "1 server in 1 app\nNone connected\n", NULL, "No server", { { "cursor", "d", USER } } },
  { "3 servers in 2 apps\n1 connected\n", NULL, NULL,
    { { "cursor", "dc", USER }, { "zed", "d", USER } } },
  /* All that can be connected are: the summary still doesn't say "all". */
  { "3 servers in 1 app\n2 connected\n", "The reasons", NULL, { { "cursor", "cco", USER } } },
  { "2 servers in 1 app\n2 connected\n", "All servers", NULL, { { "cursor", "cb", USER } } },
  { "2 servers in 1 app\n2 connected · 1 has folders of its own\n", "All servers", NULL,
    { { "cursor", "cf", USER } } },
  { "3 servers in 1 app\n3 connected · 2 have folders of their own\n", "All servers", NULL,
    { { "cursor", "cff", USER } } },
  /* Addresses. */
  { "2 servers in 1 app\n1 connected · 1 server at an address is left alone\n", "one by one", NULL,
    { { "cursor", "ca", USER } } },
  { "2 servers in 1 app\nNone connected · 2 servers at an address are left alone\n", "one by one",
    "No server", { { "cursor", "aa", USER } } },
  { "3 servers in 1 app\n1 connected · 1 server at an address is left alone\n", "The reasons", NULL,
    { { "cursor", "cao", USER } } },
  /* A file that can't be changed, with servers of each kind. */
  { "53 servers in 2 apps\n51 connected\n1 file can’t be changed", "The reasons", NULL,
    { { "cursor", "ccccccccccccccccccccccccccccccccccccccccccccccccccc", USER },
      { "zed", "dd", "The file is read-only.", USER } } },
  { "2 servers in 1 app\n2 connected\n1 file can’t be changed", "All servers", "can’t restore",
    { { "cursor", "cc", "The file is read-only.", USER } } },
  { "1 server in 1 app\nNone connected\n1 file can’t be changed", "The reasons", "No server",
    { { "cursor", "a", "The file is read-only.", USER } } },
  { "1 server in 1 app\n1 connected\n", "All servers", "can’t restore",
    { { "cursor", "k", USER } } },
  { "3 servers in 2 apps\n1 connected\n2 files can’t be changed", "The reasons", NULL,
    { { "cursor", "c", USER }, { "cursor", "o", .kind = PADDOCK_APP_PLACE_PROJECT },
      { "zed", "o", .kind = PADDOCK_APP_PLACE_SANDBOX } } },
  /* Files that can't be read. One without a letter has no servers. */
  { "No servers\n\n1 file unreadable", "no servers", "No server",
    { { "zed", NULL, "no", USER } } },
  { "1 server in 1 app\n1 connected\n2 files unreadable", "All servers", NULL,
    { { "cursor", "c", USER }, { "zed", NULL, "no", USER },
      { "zed", NULL, "Line 1", .bytes = "{", USER } } },
  { "1 server in 1 app\n1 connected\n", "All servers", NULL,
    { { "cursor", "c", USER }, { "zed", NULL, "Line 1", .bytes = " \n", USER } } },
  { "2 servers in 2 apps\n1 connected\n1 file unreadable · 1 file can’t be changed", "The reasons",
    NULL, { { "cursor", "c", USER }, { "windsurf", NULL, "no", USER },
            { "zed", "d", "The file is read-only.", USER } } },
  /* VS Code notices the change by itself. */
  { "4 servers in 2 apps\n4 connected\n2 need a restart", "All servers", NULL,
    { { "cursor", "cc", NULL, 2, USER }, { "vscode", "cc", NULL, 2, USER } } },
  { "2 servers in 1 app\n1 connected\n1 needs a restart · 1 file unreadable", NULL, NULL,
    { { "cursor", "cd", NULL, 1, USER }, { "zed", NULL, "no", USER } } },
  /* Two files of one app. */
  { "2 servers in 1 app\nNone connected\n", NULL, "No server",
    { { "cursor", "d", USER }, { "cursor", "d", USER } } },
};

static void
assert_reason (const char *reason,
               const char *part)
{
  if (part == NULL)
    g_assert_null (reason);
  else
    g_assert_nonnull (strstr (reason, part));
}

static void
test_all (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockAppSummary summary = { 0 };
    g_autofree char *text = NULL;

    for (const File *from = cases[i].files; from->app != NULL; from++) {
      PaddockAppPlace place = { 0 };
      g_autoptr (PaddockAppFile) file = make_file (from, &place);

      paddock_app_summary_add (&summary, file, from->n_waiting);
    }
    text = paddock_app_summary_to_text (&summary);
    g_assert_cmpstr (text, ==, cases[i].text);
    assert_reason (paddock_app_summary_get_no_connection (&summary), cases[i].no_connection);
    assert_reason (paddock_app_summary_get_no_restoring (&summary), cases[i].no_restoring);
  }
}

static void
test_app (void)
{
  const File from = { "cursor", "cfad", "The file is read-only.", 1, USER };
  PaddockAppPlace place = { 0 };
  g_autoptr (PaddockAppFile) file = make_file (&from, &place);
  PaddockAppSummary summary = { 0 };
  g_autofree char *text = NULL;

  paddock_app_summary_add (&summary, file, 1);
  text = paddock_app_summary_to_text_of_app (&summary);
  g_assert_cmpstr (text, ==, "4 servers · 2 connected · 1 has folders of its own");
}

/* An app without a file has nothing that could be read. */
static void
test_without (void)
{
  g_autoptr (PaddockAppFile) file = paddock_app_file_new_without (paddock_app_find ("zed"));

  g_assert_false (paddock_app_summary_is_unreadable (file));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-summary/all", test_all);
  g_test_add_func ("/app-summary/app", test_app);
  g_test_add_func ("/app-summary/without", test_without);

  return g_test_run ();
}
