/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-prompt-throttle.h"

#include <string.h>

/* With a limit of three, and a pause of 100 µs. */

static void
test_sequences (void)
{
  static const struct {
    const char *events;             /* n: "Not Now", y: agreed, a digit: tens of µs pass */
    gboolean    is_over;
  } rows[] = {
    { "", FALSE },
    { "n", FALSE },
    { "nn", FALSE },
    { "nnn", TRUE },
    { "nnnnnn", TRUE },
    { "n9n9n", TRUE },
    { "nn91n", FALSE },
    { "nnn9", TRUE },
    { "nnn91", FALSE },
    { "nnn91nn", FALSE },
    { "nnn91nnn", TRUE },
    { "nnn5n5", FALSE },
    { "nnny", FALSE },
    { "nnyn", FALSE },
    { "nnynn", FALSE },
    { "nnynnn", TRUE },
    { "y", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockPromptThrottle) throttle = paddock_prompt_throttle_new (3, 100, 4);
    gint64 now = 1000;

    g_test_message ("%s", rows[i].events);
    for (const char *event = rows[i].events; *event != '\0'; event++) {
      if (*event == 'n')
        g_assert_cmpint (paddock_prompt_throttle_count (throttle, "a", now), ==,
                         paddock_prompt_throttle_is_throttled (throttle, "a", now));
      else if (*event == 'y')
        paddock_prompt_throttle_reset (throttle, "a");
      else
        now += 10 * (*event - '0');
    }
    g_assert_cmpint (paddock_prompt_throttle_is_throttled (throttle, "a", now), ==,
                     rows[i].is_over);
    g_assert_false (paddock_prompt_throttle_is_throttled (throttle, "b", now));
  }
}

/* A name beyond the limit is not counted, until another is forgotten. */
static void
test_names (void)
{
  g_autoptr (PaddockPromptThrottle) throttle = paddock_prompt_throttle_new (1, 100, 2);

  g_assert_true (paddock_prompt_throttle_count (throttle, "a", 0));
  g_assert_true (paddock_prompt_throttle_count (throttle, "b", 50));
  g_assert_false (paddock_prompt_throttle_count (throttle, "c", 99));
  g_assert_false (paddock_prompt_throttle_is_throttled (throttle, "c", 99));
  g_assert_true (paddock_prompt_throttle_count (throttle, "c", 100));
  g_assert_false (paddock_prompt_throttle_is_throttled (throttle, "a", 100));
  g_assert_true (paddock_prompt_throttle_is_throttled (throttle, "b", 100));
  g_assert_true (paddock_prompt_throttle_is_throttled (throttle, "c", 100));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prompt-throttle/sequences", test_sequences);
  g_test_add_func ("/prompt-throttle/names", test_names);
  return g_test_run ();
}
