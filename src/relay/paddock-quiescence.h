/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* The most threads of a server that are looked at. A server with more threads counts as busy. */
#define PADDOCK_QUIESCENCE_MAX 512

gboolean paddock_quiescence_is_reached (pid_t pid);

G_END_DECLS
