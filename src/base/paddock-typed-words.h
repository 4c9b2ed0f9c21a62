/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GStrv    paddock_typed_words_split   (const char         *typed);
gboolean paddock_typed_words_match (const char * const *words,
                                    const char         *text);

G_END_DECLS
