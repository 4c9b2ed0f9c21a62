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
  char                 *canonical;  /* (owned) (nullable) the canonical path; NULL if @path could
                                     * not be resolved */
  PaddockPlaceVerdict   verdict;
  PaddockPlaceWarnings  warnings;
  gboolean              added;
  gboolean              renewed;    /* AddRoots: the root at this path was unavailable, and got a
                                     * new document of the portal; InspectPaths: that root could get
                                     * one */
  gboolean              uncrossed;  /* the root was imported without the other file systems mounted
                                     * inside it, although the other installation shared those,
                                     * too */
  char                 *root_id;    /* (owned) (nullable) the id of the new root, or of the existing
                                     * root at this path; NULL: none */
  char                 *inside_id;  /* (owned) (nullable) the id of a root that contains the path;
                                     * NULL: none */
  char                 *request;    /* (owned) (nullable) the id of the question, if the user must
                                     * first allow adding the root; NULL: no question */
  char                 *error;      /* (owned) (nullable) why the root was not added, apart from the
                                     * verdict; NULL: no error */
} PaddockAddResult;

GVariant         *paddock_add_result_to_variant   (const PaddockAddResult *result);
PaddockAddResult *paddock_add_result_from_variant (GVariant               *variant);
void              paddock_add_result_free         (PaddockAddResult       *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAddResult, paddock_add_result_free)

G_END_DECLS
