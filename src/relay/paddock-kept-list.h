/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-list.h"

G_BEGIN_DECLS

/* The service's last list, as long as it is valid. */
typedef struct _PaddockKeptList PaddockKeptList;

PaddockKeptList *paddock_kept_list_new                (void);
void             paddock_kept_list_free               (PaddockKeptList       *self);
PaddockRootList *paddock_kept_list_get                (PaddockKeptList       *self);
void             paddock_kept_list_set                (PaddockKeptList       *self,
                                                       PaddockRootList       *list,
                                                       gboolean               is_pending);
void             paddock_kept_list_outdate            (PaddockKeptList       *self,
                                                       gboolean               is_revoked_by_user);
void             paddock_kept_list_clear              (PaddockKeptList       *self);
void             paddock_kept_list_drop_ended         (PaddockKeptList       *self,
                                                       gint64                 now);
void             paddock_kept_list_lose_service       (PaddockKeptList       *self,
                                                       gint64                 until);
gint64           paddock_kept_list_age                (PaddockKeptList       *self,
                                                       gint64                 now,
                                                       gint64                 real_now);
void             paddock_kept_list_set_answered       (PaddockKeptList       *self);
gboolean         paddock_kept_list_was_answered       (const PaddockKeptList *self);
gboolean         paddock_kept_list_differs            (const PaddockKeptList *self);
gboolean         paddock_kept_list_is_pending         (const PaddockKeptList *self);
gboolean         paddock_kept_list_is_revoked_by_user (const PaddockKeptList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockKeptList, paddock_kept_list_free)

G_END_DECLS
