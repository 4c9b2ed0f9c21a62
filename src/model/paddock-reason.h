/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The reasons for decisions and events. The journal, the tests and the texts for the user all use
 * them. The database contains their nicks. */
typedef enum {
  PADDOCK_REASON_NONE,              /* no reason was given: counts as a denial */
  PADDOCK_REASON_USER_ALLOWED,      /* the user chose Share */
  PADDOCK_REASON_USER_DENIED,       /* the user revoked, blocked, removed or paused in the window */
  PADDOCK_REASON_USER_PUT_OFF,      /* the user chose Not Now */
  PADDOCK_REASON_COMMAND_ALLOWED,   /* `paddock` or another program shared more; the user was
                                     * not asked */
  PADDOCK_REASON_COMMAND_DENIED,    /* `paddock` or another program, not the window, revoked access
                                     * or disconnected a server */
  PADDOCK_REASON_MODE_ALLOW,        /* the service runs with --consent=allow */
  PADDOCK_REASON_MODE_DENY,         /* the service runs with --consent=deny */
  PADDOCK_REASON_NO_AGENT,          /* no window could ask the user */
  PADDOCK_REASON_AGENT_GONE,        /* the window closed before an answer */
  PADDOCK_REASON_UNDECIDED,         /* the question is still open */
  PADDOCK_REASON_BLOCKED,           /* the server is blocked */
  PADDOCK_REASON_WITHOUT_ROOTS,     /* roots are switched off for the server */
  PADDOCK_REASON_PAUSED,            /* the user paused all sharing */
  PADDOCK_REASON_SESSION_ENDED,     /* a grant or decision was for a session that ended */
  PADDOCK_REASON_EXPIRED,           /* the time of a grant, decision or root has passed */
  PADDOCK_REASON_MISSING,           /* the path is gone */
  PADDOCK_REASON_UNREADABLE,
  PADDOCK_REASON_REPLACED,          /* another file or folder is at the root's path */
  PADDOCK_REASON_RETURNED,          /* the root is available again */
  PADDOCK_REASON_SUPERSEDED,        /* a question ended because it was settled in another way */
  PADDOCK_REASON_NOT_INITIALIZED,   /* a server sent a request before the handshake */
  PADDOCK_REASON_UNSUPPORTED_VERSION,
  PADDOCK_REASON_TIMED_OUT,
  PADDOCK_REASON_LIMIT,             /* a limit was exceeded, such as a message's greatest length */
  PADDOCK_REASON_MALFORMED,         /* a message is not JSON-RPC, or not MCP */
  PADDOCK_REASON_PEER_CLOSED,
  PADDOCK_REASON_USER_DISCONNECTED, /* the user disconnected the server in the window, and
                                     * decided nothing */
  PADDOCK_REASON_WRONG_USER,        /* the peer runs as another user */
  PADDOCK_REASON_DEPRECATED,        /* a server knows MCP 2026-07-28, which deprecates roots, but
                                     * an older revision was agreed on */
  PADDOCK_REASON_STORE_FAILED,
  PADDOCK_REASON_AMBIGUOUS,         /* two parsers may read the JSON of a message differently */
  PADDOCK_REASON_CONFIGURED,        /* `paddock run` was started with --on-revoke=notify */
  PADDOCK_REASON_IN_COMMAND,        /* the folder is written in the server's command line */
  PADDOCK_REASON_NO_HANDSHAKE,      /* `paddock run` saw no handshake to repeat */
  PADDOCK_REASON_BATCHES,           /* the server sends batches, which hide its open requests */
  PADDOCK_REASON_TASKS,             /* tasks are running in the server */
  PADDOCK_REASON_NOT_STARTED,       /* a process could not be started */
  PADDOCK_REASON_NOT_THE_SAME,      /* the restarted server has another version, or can do less */
  PADDOCK_REASON_RESTARTING,        /* a server is about to be restarted, so that it forgets its
                                     * roots */
  PADDOCK_REASON_IN_USE,            /* killed processes of a server's last run are left */
  PADDOCK_REASON_NARROWED,          /* a server was restarted because it may use less than before */
  PADDOCK_REASON_WIDENED,           /* a server was restarted because it may use more than before */
  PADDOCK_REASON_REMOTE,            /* a server on another machine can't be restarted */
  /* The following reasons are for files that were not read. Together with some of the reasons
   * above, they name every PaddockReadVerdict that refuses a file. */
  PADDOCK_REASON_OUTSIDE,           /* the file is in no folder that the server or host may see */
  PADDOCK_REASON_NOT_A_FILE,        /* the path is a folder, a device or a pipe */
  PADDOCK_REASON_TOO_LARGE,
  PADDOCK_REASON_LINK_REFUSED,      /* the links in the path form a loop, or are too many */
  PADDOCK_REASON_OTHER_FILE_SYSTEM, /* the file is on a file system mounted inside the folder, and
                                     * the user did not include such file systems */
  PADDOCK_REASON_SENSITIVE,         /* the user was asked about the file, and did not allow reading
                                     * it */
  PADDOCK_REASON_BUSY,              /* this server or host has too many reads under way */
  PADDOCK_REASON_RATE_LIMITED,      /* this server or host reads too often */
  PADDOCK_REASON_READ_ONLY,         /* the request was to write, but the folder is read-only */
  PADDOCK_REASON_USER_ALLOWED_SESSION, /* the user allowed a file until the session ends */
  /* The following reasons are for servers that could not be confined, and so were not started. */
  PADDOCK_REASON_NO_BUBBLEWRAP,     /* bubblewrap is not installed */
  PADDOCK_REASON_NO_NAMESPACES,     /* bubblewrap ended: the system forbids namespaces, or it is
                                     * too old */
  PADDOCK_REASON_PROGRAM_OUTSIDE,   /* the server's box would not have its program, or lacks what
                                     * the command line names for it */
  PADDOCK_REASON_NO_BOX,            /* there can be no such box for another reason, or a check of
                                     * it failed */
  PADDOCK_REASON_UNPROVEN,          /* a server claims a key, but its process is not proven */
} PaddockReason;

const char    *paddock_reason_to_nick   (PaddockReason  reason);
PaddockReason  paddock_reason_from_nick (const char    *nick);

G_END_DECLS
