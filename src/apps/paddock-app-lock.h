/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-file.h"

G_BEGIN_DECLS

/* What Paddock holds while it writes the file of an app. */
typedef struct {
  int   fd;                         /* (owned) Paddock's own lock; -1: none */
  char *directory;                  /* (owned) (nullable) the app's lock, if Paddock has it */
  char *staging;                    /* (owned) (nullable) its path before it was the lock */
  char *marker;                     /* (owned) (nullable) the name of the file in it */
} PaddockAppLock;

gboolean paddock_app_lock_take    (PaddockAppLock       *self,
                                   const char           *own_path,
                                   const PaddockAppFile *file,
                                   GError              **error);
void     paddock_app_lock_release (PaddockAppLock       *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockAppLock, paddock_app_lock_release)

G_END_DECLS
