/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-journal-export.h"

#include "fake-control.h"
#include "private-bus.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

/* Exports the journal: the whole file, or the old one stays. */

#define WAIT_FOR(condition) \
  G_STMT_START { \
    gint64 wait_end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, wait_end); \
      g_main_context_iteration (NULL, FALSE); \
      g_usleep (500); \
    } \
  } G_STMT_END

#define TWO "([{'number': <int64 2>, 'event': <'granted'>, 'name': <'a\\nb'>}," \
  " {'number': <int64 1>, 'event': <'blocked'>}],)"

typedef struct {
  GTestDBus     *bus;
  FakeControl   *fake;
  PaddockClient *client;
  char          *directory;       /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GDBusConnection) connection = NULL;

  fixture->directory = g_dir_make_tmp ("paddock-export-XXXXXX", NULL);
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->client = paddock_client_new (connection);
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (paddock_client_get_state (fixture->client) == PADDOCK_CLIENT_CONNECTED);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  g_clear_object (&fixture->client);
  fake_control_free (fixture->fake);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (fixture->directory, name, NULL);

    g_assert_cmpint (g_remove (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->directory);
}

static void
on_ready (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
export_to (Fixture                   *fixture,
           const char                *path,
           const PaddockEntryFilter  *filter,
           guint                     *n_entries,
           GError                   **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  paddock_journal_export_async (fixture->client, filter, file, NULL, on_ready, &result);
  WAIT_FOR (result != NULL);
  return paddock_journal_export_finish (result, n_entries, error);
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_lines (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "activity.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *sent = NULL;
  g_autoptr (PaddockEntryFilter) filter =
    paddock_entry_filter_new (&(PaddockEntryFilter) { .server_id = "s" });
  g_auto (GStrv) lines = NULL;
  struct stat info;
  guint n;

  /* An existing file is replaced. Only the user may read the new one. */
  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  fake_control_answer (fixture->fake, "SearchJournal", TWO);
  g_assert_true (export_to (fixture, path, filter, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  sent = fake_control_dup_call (fixture->fake, "SearchJournal");
  g_assert_cmpstr (sent, ==, "({'server': <'s'>}, 0, 2000)");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "\"server\":\"a\\nb\""));
  g_assert_nonnull (strstr (lines[1], "blocked"));
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

/* A server has its current name, or its last one if Paddock no longer knows it. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "activity.json", NULL);
  g_autofree char *text = NULL;
  guint n;

  fake_control_answer (fixture->fake, "SearchJournal",
                       "([{'number': <int64 2>, 'event': <'blocked'>, 'server': <'s'>,"
                       " 'name': <'before'>},"
                       " {'number': <int64 1>, 'event': <'forgotten'>, 'server': <'gone'>,"
                       " 'name': <'old'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s'>, 'given-name': <'Mine'>, 'claimed-name': <'tool'>}],)");
  g_assert_true (export_to (fixture, path, NULL, &n, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"server\":\"Mine\""));
  g_assert_nonnull (strstr (text, "\"server\":\"old\""));
  g_assert_null (strstr (text, "before"));
}

/* A link stays a link. */
static void
test_link (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "real", NULL);
  g_autofree char *link = g_build_filename (fixture->directory, "link", NULL);
  g_autofree char *text = NULL;
  guint n;

  g_assert_true (g_file_set_contents (path, "", -1, NULL));
  g_assert_cmpint (symlink ("real", link), ==, 0);
  fake_control_answer (fixture->fake, "SearchJournal", TWO);
  g_assert_true (export_to (fixture, link, NULL, &n, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "granted"));
}

static void
test_service_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "activity.json", NULL);
  g_autofree char *text = NULL;
  guint n;

  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  fake_control_fail (fixture->fake, "SearchJournal", "org.example.Error", "Not today");
  g_assert_false (export_to (fixture, path, NULL, &n, &error));
  g_assert_nonnull (strstr (error->message, "Not today"));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "before");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

/* Places that can't be written: no directory, a directory of that name, a full device. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  const char * const places[] = { "missing/activity.json", "taken" };
  g_autofree char *taken = g_build_filename (fixture->directory, "taken", NULL);

  g_assert_cmpint (g_mkdir (taken, 0700), ==, 0);
  fake_control_answer (fixture->fake, "SearchJournal", TWO);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = g_build_filename (fixture->directory, places[i], NULL);
    guint n;

    g_assert_false (export_to (fixture, path, NULL, &n, &error));
    g_assert_nonnull (strstr (error->message, places[i]));
    g_assert_cmpuint (count_files (fixture), ==, 1);
  }
}

/* Like a full disk: no file may be longer than a few bytes. */
static void
test_full (Fixture       *fixture,
           gconstpointer  data)
{
  if (g_test_subprocess ()) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = g_build_filename (fixture->directory, "activity.json", NULL);
    g_autofree char *text = NULL;
    struct rlimit limit = { 16, 16 };
    guint n;

    g_assert_true (g_file_set_contents (path, "before", -1, NULL));
    fake_control_answer (fixture->fake, "SearchJournal", TWO);
    signal (SIGXFSZ, SIG_IGN);
    g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
    g_assert_false (export_to (fixture, path, NULL, &n, &error));
    g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_cmpstr (text, ==, "before");
    g_assert_cmpuint (count_files (fixture), ==, 1);
    return;
  }
  g_test_trap_subprocess (NULL, 60 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

static void
test_no_service (void)
{
  g_autoptr (GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (PaddockClient) client = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/x");
  guint n;

  private_bus_up (bus);
  connection = fake_control_connect (g_test_dbus_get_bus_address (bus));
  client = paddock_client_new (connection);
  paddock_journal_export_async (client, NULL, file, NULL, on_ready, &result);
  WAIT_FOR (result != NULL);
  g_assert_false (paddock_journal_export_finish (result, &n, &error));
  g_assert_nonnull (strstr (error->message, "isn’t running"));
  g_clear_object (&result);
  g_clear_object (&client);
  g_clear_object (&connection);
  g_test_dbus_down (bus);
}

int
main (int    argc,
      char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "serve"))
    return fake_control_main ();

  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/journal-export/" path, Fixture, NULL, set_up, function, tear_down)

  ADD ("lines", test_lines);
  ADD ("names", test_names);
  ADD ("link", test_link);
  ADD ("service-fails", test_service_fails);
  ADD ("refused", test_refused);
  ADD ("full", test_full);
  g_test_add_func ("/journal-export/no-service", test_no_service);
  return g_test_run ();
}
