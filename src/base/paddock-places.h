/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-place-verdict.h"

G_BEGIN_DECLS

/* The directories that the rules about paths need, all links resolved. Tests make their own
 * places. */
typedef struct {
  char  *home;                    /* (owned) */
  char  *user_name;               /* (owned) */
  GStrv  own;                     /* (owned) Paddock's data, configuration and socket directories */
  char  *documents;               /* (owned) (nullable) in a sandbox: where the portal shows what
                                   * the user picked; nothing else may become a root. NULL outside a
                                   * sandbox */
  GArray *own_objects;            /* (owned) PaddockPlaceObject: those directories in @own that
                                   * existed when the service started */
} PaddockPlaces;

/* One of Paddock's own directories, recognized by its numbers under any name. */
typedef struct {
  guint64 device;
  guint64 inode;
} PaddockPlaceObject;

PaddockPlaces *paddock_places_new            (const char          *home,
                                              const char          *user_name,
                                              const char * const  *own);
PaddockPlaces *paddock_places_copy           (const PaddockPlaces *places);
void           paddock_places_free           (PaddockPlaces       *places);
void           paddock_places_set_documents  (PaddockPlaces       *places,
                                              const char          *documents);
void           paddock_places_add_own_object (PaddockPlaces       *places,
                                              guint64              device,
                                              guint64              inode);
char          *paddock_places_dup_way        (const PaddockPlaces *places,
                                              const char          *path,
                                              const char          *document);

gboolean            paddock_places_refuses           (const PaddockPlaces  *places,
                                                      const char           *path);
gboolean            paddock_places_is_own            (const PaddockPlaces  *places,
                                                      const char           *path);
gboolean            paddock_places_is_own_object     (const PaddockPlaces  *places,
                                                      guint64               device,
                                                      guint64               inode);
gboolean            paddock_places_has_own_on        (const PaddockPlaces  *places,
                                                      guint64               device);
PaddockPlaceVerdict paddock_places_judge             (const PaddockPlaces  *places,
                                                      const char           *path,
                                                      PaddockPlaceWarnings *out_warnings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPlaces, paddock_places_free)

G_END_DECLS
