/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-due.h"

typedef struct {
  GSource *source;                /* (owned) */
  guint    n_calls;
  guint    again_in;              /* ms, 0: not again */
  gboolean result;
} Fixture;

static gboolean
on_due (gpointer user_data)
{
  Fixture *self = user_data;

  g_assert_false (paddock_watch_due_is_set (self->source));
  self->n_calls++;
  if (self->again_in > 0)
    paddock_watch_due_in (self->source, self->again_in);
  return self->result;
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->result = G_SOURCE_CONTINUE;
  self->source = paddock_watch_due_new (on_due, self, "test");
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  paddock_watch_due_free (self->source);
}

static void
test_never (Fixture       *self,
            gconstpointer  data)
{
  g_assert_false (paddock_watch_due_is_set (self->source));
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  paddock_watch_due_in (self->source, 0);
  g_assert_true (paddock_watch_due_is_set (self->source));
  paddock_watch_due_never (self->source);
  g_assert_false (paddock_watch_due_is_set (self->source));
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  g_assert_cmpuint (self->n_calls, ==, 0);
}

static void
test_once_each_time (Fixture       *self,
                     gconstpointer  data)
{
  for (guint i = 1; i < 4; i++) {
    paddock_watch_due_in (self->source, i);
    while (self->n_calls < i)
      g_main_context_iteration (NULL, TRUE);
    g_assert_false (paddock_watch_due_is_set (self->source));
    g_assert_false (g_main_context_iteration (NULL, FALSE));
  }
  g_assert_cmpuint (self->n_calls, ==, 3);
}

static void
test_earliest_wins (Fixture       *self,
                    gconstpointer  data)
{
  gint64 due;

  paddock_watch_due_in (self->source, 1000000);
  due = g_source_get_ready_time (self->source);
  paddock_watch_due_in (self->source, 2000000);
  g_assert_cmpint (g_source_get_ready_time (self->source), ==, due);
  paddock_watch_due_in (self->source, 1);
  g_assert_cmpint (g_source_get_ready_time (self->source), <, due);
  while (self->n_calls == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (self->n_calls, ==, 1);
}

static void
test_again (Fixture       *self,
            gconstpointer  data)
{
  self->again_in = 1;
  paddock_watch_due_in (self->source, 0);
  while (self->n_calls < 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (paddock_watch_due_is_set (self->source));
}

static void
test_end (Fixture       *self,
          gconstpointer  data)
{
  self->result = G_SOURCE_REMOVE;
  paddock_watch_due_in (self->source, 0);
  while (self->n_calls == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_source_is_destroyed (self->source));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/watch-due/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("never", test_never);
  ADD ("once-each-time", test_once_each_time);
  ADD ("earliest-wins", test_earliest_wins);
  ADD ("again", test_again);
  ADD ("end", test_end);
  return g_test_run ();
}
