/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-entry-filter.h"

G_BEGIN_DECLS

/* Loads older entries into the journal's model. The finish function returns FALSE if there are no
 * older entries, or if the call failed. */
void     paddock_client_journal_load_async  (PaddockClient      *self,
                                             guint               limit,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
gboolean paddock_client_journal_load_finish (PaddockClient      *self,
                                             GAsyncResult       *result,
                                             GError            **error);

void      paddock_client_journal_search_async  (PaddockClient            *self,
                                                const PaddockEntryFilter *filter,
                                                gint64                    before,
                                                guint                     limit,
                                                GCancellable             *cancellable,
                                                GAsyncReadyCallback       callback,
                                                gpointer                  user_data);
GVariant *paddock_client_journal_search_finish (PaddockClient            *self,
                                                GAsyncResult             *result,
                                                GError                  **error);

G_END_DECLS
