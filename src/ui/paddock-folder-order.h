/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_FOLDER_ORDER_NAME,
  PADDOCK_FOLDER_ORDER_ADDED,       /* newest first */
  PADDOCK_FOLDER_ORDER_SERVERS,     /* the folder that most servers see comes first */
  PADDOCK_FOLDER_ORDER_STATE,       /* folders with a problem first */
} PaddockFolderOrder;

PaddockFolderOrder paddock_folder_order_from_nick (const char         *nick);
int                paddock_folder_order_compare   (PaddockFolderOrder  order,
                                                   PaddockRootItem    *a,
                                                   PaddockRootItem    *b);
gboolean           paddock_folder_order_matches   (PaddockRootItem    *item,
                                                   const char * const *words);
char              *paddock_folder_order_describe  (guint               n_found,
                                                   guint               n_all,
                                                   gboolean            is_searching);

G_END_DECLS
