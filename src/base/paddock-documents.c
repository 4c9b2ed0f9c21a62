/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-documents.h"

#include "paddock-error.h"
#include "paddock-path-text.h"
#include "paddock-runtime.h"

#include <string.h>

/* The document portal: how a sandboxed Paddock reaches a folder of the user's. What the user picks
 * becomes a document with an id. The portal shows that document at MOUNT/ID/NAME, and can tell its
 * path on the host. Only this file knows what these names mean.
 *
 * A "document" in this source is the path below the mount: "ID/NAME", or "ID/NAME/below/it". A
 * document stays the same from one run to the next, but the mount may move.
 *
 * Only the portal itself is asked for the host's path, over the bus. A new portal also gives it in
 * the extended attribute `user.document-portal.host-path`. But an old portal passes on an attribute
 * that is stored with the file, and anybody who can write the file can set that attribute. So a
 * folder from an archive could claim to be another folder.
 */

/* The longest id of a document, in bytes. It is longer than any id that the portal makes, and far
 * below the limit of a path. */
#define LONGEST_ID 64

/* Time-out of a call to the portal, in ms. It is shorter than the time after which a file system
 * counts as hanging. */
#define CALL_TIMEOUT 4000

#define FLATPAK_INFO "/.flatpak-info"

/**
 * paddock_documents_is_sandboxed:
 *
 * Returns: whether this process runs in a Flatpak sandbox, whose paths mean nothing outside
 */
gboolean
paddock_documents_is_sandboxed (void)
{
  return g_file_test (FLATPAK_INFO, G_FILE_TEST_EXISTS);
}

/**
 * paddock_documents_has_network:
 * @info: (nullable): what Flatpak says about a sandbox; %NULL: about the sandbox of this process
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
 * Returns: (transfer full): the directory in which the portal shows documents, maybe a path through
 *   a link (org.freedesktop.portal.Documents, "$XDG_RUNTIME_DIR/doc"). The directory need not exist
 */
char *
paddock_documents_dup_mount (void)
{
  g_autofree char *directory = paddock_runtime_dup_user_directory ();

  return g_build_filename (directory, "doc", NULL);
}

/* Returns the length of the id at the beginning of @text, or 0 if @text does not begin with an id.
 * The portal makes ids of hexadecimal digits. "by-app" beside the ids is another directory of the
 * portal, not an id. */
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
 * Returns: whether @document has the form "ID/NAME" or "ID/NAME/below"
 */
gboolean
paddock_documents_is_document (const char *document)
{
  g_autofree char *absolute = NULL;
  g_autofree char *normal = NULL;
  gsize length = document != NULL ? measure_id (document) : 0;

  if (length == 0 || document[length] != '/' || document[length + 1] == '\0')
    return FALSE;

  /* @document must have no empty components, no dots, and no slash at the end. */
  absolute = g_strconcat ("/", document, NULL);
  normal = paddock_path_text_normalize (absolute);
  return g_strcmp0 (absolute, normal) == 0;
}

/**
 * paddock_documents_find:
 * @mount: where the portal shows documents, all links resolved
 * @path: a canonical path
 *
 * Returns: (transfer full) (nullable): the document at @path; %NULL if @path lies outside @mount,
 *   is @mount itself, or is the directory of an id
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
 * Returns: (transfer full): the id that the portal gave @document
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
 * Returns: (transfer full): the path of @document in this sandbox
 */
char *
paddock_documents_dup_path (const char *mount,
                            const char *document)
{
  return g_build_filename (mount, document, NULL);
}

/* Returns the part of @document below the file or directory that the user picked: "" or a path that
 * begins with a slash. */
static const char *
below (const char *document)
{
  const char *name = strchr (document, '/') + 1;

  return name + strcspn (name, "/");
}

/* Returns the path of @document on the host, or NULL if @host, the portal's answer, is bad. Paddock
 * checks that answer like everything from outside: it must be canonical and end in the name under
 * which the portal shows the document. */
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
 * Asks the portal (GetHostPaths, version 5 of org.freedesktop.portal.Documents) for the path of
 * @document outside the sandbox. When the document was made, the portal got an open descriptor, so
 * the path to the document's own folder has no links. The caller has resolved the links below that
 * folder.
 *
 * Blocks for some seconds at most, on any thread.
 *
 * Returns: (transfer full) (nullable): a canonical path of the host; %NULL if the portal is too
 *   old, does not know @document or gives a bad answer
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
 * Asks the portal over the bus. Blocks for some seconds at most.
 *
 * Returns: the version of the portal's interface, 0 if there is no portal
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
