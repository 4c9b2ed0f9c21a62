/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-plan-apps.h"

#include "paddock-error.h"
#include "paddock-text.h"

#include <string.h>

/* Plans for the verbs about apps' configuration files.
 *
 * The service never reads or writes these files. A program that changed a file says so with
 * NOTE_APP and NOTE_APP_GONE. Every caller may say it, and nobody is asked, because a note only
 * names a server. TAKE_OUT only asks the user: afterwards the caller changes the file. */

static void
log_note (PaddockChanges           *changes,
          const PaddockPlanContext *plan,
          PaddockEvent              event,
          const PaddockAppNote     *note)
{
  g_autofree char *name = g_strconcat (note->app, "/", note->server, NULL);
  g_autofree char *label = paddock_text_escape (name, -1);
  g_autofree char *path = paddock_text_escape (note->path, -1);
  g_autoptr (PaddockJournalEntry) entry = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .time = plan->now, .last = plan->now, .count = 1,
    .event = event, .reason = plan->reason,
    .server = label, .root = path, .detail = plan->caller,
  });

  paddock_changes_log (changes, entry);
}

static void
drop_note (PaddockChanges *changes,
           PaddockAppNote *note)
{
  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_DROP_APP_NOTE,
                                                   .note = note });
}

/* Whether there is no room for another note. */
static gboolean
is_full (const PaddockSnapshot *snapshot)
{
  return paddock_app_notes_list (snapshot)->len >= PADDOCK_APP_NOTES_MAX;
}

/**
 * paddock_plan_apps_note:
 * @plan: the caller, and the time
 * @template: a note that paddock_plan_apps_check_note() accepts; without a time
 *
 * If there is no room for another note, the oldest one whose key no server has makes room.
 *
 * Returns: (transfer full): the changes that make the note; none if it is there already
 */
PaddockChanges *
paddock_plan_apps_note (const PaddockPlanContext *plan,
                        const PaddockAppNote     *template)
{
  PaddockChanges *changes = paddock_changes_new ();
  PaddockAppNote *known = paddock_app_notes_get (plan->snapshot, template->key);
  gboolean is_named = known != NULL && paddock_app_note_same_name (known, template);
  PaddockAppNote *unused = NULL;
  g_autoptr (PaddockAppNote) note = NULL;
  PaddockAppNote edited = *template;

  if (!paddock_app_note_check (template, NULL) ||
      (is_named && !known->is_gone && g_strcmp0 (known->path, template->path) == 0 &&
       g_strcmp0 (known->project, template->project) == 0 &&
       g_strcmp0 (known->fact, template->fact) == 0))
    return changes;
  if (known == NULL && is_full (plan->snapshot)) {
    unused = paddock_app_notes_find_unused (plan->snapshot);
    if (unused == NULL)
      return changes;
    drop_note (changes, unused);
  }

  edited.noted = is_named ? known->noted : plan->now;
  note = paddock_app_note_new (&edited);
  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_PUT_APP_NOTE,
                                                   .note = note });
  if (!is_named || known->is_gone)
    log_note (changes, plan, PADDOCK_EVENT_APP_CONNECTED, note);
  return changes;
}

/**
 * paddock_plan_apps_check_note:
 * @plan: the caller, and the time
 * @template: a note, maybe of a stranger
 * @error: return location, %PADDOCK_ERROR_INVALID_ARGUMENT, %PADDOCK_ERROR_LIMIT
 *
 * Returns: whether the note is sound, and there is room for it
 */
gboolean
paddock_plan_apps_check_note (const PaddockPlanContext  *plan,
                              const PaddockAppNote      *template,
                              GError                   **error)
{
  if (!paddock_app_note_check (template, error))
    return FALSE;
  if (paddock_app_notes_get (plan->snapshot, template->key) != NULL || !is_full (plan->snapshot) ||
      paddock_app_notes_find_unused (plan->snapshot) != NULL)
    return TRUE;
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
               "Paddock keeps the names of %d entries at most, and all are in use",
               PADDOCK_APP_NOTES_MAX);
  return FALSE;
}

/**
 * paddock_plan_apps_gone:
 * @plan: the caller, and the time
 * @key: (nullable): a key
 *
 * Returns: (transfer full): the changes that mark the note, or remove it if no known server has the
 *   key; none if there is no such note
 */
PaddockChanges *
paddock_plan_apps_gone (const PaddockPlanContext *plan,
                        const char               *key)
{
  PaddockChanges *changes = paddock_changes_new ();
  PaddockAppNote *note = paddock_app_notes_get (plan->snapshot, key);

  if (note == NULL || note->is_gone)
    return changes;
  if (paddock_app_notes_has_server (plan->snapshot, note)) {
    PaddockAppNote edited = *note;
    g_autoptr (PaddockAppNote) gone = NULL;

    edited.is_gone = TRUE;
    gone = paddock_app_note_new (&edited);
    paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_PUT_APP_NOTE,
                                                     .note = gone });
  } else {
    drop_note (changes, note);
  }
  log_note (changes, plan, PADDOCK_EVENT_APP_RESTORED, note);
  return changes;
}

/**
 * paddock_plan_apps_take_out:
 *
 * Returns: (transfer full): a change that widens, so that the user is asked; nothing else changes
 */
PaddockChanges *
paddock_plan_apps_take_out (void)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_TAKE_OUT });
  return changes;
}

/* Whether @text is an app's id, "/" and a name. */
static gboolean
is_entry (const char *text)
{
  const char *slash = strchr (text, '/');
  g_autofree char *app = slash != NULL ? g_strndup (text, slash - text) : NULL;

  return app != NULL && paddock_app_note_is_app (app) && slash[1] != '\0';
}

/**
 * paddock_plan_apps_check_entries:
 * @entries: (nullable): entries of apps' files, maybe of a stranger
 * @error: return location, %PADDOCK_ERROR_INVALID_ARGUMENT, %PADDOCK_ERROR_LIMIT
 *
 * Returns: whether the user can be asked about @entries
 */
gboolean
paddock_plan_apps_check_entries (const char * const  *entries,
                                 GError             **error)
{
  gsize n = 0;

  for (; entries != NULL && entries[n] != NULL; n++) {
    if (strlen (entries[n]) <= PADDOCK_PLAN_APPS_MAX_ENTRY_BYTES && is_entry (entries[n]))
      continue;
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 "An entry is APP/SERVER, and has at most %d bytes",
                 PADDOCK_PLAN_APPS_MAX_ENTRY_BYTES);
    return FALSE;
  }
  if (n > 0 && n <= PADDOCK_PLAN_APPS_MAX_ENTRIES)
    return TRUE;
  g_set_error (error, PADDOCK_ERROR,
               n == 0 ? PADDOCK_ERROR_INVALID_ARGUMENT : PADDOCK_ERROR_LIMIT,
               "The user can be asked about 1 to %d entries at a time",
               PADDOCK_PLAN_APPS_MAX_ENTRIES);
  return FALSE;
}
