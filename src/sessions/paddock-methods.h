/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-session.h"

G_BEGIN_DECLS

/* Why an error was sent, in its data: part of what docs/socket.md promises. */
#define PADDOCK_RPC_DATA_NOT_INITIALIZED "{\"reason\":\"not-initialized\"}"
#define PADDOCK_RPC_DATA_DUPLICATE_ID    "{\"reason\":\"duplicate-id\"}"
#define PADDOCK_RPC_DATA_LONG_ID         "{\"reason\":\"long-id\"}"

/* The line that answers a request; NULL: it comes later. */
typedef GBytes *(*PaddockMethodHandler) (PaddockSession *session,
                                         PaddockMessage *message);

/* What a server may ask of Paddock. */
typedef struct {
  const char           *name;
  gboolean              is_early;   /* also before the server answered initialize */
  PaddockMethodHandler  handle;
} PaddockMethod;

const PaddockMethod *paddock_methods_find                 (const char     *name);
GBytes              *paddock_methods_answer               (PaddockSession *session,
                                                           PaddockMessage *request);
GBytes              *paddock_methods_refuse_invalid       (PaddockMessage *message);
void                 paddock_methods_receive_notification (PaddockSession *session,
                                                           PaddockMessage *notification);

G_END_DECLS
