/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-config-tree.h"

G_BEGIN_DECLS

/* What an app accepts beyond JSON. */
typedef enum {
  PADDOCK_JSONC_STRICT,
  PADDOCK_JSONC_COMMENTS,
  PADDOCK_JSONC_COMMENTS_AND_COMMAS, /* and a comma behind the last value */
} PaddockJsoncDialect;

PaddockConfigTree *paddock_jsonc_scan  (GBytes               *bytes,
                                        PaddockJsoncDialect   dialect,
                                        GError              **error);
char              *paddock_jsonc_quote (const char           *value);

G_END_DECLS
