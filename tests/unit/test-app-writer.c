/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-writer.h"

#include "client-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* Changes of a real file, and what a fake service on a private bus hears about them. */

#define TEXT \
  "{\"mcpServers\": {\n  \"a\": { \"command\": \"x\", \"args\": [\"%s\"] },\n" \
  "  \"b\": { \"command\": \"y\" },\n  \"c\": { \"command\": 7 }\n}}\n"

typedef struct {
  Fixture         service;
  char           *home;
  char           *path;
  char           *text;
  PaddockAppFile *file;
} Desk;

static void
read_file (Desk *desk)
{
  const PaddockApp *app = paddock_app_find ("cursor");

  paddock_app_file_unref (desk->file);
  desk->file = paddock_app_file_new (app, &app->places[0], desk->path, NULL, G_MAXSIZE);
  g_assert_null (desk->file->trouble);
}

static void
set_up_desk (Desk          *desk,
             gconstpointer  data)
{
  set_up (&desk->service, data);
  fake_control_answer (desk->service.fake, "NoteApp", "()");
  fake_control_answer (desk->service.fake, "NoteAppGone", "()");
  desk->home = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  desk->path = g_build_filename (desk->home, "mcp.json", NULL);
  desk->text = g_strdup_printf (TEXT, desk->home);
  g_assert_true (g_file_set_contents (desk->path, desk->text, -1, NULL));
  read_file (desk);
}

static void
tear_down_desk (Desk          *desk,
                gconstpointer  data)
{
  paddock_app_file_unref (desk->file);
  /* Calls under way keep the client. */
  while (G_OBJECT (desk->service.client)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  tear_down (&desk->service, data);
  g_remove (desk->path);
  g_rmdir (desk->home);
  g_free (desk->home);
  g_free (desk->path);
  g_free (desk->text);
}

/* Plans that entries go through Paddock, or not. */
static GPtrArray *
plan (Desk        *desk,
      gboolean     is_on,
      const char  *names,
      GError     **error)
{
  g_autoptr (GPtrArray) wishes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_writer_wish_free);
  GPtrArray *entries = g_ptr_array_new ();
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < desk->file->entries->len; i++) {
    PaddockAppEntry *entry = desk->file->entries->pdata[i];

    if (strstr (names, entry->name) != NULL)
      g_ptr_array_add (entries, entry);
  }
  g_ptr_array_add (wishes, paddock_app_writer_wish_new (desk->file, entries, is_on));
  paddock_app_writer_plan_async (desk->service.client, wishes, "paddock", on_ready, &result);
  wait_for (&result);
  return paddock_app_writer_plan_finish (result, error);
}

/* Writes what was planned. Returns the plans that were written. */
static GPtrArray *
write_plans (Desk       *desk,
             GPtrArray  *wishes,
             GError    **error)
{
  g_autoptr (GPtrArray) plans =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_plan_free);
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < wishes->len; i++)
    g_ptr_array_add (plans, g_steal_pointer (&((PaddockAppWish *) wishes->pdata[i])->plan));
  paddock_app_writer_write_async (desk->service.client, plans, on_ready, &result);
  wait_for (&result);
  return paddock_app_writer_write_finish (result, error);
}

static GPtrArray *
undo (Desk      *desk,
      GPtrArray *written)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *undone;

  paddock_app_writer_undo_async (desk->service.client, written, on_ready, &result);
  wait_for (&result);
  undone = paddock_app_writer_write_finish (result, &error);
  g_assert_no_error (error);
  return undone;
}

/* Waits until a call of @method has both parts. */
static void
assert_told (Desk       *desk,
             const char *method,
             const char *part,
             const char *other_part)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);
  g_autofree char *call = NULL;

  while (call == NULL || strstr (call, part) == NULL || strstr (call, other_part) == NULL) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
    g_free (call);
    call = fake_control_dup_call (desk->service.fake, method);
  }
  g_source_remove (deadline_id);
}

static void
assert_text (Desk       *desk,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (desk->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_connect (Desk          *desk,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wishes = plan (desk, TRUE, "ab", &error);
  PaddockAppWish *wish = wishes->pdata[0];
  g_autoptr (GPtrArray) written = NULL, undone = NULL;
  g_autofree char *key = NULL;

  g_assert_no_error (error);
  /* The folder among the arguments of "a" can be shared instead. */
  g_assert_nonnull (wish->moved);
  g_assert_cmpstr (((PaddockAppPlanChange *) wish->moved->changes->pdata[0])->folders[0], ==,
                   desk->home);
  assert_text (desk, desk->text);

  written = write_plans (desk, wishes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (written->len, ==, 1);
  read_file (desk);
  key = g_strdup (((PaddockAppEntry *) desk->file->entries->pdata[1])->key);
  assert_told (desk, "NoteApp", key, desk->path);

  undone = undo (desk, written);
  g_assert_cmpuint (undone->len, ==, 1);
  assert_text (desk, desk->text);
  assert_told (desk, "NoteAppGone", key, "");
}

static void
test_restore (Desk          *desk,
              gconstpointer  data)
{
  g_autoptr (GPtrArray) wishes = plan (desk, TRUE, "b", NULL), back = NULL;
  g_autoptr (GPtrArray) written = write_plans (desk, wishes, NULL), restored = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (((PaddockAppWish *) wishes->pdata[0])->moved);
  read_file (desk);
  back = plan (desk, FALSE, "b", &error);
  g_assert_no_error (error);
  restored = write_plans (desk, back, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (restored->len, ==, 1);
  assert_text (desk, desk->text);
}

/* What can't be planned has a reason, and no plan. */
static void
test_refused (Desk          *desk,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wishes = plan (desk, TRUE, "c", &error);

  g_assert_nonnull (error);
  g_assert_null (((PaddockAppWish *) wishes->pdata[0])->plan);
  assert_text (desk, desk->text);
}

/* The app wrote its file between the plan and the change: its new text stays. */
static void
test_again (Desk          *desk,
            gconstpointer  data)
{
  g_autoptr (GPtrArray) wishes = plan (desk, TRUE, "b", NULL);
  g_autofree char *newer = g_strconcat (desk->text, "\n\n", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) written = NULL;

  g_assert_true (g_file_set_contents (desk->path, newer, -1, NULL));
  written = write_plans (desk, wishes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (written->len, ==, 1);
  g_assert_true (g_file_get_contents (desk->path, &text, NULL, NULL));
  g_assert_true (g_str_has_suffix (text, "}}\n\n\n"));
  g_assert_nonnull (strstr (text, "\"run\""));
}

/* A file that is gone stays gone. */
static void
test_gone (Desk          *desk,
           gconstpointer  data)
{
  g_autoptr (GPtrArray) wishes = plan (desk, TRUE, "b", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) written = NULL;

  g_remove (desk->path);
  written = write_plans (desk, wishes, &error);
  g_assert_nonnull (error);
  g_assert_cmpuint (written->len, ==, 0);
  g_assert_false (g_file_test (desk->path, G_FILE_TEST_EXISTS));
}

/* Only connecting an address needs a caution. */
static void
test_caution (Desk          *desk,
              gconstpointer  data)
{
  static const char text[] = "{\"mcpServers\": {\"a\": {\"command\": \"x\"},"
                             "\"b\": {\"url\": \"https://e.org/mcp\"}}}";
  static const struct { const char *names;
                        gboolean is_on, is_expected;
  } rows[] = {
    { "a", TRUE, FALSE }, { "b", TRUE, TRUE }, { "ab", TRUE, TRUE }, { "b", FALSE, FALSE },
  };

  g_assert_true (g_file_set_contents (desk->path, text, -1, NULL));
  read_file (desk);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) wishes = plan (desk, rows[i].is_on, rows[i].names, &error);
    const char *caution = paddock_app_writer_wish_get_caution (wishes->pdata[0]);

    g_assert_cmpint (*caution != '\0', ==, rows[i].is_expected);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *data_home = g_dir_make_tmp ("paddock-XXXXXX", NULL);

  /* Backups are kept there. */
  g_setenv ("XDG_DATA_HOME", data_home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app-writer/connect", Desk, NULL, set_up_desk, test_connect, tear_down_desk);
  g_test_add ("/app-writer/restore", Desk, NULL, set_up_desk, test_restore, tear_down_desk);
  g_test_add ("/app-writer/refused", Desk, NULL, set_up_desk, test_refused, tear_down_desk);
  g_test_add ("/app-writer/again", Desk, NULL, set_up_desk, test_again, tear_down_desk);
  g_test_add ("/app-writer/caution", Desk, NULL, set_up_desk, test_caution, tear_down_desk);
  g_test_add ("/app-writer/gone", Desk, NULL, set_up_desk, test_gone, tear_down_desk);

  return g_test_run ();
}
