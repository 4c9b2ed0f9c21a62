/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-due.h"

/* A source that lives as long as its owner, and is due only on request. In between it wakes nobody.
 * The watcher uses it instead of timeouts that come and go. */

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     user_data)
{
  g_source_set_ready_time (source, -1);
  return callback (user_data);
}

static GSourceFuncs funcs = { .dispatch = dispatch };

/**
 * paddock_watch_due_new:
 * @callback: called each time the source is due; it may make it due again. %G_SOURCE_REMOVE ends it
 * @name: constant text
 *
 * Returns: (transfer full): a source in the context of this thread that is never due
 */
GSource *
paddock_watch_due_new (GSourceFunc  callback,
                       gpointer     user_data,
                       const char  *name)
{
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_static_name (source, name);
  g_source_set_callback (source, callback, user_data, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

void
paddock_watch_due_free (GSource *source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/**
 * paddock_watch_due_in:
 *
 * Makes the source due in @delay_ms, or earlier if it already is due earlier.
 */
void
paddock_watch_due_in (GSource *source,
                      guint    delay_ms)
{
  gint64 due = g_get_monotonic_time () + delay_ms * G_TIME_SPAN_MILLISECOND;
  gint64 earlier = g_source_get_ready_time (source);

  if (earlier < 0 || due < earlier)
    g_source_set_ready_time (source, due);
}

void
paddock_watch_due_never (GSource *source)
{
  g_source_set_ready_time (source, -1);
}

gboolean
paddock_watch_due_is_set (GSource *source)
{
  return g_source_get_ready_time (source) >= 0;
}
