/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What Paddock keeps of a file that it changed. */
typedef struct _PaddockAppBackup PaddockAppBackup;

PaddockAppBackup *paddock_app_backup_new          (const char             *target);
void              paddock_app_backup_free         (PaddockAppBackup       *self);
GBytes           *paddock_app_backup_dup_original (const PaddockAppBackup *self,
                                                   GBytes                 *current);
GStrv             paddock_app_backup_dup_folders  (const PaddockAppBackup *self,
                                                   const char             *key);
void              paddock_app_backup_set_folders  (PaddockAppBackup       *self,
                                                   const char             *key,
                                                   const char * const     *folders);
gboolean          paddock_app_backup_begin        (PaddockAppBackup       *self,
                                                   GBytes                 *before,
                                                   GBytes                 *after,
                                                   GError                **error);
void              paddock_app_backup_end          (PaddockAppBackup       *self,
                                                   GBytes                 *after,
                                                   gboolean                is_restored);
char             *paddock_app_backup_dup_lock     (void);
void              paddock_app_backup_expire       (gint64                  now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppBackup, paddock_app_backup_free)

G_END_DECLS
