/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mirror.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_LIST_ROOTS,
  PADDOCK_LIST_SERVERS,
  PADDOCK_LIST_REQUESTS,
  PADDOCK_LIST_JOURNAL,
  PADDOCK_LIST_APPS,
  PADDOCK_N_LISTS
} PaddockList;

const PaddockMirrorKind *paddock_lists_get_kind (PaddockList list);

G_END_DECLS
