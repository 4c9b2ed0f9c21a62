/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-journal-entry.h"
#include "paddock-link-questions.h"

G_BEGIN_DECLS

/* How long the service may take to answer. After that the server is answered with the last list. */
#define PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS 500
/* How long the last list stays when the service is gone, unless it is to be kept. A service that
 * accepted a connection gets as long to begin. */
#define PADDOCK_LINK_GRACE_MS    10000
#define PADDOCK_TYPE_LINK (paddock_link_get_type ())
G_DECLARE_FINAL_TYPE (PaddockLink, paddock_link, PADDOCK, LINK, GObject)

typedef struct {
  const char *socket_path;
  const char *launch;               /* the value of `launch` (docs/socket.md), JSON text */
  const char *name;                 /* what the server calls itself */
  gboolean    at_start;             /* the server is started with its list: nobody is asked before
                                     * paddock_link_want() */
  guint       handshake_timeout;    /* ms, 0: PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS */
  guint       grace;                /* ms, 0: PADDOCK_LINK_GRACE_MS */
} PaddockLinkOptions;

/* Signals:
 *   changed ()   the list is another one than the server's last answer
 *   begun (gboolean lists_early) the service is there; @lists_early: it remembers that the server
 *                asks for its roots as soon as it is started
 *   taken ()     the service says that there are no roots because of the user
 *   dismissed () the user disconnected the server: it is to be ended, and there is no list any more
 *   unreachable () nobody listens: the service is to be started. Once for each time that it is gone
 */
PaddockLink *paddock_link_new                (const PaddockLinkOptions *options);
void         paddock_link_start              (PaddockLink              *self);
void         paddock_link_ask                (PaddockLink              *self,
                                              PaddockLinkAnswer         callback,
                                              gpointer                  user_data);
void         paddock_link_ask_for            (PaddockLink              *self,
                                              PaddockLinkPurpose        purpose,
                                              PaddockLinkAnswer         callback,
                                              gpointer                  user_data);
void         paddock_link_want               (PaddockLink              *self);
void         paddock_link_set_pace           (PaddockLink              *self,
                                              gboolean                  lists_early);
void         paddock_link_suggest            (PaddockLink              *self,
                                              const char * const       *uris);
void         paddock_link_report             (PaddockLink              *self,
                                              PaddockEvent              event,
                                              PaddockReason             reason);
void         paddock_link_hold               (PaddockLink              *self,
                                              PaddockReason             why,
                                              const char * const       *paths);
void         paddock_link_look               (PaddockLink              *self);
gboolean     paddock_link_is_pending         (PaddockLink              *self);
gboolean     paddock_link_is_connected       (PaddockLink              *self);
gboolean     paddock_link_is_revoked_by_user (PaddockLink              *self);

G_END_DECLS
