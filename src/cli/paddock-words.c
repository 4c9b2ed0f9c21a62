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
      return _("told “no folders”");
    case PADDOCK_STANDING_UNDECIDED:
    default:
      return _("undecided");
  }
}

/**
 * paddock_words_event:
 *
 * Returns: (transfer none): the words for an event; they name no server and no root
 */
const char *
paddock_words_event (PaddockEvent event)
{
  static const char * const events[] = {
    [PADDOCK_EVENT_SERVICE_STARTED] = N_("Service started"),
    [PADDOCK_EVENT_SERVICE_STOPPED] = N_("Service stopped"),
    [PADDOCK_EVENT_ROOT_ADDED] = N_("Folder added"),
    [PADDOCK_EVENT_ROOT_REMOVED] = N_("Folder removed"),
    [PADDOCK_EVENT_ROOT_CHANGED] = N_("Folder changed"),
    [PADDOCK_EVENT_ROOT_WITHDRAWN] = N_("Folder no longer available"),
    [PADDOCK_EVENT_ROOT_RETURNED] = N_("Folder available again"),
    [PADDOCK_EVENT_ROOT_REFUSED] = N_("Folder refused"),
    [PADDOCK_EVENT_SERVER_CONNECTED] = N_("Server connected"),
    [PADDOCK_EVENT_SERVER_DISCONNECTED] = N_("Server disconnected"),
    [PADDOCK_EVENT_SERVER_REFUSED] = N_("Server refused"),
    [PADDOCK_EVENT_ROOTS_LISTED] = N_("Folders listed"),
    [PADDOCK_EVENT_CHANGE_TOLD] = N_("Server told about a change"),
    [PADDOCK_EVENT_CONSENT_ASKED] = N_("Server asked for folders"),
    [PADDOCK_EVENT_CONSENT_PUT_OFF] = N_("Question answered “Not Now”"),
    [PADDOCK_EVENT_GRANTED] = N_("Shared"),
    [PADDOCK_EVENT_REVOKED] = N_("Revoked"),
    [PADDOCK_EVENT_BLOCKED] = N_("Blocked"),
    [PADDOCK_EVENT_UNBLOCKED] = N_("Unblocked"),
    [PADDOCK_EVENT_FORGOTTEN] = N_("Forgotten"),
    [PADDOCK_EVENT_WIDENING_ASKED] = N_("Request to share more"),
    [PADDOCK_EVENT_WIDENING_REFUSED] = N_("Request to share more refused"),
    [PADDOCK_EVENT_DEPRECATED] = N_("Deprecated feature used"),
    [PADDOCK_EVENT_ASKING_OFF] = N_("Confirming requests from other programs turned off"),
    [PADDOCK_EVENT_ASKING_ON] = N_("Confirming requests from other programs turned on"),
    [PADDOCK_EVENT_RENEWAL_OFFERED] = N_("Renewal offered"),
    [PADDOCK_EVENT_PAUSED] = N_("Sharing paused"),
    [PADDOCK_EVENT_RESUMED] = N_("Sharing resumed"),
    [PADDOCK_EVENT_IMPORTED] = N_("Folders imported"),
    [PADDOCK_EVENT_RESTARTED] = N_("Server restarted to forget revoked folders"),
    [PADDOCK_EVENT_RESTART_FAILED] = N_("Server couldn’t be restarted"),
    [PADDOCK_EVENT_TOLD_ONLY] = N_("Server told about a revocation (not enforced)"),
    [PADDOCK_EVENT_LINE_DROPPED] = N_("Message from a server dropped"),
    [PADDOCK_EVENT_WITHOUT_SERVICE] = N_("Server ran without Paddock"),
    [PADDOCK_EVENT_HOST_ROOTS_ON] = N_("App’s own folders also shared"),
    [PADDOCK_EVENT_HOST_ROOTS_OFF] = N_("App’s own folders no longer shared"),
    [PADDOCK_EVENT_KEEPING_ON] = N_("Folders kept while Paddock isn’t running"),
    [PADDOCK_EVENT_FILE_ASKED] = N_("You were asked about a file"),
    [PADDOCK_EVENT_FILE_ANSWERED] = N_("You answered about a file"),
    [PADDOCK_EVENT_KEEPING_OFF] = N_("Folders no longer kept while Paddock isn’t running"),
    [PADDOCK_EVENT_READING_ON] = N_("Reading files for the server turned on"),
    [PADDOCK_EVENT_READING_OFF] = N_("Reading files for the server turned off"),
    [PADDOCK_EVENT_CROSSING_ON] = N_("Mounted drives in a folder included"),
    [PADDOCK_EVENT_CROSSING_OFF] = N_("Mounted drives in a folder no longer included"),
    [PADDOCK_EVENT_FILE_READ] = N_("File read"),
    [PADDOCK_EVENT_FILE_CHECKED] = N_("File checked: allowed"),
    [PADDOCK_EVENT_FILE_REFUSED] = N_("File refused"),
    [PADDOCK_EVENT_JOURNAL_CLEARED] = N_("Activity cleared"),
    [PADDOCK_EVENT_CLEARING_ASKED] = N_("Request to clear activity"),
    [PADDOCK_EVENT_NEVER_TAKEN_BACK] = N_("“Never” removed for a file"),
    [PADDOCK_EVENT_SERVER_RENAMED] = N_("Server renamed"),
    [PADDOCK_EVENT_RETENTION_CHANGED] = N_("How long activity is kept changed"),
  };

  if (event >= G_N_ELEMENTS (events) || events[event] == NULL)
    return _("Unknown event");
  return _(events[event]);
}

/**
 * paddock_words_reason:
 *
 * Returns: (transfer none): the words for a reason; "" if there is nothing to say
 */
const char *
paddock_words_reason (PaddockReason reason)
{
  static const char * const reasons[] = {
    [PADDOCK_REASON_USER_ALLOWED] = N_("the user shared it"),
    [PADDOCK_REASON_USER_DENIED] = N_("the user decided"),
    [PADDOCK_REASON_USER_PUT_OFF] = N_("the user answered “Not Now”"),
    [PADDOCK_REASON_COMMAND_ALLOWED] = N_("by a command, while no window was open"),
    [PADDOCK_REASON_COMMAND_DENIED] = N_("by a command or another program"),
    [PADDOCK_REASON_MODE_ALLOW] = N_("the service was started with --consent=allow"),
    [PADDOCK_REASON_MODE_DENY] = N_("the service was started with --consent=deny"),
    [PADDOCK_REASON_NO_AGENT] = N_("no one was there to ask"),
    [PADDOCK_REASON_AGENT_GONE] = N_("the window was closed without an answer"),
    [PADDOCK_REASON_UNDECIDED] = N_("the question is still open"),
    [PADDOCK_REASON_BLOCKED] = N_("the server is blocked"),
    [PADDOCK_REASON_WITHOUT_ROOTS] = N_("folders are turned off for the server"),
    [PADDOCK_REASON_PAUSED] = N_("sharing is paused"),
    [PADDOCK_REASON_SESSION_ENDED] = N_("it was shared only for that session"),
    [PADDOCK_REASON_EXPIRED] = N_("its time limit ended"),
    [PADDOCK_REASON_MISSING] = N_("the path is gone"),
    [PADDOCK_REASON_UNREADABLE] = N_("it can’t be read or doesn’t respond"),
    [PADDOCK_REASON_REPLACED] = N_("something else is at this path now"),
    [PADDOCK_REASON_RETURNED] = N_("it is available again"),
    [PADDOCK_REASON_SUPERSEDED] = N_("resolved elsewhere"),
    [PADDOCK_REASON_NOT_INITIALIZED] = N_("it asked before introducing itself"),
    [PADDOCK_REASON_UNSUPPORTED_VERSION] = N_("it uses a protocol version that Paddock doesn’t "
                                              "support"),
    [PADDOCK_REASON_TIMED_OUT] = N_("it didn’t answer in time"),
    [PADDOCK_REASON_LIMIT] = N_("it exceeded a limit"),
    [PADDOCK_REASON_MALFORMED] = N_("it sent an invalid message"),
    [PADDOCK_REASON_PEER_CLOSED] = N_("it closed the connection"),
    [PADDOCK_REASON_USER_DISCONNECTED] = N_("the user disconnected it"),
    [PADDOCK_REASON_WRONG_USER] = N_("it belongs to another user"),
    [PADDOCK_REASON_DEPRECATED] = N_("deprecated by a newer version of MCP"),
    [PADDOCK_REASON_STORE_FAILED] = N_("Paddock couldn’t write its database"),
    [PADDOCK_REASON_AMBIGUOUS] = N_("it sent an ambiguous message"),
    [PADDOCK_REASON_CONFIGURED] = N_("it runs with --on-revoke=notify"),
    [PADDOCK_REASON_IN_COMMAND] = N_("its command line names the folder"),
    [PADDOCK_REASON_NO_HANDSHAKE] = N_("Paddock can’t repeat its handshake"),
    [PADDOCK_REASON_BATCHES] = N_("it sends messages in batches"),
    [PADDOCK_REASON_TASKS] = N_("it was running tasks"),
    [PADDOCK_REASON_NOT_STARTED] = N_("it couldn’t be started"),
    [PADDOCK_REASON_USER_ALLOWED_SESSION] = N_("you allowed it until it disconnects"),
    [PADDOCK_REASON_NOT_THE_SAME] = N_("the restarted server uses another version or offers "
                                       "less"),
    [PADDOCK_REASON_RESTARTING] = N_("Paddock is restarting it"),
    [PADDOCK_REASON_REMOTE] = N_("Paddock can’t restart a server on another machine"),
    [PADDOCK_REASON_OUTSIDE] = N_("it isn’t in a shared folder"),
    [PADDOCK_REASON_NOT_A_FILE] = N_("it isn’t a regular file"),
    [PADDOCK_REASON_TOO_LARGE] = N_("it is too large"),
    [PADDOCK_REASON_LINK_REFUSED] = N_("it is reached through a link, which Paddock doesn’t "
                                       "follow"),
    [PADDOCK_REASON_OTHER_FILE_SYSTEM] = N_("it is on a drive that is mounted inside the folder"),
    [PADDOCK_REASON_SENSITIVE] = N_("it may contain secrets, and you didn’t allow it"),
    [PADDOCK_REASON_BUSY] = N_("too many files are being read"),
    [PADDOCK_REASON_RATE_LIMITED] = N_("too many files were read within a minute"),
    [PADDOCK_REASON_READ_ONLY] = N_("its folder is shared read-only"),
  };

  if (reason >= G_N_ELEMENTS (reasons) || reasons[reason] == NULL)
    return "";
  return _(reasons[reason]);
}

/* Returns why a place can't be shared, and what to do; NULL if it can. */
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
      return _("it contains Paddock’s own data or socket and can’t be shared: choose another "
               "folder");
    case PADDOCK_PLACE_NOT_A_DOCUMENT:
      return _("Paddock runs in a sandbox and can’t see it: add it in the window, or use "
               "“paddock add” outside the sandbox");
    case PADDOCK_PLACE_NO_HOST_PATH:
      return _("this system’s portal doesn’t tell Paddock where it is: update "
               "xdg-desktop-portal to 1.20 or newer");
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
      return _("it isn’t an absolute path or a file URI of exactly one file");
    case PADDOCK_READ_MISSING:
      return _("there is nothing at this path");
    case PADDOCK_READ_NOT_A_FILE:
      return _("it isn’t a regular file");
    case PADDOCK_READ_TOO_LARGE:
      return _("it is larger than the limit in the settings");
    case PADDOCK_READ_UNREADABLE:
      return _("it can’t be read: check its permissions");
    case PADDOCK_READ_LINK_REFUSED:
      return _("its links form a loop, or there are too many");
    case PADDOCK_READ_OTHER_FILE_SYSTEM:
      /* Translators: "paddock change" and what follows is to be typed, with a folder for ROOT */
      return _("it is on a drive that is mounted inside the folder: share that drive, or type "
               "“paddock change --other-file-systems=yes ROOT”");
    case PADDOCK_READ_SENSITIVE:
      return _("it may contain keys or passwords: Paddock asks the user before it reads the "
               "file");
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
      return _("it isn’t in a shared folder, or a link leads out of one");
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
      N_("This is your home folder: a server would see everything you have.") },
    { PADDOCK_PLACE_WARNING_ABOVE_HOME,
      N_("It contains your home folder: a server would see everything you have.") },
    { PADDOCK_PLACE_WARNING_HIDDEN,
      N_("It is hidden, or in a hidden folder: programs keep settings and passwords there.") },
    { PADDOCK_PLACE_WARNING_SECRETS,
      N_("It contains keys or passwords: a program that reads them can act as you.") },
    { PADDOCK_PLACE_WARNING_CONFIGURATION,
      N_("It contains the settings and data of your programs, including passwords.") },
    { PADDOCK_PLACE_WARNING_BROWSER,
      N_("It contains the passwords, cookies and history of a browser or mail program.") },
    { PADDOCK_PLACE_WARNING_CONTAINS_OWN,
      N_("It contains Paddock’s own data: share it with --read-only.") },
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
 * @typed: (nullable): a duration, as the user typed it; dates are in this time zone
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
    return _("Invalid duration. Use hour, today, until-logout, until-revoked, a time such as "
             "30m, 2h or 7d, or a date such as 2026-12-24 or \"2026-12-24 18:00\". For a grant "
             "you can also use session.");
  if (is_of_root && duration.kind == PADDOCK_DURATION_SESSION)
    return _("A folder can’t be added for a session. Use hour, today, until-logout, "
             "until-revoked, a time such as 2h, or a date.");
  if (!paddock_duration_check (duration, now, NULL))
    return duration.until <= now ? _("That time has already passed.")
                                 : _("That time is more than 3650 days away.");

  *out_duration = paddock_duration_to_text (duration);
  return NULL;
}
