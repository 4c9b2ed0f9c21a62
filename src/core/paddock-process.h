/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

char     *paddock_process_read_file       (const char *path,
                                           gsize       max,
                                           gsize      *out_length);
guint64   paddock_process_read_start_time (pid_t       pid);

char     *paddock_process_dup_scope       (pid_t       pid,
                                           guint64     start_time);
gboolean  paddock_process_scope_is_alive  (const char *scope);
int       paddock_process_scope_hold      (const char *scope);

G_END_DECLS
