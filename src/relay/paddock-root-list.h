/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* The roots that a server may see, as the service last said. Immutable. */
typedef struct _PaddockRootList PaddockRootList;

/* Called for a root. @record: (nullable): what identifies it, as the service wrote it; %NULL: the
 * service did not say. */
typedef void (*PaddockRootFunc) (const char *path,
                                 const char *record,
                                 gboolean    is_writable,
                                 gpointer    user_data);

PaddockRootList *paddock_root_list_new_empty          (void);
PaddockRootList *paddock_root_list_read               (PaddockSpan            result);
PaddockRootList *paddock_root_list_ref                (PaddockRootList       *self);
void             paddock_root_list_unref              (PaddockRootList       *self);
gboolean         paddock_root_list_is_empty           (const PaddockRootList *self);
gboolean         paddock_root_list_is_revoked_by_user (const PaddockRootList *self);
gboolean         paddock_root_list_is_kept            (const PaddockRootList *self);
gboolean         paddock_root_list_uses_host          (const PaddockRootList *self);
gboolean         paddock_root_list_equal              (const PaddockRootList *a,
                                                       const PaddockRootList *b);
PaddockRootList *paddock_root_list_at                 (PaddockRootList       *self,
                                                       gint64                 now);
gint64           paddock_root_list_next_expiry        (const PaddockRootList *self,
                                                       gint64                 now);
PaddockRootList *paddock_root_list_within             (PaddockRootList       *self,
                                                       const char * const    *host_uris);
PaddockRootList *paddock_root_list_with               (PaddockRootList       *self,
                                                       const char * const    *host_uris);
GStrv            paddock_root_list_dup_paths          (const PaddockRootList *self);
GStrv            paddock_root_list_dup_grants         (const PaddockRootList *self);
PaddockRootList *paddock_root_list_with_paths         (const PaddockRootList *self,
                                                       const char * const    *paths);
void             paddock_root_list_foreach            (const PaddockRootList *self,
                                                       PaddockRootFunc        func,
                                                       gpointer               user_data);
GPtrArray       *paddock_root_list_get_withheld       (const PaddockRootList *self);
const char      *paddock_root_list_get_server         (const PaddockRootList *self);
char            *paddock_root_list_write              (const PaddockRootList *self,
                                                       gboolean               has_meta);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRootList, paddock_root_list_unref)

G_END_DECLS
