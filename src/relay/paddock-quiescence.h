/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* Processes and threads that are looked at; with more there is no saying that all sleep. */
#define PADDOCK_QUIESCENCE_MAX 512

gboolean paddock_quiescence_is_reached (pid_t pid);

G_END_DECLS
