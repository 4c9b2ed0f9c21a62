/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-add-result.h"
#include "paddock-decision.h"
#include "paddock-entry-filter.h"
#include "paddock-import-offer.h"
#include "paddock-never.h"
#include "paddock-root-item.h"
#include "paddock-server-item.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_CLIENT_CONNECTING,
  PADDOCK_CLIENT_CONNECTED,
  PADDOCK_CLIENT_LOST,              /* the service ended; the client starts it again */
  PADDOCK_CLIENT_FAILED,            /* can't be started: see paddock_client_get_problem() */
} PaddockClientState;

#define PADDOCK_TYPE_CLIENT (paddock_client_get_type ())
G_DECLARE_FINAL_TYPE (PaddockClient, paddock_client, PADDOCK, CLIENT, GObject)

/* The service over D-Bus: live list models, and the calls. The models are filled when the state
 * becomes CONNECTED, and then follow the service's signals. After a loss they are filled again. An
 * id that still exists keeps its item.
 *
 * Properties: state (int, a PaddockClientState; also notified if only the problem changed),
 * n-requests (uint), has-agent (boolean), is-paused (boolean: as the service said last).
 *
 * Signals: sight-changed (): results of paddock-sight.h may have changed; request-finished (const
 * char *request_id, const char *verdict, const char *reason); import-offer-changed ();
 * refused-changed (); never-changed (): the result of paddock_client_list_never_async() changed.
 */
PaddockClient      *paddock_client_new               (GDBusConnection      *connection);
void                paddock_client_start             (PaddockClient        *self);
PaddockClientState  paddock_client_get_state         (PaddockClient        *self);
const char         *paddock_client_get_problem       (PaddockClient        *self);
const char         *paddock_client_get_consent_mode  (PaddockClient        *self);
const char         *paddock_client_get_version       (PaddockClient        *self);
const char         *paddock_client_get_set_aside     (PaddockClient        *self);
const char         *paddock_client_get_sandbox       (PaddockClient        *self);
PaddockImportOffer *paddock_client_dup_import_offer  (PaddockClient        *self);
const char * const *paddock_client_get_refused       (PaddockClient        *self);
char               *paddock_client_dup_refused_label (PaddockClient        *self);
gboolean            paddock_client_is_paused         (PaddockClient        *self);
void                paddock_client_explain_error     (GError               *error);

GListModel         *paddock_client_get_roots         (PaddockClient        *self);
GListModel         *paddock_client_get_servers       (PaddockClient        *self);
GListModel         *paddock_client_get_requests      (PaddockClient        *self);
GListModel         *paddock_client_get_journal       (PaddockClient        *self);
PaddockRootItem    *paddock_client_lookup_root       (PaddockClient        *self,
                                                      const char           *root_id);
PaddockServerItem  *paddock_client_lookup_server     (PaddockClient        *self,
                                                      const char           *server_id);

/* All calls are asynchronous. Results arrive in the caller's main context, with errors of
 * PADDOCK_ERROR or G_DBUS_ERROR. */
void                paddock_client_call_async        (PaddockClient        *self,
                                                      const char           *method,
                                                      GVariant             *parameters,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean            paddock_client_call_finish       (PaddockClient        *self,
                                                      GAsyncResult         *result,
                                                      char                **out_request_id,
                                                      GError              **error);

/* One PaddockAddResult for each path, in the same order. */
void                paddock_client_inspect_async     (PaddockClient        *self,
                                                      const char * const   *paths,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
void                paddock_client_add_roots_async   (PaddockClient        *self,
                                                      const char * const   *paths,
                                                      const char           *name,
                                                      PaddockAccess         access,
                                                      gboolean              crosses,
                                                      const char           *duration,
                                                      gboolean              accept_warnings,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
GPtrArray          *paddock_client_add_results_finish (PaddockClient        *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* Sends the user's answer to a request. Finish returns the ids of roots in it that the service
 * ignored. */
void                paddock_client_answer_async      (PaddockClient         *self,
                                                      const PaddockDecision *decision,
                                                      GCancellable          *cancellable,
                                                      GAsyncReadyCallback    callback,
                                                      gpointer               user_data);
GStrv               paddock_client_answer_finish     (PaddockClient         *self,
                                                      GAsyncResult          *result,
                                                      GError               **error);

/* Returns the key from a call of IssueKey. */
char               *paddock_client_issue_key_finish  (PaddockClient        *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);

void                paddock_client_list_never_async  (PaddockClient        *self,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
GPtrArray          *paddock_client_list_never_finish (PaddockClient        *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);

void                paddock_client_search_journal_async (PaddockClient            *self,
                                                         const PaddockEntryFilter *filter,
                                                         gint64                    before,
                                                         guint                     limit,
                                                         GCancellable             *cancellable,
                                                         GAsyncReadyCallback       callback,
                                                         gpointer                  user_data);
GVariant           *paddock_client_search_journal_finish (PaddockClient        *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
/* Loads older entries into the journal's model. Finish returns FALSE if there are none. */
void                paddock_client_load_journal_async  (PaddockClient        *self,
                                                        guint                 limit,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean            paddock_client_load_journal_finish (PaddockClient        *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);

G_END_DECLS
