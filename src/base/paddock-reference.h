/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* The longest path in bytes: the kernel's PATH_MAX counts the NUL. */
#define PADDOCK_REFERENCE_PATH_MAX 4095
/* The longest reference: that path with every byte escaped, after the longest scheme and host. */
#define PADDOCK_REFERENCE_MAX      (3 * PADDOCK_REFERENCE_PATH_MAX + 16)

PaddockReadVerdict  paddock_reference_to_path (const char  *reference,
                                               gsize        length,
                                               char       **out_path);
const char         *paddock_reference_below   (const char  *path,
                                               const char  *root);

G_END_DECLS
