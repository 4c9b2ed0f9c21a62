/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void     paddock_background_request_async  (GDBusConnection      *connection,
                                            const char           *reason,
                                            gboolean              autostart,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean paddock_background_request_finish (GAsyncResult         *result,
                                            gboolean             *out_is_allowed,
                                            gboolean             *out_autostarts,
                                            GError              **error);

G_END_DECLS
