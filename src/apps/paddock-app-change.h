/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-entry.h"
#include "paddock-splice.h"

G_BEGIN_DECLS

/* How an app starts a server through Paddock. */
typedef struct {
  const char         *program;      /* how the app starts `paddock` */
  const char         *key;          /* for --key: letters, digits and "-" */
  const char * const *folders;      /* (nullable) arguments that become `{roots}` */
} PaddockAppConnection;

GBytes *paddock_app_change_connect (const PaddockApp            *app,
                                    const PaddockConfigTree     *tree,
                                    const PaddockAppEntry       *entry,
                                    const PaddockAppConnection  *connection,
                                    PaddockSplices             **out_splices,
                                    GError                     **error);
GBytes *paddock_app_change_restore (const PaddockApp            *app,
                                    const PaddockConfigTree     *tree,
                                    const PaddockAppEntry       *entry,
                                    const char * const          *folders,
                                    PaddockSplices             **out_splices,
                                    GError                     **error);

G_END_DECLS
