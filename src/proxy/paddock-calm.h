/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* Processes and threads that are looked at; with more there is no saying that all sleep. */
#define PADDOCK_CALM_MAX 512

gboolean paddock_calm_is (pid_t pid);

G_END_DECLS
