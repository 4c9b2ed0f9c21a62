/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest description of a problem that the user is shown, in bytes. */
#define PADDOCK_RUNTIME_PROBLEM_MAX 1024

char *paddock_runtime_dup_user_directory (void);
char *paddock_runtime_dup_directory (void);
char *paddock_runtime_dup_socket_path (void);
char *paddock_runtime_dup_bus_address (void);
void  paddock_runtime_leave_problem (const char *text);
void  paddock_runtime_clear_problem (void);
char *paddock_runtime_find_problem  (gint64      since);

G_END_DECLS
