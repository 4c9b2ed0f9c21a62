/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-http-state.h"

/* The state machine of a session with a server behind an address. Pure.
 *
 * The remote (paddock-remote.c) has one state. Each transition is a row of the table below. If a
 * state has no row for an event, the event is refused and changes nothing.
 *
 * With legacy SSE, one stream is the session. If that stream ends after the handshake, Paddock may
 * begin another session at once. It does so if the server has answered a request in the old
 * session, or if the host waits for an answer. Otherwise the next session begins when the host
 * wants something. So Paddock does not connect again and again to a server that ends each stream.
 */

#define STATE(name) PADDOCK_HTTP_STATE_ ## name
#define EVENT(name) PADDOCK_HTTP_EVENT_ ## name

static const struct {
  PaddockHttpState from;
  PaddockHttpEvent event;
  PaddockHttpState to;
} transitions[] = {
  { STATE (NEW), EVENT (INITIALIZE), STATE (OPENING) },
  { STATE (NEW), EVENT (STREAM_ENDED), STATE (OPENING_LOST) },
  { STATE (NEW), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (OPENING), EVENT (ACCEPTED), STATE (OPENED) },
  { STATE (OPENING), EVENT (DECLINED), STATE (NEW) },
  { STATE (OPENING), EVENT (STREAM_ENDED), STATE (OPENING_LOST) },
  { STATE (OPENING), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (REOPENING), EVENT (ACCEPTED), STATE (OPENED) },
  { STATE (REOPENING), EVENT (DECLINED), STATE (OPEN) },
  { STATE (REOPENING), EVENT (STREAM_ENDED), STATE (STREAM_LOST) },
  { STATE (REOPENING), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (OPENED), EVENT (LISTENING), STATE (OPEN) },
  { STATE (OPENED), EVENT (STREAM_ENDED), STATE (ADRIFT) },
  { STATE (OPENED), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (OPEN), EVENT (INITIALIZE), STATE (REOPENING) },
  { STATE (OPEN), EVENT (ANSWERED), STATE (PROVEN) },
  { STATE (OPEN), EVENT (FORGOTTEN), STATE (FORGOTTEN) },
  { STATE (OPEN), EVENT (STREAM_ENDED), STATE (ADRIFT) },
  { STATE (OPEN), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (PROVEN), EVENT (INITIALIZE), STATE (REOPENING) },
  { STATE (PROVEN), EVENT (ANSWERED), STATE (PROVEN) },
  { STATE (PROVEN), EVENT (FORGOTTEN), STATE (FORGOTTEN) },
  { STATE (PROVEN), EVENT (STREAM_ENDED), STATE (STREAM_LOST) },
  { STATE (PROVEN), EVENT (LEAVE), STATE (LEAVING) },
  { STATE (FORGOTTEN), EVENT (FORGOTTEN), STATE (FORGOTTEN) },
  { STATE (FORGOTTEN), EVENT (STREAM_ENDED), STATE (STREAM_LOST) },
  { STATE (FORGOTTEN), EVENT (RENEWED), STATE (RENEWED) },
  { STATE (FORGOTTEN), EVENT (KEPT), STATE (OPEN) },
  { STATE (FORGOTTEN), EVENT (LEAVE), STATE (FLUSHING) },
  { STATE (ADRIFT), EVENT (FORGOTTEN), STATE (STREAM_LOST) },
  { STATE (ADRIFT), EVENT (WANTED), STATE (STREAM_LOST) },
  { STATE (ADRIFT), EVENT (LEAVE), STATE (FLUSHING) },
  { STATE (STREAM_LOST), EVENT (FORGOTTEN), STATE (STREAM_LOST) },
  { STATE (STREAM_LOST), EVENT (RENEWED), STATE (RENEWED) },
  { STATE (STREAM_LOST), EVENT (KEPT), STATE (ADRIFT) },
  { STATE (STREAM_LOST), EVENT (LEAVE), STATE (FLUSHING) },
  { STATE (OPENING_LOST), EVENT (RENEWED), STATE (RENEWED) },
  { STATE (OPENING_LOST), EVENT (KEPT), STATE (NEW) },
  { STATE (OPENING_LOST), EVENT (LEAVE), STATE (FLUSHING) },
  { STATE (RENEWED), EVENT (LEAVE), STATE (FLUSHING) },
  { STATE (LEAVING), EVENT (LEFT), STATE (FLUSHING) },
  { STATE (FLUSHING), EVENT (FLUSHED), STATE (EXITED) },
};

/**
 * paddock_http_state_advance:
 * @state: (inout): the current state; becomes the next one if the table allows @event
 * @event: what happened
 *
 * Changes the state as the table says.
 *
 * Returns: whether the table allows @event in @state
 */
gboolean
paddock_http_state_advance (PaddockHttpState *state,
                            PaddockHttpEvent  event)
{
  for (guint i = 0; i < G_N_ELEMENTS (transitions); i++)
    if (transitions[i].from == *state && transitions[i].event == event) {
      *state = transitions[i].to;
      return TRUE;
    }
  return FALSE;
}

/* Whether an `initialize` is under way. Until the server answers it, all messages of the host
 * wait. */
gboolean
paddock_http_state_is_opening (PaddockHttpState state)
{
  return state == STATE (OPENING) || state == STATE (REOPENING);
}

/* Whether the server has accepted an `initialize`. Meaningless once the session is ending. */
gboolean
paddock_http_state_has_handshake (PaddockHttpState state)
{
  return state != STATE (NEW) && state != STATE (OPENING) && state != STATE (OPENING_LOST);
}

/* Whether the session is lost, and the relay (paddock-restart.c) has yet to decide whether another
 * session begins. */
gboolean
paddock_http_state_is_lost (PaddockHttpState state)
{
  return state == STATE (FORGOTTEN) || state == STATE (STREAM_LOST) ||
         state == STATE (OPENING_LOST);
}

/* Whether the session has lost the stream on which the server sends its answers (legacy SSE). */
gboolean
paddock_http_state_has_lost_stream (PaddockHttpState state)
{
  return state == STATE (ADRIFT) || state == STATE (STREAM_LOST) || state == STATE (OPENING_LOST);
}

/* Whether requests of the host may be sent in this state. In other states they wait. */
gboolean
paddock_http_state_can_send (PaddockHttpState state)
{
  return state >= STATE (NEW) && state <= STATE (PROVEN);
}

/* Whether the session is ending, so that further messages of the host have no effect. */
gboolean
paddock_http_state_is_ending (PaddockHttpState state)
{
  return state >= STATE (LEAVING);
}
