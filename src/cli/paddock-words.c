/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* The words in which the command line prints values of the model's enums. If the user can do
 * something, the text says what. Values that only a newer service knows have a text, too. */

/* Returns @time in @zone. Returns NULL for 0, and for times that GLib's calendar can't represent:
 * the largest times mean "never". */
static GDateTime *
date_time_new (gint64     time,
               GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = NULL;

  if (time <= 0)
    return NULL;
  utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  return utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
}

/**
 * paddock_words_status:
 *
 * Returns: (transfer none): the word for the state of a root
 */
const char *
paddock_words_status (PaddockAvailability status)
{
  switch (status) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
      return _("available");
    case PADDOCK_AVAILABILITY_MISSING:
      return _("missing, not shared");
    case PADDOCK_AVAILABILITY_UNREADABLE:
      return _("unreadable, not shared");
    case PADDOCK_AVAILABILITY_REPLACED:
      return _("replaced, not shared");
    case PADDOCK_AVAILABILITY_EXPIRED:
      return _("expired");
    case PADDOCK_AVAILABILITY_UNKNOWN:
    default:
      return _("not checked yet");
  }
}

/**
 * paddock_words_access:
 *
 * Returns: (transfer none): the word for an access
 */
const char *
paddock_words_access (PaddockAccess access)
{
  return access == PADDOCK_ACCESS_READ_WRITE ? _("read and write") : _("read-only");
}

/**
 * paddock_words_standing:
 *
 * Returns: (transfer none): the words for the decision about a server
 */
const char *
paddock_words_standing (PaddockStanding standing)
{
  switch (standing) {
    case PADDOCK_STANDING_ALLOWED:
      return _("allowed");
    case PADDOCK_STANDING_BLOCKED:
      return _("blocked");
    case PADDOCK_STANDING_WITHOUT_ROOTS:
      return _("folder sharing turned off");
    case PADDOCK_STANDING_UNDECIDED:
    default:
      return _("undecided");
  }
}

/* Returns why a place can't be shared, and what to do; NULL if the place can be shared. */
static const char *
refusal_of_place (PaddockPlaceVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_PLACE_EMPTY:
      return _("no path was given");
    case PADDOCK_PLACE_RELATIVE:
      return _("the path isn’t absolute");
    case PADDOCK_PLACE_NUL:
      return _("the path contains a zero byte");
    case PADDOCK_PLACE_TOO_LONG:
      return _("the path is too long");
    case PADDOCK_PLACE_NOT_A_FILE_URI:
      return _("only folders and files on this computer can be shared: give a path or a "
               "file:// URI");
    case PADDOCK_PLACE_LINK_LOOP:
      return _("its links form a loop");
    case PADDOCK_PLACE_MISSING:
      return _("there is nothing at this path: create it first");
    case PADDOCK_PLACE_UNREADABLE:
      return _("it can’t be read: check its permissions");
    case PADDOCK_PLACE_WRONG_KIND:
      return _("it is neither a folder nor a regular file");
    case PADDOCK_PLACE_SYSTEM:
      return _("it belongs to the system and can’t be shared: choose a folder of your own");
    case PADDOCK_PLACE_OWN:
      return _("it is part of Paddock’s own data and can’t be shared: choose another folder");
    case PADDOCK_PLACE_NOT_A_DOCUMENT:
      return _("Paddock runs in a sandbox and can’t see it: add it in the window, or use "
               "“paddock add” outside the sandbox");
    case PADDOCK_PLACE_NO_HOST_PATH:
      return _("your system doesn’t tell Paddock where it is: update xdg-desktop-portal to 1.20 or "
               "newer");
    case PADDOCK_PLACE_UNRESOLVED:
      return _("Paddock couldn’t check it, or its disk doesn’t respond: try again later");
    case PADDOCK_PLACE_WARNED:
    case PADDOCK_PLACE_ACCEPTED:
    default:
      return NULL;
  }
}

/**
 * paddock_words_refusal:
 * @result: the result for a path that was not added
 *
 * Returns: (transfer full): why the path was not added, and what to do
 */
char *
paddock_words_refusal (const PaddockAddResult *result)
{
  const char *place = refusal_of_place (result->verdict);

  if (place != NULL)
    return g_strdup (place);
  if (result->error != NULL)
    return g_strdup (result->error);
  if (result->verdict == PADDOCK_PLACE_WARNED)
    return g_strdup (_("it needs --accept-warning"));
  return g_strdup (_("the service gave no reason"));
}

/**
 * paddock_words_read_verdict:
 *
 * Returns: (transfer none) (nullable): why a file may not be read, and what to do; %NULL if the
 *   file may be read
 */
const char *
paddock_words_read_verdict (PaddockReadVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_READ_MALFORMED:
      return _("it isn’t the absolute path or file:// URI of a single file");
    case PADDOCK_READ_MISSING:
      return _("there is nothing at this path");
    case PADDOCK_READ_NOT_A_FILE:
      return _("it isn’t a regular file");
    case PADDOCK_READ_TOO_LARGE:
      return _("it is larger than the limit in the settings");
    case PADDOCK_READ_UNREADABLE:
      return _("it can’t be read: check its permissions");
    case PADDOCK_READ_LINK_REFUSED:
      return _("the links in its path form a loop, or there are too many");
    case PADDOCK_READ_OTHER_FILE_SYSTEM:
      /* Translators: "paddock change" and what follows is to be typed, with a folder for ROOT */
      return _("it is on a drive or network share mounted inside the folder: share that one, or "
               "type “paddock change --other-file-systems=yes ROOT”");
    case PADDOCK_READ_SENSITIVE:
      return _("it might contain keys or passwords, so Paddock asks you first");
    case PADDOCK_READ_BUSY:
      return _("Paddock is reading too many files: try again later");
    case PADDOCK_READ_TIMED_OUT:
      return _("its disk doesn’t respond: try again later");
    case PADDOCK_READ_RATE_LIMITED:
      return _("too many files were read within a minute: try again later");
    case PADDOCK_READ_READ_ONLY:
      return _("its folder is shared read-only");
    case PADDOCK_READ_ALLOWED:
      return NULL;
    case PADDOCK_READ_OUTSIDE:
    default:
      return _("it isn’t in a shared folder, or a link in its path points outside the folder");
  }
}

/**
 * paddock_words_warnings:
 *
 * Returns: (transfer full): one sentence for each warning, which says what sharing the place means
 */
GStrv
paddock_words_warnings (PaddockPlaceWarnings warnings)
{
  static const struct {
    PaddockPlaceWarnings  warning;
    const char           *text;
  } texts[] = {
    { PADDOCK_PLACE_WARNING_HOME,
      N_("This is your home folder. It contains all your files, including passwords and keys.") },
    { PADDOCK_PLACE_WARNING_ABOVE_HOME,
      N_("It contains your home folder, with all your files.") },
    { PADDOCK_PLACE_WARNING_HIDDEN,
      N_("This is a hidden folder. Programs keep settings and secrets in such folders.") },
    { PADDOCK_PLACE_WARNING_SECRETS,
      N_("It contains keys or passwords. A program that reads them can act as you.") },
    { PADDOCK_PLACE_WARNING_CONFIGURATION,
      N_("It contains settings of programs. A server that changes them can change what those "
         "programs do.") },
    { PADDOCK_PLACE_WARNING_BROWSER,
      N_("It contains data of a browser or mail program, such as passwords, cookies and mail.") },
    { PADDOCK_PLACE_WARNING_CONTAINS_OWN,
      N_("It contains Paddock’s own data, so you can only share it with --read-only.") },
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    if (warnings & texts[i].warning)
      g_strv_builder_add (builder, _(texts[i].text));
  }
  return g_strv_builder_end (builder);
}

/**
 * paddock_words_time:
 * @time: µs since the epoch, 0: never
 *
 * Returns: (transfer full): @time in the user's time zone, to the second; "" for never
 */
char *
paddock_words_time (gint64 time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) local = date_time_new (time, zone);

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M:%S") : g_strdup ("");
}

/**
 * paddock_words_iso_time:
 * @time: µs since the epoch, 0: never
 *
 * Returns: (transfer full) (nullable): @time as ISO 8601 in UTC, to the millisecond; %NULL for
 *   never
 */
char *
paddock_words_iso_time (gint64 time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (GDateTime) utc = date_time_new (time, zone);
  g_autofree char *seconds = NULL;

  if (utc == NULL)
    return NULL;
  seconds = g_date_time_format (utc, "%Y-%m-%dT%H:%M:%S");
  return g_strdup_printf ("%s.%03dZ", seconds, (int) (time / 1000 % 1000));
}

/**
 * paddock_words_end:
 *
 * Returns: (transfer full): the words for when @root expires; "" for never
 */
char *
paddock_words_end (const PaddockRoot *root)
{
  return root->login != NULL ? g_strdup (_("logout")) : paddock_words_time (root->expires);
}

/**
 * paddock_words_misread:
 * @typed: (nullable): a duration, as the user typed it; dates are in the time zone of this process
 * @is_of_root: whether the duration is for a folder, which can't have the duration "session"
 * @now: µs since the epoch
 * @out_duration: (out): the same duration in a form for the service, which may run in another time
 *   zone; set only on success
 *
 * Parses a duration.
 *
 * Returns: (transfer none) (nullable): a sentence about what is wrong with @typed; %NULL if nothing
 *   is wrong
 */
const char *
paddock_words_misread (const char  *typed,
                       gboolean     is_of_root,
                       gint64       now,
                       char       **out_duration)
{
  PaddockDuration duration;

  if (!paddock_duration_parse (typed, &duration, NULL))
    return _("Invalid duration. Use hour, today, until-logout, until-revoked, a time span such as "
             "30m, 2h or 7d, or a date such as 2026-12-24 or \"2026-12-24 18:00\". With “paddock "
             "grant” you can also use session.");
  if (is_of_root && duration.kind == PADDOCK_DURATION_SESSION)
    return _("You can’t use session when you add a folder. Use hour, today, until-logout, "
             "until-revoked, a time span such as 2h, or a date.");
  if (!paddock_duration_check (duration, now, NULL))
    return duration.until <= now ? _("That time has already passed.")
                                 : _("That time is too far away. Choose one within 3650 days.");

  *out_duration = paddock_duration_to_text (duration);
  return NULL;
}
