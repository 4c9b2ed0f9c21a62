/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many hexadecimal digits a key and a seal have. */
#define PADDOCK_SEAL_LENGTH 64

char    *paddock_seal_dup_key   (GBytes              *secret);
gboolean paddock_seal_write_key (const char          *directory,
                                 const char          *key,
                                 GError             **error);
char    *paddock_seal_read_key  (const char          *directory);
char    *paddock_seal_dup       (const char          *key,
                                 const char * const  *texts);
gboolean paddock_seal_is_equal  (const char          *a,
                                 const char          *b);

G_END_DECLS
