/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest time that paddock_jitter_spread() accepts; a longer time counts as this one. */
#define PADDOCK_JITTER_MAX_MS (24 * 60 * 60 * 1000)

guint paddock_jitter_spread (guint milliseconds);

G_END_DECLS
