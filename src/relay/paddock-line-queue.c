/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-line-queue.h"

#include "paddock-alarm.h"
#include "paddock-message.h"
#include "paddock-names.h"

/* Keeps the host's lines back for a moment, so that its first call finds the roots.
 *
 * The proxy owns one, and lets it begin when the host has said `initialized`. A server that asks
 * for its roots only then would get the host's first call before the answer. Requests wait, and
 * whatever comes behind one and is no answer, in order; pings and answers pass. It holds once, for
 * a short time and few bytes, and then never again. What it gives back is what it got: it edits
 * nothing, and only a request that the host took back meanwhile does not come out.
 */

typedef enum {
  HOLD_NOT_YET,
  HOLD_HOLDING,
  HOLD_OVER,
} HoldState;

struct _PaddockLineQueue
{
  const PaddockLineQueueFuncs *funcs;
  gpointer                     user_data;
  HoldState                    state;
  GQueue                       lines;        /* (owned) GBytes, oldest first */
  gsize                        n_bytes;      /* in them */
  PaddockAlarm                *end_alarm;    /* (owned) the longest time */
  PaddockAlarm                *settle_alarm; /* (owned) since the answer, or the last look */
  guint                        n_quiescent;  /* looks in a row at a server that sleeps */
};

static gboolean
on_time_over (gpointer user_data)
{
  paddock_line_queue_release (user_data);
  return G_SOURCE_REMOVE;
}

/* A server that is still at work, or waits for a processor, would read the first call too soon. */
static gboolean
on_look (gpointer user_data)
{
  PaddockLineQueue *self = user_data;

  self->n_quiescent = self->funcs->is_quiescent (self->user_data) ? self->n_quiescent + 1 : 0;
  if (self->n_quiescent >= PADDOCK_LINE_QUEUE_LOOKS)
    paddock_line_queue_release (self);
  else
    paddock_alarm_set (self->settle_alarm, PADDOCK_LINE_QUEUE_LOOK_MS * G_TIME_SPAN_MILLISECOND);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_line_queue_new:
 * @funcs: must stay
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a hold that has not begun, in the thread's default main context
 */
PaddockLineQueue *
paddock_line_queue_new (const PaddockLineQueueFuncs *funcs,
                        gpointer                     user_data)
{
  PaddockLineQueue *self = g_new0 (PaddockLineQueue, 1);

  self->funcs = funcs;
  self->user_data = user_data;
  g_queue_init (&self->lines);
  self->end_alarm = paddock_alarm_new (on_time_over, self);
  self->settle_alarm = paddock_alarm_new (on_look, self);
  return self;
}

/* What is still held is dropped. */
void
paddock_line_queue_free (PaddockLineQueue *self)
{
  paddock_alarm_free (self->end_alarm);
  paddock_alarm_free (self->settle_alarm);
  g_queue_clear_full (&self->lines, (GDestroyNotify) g_bytes_unref);
  g_free (self);
}

/**
 * paddock_line_queue_begin:
 *
 * Holds from the next line on, at most %PADDOCK_LINE_QUEUE_MS. Nothing happens the second time.
 */
void
paddock_line_queue_begin (PaddockLineQueue *self)
{
  if (self->state != HOLD_NOT_YET)
    return;
  self->state = HOLD_HOLDING;
  paddock_alarm_set (self->end_alarm, PADDOCK_LINE_QUEUE_MS * G_TIME_SPAN_MILLISECOND);
}

static GList *
find_request (PaddockLineQueue *self,
              PaddockSpan       id)
{
  for (GList *item = self->lines.head; item != NULL; item = item->next) {
    g_auto (PaddockMessage) class = { 0 };

    paddock_message_read (paddock_json_span (item->data), &class);
    if (class.kind == PADDOCK_MESSAGE_REQUEST && paddock_json_is_same_id (class.id, id))
      return item;
  }
  return NULL;
}

/* Neither a request that was taken back nor the word of it reaches a server that knows of neither
 * (MCP 2025-11-25, cancellation: the receiver does not answer either). */
static gboolean
take_back (PaddockLineQueue     *self,
           PaddockSpan           line,
           const PaddockMessage *class)
{
  PaddockSpan id;
  GList *item;

  if (!paddock_message_is_method (class, PADDOCK_METHOD_CANCELLED) ||
      !paddock_json_is_valid (line) ||
      !paddock_json_find_member (class->params, "requestId", &id))
    return FALSE;
  item = find_request (self, id);
  if (item == NULL)
    return FALSE;

  self->n_bytes -= g_bytes_get_size (item->data);
  g_bytes_unref (item->data);
  g_queue_delete_link (&self->lines, item);
  return TRUE;
}

static gboolean
is_message (const char      *name,
            PaddockSpan      value,
            PaddockJsonType  type,
            gpointer         user_data)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read (value, &class);
  return class.kind == PADDOCK_MESSAGE_RESPONSE ||
         (class.kind == PADDOCK_MESSAGE_REQUEST && paddock_message_is_method (&class, "ping"));
}

/* Whether a line passes whatever is held; else it waits, or (@out_leads) others wait for it too. */
static gboolean
is_free (PaddockSpan           line,
         const PaddockMessage *class,
         gboolean             *out_leads)
{
  *out_leads = FALSE;
  switch (class->kind) {
    case PADDOCK_MESSAGE_RESPONSE:
      return TRUE;
    case PADDOCK_MESSAGE_REQUEST:
      *out_leads = !paddock_message_is_method (class, "ping");
      return !*out_leads;
    case PADDOCK_MESSAGE_BATCH:
      *out_leads = !paddock_json_foreach (line, is_message, NULL);
      return !*out_leads;
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    case PADDOCK_MESSAGE_NOTIFICATION:
    default:
      return FALSE;
  }
}

/**
 * paddock_line_queue_push:
 * @line: the host's next line, without its newline
 *
 * Returns: whether it stays here; %FALSE: it goes on now, as if there were no hold
 */
gboolean
paddock_line_queue_push (PaddockLineQueue *self,
                         PaddockSpan       line)
{
  g_auto (PaddockMessage) class = { 0 };
  gboolean leads;

  if (self->state != HOLD_HOLDING)
    return FALSE;
  paddock_message_read (line, &class);
  if (class.kind == PADDOCK_MESSAGE_NOTIFICATION && take_back (self, line, &class))
    return TRUE;
  if (is_free (line, &class, &leads) || (!leads && g_queue_is_empty (&self->lines)))
    return FALSE;
  if (line.length > PADDOCK_LINE_QUEUE_BYTES - self->n_bytes) {
    paddock_line_queue_release (self);
    return FALSE;
  }

  g_queue_push_tail (&self->lines, g_bytes_new (line.start, line.length));
  self->n_bytes += line.length;
  return TRUE;
}

/**
 * paddock_line_queue_wait_quiescent:
 *
 * The server was answered about its roots: it needs a moment to work on that, and is calm then.
 */
void
paddock_line_queue_wait_quiescent (PaddockLineQueue *self)
{
  if (self->state == HOLD_HOLDING && !paddock_alarm_is_set (self->settle_alarm))
    paddock_alarm_set (self->settle_alarm,
                       PADDOCK_LINE_QUEUE_QUIESCE_DELAY_MS * G_TIME_SPAN_MILLISECOND);
}

/**
 * paddock_line_queue_release:
 *
 * All that is held goes on, in order, and nothing is held any more: also when it had not begun.
 */
void
paddock_line_queue_release (PaddockLineQueue *self)
{
  GBytes *line;

  self->state = HOLD_OVER;
  paddock_alarm_clear (self->end_alarm);
  paddock_alarm_clear (self->settle_alarm);
  self->n_bytes = 0;
  while ((line = g_queue_pop_head (&self->lines)) != NULL) {
    self->funcs->forward (line, self->user_data);
    g_bytes_unref (line);
  }
}

gboolean
paddock_line_queue_is_active (const PaddockLineQueue *self)
{
  return self->state == HOLD_HOLDING;
}
