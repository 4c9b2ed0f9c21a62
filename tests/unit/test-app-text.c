/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-text.h"

#include "model-fixtures.h"

#include <string.h>

/* Untranslated. The clock is NOW, 2027-01-15 08:00:00 UTC. */

#define MINUTE SECONDS (60)

static void
assert_takes (char       *text,
              const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_start (void)
{
  const char *words[] = { "npx", "a b", "--token", "hunter2", NULL };
  const char *hostile[] = { "x\n\xe2\x80\xaey", NULL };
  PaddockAppEntry entry = { .words = (GStrv) words };
  g_autofree char *shown = paddock_app_text_start (&entry);
  g_autofree char *long_word = g_strnfill (1000, 'a');

  g_assert_true (g_str_equal (shown, "npx 'a b' --token ••••"));

  entry.words = (GStrv) hostile;
  g_free (shown);
  shown = paddock_app_text_start (&entry);
  g_assert_null (strchr (shown, '\n'));
  g_assert_null (strstr (shown, "\xe2\x80\xae"));

  hostile[0] = long_word;
  g_free (shown);
  shown = paddock_app_text_start (&entry);
  g_assert_cmpuint (strlen (shown), <=, 300);

  entry = (PaddockAppEntry) { .url = (char *) "https://u:hunter2@example.org/mcp?k=hunter2" };
  g_free (shown);
  shown = paddock_app_text_start (&entry);
  g_assert_cmpstr (shown, ==, "'https://••••@example.org/mcp?••••'");

  entry = (PaddockAppEntry) { .kind = PADDOCK_APP_ENTRY_OTHER };
  assert_takes (paddock_app_text_start (&entry), "");
}

static void
test_state (void)
{
  const struct {
    PaddockAppState state;
    gint64          ago;
    const char     *text;
    gint64          next;             /* after NOW; 0: never */
  } cases[] = {
    { PADDOCK_APP_STATE_DIRECT, 0, "", 0 },
    { PADDOCK_APP_STATE_CHANGED, 0, "Another program took Paddock out", 0 },
    { PADDOCK_APP_STATE_GONE, 0, "Another program removed this server", 0 },
    { PADDOCK_APP_STATE_LEAVING, 0, "Still running through Paddock", 0 },
    { PADDOCK_APP_STATE_THROUGH, 0, "Goes through Paddock", 0 },
    { PADDOCK_APP_STATE_WAITING, 0, "Waiting for Cursor…", 0 },
    { PADDOCK_APP_STATE_AWAY, MINUTE, "Not running. Last used: 07:59", 0 },
    { PADDOCK_APP_STATE_CONNECTED, 0, "Started just now", MINUTE },
    { PADDOCK_APP_STATE_CONNECTED, MINUTE - 1, "Started just now", 1 },
    { PADDOCK_APP_STATE_CONNECTED, MINUTE, "Started 1 minute ago", MINUTE },
    { PADDOCK_APP_STATE_CONNECTED, 2 * MINUTE + 1, "Started 2 minutes ago", MINUTE - 1 },
    { PADDOCK_APP_STATE_CONNECTED, 60 * MINUTE, "Running since 07:00", 0 },
    /* Somebody set the clock back. */
    { PADDOCK_APP_STATE_CONNECTED, -5 * MINUTE, "Started just now", 6 * MINUTE },
    { (PaddockAppState) 99, 0, "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockAppTextTime time = { .now = NOW, .seen = NOW - cases[i].ago, .next = 5 };

    assert_takes (paddock_app_text_state (paddock_app_find ("cursor"), cases[i].state, &time),
                  cases[i].text);
    g_assert_cmpint (time.next, ==, cases[i].next != 0 ? NOW + cases[i].next : 0);
  }
}

static void
test_reload (void)
{
  const struct {
    const char *app;
    const char *text;
  } cases[] = {
    { "claude-desktop", "Quit Claude Desktop completely, and start it again" },
    { "claude-code", "Start a new session in Claude Code" },
    { "vscode", "VS Code notices the change by itself" },
    { "cursor", "Restart Cursor" },
    { "windsurf", "Refresh the servers in Windsurf" },
    { "lm-studio", "Open the file in LM Studio and save it" },
    { "kiro", "Restart Kiro" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_takes (paddock_app_text_reload (paddock_app_find (cases[i].app)), cases[i].text);
}

static void
test_unreadable (void)
{
  PaddockAppFile file = { .app = paddock_app_find ("zed"),
                          .trouble = (char *) "The file has a mistake\x1b in line 12." };

  assert_takes (paddock_app_text_unreadable (&file, "~/.config/zed/settings.json"),
                "Can’t read ~/.config/zed/settings.json\nThe file has a mistake\\x1B in line 12.\n"
                "Paddock doesn’t know what Zed starts.");
}

static void
test_folders (void)
{
  const char * const none[] = { NULL };
  const char * const two[] = { "/h/a", "/srv/\x1b", NULL };

  assert_takes (paddock_app_text_folders (NULL, FALSE, "/h"), "");
  assert_takes (paddock_app_text_folders (none, TRUE, "/h"), "");
  assert_takes (paddock_app_text_folders (two, FALSE, "/h"),
                "Its command names a and /srv/\\x1B");
  assert_takes (paddock_app_text_folders (two, TRUE, "/h"),
                "Its command also gives it a and /srv/\\x1B");
}

static void
test_known (void)
{
  g_autofree char *names = paddock_app_text_known ();

  g_assert_true (g_str_has_prefix (names, "Claude Desktop, Claude Code, VS Code, "));
  g_assert_null (strstr (names, "Open WebUI"));
}

static void
test_lines (void)
{
  assert_takes (paddock_app_text_lines ("    \"a\": 1,\n      \"b\": 2\n", "    \"a\": 3\n"),
                "− \"a\": 1,\n−   \"b\": 2\n+ \"a\": 3");
  assert_takes (paddock_app_text_lines ("\t\tx", "\t\ty\tz"), "− x\n+ y  z");
  assert_takes (paddock_app_text_lines ("a\n\n b\n", ""), "− a\n− \n−  b");
  /* What reverses or hides text is shown as a number. */
  assert_takes (paddock_app_text_lines ("a\xe2\x80\xae\x1b" "b\r\n", "c"),
                "− a\\u{202E}\\x1Bb\n+ c");
}

/* Of a file on one line, only the change and something around it is shown. */
static void
test_one_line (void)
{
  g_autofree char *filler = g_strnfill (5000, 'x');
  g_autofree char *before = g_strconcat (filler, "ööOLDöö", filler, "\n", NULL);
  g_autofree char *after = g_strconcat (filler, "ööNEWöö", filler, "\n", NULL);
  g_autofree char *lines = paddock_app_text_lines (before, after);

  g_assert_true (g_utf8_validate (lines, -1, NULL));
  g_assert_nonnull (strstr (lines, "OLD"));
  g_assert_nonnull (strstr (lines, "NEW"));
  g_assert_true (g_str_has_prefix (lines, "− …"));
  g_assert_nonnull (strstr (lines, "\n+ …"));
  g_assert_cmpuint (strlen (lines), <, 700);
}

static PaddockAppPlan *
make_plan (const char * const *servers,
           gboolean            connects)
{
  PaddockAppPlan *plan = g_new0 (PaddockAppPlan, 1);

  plan->kind = connects ? PADDOCK_APP_PLAN_CONNECT : PADDOCK_APP_PLAN_RESTORE;
  plan->changes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; servers[i] != NULL; i++) {
    PaddockAppPlanChange *change = g_new0 (PaddockAppPlanChange, 1);

    /* "!" stands for a server that stays as it is. */
    change->server = (char *) servers[i];
    change->trouble = *servers[i] == '!' ? (char *) "Because." : NULL;
    g_ptr_array_add (plan->changes, change);
  }
  return plan;
}

static void
test_done (void)
{
  const struct {
    const char *servers[3];
    gboolean    connects;
    const char *text;
  } cases[] = {
    { { "a\nb" }, TRUE, "“a\\x0Ab” goes through Paddock now" },
    { { "a", "!c" }, FALSE, "“a” doesn’t go through Paddock any more" },
    { { "a", "b" }, TRUE, "2 servers go through Paddock now" },
    { { "a", "b" }, FALSE, "2 servers don’t go through Paddock any more" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) plans = g_ptr_array_new_with_free_func (g_free);
    PaddockAppPlan *plan = make_plan (cases[i].servers, cases[i].connects);

    g_ptr_array_add (plans, plan);
    assert_takes (paddock_app_text_done (plans), cases[i].text);
    g_ptr_array_unref (plan->changes);
  }
}

static void
test_trouble (void)
{
  g_autoptr (PaddockAppFile) without =
    paddock_app_file_new_without (paddock_app_find ("open-webui"));
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  PaddockAppEntry entry = { .obstacle = PADDOCK_APP_OBSTACLE_PROJECT };
  PaddockAppFile file = { .entries = entries };
  g_autofree char *text = paddock_app_text_trouble (without);

  g_assert_true (g_str_has_prefix (text, "The app keeps its servers where"));
  assert_takes (paddock_app_text_trouble (&file), "The file has no servers.");
  g_ptr_array_add (entries, &entry);
  g_free (text);
  text = paddock_app_text_trouble (&file);
  g_assert_true (g_str_has_prefix (text, "The file belongs to a project."));
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-text/start", test_start);
  g_test_add_func ("/app-text/state", test_state);
  g_test_add_func ("/app-text/reload", test_reload);
  g_test_add_func ("/app-text/unreadable", test_unreadable);
  g_test_add_func ("/app-text/folders", test_folders);
  g_test_add_func ("/app-text/known", test_known);
  g_test_add_func ("/app-text/lines", test_lines);
  g_test_add_func ("/app-text/one-line", test_one_line);
  g_test_add_func ("/app-text/done", test_done);
  g_test_add_func ("/app-text/trouble", test_trouble);

  return g_test_run ();
}
