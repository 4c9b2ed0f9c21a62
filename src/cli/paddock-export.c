/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-export.h"

#include "paddock-documents.h"
#include "paddock-error.h"
#include "paddock-names.h"

#include <gio/gunixfdlist.h>
#include <glib/gi18n.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Exports a folder or file to a service in a sandbox. This program runs outside that sandbox. The
 * document portal makes a document, which only Paddock's application may read. The service does not
 * get the path on the host from this program, but asks the portal. Nothing is opened for reading,
 * and no descriptor stays open. */

/* Values for "flags" of AddFull in org.freedesktop.portal.Documents. */
#define FLAG_REUSE_EXISTING 1
#define FLAG_PERSISTENT     2
#define FLAG_DIRECTORY      8

#define CALL_TIMEOUT 10000        /* ms */

/* Has the portal make a document of the file or folder. Closes @fd. Returns the document's id; NULL
 * with @error set on failure. */
static char *
add_full (GDBusConnection  *connection,
          int               fd,
          gboolean          is_directory,
          GError          **error)
{
  const char *permissions[] = { "read", "delete", NULL };
  g_autoptr (GUnixFDList) fds = g_unix_fd_list_new_from_array (&fd, 1);
  g_autoptr (GVariant) reply = NULL;
  g_autofree const char **ids = NULL;
  g_auto (GVariantBuilder) handles = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("ah"));
  guint32 flags = FLAG_REUSE_EXISTING | FLAG_PERSISTENT | (is_directory ? FLAG_DIRECTORY : 0);

  g_variant_builder_add (&handles, "h", 0);
  reply = g_dbus_connection_call_with_unix_fd_list_sync (
    connection, PADDOCK_DOCUMENTS_BUS_NAME, PADDOCK_DOCUMENTS_OBJECT_PATH,
    PADDOCK_DOCUMENTS_INTERFACE, "AddFull",
    g_variant_new ("(ahus^as)", &handles, flags, PADDOCK_APP_ID, permissions),
    G_VARIANT_TYPE ("(asa{sv})"), G_DBUS_CALL_FLAGS_NONE, CALL_TIMEOUT, fds, NULL, NULL, error);
  if (reply == NULL)
    return NULL;
  g_variant_get_child (reply, 0, "^a&s", &ids);
  return g_strdup (ids[0]);
}

/* Returns the last part of the path of the open file or folder @fd, with all links resolved. The
 * portal shows a document under this name. */
static char *
dup_name (int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);

  return path != NULL ? g_path_get_basename (path) : NULL;
}

/**
 * paddock_export_path:
 * @connection: the session bus
 * @path: an absolute path, in the bytes of the file system
 * @error: return location; the text is for the user
 *
 * Makes a document of a file or folder, so that Paddock's application can read it in its sandbox.
 * Exporting the same path again gives the same document.
 *
 * Returns: (transfer full) (nullable): the path of the document inside the sandbox
 */
char *
paddock_export_path (GDBusConnection  *connection,
                     const char       *path,
                     GError          **error)
{
  g_autofree char *mount = paddock_documents_dup_mount ();
  g_autofree char *document = NULL;
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  g_autoptr (GError) local_error = NULL;
  struct stat info;
  int fd = open (path, O_PATH | O_CLOEXEC);

  if (fd < 0 || fstat (fd, &info) < 0 || (name = dup_name (fd)) == NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, g_strerror (errno));
    if (fd >= 0)
      close (fd);
    return NULL;
  }

  id = add_full (connection, fd, S_ISDIR (info.st_mode), &local_error);
  if (id != NULL)
    document = g_strconcat (id, "/", name, NULL);
  if (paddock_documents_is_document (document))
    return paddock_documents_dup_path (mount, document);

  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
               /* Translators: %s is the reason, as the system words it */
               _("the document portal refused to give it to Paddock’s sandbox: %s"),
               local_error != NULL ? local_error->message : name);
  return NULL;
}

/**
 * paddock_export_withdraw:
 * @connection: the session bus
 * @exported: the result of paddock_export_path()
 *
 * Deletes a document that did not become a root. If this fails, the document stays, but servers see
 * nothing of it.
 */
void
paddock_export_withdraw (GDBusConnection *connection,
                         const char      *exported)
{
  g_autofree char *mount = paddock_documents_dup_mount ();
  g_autofree char *document = paddock_documents_find (mount, exported);
  g_autofree char *id = document != NULL ? paddock_documents_dup_id (document) : NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  if (id == NULL)
    return;
  reply = g_dbus_connection_call_sync (connection, PADDOCK_DOCUMENTS_BUS_NAME,
                                       PADDOCK_DOCUMENTS_OBJECT_PATH, PADDOCK_DOCUMENTS_INTERFACE,
                                       "Delete", g_variant_new ("(s)", id), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, CALL_TIMEOUT, NULL, &error);
  if (reply == NULL)
    g_debug ("A document stays: %s", error->message);
}
