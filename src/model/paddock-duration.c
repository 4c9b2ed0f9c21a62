/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-duration.h"

#include "paddock-error.h"

#include <string.h>

/* How long something is granted: parsed from what a person typed, and written for the bus.
 *
 * A plain value. The end of a grant is computed once, when the grant is made. So "today" does not
 * move if the time zone changes later. */

/* The longest duration: ten years of 365 days. For more there is "until revoked". */
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
  { "until-logout", PADDOCK_DURATION_LOGIN },
  { "until-revoked", PADDOCK_DURATION_UNTIL_REVOKED },
  { "forever", PADDOCK_DURATION_UNTIL_REVOKED },
};

/* Parses a length such as "1d12h": each unit at most once, larger units first. */
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

/* Returns the first moment after the given day in @zone, in µs since the epoch; 0 if the date is
 * out of range. If the clock skips midnight, that moment is 1:00. If the clock goes back over
 * midnight, it is the first of both midnights. */
static gint64
get_day_end (GTimeZone *zone,
             int        year,
             int        month,
             int        day)
{
  g_autoptr (GDateTime) midday = NULL;
  g_autoptr (GDateTime) tomorrow = NULL;
  g_autoptr (GDateTime) midnight = NULL;
  g_autoptr (GDateTime) hour_before = NULL;

  /* Every day has a noon, so adding a day to noon is safe. */
  midday = g_date_time_new (zone, year, month, day, 12, 0, 0);
  tomorrow = midday != NULL ? g_date_time_add_days (midday, 1) : NULL;
  if (tomorrow == NULL)
    return 0;
  midnight = g_date_time_new (zone, g_date_time_get_year (tomorrow),
                              g_date_time_get_month (tomorrow),
                              g_date_time_get_day_of_month (tomorrow), 0, 0, 0);
  if (midnight == NULL)
    return 0;

  hour_before = g_date_time_add (midnight, -G_TIME_SPAN_HOUR);
  if (hour_before != NULL && is_on_day_of (hour_before, tomorrow))
    return g_date_time_to_unix (hour_before) * G_USEC_PER_SEC;
  return g_date_time_to_unix (midnight) * G_USEC_PER_SEC;
}

static gint64
get_next_midnight (gint64     now,
                   GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (now / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  gint64 end = 0;

  if (local != NULL)
    end = get_day_end (zone, g_date_time_get_year (local), g_date_time_get_month (local),
                       g_date_time_get_day_of_month (local));
  return end != 0 ? end : now;
}

/* Whether @text has the form of @pattern. Each 0 in @pattern stands for any digit. */
static gboolean
has_form (const char *text,
          const char *pattern)
{
  gsize length = strlen (pattern);

  if (strlen (text) != length)
    return FALSE;
  for (gsize i = 0; i < length; i++) {
    if (pattern[i] == '0' ? !g_ascii_isdigit (text[i]) : text[i] != pattern[i])
      return FALSE;
  }
  return TRUE;
}

static int
read_number (const char *text,
             gsize       n_digits)
{
  int number = 0;

  for (gsize i = 0; i < n_digits; i++)
    number = number * 10 + (text[i] - '0');
  return number;
}

/* Parses three forms. "2026-12-24" is that whole day. "2026-12-24 18:00" is a time in @zone. The
 * form that paddock_duration_to_text() writes means the same in every time zone. */
static gboolean
parse_date (const char *text,
            GTimeZone  *zone,
            gint64     *out_until)
{
  gboolean is_exact = has_form (text, "0000-00-00T00:00:00Z");
  gboolean has_time = is_exact || has_form (text, "0000-00-00 00:00") ||
                      has_form (text, "0000-00-00T00:00");
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = NULL;
  int year, month, day;

  if (!has_time && !has_form (text, "0000-00-00"))
    return FALSE;
  year = read_number (text, 4);
  month = read_number (text + 5, 2);
  day = read_number (text + 8, 2);
  if (!g_date_valid_dmy (day, month, year))
    return FALSE;
  if (!has_time) {
    *out_until = get_day_end (zone, year, month, day);
    return *out_until > 0;
  }

  time = g_date_time_new (is_exact ? utc : zone, year, month, day, read_number (text + 11, 2),
                          read_number (text + 14, 2), is_exact ? read_number (text + 17, 2) : 0);
  if (time == NULL)
    return FALSE;
  *out_until = g_date_time_to_unix (time) * G_USEC_PER_SEC;
  return *out_until > 0;
}

/**
 * paddock_duration_parse_local:
 * @text: (nullable): "session", "hour", "today", "until-logout", "until-revoked", "forever", a
 *   length such as "90s", "30m", "2h", "7d", "1h30m", or a date such as "2026-12-24" or
 *   "2026-12-24 18:00"
 * @zone: the time zone of a date
 * @out_duration: (out): the duration
 * @error: (nullable): set to %PADDOCK_ERROR_INVALID_ARGUMENT
 *
 * Parses a duration that a person typed. A length must be more than 0 and at most 3650 days. A date
 * without a time means until the end of that day. A date in the past is accepted here, but refused
 * by paddock_duration_check().
 *
 * Returns: whether @text is a duration; if not, @out_duration is unchanged
 */
gboolean
paddock_duration_parse_local (const char       *text,
                              GTimeZone        *zone,
                              PaddockDuration  *out_duration,
                              GError          **error)
{
  gint64 length, until;

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
  if (text != NULL && parse_date (text, zone, &until)) {
    *out_duration = (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = until };
    return TRUE;
  }

  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                       "A duration is “session”, “hour”, “today”, “until-logout”, “until-revoked”,"
                       " a length of at most 3650 days such as “30m”, “2h”, “7d” or “1h30m”, or"
                       " a date such as “2026-12-24” or “2026-12-24 18:00”");
  return FALSE;
}

/**
 * paddock_duration_parse:
 *
 * Parses a duration like paddock_duration_parse_local(), with dates in the system's time zone.
 */
gboolean
paddock_duration_parse (const char       *text,
                        PaddockDuration  *out_duration,
                        GError          **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  return paddock_duration_parse_local (text, zone, out_duration, error);
}

/**
 * paddock_duration_check:
 * @duration: a duration
 * @now: µs since the epoch
 * @error: (nullable): set to %PADDOCK_ERROR_INVALID_ARGUMENT
 *
 * Checks a duration of the kind UNTIL. All other durations are valid.
 *
 * Returns: whether @duration ends in the future, and within 3650 days
 */
gboolean
paddock_duration_check (PaddockDuration   duration,
                        gint64            now,
                        GError          **error)
{
  if (duration.kind != PADDOCK_DURATION_UNTIL)
    return TRUE;
  if (duration.until > now && duration.until - now <= LENGTH_MAX)
    return TRUE;

  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                       duration.until <= now ? "That moment is past"
                                             : "That moment is more than 3650 days away");
  return FALSE;
}

/* Returns @until as text. A time outside the years 1970 to 9999 becomes the first or last second of
 * that range. */
static char *
until_to_text (gint64 until)
{
  gint64 seconds = CLAMP (until / G_USEC_PER_SEC, 1, G_GINT64_CONSTANT (253402300799));
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  return g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

/**
 * paddock_duration_to_text:
 * @duration: a duration
 *
 * Returns: (transfer full): text that paddock_duration_parse() reads, with the same result in every
 *   time zone. Times are rounded down to seconds. A length beyond the limits becomes the nearest
 *   valid length
 */
char *
paddock_duration_to_text (PaddockDuration duration)
{
  g_autoptr (GString) text = NULL;
  gint64 rest;

  if (duration.kind == PADDOCK_DURATION_UNTIL)
    return until_to_text (duration.until);
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
 * paddock_duration_has_scope:
 * @duration: a duration
 *
 * Returns: whether @duration ends with a process or a login. A grant of such a duration must name
 *   the process or login as its scope
 */
gboolean
paddock_duration_has_scope (PaddockDuration duration)
{
  return duration.kind == PADDOCK_DURATION_SESSION || duration.kind == PADDOCK_DURATION_LOGIN;
}

/**
 * paddock_duration_get_end:
 * @duration: a duration
 * @now: µs since the epoch
 * @zone: (nullable): the time zone of "today"; %NULL: the system's
 *
 * Returns: the end in µs since the epoch; 0 if @duration ends with the session, the login or a
 *   revocation, and not at a time. An invalid duration ends at once
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
    case PADDOCK_DURATION_LOGIN:
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
    case PADDOCK_DURATION_UNTIL:
      end = CLAMP (duration.until, now, now + LENGTH_MAX);
      break;
    default:
      break;
  }

  /* The end must not become 0, which would mean "no end". */
  return MAX (end, 1);
}
