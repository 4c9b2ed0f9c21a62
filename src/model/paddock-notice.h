/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Changes within this time, in ms, lead to only one `list_changed`. */
#define PADDOCK_NOTICE_COALESCE_MS 100

/* Decides when a server must be told that its list of roots changed. Each session has one notice.
 * Pure: the caller reports events, and sends the messages. The caller describes a list by strings,
 * and lists are compared by these strings. */
typedef struct _PaddockNotice PaddockNotice;

PaddockNotice *paddock_notice_new      (void);
void           paddock_notice_free     (PaddockNotice       *self);
void           paddock_notice_begin    (PaddockNotice       *self,
                                        const char * const  *uris,
                                        gboolean             is_revoked_by_user);
void           paddock_notice_answered (PaddockNotice       *self,
                                        const char * const  *uris,
                                        gboolean             is_revoked_by_user);
void           paddock_notice_looked   (PaddockNotice       *self,
                                        const char * const  *uris,
                                        gboolean             is_revoked_by_user);
gboolean       paddock_notice_changed  (PaddockNotice       *self,
                                        const char * const  *uris,
                                        gboolean             is_revoked_by_user);
gboolean       paddock_notice_is_read  (const PaddockNotice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNotice, paddock_notice_free)

G_END_DECLS
