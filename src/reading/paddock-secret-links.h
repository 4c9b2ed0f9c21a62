/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-places.h"
#include "paddock-sensitive.h"

G_BEGIN_DECLS

/* How many files are looked at in and below a folder of secrets, the upper ones first. */
#define PADDOCK_SECRET_LINKS_FOLDER_MAX 4096
/* How many files are looked at in each folder around a file, and again in the folders inside those;
 * and how many folders upwards. */
#define PADDOCK_SECRET_LINKS_NEAR_MAX   1024
#define PADDOCK_SECRET_LINKS_LEVELS_MAX 16

/* Zero is no answer: without one nothing is read. */
typedef enum {
  PADDOCK_SECRET_UNKNOWN,           /* not everything could be looked at */
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
