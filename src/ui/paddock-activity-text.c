/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-activity-text.h"

#include "paddock-identity-text.h"
#include "paddock-journal-text.h"
#include "paddock-text.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>

/* The texts of the Activity page: days, times, details of an entry, active filters. Pure functions,
 * like those of paddock-sentences.c. */

static GDateTime *
get_local (gint64 time)
{
  return g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
}

static gboolean
is_same_day (GDateTime *a,
             GDateTime *b)
{
  return g_date_time_get_year (a) == g_date_time_get_year (b) &&
         g_date_time_get_day_of_year (a) == g_date_time_get_day_of_year (b);
}

/**
 * paddock_activity_text_is_same_day:
 * @a: µs since the epoch
 * @b: µs since the epoch
 *
 * Returns: whether both are on the same day, in the system's time zone
 */
gboolean
paddock_activity_text_is_same_day (gint64 a,
                                   gint64 b)
{
  g_autoptr (GDateTime) one = get_local (a);
  g_autoptr (GDateTime) other = get_local (b);

  return one != NULL && other != NULL ? is_same_day (one, other) : one == other;
}

/**
 * paddock_activity_text_day:
 * @time: µs since the epoch
 * @now: µs since the epoch
 *
 * Returns: (transfer full): the day of @time, for a heading
 */
char *
paddock_activity_text_day (gint64 time,
                           gint64 now)
{
  g_autoptr (GDateTime) day = get_local (time);
  g_autoptr (GDateTime) today = get_local (now);
  g_autoptr (GDateTime) yesterday = today != NULL ? g_date_time_add_days (today, -1) : NULL;

  if (day == NULL || yesterday == NULL)
    return g_strdup ("");
  if (is_same_day (day, today))
    return g_strdup (_("Today"));
  if (is_same_day (day, yesterday))
    return g_strdup (_("Yesterday"));
  if (g_date_time_get_year (day) == g_date_time_get_year (today))
    /* Translators: a day of this year as a heading, see strftime(3) */
    return g_date_time_format (day, _("%A, %-d %B"));
  /* Translators: a day of another year as a heading, see strftime(3) */
  return g_date_time_format (day, _("%A, %-d %B %Y"));
}

/**
 * paddock_activity_text_moment:
 * @time: µs since the epoch
 *
 * Returns: (transfer full): day and time to the second
 */
char *
paddock_activity_text_moment (gint64 time)
{
  g_autoptr (GDateTime) then = get_local (time);

  if (then == NULL)
    return g_strdup ("");
  /* Translators: an exact time, see strftime(3) */
  return g_date_time_format (then, _("%-d %B %Y, %H:%M:%S"));
}

static void
add_line (GString    *lines,
          const char *title,
          const char *value)
{
  g_autofree char *escaped = NULL;

  if (value == NULL || *value == '\0')
    return;
  escaped = paddock_text_escape (value, -1);
  if (lines->len > 0)
    g_string_append_c (lines, '\n');
  /* Translators: a title and what it is about, as "Folder: /home/me" */
  g_string_append_printf (lines, _("%s: %s"), title, escaped);
}

static void
add_times (GString                   *lines,
           const PaddockJournalEntry *entry)
{
  g_autofree char *first = paddock_activity_text_moment (entry->time);
  g_autofree char *last = paddock_activity_text_moment (entry->last);
  g_autofree char *count = NULL;

  if (entry->count <= 1) {
    add_line (lines, _("Time"), first);
    return;
  }
  count = g_strdup_printf ("%u", entry->count);
  add_line (lines, _("First time"), first);
  add_line (lines, _("Last time"), last);
  add_line (lines, _("Number of times"), count);
}

static void
add_identity (GString                 *lines,
              const PaddockServerView *server)
{
  const PaddockIdentity *identity = server->server->identity;

  for (PaddockFactKind kind = 0; identity != NULL && kind < PADDOCK_N_FACTS; kind++) {
    PaddockFact fact = paddock_identity_get_fact (identity, kind);
    g_autofree char *value = NULL;
    g_autofree char *text = NULL;

    if (fact.value == NULL)
      continue;
    value = paddock_identity_text_fact_value (kind, fact.value);
    /* Translators: what is known of a server, and whether it is proven or only claimed */
    text = g_strdup_printf (_("%s (%s)"), value, paddock_identity_text_proof (fact.proof));
    add_line (lines, paddock_identity_text_fact_title (kind), text);
  }
}

/**
 * paddock_activity_text_entry_details:
 * @entry: an entry
 * @server: (nullable): the entry's server, if it is still known
 *
 * Returns: (transfer full): everything that is known about the entry, one fact per line
 */
char *
paddock_activity_text_entry_details (const PaddockJournalEntry *entry,
                                     const PaddockServerView   *server)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  gboolean is_app =
    paddock_journal_entry_event_get_cause (entry->event) == PADDOCK_ENTRY_CAUSE_NOTER;

  add_times (lines, entry);
  add_line (lines, entry->server_id != NULL || is_app ? _("Server") : _("Program"), entry->server);
  if (server != NULL)
    add_identity (lines, server);
  else if (entry->server_id != NULL)
    add_line (lines, _("Server details"), _("Paddock no longer knows this server"));
  add_line (lines, is_app ? _("File") : _("Folder"), entry->root);
  add_line (lines, _("Reason"), paddock_journal_text_reason (entry));
  add_line (lines,
            entry->event == PADDOCK_EVENT_SERVER_CONNECTED ? _("Protocol version") : _("Details"),
            entry->detail);
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

/**
 * paddock_activity_text_entry_kind:
 * @kind: a single kind
 *
 * Returns: (transfer none): the name of @kind
 */
const char *
paddock_activity_text_entry_kind (PaddockEntryKinds kind)
{
  static const char * const names[PADDOCK_N_ENTRY_KINDS] = {
    /* Translators: a filter, for entries of the activity about: questions to the user, answers */
    N_("Questions"),
    /* Translators: a filter, for entries of the activity about: servers that see or do more */
    N_("Shared"),
    /* Translators: a filter, for entries of the activity about: servers that see or do less */
    N_("Revoked"),
    /* Translators: a filter, for entries of the activity about: something was refused */
    N_("Refused"),
    /* Translators: a filter, for entries of the activity about: files that were read for others */
    N_("Files read"),
    /* Translators: a filter, for entries of the activity about: what servers were told */
    N_("Told to servers"),
    N_("Folders"),
    N_("Servers"),
    N_("Problems"),
    /* Translators: a filter, for entries of the activity about: Paddock itself, and its settings */
    N_("Paddock itself"),
  };
  int bit = g_bit_nth_lsf (kind, -1);

  return _(names[CLAMP (bit, 0, PADDOCK_N_ENTRY_KINDS - 1)]);
}

/**
 * paddock_activity_text_entry_icon:
 * @kinds: the kinds of an event
 *
 * Returns: (transfer none): the name of the event's icon
 */
const char *
paddock_activity_text_entry_icon (PaddockEntryKinds kinds)
{
  static const char * const icons[PADDOCK_N_ENTRY_KINDS] = {
    "dialog-question-symbolic", "view-reveal-symbolic", "view-conceal-symbolic",
    "action-unavailable-symbolic", "text-x-generic-symbolic", "view-list-symbolic",
    "folder-symbolic", "network-server-symbolic", "dialog-warning-symbolic",
    "emblem-system-symbolic",
  };
  int bit = (kinds & PADDOCK_ENTRY_KIND_PROBLEMS) != 0
            ? g_bit_nth_lsf (PADDOCK_ENTRY_KIND_PROBLEMS, -1) : g_bit_nth_lsf (kinds, -1);

  return icons[bit >= 0 && bit < PADDOCK_N_ENTRY_KINDS ? bit : PADDOCK_N_ENTRY_KINDS - 1];
}

/**
 * paddock_activity_text_filter:
 * @server: (nullable): the server's name
 * @root: (nullable): the folder's name
 * @kind: a single kind; 0: all kinds
 * @text: (nullable): the search text
 *
 * Returns: (transfer full) (nullable): a text that says what the list is limited to; %NULL without
 *   a filter
 */
char *
paddock_activity_text_filter (const char        *server,
                              const char        *root,
                              PaddockEntryKinds  kind,
                              const char        *text)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  if (server != NULL)
    g_ptr_array_add (parts, paddock_text_escape (server, -1));
  if (root != NULL)
    g_ptr_array_add (parts, paddock_text_escape (root, -1));
  if (kind != 0)
    g_ptr_array_add (parts, g_strdup (paddock_activity_text_entry_kind (kind)));
  if (text != NULL && *text != '\0') {
    g_autofree char *escaped = paddock_text_escape_name (text);

    /* Translators: %s is a text that was searched */
    g_ptr_array_add (parts, g_strdup_printf (_("“%s”"), escaped));
  }
  if (parts->len == 0)
    return NULL;

  g_ptr_array_add (parts, NULL);
  joined = g_strjoinv (" · ", (char **) parts->pdata);
  /* Translators: %s is what the list of the activity is limited to */
  return g_strdup_printf (_("Only %s"), joined);
}

/* Whether the detail of a journal entry with this event is a file. For other events the detail is
 * technical, such as a chain of programs or a protocol revision. */
static gboolean
names_a_file (PaddockEvent event)
{
  switch ((int) event) {
    case PADDOCK_EVENT_FILE_READ:
    case PADDOCK_EVENT_FILE_CHECKED:
    case PADDOCK_EVENT_FILE_REFUSED:
    case PADDOCK_EVENT_FILE_ASKED:
    case PADDOCK_EVENT_FILE_ANSWERED:
    case PADDOCK_EVENT_NEVER_TAKEN_BACK:
      return TRUE;
    default:
      return FALSE;
  }
}

/**
 * paddock_activity_text_entry_note:
 * @now: µs since the epoch
 *
 * Returns: (transfer full): one line: the time of the last such event, how often it happened, the
 *   reason, and the file; dots separate the parts
 */
char *
paddock_activity_text_entry_note (const PaddockJournalEntry *entry,
                                  gint64                     now)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *reason = paddock_journal_text_reason (entry);
  gint64 last = entry->last != 0 ? entry->last : entry->time;

  g_ptr_array_add (parts, paddock_time_text_time (last, now));
  if (entry->count > 1)
    /* Translators: the same thing happened so many times */
    g_ptr_array_add (parts, g_strdup_printf (_("×%u"), entry->count));
  if (reason != NULL)
    g_ptr_array_add (parts, g_strdup (reason));
  if (names_a_file (entry->event) && entry->detail != NULL && *entry->detail != '\0')
    g_ptr_array_add (parts, paddock_text_escape (entry->detail, -1));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" · ", (char **) parts->pdata);
}
