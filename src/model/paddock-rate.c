/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-rate.h"

/* How often somebody does something, and whether that is too often.
 *
 * Owned by who asks it, and as pure as a thing that counts can be: the clock is the caller's. For
 * each name one number is kept, the time at which everything it took has been given back; what is
 * over is not kept. A name that is refused takes nothing: who goes on trying gets what is due, and
 * is not shut out for ever. */

struct _PaddockRate
{
  GHashTable *due;            /* (owned) name -> µs, owned */
  gint64      step;           /* µs after which one more is given back */
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
 * @per_minute: how often each name may, at least 1
 * @max_names: how many names are told apart at a time; others may not at all
 *
 * Returns: (transfer full): a rate of which nobody has taken anything
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
 * @name: who
 * @now: µs on a clock that does not go back; where it does, nobody waits longer than a minute
 *
 * Returns: whether @name may once more, which is then counted
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
