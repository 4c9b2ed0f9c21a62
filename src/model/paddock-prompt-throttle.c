/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-prompt-throttle.h"

/* Limits how often one asker, known by a name, may ask the user after "Not Now" answers.
 *
 * The code that asks the questions owns one throttle. Pure: the caller gives the time. If the user
 * agrees to a question, the count of the asker is forgotten at once. Otherwise the count is
 * forgotten when the time @pause has passed after the last "Not Now" that it counts. */
struct _PaddockPromptThrottle
{
  GHashTable *names;                /* (owned) name -> Patience */
  guint       n_times;
  gint64      pause;                /* µs */
  guint       max_names;
};

typedef struct {
  guint  n;                         /* number of "Not Now" answers in a row */
  gint64 until;                     /* monotonic µs: when the count is forgotten */
} Patience;

static gboolean
is_forgotten (gpointer name,
              gpointer throttle,
              gpointer now)
{
  return ((const Patience *) throttle)->until <= *(const gint64 *) now;
}

static Patience *
lookup (PaddockPromptThrottle *self,
        const char            *name,
        gint64                 now)
{
  Patience *throttle = g_hash_table_lookup (self->names, name);

  if (throttle == NULL || !is_forgotten (NULL, throttle, &now))
    return throttle;
  g_hash_table_remove (self->names, name);
  return NULL;
}

/**
 * paddock_prompt_throttle_new:
 * @n_times: after how many "Not Now" answers a name is throttled, at least 1
 * @pause: how long a name is throttled, in µs
 * @max_names: how many names are counted at a time; further names are never throttled
 *
 * Returns: (transfer full): a throttle without counts
 */
PaddockPromptThrottle *
paddock_prompt_throttle_new (guint  n_times,
                             gint64 pause,
                             guint  max_names)
{
  PaddockPromptThrottle *self = g_new0 (PaddockPromptThrottle, 1);

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->n_times = n_times;
  self->pause = pause;
  self->max_names = max_names;
  return self;
}

/**
 * paddock_prompt_throttle_free:
 * @self: (nullable) (transfer full): a throttle
 */
void
paddock_prompt_throttle_free (PaddockPromptThrottle *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->names);
  g_free (self);
}

/**
 * paddock_prompt_throttle_count:
 * @self: a throttle
 * @name: the name of an asker
 * @now: monotonic µs
 *
 * Counts one "Not Now" answer for @name.
 *
 * Returns: whether @name is throttled now
 */
gboolean
paddock_prompt_throttle_count (PaddockPromptThrottle *self,
                               const char            *name,
                               gint64                 now)
{
  Patience *throttle = lookup (self, name, now);

  if (throttle == NULL) {
    if (g_hash_table_size (self->names) >= self->max_names)
      g_hash_table_foreach_remove (self->names, is_forgotten, &now);
    if (g_hash_table_size (self->names) >= self->max_names)
      return FALSE;
    throttle = g_new0 (Patience, 1);
    g_hash_table_insert (self->names, g_strdup (name), throttle);
  }
  /* The name is throttled already, but the user may still answer its older questions. Such an
   * answer does not make the pause longer. */
  if (throttle->n >= self->n_times)
    return TRUE;
  throttle->n++;
  throttle->until = now + self->pause;
  return throttle->n >= self->n_times;
}

/**
 * paddock_prompt_throttle_reset:
 * @self: a throttle
 * @name: the name of an asker
 *
 * Forgets the count of @name, because the user agreed to a question.
 */
void
paddock_prompt_throttle_reset (PaddockPromptThrottle *self,
                               const char            *name)
{
  g_hash_table_remove (self->names, name);
}

/**
 * paddock_prompt_throttle_is_throttled:
 * @self: a throttle
 * @name: the name of an asker
 * @now: monotonic µs
 *
 * Returns: whether @name must not ask now
 */
gboolean
paddock_prompt_throttle_is_throttled (PaddockPromptThrottle *self,
                                      const char            *name,
                                      gint64                 now)
{
  const Patience *throttle = lookup (self, name, now);

  return throttle != NULL && throttle->n >= self->n_times;
}
