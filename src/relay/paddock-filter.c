/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-filter.h"

#include <string.h>

#include "paddock-long-line.h"

/* The filters between a host and a server, in order.
 *
 * A line becomes a message here, once. It passes the filters from the host to the server, or from
 * the server to the host, until one keeps it. What a filter sends itself goes on behind it, to
 * those that come next. Nobody looks into the bytes of a line a second time to know what it is.
 *
 * The chain owns no filter; each must stay until the chain is freed.
 */

struct _PaddockFilterChain
{
  const PaddockFilterEnds *ends;
  gpointer                 user_data;
  GPtrArray               *filters;           /* (owned) PaddockFilter, that of the host first */
  PaddockLongLine         *long_lines[2];     /* (owned) (nullable) by way, the last ones */
  gboolean                 is_long_passed[2]; /* by way */
};

static const char byte_order_mark[] = "\xef\xbb\xbf";

/**
 * paddock_filter_chain_new:
 * @ends: must stay
 * @user_data: for @ends
 *
 * Returns: (transfer full): without filters: every line goes on
 */
PaddockFilterChain *
paddock_filter_chain_new (const PaddockFilterEnds *ends,
                          gpointer                 user_data)
{
  PaddockFilterChain *self = g_new0 (PaddockFilterChain, 1);

  self->ends = ends;
  self->user_data = user_data;
  self->filters = g_ptr_array_new ();
  return self;
}

void
paddock_filter_chain_free (PaddockFilterChain *self)
{
  g_ptr_array_unref (self->filters);
  g_clear_pointer (&self->long_lines[PADDOCK_TO_SERVER], paddock_long_line_free);
  g_clear_pointer (&self->long_lines[PADDOCK_TO_HOST], paddock_long_line_free);
  g_free (self);
}

/**
 * paddock_filter_chain_add:
 * @filter: must stay; the host's lines come to it behind those that were added before
 */
void
paddock_filter_chain_add (PaddockFilterChain *self,
                          PaddockFilter      *filter)
{
  filter->chain = self;
  filter->position = self->filters->len;
  g_ptr_array_add (self->filters, filter);
}

/* The first one that looks at messages at @position or behind it on their way; NULL: none. */
static PaddockFilter *
find_next (PaddockFilterChain *self,
           guint               position,
           PaddockWay          way)
{
  /* A position before the first filter wraps around, and is over any length. */
  for (; position < self->filters->len; position += way == PADDOCK_TO_SERVER ? 1u : -1u) {
    PaddockFilter *filter = self->filters->pdata[position];

    if ((way == PADDOCK_TO_SERVER ? filter->funcs->to_server : filter->funcs->to_host) != NULL)
      return filter;
  }
  return NULL;
}

static guint
get_next_position (const PaddockFilter *filter,
                   PaddockWay           way)
{
  return way == PADDOCK_TO_SERVER ? filter->position + 1 : filter->position - 1;
}

static guint
get_first_position (PaddockFilterChain *self,
                    PaddockWay          way)
{
  return way == PADDOCK_TO_SERVER ? 0 : self->filters->len - 1;
}

static gboolean
pass (PaddockFilterChain *self,
      guint               position,
      PaddockWay          way,
      PaddockMessage     *message)
{
  PaddockFilter *filter;

  while ((filter = find_next (self, position, way)) != NULL) {
    if (!(way == PADDOCK_TO_SERVER ? filter->funcs->to_server (filter, message)
                                   : filter->funcs->to_host (filter, message)))
      return FALSE;
    position = get_next_position (filter, way);
  }
  return TRUE;
}

static void
write_line (PaddockFilterChain *self,
            PaddockWay          way,
            GBytes             *line)
{
  if (way == PADDOCK_TO_SERVER)
    self->ends->to_server (line, FALSE, self->user_data);
  else
    self->ends->to_host (line, self->user_data);
}

/**
 * paddock_filter_chain_receive:
 * @line: without its newline
 *
 * Returns: whether it goes on as it is
 */
gboolean
paddock_filter_chain_receive (PaddockFilterChain *self,
                              PaddockWay          way,
                              PaddockSpan         line)
{
  g_auto (PaddockMessage) message = { 0 };
  gsize n_mark = 0;

  /* Some servers skip a byte order mark, and read the message behind it. */
  if (way == PADDOCK_TO_SERVER && line.length >= strlen (byte_order_mark) &&
      memcmp (line.start, byte_order_mark, strlen (byte_order_mark)) == 0)
    n_mark = strlen (byte_order_mark);
  paddock_message_read ((PaddockSpan) { line.start + n_mark, line.length - n_mark }, &message);
  message.n_mark = n_mark;
  return pass (self, get_first_position (self, way), way, &message);
}

/**
 * paddock_filter_chain_begin_long:
 * @is_vouched: as PaddockTransportFuncs says
 *
 * A line begins that is too long to be read.
 *
 * Returns: whether it goes on, unread
 */
gboolean
paddock_filter_chain_begin_long (PaddockFilterChain *self,
                                 PaddockWay          way,
                                 gboolean            is_vouched)
{
  gboolean passes = TRUE;

  for (guint i = 0; i < self->filters->len; i++) {
    PaddockFilter *filter = self->filters->pdata[i];

    if (filter->funcs->begin_long != NULL)
      passes &= filter->funcs->begin_long (filter, way, is_vouched);
  }
  paddock_long_line_begin (&self->long_lines[way]);
  self->is_long_passed[way] = passes;
  return passes;
}

/**
 * paddock_filter_chain_receive_part:
 * @part: what there is of such a line
 * @is_end: that was all
 */
void
paddock_filter_chain_receive_part (PaddockFilterChain *self,
                                   PaddockWay          way,
                                   PaddockSpan         part,
                                   gboolean            is_end)
{
  g_auto (PaddockMessage) message = { 0 };
  guint step = way == PADDOCK_TO_SERVER ? 1u : -1u;

  paddock_long_line_feed (self->long_lines[way], part);
  if (!is_end)
    return;
  paddock_long_line_classify (self->long_lines[way], &message);
  for (guint i = get_first_position (self, way); i < self->filters->len; i += step) {
    PaddockFilter *filter = self->filters->pdata[i];

    if (filter->funcs->end_long != NULL)
      filter->funcs->end_long (filter, way, &message, self->is_long_passed[way]);
  }
}

/**
 * paddock_filter_chain_forget_server:
 *
 * Another server takes the place of this one, or none.
 */
void
paddock_filter_chain_forget_server (PaddockFilterChain *self)
{
  for (guint i = 0; i < self->filters->len; i++) {
    PaddockFilter *filter = self->filters->pdata[i];

    if (filter->funcs->forget_server != NULL)
      filter->funcs->forget_server (filter);
  }
}

/**
 * paddock_filter_send:
 * @filter: who sends it
 * @message: one that was kept, or takes the place of another one
 *
 * Sends a message on to the filters behind @filter.
 */
void
paddock_filter_send (PaddockFilter  *filter,
                     PaddockWay      way,
                     PaddockMessage *message)
{
  g_autoptr (GBytes) line = NULL;

  if (!pass (filter->chain, get_next_position (filter, way), way, message))
    return;
  line = message->bytes != NULL
         ? g_bytes_ref (message->bytes)
         : g_bytes_new (message->text.start - message->n_mark,
                        message->n_mark + message->text.length);
  write_line (filter->chain, way, line);
}

/**
 * paddock_filter_send_line:
 * @filter: who sends it
 * @line: one of ours
 *
 * The same for a line that was written here. It is read if there is anybody to look at it.
 */
void
paddock_filter_send_line (PaddockFilter *filter,
                          PaddockWay     way,
                          GBytes        *line)
{
  g_auto (PaddockMessage) message = { 0 };
  guint position = get_next_position (filter, way);

  if (find_next (filter->chain, position, way) != NULL) {
    paddock_message_read (paddock_json_span (line), &message);
    if (!pass (filter->chain, position, way, &message))
      return;
  }
  write_line (filter->chain, way, line);
}

/**
 * paddock_filter_answer_server:
 * @line: ours, an answer or a notice
 *
 * Tells the server what no other filter is to look at.
 */
void
paddock_filter_answer_server (PaddockFilter *filter,
                              GBytes        *line)
{
  filter->chain->ends->to_server (line, TRUE, filter->chain->user_data);
}
