/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-read-verdict.h"
#include "paddock-root.h"

G_BEGIN_DECLS

/* The answer to CheckAccess and OpenAccess. The members after @verdict are set only if @verdict is
 * ALLOWED. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *path;       /* (owned) (nullable) the canonical name of the file; NULL: not
                                   * allowed */
  char               *root_id;    /* (owned) (nullable) the id of the root that contains the file;
                                   * NULL: not allowed */
  PaddockAccess       access;     /* the access of the root */
  gint64              size;       /* the file's size in bytes; between a check and the reading of
                                   * the file it may change */
  gint64              limit;      /* the largest file that Paddock reads, in bytes */
  int                 handle;     /* index of the file's descriptor in the message; -1: none */
} PaddockAccessResult;

GVariant            *paddock_access_result_to_variant   (const PaddockAccessResult *result);
PaddockAccessResult *paddock_access_result_from_variant (GVariant                  *variant);
void                 paddock_access_result_free         (PaddockAccessResult       *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAccessResult, paddock_access_result_free)

G_END_DECLS
