/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-time-text.h"

#include "paddock-text.h"

#include <glib/gi18n.h>

/* Times, ends and durations in words. Pure functions: the current time is an argument. */

/**
 * paddock_time_text_time:
 * @time: µs since the epoch
 * @now: µs since the epoch
 *
 * Returns: (transfer full): the time of day; with the date, unless that is today
 */
char *
paddock_time_text_time (gint64 time,
                        gint64 now)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) today = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);
  const char *format;

  if (then == NULL || today == NULL)
    return g_strdup ("");

  if (g_date_time_get_year (then) == g_date_time_get_year (today) &&
      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (today))
    /* Translators: a time today, see strftime(3) */
    format = _("%H:%M");
  else if (g_date_time_get_year (then) == g_date_time_get_year (today))
    /* Translators: a day and time of this year, see strftime(3) */
    format = _("%-d %b, %H:%M");
  else
    /* Translators: a day and time of another year, see strftime(3) */
    format = _("%-d %b %Y, %H:%M");

  return g_date_time_format (then, format);
}

/**
 * paddock_time_text_until:
 * @expires: µs since the epoch; 0: never
 * @now: µs since the epoch
 *
 * Returns: (transfer full): "Until …"; "" if @expires is 0
 */
char *
paddock_time_text_until (gint64 expires,
                         gint64 now)
{
  g_autofree char *time = NULL;

  if (expires == 0)
    return g_strdup ("");

  time = paddock_time_text_time (expires, now);

  /* Translators: %s is a time, or a day and time */
  return g_strdup_printf (_("Until %s"), time);
}

static gint64
next_midnight (gint64 now)
{
  return paddock_duration_get_end ((PaddockDuration) { .kind = PADDOCK_DURATION_TODAY }, now, NULL);
}

/**
 * paddock_time_text_count_down:
 * @expires: the end, in µs since the epoch; 0: never
 * @now: µs since the epoch
 * @out_next: (out): µs since the epoch when the text changes; 0: it does not change by itself
 *
 * Returns: (transfer full): a text that says when the end is; "" if @expires is 0. In the last hour
 *   the text counts the minutes
 */
char *
paddock_time_text_count_down (gint64  expires,
                              gint64  now,
                              gint64 *out_next)
{
  gint64 minute = G_TIME_SPAN_MINUTE;
  gint64 left = expires - now;
  guint minutes;

  *out_next = 0;
  if (expires == 0 || left <= 0)
    return paddock_time_text_until (expires, now);
  if (left > G_TIME_SPAN_HOUR) {
    *out_next = MIN (expires - G_TIME_SPAN_HOUR, next_midnight (now));
    return paddock_time_text_until (expires, now);
  }

  minutes = (guint) ((left + minute - 1) / minute);
  *out_next = expires - (minutes - 1) * minute;
  if (minutes == 1)
    return g_strdup (_("Ends in less than a minute"));
  /* Translators: %u is always more than 1 */
  return g_strdup_printf (ngettext ("Ends in %u minute", "Ends in %u minutes", minutes), minutes);
}

/**
 * paddock_time_text_end:
 * @root: a folder
 * @now: µs since the epoch
 * @out_next: (out): µs since the epoch when the text changes; 0: it does not change by itself
 *
 * Returns: (transfer full): a text that says when @root expires; "" if it never does. In the last
 *   hour the text counts the minutes
 */
char *
paddock_time_text_end (const PaddockRoot *root,
                       gint64             now,
                       gint64            *out_next)
{
  *out_next = 0;
  if (root->login != NULL)
    return g_strdup (_("Until you log out"));
  return paddock_time_text_count_down (root->expires, now, out_next);
}

/**
 * paddock_time_text_duration:
 * @app: (nullable): the app that starts and ends the server; %NULL: unknown, or there are several
 *   servers
 *
 * Returns: (transfer full): a text for a duration, as a choice in a list
 */
char *
paddock_time_text_duration (PaddockDurationKind  kind,
                            const char          *app)
{
  switch (kind) {
    case PADDOCK_DURATION_HOUR:
      return g_strdup (_("1 hour"));
    case PADDOCK_DURATION_TODAY:
      return g_strdup (_("Today"));
    case PADDOCK_DURATION_LOGIN:
      return g_strdup (_("Until you log out"));
    case PADDOCK_DURATION_UNTIL:
      return g_strdup (_("Until a date"));
    case PADDOCK_DURATION_UNTIL_REVOKED:
      return g_strdup (_("Always"));
    case PADDOCK_DURATION_TIMED:
      return g_strdup (_("A limited time"));
    case PADDOCK_DURATION_SESSION:
    default:
      if (app == NULL)
        /* Translators: "it" is a server, or an app that reads a file */
        return g_strdup (_("Until it stops"));
      /* Translators: %s is the app that started a server, and stops it */
      return g_strdup_printf (_("Until %s stops it"), app);
  }
}

/**
 * paddock_time_text_after:
 * @duration: how long folders are to be shared
 * @now: µs since the epoch
 *
 * Returns: (transfer full): when that ends, and when the user is asked again
 */
char *
paddock_time_text_after (PaddockDuration duration,
                         gint64          now)
{
  g_autoptr (GDateTime) day = NULL;
  g_autofree char *end = NULL;

  switch (duration.kind) {
    case PADDOCK_DURATION_TODAY:
      return g_strdup (_("Until midnight, then you’re asked again"));
    case PADDOCK_DURATION_LOGIN:
      return g_strdup (_("You’re asked after you log in"));
    case PADDOCK_DURATION_UNTIL_REVOKED:
      return g_strdup (_("You’re asked again only if its entry changes"));
    case PADDOCK_DURATION_UNTIL:
      /* It ends with the day. */
      day = g_date_time_new_from_unix_local (duration.until / G_USEC_PER_SEC - 1);
      /* Translators: a day, see strftime(3) */
      end = day != NULL ? g_date_time_format (day, _("%-d %b %Y")) : g_strdup ("");
      break;
    case PADDOCK_DURATION_HOUR:
    case PADDOCK_DURATION_TIMED:
      end = paddock_time_text_time (paddock_duration_get_end (duration, now, NULL), now);
      break;
    case PADDOCK_DURATION_SESSION:
    default:
      return g_strdup (_("You’re asked again next time"));
  }
  /* Translators: %s is a time or a day */
  return g_strdup_printf (_("Until %s, then you’re asked again"), end);
}

/**
 * paddock_time_text_length:
 * @now: µs since the epoch
 *
 * Returns: (transfer full): a text for the duration that somebody asked for. A length of time is
 *   rounded up to minutes, so that it never looks shorter than it is. If it is a whole number of
 *   days or hours, the text says days or hours
 */
char *
paddock_time_text_length (PaddockDuration duration,
                          gint64          now)
{
  gint64 minute = 60 * G_USEC_PER_SEC;
  gint64 length = MAX (duration.length, 0);
  guint minutes;

  if (duration.kind == PADDOCK_DURATION_UNTIL)
    return paddock_time_text_until (duration.until, now);
  if (duration.kind == PADDOCK_DURATION_LOGIN)
    return g_strdup (_("Until you log out"));
  if (duration.kind != PADDOCK_DURATION_TIMED)
    return paddock_time_text_duration (duration.kind, NULL);

  minutes = (guint) MIN (length / minute + (length % minute != 0), G_MAXUINT);
  if (minutes > 0 && minutes % (24 * 60) == 0)
    return g_strdup_printf (ngettext ("%u day", "%u days", minutes / (24 * 60)),
                            minutes / (24 * 60));
  if (minutes > 0 && minutes % 60 == 0)
    return g_strdup_printf (ngettext ("%u hour", "%u hours", minutes / 60), minutes / 60);

  return g_strdup_printf (ngettext ("%u minute", "%u minutes", minutes), minutes);
}
