/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-journal-text.h"

#include "paddock-reason-text.h"
#include "paddock-server-label.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* The journal in sentences, for the window and the command line: one translatable sentence for each
 * event. The phrases for reasons are in paddock-reason-text.c. Pure functions. */

static char *
server_sentence (const PaddockJournalEntry *entry,
                 const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_SERVER_CONNECTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” connected"), server);
    case PADDOCK_EVENT_SERVER_DISCONNECTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” disconnected"), server);
    case PADDOCK_EVENT_SERVER_REFUSED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock refused the connection from “%s”"), server);
    case PADDOCK_EVENT_ROOTS_LISTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” read its list of folders"), server);
    case PADDOCK_EVENT_CHANGE_TOLD:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock told “%s” about a change"), server);
    case PADDOCK_EVENT_CONSENT_ASKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” asked for folders"), server);
    case PADDOCK_EVENT_RENEWAL_OFFERED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("You were asked whether to share again with “%s”"), server);
    case PADDOCK_EVENT_CONSENT_PUT_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("You chose to answer “%s” later"), server);
    case PADDOCK_EVENT_BLOCKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was blocked"), server);
    case PADDOCK_EVENT_UNBLOCKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was unblocked"), server);
    case PADDOCK_EVENT_FORGOTTEN:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was forgotten"), server);
    case PADDOCK_EVENT_DEPRECATED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” used an outdated way to ask for folders"),
                              server);
    case PADDOCK_EVENT_FILE_ASKED:
      /* Translators: %s is a server, or a program and its process number */
      return g_strdup_printf (_("You were asked whether “%s” may read a sensitive file"), server);
    case PADDOCK_EVENT_FILE_ANSWERED:
      return entry->reason == PADDOCK_REASON_USER_ALLOWED ||
             entry->reason == PADDOCK_REASON_USER_ALLOWED_SESSION
             /* Translators: %s is a server, or a program and its process number */
                 ? g_strdup_printf (_("You let “%s” read a sensitive file"), server)
             /* Translators: %s is a server, or a program and its process number */
                 : g_strdup_printf (_("You didn’t let “%s” read a sensitive file"), server);
    default:
      return NULL;
  }
}

/* Returns a sentence about what `paddock run` did to its server; NULL for an event of another
 * kind. */
static char *
run_sentence (const PaddockJournalEntry *entry,
              const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_RESTARTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock restarted “%s”"), server);
    case PADDOCK_EVENT_RESTART_FAILED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock couldn’t restart “%s” and stopped it"), server);
    case PADDOCK_EVENT_TOLD_ONLY:
      /* Translators: %s is a server. "Told", not "enforced": it may go on using the folder */
      return g_strdup_printf (_("“%s” was told that folders were revoked, but might still use "
                                "them"),
                              server);
    case PADDOCK_EVENT_LINE_DROPPED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock dropped a message from “%s”"), server);
    case PADDOCK_EVENT_WITHOUT_SERVICE:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock’s service wasn’t available, so “%s” got no folders"),
                              server);
    case PADDOCK_EVENT_CONFINED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("The system lets “%s” open only its folders and its own program"),
                              server);
    case PADDOCK_EVENT_START_REFUSED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” wasn’t started: this computer can’t keep it out of other "
                                "files"),
                              server);
    default:
      return NULL;
  }
}

/* Returns a sentence about a choice that the user changed for a server; NULL for an event of
 * another kind. */
static char *
choice_sentence (const PaddockJournalEntry *entry,
                 const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_HOST_ROOTS_ON:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“Also Share the App’s Own Folders” was turned on for “%s”"),
                              server);
    case PADDOCK_EVENT_HOST_ROOTS_OFF:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“Also Share the App’s Own Folders” was turned off for “%s”"),
                              server);
    case PADDOCK_EVENT_KEEPING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“Keep Sharing While Paddock Isn’t Running” was turned on for "
                                "“%s”"),
                              server);
    case PADDOCK_EVENT_KEEPING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“Keep Sharing While Paddock Isn’t Running” was turned off for "
                                "“%s”"),
                              server);
    case PADDOCK_EVENT_READING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“Let Paddock Read Files for This Server” was turned on for “%s”"),
                              server);
    case PADDOCK_EVENT_READING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“Let Paddock Read Files for This Server” was turned off for “%s”"),
                              server);
    default:
      return NULL;
  }
}

/* Returns a sentence about an app's configuration file; NULL for an event of another kind. @entry's
 * server is "APP/SERVER". */
static char *
app_sentence (const PaddockJournalEntry *entry,
              const char                *name)
{
  g_autofree char *app = NULL;
  g_autofree char *server = paddock_server_label_split (name, &app);

  switch ((int) entry->event) {
    case PADDOCK_EVENT_APP_CONNECTED:
      /* Translators: the first %s is an app, as “Cursor”, the second a server that it starts */
      return g_strdup_printf (_("%s starts “%s” through Paddock now"),
                              *app != '\0' ? app : _("An app"), server);
    case PADDOCK_EVENT_APP_RESTORED:
      /* Translators: the first %s is an app, as “Cursor”, the second a server that it starts */
      return g_strdup_printf (_("%s starts “%s” without Paddock again"),
                              *app != '\0' ? app : _("An app"), server);
    default:
      return NULL;
  }
}

static char *
root_sentence (const PaddockJournalEntry *entry,
               const char                *root)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_ROOT_ADDED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s was added to your list"), root);
    case PADDOCK_EVENT_ROOT_REMOVED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s was removed from your list"), root);
    case PADDOCK_EVENT_ROOT_CHANGED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("The settings of %s were changed"), root);
    case PADDOCK_EVENT_ROOT_WITHDRAWN:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s became unavailable"), root);
    case PADDOCK_EVENT_ROOT_RETURNED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s became available again"), root);
    case PADDOCK_EVENT_ROOT_REFUSED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s couldn’t be added"), root);
    case PADDOCK_EVENT_CROSSING_ON:
      /* Translators: %s is a folder; the quotation is an entry of its menu */
      return g_strdup_printf (_("“Include Mounted Drives” was turned on for %s"), root);
    case PADDOCK_EVENT_CROSSING_OFF:
      /* Translators: %s is a folder; the quotation is an entry of its menu */
      return g_strdup_printf (_("“Include Mounted Drives” was turned off for %s"), root);
    case PADDOCK_EVENT_IMPORTED:
      /* Translators: %s is where another installation of Paddock keeps its data */
      return g_strdup_printf (_("Folders were imported from %s"), root);
    default:
      return NULL;
  }
}

/* Returns a sentence about reading files through Paddock; NULL for an event of another kind. */
static char *
file_sentence (const PaddockJournalEntry *entry,
               const char                *server,
               const char                *root)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_FILE_READ:
      /* Translators: the first %s is a server or a program, the second a folder */
      return g_strdup_printf (_("“%s” read a file in %s"), server, root);
    case PADDOCK_EVENT_FILE_CHECKED:
      /* Translators: the first %s is a server or a program, the second a folder */
      return g_strdup_printf (_("“%s” checked access to a file in %s"), server, root);
    case PADDOCK_EVENT_FILE_REFUSED:
      /* Translators: %s is a server or a program */
      return g_strdup_printf (_("Paddock refused “%s” access to a file"), server);
    case PADDOCK_EVENT_NEVER_TAKEN_BACK:
      if (entry->server_id == NULL)
        return g_strdup (_("A sensitive file was changed from “Never” to “Ask Again”"));
      /* Translators: %s is a server */
      return g_strdup_printf (_("A sensitive file was changed from “Never” to “Ask Again” for "
                                "“%s”"),
                              server);
    default:
      return NULL;
  }
}

static char *
other_sentence (const PaddockJournalEntry *entry,
                const char                *server,
                const char                *root)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_SERVICE_STARTED:
      return g_strdup (_("Paddock’s service started"));
    case PADDOCK_EVENT_SERVICE_STOPPED:
      return g_strdup (_("Paddock’s service stopped"));
    case PADDOCK_EVENT_SERVER_RENAMED:
      /* Translators: %s is the name that a server has from now on */
      return g_strdup_printf (_("A server was renamed to “%s”"), server);
    case PADDOCK_EVENT_GRANTED:
      /* Translators: the first %s is a folder, the second a server */
      return g_strdup_printf (_("%s was shared with “%s”"), root, server);
    case PADDOCK_EVENT_REVOKED:
      /* Translators: the first %s is a folder, the second a server: it no longer sees the folder */
      return g_strdup_printf (_("%s was revoked from “%s”"), root, server);
    case PADDOCK_EVENT_ASKING_OFF:
      return g_strdup (_("“Confirm Requests From Other Programs” was turned off"));
    case PADDOCK_EVENT_ASKING_ON:
      return g_strdup (_("“Confirm Requests From Other Programs” was turned on"));
    case PADDOCK_EVENT_JOURNAL_CLEARED:
      return g_strdup (_("Activity was cleared"));
    case PADDOCK_EVENT_CLEARING_ASKED:
      return g_strdup (_("A program asked to clear the activity"));
    case PADDOCK_EVENT_RETENTION_CHANGED:
      return g_strdup (_("The time limit for activity was changed"));
    case PADDOCK_EVENT_PAUSED:
      return g_strdup (_("Sharing was paused"));
    case PADDOCK_EVENT_RESUMED:
      return g_strdup (_("Sharing was resumed"));
    case PADDOCK_EVENT_WIDENING_ASKED:
      return g_strdup (_("A program asked to share more with servers"));
    case PADDOCK_EVENT_WIDENING_REFUSED:
      return g_strdup (_("A program’s request to share more was refused"));
    default:
      return g_strdup (_("This version of Paddock doesn’t recognize this event"));
  }
}

/**
 * paddock_journal_text_entry:
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): a sentence that says what happened; names are escaped for display
 */
char *
paddock_journal_text_entry (const PaddockJournalEntry *entry,
                            const char                *home)
{
  g_autofree char *server = paddock_text_escape_name (entry->server != NULL ? entry->server
                                                                            : _("A server"));
  g_autofree char *root = paddock_text_shorten (entry->root != NULL ? entry->root : _("A folder"),
                                                home);
  char *sentence = server_sentence (entry, server);

  if (sentence == NULL)
    sentence = run_sentence (entry, server);
  if (sentence == NULL)
    sentence = choice_sentence (entry, server);
  if (sentence == NULL)
    sentence = app_sentence (entry, server);
  if (sentence == NULL)
    sentence = root_sentence (entry, root);
  if (sentence == NULL)
    sentence = file_sentence (entry, server, root);
  if (sentence == NULL)
    sentence = other_sentence (entry, server, root);

  return sentence;
}

/**
 * paddock_journal_text_reason:
 *
 * Returns: (transfer none) (nullable): a phrase that says why it happened; %NULL if there is none,
 *   or if the sentence of paddock_journal_text_entry() has said it
 */
const char *
paddock_journal_text_reason (const PaddockJournalEntry *entry)
{
  static const struct {
    PaddockEvent  event;
    PaddockReason reason;
  } said[] = {
    { PADDOCK_EVENT_CONSENT_PUT_OFF, PADDOCK_REASON_USER_PUT_OFF },
    { PADDOCK_EVENT_ROOT_RETURNED, PADDOCK_REASON_RETURNED },
    { PADDOCK_EVENT_FILE_ANSWERED, PADDOCK_REASON_USER_ALLOWED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (said); i++)
    if (entry->event == said[i].event && entry->reason == said[i].reason)
      return NULL;
  return paddock_reason_text_get (entry->reason);
}

/**
 * paddock_journal_text_filter_new:
 * @template: a filter, with the text as the user typed it
 *
 * Returns: (transfer full): the filter, including the events and reasons whose sentences contain
 *   the text
 */
PaddockEntryFilter *
paddock_journal_text_filter_new (const PaddockEntryFilter *template)
{
  PaddockEntryFilter *filter = paddock_entry_filter_new (template);

  if (filter->text == NULL)
    return filter;
  for (PaddockEvent event = 0; event <= PADDOCK_EVENT_OTHER; event++) {
    g_autofree char *sentence = paddock_journal_text_entry (&(PaddockJournalEntry) {
      .event = event, .server = "", .root = "",
    }, NULL);

    if (paddock_entry_filter_has_text (filter, sentence))
      filter->text_events |= G_GUINT64_CONSTANT (1) << event;
  }
  for (PaddockReason reason = 0; reason <= PADDOCK_REASON_UNPROVEN; reason++) {
    if (paddock_entry_filter_has_text (filter, paddock_reason_text_get (reason)))
      filter->text_reasons |= G_GUINT64_CONSTANT (1) << reason;
  }
  return filter;
}
