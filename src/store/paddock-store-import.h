/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

/* The limit for the database, and for its log; a full journal takes about half of it. */
#define PADDOCK_IMPORT_MAX_BYTES (128 * 1024 * 1024)
/* As many as one call can add. */
#define PADDOCK_IMPORT_MAX_ROOTS 1000
/* A longer name is left out, and the folder's own name is used. */
#define PADDOCK_IMPORT_MAX_NAME  256

GPtrArray *paddock_store_import_read (const char  *directory,
                                      const char  *own_directory,
                                      GError     **error);

G_END_DECLS
