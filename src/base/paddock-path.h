/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-file-record.h"
#include "paddock-places.h"

G_BEGIN_DECLS

/* What looking at a path found. Never an error: the verdict says it. */
typedef struct {
  PaddockPlaceVerdict  verdict;
  PaddockPlaceWarnings warnings;
  char                *path;      /* (owned) (nullable) canonical, all links resolved */
  PaddockFileRecord   *record;    /* (owned) (nullable) set when WARNED or ACCEPTED */
} PaddockInspection;

char                *paddock_path_normalize  (const char               *path);
gboolean             paddock_path_is_within  (const char               *path,
                                              const char               *ancestor);

PaddockInspection   *paddock_path_inspect    (const char               *path,
                                              const PaddockPlaces      *places);
PaddockAvailability  paddock_path_check      (const char               *path,
                                              const PaddockFileRecord  *record,
                                              gint64                    last_seen,
                                              PaddockFileRecord       **out_current);

void                 paddock_inspection_free (PaddockInspection        *inspection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInspection, paddock_inspection_free)

G_END_DECLS
