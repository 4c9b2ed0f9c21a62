/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

/* A path in a command line that may be a folder's. */
typedef struct {
  char     *path;                   /* (owned) as written, without the option in front of it */
  gboolean  is_argument;            /* it is a whole argument, and can't be an option's value, so
                                     * that another argument may take its place */
} PaddockCommandPath;

GPtrArray *paddock_command_folders_find         (const char * const    *words);
char      *paddock_command_folders_resolve      (const char            *path,
                                                 const char            *home,
                                                 const char            *directory);
GStrv      paddock_command_folders_dup_paths    (const PaddockIdentity *identity,
                                                 const char            *home);
gboolean   paddock_command_folders_may_be_value (const char * const    *words,
                                                 guint                  index);

G_END_DECLS
