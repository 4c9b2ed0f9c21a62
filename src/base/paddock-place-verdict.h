/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a canonical path may become a root. The value 0 refuses. */
typedef enum {
  PADDOCK_PLACE_UNRESOLVED,       /* Paddock could not resolve the path, for none of the reasons
                                   * below */
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
  PADDOCK_PLACE_NOT_A_DOCUMENT,   /* in a sandbox: the path does not belong to a document of the
                                   * portal */
  PADDOCK_PLACE_NO_HOST_PATH,     /* in a sandbox: the portal does not say where the document is on
                                   * the host */
  PADDOCK_PLACE_WARNED,           /* the user must accept the warnings */
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
  PADDOCK_PLACE_WARNING_CONTAINS_OWN  = 1 << 6,   /* Paddock's own data lies below: the place can be
                                                   * shared only to read */
} PaddockPlaceWarnings;

gboolean             paddock_place_verdict_is_usable           (PaddockPlaceVerdict  verdict);
const char          *paddock_place_verdict_to_nick             (PaddockPlaceVerdict  verdict);
PaddockPlaceVerdict  paddock_place_verdict_from_nick           (const char          *nick);
GStrv                paddock_place_verdict_warnings_to_nicks   (PaddockPlaceWarnings warnings);
PaddockPlaceWarnings paddock_place_verdict_warnings_from_nicks (const char * const  *nicks);

G_END_DECLS
