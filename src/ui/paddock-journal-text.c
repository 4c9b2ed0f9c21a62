/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-journal-text.h"

#include "paddock-reason-text.h"
#include "paddock-sentences.h"
#include "paddock-text.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>

/* The journal in words: one translatable sentence for each event. The phrases for reasons are in
 * paddock-reason-text.c. Pure functions. */

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
      return g_strdup_printf (_("Paddock refused “%s”"), server);
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
      return g_strdup_printf (_("You were asked to keep sharing with “%s”"), server);
    case PADDOCK_EVENT_CONSENT_PUT_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("You answered “Not Now” to “%s”"), server);
    case PADDOCK_EVENT_BLOCKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was blocked"), server);
    case PADDOCK_EVENT_UNBLOCKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” is no longer blocked"), server);
    case PADDOCK_EVENT_FORGOTTEN:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was forgotten"), server);
    case PADDOCK_EVENT_DEPRECATED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” asks for folders in an outdated way"),
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

/* Sentences about what `paddock run` did to its server. */
static char *
run_sentence (const PaddockJournalEntry *entry,
              const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_RESTARTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock restarted “%s” to clear revoked folders"), server);
    case PADDOCK_EVENT_RESTART_FAILED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock couldn’t restart “%s” and stopped it"), server);
    case PADDOCK_EVENT_TOLD_ONLY:
      /* Translators: %s is a server. "Told", not "enforced": it may go on using the folder */
      return g_strdup_printf (_("“%s” was told about a revocation, but may keep what it read"),
                              server);
    case PADDOCK_EVENT_LINE_DROPPED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock dropped a message from “%s”"), server);
    case PADDOCK_EVENT_WITHOUT_SERVICE:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” ran without Paddock and got no folders"), server);
    default:
      return NULL;
  }
}

/* Sentences about the user's choices for a server. */
static char *
choice_sentence (const PaddockJournalEntry *entry,
                 const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_HOST_ROOTS_ON:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“%s” is also told about its app’s own folders"), server);
    case PADDOCK_EVENT_HOST_ROOTS_OFF:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“%s” is no longer told about its app’s own folders"), server);
    case PADDOCK_EVENT_KEEPING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” keeps its folders while Paddock isn’t running"), server);
    case PADDOCK_EVENT_KEEPING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” no longer keeps its folders while Paddock isn’t running"),
                              server);
    case PADDOCK_EVENT_READING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock now reads files for “%s”"), server);
    case PADDOCK_EVENT_READING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Paddock no longer reads files for “%s”"), server);
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
      return g_strdup_printf (_("%s was added"), root);
    case PADDOCK_EVENT_ROOT_REMOVED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s was removed"), root);
    case PADDOCK_EVENT_ROOT_CHANGED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s was changed"), root);
    case PADDOCK_EVENT_ROOT_WITHDRAWN:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s is no longer available"), root);
    case PADDOCK_EVENT_ROOT_RETURNED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s is available again"), root);
    case PADDOCK_EVENT_ROOT_REFUSED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s couldn’t be added"), root);
    case PADDOCK_EVENT_CROSSING_ON:
      /* Translators: %s is a folder; other file systems: sticks, the network, other disks */
      return g_strdup_printf (_("Paddock now also reads drives mounted in %s"), root);
    case PADDOCK_EVENT_CROSSING_OFF:
      /* Translators: %s is a folder; other file systems: sticks, the network, other disks */
      return g_strdup_printf (_("Paddock no longer reads drives mounted in %s"), root);
    case PADDOCK_EVENT_IMPORTED:
      /* Translators: %s is where another installation of Paddock keeps its data */
      return g_strdup_printf (_("Folders were imported from %s"), root);
    default:
      return NULL;
  }
}

/* Sentences about files that Paddock read or refused for a server or another program. */
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
      return g_strdup_printf (_("“%s” checked a file in %s"), server, root);
    case PADDOCK_EVENT_FILE_REFUSED:
      /* Translators: %s is a server or a program */
      return g_strdup_printf (_("“%s” was refused a file"), server);
    case PADDOCK_EVENT_NEVER_TAKEN_BACK:
      if (entry->server_id == NULL)
        return g_strdup (_("“Never” was removed for a file"));
      /* Translators: %s is a server */
      return g_strdup_printf (_("“Never” was removed for a file and “%s”"),
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
      return g_strdup_printf (_("A server is called “%s” now"), server);
    case PADDOCK_EVENT_GRANTED:
      /* Translators: the first %s is a server, the second a folder */
      return g_strdup_printf (_("“%s” can now see %s"), server, root);
    case PADDOCK_EVENT_REVOKED:
      /* Translators: the first %s is a server, the second a folder */
      return g_strdup_printf (_("“%s” can no longer see %s"), server, root);
    case PADDOCK_EVENT_ASKING_OFF:
      return g_strdup (_("Confirming requests from other programs turned off"));
    case PADDOCK_EVENT_ASKING_ON:
      return g_strdup (_("Confirming requests from other programs turned on"));
    case PADDOCK_EVENT_JOURNAL_CLEARED:
      return g_strdup (_("Activity cleared"));
    case PADDOCK_EVENT_CLEARING_ASKED:
      return g_strdup (_("A program asked to clear the activity"));
    case PADDOCK_EVENT_RETENTION_CHANGED:
      return g_strdup (_("How long activity is kept changed"));
    case PADDOCK_EVENT_PAUSED:
      return g_strdup (_("Sharing was paused"));
    case PADDOCK_EVENT_RESUMED:
      return g_strdup (_("Sharing was resumed"));
    case PADDOCK_EVENT_WIDENING_ASKED:
      return g_strdup (_("A program asked to share more with servers"));
    case PADDOCK_EVENT_WIDENING_REFUSED:
      return g_strdup (_("A program’s request to share more was refused"));
    default:
      return g_strdup (_("Something happened that this version of Paddock doesn’t know"));
  }
}

/**
 * paddock_journal_text_entry:
 *
 * Returns: (transfer full): a sentence that says what happened; names are escaped for display
 */
char *
paddock_journal_text_entry (const PaddockJournalEntry *entry)
{
  g_autofree char *server = paddock_text_escape (entry->server != NULL ? entry->server
                                                                       : _("A server"), -1);
  g_autofree char *root = paddock_sentences_path (entry->root != NULL ? entry->root
                                                                     : _("A folder"),
                                                  g_get_home_dir ());
  char *sentence = server_sentence (entry, server);

  if (sentence == NULL)
    sentence = run_sentence (entry, server);
  if (sentence == NULL)
    sentence = choice_sentence (entry, server);
  if (sentence == NULL)
    sentence = root_sentence (entry, root);
  if (sentence == NULL)
    sentence = file_sentence (entry, server, root);
  if (sentence == NULL)
    sentence = other_sentence (entry, server, root);

  return sentence;
}

/* Whether the entry's detail is the file of the event. Otherwise the detail is only for people who
 * look closer: a chain of programs, or a protocol revision. */
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
 * paddock_journal_text_entry_note:
 * @now: µs since the epoch
 *
 * Returns: (transfer full): a line that says when and how often it happened, why, and with which
 *   file; dots separate the parts
 */
char *
paddock_journal_text_entry_note (const PaddockJournalEntry *entry,
                                 gint64                     now)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *reason = paddock_reason_text_get (entry->reason);
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
