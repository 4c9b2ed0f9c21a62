/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-documents.h"

#include "paddock-error.h"
#include "paddock-path-text.h"
#include "paddock-runtime.h"

#include <string.h>

/* The document portal, which is how a sandboxed Paddock reaches a folder of the user's: what the
 * user picked is a document with an id, mounted at MOUNT/ID/NAME, and the portal says where on the
 * host it is. Here is what its names mean; nobody else takes such a path apart.
 *
 * A "document" in this source is the path below the mount: "ID/NAME", or "ID/NAME/below/it". It
 * stays the same from one run to the next, the mount's own place need not.
 *
 * The host's path is asked of the portal over the bus and of nothing else. The extended attribute
 * `user.document-portal.host-path` says the same where the portal is new enough to make it up; an
 * older one passes on what the file itself has under that name, which anybody who can write there
 * has put there, and then a folder out of an archive could say that it is another.
 */

/* As long as the portal's own ids could ever be, and far from any limit of paths. */
#define LONGEST_ID 64

/* ms; below the time after which a file system counts as hanging. */
#define CALL_TIMEOUT 4000

#define FLATPAK_INFO "/.flatpak-info"

/**
 * paddock_documents_is_sandboxed:
 *
 * Returns: whether this process runs in a Flatpak sandbox, where other paths mean nothing outside
 */
gboolean
paddock_documents_is_sandboxed (void)
{
  return g_file_test (FLATPAK_INFO, G_FILE_TEST_EXISTS);
}

/**
 * paddock_documents_has_network:
 * @info: (nullable): what Flatpak says of a sandbox, %NULL for that of this process
 *
 * Returns: whether the sandbox shares the network of the host (flatpak-metadata(5), "Context")
 */
gboolean
paddock_documents_has_network (const char *info)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) shared = NULL;

  if (g_key_file_load_from_file (file, info != NULL ? info : FLATPAK_INFO, G_KEY_FILE_NONE, NULL))
    shared = g_key_file_get_string_list (file, "Context", "shared", NULL, NULL);
  return shared != NULL && g_strv_contains ((const char * const *) shared, "network");
}

/**
 * paddock_documents_dup_mount:
 *
 * Returns: (transfer full): where the portal shows documents, maybe through a link
 *   (org.freedesktop.portal.Documents, "$XDG_RUNTIME_DIR/doc"); it need not exist
 */
char *
paddock_documents_dup_mount (void)
{
  g_autofree char *directory = paddock_runtime_dup_user_directory ();

  return g_build_filename (directory, "doc", NULL);
}

/* The length of the id that @text begins with, 0 for none. The portal makes them of hexadecimal
 * digits; "by-app" is a directory of its own beside them. */
static gsize
measure_id (const char *text)
{
  gsize length = strcspn (text, "/");

  if (length > LONGEST_ID)
    return 0;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]))
      return 0;
  return length;
}

/**
 * paddock_documents_is_document:
 * @document: (nullable): text, maybe from the disk or the bus
 *
 * Returns: whether it has the form "ID/NAME" or "ID/NAME/below"
 */
gboolean
paddock_documents_is_document (const char *document)
{
  g_autofree char *absolute = NULL;
  g_autofree char *normal = NULL;
  gsize length = document != NULL ? measure_id (document) : 0;

  if (length == 0 || document[length] != '/' || document[length + 1] == '\0')
    return FALSE;

  /* No empty components, no dots, no slash at the end. */
  absolute = g_strconcat ("/", document, NULL);
  normal = paddock_path_text_normalize (absolute);
  return g_strcmp0 (absolute, normal) == 0;
}

/**
 * paddock_documents_find:
 * @mount: where the portal shows documents, all links resolved
 * @path: a canonical path
 *
 * Returns: (transfer full) (nullable): the document that @path leads to; %NULL where it lies
 *   elsewhere, or is the mount itself or the directory of an id
 */
char *
paddock_documents_find (const char *mount,
                        const char *path)
{
  const char *document;

  if (mount == NULL || path == NULL || !paddock_path_text_is_within (path, mount) ||
      strlen (path) <= strlen (mount))
    return NULL;
  document = path + strlen (mount) + 1;
  return paddock_documents_is_document (document) ? g_strdup (document) : NULL;
}

/**
 * paddock_documents_dup_id:
 * @document: a document
 *
 * Returns: (transfer full): the id by which the portal knows it
 */
char *
paddock_documents_dup_id (const char *document)
{
  return g_strndup (document, strcspn (document, "/"));
}

/**
 * paddock_documents_dup_path:
 * @mount: where the portal shows documents, all links resolved
 * @document: a document
 *
 * Returns: (transfer full): the path by which it is reached in this sandbox
 */
char *
paddock_documents_dup_path (const char *mount,
                            const char *document)
{
  return g_build_filename (mount, document, NULL);
}

/* What lies below the document's own file or directory, "" for nothing, else with its slash. */
static const char *
below (const char *document)
{
  const char *name = strchr (document, '/') + 1;

  return name + strcspn (name, "/");
}

/* The portal's answer is checked like everything from outside: a path that is not canonical, or
 * does not end in the name under which the document is shown, is no answer. */
static char *
join_host_path (const char *host,
                const char *document)
{
  g_autofree char *normal = paddock_path_text_normalize (host);
  const char *name = strchr (document, '/') + 1;
  gsize length = strcspn (name, "/");
  const char *last = normal != NULL ? strrchr (normal, '/') + 1 : NULL;

  if (normal == NULL || !g_str_equal (normal, host) || strlen (last) != length ||
      strncmp (last, name, length) != 0)
    return NULL;
  return g_strconcat (host, below (document), NULL);
}

/**
 * paddock_documents_dup_host_path:
 * @connection: the session bus
 * @document: a document
 * @error: return location
 *
 * Asks the portal (GetHostPaths, version 5 of org.freedesktop.portal.Documents) where @document is
 * outside the sandbox. The portal exported what an open descriptor named, so that path has no links
 * up to the document; below it, the caller has resolved them.
 *
 * Blocks for some seconds at most, on any thread.
 *
 * Returns: (transfer full) (nullable): a canonical path of the host; %NULL where the portal is too
 *   old, does not know it or says nonsense
 */
char *
paddock_documents_dup_host_path (GDBusConnection  *connection,
                                 const char       *document,
                                 GError          **error)
{
  g_autofree char *id = paddock_documents_dup_id (document);
  const char *ids[] = { id, NULL };
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) paths = NULL;
  const char *host = NULL;
  char *joined;

  reply = g_dbus_connection_call_sync (connection, PADDOCK_DOCUMENTS_BUS_NAME,
                                       PADDOCK_DOCUMENTS_OBJECT_PATH, PADDOCK_DOCUMENTS_INTERFACE,
                                       "GetHostPaths", g_variant_new ("(^as)", ids),
                                       G_VARIANT_TYPE ("(a{say})"), G_DBUS_CALL_FLAGS_NONE,
                                       CALL_TIMEOUT, NULL, error);
  if (reply == NULL)
    return NULL;

  paths = g_variant_get_child_value (reply, 0);
  g_variant_lookup (paths, id, "^&ay", &host);
  joined = host != NULL ? join_host_path (host, document) : NULL;
  if (joined == NULL)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                         "The document portal does not say where this is");
  return joined;
}

/**
 * paddock_documents_get_version:
 * @connection: the session bus
 *
 * Blocks for some seconds at most.
 *
 * Returns: the version of the portal's interface, 0 where there is none
 */
guint
paddock_documents_get_version (GDBusConnection *connection)
{
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) value = NULL;

  reply = g_dbus_connection_call_sync (connection, PADDOCK_DOCUMENTS_BUS_NAME,
                                       PADDOCK_DOCUMENTS_OBJECT_PATH,
                                       "org.freedesktop.DBus.Properties", "Get",
                                       g_variant_new ("(ss)", PADDOCK_DOCUMENTS_INTERFACE,
                                                      "version"),
                                       G_VARIANT_TYPE ("(v)"), G_DBUS_CALL_FLAGS_NONE,
                                       CALL_TIMEOUT, NULL, NULL);
  if (reply == NULL)
    return 0;
  g_variant_get (reply, "(v)", &value);
  return g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32) ? g_variant_get_uint32 (value) : 0;
}
