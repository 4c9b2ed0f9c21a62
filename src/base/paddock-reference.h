/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* The longest path that a reference may mean, in bytes. The kernel's PATH_MAX also counts the
 * NUL. */
#define PADDOCK_REFERENCE_PATH_MAX 4095
/* The longest reference, in bytes: a path of PADDOCK_REFERENCE_PATH_MAX bytes with every byte
 * escaped, after the longest scheme and host. */
#define PADDOCK_REFERENCE_MAX      (3 * PADDOCK_REFERENCE_PATH_MAX + 16)

PaddockReadVerdict  paddock_reference_to_path (const char  *reference,
                                               gsize        length,
                                               char       **out_path);
const char         *paddock_reference_below   (const char  *path,
                                               const char  *root);

G_END_DECLS
