/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* How many process groups one guard can watch, and how many boxes. */
#define PADDOCK_GUARD_GROUPS_MAX 8
#define PADDOCK_GUARD_BOXES_MAX  72
/* The time that a process group has between SIGTERM and SIGKILL. */
#define PADDOCK_GUARD_GRACE_MS   2000

int  paddock_guard_start  (GError **error);
void paddock_guard_watch  (int      guard,
                           pid_t    group);
void paddock_guard_forget (int      guard,
                           pid_t    group);
void paddock_guard_keep_box (int guard,
                             int pidfd);
void paddock_guard_keep_link (int guard,
                              int link);

G_END_DECLS
