/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The lines around a difference that are shown with it. */
#define PADDOCK_APP_DIFF_CONTEXT 3

char *paddock_app_diff_make (const char *path,
                             GBytes     *before,
                             GBytes     *after,
                             GBytes     *shown_before,
                             GBytes     *shown_after);

G_END_DECLS
