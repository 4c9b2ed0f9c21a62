/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-activation.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-runtime.h"

#include "fake-control.h"
#include "private-bus.h"

#include <glib/gstdio.h>
#include <time.h>
#include <utime.h>

/* The service runs already, is started by the bus, or is run as a program. If it does not start,
 * the user gets the reason. This test program plays the service. */

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  char            *directory;         /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  if (data != NULL) {
    g_autofree char *path = g_build_filename (fixture->directory, "fake.service", NULL);
    g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
    g_autofree char *command = g_str_equal (data, "self") ? g_strconcat (self, " serve", NULL)
                                                          : g_strdup (data);
    g_autofree char *text = g_strdup_printf ("[D-BUS Service]\nName=%s\nExec=%s\n",
                                             PADDOCK_SERVICE_BUS_NAME, command);

    g_assert_true (g_file_set_contents (path, text, -1, NULL));
    g_test_dbus_add_service_dir (fixture->bus, fixture->directory);
  }
  private_bus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", fixture->directory);

  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->directory);
}

static char *
write_script (Fixture    *fixture,
              const char *text)
{
  char *path = g_build_filename (fixture->directory, "program", NULL);

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  return path;
}

static gboolean
has_owner (GDBusConnection *connection)
{
  g_autoptr (GVariant) reply =
    g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                                 "NameHasOwner", g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME),
                                 NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean has = FALSE;

  g_variant_get (reply, "(b)", &has);
  return has;
}

static void
test_running (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (FakeControl) fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  g_autoptr (GError) error = NULL;

  fake_control_appear (fake);
  g_assert_true (paddock_activation_start_sync (fixture->connection, "/nonexistent", NULL, &error));
  g_assert_no_error (error);
}

static void
test_by_bus (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_activation_start_sync (fixture->connection, "/nonexistent", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (has_owner (fixture->connection));
}

/* The bus knows the service, but it fails: no other program is run instead. */
static void
test_bus_fails (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *mark = g_build_filename (fixture->directory, "mark", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\ntouch '%s'\n", mark);
  g_autofree char *program = write_script (fixture, script);
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_activation_start_sync (fixture->connection, program, NULL, &error));
  g_assert_nonnull (error);
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  g_assert_null (strstr (error->message, "GDBus.Error"));
}

/* The reason that the service wrote is used if it is about this start. */
static void
test_bus_tells_reason (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) later = NULL;
  g_autofree char *runtime = g_strdup (g_getenv ("XDG_RUNTIME_DIR"));
  g_autofree char *directory = NULL;
  g_autofree char *path = NULL;
  time_t hence = time (NULL) + 3600;
  struct utimbuf later_times = { hence, hence };

  /* The "service" writes its reason here. */
  g_setenv ("XDG_RUNTIME_DIR", fixture->directory, TRUE);
  paddock_runtime_leave_problem ("The disk is full");
  directory = paddock_runtime_dup_directory ();
  path = g_build_filename (directory, "last-problem", NULL);
  g_assert_cmpint (g_utime (path, &later_times), ==, 0);
  g_assert_false (paddock_activation_start_sync (fixture->connection, "/nonexistent", NULL,
                                                 &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
  g_assert_true (g_str_has_suffix (error->message, "The disk is full"));

  paddock_runtime_clear_problem ();
  g_assert_false (paddock_activation_start_sync (fixture->connection, "/nonexistent", NULL,
                                                 &later));
  g_assert_null (strstr (later->message, "The disk is full"));
  if (runtime != NULL)
    g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  else
    g_unsetenv ("XDG_RUNTIME_DIR");
}

static void
test_by_program (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_activation_start_sync (fixture->connection, self, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (has_owner (fixture->connection));
}

typedef struct {
  const char *script;
  const char *reason;                 /* a part of the message */
} FailCase;

static const FailCase fail_cases[] = {
  { "#!/bin/sh\necho 'paddock: the disk is full' >&2\nexit 1\n", "the disk is full" },
  { "#!/bin/sh\necho noise >&2\necho 'the last line counts' >&2\nexit 1\n",
    "the last line counts" },
  { "#!/bin/sh\nprintf 'not \\377 UTF-8' >&2\nexit 1\n", "not \xef\xbf\xbd UTF-8" },
  { "#!/bin/sh\nexit 0\n", "paddock serve" },
  { "#!/bin/sh\nkill -9 $$\n", "paddock serve" },
  { "#!/bin/sh\n[ \"$1\" = serve ] && [ $# = 2 ] && echo asked for serve >&2\n",
    "asked for serve" },
};

static void
test_program_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (fail_cases); i++) {
    g_autofree char *program = write_script (fixture, fail_cases[i].script);
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_activation_start_sync (fixture->connection, program, NULL, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
    g_assert_nonnull (strstr (error->message, fail_cases[i].reason));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  }
}

static void
test_no_program (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_activation_start_sync (fixture->connection, "/nonexistent", NULL,
                                                 &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
}

static void
on_ready (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *mark = g_build_filename (fixture->directory, "mark", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\ntouch '%s'\nexec sleep 60\n", mark);
  g_autofree char *program = write_script (fixture, script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  paddock_activation_start_async (fixture->connection, program, cancellable, on_ready, &result);
  while (!g_file_test (mark, G_FILE_TEST_EXISTS) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (result);
  g_cancellable_cancel (cancellable);
  while (result == NULL && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (paddock_activation_start_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
make_program (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0755), ==, 0);
  g_assert_true (g_file_set_contents_full (path, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE, 0755,
                                           NULL));
}

/* The order: beside the running program, in its build tree, then the installed one. */
static void
test_find_program (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *own = g_build_filename (fixture->directory, "src", "ui", NULL);
  g_autofree char *bin = g_build_filename (fixture->directory, "bin", NULL);
  g_autofree char *installed = g_build_filename (bin, "paddock", NULL);
  g_autofree char *built = g_build_filename (own, "..", "cli", "paddock", NULL);
  g_autofree char *beside = g_build_filename (own, "paddock", NULL);
  g_autofree char *first = NULL, *second = NULL, *third = NULL, *fourth = NULL;

  make_program (installed);
  first = paddock_activation_find_program (own, bin);
  g_assert_cmpstr (first, ==, installed);

  g_assert_cmpint (g_mkdir_with_parents (own, 0755), ==, 0);
  make_program (built);
  second = paddock_activation_find_program (own, bin);
  g_assert_cmpstr (second, ==, built);

  /* A folder, or a file that can't be executed, is no program. */
  g_assert_cmpint (g_mkdir (beside, 0755), ==, 0);
  third = paddock_activation_find_program (own, bin);
  g_assert_cmpstr (third, ==, built);
  g_assert_cmpint (g_rmdir (beside), ==, 0);
  make_program (beside);
  fourth = paddock_activation_find_program (own, bin);
  g_assert_cmpstr (fourth, ==, beside);
}

#define ADD(name, data, function) \
  g_test_add ("/activation/" name, Fixture, data, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "serve"))
    return fake_control_main ();

  g_test_init (&argc, &argv, NULL);
  ADD ("running", NULL, test_running);
  ADD ("by-bus", "self", test_by_bus);
  ADD ("bus-fails", "/bin/false", test_bus_fails);
  ADD ("bus-tells-reason", "/bin/false", test_bus_tells_reason);
  ADD ("by-program", NULL, test_by_program);
  ADD ("program-fails", NULL, test_program_fails);
  ADD ("no-program", NULL, test_no_program);
  ADD ("cancelled", NULL, test_cancelled);
  ADD ("find-program", NULL, test_find_program);
  return g_test_run ();
}
