/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-plan.h"

#include "paddock-error.h"

/* Plans, written and undone. */

#define PATH ".cursor/mcp.json"

static PaddockAppPlan *
plan (AppFixture          *fixture,
      PaddockAppPlanKind   kind,
      guint                first,
      guint                n,
      gboolean             moves_folders,
      GError             **error)
{
  g_autoptr (PaddockAppFile) file = app_fixture_read (fixture, "cursor", PATH);
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();

  for (guint i = first; i < first + n; i++)
    g_ptr_array_add (entries, g_ptr_array_index (file->entries, i));
  return kind == PADDOCK_APP_PLAN_CONNECT
         ? paddock_app_plan_new_connect (file, entries, "paddock", moves_folders, NULL, error)
         : paddock_app_plan_new_restore (file, entries, NULL, error);
}

static PaddockAppPlan *
write_plan (PaddockAppPlan *given)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (given);
  paddock_app_plan_write (given, &error);
  g_assert_no_error (error);
  return given;
}

static char *
read_file (AppFixture *fixture)
{
  g_autofree char *path = app_fixture_path (fixture, PATH);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_changes (AppFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autoptr (PaddockAppPlan) connect =
    plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 2, FALSE, NULL);
  PaddockAppPlanChange *one = g_ptr_array_index (connect->changes, 0);
  PaddockAppPlanChange *two = g_ptr_array_index (connect->changes, 1);
  g_autofree char *diff = paddock_app_plan_dup_diff (connect);

  g_assert_cmpuint (connect->changes->len, ==, 2);
  g_assert_cmpstr (one->server, ==, "a");
  g_assert_true (g_str_has_prefix (one->key, "cursor-"));
  g_assert_cmpstr (one->key, !=, two->key);
  g_assert_cmpstr (one->before, ==, APP_FILE);
  /* The line has both entries, and is shown as it will be written. */
  g_assert_nonnull (strstr (one->after, one->key));
  g_assert_nonnull (strstr (one->after, two->key));
  g_assert_cmpstr (one->after, ==, two->after);
  g_assert_nonnull (strstr (diff, two->key));
  app_fixture_assert (fixture, PATH, APP_FILE);
}

/* One entry after the other is connected, and restored in the same order. */
static void
test_there_and_back (AppFixture    *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);

  for (guint i = 0; i < 2; i++)
    paddock_app_plan_free (write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, i, 1, FALSE,
                                             NULL)));
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 2);
  for (guint i = 0; i < 2; i++)
    paddock_app_plan_free (write_plan (plan (fixture, PADDOCK_APP_PLAN_RESTORE, i, 1, FALSE,
                                             NULL)));
  app_fixture_assert (fixture, PATH, APP_FILE);
  /* Only the lock. */
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 1);
}

static void
test_undo (AppFixture    *fixture,
           gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autoptr (PaddockAppPlan) connect =
    write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 2, FALSE, NULL));
  g_autofree char *connected = read_file (fixture);
  g_autoptr (PaddockAppPlan) undo = write_plan (paddock_app_plan_new_undo (connect, NULL));
  g_autoptr (PaddockAppPlan) redo = NULL;
  g_autoptr (PaddockAppPlan) again = NULL;
  g_autoptr (GError) error = NULL;

  app_fixture_assert (fixture, PATH, APP_FILE);
  redo = write_plan (paddock_app_plan_new_undo (undo, NULL));
  app_fixture_assert (fixture, PATH, connected);

  /* The app wrote the file anew, and removed the first server. */
  g_free (app_fixture_write (fixture, PATH,
                             "{\"mcpServers\":{\"b\":{\"args\":[\"run\",\"--key\",\"k\",\"--\","
                             "\"npx\","
                             "\"-y\",\"x\"],\"command\":\"paddock\"}}}"));
  again = write_plan (paddock_app_plan_new_undo (connect, NULL));
  g_assert_cmpuint (again->changes->len, ==, 1);
  app_fixture_assert (fixture, PATH, "{\"mcpServers\":{\"b\":{\"args\":[\"-y\",\"x\"],\"command\":"
                      "\"npx\"}}}");
  g_assert_null (paddock_app_plan_new_undo (connect, &error));
  g_assert_cmpstr (error->message, ==, "Somebody else changed the entry.");
}

/* The same entry gets its key back, also if its file changed meanwhile. */
static void
test_undo_key (AppFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autoptr (PaddockAppPlan) connect =
    write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, NULL));
  const PaddockAppPlanChange *first = g_ptr_array_index (connect->changes, 0);
  g_autofree char *key = g_strdup (first->key);
  g_autoptr (PaddockAppPlan) restore =
    write_plan (plan (fixture, PADDOCK_APP_PLAN_RESTORE, 0, 1, FALSE, NULL));
  g_autoptr (PaddockAppPlan) undo = NULL, twice = NULL, used = NULL;
  g_autofree char *other =
    g_strdup_printf ("{\"mcpServers\":{\"a\":" APP_ENTRY ",\"c\":{\"command\":\"paddock\","
                     "\"args\":[\"run\",\"--key\",\"%s\",\"--\",\"y\"]}}}", key);

  g_free (app_fixture_write (fixture, PATH, "{\"mcpServers\":{\"b\":{\"command\":\"y\"},"
                             "\"a\":" APP_ENTRY "}}"));
  undo = paddock_app_plan_new_undo (restore, NULL);
  g_assert_cmpstr (((PaddockAppPlanChange *) undo->changes->pdata[0])->key, ==, key);

  /* The name is no longer unique. */
  g_free (app_fixture_write (fixture, PATH, "{\"mcpServers\":{\"a\":{\"command\":\"y\"},"
                             "\"a\":" APP_ENTRY "}}"));
  twice = paddock_app_plan_new_undo (restore, NULL);
  if (twice != NULL)
    g_assert_cmpstr (((PaddockAppPlanChange *) twice->changes->pdata[0])->key, !=, key);

  /* Another entry has the key now. */
  g_free (app_fixture_write (fixture, PATH, other));
  used = paddock_app_plan_new_undo (restore, NULL);
  g_assert_cmpstr (((PaddockAppPlanChange *) used->changes->pdata[0])->key, !=, key);
}

/* Folders come back in their places, also after the copy of the file is gone. */
static void
test_folders (AppFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *text =
    g_strdup_printf ("{\"mcpServers\":{\"a\":{\"command\":\"s\",\"args\":"
                     "[\"%s\", \"/nonexistent\"]}}}",
                     fixture->home);
  g_autofree char *path = app_fixture_write (fixture, PATH, text);
  g_autoptr (PaddockAppPlan) connect =
    write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, TRUE, NULL));
  const PaddockAppPlanChange *change = g_ptr_array_index (connect->changes, 0);
  const char * const expected[] = { fixture->home, NULL };
  g_autofree char *connected = read_file (fixture);

  g_assert_cmpstrv (change->folders, expected);
  g_assert_nonnull (strstr (connected, "\"{roots}\", \"/nonexistent\""));
  /* The app adds a member, so the bytes that were there before don't fit. */
  connected[strlen (connected) - 1] = '\0';
  g_free (path);
  path = app_fixture_write (fixture, PATH, connected);
  {
    FILE *stream = fopen (path, "a");

    fputs (",\"x\":1}", stream);
    fclose (stream);
  }
  paddock_app_plan_free (write_plan (plan (fixture, PADDOCK_APP_PLAN_RESTORE, 0, 1, FALSE,
                                           NULL)));
  text[strlen (text) - 1] = '\0';
  connected = (g_free (connected), g_strconcat (text, ",\"x\":1}", NULL));
  app_fixture_assert (fixture, PATH, connected);
}

/* Without Paddock's data, the folders must be given. All else works. */
static void
test_without_data (AppFixture    *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autofree char *blocked = NULL;
  g_autoptr (GError) error = NULL;

  paddock_app_plan_free (write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 2, FALSE, NULL)));
  blocked = app_fixture_write (fixture, "blocked", "");
  g_setenv (PADDOCK_ENV_DATA_DIR, blocked, TRUE);
  paddock_app_plan_free (write_plan (plan (fixture, PADDOCK_APP_PLAN_RESTORE, 0, 2, FALSE, NULL)));
  app_fixture_assert (fixture, PATH, APP_FILE);
  {
    g_autoptr (PaddockAppPlan) connect =
      plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, NULL);

    g_assert_false (paddock_app_plan_write (connect, &error));
    g_assert_cmpstr (error->message, ==, "Paddock can’t keep a copy of the file, so it didn’t "
                     "change it: Not a directory.");
  }
  app_fixture_assert (fixture, PATH, APP_FILE);
}

static void
test_roots (AppFixture    *fixture,
            gconstpointer  data)
{
  static const char * const folders[] = { "/a", "/b", NULL };
  g_autofree char *path =
    app_fixture_write (fixture, PATH, "{\"mcpServers\":{\"a\":{\"command\":\"paddock\",\"args\":"
                       "[\"run\",\"--key\",\"k\",\"--\",\"s\",\"{roots}\"]}}}");
  g_autoptr (PaddockAppFile) file = app_fixture_read (fixture, "cursor", PATH);
  g_autoptr (PaddockAppPlan) restore = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_app_plan_new_restore (file, file->entries, NULL, &error));
  g_assert_nonnull (strstr (error->message, "Enter the folders"));
  restore = write_plan (paddock_app_plan_new_restore (file, file->entries, folders, NULL));
  app_fixture_assert (fixture, PATH,
                      "{\"mcpServers\":{\"a\":{\"command\":\"s\",\"args\":[\"/a\", \"/b\"]}}}");
}

/* An entry that can't be changed stays, and the others change. A failed write leaves no copy. */
static void
test_troubles (AppFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *path =
    app_fixture_write (fixture, PATH, "{\"mcpServers\":{\"a\":{},\"b\":" APP_ENTRY "}}");
  g_autoptr (PaddockAppPlan) both = plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 2, FALSE, NULL);
  g_autoptr (PaddockAppPlan) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (((PaddockAppPlanChange *) g_ptr_array_index (both->changes, 0))->trouble);
  g_assert_null (((PaddockAppPlanChange *) g_ptr_array_index (both->changes, 1))->trouble);
  g_assert_null (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, &error));
  g_assert_cmpstr (error->message, ==, "Paddock doesn’t know this kind of entry.");
  g_clear_error (&error);

  g_free (app_fixture_write (fixture, PATH, APP_FILE));
  g_assert_false (paddock_app_plan_write (both, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE);
  app_fixture_assert (fixture, PATH, APP_FILE);
  g_assert_cmpuint (app_fixture_count (fixture, "data/apps"), ==, 1);
  again = write_plan (paddock_app_plan_new_again (both, NULL));
  g_assert_cmpuint (again->changes->len, ==, 1);
}

/* A command that became an address meanwhile isn't connected, because nobody chose it. One that was
 * an address before comes back. */
static void
test_became_address (AppFixture    *fixture,
                     gconstpointer  data)
{
  static const char far[] = "{\"mcpServers\":{\"a\":{\"url\":\"https://e.org/mcp\"}}}";
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autoptr (PaddockAppPlan) both = plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 2, FALSE, NULL);
  g_autoptr (PaddockAppPlan) one = plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, NULL);
  g_autoptr (PaddockAppPlan) again = NULL, connect = NULL, restore = NULL, undo = NULL;
  g_autoptr (GError) error = NULL;

  g_free (app_fixture_write (fixture, PATH,
                             "{\"mcpServers\":{\"a\":{\"url\":\"https://e.org/mcp\"},"
                             "\"b\":" APP_ENTRY "}}"));
  again = paddock_app_plan_new_again (both, NULL);
  g_assert_cmpuint (again->changes->len, ==, 1);
  g_assert_cmpstr (((PaddockAppPlanChange *) g_ptr_array_index (again->changes, 0))->server, ==,
                   "b");
  g_assert_null (paddock_app_plan_new_again (one, &error));
  g_assert_cmpstr (error->message, ==, "Somebody else changed the entry.");

  g_free (app_fixture_write (fixture, PATH, far));
  connect = write_plan (plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, NULL));
  restore = write_plan (plan (fixture, PADDOCK_APP_PLAN_RESTORE, 0, 1, FALSE, NULL));
  app_fixture_assert (fixture, PATH, far);
  g_free (app_fixture_write (fixture, PATH, "{\"mcpServers\":{\"b\":{},\"a\":{\"url\":"
                             "\"https://e.org/mcp\"}}}"));
  undo = write_plan (paddock_app_plan_new_undo (restore, NULL));
  g_assert_cmpuint (undo->changes->len, ==, 1);
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  gboolean *out_is_written = user_data;

  *out_is_written = paddock_app_plan_write_finish (result, NULL);
}

static void
test_async (AppFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (fixture, PATH, APP_FILE);
  g_autoptr (PaddockAppPlan) connect =
    plan (fixture, PADDOCK_APP_PLAN_CONNECT, 0, 1, FALSE, NULL);
  gboolean is_written = FALSE;

  paddock_app_plan_write_async (connect, on_written, &is_written);
  while (!is_written)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-plan/changes", test_changes);
  APP_TEST ("/app-plan/there-and-back", test_there_and_back);
  APP_TEST ("/app-plan/undo", test_undo);
  APP_TEST ("/app-plan/undo-key", test_undo_key);
  APP_TEST ("/app-plan/folders", test_folders);
  APP_TEST ("/app-plan/without-data", test_without_data);
  APP_TEST ("/app-plan/roots", test_roots);
  APP_TEST ("/app-plan/troubles", test_troubles);
  APP_TEST ("/app-plan/became-address", test_became_address);
  APP_TEST ("/app-plan/async", test_async);
  return g_test_run ();
}
