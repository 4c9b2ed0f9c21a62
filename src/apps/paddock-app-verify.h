/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-entry.h"

G_BEGIN_DECLS

/* What an entry must be after a change. */
typedef struct {
  gboolean            is_connected;
  const char * const *words;        /* (nullable) the server's own command */
  const char         *url;          /* (nullable) the server's address */
  const char         *key;          /* (nullable) the value of --key */
} PaddockAppExpectation;

gboolean paddock_app_verify (const PaddockApp             *app,
                             const PaddockConfigTree      *tree,
                             const PaddockAppEntry        *entry,
                             GBytes                       *changed,
                             const PaddockAppExpectation  *expectation,
                             GError                      **error);

G_END_DECLS
