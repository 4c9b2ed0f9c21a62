/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *paddock_export_path     (GDBusConnection  *connection,
                               const char       *path,
                               GError          **error);
void  paddock_export_withdraw (GDBusConnection  *connection,
                               const char       *exported);

G_END_DECLS
