/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-session.h"

G_BEGIN_DECLS

/* The member `data` of an error, which says why the error was sent. docs/socket.md documents these
 * values. */
#define PADDOCK_RPC_DATA_NOT_INITIALIZED "{\"reason\":\"not-initialized\"}"

/* A method that servers may call. */
typedef struct {
  const char           *name;
  gboolean              is_early;   /* servers may call it before they answered `initialize` */
  PaddockMethodHandler  handle;
} PaddockMethod;

const PaddockMethod          *paddock_methods_find         (const char *name);
const PaddockSessionHandlers *paddock_methods_get_handlers (void);

G_END_DECLS
