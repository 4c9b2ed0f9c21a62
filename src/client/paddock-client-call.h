/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-decision.h"

G_BEGIN_DECLS

/* Calls of the service. All are asynchronous, and end on the caller's main context. Errors are of
 * PADDOCK_ERROR or G_DBUS_ERROR. */
void     paddock_client_call_async  (PaddockClient      *self,
                                     const char         *method,
                                     GVariant           *parameters,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean paddock_client_call_finish (PaddockClient      *self,
                                     GAsyncResult       *result,
                                     char              **out_request_id,
                                     GError            **error);

/* The two calls below finish with paddock_client_call_add_results_finish(), which returns one
 * PaddockAddResult for each path, in the same order. */
void       paddock_client_call_inspect_async      (PaddockClient      *self,
                                                   const char * const *paths,
                                                   GCancellable       *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer            user_data);
void       paddock_client_call_add_roots_async    (PaddockClient      *self,
                                                   const char * const *paths,
                                                   const char         *name,
                                                   PaddockAccess       access,
                                                   gboolean            crosses,
                                                   const char         *duration,
                                                   gboolean            accept_warnings,
                                                   GCancellable       *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer            user_data);
GPtrArray *paddock_client_call_add_results_finish (PaddockClient      *self,
                                                   GAsyncResult       *result,
                                                   GError            **error);

/* Sends the user's answer to a request. The finish function returns the ids of roots that the
 * service ignored in the answer. */
void  paddock_client_call_answer_async  (PaddockClient         *self,
                                         const PaddockDecision *decision,
                                         GCancellable          *cancellable,
                                         GAsyncReadyCallback    callback,
                                         gpointer               user_data);
GStrv paddock_client_call_answer_finish (PaddockClient         *self,
                                         GAsyncResult          *result,
                                         GError               **error);

void       paddock_client_call_list_never_async  (PaddockClient      *self,
                                                  GCancellable       *cancellable,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
GPtrArray *paddock_client_call_list_never_finish (PaddockClient      *self,
                                                  GAsyncResult       *result,
                                                  GError            **error);

G_END_DECLS
