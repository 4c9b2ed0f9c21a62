/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-outbox.h"

/* Questions about all that is under way to one server. Nothing here has a state: the arrays, of
 * PaddockHttpRequest, are the remote's.
 */

/**
 * paddock_outbox_find_owner:
 *
 * Returns: (transfer none) (nullable): the one that still waits for the answer to @id
 */
PaddockHttpRequest *
paddock_outbox_find_owner (GPtrArray   *outbox,
                           PaddockSpan  id)
{
  for (guint i = 0; i < outbox->len; i++)
    if (paddock_call_has_open (((PaddockHttpRequest *) outbox->pdata[i])->call, id))
      return outbox->pdata[i];
  return NULL;
}

/**
 * paddock_outbox_is_ours:
 * @line: the next one that is sent
 * @options: of the remote
 *
 * The host's own line may follow with the same id, where it had no answer in the session before.
 *
 * Returns: whether it is a request that is said again in the host's place
 */
gboolean
paddock_outbox_is_ours (GPtrArray                 *outbox,
                        GBytes                    *line,
                        const PaddockReachOptions *options)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read (paddock_json_span (line), &class);
  return class.kind == PADDOCK_MESSAGE_REQUEST && options->ours (class.id, options->user_data) &&
         paddock_outbox_find_owner (outbox, class.id) == NULL;
}

void
paddock_outbox_set_paused (GPtrArray *outbox,
                           gboolean   is_paused)
{
  for (guint i = 0; i < outbox->len; i++)
    paddock_call_set_paused (((PaddockHttpRequest *) outbox->pdata[i])->call, is_paused);
}

/**
 * paddock_outbox_has_busy:
 * @is_late: whether only requests count
 *
 * Returns: whether the host is owed something, or something is on its way to the server
 */
gboolean
paddock_outbox_has_busy (GPtrArray *outbox,
                         gboolean   is_late)
{
  for (guint i = 0; i < outbox->len; i++)
    if (paddock_http_request_is_busy (outbox->pdata[i], is_late))
      return TRUE;
  return FALSE;
}

gboolean
paddock_outbox_has_one_way (GPtrArray *outbox)
{
  for (guint i = 0; i < outbox->len; i++)
    if (((PaddockHttpRequest *) outbox->pdata[i])->kind == PADDOCK_HTTP_REQUEST_ONE_WAY)
      return TRUE;
  return FALSE;
}

/**
 * paddock_outbox_make_room:
 * @max: calls that may be under way at a time
 *
 * Only those count that somebody waits for. Where there is no room for one more because servers do
 * not end what is answered, the oldest of that is ended.
 *
 * Returns: whether one more may be sent
 */
gboolean
paddock_outbox_make_room (GPtrArray *outbox,
                          guint      max)
{
  guint n_owed = 0;

  for (guint i = 0; i < outbox->len; i++)
    n_owed += paddock_call_is_owed (((PaddockHttpRequest *) outbox->pdata[i])->call);
  for (guint i = 0; i < outbox->len && n_owed < max && outbox->len >= max; i++) {
    const PaddockHttpRequest *request = outbox->pdata[i];

    if (paddock_http_request_is_answered (request))
      g_ptr_array_remove_index (outbox, i--);
  }
  return n_owed < max;
}

/**
 * paddock_outbox_count_answers:
 *
 * Returns: of how many answers to the server it is not known whether it has them
 */
guint
paddock_outbox_count_answers (GPtrArray *outbox)
{
  guint n = 0;

  for (guint i = 0; i < outbox->len; i++) {
    const PaddockHttpRequest *request = outbox->pdata[i];

    n += request->is_answer && !paddock_call_has_begun (request->call);
  }
  return n;
}

/**
 * paddock_outbox_list_owed:
 * @ids: (element-type GBytes): where the ids are added that wait for an answer
 */
void
paddock_outbox_list_owed (GPtrArray *outbox,
                          GPtrArray *ids)
{
  for (guint i = 0; i < outbox->len; i++) {
    const PaddockHttpRequest *request = outbox->pdata[i];

    if (!request->is_cancelled)
      paddock_call_list_open (request->call, ids);
  }
}

static int
compare_by_number (gconstpointer a,
                   gconstpointer b)
{
  const PaddockHttpRequest *left = *(const PaddockHttpRequest * const *) a;
  const PaddockHttpRequest *right = *(const PaddockHttpRequest * const *) b;

  return left->number < right->number ? -1 : left->number > right->number;
}

/**
 * paddock_outbox_list_unreceived:
 * @sendings: which the server refused; they are sorted by when they were sent
 * @lines: (element-type GBytes): where the lines are added that can be sent in another session
 * @ids: (element-type GBytes): where the ids of all others are added that wait for an answer
 */
void
paddock_outbox_list_unreceived (GPtrArray *outbox,
                                GPtrArray *lines,
                                GPtrArray *ids)
{
  g_ptr_array_sort (outbox, compare_by_number);
  for (guint i = 0; i < outbox->len; i++) {
    const PaddockHttpRequest *request = outbox->pdata[i];

    if (request->is_cancelled)
      continue;
    if (request->kind == PADDOCK_HTTP_REQUEST_CALL && !request->is_apart &&
        !paddock_call_has_begun (request->call))
      g_ptr_array_add (lines, g_bytes_ref (request->line));
    else
      paddock_call_list_open (request->call, ids);
  }
}
