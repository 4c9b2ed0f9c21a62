/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-access-result.h"
#include "paddock-bus-error.h"
#include "paddock-cli-service.h"
#include "paddock-client.h"
#include "paddock-control-bus.h"
#include "paddock-error.h"
#include "paddock-line-reader.h"
#include "paddock-lookup.h"
#include "paddock-mcp-server.h"
#include "paddock-names.h"

#include "config.h"

#include <errno.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* `paddock mcp`: an MCP server for hosts, on standard input and output. Its tools ask the service.
 *
 * The main thread reads and writes lines, and waits only for the host. While the host does not read
 * its answers, the main thread reads nothing from the host. Each tool call waits in a thread of its
 * own, because the user may be asked first. All threads share one connection to the bus. If the
 * user answers "this session", the answer holds as long as that connection.
 *
 * If the service has ended, the next call starts it again. A failed call gets an error as its
 * answer, and does not affect other calls. */

/* How long a call to the service may take, in ms. The service answers sooner, even if it asks the
 * user, and even if a disk is slow. */
#define CALL_TIMEOUT (90 * 1000)

/* How many times a call is tried, if the service ends before the call arrives. */
#define MAX_ATTEMPTS 5

/* How long, in ms, calls under way may continue after the host closed the standard input. */
#define END_TIME 1000

/* How many bytes are read at once, from the host or from a file. */
#define READ_BYTES (64 * 1024)

typedef struct {
  PaddockCli        *cli;
  GMutex             lock;          /* protects @cli and @server_id */
  char              *server_name;   /* (owned) (nullable) the value of --server, a name or an id;
                                     * NULL: not given */
  char              *server_id;     /* (owned) (nullable) the id of the server that --server names,
                                     * once it was looked up; NULL before */
  PaddockMcpServer  *server;        /* (owned) */
  PaddockLineReader *reader;        /* (owned) */
  GMainLoop         *loop;          /* (owned) */
  gboolean           has_ended;     /* the host closed the standard input */
} Mcp;

/* What one thread does: one tool call of the host, about one file. */
typedef struct {
  Mcp      *mcp;
  char     *reference;              /* (owned) the path or URI of a file, as the host wrote it */
  gboolean  reads;                  /* whether to read the file, or only to check access */
  gboolean  for_writing;            /* if @reads is FALSE: whether to check for writing instead of
                                     * reading */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->reference);
  g_free (job);
}

/* Connects to the service, starts it if needed, and looks up the server. Only one thread at a time
 * runs this. */
static GDBusConnection *
find_service (Mcp     *mcp,
              char   **out_server_id,
              GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mcp->lock);
  PaddockCli *cli = mcp->cli;

  if (cli->connection != NULL && g_dbus_connection_is_closed (cli->connection)) {
    g_clear_object (&cli->service);
    g_clear_object (&cli->connection);
  }
  if (paddock_cli_service_get (cli, error) == NULL)
    return NULL;
  if (mcp->server_name != NULL && mcp->server_id == NULL)
    mcp->server_id = paddock_lookup_server_id (cli, mcp->server_name, error);
  if (mcp->server_name != NULL && mcp->server_id == NULL)
    return NULL;

  *out_server_id = g_strdup (mcp->server_id != NULL ? mcp->server_id : "");
  return g_object_ref (cli->connection);
}

static void
forget_service (Mcp *mcp)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mcp->lock);

  g_clear_object (&mcp->cli->service);
}

/* Forgets the id of the server, because the service does not know it any more. If a server of this
 * name comes back, it has a new id. So the next call looks up the name again. Does nothing if
 * another thread has already found a new id. */
static void
forget_server (Mcp        *mcp,
               const char *server_id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mcp->lock);

  if (g_strcmp0 (mcp->server_id, server_id) == 0)
    g_clear_pointer (&mcp->server_id, g_free);
}

static gboolean
has_left (const GError *error)
{
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
}

static GVariant *
ask_service (const Job     *job,
             GCancellable  *cancellable,
             GUnixFDList  **out_descriptors,
             GError       **error)
{
  gboolean was_looked_up = FALSE;

  for (guint attempt = 1;; attempt++) {
    gboolean is_unknown;
    g_autofree char *server_id = NULL;
    g_autoptr (GDBusConnection) connection = find_service (job->mcp, &server_id, error);
    g_auto (GVariantDict) options = G_VARIANT_DICT_INIT (NULL);
    GError *local_error = NULL;
    GVariant *reply;

    if (connection == NULL)
      return NULL;
    if (!job->reads)
      g_variant_dict_insert (&options, "write", "b", job->for_writing);
    reply = g_dbus_connection_call_with_unix_fd_list_sync (
      connection, PADDOCK_SERVICE_BUS_NAME, PADDOCK_SERVICE_OBJECT_PATH,
      paddock_bus_control_interface_info ()->name, job->reads ? "OpenAccess" : "CheckAccess",
      g_variant_new ("(s^ay@a{sv})", server_id, job->reference, g_variant_dict_end (&options)),
      G_VARIANT_TYPE ("(a{sv})"), G_DBUS_CALL_FLAGS_NO_AUTO_START, CALL_TIMEOUT, NULL,
      out_descriptors, cancellable, &local_error);
    if (reply != NULL)
      return reply;

    forget_service (job->mcp);
    is_unknown = *server_id != '\0' && !was_looked_up &&
                 g_error_matches (local_error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
    if (is_unknown) {
      forget_server (job->mcp, server_id);
      was_looked_up = TRUE;
    } else if (attempt >= MAX_ATTEMPTS || !has_left (local_error)) {
      paddock_bus_error_explain (local_error);
      g_propagate_error (error, local_error);
      return NULL;
    }
    g_error_free (local_error);
  }
}

/* Reads a file, up to one byte more than @limit. So the caller notices a longer file, even if the
 * size that the service reported is wrong. */
static GBytes *
read_descriptor (int      descriptor,
                 gint64   limit,
                 GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  while ((gint64) bytes->len <= limit) {
    guint before = bytes->len;
    gsize wanted = MIN ((gsize) (limit + 1 - before), READ_BYTES);
    gssize n;

    g_byte_array_set_size (bytes, before + wanted);
    do
      n = read (descriptor, bytes->data + before, wanted);
    while (n < 0 && errno == EINTR);
    g_byte_array_set_size (bytes, before + (guint) MAX (n, 0));
    if (n < 0) {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s", g_strerror (errno));
      return NULL;
    }
    if (n == 0)
      break;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static void
read_found (PaddockMcpToolResult      *found,
            const PaddockAccessResult *result,
            GUnixFDList               *descriptors)
{
  g_autoptr (GError) error = NULL;
  int descriptor = -1;

  if (descriptors != NULL && result->handle >= 0 &&
      result->handle < g_unix_fd_list_get_length (descriptors))
    descriptor = g_unix_fd_list_get (descriptors, result->handle, &error);
  if (descriptor >= 0)
    found->bytes = read_descriptor (descriptor, found->limit, &error);
  if (found->bytes == NULL)
    found->verdict = PADDOCK_READ_UNREADABLE;
  if (descriptor >= 0)
    close (descriptor);
}

/* Asks the service, and reads the file if that was wanted. Runs in a thread of its own. */
static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  const Job *job = task_data;
  PaddockMcpToolResult *found = g_new0 (PaddockMcpToolResult, 1);
  g_autoptr (GUnixFDList) descriptors = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = ask_service (job, cancellable, &descriptors, &error);

  if (reply == NULL) {
    found->problem = g_strdup (error->message);
  } else {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (reply, 0);
    g_autoptr (PaddockAccessResult) result = paddock_access_result_from_variant (dictionary);

    found->verdict = result->verdict;
    found->path = g_strdup (result->path);
    found->is_read_only = result->access == PADDOCK_ACCESS_READ_ONLY;
    found->size = result->size;
    found->limit = CLAMP (result->limit, 0, G_MAXINT32);
    if (job->reads && result->verdict == PADDOCK_READ_ALLOWED)
      read_found (found, result, descriptors);
  }
  g_task_return_pointer (task, found, (GDestroyNotify) paddock_mcp_tools_result_free);
}

static void
on_find (const PaddockMcpToolCall *command,
         GTask                    *task,
         gpointer                  user_data)
{
  Job *job = g_new0 (Job, 1);

  job->mcp = user_data;
  job->reference = g_strdup (command->reference);
  job->reads = command->reads;
  job->for_writing = command->for_writing;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
  g_object_unref (task);
}

static void
write_all (const char *data,
           gsize       length)
{
  while (length > 0) {
    gssize n = write (STDOUT_FILENO, data, length);

    if (n < 0 && errno == EAGAIN) {
      struct pollfd room = { .fd = STDOUT_FILENO, .events = POLLOUT };

      poll (&room, 1, -1);
    } else if (n < 0 && errno != EINTR) {
      return;
    } else if (n > 0) {
      data += n;
      length -= (gsize) n;
    }
  }
}

static void
on_send (GBytes   *line,
         gpointer  user_data)
{
  gsize length;
  const char *data = g_bytes_get_data (line, &length);

  write_all (data, length);
  write_all ("\n", 1);
}

static gboolean
on_end (gpointer user_data)
{
  Mcp *mcp = user_data;

  g_main_loop_quit (mcp->loop);
  return G_SOURCE_REMOVE;
}

/* Ends the program after the host closed the standard input, as soon as no call is under way. */
static gboolean
on_idle_after_end (gpointer user_data)
{
  Mcp *mcp = user_data;

  if (paddock_mcp_server_get_calls (mcp->server) > 0)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (mcp->loop);
  return G_SOURCE_REMOVE;
}

static void
end (Mcp *mcp)
{
  mcp->has_ended = TRUE;
  g_timeout_add (20, on_idle_after_end, mcp);
  g_timeout_add (END_TIME, on_end, mcp);
}

static gboolean
on_input (int          descriptor,
          GIOCondition condition,
          gpointer     user_data)
{
  Mcp *mcp = user_data;
  g_autofree char *buffer = g_malloc (READ_BYTES);
  gssize n = read (descriptor, buffer, READ_BYTES);
  gboolean is_fed;

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  if (n <= 0) {
    end (mcp);
    return G_SOURCE_REMOVE;
  }

  is_fed = paddock_line_reader_feed (mcp->reader, buffer, (gsize) n, NULL);
  for (;;) {
    g_autoptr (GBytes) line = paddock_line_reader_next (mcp->reader);

    if (line == NULL)
      break;
    if (g_bytes_get_size (line) > 0)
      paddock_mcp_server_receive_line (mcp->server, line);
  }
  if (is_fed)
    return G_SOURCE_CONTINUE;
  paddock_mcp_server_receive_overlong (mcp->server);
  end (mcp);
  return G_SOURCE_REMOVE;
}

static PaddockExit
serve_host (PaddockCli *cli,
            const char *server_name)
{
  /* @mcp is never freed, because threads may use it until the process ends. */
  Mcp *mcp = g_new0 (Mcp, 1);

  g_log_writer_default_set_use_stderr (TRUE);
  mcp->cli = cli;
  g_mutex_init (&mcp->lock);
  mcp->server_name = g_strdup (server_name);
  mcp->loop = g_main_loop_new (NULL, FALSE);
  mcp->reader = paddock_line_reader_new (PADDOCK_LINE_MAX);
  mcp->server = paddock_mcp_server_new (on_find, on_send, mcp);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, on_input, mcp);
  g_main_loop_run (mcp->loop);
  paddock_mcp_server_close (mcp->server);
  /* Exit at once: threads may still wait for the service, so nothing that they use can be freed. */
  _exit (PADDOCK_EXIT_OK);
}

/* Runs `paddock mcp`. Returns only if the arguments are wrong. Otherwise the process ends when the
 * host closes the standard input. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  g_autofree char *server = NULL;
  const GOptionEntry entries[] = {
    { "server", 's', 0, G_OPTION_ARG_FILENAME, &server,
      N_("Check against what this server sees, not against everything you share"), N_("SERVER") },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  if ((*argv)[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("This command takes no arguments."));
  return serve_host (cli, server);
}

const PaddockVerb paddock_cmd_mcp = {
  .name = "mcp",
  .synopsis = N_("[--server SERVER]"),
  .summary = N_("Run an MCP server that lets an app read files inside what you share"),
  .description =
    N_("Add this command to an app’s configuration. The app’s agent can then check and read files "
       "through Paddock, but only inside what you share. Paddock asks you before it reads a file "
       "that might contain secrets."),
  .run = run_command,
};
