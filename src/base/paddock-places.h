/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a canonical path may become a root. Zero refuses. */
typedef enum {
  PADDOCK_PLACE_UNRESOLVED,       /* could not be resolved; nothing more is known */
  PADDOCK_PLACE_EMPTY,
  PADDOCK_PLACE_RELATIVE,
  PADDOCK_PLACE_NUL,
  PADDOCK_PLACE_TOO_LONG,
  PADDOCK_PLACE_NOT_A_FILE_URI,
  PADDOCK_PLACE_LINK_LOOP,
  PADDOCK_PLACE_MISSING,
  PADDOCK_PLACE_UNREADABLE,
  PADDOCK_PLACE_WRONG_KIND,       /* neither a directory nor a regular file */
  PADDOCK_PLACE_SYSTEM,           /* /proc, /sys, /dev, /run */
  PADDOCK_PLACE_OWN,              /* Paddock's own data, configuration or socket */
  PADDOCK_PLACE_NOT_A_DOCUMENT,   /* in a sandbox: it did not come through the portal */
  PADDOCK_PLACE_NO_HOST_PATH,     /* in a sandbox: the portal does not say where it is outside */
  PADDOCK_PLACE_WARNED,           /* only after the warnings were accepted */
  PADDOCK_PLACE_ACCEPTED,
} PaddockPlaceVerdict;

typedef enum {
  PADDOCK_PLACE_WARNING_NONE          = 0,
  PADDOCK_PLACE_WARNING_HOME          = 1 << 0,
  PADDOCK_PLACE_WARNING_ABOVE_HOME    = 1 << 1,
  PADDOCK_PLACE_WARNING_HIDDEN        = 1 << 2,
  PADDOCK_PLACE_WARNING_SECRETS       = 1 << 3,   /* ~/.ssh, ~/.gnupg, keyrings */
  PADDOCK_PLACE_WARNING_CONFIGURATION = 1 << 4,   /* ~/.config, ~/.local */
  PADDOCK_PLACE_WARNING_BROWSER       = 1 << 5,   /* browser and mail profiles */
  PADDOCK_PLACE_WARNING_CONTAINS_OWN  = 1 << 6,   /* Paddock's data lies below: read-only at most */
} PaddockPlaceWarnings;

/* The directories that the rules speak of, resolved. A value, so that tests make their own. */
typedef struct {
  char  *home;                    /* (owned) */
  char  *user_name;               /* (owned) */
  GStrv  own;                     /* (owned) Paddock's data, configuration and socket directories */
  char  *documents;               /* (owned) (nullable) in a sandbox: where the portal shows what
                                   * the user picked; nothing else may become a root */
  GArray *own_objects;            /* (owned) of PaddockPlaceObject: what of @own is known by more
                                   * than its name */
} PaddockPlaces;

/* A directory, whatever its name is. */
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
gboolean            paddock_places_verdict_is_usable (PaddockPlaceVerdict   verdict);

const char          *paddock_places_verdict_to_nick     (PaddockPlaceVerdict  verdict);
PaddockPlaceVerdict  paddock_places_verdict_from_nick   (const char          *nick);
GStrv                paddock_places_warnings_to_nicks   (PaddockPlaceWarnings warnings);
PaddockPlaceWarnings paddock_places_warnings_from_nicks (const char * const  *nicks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPlaces, paddock_places_free)

G_END_DECLS
