/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The reasons for decisions and events. Journal, tests and texts share them; the nick is stored. */
typedef enum {
  PADDOCK_REASON_NONE,              /* no reason was given: counts as a denial */
  PADDOCK_REASON_USER_ALLOWED,      /* the user chose Share */
  PADDOCK_REASON_USER_DENIED,       /* the user revoked, blocked, removed or paused in the window */
  PADDOCK_REASON_USER_PUT_OFF,      /* the user chose Not Now */
  PADDOCK_REASON_COMMAND_ALLOWED,   /* the command line, without a window */
  PADDOCK_REASON_COMMAND_DENIED,    /* a command or another program than the window took it back,
                                     * or ended its session */
  PADDOCK_REASON_MODE_ALLOW,        /* the service runs with --consent=allow */
  PADDOCK_REASON_MODE_DENY,         /* the service runs with --consent=deny */
  PADDOCK_REASON_NO_AGENT,          /* no window could ask the user */
  PADDOCK_REASON_AGENT_GONE,        /* the window closed before an answer */
  PADDOCK_REASON_UNDECIDED,         /* the question is still open */
  PADDOCK_REASON_BLOCKED,           /* the server is blocked */
  PADDOCK_REASON_WITHOUT_ROOTS,     /* roots are switched off for the server */
  PADDOCK_REASON_PAUSED,            /* the user paused all sharing */
  PADDOCK_REASON_SESSION_ENDED,     /* it was for a session that ended */
  PADDOCK_REASON_EXPIRED,           /* its time has passed */
  PADDOCK_REASON_MISSING,           /* the path is gone */
  PADDOCK_REASON_UNREADABLE,
  PADDOCK_REASON_REPLACED,          /* something else is at the path */
  PADDOCK_REASON_RETURNED,          /* it is available again */
  PADDOCK_REASON_SUPERSEDED,        /* a question: something else answered it */
  PADDOCK_REASON_NOT_INITIALIZED,   /* a request before the handshake */
  PADDOCK_REASON_UNSUPPORTED_VERSION,
  PADDOCK_REASON_TIMED_OUT,
  PADDOCK_REASON_LIMIT,             /* a named limit was exceeded */
  PADDOCK_REASON_MALFORMED,         /* not JSON-RPC, or not MCP */
  PADDOCK_REASON_PEER_CLOSED,
  PADDOCK_REASON_USER_DISCONNECTED, /* the user ended its session in the window, and
                                     * decided nothing */
  PADDOCK_REASON_WRONG_USER,        /* the peer is another user */
  PADDOCK_REASON_DEPRECATED,        /* roots were negotiated with a peer that knows 2026-07-28 */
  PADDOCK_REASON_STORE_FAILED,
  PADDOCK_REASON_AMBIGUOUS,         /* JSON that two parsers may read differently */
  PADDOCK_REASON_CONFIGURED,        /* `paddock run` was started with --on-revoke=notify */
  PADDOCK_REASON_IN_COMMAND,        /* the folder is written in the server's command line */
  PADDOCK_REASON_NO_HANDSHAKE,      /* `paddock run` saw no handshake to repeat */
  PADDOCK_REASON_BATCHES,           /* batches hide which requests are open */
  PADDOCK_REASON_TASKS,             /* tasks are running in the server */
  PADDOCK_REASON_NOT_STARTED,       /* a process could not be started */
  PADDOCK_REASON_NOT_THE_SAME,      /* the new server has another version or can do less */
  PADDOCK_REASON_RESTARTING,        /* a server is about to restart, and forget its roots */
  PADDOCK_REASON_REMOTE,            /* a server on another machine cannot be restarted */
  /* For files that were not read. With some reasons above, there is one for each
   * PaddockReadVerdict. */
  PADDOCK_REASON_OUTSIDE,           /* in no folder that this server or host may see */
  PADDOCK_REASON_NOT_A_FILE,        /* a folder, a device, a pipe */
  PADDOCK_REASON_TOO_LARGE,
  PADDOCK_REASON_LINK_REFUSED,      /* links lead in a circle, or there are too many */
  PADDOCK_REASON_OTHER_FILE_SYSTEM, /* mounted in the folder, and not allowed */
  PADDOCK_REASON_SENSITIVE,         /* the user was asked, and did not allow it */
  PADDOCK_REASON_BUSY,              /* this server or host has too many reads under way */
  PADDOCK_REASON_RATE_LIMITED,      /* this server or host reads too often */
  PADDOCK_REASON_READ_ONLY,         /* the request was to write */
  PADDOCK_REASON_USER_ALLOWED_SESSION, /* the user allowed a file until the session ends */
} PaddockReason;

const char    *paddock_reason_to_nick   (PaddockReason  reason);
PaddockReason  paddock_reason_from_nick (const char    *nick);

G_END_DECLS
