/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-record.h"
#include "paddock-places.h"

G_BEGIN_DECLS

/* What paddock_inspection_run() found out about a path. There is no GError: the verdict also covers
 * failures. */
typedef struct {
  PaddockPlaceVerdict  verdict;
  PaddockPlaceWarnings warnings;
  char                *path;      /* (owned) (nullable) the canonical path outside any sandbox, all
                                   * links resolved; NULL: @verdict says why there is none */
  char                *document;  /* (owned) (nullable) if Paddock runs in a sandbox: the document
                                   * by which Paddock reaches @path; NULL: none */
  PaddockFileRecord   *record;    /* (owned) (nullable) what to remember of the file or directory;
                                   * NULL unless @verdict is WARNED or ACCEPTED */
} PaddockInspection;

PaddockInspection *paddock_inspection_run  (const char          *path,
                                            const PaddockPlaces *places);
void               paddock_inspection_free (PaddockInspection   *inspection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInspection, paddock_inspection_free)

G_END_DECLS
