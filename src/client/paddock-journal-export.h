/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-entry-filter.h"

G_BEGIN_DECLS

void     paddock_journal_export_async  (PaddockClient            *client,
                                        const PaddockEntryFilter *filter,
                                        GFile                    *file,
                                        GCancellable             *cancellable,
                                        GAsyncReadyCallback       callback,
                                        gpointer                  user_data);
gboolean paddock_journal_export_finish (GAsyncResult             *result,
                                        guint                    *out_n_entries,
                                        GError                  **error);

G_END_DECLS
