/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-places.h"
#include "paddock-sensitive.h"

G_BEGIN_DECLS

/* How many entries a search looks at in and below a folder of secrets, at most. The search begins
 * at the top. */
#define PADDOCK_SECRET_LINKS_FOLDER_MAX 4096
/* How many entries a search around a file looks at in each folder above the file, at most. After
 * that, the search looks at the same number of entries in all other folders inside these folders
 * together. */
#define PADDOCK_SECRET_LINKS_NEAR_MAX   1024
/* How many folders a search around a file goes up, at most: from the file's folder towards the
 * root. */
#define PADDOCK_SECRET_LINKS_LEVELS_MAX 16

/* Whether a file is a secret. The value 0 means that nobody knows, and then the file is not
 * read. */
typedef enum {
  PADDOCK_SECRET_UNKNOWN,           /* the file was not found among the secrets, but not everything
                                     * could be looked at */
  PADDOCK_SECRET_NONE,
  PADDOCK_SECRET_FOUND,
} PaddockSecretState;

PaddockSecretState paddock_secret_links_match (const char           *home,
                                               guint64               device,
                                               guint64               inode,
                                               PaddockSensitiveKind *out_kind);
PaddockSecretState paddock_secret_links_match_beside (const char           *root,
                                                      const char           *way,
                                                      const char           *rest,
                                                      const char           *home,
                                                      guint64               device,
                                                      guint64               inode,
                                                      PaddockSensitiveKind *out_kind);
PaddockSecretState paddock_secret_links_is_own (const PaddockPlaces *places,
                                                guint64              device,
                                                guint64              inode);

G_END_DECLS
