/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

/* How large the database may be, and how large its log, in bytes. A full journal takes about half
 * of that. */
#define PADDOCK_IMPORT_MAX_BYTES (128 * 1024 * 1024)
/* How many roots are read: as many as one call of AddRoots can add. */
#define PADDOCK_IMPORT_MAX_ROOTS 1000
/* A longer name is left out, and the folder's own name is used. */
#define PADDOCK_IMPORT_MAX_NAME  256

GPtrArray *paddock_store_import_read (const char  *directory,
                                      const char  *own_directory,
                                      GError     **error);

G_END_DECLS
