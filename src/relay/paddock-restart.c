/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-restart.h"

#include <signal.h>

#include "paddock-alarm.h"
#include "paddock-line-queue.h"
#include "paddock-names.h"
#include "paddock-pending-ids.h"
#include "paddock-reconnect-backoff.h"

/* Replaces one server by another, while the host stays connected.
 *
 *   NONE ─ begin() ─▶ DRAINING ─ all answered, or 10 s ─▶ ENDING ─ ended ─▶ REPLAYING ─▶ NONE
 *                                      no new server, or a different one ─▶ FAILED
 *   NONE, DRAINING, REPLAYING ─ the server ended without a folder ─▶ VACANT ─ fill() ─▶ REPLAYING
 *   before REPLAYING ─ folders are to be opened ─▶ OPENING ─ go_on() ─▶ REPLAYING
 *   NONE, DRAINING ─ the server forgot the session, renew() ─▶ ENDING
 *   REPLAYING after renew() ─ no session now ─▶ SILENT ─ the host sends a request ─▶ REPLAYING
 *   ENDING after renew() ─ too many sessions were lost ─▶ SILENT
 *
 * The succession owns the restart for its whole life, and starts and ends the servers. The restart
 * is a filter, so it sees each message. While DRAINING, the old server answers open requests. New
 * requests, and lines behind them, wait here; responses and pings go on. If the old server does not
 * answer a request, the host gets an error. Such a request is never sent again, because nobody
 * knows how much of it was done. Each request of the host gets exactly one answer, whatever
 * happens. Requests of a new server get ids that the host has not seen before.
 *
 * The "opening" is the host's `initialize` or `server/discover`. The conversation counts the
 * servers and sessions: each is one "generation".
 */

struct _PaddockRestart
{
  PaddockFilter              filter;
  const PaddockRestartFuncs *funcs;
  gpointer                   user_data;
  PaddockRestartTimes        times;
  PaddockConversation       *conversation; /* (owned) */
  PaddockReplay             *replay;       /* the replay of @conversation, which owns it */
  PaddockRestartPhase        phase;
  PaddockAlarm              *alarm;        /* (owned) goes off at the end of the phase, or of a
                                            * pause in it */
  gboolean                   is_closed;    /* the host or the server has closed its end */
  gboolean                   is_renewal;   /* only the session with the server is replaced, not the
                                            * server */
  gboolean                   is_asked;     /* `initialize` or `server/discover` was repeated, and
                                            * has no answer yet */
  PaddockReconnectBackoff    backoff;
  PaddockLineQueue          *held;         /* (owned) lines of the host that wait for a server */
  guint                      long_of_host; /* how many servers or sessions there had been when the
                                            * last long line of the host began */
  guint                      long_of_server;
};

static void
tell_host (PaddockRestart *self,
           GPtrArray      *lines)
{
  for (guint i = 0; i < lines->len; i++)
    paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, lines->pdata[i]);
}

static void
refuse (PaddockRestart    *self,
        PaddockSpan        id,
        PaddockUnanswered  why)
{
  g_autoptr (GBytes) line = paddock_unanswered_error_write (id, why);

  paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, line);
}

/* Returns why requests of the host get an error now: the session is lost, no folder is shared, or
 * the server is restarted. */
static PaddockUnanswered
why_none (const PaddockRestart *self)
{
  if (self->is_renewal)
    return PADDOCK_UNANSWERED_NO_SESSION;
  return self->phase == PADDOCK_RESTART_VACANT ? PADDOCK_UNANSWERED_NO_FOLDER
                                               : PADDOCK_UNANSWERED_RESTARTED;
}

/* Handles a line of the host that no server will get. Requests in it get an error. A notification
 * that the next server needs, for example `initialized`, is remembered. */
static void
turn_away (PaddockRestart    *self,
           PaddockMessage    *message,
           PaddockUnanswered  why)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (PaddockMessage) other = NULL;

  paddock_pending_ids_list (message, ids);
  for (guint i = 0; i < ids->len; i++)
    refuse (self, paddock_json_span (ids->pdata[i]), why);
  if (message->kind == PADDOCK_MESSAGE_NOTIFICATION &&
      paddock_replay_was_answered (self->replay))
    paddock_conversation_receive_from_host (self->conversation, message, &other);
}

static void
turn_away_first (PaddockRestart    *self,
                 PaddockUnanswered  why)
{
  g_autoptr (PaddockMessage) message = paddock_line_queue_pop (self->held);

  turn_away (self, message, why);
}

static void
refuse_held (PaddockRestart    *self,
             PaddockUnanswered  why)
{
  while (paddock_line_queue_get_length (self->held) > 0)
    turn_away_first (self, why);
}

static void
set_phase (PaddockRestart      *self,
           PaddockRestartPhase  phase,
           guint                milliseconds)
{
  self->phase = phase;
  if (milliseconds > 0)
    paddock_alarm_set (self->alarm, milliseconds * G_TIME_SPAN_MILLISECOND);
  else
    paddock_alarm_clear (self->alarm);
}

static void
fail (PaddockRestart *self,
      PaddockReason   reason,
      const char     *why)
{
  g_autoptr (GPtrArray) lines =
    paddock_subscriptions_end_all (paddock_replay_get_streams (self->replay));

  set_phase (self, PADDOCK_RESTART_FAILED, 0);
  refuse_held (self, why_none (self));
  tell_host (self, lines);
  self->funcs->failed (reason, why, self->user_data);
}

static void
end_server (PaddockRestart    *self,
            PaddockUnanswered  why)
{
  g_autoptr (GPtrArray) lines = NULL;

  set_phase (self, PADDOCK_RESTART_ENDING, self->times.end);
  self->funcs->end_server (SIGTERM, self->user_data);
  lines = paddock_conversation_end_generation (self->conversation, why);
  tell_host (self, lines);
}

static void
kill_server (PaddockRestart *self)
{
  end_server (self, PADDOCK_UNANSWERED_RESTARTED);
  self->funcs->end_server (SIGKILL, self->user_data);
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message);

static void
release_held (PaddockRestart *self)
{
  PaddockMessage *message;

  set_phase (self, PADDOCK_RESTART_NONE, 0);
  while ((message = paddock_line_queue_pop (self->held)) != NULL) {
    if (self->funcs->resumed (message, self->user_data) &&
        receive_from_host (&self->filter, message))
      paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, message);
    paddock_message_free (message);
  }
}

/* Ends the old server, unless an obstacle came up meanwhile. For example, the server may have begun
 * a task, which would be lost. */
static void
finish_draining (PaddockRestart *self)
{
  if (paddock_conversation_get_obstacle (self->conversation) == PADDOCK_OBSTACLE_NONE) {
    end_server (self, PADDOCK_UNANSWERED_RESTARTED);
    return;
  }
  release_held (self);
  self->funcs->called_off (self->user_data);
}

/* Stops trying to begin a session. The host stays connected, and its next request tries again.
 * @answer: the error for requests that wait. @why: for the log. */
static void
fall_silent (PaddockRestart    *self,
             PaddockUnanswered  answer,
             const char        *why)
{
  g_message ("There is no session with the server: %s", why);
  if (!self->is_asked) {
    g_autoptr (GPtrArray) lines =
      paddock_conversation_end_generation (self->conversation, PADDOCK_UNANSWERED_NO_SESSION);

    tell_host (self, lines);
  }
  set_phase (self, PADDOCK_RESTART_SILENT, 0);
  refuse_held (self, answer);
  self->funcs->hear (TRUE, self->user_data);
}

static void
ask_again (PaddockRestart *self)
{
  set_phase (self, PADDOCK_RESTART_REPLAYING, self->times.handshake);
  self->funcs->hear (FALSE, self->user_data);
  /* If a slow server has got `initialize` or `server/discover` already, only wait for its
   * answer. */
  if (self->is_asked)
    return;
  self->is_asked = TRUE;
  paddock_reconnect_backoff_begin (&self->backoff, g_get_monotonic_time ());
  paddock_filter_send (&self->filter, PADDOCK_TO_SERVER,
                       paddock_replay_get_opening (self->replay));
}

/* Sets the alarm for the time when the next session may begin. Returns whether that session begins
 * only after a pause (paddock-reconnect-backoff.c). */
static gboolean
rest (PaddockRestart *self)
{
  guint ms = paddock_reconnect_backoff_choose_pause (&self->backoff, g_get_monotonic_time ());

  paddock_alarm_set (self->alarm, ms * G_TIME_SPAN_MILLISECOND);
  return ms > 0;
}

static gboolean
on_alarm (gpointer user_data)
{
  PaddockRestart *self = user_data;

  switch (self->phase) {
    case PADDOCK_RESTART_DRAINING:
      finish_draining (self);
      break;
    case PADDOCK_RESTART_ENDING:
    case PADDOCK_RESTART_FAILED:
      self->funcs->end_server (SIGKILL, self->user_data);
      break;
    case PADDOCK_RESTART_REPLAYING:
      if (self->is_renewal && !self->is_asked)
        ask_again (self);
      else if (self->is_renewal)
        fall_silent (self, PADDOCK_UNANSWERED_NO_SESSION,
                     "it did not answer what it was asked first");
      else
        fail (self, PADDOCK_REASON_TIMED_OUT,
              "the new server did not answer what the first was asked first");
      break;
    case PADDOCK_RESTART_SILENT:
      ask_again (self);
      break;
    case PADDOCK_RESTART_NONE:
    case PADDOCK_RESTART_OPENING:
    case PADDOCK_RESTART_VACANT:
    default:
      break;
  }
  return G_SOURCE_REMOVE;
}

/* Ends DRAINING if no request is open any more. Does that later, from the main loop: while a pump
 * shows a line, nobody may change its output. */
static void
end_soon_if_drained (PaddockRestart *self)
{
  if (self->phase == PADDOCK_RESTART_DRAINING &&
      paddock_conversation_count_open (self->conversation) == 0)
    paddock_alarm_set (self->alarm, 0);
}

static void
release (PaddockRestart *self)
{
  g_autoptr (GPtrArray) replay = paddock_replay_begin (self->replay);
  g_autoptr (GPtrArray) notices = paddock_replay_list_notices (self->replay);

  self->is_asked = FALSE;
  for (guint i = 0; i < replay->len; i++)
    paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, replay->pdata[i]);
  release_held (self);
  tell_host (self, notices);
  self->funcs->done (self->user_data);
  self->is_renewal = FALSE;
}

/* Whether there is no server that could get lines of the host. */
static gboolean
is_without (const PaddockRestart *self)
{
  return self->phase == PADDOCK_RESTART_VACANT || self->phase == PADDOCK_RESTART_OPENING ||
         self->phase == PADDOCK_RESTART_SILENT;
}

/* Handles a line of the host while there is no server or no session. A request, and lines behind
 * it, wait until Paddock knows whether there is a folder now. If only the session is missing, the
 * request begins one. */
static void
wait_for_server (PaddockRestart *self,
                 PaddockMessage *message)
{
  gboolean is_request = paddock_pending_ids_has_any (message);

  if ((!is_request && paddock_line_queue_get_length (self->held) == 0) ||
      !paddock_line_queue_push (self->held, message)) {
    turn_away (self, message, why_none (self));
    return;
  }
  /* on_alarm() begins the session from the main loop, never while a line of the host is handled. */
  if (self->is_renewal && paddock_line_queue_get_length (self->held) == 1)
    rest (self);
  if (is_request && !self->is_renewal)
    self->funcs->wanted (self->user_data);
}

/* Whether a notification of the host cancels a request that the old server works on. If so, the
 * notification does not wait behind other lines. */
static gboolean
cancels_open (PaddockRestart       *self,
              const PaddockMessage *message)
{
  PaddockSpan id;

  return paddock_message_is_method (message, PADDOCK_METHOD_CANCELLED) &&
         paddock_json_find_member (message->params, "requestId", &id) &&
         paddock_conversation_is_open (self->conversation, id);
}

/* Handles a line of the host while DRAINING. Returns whether the line waits or ends here; otherwise
 * the old server gets it. */
static gboolean
hold (PaddockRestart *self,
      PaddockMessage *message)
{
  gboolean is_request = message->kind == PADDOCK_MESSAGE_REQUEST;

  if (message->kind == PADDOCK_MESSAGE_NOTIFICATION) {
    if (paddock_line_queue_remove_cancelled (self->held, message))
      return TRUE;
    if (paddock_line_queue_get_length (self->held) == 0 || cancels_open (self, message))
      return FALSE;
  } else if (!is_request || paddock_message_is_method (message, "ping")) {
    return FALSE;
  }

  if (!paddock_line_queue_push (self->held, message) && is_request)
    refuse (self, message->id, PADDOCK_UNANSWERED_RESTARTED);
  return TRUE;
}

static gboolean
take_replayed (PaddockRestart       *self,
               const PaddockMessage *message)
{
  switch (paddock_replay_receive_answer (self->replay, message)) {
    case PADDOCK_REPLAY_SAME:
      release (self);
      return TRUE;
    case PADDOCK_REPLAY_DIFFERENT:
      self->is_asked = FALSE;
      if (self->is_renewal && message->result.length == 0) {
        fall_silent (self, PADDOCK_UNANSWERED_NO_SESSION, "it began none");
        return TRUE;
      }
      fail (self, PADDOCK_REASON_NOT_THE_SAME,
            "the new server speaks another version, or can do less");
      return TRUE;
    case PADDOCK_REPLAY_SWALLOWED:
      return TRUE;
    case PADDOCK_REPLAY_NOT_OURS:
    default:
      return FALSE;
  }
}

/* Notes that the host gets an answer of the server in this session. This is not called for answers
 * to repeated requests. */
static void
note_answer (PaddockRestart       *self,
             const PaddockMessage *message)
{
  if (message->kind == PADDOCK_MESSAGE_RESPONSE &&
      paddock_conversation_is_open (self->conversation, message->id))
    paddock_reconnect_backoff_prove (&self->backoff);
}

/* Carries out @passage for a message. Sends @other if that replaces the message. Returns whether
 * the message itself goes on unchanged. */
static gboolean
finish_passage (PaddockRestart *self,
                PaddockPassage  passage,
                PaddockWay      way,
                PaddockMessage *other)
{
  end_soon_if_drained (self);
  if (passage == PADDOCK_PASSAGE_REPLACED)
    paddock_filter_send (&self->filter, way, other);
  return passage == PADDOCK_PASSAGE_AS_IS;
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockRestart *self = (PaddockRestart *) filter;
  g_autoptr (PaddockMessage) other = NULL;
  PaddockPassage passage;

  if (is_without (self)) {
    wait_for_server (self, message);
    return FALSE;
  }
  if (self->phase == PADDOCK_RESTART_DRAINING && hold (self, message))
    return FALSE;
  /* While REPLAYING, the host is not read. If a message comes here anyway, the conversation does
   * not follow it. */
  if (self->phase == PADDOCK_RESTART_REPLAYING)
    return TRUE;
  passage = paddock_conversation_receive_from_host (self->conversation, message, &other);
  /* A batch is an obstacle, so finish_draining() calls the restart off. First it sends the lines
   * that wait, because they came before the batch. */
  if (self->phase == PADDOCK_RESTART_DRAINING && message->kind == PADDOCK_MESSAGE_BATCH)
    finish_draining (self);
  return finish_passage (self, passage, PADDOCK_TO_SERVER, other);
}

static gboolean
receive_from_server (PaddockFilter  *filter,
                     PaddockMessage *message)
{
  PaddockRestart *self = (PaddockRestart *) filter;
  g_autoptr (PaddockMessage) other = NULL;
  PaddockPassage passage;

  if (take_replayed (self, message))
    return FALSE;
  note_answer (self, message);
  passage = paddock_conversation_receive_from_server (self->conversation, message, &other);
  return finish_passage (self, passage, PADDOCK_TO_HOST, other);
}

static gboolean
begin_long (PaddockFilter *filter,
            PaddockWay     way,
            gboolean       is_vouched)
{
  PaddockRestart *self = (PaddockRestart *) filter;
  guint generation = paddock_conversation_get_generation (self->conversation);

  if (way == PADDOCK_TO_SERVER)
    self->long_of_host = generation;
  else
    self->long_of_server = generation;
  return TRUE;
}

static void
end_long_of_host (PaddockRestart       *self,
                  const PaddockMessage *message)
{
  gboolean is_request = message->kind == PADDOCK_MESSAGE_REQUEST;

  if (is_without (self)) {
    if (is_request)
      refuse (self, message->id, why_none (self));
  } else if (self->long_of_host != paddock_conversation_get_generation (self->conversation)) {
    /* Another server came before the end of this line, so no server got the whole line. */
    if (is_request)
      refuse (self, message->id, PADDOCK_UNANSWERED_RESTARTED);
  } else {
    paddock_conversation_receive_long (self->conversation, message, TRUE);
    end_soon_if_drained (self);
  }
}

static void
end_long_of_server (PaddockRestart       *self,
                    const PaddockMessage *message,
                    gboolean              has_passed)
{
  if (self->long_of_server != paddock_conversation_get_generation (self->conversation))
    return;
  if (has_passed) {
    note_answer (self, message);
    paddock_conversation_receive_long (self->conversation, message, FALSE);
  } else if (message->kind == PADDOCK_MESSAGE_RESPONSE &&
             paddock_conversation_is_open (self->conversation, message->id)) {
    /* The host does not get this answer, so its request ends with an error. Otherwise the request
     * would stay open forever. */
    paddock_conversation_receive_long (self->conversation, message, FALSE);
    refuse (self, message->id, PADDOCK_UNANSWERED_TOO_LONG);
  }
  end_soon_if_drained (self);
}

static void
end_long (PaddockFilter        *filter,
          PaddockWay            way,
          const PaddockMessage *message,
          gboolean              has_passed)
{
  PaddockRestart *self = (PaddockRestart *) filter;

  if (way == PADDOCK_TO_SERVER)
    end_long_of_host (self, message);
  else
    end_long_of_server (self, message, has_passed);
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
  .to_host = receive_from_server,
  .begin_long = begin_long,
  .end_long = end_long,
};

/**
 * paddock_restart_new:
 * @funcs: must stay valid
 * @times: (nullable): times that replace the constants; %NULL: none
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a restart in the phase %PADDOCK_RESTART_NONE
 */
PaddockRestart *
paddock_restart_new (const PaddockRestartFuncs *funcs,
                     const PaddockRestartTimes *times,
                     gpointer                   user_data)
{
  PaddockRestart *self = g_new0 (PaddockRestart, 1);

  self->filter.funcs = &filter_funcs;
  self->funcs = funcs;
  self->user_data = user_data;
  self->times.drain = times != NULL && times->drain != 0 ? times->drain : PADDOCK_RESTART_DRAIN_MS;
  self->times.end = times != NULL && times->end != 0 ? times->end : PADDOCK_RESTART_END_MS;
  self->times.handshake = times != NULL && times->handshake != 0 ? times->handshake
                                                                 : PADDOCK_RESTART_HANDSHAKE_MS;
  self->conversation = paddock_conversation_new ();
  self->replay = paddock_conversation_get_replay (self->conversation);
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->held = paddock_line_queue_new (PADDOCK_RESTART_HELD_MAX, PADDOCK_RESTART_HELD_BYTES);
  return self;
}

void
paddock_restart_free (PaddockRestart *self)
{
  paddock_conversation_free (self->conversation);
  paddock_alarm_free (self->alarm);
  paddock_line_queue_free (self->held);
  g_free (self);
}

/**
 * paddock_restart_begin:
 * @at_once: whether the old server is killed now; otherwise it answers open requests first
 *
 * Begins to replace the server by another one. If the old server still answers open requests, only
 * @at_once has an effect. Does nothing later in a restart. There must be no obstacle
 * (paddock_restart_get_obstacle()).
 */
void
paddock_restart_begin (PaddockRestart *self,
                       gboolean        at_once)
{
  gboolean is_first = self->phase == PADDOCK_RESTART_NONE;

  if (!is_first && self->phase != PADDOCK_RESTART_DRAINING)
    return;
  if (is_first) {
    set_phase (self, PADDOCK_RESTART_DRAINING, self->times.drain);
    self->funcs->begun (self->user_data);
  }
  if (at_once)
    kill_server (self);
  else if (is_first)
    end_soon_if_drained (self);
}

/**
 * paddock_restart_hurry:
 *
 * Kills the server whose end or answer the restart waits for, because that server must not go on
 * for as long as this may take. Another one takes its place. Does nothing in other phases.
 */
void
paddock_restart_hurry (PaddockRestart *self)
{
  if (self->phase == PADDOCK_RESTART_ENDING)
    self->funcs->end_server (SIGKILL, self->user_data);
  else if (self->phase == PADDOCK_RESTART_REPLAYING && !self->is_renewal)
    kill_server (self);
}

/**
 * paddock_restart_end:
 *
 * Kills the server, and ends the session. Open requests get an error.
 */
void
paddock_restart_end (PaddockRestart *self,
                     PaddockReason   reason)
{
  g_autoptr (GPtrArray) lines = NULL;

  self->funcs->end_server (SIGKILL, self->user_data);
  lines = paddock_conversation_end_generation (self->conversation, PADDOCK_UNANSWERED_RESTARTED);
  tell_host (self, lines);
  fail (self, reason, "its handshake can't be repeated, and its folders changed");
}

/**
 * paddock_restart_renew:
 * @lines: (element-type GBytes): lines of the host that the server did not take, in their order
 * @ids: (element-type GBytes): the ids of all other requests that the server did not answer
 *
 * Begins another session at once, because the server has forgotten the last one. This is for
 * servers behind an address. The new session gets those of @lines that are requests. It gets no
 * batches, because nobody could match their answers. All other open requests get an error. Most
 * obstacles don't count here, because what a restart would lose is lost already.
 *
 * Returns: %FALSE if there can be no other session; then nothing has happened
 */
gboolean
paddock_restart_renew (PaddockRestart *self,
                       GPtrArray      *lines,
                       GPtrArray      *ids)
{
  if ((self->phase != PADDOCK_RESTART_NONE && self->phase != PADDOCK_RESTART_DRAINING) ||
      self->is_closed ||
      paddock_conversation_get_obstacle (self->conversation) == PADDOCK_OBSTACLE_NO_HANDSHAKE)
    return FALSE;

  if (self->phase == PADDOCK_RESTART_NONE)
    self->funcs->begun (self->user_data);
  for (guint i = lines->len; i > 0; i--) {
    g_auto (PaddockMessage) message = { 0 };

    paddock_message_read (paddock_json_span (lines->pdata[i - 1]), &message);
    if (message.kind != PADDOCK_MESSAGE_REQUEST) {
      turn_away (self, &message, PADDOCK_UNANSWERED_SESSION_LOST);
      continue;
    }
    if (paddock_replay_is_ours (self->replay, message.id))
      continue;
    paddock_conversation_forget_request (self->conversation, message.id);
    paddock_line_queue_push_first (self->held, &message);
  }
  self->is_renewal = TRUE;
  self->is_asked = FALSE;
  /* Requests that the conversation follows get their error from end_server(). */
  for (guint i = 0; i < ids->len; i++) {
    PaddockSpan id = paddock_json_span (ids->pdata[i]);

    if (!paddock_conversation_is_open (self->conversation, id) &&
        !paddock_replay_is_ours (self->replay, id))
      refuse (self, id, PADDOCK_UNANSWERED_SESSION_LOST);
  }
  end_server (self, PADDOCK_UNANSWERED_SESSION_LOST);
  return TRUE;
}

/**
 * paddock_restart_abandon:
 *
 * Gives up a restart, because the session is ending and there will be no other server. Requests
 * that wait for one get an error. If the restart had already cut a server off, that server is
 * killed unless it ends in time.
 */
void
paddock_restart_abandon (PaddockRestart *self)
{
  gboolean is_cut_off = self->phase == PADDOCK_RESTART_ENDING ||
                        self->phase == PADDOCK_RESTART_REPLAYING;
  PaddockUnanswered why = why_none (self);

  if (self->phase == PADDOCK_RESTART_NONE || self->phase == PADDOCK_RESTART_FAILED)
    return;
  set_phase (self, PADDOCK_RESTART_FAILED, is_cut_off ? self->times.end : 0);
  refuse_held (self, why);
}

/**
 * paddock_restart_close:
 *
 * The host or the server closed its end, so a new server could not talk to the host. Abandons a
 * restart under way, and forbids later ones.
 */
void
paddock_restart_close (PaddockRestart *self)
{
  self->is_closed = TRUE;
  paddock_restart_abandon (self);
}

/* Starts the next server or session, and sends it the `initialize` or `server/discover` that the
 * first one got. */
static void
start_next (PaddockRestart *self)
{
  g_autoptr (GError) error = NULL;
  PaddockMessage *opening;

  if (self->phase != PADDOCK_RESTART_OPENING && !self->funcs->open (self->user_data)) {
    set_phase (self, PADDOCK_RESTART_OPENING, 0);
    return;
  }
  if (!self->funcs->start_server (&error, self->user_data)) {
    fail (self, PADDOCK_REASON_NOT_STARTED, error->message);
    return;
  }
  set_phase (self, PADDOCK_RESTART_REPLAYING, 0);
  if (self->is_renewal && !paddock_reconnect_backoff_lose (&self->backoff,
                                                           g_get_monotonic_time ())) {
    fall_silent (self, PADDOCK_UNANSWERED_SESSIONS_END, "it ends each before it is of use");
    return;
  }
  if (self->is_renewal && rest (self))
    return;
  set_phase (self, PADDOCK_RESTART_REPLAYING, self->times.handshake);
  paddock_reconnect_backoff_begin (&self->backoff, g_get_monotonic_time ());
  opening = paddock_replay_get_opening (self->replay);
  self->is_asked = opening != NULL;
  if (opening != NULL)
    paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, opening);
  else
    release (self);
}

/**
 * paddock_restart_go_on:
 *
 * Starts the next server, if only its folders were awaited.
 */
void
paddock_restart_go_on (PaddockRestart *self)
{
  if (self->phase == PADDOCK_RESTART_OPENING)
    start_next (self);
}

/**
 * paddock_restart_server_ended:
 *
 * Handles that the server has ended. If it was the old server, starts the new one. If it was the
 * new server, the restart has failed.
 */
void
paddock_restart_server_ended (PaddockRestart *self)
{
  if (self->phase == PADDOCK_RESTART_REPLAYING)
    fail (self, PADDOCK_REASON_PEER_CLOSED, "the new server ended");
  else if (self->phase == PADDOCK_RESTART_ENDING)
    start_next (self);
}

/**
 * paddock_restart_vacate:
 *
 * Goes on without a server, which ended because it has no folder. Open requests and those that wait
 * get an error. Later ones wait for paddock_restart_fill() or paddock_restart_refuse_first().
 */
void
paddock_restart_vacate (PaddockRestart *self)
{
  g_autoptr (GPtrArray) lines = NULL;

  set_phase (self, PADDOCK_RESTART_VACANT, 0);
  lines = paddock_conversation_end_generation (self->conversation, PADDOCK_UNANSWERED_NO_FOLDER);
  tell_host (self, lines);
  refuse_held (self, PADDOCK_UNANSWERED_NO_FOLDER);
}

/**
 * paddock_restart_fill:
 *
 * Starts a server, because there is a folder now. Does nothing if there is a server.
 */
void
paddock_restart_fill (PaddockRestart *self)
{
  if (self->phase == PADDOCK_RESTART_VACANT)
    start_next (self);
}

/**
 * paddock_restart_refuse_first:
 *
 * Answers the oldest request that waits with an error, because there is still no folder. Also ends
 * the lines between this request and the next one.
 */
void
paddock_restart_refuse_first (PaddockRestart *self)
{
  if (self->phase != PADDOCK_RESTART_VACANT || paddock_line_queue_get_length (self->held) == 0)
    return;
  do
    turn_away_first (self, PADDOCK_UNANSWERED_NO_FOLDER);
  while (paddock_line_queue_get_length (self->held) > 0 &&
         !paddock_pending_ids_has_any (paddock_line_queue_peek (self->held)));
}

/**
 * paddock_restart_handle_exit:
 *
 * Handles that the server's process has ended.
 *
 * Returns: whether this is part of a restart; otherwise the session ends, too
 */
gboolean
paddock_restart_handle_exit (PaddockRestart *self)
{
  switch (self->phase) {
    case PADDOCK_RESTART_ENDING:
    case PADDOCK_RESTART_REPLAYING:
      paddock_restart_server_ended (self);
      return TRUE;
    case PADDOCK_RESTART_OPENING:
      return TRUE;
    case PADDOCK_RESTART_DRAINING:
      paddock_restart_abandon (self);
      return FALSE;
    case PADDOCK_RESTART_NONE:
    case PADDOCK_RESTART_VACANT:
    case PADDOCK_RESTART_SILENT:
    case PADDOCK_RESTART_FAILED:
    default:
      return FALSE;
  }
}

/**
 * paddock_restart_get_replay:
 *
 * Returns: (transfer none): what is repeated for the next server
 */
PaddockReplay *
paddock_restart_get_replay (PaddockRestart *self)
{
  return self->replay;
}

/**
 * paddock_restart_is_renewal:
 *
 * Returns: whether only the session is renewed, and the server stays the same
 */
gboolean
paddock_restart_is_renewal (const PaddockRestart *self)
{
  return self->is_renewal;
}

PaddockRestartPhase
paddock_restart_get_phase (const PaddockRestart *self)
{
  return self->phase;
}

/**
 * paddock_restart_get_obstacle:
 *
 * Returns: what forbids paddock_restart_begin() now
 */
PaddockObstacle
paddock_restart_get_obstacle (const PaddockRestart *self)
{
  return self->is_closed ? PADDOCK_OBSTACLE_CLOSED
                         : paddock_conversation_get_obstacle (self->conversation);
}
