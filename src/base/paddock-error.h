/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define PADDOCK_ERROR (paddock_error_quark ())

/**
 * PaddockError:
 * @PADDOCK_ERROR_FAILED: anything without a better code
 * @PADDOCK_ERROR_INVALID_ARGUMENT: the caller's argument makes no sense
 * @PADDOCK_ERROR_REFUSED: a rule of Paddock forbids what the caller wants
 * @PADDOCK_ERROR_NEEDS_CONFIRMATION: allowed only after the user accepted a warning
 * @PADDOCK_ERROR_NOT_FOUND: no such root, server or request
 * @PADDOCK_ERROR_AMBIGUOUS: more than one thing has this name
 * @PADDOCK_ERROR_EXISTS: what should be added is there already
 * @PADDOCK_ERROR_NOT_AGENT: only the registered window may do this
 * @PADDOCK_ERROR_STALE: the question changed since it was shown
 * @PADDOCK_ERROR_BUSY: too much of this kind is under way
 * @PADDOCK_ERROR_LIMIT: a text or a message exceeds a limit
 * @PADDOCK_ERROR_PROTOCOL: a peer broke JSON-RPC or MCP
 * @PADDOCK_ERROR_STORE: the database cannot be read or written
 * @PADDOCK_ERROR_STORE_DAMAGED: the database is damaged
 * @PADDOCK_ERROR_STORE_NEWER: a newer Paddock wrote the database
 * @PADDOCK_ERROR_RUNNING: another service holds the socket or the data
 *
 * On the session bus, the names of these errors begin with %PADDOCK_ERROR_BUS_PREFIX.
 */
typedef enum {
  PADDOCK_ERROR_FAILED,
  PADDOCK_ERROR_INVALID_ARGUMENT,
  PADDOCK_ERROR_REFUSED,
  PADDOCK_ERROR_NEEDS_CONFIRMATION,
  PADDOCK_ERROR_NOT_FOUND,
  PADDOCK_ERROR_AMBIGUOUS,
  PADDOCK_ERROR_EXISTS,
  PADDOCK_ERROR_NOT_AGENT,
  PADDOCK_ERROR_STALE,
  PADDOCK_ERROR_BUSY,
  PADDOCK_ERROR_LIMIT,
  PADDOCK_ERROR_PROTOCOL,
  PADDOCK_ERROR_STORE,
  PADDOCK_ERROR_STORE_DAMAGED,
  PADDOCK_ERROR_STORE_NEWER,
  PADDOCK_ERROR_RUNNING,
} PaddockError;

GQuark      paddock_error_quark     (void);

G_END_DECLS
