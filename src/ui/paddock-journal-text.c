/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-sentences.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The journal in sentences: one translatable sentence for each event, a phrase for each reason.
 * Pure, like paddock-sentences.c, of which it is the other half. */

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
      return g_strdup_printf (_("“%s” was not let in"), server);
    case PADDOCK_EVENT_ROOTS_LISTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” read the list of folders"), server);
    case PADDOCK_EVENT_CHANGE_TOLD:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was told that its list changed"), server);
    case PADDOCK_EVENT_CONSENT_ASKED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” asked for folders"), server);
    case PADDOCK_EVENT_RENEWAL_OFFERED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("You were asked whether “%s” may go on seeing folders"), server);
    case PADDOCK_EVENT_CONSENT_PUT_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("The question of “%s” was put off"), server);
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
      return g_strdup_printf (_("“%s” uses a way of asking that newer servers no longer have"),
                              server);
    case PADDOCK_EVENT_RESTARTED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” was restarted, to forget what was revoked"), server);
    case PADDOCK_EVENT_RESTART_FAILED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” could not be restarted and was ended"), server);
    case PADDOCK_EVENT_TOLD_ONLY:
      /* Translators: %s is a server. "Told", not "enforced": it may go on using the folder */
      return g_strdup_printf (_("“%s” was told of a revocation, and may keep what it read"),
                              server);
    case PADDOCK_EVENT_LINE_DROPPED:
      /* Translators: %s is a server */
      return g_strdup_printf (_("A message of “%s” was thrown away"), server);
    case PADDOCK_EVENT_WITHOUT_SERVICE:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” ran without Paddock until now, and got no folders"), server);
    case PADDOCK_EVENT_FILE_ASKED:
      /* Translators: %s is a server, or a program and its process number */
      return g_strdup_printf (_("You were asked whether “%s” may read a sensitive file"), server);
    case PADDOCK_EVENT_FILE_ANSWERED:
      return entry->reason == PADDOCK_REASON_USER_ALLOWED ||
             entry->reason == PADDOCK_REASON_USER_ALLOWED_SESSION
             /* Translators: %s is a server, or a program and its process number */
                 ? g_strdup_printf (_("You let “%s” read a sensitive file"), server)
             /* Translators: %s is a server, or a program and its process number */
                 : g_strdup_printf (_("You did not let “%s” read a sensitive file"), server);
    default:
      return NULL;
  }
}

/* What the user chose for a server. */
static char *
choice_sentence (const PaddockJournalEntry *entry,
                 const char                *server)
{
  switch ((int) entry->event) {
    case PADDOCK_EVENT_HOST_ROOTS_ON:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“%s” is also told what its host shares"), server);
    case PADDOCK_EVENT_HOST_ROOTS_OFF:
      /* Translators: %s is a server; its host is the program that starts it */
      return g_strdup_printf (_("“%s” is no longer told what its host shares"), server);
    case PADDOCK_EVENT_KEEPING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” keeps its folders while Paddock is not running"), server);
    case PADDOCK_EVENT_KEEPING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” no longer keeps its folders while Paddock is not running"),
                              server);
    case PADDOCK_EVENT_READING_ON:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” may have Paddock read files for it"), server);
    case PADDOCK_EVENT_READING_OFF:
      /* Translators: %s is a server */
      return g_strdup_printf (_("“%s” may no longer have Paddock read files for it"), server);
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
      return g_strdup_printf (_("%s was withdrawn"), root);
    case PADDOCK_EVENT_ROOT_RETURNED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s is back"), root);
    case PADDOCK_EVENT_ROOT_REFUSED:
      /* Translators: %s is a folder */
      return g_strdup_printf (_("%s was not accepted as a folder to share"), root);
    case PADDOCK_EVENT_CROSSING_ON:
      /* Translators: %s is a folder; other file systems: sticks, the network, other disks */
      return g_strdup_printf (_("In %s other file systems are read, too"), root);
    case PADDOCK_EVENT_CROSSING_OFF:
      /* Translators: %s is a folder; other file systems: sticks, the network, other disks */
      return g_strdup_printf (_("In %s other file systems are no longer read"), root);
    case PADDOCK_EVENT_IMPORTED:
      /* Translators: %s is where another installation of Paddock keeps its data */
      return g_strdup_printf (_("Folders of another installation were imported from %s"), root);
    default:
      return NULL;
  }
}

/* What was read on behalf: of a server, or of a program that asked on the bus. */
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
      return g_strdup_printf (_("“%s” asked whether it may read a file in %s"), server, root);
    case PADDOCK_EVENT_FILE_REFUSED:
      /* Translators: %s is a server or a program */
      return g_strdup_printf (_("“%s” was refused a file"), server);
    case PADDOCK_EVENT_NEVER_TAKEN_BACK:
      if (entry->server_id == NULL)
        return g_strdup (_("You are asked again about a file that was never to be read"));
      /* Translators: %s is a server */
      return g_strdup_printf (_("You are asked again about a file that was never to be read for "
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
      return g_strdup_printf (_("A server is called “%s” now"), server);
    case PADDOCK_EVENT_GRANTED:
      /* Translators: the first %s is a server, the second a folder */
      return g_strdup_printf (_("“%s” may see %s"), server, root);
    case PADDOCK_EVENT_REVOKED:
      /* Translators: the first %s is a server, the second a folder */
      return g_strdup_printf (_("“%s” may no longer see %s"), server, root);
    case PADDOCK_EVENT_ASKING_OFF:
      return g_strdup (_("Asking before servers see more was switched off"));
    case PADDOCK_EVENT_ASKING_ON:
      return g_strdup (_("Asking before servers see more was switched on"));
    case PADDOCK_EVENT_JOURNAL_CLEARED:
      return g_strdup (_("The activity was cleared"));
    case PADDOCK_EVENT_CLEARING_ASKED:
      return g_strdup (_("A program asked to clear the activity"));
    case PADDOCK_EVENT_RETENTION_CHANGED:
      return g_strdup (_("How long activity is kept was changed"));
    case PADDOCK_EVENT_PAUSED:
      return g_strdup (_("Sharing was paused"));
    case PADDOCK_EVENT_RESUMED:
      return g_strdup (_("Sharing was resumed"));
    case PADDOCK_EVENT_WIDENING_ASKED:
      return g_strdup (_("A program asked to let servers see more"));
    case PADDOCK_EVENT_WIDENING_REFUSED:
      return g_strdup (_("A program was not allowed to let servers see more"));
    default:
      return g_strdup (_("Something happened that this version cannot name"));
  }
}

/**
 * paddock_sentences_entry:
 *
 * Returns: (transfer full): what happened, names escaped
 */
char *
paddock_sentences_entry (const PaddockJournalEntry *entry)
{
  g_autofree char *server = paddock_text_escape (entry->server != NULL ? entry->server
                                                                       : _("A server"), -1);
  g_autofree char *root = paddock_sentences_path (entry->root != NULL ? entry->root
                                                                     : _("A folder"),
                                                  g_get_home_dir ());
  char *sentence = server_sentence (entry, server);

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

static const char * const reasons[] = {
  [PADDOCK_REASON_USER_ALLOWED] = N_("You allowed it"),
  [PADDOCK_REASON_USER_DENIED] = N_("You decided so"),
  [PADDOCK_REASON_USER_PUT_OFF] = N_("You said “Not now”"),
  [PADDOCK_REASON_COMMAND_ALLOWED] = N_("Allowed on the command line"),
  [PADDOCK_REASON_COMMAND_DENIED] = N_("A command or another program did it"),
  [PADDOCK_REASON_MODE_ALLOW] = N_("The service runs with --consent=allow"),
  [PADDOCK_REASON_MODE_DENY] = N_("The service runs with --consent=deny"),
  [PADDOCK_REASON_NO_AGENT] = N_("Nobody was there to ask"),
  [PADDOCK_REASON_AGENT_GONE] = N_("The window was closed before an answer"),
  [PADDOCK_REASON_UNDECIDED] = N_("You hadn’t decided yet"),
  [PADDOCK_REASON_BLOCKED] = N_("It is blocked"),
  [PADDOCK_REASON_WITHOUT_ROOTS] = N_("Folders are switched off for it"),
  [PADDOCK_REASON_PAUSED] = N_("Sharing is paused"),
  [PADDOCK_REASON_SESSION_ENDED] = N_("Its session ended"),
  [PADDOCK_REASON_EXPIRED] = N_("Its time is over"),
  [PADDOCK_REASON_MISSING] = N_("It is not there"),
  [PADDOCK_REASON_UNREADABLE] = N_("It cannot be read, or does not answer"),
  [PADDOCK_REASON_REPLACED] = N_("Something else is there"),
  [PADDOCK_REASON_RETURNED] = N_("It is available again"),
  [PADDOCK_REASON_SUPERSEDED] = N_("Something else settled it"),
  [PADDOCK_REASON_NOT_INITIALIZED] = N_("It asked before saying who it is"),
  [PADDOCK_REASON_UNSUPPORTED_VERSION] = N_("It speaks another version of the protocol"),
  [PADDOCK_REASON_TIMED_OUT] = N_("It did not answer in time"),
  [PADDOCK_REASON_LIMIT] = N_("It passed a limit"),
  [PADDOCK_REASON_MALFORMED] = N_("What it sent makes no sense"),
  [PADDOCK_REASON_PEER_CLOSED] = N_("It closed the connection"),
  [PADDOCK_REASON_USER_DISCONNECTED] = N_("You ended its session"),
  [PADDOCK_REASON_WRONG_USER] = N_("It belongs to another user"),
  [PADDOCK_REASON_DEPRECATED] = N_("Newer servers are told in another way"),
  [PADDOCK_REASON_STORE_FAILED] = N_("The database could not be written"),
  [PADDOCK_REASON_AMBIGUOUS] = N_("It can be read in two ways"),
  [PADDOCK_REASON_CONFIGURED] = N_("Its command line has --on-revoke=notify"),
  [PADDOCK_REASON_IN_COMMAND] = N_("Its command line names the folder"),
  [PADDOCK_REASON_NO_HANDSHAKE] = N_("Paddock can’t repeat its handshake"),
  [PADDOCK_REASON_BATCHES] = N_("It exchanges messages in batches"),
  [PADDOCK_REASON_TASKS] = N_("It was running tasks"),
  [PADDOCK_REASON_NOT_STARTED] = N_("It could not be started"),
  [PADDOCK_REASON_NOT_THE_SAME] = N_("The new one is another version, or can do less"),
  [PADDOCK_REASON_RESTARTING] = N_("Paddock is restarting it"),
  [PADDOCK_REASON_REMOTE] = N_("Paddock can’t restart a server on another machine"),
  [PADDOCK_REASON_OUTSIDE] = N_("It is in no folder that may be seen"),
  [PADDOCK_REASON_NOT_A_FILE] = N_("It is not a regular file"),
  [PADDOCK_REASON_TOO_LARGE] = N_("It is too large"),
  [PADDOCK_REASON_LINK_REFUSED] = N_("Its links are not followed"),
  [PADDOCK_REASON_OTHER_FILE_SYSTEM] = N_("It is on another disk or mount than its folder"),
  [PADDOCK_REASON_SENSITIVE] = N_("It may hold secrets, and you did not allow it"),
  [PADDOCK_REASON_BUSY] = N_("Too many reads are under way"),
  [PADDOCK_REASON_RATE_LIMITED] = N_("Too many reads in a minute"),
  [PADDOCK_REASON_READ_ONLY] = N_("Its folder is shared read-only"),
  [PADDOCK_REASON_USER_ALLOWED_SESSION] = N_("Until its app closes it"),
};

/**
 * paddock_sentences_reason:
 *
 * Returns: (transfer none) (nullable): why, as a phrase of its own; %NULL where there is none to
 *   give
 */
const char *
paddock_sentences_reason (PaddockReason reason)
{
  if (reason >= G_N_ELEMENTS (reasons) || reasons[reason] == NULL)
    return NULL;
  return _(reasons[reason]);
}

/* Whether the detail is what it is about. Else it is for who looks closer: the programs that called
 * each other, a revision of the protocol. */
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
 * paddock_sentences_entry_note:
 * @now: µs since the epoch
 *
 * Returns: (transfer full): when, how often, why, and which file, with dots between
 */
char *
paddock_sentences_entry_note (const PaddockJournalEntry *entry,
                              gint64                     now)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *reason = paddock_sentences_reason (entry->reason);
  gint64 last = entry->last != 0 ? entry->last : entry->time;

  g_ptr_array_add (parts, paddock_sentences_time (last, now));
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
