/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* The error for a request that the server did not answer before a restart. */
#define PADDOCK_UNANSWERED_ERROR_TEXT "The server was restarted: its access was taken back"
#define PADDOCK_UNANSWERED_ERROR_DATA "{\"reason\":\"server-restarted\"}"

/* The error for a request if there is no server, because the server has no folder. */
#define PADDOCK_NO_FOLDER_TEXT "No folder is shared with this server yet"
#define PADDOCK_NO_FOLDER_DATA "{\"reason\":\"no-folder-granted\"}"

/* The error for a request if a server behind an address has forgotten the session. */
#define PADDOCK_SESSION_LOST_TEXT "The server has ended the session; there is another one now"
#define PADDOCK_SESSION_LOST_DATA "{\"reason\":\"session-lost\"}"

/* The text of the error if the server ended the session, and no other session could begin so
 * far. */
#define PADDOCK_NO_SESSION_TEXT "The server has ended the session, and begins no other one now"

/* The text of the error if the server ended several sessions, each before the host got an answer in
 * it. */
#define PADDOCK_SESSIONS_END_TEXT "The server ends each session before it answers anything in " \
  "it: see whether it runs as it should, and what it logs; the next request tries again"

/* The text of the error if the server's answer to the request is too long for the host. */
#define PADDOCK_TOO_LONG_TEXT "The server's answer is too long to be passed on"

typedef enum {
  PADDOCK_UNANSWERED_RESTARTED,
  PADDOCK_UNANSWERED_NO_FOLDER,
  PADDOCK_UNANSWERED_SESSION_LOST,
  PADDOCK_UNANSWERED_NO_SESSION,
  PADDOCK_UNANSWERED_SESSIONS_END,
  PADDOCK_UNANSWERED_TOO_LONG,
} PaddockUnanswered;

GBytes *paddock_unanswered_error_write (PaddockSpan       id,
                                        PaddockUnanswered why);

G_END_DECLS
