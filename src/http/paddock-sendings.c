/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-sendings.h"

/* Questions about all that is under way to one server. Nothing here has a state: the arrays, of
 * PaddockSending, are the remote's.
 */

/**
 * paddock_sendings_find_owner:
 *
 * Returns: (transfer none) (nullable): the one that still waits for the answer to @id
 */
PaddockSending *
paddock_sendings_find_owner (GPtrArray   *sendings,
                             PaddockSpan  id)
{
  for (guint i = 0; i < sendings->len; i++)
    if (paddock_call_has_open (((PaddockSending *) sendings->pdata[i])->call, id))
      return sendings->pdata[i];
  return NULL;
}

/**
 * paddock_sendings_is_ours:
 * @line: the next one that is sent
 * @options: of the remote
 *
 * The host's own line may follow with the same id, where it had no answer in the session before.
 *
 * Returns: whether it is a request that is said again in the host's place
 */
gboolean
paddock_sendings_is_ours (GPtrArray                 *sendings,
                          GBytes                    *line,
                          const PaddockReachOptions *options)
{
  g_auto (PaddockLineClass) class = { 0 };

  paddock_line_classify (paddock_span_of (line), &class);
  return class.kind == PADDOCK_LINE_REQUEST && options->ours (class.id, options->user_data) &&
         paddock_sendings_find_owner (sendings, class.id) == NULL;
}

void
paddock_sendings_set_paused (GPtrArray *sendings,
                             gboolean   is_paused)
{
  for (guint i = 0; i < sendings->len; i++)
    paddock_call_set_paused (((PaddockSending *) sendings->pdata[i])->call, is_paused);
}

/**
 * paddock_sendings_has_busy:
 * @is_late: whether only requests count
 *
 * Returns: whether the host is owed something, or something is on its way to the server
 */
gboolean
paddock_sendings_has_busy (GPtrArray *sendings,
                           gboolean   is_late)
{
  for (guint i = 0; i < sendings->len; i++)
    if (paddock_sending_is_busy (sendings->pdata[i], is_late))
      return TRUE;
  return FALSE;
}

gboolean
paddock_sendings_has_words (GPtrArray *sendings)
{
  for (guint i = 0; i < sendings->len; i++)
    if (((PaddockSending *) sendings->pdata[i])->kind == PADDOCK_SENDING_WORD)
      return TRUE;
  return FALSE;
}

/**
 * paddock_sendings_make_room:
 * @max: calls that may be under way at a time
 *
 * Only those count that somebody waits for. Where there is no room for one more because servers do
 * not end what is answered, the oldest of that is ended.
 *
 * Returns: whether one more may be sent
 */
gboolean
paddock_sendings_make_room (GPtrArray *sendings,
                            guint      max)
{
  guint n_owed = 0;

  for (guint i = 0; i < sendings->len; i++)
    n_owed += paddock_call_is_owed (((PaddockSending *) sendings->pdata[i])->call);
  for (guint i = 0; i < sendings->len && n_owed < max && sendings->len >= max; i++) {
    const PaddockSending *sending = sendings->pdata[i];

    if (paddock_sending_is_answered (sending))
      g_ptr_array_remove_index (sendings, i--);
  }
  return n_owed < max;
}

/**
 * paddock_sendings_count_answers:
 *
 * Returns: of how many answers to the server it is not known whether it has them
 */
guint
paddock_sendings_count_answers (GPtrArray *sendings)
{
  guint n = 0;

  for (guint i = 0; i < sendings->len; i++) {
    const PaddockSending *sending = sendings->pdata[i];

    n += sending->is_answer && !paddock_call_has_begun (sending->call);
  }
  return n;
}

/**
 * paddock_sendings_list_owed:
 * @ids: (element-type GBytes): where the ids are added that wait for an answer
 */
void
paddock_sendings_list_owed (GPtrArray *sendings,
                            GPtrArray *ids)
{
  for (guint i = 0; i < sendings->len; i++) {
    const PaddockSending *sending = sendings->pdata[i];

    if (!sending->is_cancelled)
      paddock_call_list_open (sending->call, ids);
  }
}

static int
compare_by_number (gconstpointer a,
                   gconstpointer b)
{
  const PaddockSending *left = *(const PaddockSending * const *) a;
  const PaddockSending *right = *(const PaddockSending * const *) b;

  return left->number < right->number ? -1 : left->number > right->number;
}

/**
 * paddock_sendings_list_untaken:
 * @sendings: which the server refused; they are sorted by when they were sent
 * @lines: (element-type GBytes): where the lines are added that can be sent in another session
 * @ids: (element-type GBytes): where the ids of all others are added that wait for an answer
 */
void
paddock_sendings_list_untaken (GPtrArray *sendings,
                               GPtrArray *lines,
                               GPtrArray *ids)
{
  g_ptr_array_sort (sendings, compare_by_number);
  for (guint i = 0; i < sendings->len; i++) {
    const PaddockSending *sending = sendings->pdata[i];

    if (sending->is_cancelled)
      continue;
    if (sending->kind == PADDOCK_SENDING_REQUEST && !sending->is_apart &&
        !paddock_call_has_begun (sending->call))
      g_ptr_array_add (lines, g_bytes_ref (sending->line));
    else
      paddock_call_list_open (sending->call, ids);
  }
}
