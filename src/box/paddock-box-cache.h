/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most that is copied: files, with directories and links, and bytes. */
#define PADDOCK_BOX_CACHE_FILES_MAX 20000
#define PADDOCK_BOX_CACHE_BYTES_MAX (200 * 1000 * 1000)

gboolean paddock_box_cache_copy_package (const char  *home,
                                         int          private_home,
                                         const char  *package,
                                         GError     **error);

G_END_DECLS
