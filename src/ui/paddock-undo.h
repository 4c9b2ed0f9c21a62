/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

G_BEGIN_DECLS

/* The data with which to restore what the user is about to take away. */
typedef struct _PaddockUndo PaddockUndo;

PaddockUndo *paddock_undo_new_for_revoke  (PaddockClient       *client,
                                           const char          *server_id,
                                           const char          *root_id);
PaddockUndo *paddock_undo_new_for_block   (PaddockClient       *client,
                                           const char          *server_id);
PaddockUndo *paddock_undo_new_for_removal (PaddockClient       *client,
                                           const char          *root_id);
PaddockUndo *paddock_undo_new_for_apps    (PaddockClient       *client,
                                           GPtrArray           *plans);
PaddockUndo *paddock_undo_ref             (PaddockUndo         *self);
void         paddock_undo_unref           (PaddockUndo         *self);

void         paddock_undo_apply_async     (PaddockUndo         *self,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
gboolean     paddock_undo_apply_finish    (GAsyncResult        *result,
                                           GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockUndo, paddock_undo_unref)

G_END_DECLS
