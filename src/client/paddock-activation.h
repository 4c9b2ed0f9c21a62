/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How long a started service may take until it owns its bus name. */
#define PADDOCK_ACTIVATION_TIMEOUT_SECONDS 10

void      paddock_activation_start_async  (GDBusConnection      *connection,
                                           const char           *program,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean  paddock_activation_start_finish (GAsyncResult         *result,
                                           GError              **error);
gboolean  paddock_activation_start_sync   (GDBusConnection      *connection,
                                           const char           *program,
                                           GCancellable         *cancellable,
                                           GError              **error);

char     *paddock_activation_find_program (const char           *own_directory,
                                           const char           *bin_directory);

G_END_DECLS
