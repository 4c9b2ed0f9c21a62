/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-time-text.h"

#include "model-fixtures.h"

/* Untranslated. The clock is NOW, 2027-01-15 08:00:00 UTC. */

#define MINUTE SECONDS (60)
#define DAY SECONDS (24 * 60 * 60)

static void
assert_takes (char       *text,
              const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_time (void)
{
  assert_takes (paddock_time_text_time (NOW, NOW), "08:00");
  assert_takes (paddock_time_text_time (NOW - 8 * 60 * MINUTE, NOW), "00:00");
  assert_takes (paddock_time_text_time (NOW - 8 * 60 * MINUTE - MINUTE, NOW), "14 Jan, 23:59");
  assert_takes (paddock_time_text_time (NOW - 15 * DAY, NOW), "31 Dec 2026, 08:00");
  assert_takes (paddock_time_text_time (NOW + DAY, NOW), "16 Jan, 08:00");
  /* No year has so many digits. A broken clock gives an empty text. */
  assert_takes (paddock_time_text_time (G_MAXINT64, NOW), "");

  assert_takes (paddock_time_text_until (0, NOW), "");
  assert_takes (paddock_time_text_until (NOW + MINUTE, NOW), "Until 08:01");
}

static void
test_duration (void)
{
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_SESSION, NULL),
                "Until it stops");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_SESSION, "Zed"),
                "Until Zed stops it");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_HOUR, "Zed"), "1 hour");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_TODAY, NULL), "Today");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_LOGIN, NULL), "Until you log out");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_UNTIL, NULL), "Until a date");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_UNTIL_REVOKED, NULL), "Always");
  assert_takes (paddock_time_text_duration (PADDOCK_DURATION_TIMED, NULL), "A limited time");
  assert_takes (paddock_time_text_duration ((PaddockDurationKind) 99, NULL),
                "Until it stops");
}

static void
test_length (void)
{
  const struct {
    PaddockDuration duration;
    const char *text;
  } cases[] = {
    { { PADDOCK_DURATION_SESSION, MINUTE }, "Until it stops" },
    { { PADDOCK_DURATION_UNTIL_REVOKED, 0 }, "Always" },
    { { PADDOCK_DURATION_LOGIN, MINUTE }, "Until you log out" },
    { { PADDOCK_DURATION_UNTIL, 0, NOW + MINUTE }, "Until 08:01" },
    { { PADDOCK_DURATION_TIMED, MINUTE }, "1 minute" },
    { { PADDOCK_DURATION_TIMED, MINUTE + 1 }, "2 minutes" },
    { { PADDOCK_DURATION_TIMED, 1 }, "1 minute" },
    { { PADDOCK_DURATION_TIMED, 60 * MINUTE }, "1 hour" },
    { { PADDOCK_DURATION_TIMED, 90 * MINUTE }, "90 minutes" },
    { { PADDOCK_DURATION_TIMED, 24 * 60 * MINUTE }, "1 day" },
    { { PADDOCK_DURATION_TIMED, 25 * 60 * MINUTE }, "25 hours" },
    { { PADDOCK_DURATION_TIMED, 3650 * DAY }, "3650 days" },
    { { PADDOCK_DURATION_TIMED, 0 }, "0 minutes" },
    { { PADDOCK_DURATION_TIMED, -1 }, "0 minutes" },
    { { PADDOCK_DURATION_TIMED, G_MAXINT64 }, "4294967295 minutes" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_takes (paddock_time_text_length (cases[i].duration, NOW), cases[i].text);
}

/* When a folder ends, and when that text changes. */
static void
test_end (void)
{
  static const struct {
    gint64      left;
    const char *text;
    gint64      next;                 /* from now; 0: does not change by itself */
  } cases[] = {
    { 1, "Ends in less than a minute", 1 },
    { MINUTE, "Ends in less than a minute", MINUTE },
    { MINUTE + 1, "Ends in 2 minutes", 1 },
    { 2 * MINUTE, "Ends in 2 minutes", MINUTE },
    { 42 * MINUTE, "Ends in 42 minutes", MINUTE },
    { 42 * MINUTE - 1, "Ends in 42 minutes", MINUTE - 1 },
    { 60 * MINUTE, "Ends in 60 minutes", MINUTE },
    { 60 * MINUTE + 1, "Until 09:00", 1 },
    { 90 * MINUTE, "Until 09:30", 30 * MINUTE },
    /* The text names the day until midnight. */
    { DAY, "Until 16 Jan, 08:00", 16 * 60 * MINUTE },
    { -1, "Until 07:59", 0 },
  };
  PaddockRoot of_login = { .login = "login:" };
  PaddockRoot for_ever = { 0 };
  gint64 next = 7;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockRoot root = { .expires = NOW + cases[i].left };

    assert_takes (paddock_time_text_end (&root, NOW, &next), cases[i].text);
    g_assert_cmpint (next, ==, cases[i].next != 0 ? NOW + cases[i].next : 0);
  }
  assert_takes (paddock_time_text_end (&of_login, NOW, &next), "Until you log out");
  g_assert_cmpint (next, ==, 0);
  assert_takes (paddock_time_text_end (&for_ever, NOW, &next), "");
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-text/time", test_time);
  g_test_add_func ("/time-text/duration", test_duration);
  g_test_add_func ("/time-text/length", test_length);
  g_test_add_func ("/time-text/end", test_end);
  return g_test_run ();
}
