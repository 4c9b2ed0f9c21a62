/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-duration.h"

#include "paddock-error.h"

#define S ((gint64) G_USEC_PER_SEC)
#define M (60 * S)
#define H (60 * M)
#define D (24 * H)

static void
test_words (void)
{
  static const struct {
    const char          *text;
    PaddockDurationKind  kind;
    const char          *back;
  } rows[] = {
    { "session", PADDOCK_DURATION_SESSION, "session" },
    { "hour", PADDOCK_DURATION_HOUR, "hour" },
    { "today", PADDOCK_DURATION_TODAY, "today" },
    { "until-logout", PADDOCK_DURATION_LOGIN, "until-logout" },
    { "until-revoked", PADDOCK_DURATION_UNTIL_REVOKED, "until-revoked" },
    { "forever", PADDOCK_DURATION_UNTIL_REVOKED, "until-revoked" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockDuration duration = { 99, 99 };
    g_autoptr (GError) error = NULL;
    g_autofree char *back = NULL;

    g_assert_true (paddock_duration_parse (rows[i].text, &duration, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (duration.kind, ==, rows[i].kind);
    g_assert_cmpint (duration.length, ==, 0);
    back = paddock_duration_to_text (duration);
    g_assert_cmpstr (back, ==, rows[i].back);
  }
}

static void
test_lengths (void)
{
  static const struct {
    const char *text;
    gint64      length;
    const char *back;
  } rows[] = {
    { "1s", S, "1s" },
    { "90s", 90 * S, "1m30s" },
    { "30m", 30 * M, "30m" },
    { "2h", 2 * H, "2h" },
    { "60m", H, "1h" },
    { "1h30m", 90 * M, "1h30m" },
    { "7d", 7 * D, "7d" },
    { "1d1h1m1s", D + H + M + S, "1d1h1m1s" },
    { "1d1s", D + S, "1d1s" },
    { "007d", 7 * D, "7d" },
    { "0d1h", H, "1h" },
    { "3650d", 3650 * D, "3650d" },
    { "3649d24h", 3650 * D, "3650d" },
    { "315360000s", 3650 * D, "3650d" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockDuration duration = { 0 };
    g_autofree char *back = NULL;

    g_assert_true (paddock_duration_parse (rows[i].text, &duration, NULL));
    g_assert_cmpuint (duration.kind, ==, PADDOCK_DURATION_TIMED);
    g_assert_cmpint (duration.length, ==, rows[i].length);
    back = paddock_duration_to_text (duration);
    g_assert_cmpstr (back, ==, rows[i].back);
  }
}

static void
test_invalid (void)
{
  static const char * const rows[] = {
    NULL, "", " ", "0", "0s", "0d0h0m0s", "1", "30", "m", "h1", "-1h", "+1h", "1.5h", "1,5h", "1 h",
    " 1h", "1h ", "1H", "1M", "1w", "1y", "1ms", "1h1h", "1m1h", "1s1d", "1h30", "1h30m1", "0x10s",
    "3651d", "3650d1s", "315360001s", "99999999999999999999d", "9223372036854775807s",
    "18446744073709551617s", "Session", "HOUR", "session ", "until_revoked", "until revoked",
    "forever!", "always", "tomorrow", "\xd9\xa1h", "1h\n", "inf", "1e3s",
    /* Invalid dates. */
    "until-logout ", "2026-13-01", "2026-00-10", "2026-01-00", "2026-02-29", "2026-04-31",
    "2026-1-1", "26-01-01", "02026-01-01", "2026-01-01 ", " 2026-01-01", "2026/01/01",
    "01-01-2026", "2026-01-01 1:00", "2026-01-01 24:00", "2026-01-01 10:60", "2026-01-01 10:00:00",
    "2026-01-01T10:00:60Z", "2026-01-01T10:00Z", "2026-01-01T10:00:00", "2026-01-01T10:00:00+01:00",
    "2026-01-01t10:00:00z", "2026-01-01\t10:00", "2026-01-01  10:00", "2026-01-01 10:00 ",
    "-026-01-01", "0000-01-01", "1969-12-31", "1970-01-01T00:00:00Z", "20260101", "2026-W01-1",
    "2026-01-01 \xd9\xa1\xd9\xa0:00",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockDuration duration = { PADDOCK_DURATION_HOUR, 42 };
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_duration_parse (rows[i], &duration, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_cmpuint (duration.kind, ==, PADDOCK_DURATION_HOUR);
    g_assert_cmpint (duration.length, ==, 42);
  }
}

static void
test_odd_text (void)
{
  static const struct {
    PaddockDuration  duration;
    const char      *text;
  } rows[] = {
    { { PADDOCK_DURATION_TIMED, 0 }, "1s" },
    { { PADDOCK_DURATION_TIMED, -5 }, "1s" },
    { { PADDOCK_DURATION_TIMED, S - 1 }, "1s" },
    { { PADDOCK_DURATION_TIMED, 2 * S - 1 }, "1s" },
    { { PADDOCK_DURATION_TIMED, G_MAXINT64 }, "3650d" },
    { { PADDOCK_DURATION_UNTIL, 0, 0 }, "1970-01-01T00:00:01Z" },
    { { PADDOCK_DURATION_UNTIL, 0, G_MININT64 }, "1970-01-01T00:00:01Z" },
    { { PADDOCK_DURATION_UNTIL, 0, G_MAXINT64 }, "9999-12-31T23:59:59Z" },
    { { 77, 0 }, "session" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = paddock_duration_to_text (rows[i].duration);
    PaddockDuration back;

    g_assert_cmpstr (text, ==, rows[i].text);
    g_assert_true (paddock_duration_parse (text, &back, NULL));
  }
}

static void
test_end (void)
{
  static const struct {
    PaddockDuration duration;
    gint64          now;
    gint64          end;
  } rows[] = {
    { { PADDOCK_DURATION_SESSION, 0 }, 1000, 0 },
    { { PADDOCK_DURATION_UNTIL_REVOKED, 0 }, 1000, 0 },
    { { PADDOCK_DURATION_HOUR, 0 }, 1000, 1000 + H },
    { { PADDOCK_DURATION_TIMED, 30 * M }, 1000, 1000 + 30 * M },
    { { PADDOCK_DURATION_TIMED, 3650 * D }, 1000, 1000 + 3650 * D },
    { { PADDOCK_DURATION_TIMED, G_MAXINT64 }, 1000, 1000 + 3650 * D },
    { { PADDOCK_DURATION_TIMED, 0 }, 1000, 1000 },
    { { PADDOCK_DURATION_TIMED, -1 }, 1000, 1000 },
    { { PADDOCK_DURATION_TIMED, 0 }, 0, 1 },
    { { PADDOCK_DURATION_TIMED, 5 }, -5, 1 },
    { { 77, 0 }, 1000, 1000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (paddock_duration_get_end (rows[i].duration, rows[i].now, NULL), ==,
                     rows[i].end);
}

static gint64
make_time (const char *text)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, NULL);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * S;
}

static void
test_today (void)
{
  static const struct {
    const char *zone;
    const char *now;
    const char *end;
  } rows[] = {
    { "UTC", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z" },
    { "UTC", "2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z" },
    { "UTC", "2028-02-28T12:00:00Z", "2028-02-29T00:00:00Z" },
    { "UTC", "2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z" },
    { "Asia/Seoul", "2026-03-01T14:59:59Z", "2026-03-01T15:00:00Z" },
    { "Asia/Seoul", "2026-03-01T15:00:00Z", "2026-03-02T15:00:00Z" },
    { "Asia/Kolkata", "2026-03-01T12:00:00Z", "2026-03-01T18:30:00Z" },
    /* Days of 23 and of 25 hours. All are in the past, because countries change their rules. */
    { "Europe/Berlin", "2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z" },
    { "Europe/Berlin", "2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z" },
    { "America/New_York", "2024-03-10T05:00:00Z", "2024-03-11T04:00:00Z" },
    /* The clock skips from 0:00 to 1:00: the day begins at 1:00. */
    { "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z" },
    { "America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-05T02:00:00Z" },
    /* The clock goes back from 1:00 to 0:00: the first midnight counts. */
    { "America/Havana", "2018-11-03T12:00:00Z", "2018-11-04T04:00:00Z" },
    { "America/Havana", "2018-11-04T04:30:00Z", "2018-11-05T05:00:00Z" },
    /* The clock goes back from 0:00 to 23:00. */
    { "America/Sao_Paulo", "2018-02-17T12:00:00Z", "2018-02-18T03:00:00Z" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (rows[i].zone);
    PaddockDuration today = { PADDOCK_DURATION_TODAY, 0 };

    if (zone == NULL) {
      g_test_message ("no data of the time zone %s", rows[i].zone);
      continue;
    }
    g_test_message ("%s %s", rows[i].zone, rows[i].now);
    g_assert_cmpint (paddock_duration_get_end (today, make_time (rows[i].now), zone), ==,
                     make_time (rows[i].end));
  }
}

static void
test_dates (void)
{
  static const struct {
    const char *zone;
    const char *text;
    const char *until;
  } rows[] = {
    { "UTC", "2026-12-24", "2026-12-25T00:00:00Z" },
    { "UTC", "2026-12-31", "2027-01-01T00:00:00Z" },
    { "UTC", "2028-02-29", "2028-03-01T00:00:00Z" },
    { "UTC", "2026-12-24 18:00", "2026-12-24T18:00:00Z" },
    { "UTC", "2026-12-24T18:00", "2026-12-24T18:00:00Z" },
    { "UTC", "2026-12-24 23:59", "2026-12-24T23:59:00Z" },
    { "UTC", "1970-01-01 00:01", "1970-01-01T00:01:00Z" },
    { "UTC", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z" },
    { "Asia/Seoul", "2026-12-24 18:00", "2026-12-24T09:00:00Z" },
    { "Asia/Seoul", "2026-12-24", "2026-12-24T15:00:00Z" },
    { "Asia/Seoul", "2026-12-24T18:00:07Z", "2026-12-24T18:00:07Z" },
    /* A day of 25 hours, and a midnight that did not exist. */
    { "Europe/Berlin", "2024-10-27", "2024-10-27T23:00:00Z" },
    { "America/Sao_Paulo", "2018-11-03", "2018-11-04T03:00:00Z" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (rows[i].zone);
    PaddockDuration duration = { 0 };
    PaddockDuration back = { 0 };
    g_autofree char *text = NULL;

    if (zone == NULL) {
      g_test_message ("no data of the time zone %s", rows[i].zone);
      continue;
    }
    g_assert_true (paddock_duration_parse_local (rows[i].text, zone, &duration, NULL));
    g_assert_cmpuint (duration.kind, ==, PADDOCK_DURATION_UNTIL);
    g_assert_cmpint (duration.until, ==, make_time (rows[i].until));
    /* The text for the bus means the same in every time zone. */
    text = paddock_duration_to_text (duration);
    g_assert_cmpstr (text, ==, rows[i].until);
    g_assert_true (paddock_duration_parse (text, &back, NULL));
    g_assert_cmpint (back.until, ==, duration.until);
  }
}

static void
test_dates_in_time (void)
{
  static const struct {
    gint64   until;
    gboolean is_good;
    gint64   end;                   /* from NOW */
  } rows[] = {
    { 1, TRUE, 1 },
    { H, TRUE, H },
    { 3650 * D, TRUE, 3650 * D },
    { 0, FALSE, 0 },
    { -1, FALSE, 0 },
    { -9 * D, FALSE, 0 },
    { 3650 * D + 1, FALSE, 3650 * D },
  };
  gint64 now = make_time ("2026-11-21T12:00:00Z");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockDuration duration = { .kind = PADDOCK_DURATION_UNTIL, .until = now + rows[i].until };
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (paddock_duration_check (duration, now, &error), ==, rows[i].is_good);
    if (!rows[i].is_good)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_cmpint (paddock_duration_get_end (duration, now, NULL), ==, now + rows[i].end);
  }
  g_assert_true (paddock_duration_check ((PaddockDuration) { PADDOCK_DURATION_HOUR, 0 }, now,
                                         NULL));
}

/* At any time, "today" ends in the future, and within 25 hours. */
static void
test_today_bounds (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  PaddockDuration today = { PADDOCK_DURATION_TODAY, 0 };
  gint64 start = make_time ("2026-01-01T00:00:00Z");

  for (gint64 now = start; now < start + 366 * D; now += 7 * H + 13 * M) {
    gint64 end = paddock_duration_get_end (today, now, zone);

    g_assert_cmpint (end, >, now);
    g_assert_cmpint (end, <=, now + 25 * H);
  }
  g_assert_cmpint (paddock_duration_get_end (today, G_MAXINT64, zone), ==, G_MAXINT64);
  g_assert_cmpint (paddock_duration_get_end (today, start, NULL), >, start);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/duration/words", test_words);
  g_test_add_func ("/duration/lengths", test_lengths);
  g_test_add_func ("/duration/invalid", test_invalid);
  g_test_add_func ("/duration/odd-text", test_odd_text);
  g_test_add_func ("/duration/end", test_end);
  g_test_add_func ("/duration/today", test_today);
  g_test_add_func ("/duration/dates", test_dates);
  g_test_add_func ("/duration/dates-in-time", test_dates_in_time);
  g_test_add_func ("/duration/today-bounds", test_today_bounds);
  return g_test_run ();
}
