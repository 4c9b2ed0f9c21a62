/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The states of a session with a server behind an address. */
typedef enum {
  PADDOCK_HTTP_STATE_NEW,           /* no handshake yet; some revisions need none */
  PADDOCK_HTTP_STATE_OPENING,       /* `initialize` is under way */
  PADDOCK_HTTP_STATE_REOPENING,     /* another `initialize` is under way in a session that was
                                     * open */
  PADDOCK_HTTP_STATE_OPENED,        /* `initialize` was accepted; the event LISTENING comes next */
  PADDOCK_HTTP_STATE_OPEN,          /* messages go in both directions */
  PADDOCK_HTTP_STATE_PROVEN,        /* as OPEN, and the server has answered a request */
  PADDOCK_HTTP_STATE_FORGOTTEN,     /* the server forgot the session; answers may still come */
  PADDOCK_HTTP_STATE_ADRIFT,        /* legacy SSE: the session's stream ended; the next session
                                     * begins when the host wants something */
  PADDOCK_HTTP_STATE_STREAM_LOST,   /* legacy SSE: the session's stream ended; the relay is asked at
                                     * once for another session */
  PADDOCK_HTTP_STATE_OPENING_LOST,  /* legacy SSE: the session's stream ended before the
                                     * handshake */
  PADDOCK_HTTP_STATE_RENEWED,       /* another session takes the place of this one */
  PADDOCK_HTTP_STATE_LEAVING,       /* Paddock tells the server that the session ends */
  PADDOCK_HTTP_STATE_FLUSHING,      /* the session has ended, and the host reads the last
                                     * messages */
  PADDOCK_HTTP_STATE_EXITED,
  PADDOCK_HTTP_N_STATES
} PaddockHttpState;

typedef enum {
  PADDOCK_HTTP_EVENT_INITIALIZE,    /* an `initialize` was sent */
  PADDOCK_HTTP_EVENT_ACCEPTED,      /* the server answered `initialize` with a result */
  PADDOCK_HTTP_EVENT_DECLINED,      /* `initialize` failed, or its answer can't be used */
  PADDOCK_HTTP_EVENT_LISTENING,     /* Paddock requested the stream for the server's own messages */
  PADDOCK_HTTP_EVENT_ANSWERED,      /* the server answered a request after `initialize` */
  PADDOCK_HTTP_EVENT_FORGOTTEN,     /* the server says that it does not know the session */
  PADDOCK_HTTP_EVENT_STREAM_ENDED,  /* legacy SSE: the stream that is the session has ended */
  PADDOCK_HTTP_EVENT_WANTED,        /* the host wants something from the server */
  PADDOCK_HTTP_EVENT_RENEWED,       /* the relay begins another session */
  PADDOCK_HTTP_EVENT_KEPT,          /* the relay begins no other session, so the current one
                                     * stays */
  PADDOCK_HTTP_EVENT_LEAVE,         /* Paddock wants to end the session */
  PADDOCK_HTTP_EVENT_LEFT,          /* the server was told of the end, or need not be told */
  PADDOCK_HTTP_EVENT_FLUSHED,       /* the host has read all messages, or has no more time */
  PADDOCK_HTTP_N_EVENTS
} PaddockHttpEvent;

gboolean paddock_http_state_advance         (PaddockHttpState *state,
                                             PaddockHttpEvent  event);
gboolean paddock_http_state_is_opening      (PaddockHttpState  state);
gboolean paddock_http_state_has_handshake   (PaddockHttpState  state);
gboolean paddock_http_state_is_lost         (PaddockHttpState  state);
gboolean paddock_http_state_has_lost_stream (PaddockHttpState  state);
gboolean paddock_http_state_can_send        (PaddockHttpState  state);
gboolean paddock_http_state_is_ending       (PaddockHttpState  state);

G_END_DECLS
