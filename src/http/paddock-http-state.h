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
  PADDOCK_HTTP_STATE_REOPENING,     /* another `initialize` is under way in the session */
  PADDOCK_HTTP_STATE_OPENED,        /* `initialize` is answered, and no stream is open */
  PADDOCK_HTTP_STATE_OPEN,
  PADDOCK_HTTP_STATE_PROVEN,        /* open, and the server has answered a request in it */
  PADDOCK_HTTP_STATE_FORGOTTEN,     /* the server forgot the session; answers may still come */
  PADDOCK_HTTP_STATE_ADRIFT,        /* its stream is gone, and nobody wants anything */
  PADDOCK_HTTP_STATE_STREAM_LOST,   /* its stream is gone, and another session has to begin */
  PADDOCK_HTTP_STATE_OPENING_LOST,  /* its stream ended before there was a handshake */
  PADDOCK_HTTP_STATE_RENEWED,       /* another session takes its place */
  PADDOCK_HTTP_STATE_LEAVING,       /* the server is told that the session ends */
  PADDOCK_HTTP_STATE_FLUSHING,      /* the host reads the last messages */
  PADDOCK_HTTP_STATE_EXITED,
  PADDOCK_HTTP_N_STATES
} PaddockHttpState;

typedef enum {
  PADDOCK_HTTP_EVENT_INITIALIZE,    /* the host's `initialize` is sent */
  PADDOCK_HTTP_EVENT_ACCEPTED,      /* the server answered it with a result */
  PADDOCK_HTTP_EVENT_DECLINED,      /* the server did not */
  PADDOCK_HTTP_EVENT_LISTENING,     /* the stream to listen to was requested */
  PADDOCK_HTTP_EVENT_ANSWERED,      /* the server answered another request */
  PADDOCK_HTTP_EVENT_FORGOTTEN,     /* the server says that it does not know the session */
  PADDOCK_HTTP_EVENT_STREAM_ENDED,  /* the stream that was the session ended (legacy SSE) */
  PADDOCK_HTTP_EVENT_WANTED,        /* the host wants something from the server */
  PADDOCK_HTTP_EVENT_RENEWED,       /* the server slot begins another session */
  PADDOCK_HTTP_EVENT_KEPT,          /* the server slot does not */
  PADDOCK_HTTP_EVENT_LEAVE,         /* the session is to end */
  PADDOCK_HTTP_EVENT_LEFT,          /* the server knows that, or need not know */
  PADDOCK_HTTP_EVENT_FLUSHED,       /* the host has read everything, or reads no more */
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
