/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-read-verdict.h"
#include "paddock-root.h"

G_BEGIN_DECLS

/* What CheckAccess and OpenAccess answer. All but the verdict is there only with ALLOWED. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *path;       /* (owned) (nullable) the canonical name of the file */
  char               *root_id;    /* (owned) (nullable) the root that admits it */
  PaddockAccess       access;     /* to that root */
  gint64              size;       /* in bytes; of a check: may be another when it is read */
  gint64              limit;      /* the largest file that is read, in bytes */
  int                 handle;     /* of the descriptor among those of the message; -1: none */
} PaddockAccessResult;

GVariant            *paddock_access_result_to_variant   (const PaddockAccessResult *result);
PaddockAccessResult *paddock_access_result_from_variant (GVariant                  *variant);
void                 paddock_access_result_free         (PaddockAccessResult       *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAccessResult, paddock_access_result_free)

G_END_DECLS
