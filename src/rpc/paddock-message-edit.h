/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message-batch.h"

G_BEGIN_DECLS

/* Returns whether a member stays in the copy of an object. */
typedef gboolean (*PaddockMessageEditStays) (const char  *name,
                                             PaddockSpan  value,
                                             gpointer     user_data);

PaddockMessage *paddock_message_edit_replace       (const PaddockMessage    *self,
                                                    PaddockSpan              part,
                                                    PaddockSpan              replacement);
PaddockMessage *paddock_message_edit_insert_member (const PaddockMessage    *self,
                                                    PaddockSpan              object,
                                                    const char              *member);
PaddockMessage *paddock_message_edit_batch         (PaddockMessage          *self,
                                                    PaddockMessageBatchFunc  stays,
                                                    gpointer                 user_data);
char           *paddock_message_edit_copy_members  (PaddockSpan              object,
                                                    PaddockMessageEditStays  stays,
                                                    gpointer                 user_data);

G_END_DECLS
