/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-rare-fd.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#define N_MANY 20

typedef struct _Bell Bell;

struct _Bell {
  int            fd;
  PaddockRareFd *rare;              /* (owned) (nullable) */
  guint          n_calls;
  gboolean       drains;            /* reads the descriptor when it is called */
  Bell          *frees;             /* (nullable) freed when this one is called */
};

static void
bell_free (Bell *bell)
{
  g_clear_pointer (&bell->rare, paddock_rare_fd_free);
}

static void
on_ready (gpointer user_data)
{
  Bell *bell = user_data;
  guint64 value;

  bell->n_calls++;
  if (bell->drains)
    g_assert_cmpint (read (bell->fd, &value, sizeof value), >=, 0);
  if (bell->frees != NULL)
    bell_free (bell->frees);
}

static void
bell_init (Bell *bell,
           int   fd)
{
  g_assert_cmpint (fd, >=, 0);
  bell->fd = fd;
  bell->rare = paddock_rare_fd_new (fd, on_ready, bell);
}

static void
ring (const Bell *bell)
{
  g_assert_cmpint (eventfd_write (bell->fd, 1), ==, 0);
}

static void
bell_clear (Bell *bell)
{
  bell_free (bell);
  close (bell->fd);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* The descriptors that the main loop polls. */
static int
count_polled (void)
{
  int timeout;

  g_assert_true (g_main_context_acquire (NULL));
  g_main_context_release (NULL);
  return g_main_context_query (g_main_context_default (), G_MAXINT, &timeout, NULL, 0);
}

static void
test_called (void)
{
  Bell bell = { .drains = TRUE };

  bell_init (&bell, eventfd (0, EFD_NONBLOCK));
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 0);
  ring (&bell);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 1);
  ring (&bell);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 2);
  bell_clear (&bell);
}

/* Somebody who does not read is called again. */
static void
test_called_until_read (void)
{
  Bell bell = { 0 };

  bell_init (&bell, eventfd (1, EFD_NONBLOCK));
  for (guint i = 0; i < 5; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 5);
  bell.drains = TRUE;
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 6);
  bell_clear (&bell);
}

static void
test_one_polled (void)
{
  Bell bells[N_MANY] = { 0 };
  int before = count_polled ();

  for (guint i = 0; i < N_MANY; i++)
    bell_init (&bells[i], eventfd (0, EFD_NONBLOCK));
  g_assert_cmpint (count_polled (), ==, before + 1);
  for (guint i = 0; i < N_MANY; i++)
    bell_clear (&bells[i]);
  g_assert_cmpint (count_polled (), ==, before);
}

static void
test_frees_itself (void)
{
  Bell bell = { 0 };

  bell.frees = &bell;
  bell_init (&bell, eventfd (1, EFD_NONBLOCK));
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 1);
  bell_clear (&bell);
}

/* Both are ready, and each frees the other: so only one is called. */
static void
test_frees_another (void)
{
  Bell a = { 0 }, b = { 0 };

  a.frees = &b;
  b.frees = &a;
  a.drains = b.drains = TRUE;
  bell_init (&a, eventfd (1, EFD_NONBLOCK));
  bell_init (&b, eventfd (1, EFD_NONBLOCK));
  settle ();
  g_assert_cmpuint (a.n_calls + b.n_calls, ==, 1);
  bell_clear (&a);
  bell_clear (&b);
}

static void
test_freed_unread (void)
{
  Bell bell = { 0 };

  bell_init (&bell, eventfd (1, EFD_NONBLOCK));
  bell_free (&bell);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 0);
  close (bell.fd);
}

static void
test_hung_up (void)
{
  Bell bell = { 0 };
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC | O_NONBLOCK), ==, 0);
  bell_init (&bell, ends[0]);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 0);
  close (ends[1]);
  g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 1);
  bell_clear (&bell);
}

/* The writing end of a pipe without a reader is in error, and never readable. */
static void
test_error (void)
{
  Bell bell = { 0 };
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC | O_NONBLOCK), ==, 0);
  bell_init (&bell, ends[1]);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 0);
  close (ends[0]);
  g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 1);
  bell_clear (&bell);
}

/* A mistake of the owner, which must not harm a file that gets the same number. */
static void
test_closed_too_early (void)
{
  Bell bell = { 0 }, next = { .drains = TRUE };
  int number;

  bell_init (&bell, eventfd (1, EFD_NONBLOCK));
  number = bell.fd;
  close (number);
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 0);

  bell_init (&next, eventfd (1, EFD_NONBLOCK));
  g_assert_cmpint (next.fd, ==, number);
  settle ();
  g_assert_cmpuint (next.n_calls, ==, 1);
  bell_clear (&next);
  bell_free (&bell);
}

static gboolean
on_turn (gpointer user_data)
{
  guint *n_calls = user_data;

  (*n_calls)++;
  return G_SOURCE_CONTINUE;
}

static guint
add_source (int    priority,
            guint *n_calls)
{
  return g_idle_add_full (priority, on_turn, n_calls, NULL);
}

/* All are always ready: each has its turn, and so has another source of the same priority. */
static void
test_turns (void)
{
  Bell bells[N_MANY] = { 0 };
  guint n_others = 0;
  guint id = add_source (G_PRIORITY_DEFAULT, &n_others);

  for (guint i = 0; i < N_MANY; i++)
    bell_init (&bells[i], eventfd (1, EFD_NONBLOCK));
  for (guint i = 0; i < 3 * N_MANY; i++)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < N_MANY; i++)
    g_assert_cmpuint (bells[i].n_calls, ==, 3);
  g_assert_cmpuint (n_others, ==, 3 * N_MANY);

  for (guint i = 0; i < N_MANY; i++)
    bell_clear (&bells[i]);
  g_source_remove (id);
}

static void
test_priority (void)
{
  Bell bell = { 0 };
  guint n_urgent = 0, n_idle = 0;
  guint idle = add_source (G_PRIORITY_DEFAULT_IDLE, &n_idle);
  guint urgent;

  bell_init (&bell, eventfd (1, EFD_NONBLOCK));
  for (guint i = 0; i < 5; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 5);
  g_assert_cmpuint (n_idle, ==, 0);

  urgent = add_source (G_PRIORITY_HIGH, &n_urgent);
  for (guint i = 0; i < 5; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 5);
  g_assert_cmpuint (n_urgent, ==, 5);
  g_source_remove (urgent);
  g_source_remove (idle);
  bell_clear (&bell);
}

/* A regular file is always readable, and epoll does not take it. */
static void
test_without_epoll (void)
{
  Bell bell = { 0 };
  int before = count_polled ();

  bell_init (&bell, memfd_create ("file", MFD_CLOEXEC));
  g_assert_cmpint (count_polled (), ==, before + 1);
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bell.n_calls, ==, 3);
  bell.frees = &bell;
  settle ();
  g_assert_cmpuint (bell.n_calls, ==, 4);
  g_assert_cmpint (count_polled (), ==, before);
  close (bell.fd);
}

/* Each context calls its own. */
static void
test_contexts (void)
{
  g_autoptr (GMainContext) other = g_main_context_new ();
  Bell here = { .drains = TRUE }, there = { .drains = TRUE };

  bell_init (&here, eventfd (1, EFD_NONBLOCK));
  g_main_context_push_thread_default (other);
  bell_init (&there, eventfd (1, EFD_NONBLOCK));
  g_main_context_pop_thread_default (other);
  settle ();
  g_assert_cmpuint (here.n_calls, ==, 1);
  g_assert_cmpuint (there.n_calls, ==, 0);
  while (g_main_context_iteration (other, FALSE))
    continue;
  g_assert_cmpuint (here.n_calls, ==, 1);
  g_assert_cmpuint (there.n_calls, ==, 1);
  bell_clear (&here);
  bell_clear (&there);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rare-fd/called", test_called);
  g_test_add_func ("/rare-fd/called-until-read", test_called_until_read);
  g_test_add_func ("/rare-fd/one-polled", test_one_polled);
  g_test_add_func ("/rare-fd/frees-itself", test_frees_itself);
  g_test_add_func ("/rare-fd/frees-another", test_frees_another);
  g_test_add_func ("/rare-fd/freed-unread", test_freed_unread);
  g_test_add_func ("/rare-fd/hung-up", test_hung_up);
  g_test_add_func ("/rare-fd/error", test_error);
  g_test_add_func ("/rare-fd/closed-too-early", test_closed_too_early);
  g_test_add_func ("/rare-fd/turns", test_turns);
  g_test_add_func ("/rare-fd/priority", test_priority);
  g_test_add_func ("/rare-fd/without-epoll", test_without_epoll);
  g_test_add_func ("/rare-fd/contexts", test_contexts);
  return g_test_run ();
}
