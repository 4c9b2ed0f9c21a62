/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PaddockPages PaddockPages;

/* Calls a method of the service, and blocks. @parameters: (transfer none) (nullable): a tuple.
 * Returns: (transfer full) (nullable): the reply. */
typedef GVariant *(*PaddockPagesCall) (const char  *method,
                                       GVariant    *parameters,
                                       gpointer     user_data,
                                       GError     **error);

PaddockPages *paddock_pages_new         (const char           *method,
                                         GVariant             *filter,
                                         gint64                after,
                                         guint                 wanted);
void          paddock_pages_free        (PaddockPages         *self);
GVariant     *paddock_pages_read_sync   (PaddockPages         *self,
                                         PaddockPagesCall      call,
                                         gpointer              user_data,
                                         GError              **error);
void          paddock_pages_read_async  (PaddockPages         *self,
                                         GDBusProxy           *proxy,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GVariant     *paddock_pages_read_finish (GAsyncResult         *result,
                                         GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPages, paddock_pages_free)

G_END_DECLS
