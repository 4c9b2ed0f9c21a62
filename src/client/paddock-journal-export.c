/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-journal-export.h"

#include "paddock-bus-error.h"
#include "paddock-client-private.h"
#include "paddock-control-bus.h"
#include "paddock-entry-json.h"
#include "paddock-error.h"
#include "paddock-journal-filter.h"
#include "paddock-names.h"
#include "paddock-pages.h"
#include "paddock-server-label.h"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Exports journal entries into a file, as one JSON object in each line, newest first.
 *
 * The service sends the entries in pages. They are written to a temporary file beside the chosen
 * file. When everything is on the disk, the temporary file gets the chosen name. So after a
 * failure, the old file is unchanged, and there is no incomplete file with the chosen name. The
 * export has its own thread. If the file system hangs, only that thread hangs. */
typedef struct {
  GDBusConnection    *connection;   /* (owned) */
  char               *owner;        /* (owned) the service's unique name on the bus */
  PaddockEntryFilter *filter;       /* (owned) (nullable) */
  GPtrArray          *servers;      /* (owned) PaddockServerView: the servers that have names now */
  char               *path;         /* (owned) */
  char               *draft;        /* (owned) (nullable) the path of the temporary file; NULL:
                                     * there is none */
  int                 fd;           /* (owned) file descriptor of @draft; -1: not open */
  gint64              before;
  guint               n_entries;
} Export;

#define PAGE_SIZE 2000

static void
export_free (gpointer data)
{
  Export *export = data;

  if (export->fd >= 0)
    close (export->fd);
  if (export->draft != NULL)
    g_unlink (export->draft);
  g_object_unref (export->connection);
  g_free (export->owner);
  paddock_entry_filter_free (export->filter);
  g_ptr_array_unref (export->servers);
  g_free (export->path);
  g_free (export->draft);
  g_free (export);
}

static gboolean
fail (Export  *export,
      GError **error)
{
  int saved_errno = errno;
  g_autofree char *shown = g_filename_display_name (export->path);

  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
               /* Translators: a path, then the system's words for what went wrong */
               _("Couldn’t export the activity to “%s”: %s"), shown, g_strerror (saved_errno));
  return FALSE;
}

/* Creates the temporary file. If the chosen file is a symbolic link, the export replaces the target
 * of the link, not the link. */
static gboolean
open_draft (Export  *export,
            GError **error)
{
  g_autofree char *real = realpath (export->path, NULL);
  g_autofree char *draft = NULL;

  if (real != NULL) {
    g_free (export->path);
    export->path = g_strdup (real);
  }
  draft = g_strconcat (export->path, ".XXXXXX", NULL);
  export->fd = g_mkstemp_full (draft, O_WRONLY | O_CLOEXEC, 0600);
  if (export->fd < 0)
    return fail (export, error);
  export->draft = g_steal_pointer (&draft);
  return TRUE;
}

static gboolean
write_all (Export   *export,
           GString  *text,
           GError  **error)
{
  gsize written = 0;

  while (written < text->len) {
    gssize n = write (export->fd, text->str + written, text->len - written);

    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return fail (export, error);
    written += n;
  }
  return TRUE;
}

static gboolean
finish_draft (Export  *export,
              GError **error)
{
  int fd = export->fd;

  if (fsync (fd) != 0)
    return fail (export, error);
  export->fd = -1;
  if (close (fd) != 0 || g_rename (export->draft, export->path) != 0)
    return fail (export, error);
  g_clear_pointer (&export->draft, g_free);
  return TRUE;
}

/* Writes a page of entries. Returns FALSE without @error after the last page. */
static gboolean
write_page (Export    *export,
            GVariant  *page,
            GError   **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_entries = g_variant_n_children (page);

  for (gsize i = 0; i < n_entries; i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (page, i);
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);
    g_autofree char *json = NULL;

    entry = paddock_server_label_name_entry (
      g_steal_pointer (&entry), paddock_server_view_find (export->servers, entry->server_id));
    json = paddock_entry_json_write (entry);
    g_string_append_printf (text, "%s\n", json);
    export->before = entry->number;
    export->n_entries++;
  }
  return write_all (export, text, error) && n_entries == PAGE_SIZE && export->before > 0;
}

static GVariant *
call_service (const char  *method,
              GVariant    *parameters,
              gpointer     user_data,
              GError     **error)
{
  GTask *task = user_data;
  Export *export = g_task_get_task_data (task);

  return g_dbus_connection_call_sync (export->connection, export->owner,
                                      PADDOCK_SERVICE_OBJECT_PATH,
                                      paddock_bus_control_interface_info ()->name, method,
                                      parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                                      g_task_get_cancellable (task), error);
}

static GVariant *
read_page (GTask   *task,
           GError **error)
{
  Export *export = g_task_get_task_data (task);
  g_autoptr (PaddockPages) pages =
    paddock_pages_new ("SearchJournal", paddock_journal_filter_to_variant (export->filter),
                       export->before, PAGE_SIZE);

  return paddock_pages_read_sync (pages, call_service, task, error);
}

static gboolean
read_servers (GTask   *task,
              GError **error)
{
  Export *export = g_task_get_task_data (task);
  g_autoptr (PaddockPages) pages = paddock_pages_new ("ListServers", NULL, 0, 0);
  g_autoptr (GVariant) list = paddock_pages_read_sync (pages, call_service, task, error);

  for (gsize i = 0; list != NULL && i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    g_ptr_array_add (export->servers, paddock_server_view_from_variant (dictionary));
  }
  return list != NULL;
}

static gpointer
run_export (gpointer data)
{
  g_autoptr (GTask) task = data;
  Export *export = g_task_get_task_data (task);
  GError *error = NULL;
  gboolean goes_on = open_draft (export, &error) && read_servers (task, &error);

  while (goes_on) {
    g_autoptr (GVariant) page = read_page (task, &error);

    goes_on = page != NULL && write_page (export, page, &error);
  }
  if (error == NULL && finish_draft (export, &error))
    g_task_return_int (task, export->n_entries);
  else
    g_task_return_error (task, error);
  return NULL;
}

/**
 * paddock_journal_export_async:
 * @client: a client that is connected to the service
 * @filter: (nullable): which entries to write; %NULL: all
 * @file: the file to write, on a local file system; an existing one is replaced
 * @cancellable: (nullable): stops the export, and leaves no file behind
 *
 * Writes the entries, newest first, as one JSON object in each line.
 */
void
paddock_journal_export_async (PaddockClient            *client,
                              const PaddockEntryFilter *filter,
                              GFile                    *file,
                              GCancellable             *cancellable,
                              GAsyncReadyCallback       callback,
                              gpointer                  user_data)
{
  GTask *task = g_task_new (client, cancellable, callback, user_data);
  GDBusProxy *proxy = paddock_client_get_proxy (client);
  g_autofree char *path = g_file_get_path (file);
  Export *export;

  g_task_set_source_tag (task, paddock_journal_export_async);
  if (proxy == NULL || path == NULL) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "%s",
                             proxy == NULL
                               ? _("Paddock’s service isn’t running. Try again in a moment.")
                               : _("choose a place on this computer"));
    g_object_unref (task);
    return;
  }

  export = g_new0 (Export, 1);
  export->connection = g_object_ref (g_dbus_proxy_get_connection (proxy));
  export->owner = g_strdup (g_dbus_proxy_get_name (proxy));
  export->filter = paddock_entry_filter_copy (filter);
  export->servers = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_server_view_free);
  export->path = g_steal_pointer (&path);
  export->fd = -1;
  g_task_set_task_data (task, export, export_free);
  g_thread_unref (g_thread_new ("paddock-export", run_export, task));
}

/**
 * paddock_journal_export_finish:
 * @out_n_entries: (out): the number of written entries
 *
 * Returns: whether the file is on the disk; if not, nothing was changed
 */
gboolean
paddock_journal_export_finish (GAsyncResult  *result,
                               guint         *out_n_entries,
                               GError       **error)
{
  GError *problem = NULL;
  gssize n = g_task_propagate_int (G_TASK (result), &problem);

  *out_n_entries = n > 0 ? (guint) n : 0;
  if (problem == NULL)
    return TRUE;
  paddock_bus_error_explain (problem);
  g_propagate_error (error, problem);
  return FALSE;
}
