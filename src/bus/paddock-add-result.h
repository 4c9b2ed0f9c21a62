/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-places.h"

G_BEGIN_DECLS

/* What happened to one path of AddRoots, or what InspectPaths found out about it. */
typedef struct {
  char                 *path;       /* (owned) as given */
  char                 *canonical;  /* (owned) (nullable) */
  PaddockPlaceVerdict   verdict;
  PaddockPlaceWarnings  warnings;
  gboolean              added;
  gboolean              renewed;    /* the root was out of reach, and is in reach again */
  gboolean              uncrossed;  /* imported without the other file systems below it */
  char                 *root_id;    /* (owned) (nullable) a new root, or the existing one at this
                                     * path */
  char                 *inside_id;  /* (owned) (nullable) a root that contains it */
  char                 *request;    /* (owned) (nullable) the question that the user was asked
                                     * instead */
  char                 *error;      /* (owned) (nullable) */
} PaddockAddResult;

GVariant         *paddock_add_result_to_variant   (const PaddockAddResult *result);
PaddockAddResult *paddock_add_result_from_variant (GVariant               *variant);
void              paddock_add_result_free         (PaddockAddResult       *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAddResult, paddock_add_result_free)

G_END_DECLS
