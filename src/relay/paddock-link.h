/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-confined.h"
#include "paddock-journal-entry.h"
#include "paddock-link-questions.h"

G_BEGIN_DECLS

/* How long the service may take to answer a question. After that, the link itself answers with the
 * last list. */
#define PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS 500
/* How long the last list is valid when the service is gone, unless the user chose to keep it. Also
 * how long a service may take to send `initialize` after it accepted a connection. */
#define PADDOCK_LINK_GRACE_MS    10000
/* How long a process that ends waits until its last reports are sent. */
#define PADDOCK_LINK_FLUSH_MS    200
#define PADDOCK_TYPE_LINK (paddock_link_get_type ())
G_DECLARE_FINAL_TYPE (PaddockLink, paddock_link, PADDOCK, LINK, GObject)

typedef struct {
  const char *socket_path;
  const char *launch;               /* the value of `launch` (docs/socket.md), JSON text */
  const char *name;                 /* the name that the server gives itself, if known; otherwise
                                     * another name for it */
  gboolean    at_start;             /* the server is started with its roots: the user is not asked
                                     * before paddock_link_want() */
  guint       handshake_timeout;    /* how long the service may take to answer, in ms; 0:
                                     * PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS */
  guint       grace;                /* how long the last list is valid without the service, in ms;
                                     * 0: PADDOCK_LINK_GRACE_MS */
} PaddockLinkOptions;

/* Signals:
 *   changed ()     the list may differ from what the server was told last
 *   begun (gboolean lists_early)
 *                  the service is there; @lists_early: the service remembers that the server asks
 *                  for its roots as soon as it is started
 *   taken ()       the service says that there are no roots because of the user
 *   dismissed ()   the user disconnected the server, which must end now; the list is empty
 *   unreachable () nobody listens on the socket, so the service should be started; emitted once
 *                  each time that the service is gone
 */
PaddockLink *paddock_link_new                (const PaddockLinkOptions *options);
void         paddock_link_set_guard          (PaddockLink              *self,
                                              int                       guard);
void         paddock_link_start              (PaddockLink              *self);
void         paddock_link_ask                (PaddockLink              *self,
                                              PaddockLinkAnswer         callback,
                                              gpointer                  user_data);
void         paddock_link_ask_for            (PaddockLink              *self,
                                              PaddockLinkPurpose        purpose,
                                              PaddockLinkAnswer         callback,
                                              gpointer                  user_data);
PaddockRootList *
paddock_link_take_kept          (PaddockLink              *self);
void         paddock_link_want               (PaddockLink              *self);
void         paddock_link_set_pace           (PaddockLink              *self,
                                              gboolean                  lists_early);
void         paddock_link_suggest            (PaddockLink              *self,
                                              const char * const       *uris);
void         paddock_link_suggest_named      (PaddockLink              *self,
                                              const char * const       *paths);
void         paddock_link_report             (PaddockLink              *self,
                                              PaddockEvent              event,
                                              PaddockReason             reason);
void         paddock_link_put_off            (PaddockLink              *self,
                                              PaddockReason             why,
                                              const char * const       *paths);
void         paddock_link_hold               (PaddockLink              *self,
                                              PaddockReason             why,
                                              const char * const       *paths);
void         paddock_link_confine            (PaddockLink              *self,
                                              const PaddockConfined    *confined,
                                              const char               *server);
void         paddock_link_flush              (PaddockLink              *self);
void         paddock_link_look               (PaddockLink              *self);
gboolean     paddock_link_is_pending         (PaddockLink              *self);
gboolean     paddock_link_is_connected       (PaddockLink              *self);
gboolean     paddock_link_is_revoked_by_user (PaddockLink              *self);

G_END_DECLS
