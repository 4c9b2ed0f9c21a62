/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

#include "paddock-confinement.h"

G_BEGIN_DECLS

char *paddock_launch_claim_find_program  (const char         *name);
char *paddock_launch_claim_write         (const char * const *argv,
                                          const char * const *options,
                                          const char         *host,
                                          const char         *appimage,
                                          const char         *key,
                                          const char         *name);
char *paddock_launch_claim_write_remote  (const char         *url,
                                          const char * const *options,
                                          const char         *host,
                                          const char         *appimage,
                                          const char         *key,
                                          const char         *name);
GStrv paddock_launch_claim_dup_options   (gboolean            enters_folder,
                                          gboolean            sets_roots,
                                          gboolean            is_literal,
                                          gboolean            keeps,
                                          const PaddockConfinementOptions *confinement);
char *paddock_launch_claim_find_host     (void);
char *paddock_launch_claim_find_appimage (void);
char *paddock_launch_claim_read_appimage (const char         *path);

G_END_DECLS
