/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/boundary.h"

#include <time.h>

/* Whether the time of a refusal reveals that something exists outside the root. The test requests
 * pairs of references in turns: one leads to something, the other to nothing. In most rounds the
 * medians must differ by less than a twentieth. The test must also catch a reader that resolves
 * before it checks.
 *
 * There are 1,000 pairs, and 10,000 with PADDOCK_TEST_FULL. The machine has other work, so one or
 * two of five rounds may be off in either direction. */

#define PAIRS      1000
#define FULL_PAIRS 10000
#define ROUNDS     5
#define MOST       (ROUNDS / 2 + 1)
#define PART       20
#define MILLION    G_GINT64_CONSTANT (1000000)

typedef void (*AskFunc) (const Boundary *boundary,
                         const char     *reference,
                         gsize           length);

/* Both have the same length, so that only the existence makes a difference. In links: the names of
 * the links. */
static const struct {
  const char *name;
  const char *root;
  const char *there;
  const char *missing;
  gsize       batch;              /* requests per measurement, for the clock's resolution */
} pairs[] = {
  { "text", "home/projects", "/home/secret", "/home/sEcret", 64 },
  { "sibling", "home/projects", "/home/projects-too/secret", "/home/projects-tow/secret", 64 },
  { "up", "home/projects", "/home/projects/../secret", "/home/projects/../sEcret", 4 },
  { "link", "home/projects", "/home/projects/out-1", "/home/projects/out-2", 4 },
  { "absolute-link", "home/projects", "/home/projects/abs-1", "/home/projects/abs-2", 4 },
  { "through-link", "home/projects", "/home/projects/out/secret", "/home/projects/out/sEcret", 4 },
  { "own", "", "/own/paddock.db", "/own/pAddock.db", 4 },
  { "own-deep", "", "/own/data/there", "/own/dAta/there", 4 },
  { "own-through-link", "", "/to-own/paddock.db", "/to-own/pAddock.db", 4 },
};

static gboolean
is_full (void)
{
  return g_strcmp0 (g_getenv ("PADDOCK_TEST_FULL"), "1") == 0;
}

static void
ask_verified (const Boundary *boundary,
              const char     *reference,
              gsize           length)
{
  g_autoptr (GBytes) bytes = NULL;

  g_assert_cmpint (boundary_ask (boundary, reference, length, &bytes), ==, PADDOCK_READ_OUTSIDE);
}

/* Leaks: it refuses as well, but looks the file up first. */
static void
ask_resolved (const Boundary *boundary,
              const char     *reference,
              gsize           length)
{
  char *resolved = realpath (reference, NULL);

  g_assert_false (resolved != NULL && paddock_path_text_is_within (resolved, boundary->root.path) &&
                  strstr (resolved, "/own") == NULL);
  free (resolved);
}

static gint64
now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static gint64
measure (const Boundary *boundary,
         AskFunc         ask,
         const char     *reference,
         gsize           batch)
{
  gsize length = strlen (reference);
  gint64 begin = now_ns ();

  for (gsize i = 0; i < batch; i++)
    ask (boundary, reference, length);
  return now_ns () - begin;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  gint64 first = *(const gint64 *) a;
  gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static gint64
median (gint64 *times,
        gsize   count)
{
  qsort (times, count, sizeof *times, compare);
  return times[count / 2];
}

/* The difference between the medians of one round, in millionths of the longer one. Negative if the
 * missing file takes longer. */
static gint64
get_difference (const Boundary *boundary,
                AskFunc         ask,
                gsize           pair)
{
  gsize count = is_full () ? FULL_PAIRS : PAIRS;
  g_autofree char *there = g_strconcat (boundary->tree->base, pairs[pair].there, NULL);
  g_autofree char *missing = g_strconcat (boundary->tree->base, pairs[pair].missing, NULL);
  g_autofree gint64 *there_times = g_new (gint64, count);
  g_autofree gint64 *missing_times = g_new (gint64, count);
  gint64 first, second;

  /* The order alternates. */
  for (gsize i = 0; i < count; i++) {
    if (i % 2 == 0)
      there_times[i] = measure (boundary, ask, there, pairs[pair].batch);
    missing_times[i] = measure (boundary, ask, missing, pairs[pair].batch);
    if (i % 2 == 1)
      there_times[i] = measure (boundary, ask, there, pairs[pair].batch);
  }

  first = median (there_times, count);
  second = median (missing_times, count);
  g_test_message ("%s: %" G_GINT64_FORMAT " ns there, %" G_GINT64_FORMAT " ns missing",
                  pairs[pair].name, first, second);
  return (first - second) * MILLION / MAX (first, second);
}

static Boundary *
make_boundary (void)
{
  Boundary *boundary = boundary_new ();
  g_autofree char *there = tree_path (boundary->tree, "home/secret");
  g_autofree char *missing = tree_path (boundary->tree, "home/sEcret");

  boundary_make_file (boundary, "home/secret");
  boundary_make_file (boundary, "home/projects-too/secret");
  boundary_make_file (boundary, "own/data/there");
  tree_link (boundary->tree, "../secret", "home/projects/out-1");
  tree_link (boundary->tree, "../sEcret", "home/projects/out-2");
  tree_link (boundary->tree, there, "home/projects/abs-1");
  tree_link (boundary->tree, missing, "home/projects/abs-2");
  tree_link (boundary->tree, "..", "home/projects/out");
  tree_link (boundary->tree, "own", "to-own");
  return boundary;
}

/* Whether any pair can be distinguished in most of its rounds. A round covers all pairs before the
 * next begins. So other work on the machine affects one round of some pairs, but not most rounds of
 * one pair. */
static gboolean
is_any_told (AskFunc ask)
{
  g_autoptr (Boundary) boundary = make_boundary ();
  guint n_alike[G_N_ELEMENTS (pairs)] = { 0 };
  guint n_longer[G_N_ELEMENTS (pairs)] = { 0 };
  guint n_shorter[G_N_ELEMENTS (pairs)] = { 0 };
  gboolean is_told = FALSE;

  for (gsize i = 0; !is_told && i < ROUNDS; i++)
    for (gsize pair = 0; !is_told && pair < G_N_ELEMENTS (pairs); pair++) {
      gint64 difference;

      if (n_alike[pair] >= MOST)
        continue;
      boundary_set_root (boundary, pairs[pair].root);
      difference = get_difference (boundary, ask, pair);
      n_longer[pair] += difference * PART >= MILLION;
      n_shorter[pair] += difference * PART <= -MILLION;
      n_alike[pair] += ABS (difference) * PART < MILLION;
      is_told = n_longer[pair] >= MOST || n_shorter[pair] >= MOST;
    }
  return is_told;
}

static void
test_verified (gconstpointer error)
{
  int status;
  pid_t pid = fork ();

  if (pid == 0) {
    if (GPOINTER_TO_INT (error) != 0)
      forbid_newer_calls (GPOINTER_TO_INT (error));
    _exit (is_any_told (ask_verified));
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("no seccomp here");
  else
    g_assert_cmpint (status, ==, 0);
}

static void
test_resolved (void)
{
  g_assert_true (is_any_told (ask_resolved));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/boundary-timing/openat2", GINT_TO_POINTER (0), test_verified);
  g_test_add_data_func ("/boundary-timing/absent", GINT_TO_POINTER (ENOSYS), test_verified);
  g_test_add_func ("/boundary-timing/resolving-first-is-told", test_resolved);
  return g_test_run ();
}
