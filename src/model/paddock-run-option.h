/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint       paddock_run_option_count_words (const char * const *words);
const char *paddock_run_option_get_value   (const char * const *words,
                                            const char         *name);

G_END_DECLS
