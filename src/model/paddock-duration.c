/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-duration.h"

#include "paddock-error.h"

/* For how long something is granted, as a person says it and as it crosses the bus.
 *
 * A plain value. What it means in time is computed once, when the grant is made: "today" does not
 * move with the time zone afterwards. */

/* Ten years of 365 days: longer is "until revoked". */
#define LENGTH_MAX (3650 * G_TIME_SPAN_DAY)

static const struct {
  char   letter;
  gint64 length;
} units[] = {
  { 'd', G_TIME_SPAN_DAY },
  { 'h', G_TIME_SPAN_HOUR },
  { 'm', G_TIME_SPAN_MINUTE },
  { 's', G_TIME_SPAN_SECOND },
};

static const struct {
  const char          *word;
  PaddockDurationKind  kind;
} words[] = {
  { "session", PADDOCK_DURATION_SESSION },
  { "hour", PADDOCK_DURATION_HOUR },
  { "today", PADDOCK_DURATION_TODAY },
  { "until-revoked", PADDOCK_DURATION_UNTIL_REVOKED },
  { "forever", PADDOCK_DURATION_UNTIL_REVOKED },
};

/* "1d12h": each unit once at most, the larger first. */
static gboolean
parse_length (const char *text,
              gint64     *out_length)
{
  gint64 length = 0;
  gsize unit = 0;

  if (*text == '\0')
    return FALSE;

  while (*text != '\0') {
    gint64 number = 0;
    const char *start = text;

    for (; g_ascii_isdigit (*text); text++) {
      number = number * 10 + (*text - '0');
      if (number > LENGTH_MAX / G_TIME_SPAN_SECOND)
        return FALSE;
    }
    if (text == start || *text == '\0')
      return FALSE;

    while (unit < G_N_ELEMENTS (units) && units[unit].letter != *text)
      unit++;
    if (unit == G_N_ELEMENTS (units) || number > (LENGTH_MAX - length) / units[unit].length)
      return FALSE;
    length += number * units[unit].length;
    unit++;
    text++;
  }

  *out_length = length;
  return length > 0;
}

static gboolean
is_on_day_of (GDateTime *time,
              GDateTime *day)
{
  return g_date_time_get_year (time) == g_date_time_get_year (day) &&
         g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (day);
}

/* The first moment of the day after @now. Where the clock springs over midnight that is 1:00; where
 * it is set back over midnight, the first of the two. */
static gint64
get_next_midnight (gint64     now,
                   GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (now / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  g_autoptr (GDateTime) midday = NULL;
  g_autoptr (GDateTime) tomorrow = NULL;
  g_autoptr (GDateTime) midnight = NULL;
  g_autoptr (GDateTime) hour_before = NULL;

  if (local == NULL)
    return now;

  /* Midday is on every day's clock, so adding a day to it is safe. */
  midday = g_date_time_new (zone, g_date_time_get_year (local), g_date_time_get_month (local),
                            g_date_time_get_day_of_month (local), 12, 0, 0);
  tomorrow = midday != NULL ? g_date_time_add_days (midday, 1) : NULL;
  if (tomorrow == NULL)
    return now;
  midnight = g_date_time_new (zone, g_date_time_get_year (tomorrow),
                              g_date_time_get_month (tomorrow),
                              g_date_time_get_day_of_month (tomorrow), 0, 0, 0);
  if (midnight == NULL)
    return now;

  hour_before = g_date_time_add (midnight, -G_TIME_SPAN_HOUR);
  if (hour_before != NULL && is_on_day_of (hour_before, tomorrow))
    return g_date_time_to_unix (hour_before) * G_USEC_PER_SEC;
  return g_date_time_to_unix (midnight) * G_USEC_PER_SEC;
}

/**
 * paddock_duration_parse:
 * @text: (nullable): "session", "hour", "today", "until-revoked", "forever", or a length such as
 *   "90s", "30m", "2h", "7d", "1h30m"
 * @out_duration: (out): the duration
 * @error: (nullable): set to %PADDOCK_ERROR_INVALID_ARGUMENT
 *
 * A length is more than nothing and at most 3650 days.
 *
 * Returns: whether @text is a duration; where not, @out_duration is left alone
 */
gboolean
paddock_duration_parse (const char       *text,
                        PaddockDuration  *out_duration,
                        GError          **error)
{
  gint64 length;

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++) {
    if (g_strcmp0 (words[i].word, text) == 0) {
      *out_duration = (PaddockDuration) { .kind = words[i].kind };
      return TRUE;
    }
  }

  if (text != NULL && parse_length (text, &length)) {
    *out_duration = (PaddockDuration) { .kind = PADDOCK_DURATION_TIMED, .length = length };
    return TRUE;
  }

  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                       "A duration is “session”, “hour”, “today”, “until-revoked” or a length of "
                       "at most 3650 days such as “30m”, “2h”, “7d” or “1h30m”");
  return FALSE;
}

/**
 * paddock_duration_to_text:
 * @duration: a duration
 *
 * Returns: (transfer full): text that paddock_duration_parse() reads back; parts of a second are
 *   lost, and a length outside of the limits becomes the nearest one inside
 */
char *
paddock_duration_to_text (PaddockDuration duration)
{
  g_autoptr (GString) text = NULL;
  gint64 rest;

  if (duration.kind != PADDOCK_DURATION_TIMED) {
    for (gsize i = 0; i < G_N_ELEMENTS (words); i++) {
      if (words[i].kind == duration.kind)
        return g_strdup (words[i].word);
    }
    return g_strdup (words[0].word);
  }

  text = g_string_new (NULL);
  rest = CLAMP (duration.length, G_TIME_SPAN_SECOND, LENGTH_MAX);
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++) {
    if (rest / units[i].length > 0)
      g_string_append_printf (text, "%" G_GINT64_FORMAT "%c", rest / units[i].length,
                              units[i].letter);
    rest %= units[i].length;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * paddock_duration_get_end:
 * @duration: a duration
 * @now: µs since the epoch
 * @zone: (nullable): the time zone of "today", %NULL: that of the system
 *
 * Returns: µs since the epoch; 0: it does not end by time, but with the session or when the user
 *   revokes it. What is not a valid duration is over at once
 */
gint64
paddock_duration_get_end (PaddockDuration  duration,
                          gint64           now,
                          GTimeZone       *zone)
{
  g_autoptr (GTimeZone) local_zone = NULL;
  gint64 end = now;

  switch (duration.kind) {
    case PADDOCK_DURATION_SESSION:
    case PADDOCK_DURATION_UNTIL_REVOKED:
      return 0;
    case PADDOCK_DURATION_HOUR:
      end = now + G_TIME_SPAN_HOUR;
      break;
    case PADDOCK_DURATION_TODAY:
      if (zone == NULL)
        zone = local_zone = g_time_zone_new_local ();
      end = get_next_midnight (now, zone);
      break;
    case PADDOCK_DURATION_TIMED:
      end = now + CLAMP (duration.length, 0, LENGTH_MAX);
      break;
    default:
      break;
  }

  /* 0 would be for ever. */
  return MAX (end, 1);
}
