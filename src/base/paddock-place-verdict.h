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
  PADDOCK_PLACE_WRONG_KIND,       /* what is at the path is neither a directory nor a regular
                                   * file */
  PADDOCK_PLACE_SYSTEM,           /* the path lies in a place of the system, such as /proc, /sys,
                                   * /dev or /run */
  PADDOCK_PLACE_OWN,              /* the path lies in Paddock's data, configuration or socket
                                   * directory */
  PADDOCK_PLACE_NOT_A_DOCUMENT,   /* in a sandbox: the path does not belong to a document of the
                                   * portal */
  PADDOCK_PLACE_NO_HOST_PATH,     /* in a sandbox: the portal does not say where the document is on
                                   * the host */
  PADDOCK_PLACE_WARNED,           /* the path may become a root after the user accepted the
                                   * warnings */
  PADDOCK_PLACE_ACCEPTED,
} PaddockPlaceVerdict;

typedef enum {
  PADDOCK_PLACE_WARNING_NONE          = 0,
  PADDOCK_PLACE_WARNING_HOME          = 1 << 0,
  PADDOCK_PLACE_WARNING_ABOVE_HOME    = 1 << 1,
  PADDOCK_PLACE_WARNING_HIDDEN        = 1 << 2,
  PADDOCK_PLACE_WARNING_SECRETS       = 1 << 3,   /* keys and passwords, such as ~/.ssh, ~/.gnupg
                                                   * and keyrings */
  PADDOCK_PLACE_WARNING_CONFIGURATION = 1 << 4,   /* the configuration and data of programs, such as
                                                   * ~/.config and ~/.local */
  PADDOCK_PLACE_WARNING_BROWSER       = 1 << 5,   /* the profiles of browsers and mail programs */
  PADDOCK_PLACE_WARNING_CONTAINS_OWN  = 1 << 6,   /* Paddock's own data lies below: the place can be
                                                   * shared only to read */
} PaddockPlaceWarnings;

gboolean             paddock_place_verdict_is_usable           (PaddockPlaceVerdict  verdict);
const char          *paddock_place_verdict_to_nick             (PaddockPlaceVerdict  verdict);
PaddockPlaceVerdict  paddock_place_verdict_from_nick           (const char          *nick);
GStrv                paddock_place_verdict_warnings_to_nicks   (PaddockPlaceWarnings warnings);
PaddockPlaceWarnings paddock_place_verdict_warnings_from_nicks (const char * const  *nicks);

G_END_DECLS
