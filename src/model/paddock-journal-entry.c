/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-journal-entry.h"

#include "paddock-nicks.h"

/* One journal entry: what happened, when, to which server and folder, and why.
 *
 * A value. If a server is renamed or forgotten later, its entries keep the name that it had at the
 * time of the event. Databases contain the nicks, so nicks may be added, but no nick may change its
 * meaning. */

/* An event that repeats within this time is counted in the same entry. So a server in a loop does
 * not push all other entries out of the journal. */
#define REPEAT_WINDOW (10 * 60 * G_USEC_PER_SEC)

static const char * const event_nicks[] = {
  [PADDOCK_EVENT_SERVICE_STARTED] = "service-started",
  [PADDOCK_EVENT_SERVICE_STOPPED] = "service-stopped",
  [PADDOCK_EVENT_ROOT_ADDED] = "root-added",
  [PADDOCK_EVENT_ROOT_REMOVED] = "root-removed",
  [PADDOCK_EVENT_ROOT_CHANGED] = "root-changed",
  [PADDOCK_EVENT_ROOT_WITHDRAWN] = "root-withdrawn",
  [PADDOCK_EVENT_ROOT_RETURNED] = "root-returned",
  [PADDOCK_EVENT_ROOT_REFUSED] = "root-refused",
  [PADDOCK_EVENT_SERVER_CONNECTED] = "server-connected",
  [PADDOCK_EVENT_SERVER_DISCONNECTED] = "server-disconnected",
  [PADDOCK_EVENT_SERVER_REFUSED] = "server-refused",
  [PADDOCK_EVENT_ROOTS_LISTED] = "roots-listed",
  [PADDOCK_EVENT_CHANGE_TOLD] = "change-told",
  [PADDOCK_EVENT_CONSENT_ASKED] = "consent-asked",
  [PADDOCK_EVENT_CONSENT_PUT_OFF] = "consent-put-off",
  [PADDOCK_EVENT_GRANTED] = "granted",
  [PADDOCK_EVENT_REVOKED] = "revoked",
  [PADDOCK_EVENT_BLOCKED] = "blocked",
  [PADDOCK_EVENT_UNBLOCKED] = "unblocked",
  [PADDOCK_EVENT_FORGOTTEN] = "forgotten",
  [PADDOCK_EVENT_WIDENING_ASKED] = "widening-asked",
  [PADDOCK_EVENT_WIDENING_REFUSED] = "widening-refused",
  [PADDOCK_EVENT_DEPRECATED] = "deprecated",
  [PADDOCK_EVENT_ASKING_OFF] = "asking-off",
  [PADDOCK_EVENT_ASKING_ON] = "asking-on",
  [PADDOCK_EVENT_RENEWAL_OFFERED] = "renewal-offered",
  [PADDOCK_EVENT_PAUSED] = "paused",
  [PADDOCK_EVENT_RESUMED] = "resumed",
  [PADDOCK_EVENT_IMPORTED] = "imported",
  [PADDOCK_EVENT_RESTARTED] = "restarted",
  [PADDOCK_EVENT_RESTART_FAILED] = "restart-failed",
  [PADDOCK_EVENT_TOLD_ONLY] = "told-only",
  [PADDOCK_EVENT_LINE_DROPPED] = "line-dropped",
  [PADDOCK_EVENT_WITHOUT_SERVICE] = "without-service",
  [PADDOCK_EVENT_CONFINED] = "confined",
  [PADDOCK_EVENT_START_REFUSED] = "start-refused",
  [PADDOCK_EVENT_HOST_ROOTS_ON] = "host-roots-on",
  [PADDOCK_EVENT_HOST_ROOTS_OFF] = "host-roots-off",
  [PADDOCK_EVENT_KEEPING_ON] = "keeping-on",
  [PADDOCK_EVENT_KEEPING_OFF] = "keeping-off",
  [PADDOCK_EVENT_READING_ON] = "reading-on",
  [PADDOCK_EVENT_READING_OFF] = "reading-off",
  [PADDOCK_EVENT_CROSSING_ON] = "other-file-systems-on",
  [PADDOCK_EVENT_CROSSING_OFF] = "other-file-systems-off",
  [PADDOCK_EVENT_FILE_READ] = "file-read",
  [PADDOCK_EVENT_FILE_CHECKED] = "file-checked",
  [PADDOCK_EVENT_FILE_REFUSED] = "file-refused",
  [PADDOCK_EVENT_FILE_ASKED] = "file-asked",
  [PADDOCK_EVENT_FILE_ANSWERED] = "file-answered",
  [PADDOCK_EVENT_RETENTION_CHANGED] = "retention-changed",
  [PADDOCK_EVENT_JOURNAL_CLEARED] = "journal-cleared",
  [PADDOCK_EVENT_CLEARING_ASKED] = "clearing-asked",
  [PADDOCK_EVENT_NEVER_TAKEN_BACK] = "never-taken-back",
  [PADDOCK_EVENT_SERVER_RENAMED] = "server-renamed",
  [PADDOCK_EVENT_APP_CONNECTED] = "app-connected",
  [PADDOCK_EVENT_APP_RESTORED] = "app-restored",
  [PADDOCK_EVENT_OTHER] = "other",
};

G_DEFINE_BOXED_TYPE (PaddockJournalEntry, paddock_journal_entry, paddock_journal_entry_ref,
                     paddock_journal_entry_unref)

static void
paddock_journal_entry_clear (PaddockJournalEntry *entry)
{
  g_free ((char *) entry->server_id);
  g_free ((char *) entry->server);
  g_free ((char *) entry->root_id);
  g_free ((char *) entry->root);
  g_free ((char *) entry->detail);
}

/**
 * paddock_journal_entry_new:
 * @template: the values to copy, strings included. A count of 0 becomes 1. If @last is before
 *   @time, it becomes @time
 *
 * Returns: (transfer full): a new entry
 */
PaddockJournalEntry *
paddock_journal_entry_new (const PaddockJournalEntry *template)
{
  PaddockJournalEntry *entry = g_atomic_rc_box_new (PaddockJournalEntry);

  *entry = *template;
  entry->last = MAX (template->last, template->time);
  entry->count = MAX (template->count, 1);
  entry->server_id = g_strdup (template->server_id);
  entry->server = g_strdup (template->server);
  entry->root_id = g_strdup (template->root_id);
  entry->root = g_strdup (template->root);
  entry->detail = g_strdup (template->detail);
  return entry;
}

/**
 * paddock_journal_entry_ref:
 * @entry: an entry
 *
 * Returns: (transfer full): @entry
 */
PaddockJournalEntry *
paddock_journal_entry_ref (PaddockJournalEntry *entry)
{
  return g_atomic_rc_box_acquire (entry);
}

/**
 * paddock_journal_entry_unref:
 * @entry: (transfer full): an entry
 */
void
paddock_journal_entry_unref (PaddockJournalEntry *entry)
{
  g_atomic_rc_box_release_full (entry, (GDestroyNotify) paddock_journal_entry_clear);
}

static gboolean
is_about_app (PaddockEvent event)
{
  return event == PADDOCK_EVENT_APP_CONNECTED || event == PADDOCK_EVENT_APP_RESTORED;
}

static gboolean
is_switch (PaddockEvent event)
{
  return event == PADDOCK_EVENT_ASKING_OFF || event == PADDOCK_EVENT_ASKING_ON ||
         event == PADDOCK_EVENT_PAUSED || event == PADDOCK_EVENT_RESUMED ||
         event == PADDOCK_EVENT_HOST_ROOTS_ON || event == PADDOCK_EVENT_HOST_ROOTS_OFF ||
         event == PADDOCK_EVENT_KEEPING_ON || event == PADDOCK_EVENT_KEEPING_OFF ||
         event == PADDOCK_EVENT_READING_ON || event == PADDOCK_EVENT_READING_OFF ||
         event == PADDOCK_EVENT_CROSSING_ON || event == PADDOCK_EVENT_CROSSING_OFF ||
         event == PADDOCK_EVENT_RETENTION_CHANGED || event == PADDOCK_EVENT_JOURNAL_CLEARED ||
         event == PADDOCK_EVENT_NEVER_TAKEN_BACK || event == PADDOCK_EVENT_SERVER_RENAMED ||
         is_about_app (event);
}

static gboolean
is_about_file (PaddockEvent event)
{
  return event == PADDOCK_EVENT_FILE_READ || event == PADDOCK_EVENT_FILE_CHECKED ||
         event == PADDOCK_EVENT_FILE_REFUSED || event == PADDOCK_EVENT_FILE_ASKED;
}

/**
 * paddock_journal_entry_repeats:
 * @entry: a new entry
 * @earlier: an entry in the journal
 *
 * Decides whether to count @entry in @earlier instead of storing @entry. Servers are compared by
 * id, whatever their names. Programs on the bus have no id, so they are compared by name. For
 * entries about files, the server's name must be the same as well as its id. An entry about a
 * switch is never a repeat: between two entries "off" the switch was on, and the journal must show
 * both.
 *
 * Returns: whether @entry is the same event as @earlier, at most 10 minutes after @earlier last
 *   happened; %FALSE if the clock went back in between
 */
gboolean
paddock_journal_entry_repeats (const PaddockJournalEntry *entry,
                               const PaddockJournalEntry *earlier)
{
  if (is_switch (entry->event) || entry->time < earlier->last ||
      entry->time - earlier->last > REPEAT_WINDOW)
    return FALSE;
  return entry->event == earlier->event &&
         entry->reason == earlier->reason &&
         g_strcmp0 (entry->server_id, earlier->server_id) == 0 &&
         ((entry->server_id != NULL && !is_about_file (entry->event)) ||
          g_strcmp0 (entry->server, earlier->server) == 0) &&
         g_strcmp0 (entry->root_id, earlier->root_id) == 0 &&
         g_strcmp0 (entry->detail, earlier->detail) == 0;
}

/**
 * paddock_journal_entry_event_get_cause:
 * @event: an event
 *
 * Returns: who causes @event
 */
PaddockEntryCause
paddock_journal_entry_event_get_cause (PaddockEvent event)
{
  if (is_about_file (event))
    return PADDOCK_ENTRY_CAUSE_READER;
  if (is_about_app (event))
    return PADDOCK_ENTRY_CAUSE_NOTER;
  if (event == PADDOCK_EVENT_SERVER_CONNECTED || event == PADDOCK_EVENT_SERVER_DISCONNECTED ||
      event == PADDOCK_EVENT_SERVER_REFUSED || event == PADDOCK_EVENT_ROOTS_LISTED ||
      event == PADDOCK_EVENT_CHANGE_TOLD || event == PADDOCK_EVENT_CONSENT_ASKED ||
      event == PADDOCK_EVENT_DEPRECATED || event == PADDOCK_EVENT_RESTARTED ||
      event == PADDOCK_EVENT_RESTART_FAILED || event == PADDOCK_EVENT_TOLD_ONLY ||
      event == PADDOCK_EVENT_LINE_DROPPED || event == PADDOCK_EVENT_WITHOUT_SERVICE ||
      event == PADDOCK_EVENT_CONFINED || event == PADDOCK_EVENT_START_REFUSED)
    return PADDOCK_ENTRY_CAUSE_CONNECTION;
  return PADDOCK_ENTRY_CAUSE_USER;
}

/**
 * paddock_journal_entry_event_to_nick:
 * @event: an event
 *
 * Returns: (transfer none): the name of @event in the database and on the bus
 */
const char *
paddock_journal_entry_event_to_nick (PaddockEvent event)
{
  return paddock_nicks_get (event_nicks, G_N_ELEMENTS (event_nicks), event);
}

/**
 * paddock_journal_entry_event_from_nick:
 * @nick: (nullable): a name from the database or the bus
 * @out_event: (out): the event
 *
 * Returns: whether there is such an event; if not, @out_event is unchanged
 */
gboolean
paddock_journal_entry_event_from_nick (const char   *nick,
                                       PaddockEvent *out_event)
{
  gsize value;

  if (!paddock_nicks_find (event_nicks, G_N_ELEMENTS (event_nicks), nick, &value))
    return FALSE;
  *out_event = value;
  return TRUE;
}
