/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-record.h"
#include "paddock-places.h"

G_BEGIN_DECLS

/* What a look at a path found. There is no error: the verdict says everything. */
typedef struct {
  PaddockPlaceVerdict  verdict;
  PaddockPlaceWarnings warnings;
  char                *path;      /* (owned) (nullable) on the host, canonical, all links
                                   * resolved */
  char                *document;  /* (owned) (nullable) in a sandbox: its document */
  PaddockFileRecord   *record;    /* (owned) (nullable) set when WARNED or ACCEPTED */
} PaddockInspection;

PaddockInspection *paddock_inspection_run  (const char          *path,
                                            const PaddockPlaces *places);
void               paddock_inspection_free (PaddockInspection   *inspection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInspection, paddock_inspection_free)

G_END_DECLS
