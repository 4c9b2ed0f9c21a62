/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define PADDOCK_DOCUMENTS_BUS_NAME    "org.freedesktop.portal.Documents"
#define PADDOCK_DOCUMENTS_OBJECT_PATH "/org/freedesktop/portal/documents"
#define PADDOCK_DOCUMENTS_INTERFACE   "org.freedesktop.portal.Documents"

/* The first version of the portal's interface that tells the path of a document on the host. */
#define PADDOCK_DOCUMENTS_HOST_PATHS_VERSION 5

/* Values of the property "Sandbox" of the control interface. Outside a sandbox the property is
 * "". */
#define PADDOCK_SANDBOX_FLATPAK       "flatpak"
#define PADDOCK_SANDBOX_NO_HOST_PATHS "flatpak-without-host-paths"

gboolean  paddock_documents_is_sandboxed  (void);
gboolean  paddock_documents_has_network   (const char       *info);
char     *paddock_documents_dup_mount     (void);
gboolean  paddock_documents_is_document   (const char       *document);
char     *paddock_documents_find          (const char       *mount,
                                           const char       *path);
char     *paddock_documents_dup_id        (const char       *document);
char     *paddock_documents_dup_path      (const char       *mount,
                                           const char       *document);
char     *paddock_documents_dup_host_path (GDBusConnection  *connection,
                                           const char       *document,
                                           GError          **error);
guint     paddock_documents_get_version   (GDBusConnection  *connection);

G_END_DECLS
