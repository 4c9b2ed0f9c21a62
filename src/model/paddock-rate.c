/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-rate.h"

/* Limits how often something may be used, for each name by itself. Pure: the caller gives the time.
 *
 * One number is kept for each name: the time at which the name has regained all its uses. A name
 * that has all its uses need not be kept. A refused attempt does not count as a use. So a name that
 * keeps trying still gets its share, and is not shut out for ever. */

struct _PaddockRate
{
  GHashTable *due;            /* (owned) name -> gint64: when the name has regained all its uses, in
                               * µs */
  gint64      step;           /* µs after which a name regains one use */
  guint       max_names;
};

static gboolean
is_over (gpointer name,
         gpointer due,
         gpointer now)
{
  return *(const gint64 *) due <= *(const gint64 *) now;
}

/**
 * paddock_rate_new:
 * @per_minute: how many uses each name has in a minute, at least 1
 * @max_names: how many names are counted at a time; further names are refused
 *
 * Returns: (transfer full): a rate that has counted nothing yet
 */
PaddockRate *
paddock_rate_new (guint per_minute,
                  guint max_names)
{
  PaddockRate *self = g_new0 (PaddockRate, 1);

  self->due = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->step = MAX (G_TIME_SPAN_MINUTE / MAX (per_minute, 1), 1);
  self->max_names = max_names;
  return self;
}

/**
 * paddock_rate_free:
 * @self: (nullable) (transfer full): a rate
 */
void
paddock_rate_free (PaddockRate *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->due);
  g_free (self);
}

/**
 * paddock_rate_count:
 * @self: a rate
 * @name: a name
 * @now: µs on a clock that does not go back; if it does, no name waits longer than a minute
 *
 * Counts a use of @name, if that is allowed now.
 *
 * Returns: whether the use is allowed
 */
gboolean
paddock_rate_count (PaddockRate *self,
                    const char  *name,
                    gint64       now)
{
  gint64 *due = g_hash_table_lookup (self->due, name);
  gint64 taken = 0;

  if (due != NULL)
    taken = CLAMP (*due - now, 0, G_TIME_SPAN_MINUTE);
  if (taken + self->step > G_TIME_SPAN_MINUTE)
    return FALSE;

  if (due == NULL) {
    if (g_hash_table_size (self->due) >= self->max_names)
      g_hash_table_foreach_remove (self->due, is_over, &now);
    if (g_hash_table_size (self->due) >= self->max_names)
      return FALSE;
    due = g_new (gint64, 1);
    g_hash_table_insert (self->due, g_strdup (name), due);
  }
  *due = now + taken + self->step;
  return TRUE;
}
