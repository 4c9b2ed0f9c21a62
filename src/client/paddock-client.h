/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-app-item.h"
#include "paddock-named-folders.h"
#include "paddock-root-item.h"
#include "paddock-server-item.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_CLIENT_CONNECTING,
  PADDOCK_CLIENT_CONNECTED,
  PADDOCK_CLIENT_LOST,              /* the service ended; the client starts it again */
  PADDOCK_CLIENT_FAILED,            /* no service: see paddock_client_get_problem() */
} PaddockClientState;

#define PADDOCK_TYPE_CLIENT (paddock_client_get_type ())
G_DECLARE_FINAL_TYPE (PaddockClient, paddock_client, PADDOCK, CLIENT, GObject)

/* The service seen over D-Bus, as live list models. The models are filled when the state becomes
 * CONNECTED, and follow the service's signals. If the service was lost, the models are filled
 * again. An id that still exists keeps its item. Calls: paddock-client-call.h. Facts about the
 * service: paddock-client-facts.h.
 *
 * Properties: state (int, a PaddockClientState; also notified if only the text of
 * paddock_client_get_problem() changed), n-requests (uint: questions that wait), has-agent
 * (boolean: a window answers the questions), is-paused (boolean: sharing was paused when the
 * service last reported it).
 *
 * Signals: sight-changed (): the functions of paddock-sight.h may give other results now;
 * request-finished (const char *request_id, const char *verdict, const char *reason): a question
 * has ended; import-offer-changed () and refused-changed (): the functions of
 * paddock-client-facts.h for import offers and for refused files may return something else now;
 * never-changed (): paddock_client_call_list_never_async() would give another list now. */
PaddockClient     *paddock_client_new         (GDBusConnection *connection);
void               paddock_client_start       (PaddockClient   *self);
PaddockClientState paddock_client_get_state   (PaddockClient   *self);
const char        *paddock_client_get_problem (PaddockClient   *self);
gboolean           paddock_client_is_paused   (PaddockClient   *self);

PaddockNamedFolders *paddock_client_get_named_folders (PaddockClient *self);
GListModel        *paddock_client_get_roots     (PaddockClient *self);
GListModel        *paddock_client_get_servers   (PaddockClient *self);
GListModel        *paddock_client_get_requests  (PaddockClient *self);
GListModel        *paddock_client_get_journal   (PaddockClient *self);
GListModel        *paddock_client_get_apps      (PaddockClient *self);
PaddockRootItem   *paddock_client_lookup_root   (PaddockClient *self,
                                                 const char    *root_id);
PaddockServerItem *paddock_client_lookup_server (PaddockClient *self,
                                                 const char    *server_id);
PaddockAppItem    *paddock_client_lookup_app    (PaddockClient *self,
                                                 const char    *key);

G_END_DECLS
