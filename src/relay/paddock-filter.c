/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-filter.h"

#include <string.h>

#include "paddock-long-line.h"

/* Shows each line between a host and a server to a chain of filters.
 *
 * Each line is parsed here, once. The message then goes from filter to filter until one of them
 * stops it. A message to the server begins with the filter next to the host. A message to the host
 * takes the opposite direction. If a filter itself sends a message, only the filters after it see
 * that message.
 *
 * The chain does not own its filters. Each must stay valid as long as the chain gets lines.
 */

struct _PaddockFilterChain
{
  const PaddockFilterEnds *ends;
  gpointer                 user_data;
  GPtrArray               *filters;           /* (owned) PaddockFilter; the first one is next to the
                                               * host */
  PaddockLongLine         *long_lines[2];     /* (owned) (nullable) for each PaddockWay: the last
                                               * line that was too long; NULL: none */
  gboolean                 is_long_passed[2]; /* for each PaddockWay: whether the last long line
                                               * went on */
};

static const char byte_order_mark[] = "\xef\xbb\xbf";

/**
 * paddock_filter_chain_new:
 * @ends: must outlive the chain
 * @user_data: for @ends
 *
 * Returns: (transfer full): a chain without filters, in which every line goes on
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
 * @filter: must stay valid as long as the chain gets lines
 *
 * Adds a filter between the filters that were added before and the server.
 */
void
paddock_filter_chain_add (PaddockFilterChain *self,
                          PaddockFilter      *filter)
{
  filter->chain = self;
  filter->position = self->filters->len;
  g_ptr_array_add (self->filters, filter);
}

/* Returns the first filter, from @position on in the direction of @way, that looks at messages;
 * NULL if there is none. */
static PaddockFilter *
find_next (PaddockFilterChain *self,
           guint               position,
           PaddockWay          way)
{
  /* When @position goes below 0, it wraps around to a number that is larger than any length. That
   * ends the loop. */
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
 * Parses a line of the host or the server, and shows it to the filters.
 *
 * Returns: whether @line goes on unchanged; then the caller writes it
 */
gboolean
paddock_filter_chain_receive (PaddockFilterChain *self,
                              PaddockWay          way,
                              PaddockSpan         line)
{
  g_auto (PaddockMessage) message = { 0 };
  gsize n_mark = 0;

  /* Some servers skip a byte order mark, and read the message after it. So Paddock does, too. */
  if (way == PADDOCK_TO_SERVER && line.length >= strlen (byte_order_mark) &&
      memcmp (line.start, byte_order_mark, strlen (byte_order_mark)) == 0)
    n_mark = strlen (byte_order_mark);
  paddock_message_read ((PaddockSpan) { line.start + n_mark, line.length - n_mark }, &message);
  message.n_mark = n_mark;
  return pass (self, get_first_position (self, way), way, &message);
}

/**
 * paddock_filter_chain_begin_long:
 * @is_vouched: whether the transport has checked the line (`vouches` of PaddockTransportFuncs)
 *
 * Tells the filters that a line begins that is too long to be read.
 *
 * Returns: whether every filter lets the line go on unread
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
 * @part: the next part of a line that is too long to be read
 * @is_end: whether this is the last part
 *
 * Looks for the kind and id of the line in its parts. After the last part, tells the filters what
 * the line was.
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
 * Tells the filters that the server is gone, whether or not another one takes its place.
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
 * @filter: the filter that sends @message
 * @message: a message that @filter kept, or that replaces another one
 *
 * Sends a message to the filters after @filter, and out of the chain if none of them stops it.
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
 * @filter: the filter that sends @line
 * @line: a line that Paddock wrote
 *
 * Does the same as paddock_filter_send() for a line. Parses the line only if a filter will look at
 * it.
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
 * @line: an answer or a notification that Paddock wrote
 *
 * Sends a line to the server past all other filters.
 */
void
paddock_filter_answer_server (PaddockFilter *filter,
                              GBytes        *line)
{
  filter->chain->ends->to_server (line, TRUE, filter->chain->user_data);
}
