/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

/* The largest database, and the largest log of one, that is imported, in bytes. A full journal
 * takes about half of this. */
#define PADDOCK_IMPORT_MAX_BYTES (128 * 1024 * 1024)
/* The most roots that a database may have: as many as one call of AddRoots can add. */
#define PADDOCK_IMPORT_MAX_ROOTS 1000
/* The longest name of a root, in bytes. Roots with a longer name are imported without a name. */
#define PADDOCK_IMPORT_MAX_NAME  256

GPtrArray *paddock_store_import_read (const char  *directory,
                                      const char  *own_directory,
                                      GError     **error);

G_END_DECLS
