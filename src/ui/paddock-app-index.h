/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-text.h"
#include "paddock-client.h"

G_BEGIN_DECLS

/* What the service knows about apps' entries, at one moment. */
typedef struct _PaddockAppIndex PaddockAppIndex;

PaddockAppIndex   *paddock_app_index_new         (PaddockClient         *client);
void               paddock_app_index_free        (PaddockAppIndex       *self);
PaddockServerItem *paddock_app_index_find_server (const PaddockAppIndex *self,
                                                  const char            *key);
PaddockServerItem *paddock_app_index_lookup_server (const PaddockAppIndex *self,
                                                    const char            *server_id);
PaddockAppState    paddock_app_index_find_state  (const PaddockAppIndex *self,
                                                  const PaddockAppFile  *file,
                                                  const PaddockAppEntry *entry);
GPtrArray         *paddock_app_index_find_lost   (const PaddockAppIndex *self,
                                                  const PaddockAppFile  *file,
                                                  const char            *server);
GPtrArray         *paddock_app_index_find_gone   (const PaddockAppIndex *self,
                                                  const PaddockAppFile  *file);
gboolean           paddock_app_index_needs_note  (const PaddockAppIndex *self,
                                                  const PaddockAppFile  *file,
                                                  const PaddockAppEntry *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppIndex, paddock_app_index_free)

G_END_DECLS
