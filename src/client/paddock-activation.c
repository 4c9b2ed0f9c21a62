/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-activation.h"

#include "paddock-error.h"
#include "paddock-host-bundle.h"
#include "paddock-names.h"
#include "paddock-runtime.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>

/* Starts the service. Normally the bus starts it over D-Bus activation. If the bus does not know
 * the service (a build tree, a copied binary), this file runs `paddock serve`.
 *
 * The caller owns one GTask for each start. Nothing here stops a service. The service outlives the
 * program that started it. */

/* How many bytes of the service's stderr are read to say why the start failed. */
#define REASON_MAX_BYTES 4096

typedef struct {
  gint64        begun;                /* when the start began, in µs since the epoch */
  char         *program;              /* (owned) (nullable) the program that starts the service;
                                       * NULL: none was found */
  GSubprocess  *process;              /* (owned) (nullable) the started `paddock serve`; NULL: the
                                       * bus starts the service */
  GCancellable *waiting;              /* (owned) cancels the wait for the end of @process */
  gulong        cancelled_id;         /* id of the handler for the task's cancellable */
  guint         watch_id;
  GSource      *timeout;              /* (owned) (nullable) */
} Start;

static void
start_free (Start *start)
{
  g_clear_object (&start->process);
  g_clear_object (&start->waiting);
  g_free (start->program);
  g_free (start);
}

/* Stops the time limit, the watch for the bus name and the wait for the process. Each of them holds
 * a reference to @task. Also closes the pipe from the service's stderr. If nobody read a full pipe,
 * the service would block. */
static void
stop_waiting (GTask *task)
{
  Start *start = g_task_get_task_data (task);

  g_cancellable_disconnect (g_task_get_cancellable (task), start->cancelled_id);
  start->cancelled_id = 0;
  g_cancellable_cancel (start->waiting);
  g_clear_handle_id (&start->watch_id, g_bus_unwatch_name);
  if (start->timeout != NULL)
    g_source_destroy (start->timeout);
  g_clear_pointer (&start->timeout, g_source_unref);
  g_input_stream_close (g_subprocess_get_stderr_pipe (start->process), NULL, NULL);
}

/* Returns the last line that the program wrote to stderr, without "paddock: " in front. Returns
 * NULL if the program wrote nothing. Never blocks. */
static char *
read_reason (GSubprocess *process)
{
  GInputStream *stream = g_subprocess_get_stderr_pipe (process);
  char buffer[REASON_MAX_BYTES + 1];
  gssize n;
  char *line;

  n = g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), buffer,
                                                REASON_MAX_BYTES, NULL, NULL);
  if (n <= 0)
    return NULL;

  buffer[n] = '\0';
  g_strchomp (buffer);
  line = strrchr (buffer, '\n');
  line = line != NULL ? line + 1 : buffer;
  if (g_str_has_prefix (line, "paddock: "))
    line += strlen ("paddock: ");
  return *line != '\0' ? g_utf8_make_valid (line, -1) : NULL;
}

static void
on_process_ended (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GSubprocess *process = G_SUBPROCESS (source);
  g_autofree char *reason = NULL;

  g_subprocess_wait_finish (process, result, NULL);
  if (g_task_get_completed (task))
    return;

  reason = read_reason (process);
  stop_waiting (task);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (reason != NULL)
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                             /* Translators: %s is the reason, a sentence */
                             _("Paddock’s service couldn’t start: %s"), reason);
  else
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                             _("Paddock’s service stopped right after it started. To see why, "
                               "type “paddock serve” in a terminal."));
}

static void
on_cancelled (GCancellable *cancellable,
              gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

static void
on_name_appeared (GDBusConnection *connection,
                  const char      *name,
                  const char      *owner,
                  gpointer         user_data)
{
  GTask *task = user_data;

  if (g_task_get_completed (task))
    return;
  g_object_ref (task);
  stop_waiting (task);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static gboolean
on_timeout (gpointer user_data)
{
  GTask *task = user_data;

  g_object_ref (task);
  stop_waiting (task);
  g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                           /* Translators: “paddock serve” is to be typed as it stands */
                           ngettext ("Paddock’s service didn’t start within %d second. To see "
                                     "why, type “paddock serve” in a terminal.",
                                     "Paddock’s service didn’t start within %d seconds. To see "
                                     "why, type “paddock serve” in a terminal.",
                                     PADDOCK_ACTIVATION_TIMEOUT_SECONDS),
                           PADDOCK_ACTIVATION_TIMEOUT_SECONDS);
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

/* Runs in the child process, before the service is executed. Makes a new session, so that Ctrl+C or
 * the end of the terminal does not end the service. Unblocks all signals: a command that reads
 * signals from a descriptor blocks them, and its children inherit that. */
static void
detach (gpointer user_data)
{
  sigset_t none;

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  setsid ();
}

static void
wait_for_name (GTask           *task,
               GDBusConnection *connection)
{
  Start *start = g_task_get_task_data (task);

  start->timeout = g_timeout_source_new_seconds (PADDOCK_ACTIVATION_TIMEOUT_SECONDS);
  g_source_set_callback (start->timeout, on_timeout, g_object_ref (task), g_object_unref);
  g_source_attach (start->timeout, g_task_get_context (task));
  start->watch_id = g_bus_watch_name_on_connection (connection, PADDOCK_SERVICE_BUS_NAME,
                                                    G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                    on_name_appeared, NULL,
                                                    g_object_ref (task), g_object_unref);
}

/* Returns the command that starts the service. If the files of a Flatpak run on the host, @program
 * is `flatpak`, which starts the service inside the sandbox. */
static GStrv
make_command (const char *program)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, program);
  if (paddock_host_bundle_get_directory () != NULL)
    g_strv_builder_add_many (builder, "run", "--command=paddock", PADDOCK_APP_ID, NULL);
  g_strv_builder_add_many (builder, "serve", "--exit-when-idle", NULL);
  return g_strv_builder_end (builder);
}

/* Starts the service as a child process. Its stdout is /dev/null, because our own stdout belongs to
 * the command that the user runs. Its stderr is a pipe until the service owns its bus name, so that
 * a failure can be reported. Later nobody reads the pipe, but the service ignores SIGPIPE. */
static void
run_program (GTask           *task,
             GDBusConnection *connection)
{
  Start *start = g_task_get_task_data (task);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autofree char *address = paddock_runtime_dup_bus_address ();
  g_auto (GStrv) environment =
    paddock_host_bundle_dup_environment ((const char * const *) environ);
  g_auto (GStrv) argv = NULL;
  GError *error = NULL;

  if (start->program == NULL) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                             _("The program “paddock” is missing. Install Paddock again."));
    return;
  }

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_set_child_setup (launcher, detach, NULL, NULL);
  /* The environment may be almost empty, for example if a host started `paddock run`. Without the
   * address of the bus no window could use the service. */
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", address, TRUE);
  argv = make_command (start->program);
  start->process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv, &error);
  if (start->process == NULL) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                             /* Translators: %s is the reason, as the system words it */
                             _("Can’t start Paddock’s service: %s"), error->message);
    g_error_free (error);
    return;
  }

  start->waiting = g_cancellable_new ();
  if (g_task_get_cancellable (task) != NULL)
    start->cancelled_id = g_cancellable_connect (g_task_get_cancellable (task),
                                                 G_CALLBACK (on_cancelled),
                                                 g_object_ref (start->waiting), g_object_unref);
  g_subprocess_wait_async (start->process, start->waiting, on_process_ended, g_object_ref (task));
  wait_for_name (task, connection);
}

/* Whether @error means that the bus can't start the service: the bus has no service file for the
 * service, or starts no services at all, like the bus proxy of a sandbox. Every other error is a
 * failure of the service itself. */
static gboolean
is_not_installed (const GError *error)
{
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NOT_SUPPORTED) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND);
}

/* Ends the task with an error. The bus started the service, but the service failed. The bus knows
 * only the exit status of the service, so the reason comes from the file to which the service wrote
 * it. */
static void
fail_by_bus (GTask  *task,
             GError *error)
{
  Start *start = g_task_get_task_data (task);
  g_autofree char *reason = paddock_runtime_find_problem (start->begun);

  g_dbus_error_strip_remote_error (error);
  if (reason != NULL) {
    g_clear_error (&error);
    /* Translators: %s is the reason, a sentence */
    error = g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                         _("Paddock’s service couldn’t start: %s"), reason);
  } else {
    /* Translators: what follows is the reason, as the system words it */
    g_prefix_error (&error, "%s", _("Can’t start Paddock’s service: "));
  }
  g_task_return_error (task, error);
}

static void
on_service_started (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GDBusConnection *connection = G_DBUS_CONNECTION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  reply = g_dbus_connection_call_finish (connection, result, &error);
  if (reply != NULL) {
    g_task_return_boolean (task, TRUE);
  } else if (is_not_installed (error)) {
    run_program (task, connection);
  } else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_task_return_error (task, g_steal_pointer (&error));
  } else {
    fail_by_bus (task, g_steal_pointer (&error));
  }
}

/* If the bus name of the service has an owner, the service runs already. Otherwise asks the bus to
 * start the service. The order matters: some buses look for a service file before they look for an
 * owner. Without such a file they report an error even if the service runs, and a second one would
 * be started. */
static void
on_owner_looked_up (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GDBusConnection *connection = G_DBUS_CONNECTION (source);
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (connection, result, NULL);

  if (reply != NULL) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_dbus_connection_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "StartServiceByName",
                          g_variant_new ("(su)", PADDOCK_SERVICE_BUS_NAME, 0),
                          G_VARIANT_TYPE ("(u)"), G_DBUS_CALL_FLAGS_NONE, -1,
                          g_task_get_cancellable (task), on_service_started,
                          g_object_ref (task));
}

/**
 * paddock_activation_start_async:
 * @connection: the session bus
 * @program: (nullable): the program to run with "serve" if the bus does not know the service;
 *   %NULL: the result of paddock_activation_find_program(), or `flatpak` if the files of a Flatpak
 *   run on the host
 * @cancellable: (nullable): stops the wait, not the service
 *
 * Starts the service, and waits until it owns its bus name. Succeeds at once if the service runs
 * already.
 */
void
paddock_activation_start_async (GDBusConnection     *connection,
                                const char          *program,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Start *start = g_new0 (Start, 1);

  start->begun = g_get_real_time ();
  g_task_set_source_tag (task, paddock_activation_start_async);
  g_task_set_task_data (task, start, (GDestroyNotify) start_free);

  if (program != NULL) {
    start->program = g_strdup (program);
  } else if (paddock_host_bundle_get_directory () != NULL) {
    start->program = g_find_program_in_path ("flatpak");
  } else {
    g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
    g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;

    start->program = paddock_activation_find_program (directory, BINDIR);
  }

  g_dbus_connection_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "GetNameOwner",
                          g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME), G_VARIANT_TYPE ("(s)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, cancellable, on_owner_looked_up, task);
}

/**
 * paddock_activation_start_finish:
 *
 * Returns: whether the service owns its bus name; if not, the error says what the user can do
 */
gboolean
paddock_activation_start_finish (GAsyncResult  *result,
                                 GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_start_sync_ready (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  *out_result = g_object_ref (result);
}

/**
 * paddock_activation_start_sync:
 *
 * Like paddock_activation_start_async(), for a program without a main loop. Blocks the calling
 * thread.
 */
gboolean
paddock_activation_start_sync (GDBusConnection  *connection,
                               const char       *program,
                               GCancellable     *cancellable,
                               GError          **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;
  gboolean started;

  g_main_context_push_thread_default (context);
  paddock_activation_start_async (connection, program, cancellable, on_start_sync_ready, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  started = paddock_activation_start_finish (result, error);
  /* Callbacks of ended watches and ended calls still wait in this context. This loop runs them,
   * because nobody iterates the context later. */
  while (g_main_context_iteration (context, FALSE))
    continue;
  g_main_context_pop_thread_default (context);
  return started;
}

/**
 * paddock_activation_find_program:
 * @own_directory: (nullable): the directory of the running program
 * @bin_directory: the bindir of this build
 *
 * Looks for `paddock` beside the running program, then in its build tree, then in @bin_directory,
 * then on PATH. So a window from a build tree does not start an installed service.
 *
 * Returns: (transfer full) (nullable): an absolute path, %NULL if there is none
 */
char *
paddock_activation_find_program (const char *own_directory,
                                 const char *bin_directory)
{
  if (own_directory != NULL) {
    g_autofree char *beside = g_build_filename (own_directory, "paddock", NULL);
    g_autofree char *built = g_build_filename (own_directory, "..", "cli", "paddock", NULL);

    if (g_file_test (beside, G_FILE_TEST_IS_REGULAR) &&
        g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer (&beside);
    if (g_file_test (built, G_FILE_TEST_IS_REGULAR) &&
        g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer (&built);
  }

  {
    g_autofree char *installed = g_build_filename (bin_directory, "paddock", NULL);

    if (g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer (&installed);
  }
  return g_find_program_in_path ("paddock");
}
