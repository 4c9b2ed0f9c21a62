/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a copy begins. By this it is known again. */
#define PADDOCK_BOX_HOME_MARK "# Paddock writes this file at each start.\n"

/* A file that the private home has. */
typedef struct {
  const char *name;                 /* its path in the home */
  char       *text;                 /* (owned) (nullable) begins with the mark; NULL: no file */
} PaddockBoxCopy;

void      paddock_box_home_free_copy (PaddockBoxCopy *copy);
void      paddock_box_home_put       (int             home,
                                      GPtrArray      *copies);
gboolean  paddock_box_home_write    (int             fd,
                                     const char     *bytes,
                                     gsize           size);
char     *paddock_box_home_dup_path (void);
gboolean  paddock_box_home_prepare  (const char  *home,
                                     const char  *private_home,
                                     GPtrArray   *folders,
                                     GPtrArray   *links,
                                     const char * const  *empty,
                                     int         *out_fd,
                                     GError     **error);

G_END_DECLS
