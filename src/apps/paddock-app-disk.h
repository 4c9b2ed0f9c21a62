/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A configuration file as it is on the disk. */
typedef struct {
  char   *target;                   /* (owned) (nullable) its path with all links resolved */
  GBytes *bytes;                    /* (owned) (nullable) all of it; NULL if it can't be read */
  char   *trouble;                  /* (owned) (nullable) why it can't be read or changed */
} PaddockAppDisk;

gboolean paddock_app_disk_read  (PaddockAppDisk *self,
                                 const char     *path);
gboolean paddock_app_disk_read_some (PaddockAppDisk *self,
                                     const char     *path,
                                     gsize           most);
void     paddock_app_disk_clear (PaddockAppDisk *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockAppDisk, paddock_app_disk_clear)

G_END_DECLS
