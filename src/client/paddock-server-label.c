/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-server-label.h"

#include "paddock-app.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a server is called. If an app's configuration file starts it through Paddock, it is called
 * after its entry there and the app: "files (Claude Code)". The service knows only the app's id;
 * the app's name is in the table of src/apps.
 *
 * A label proves nothing. Any program on the bus can make notes, so a question shows what is known
 * of the server beside the label. */

/* How many characters of the path of the app that started a server are looked at. */
#define HOST_MAX_CHARS 300

/* Returns a label for the server that @note names; NULL: @note names none. */
static char *
dup_noted_label (const PaddockAppNote *note)
{
  const PaddockApp *app = note != NULL ? paddock_app_find (note->app) : NULL;
  g_autofree char *server = NULL;

  if (app == NULL)
    return NULL;
  server = paddock_server_name_to_label (note->server);
  if (server == NULL)
    return NULL;
  /* Translators: what a server is called in an app’s configuration, as “files”, and the app that
   * starts it, as “Claude Code” */
  return g_strdup_printf (_("%s (%s)"), server, app->name);
}

/**
 * paddock_server_label_dup:
 * @view: a server
 *
 * Returns: (transfer full): the name that the user gave the server; otherwise its entry and the app
 *   that has it; otherwise the result of paddock_server_dup_label(). Escaped, never empty
 */
char *
paddock_server_label_dup (const PaddockServerView *view)
{
  g_autofree char *given = paddock_server_name_to_label (view->server->given_name);
  char *label = given == NULL ? dup_noted_label (view->note) : NULL;

  return label != NULL ? label : paddock_server_dup_label (view->server);
}

/**
 * paddock_server_label_name_prompt:
 * @prompt: (transfer full): a question, as the service sent it
 *
 * Returns: (transfer full): the question, in which the server is called after its app if it has
 *   one
 */
PaddockPrompt *
paddock_server_label_name_prompt (PaddockPrompt *prompt)
{
  g_autoptr (PaddockPrompt) owned = prompt;
  g_autofree char *label = !prompt->is_named ? dup_noted_label (prompt->note) : NULL;
  PaddockPrompt edited = *prompt;

  if (label == NULL)
    return g_steal_pointer (&owned);
  edited.server = label;
  return paddock_prompt_new (&edited);
}

/* Returns the current name of an entry's server; NULL: the entry keeps its name. An entry about a
 * file may have the program that asked behind the name; see paddock_text_name_asker(). */
static char *
dup_current (const PaddockJournalEntry *entry,
             const PaddockServerView   *view)
{
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *before = paddock_server_dup_label (view->server);

  if (entry->event == PADDOCK_EVENT_SERVER_RENAMED)
    return NULL;
  if (entry->server == NULL || g_str_equal (entry->server, before) ||
      paddock_journal_entry_event_get_cause (entry->event) != PADDOCK_ENTRY_CAUSE_READER)
    return g_steal_pointer (&label);
  if (g_str_has_prefix (entry->server, before) &&
      g_str_has_prefix (entry->server + strlen (before), " ("))
    return g_strconcat (label, entry->server + strlen (before), NULL);
  return NULL;
}

/**
 * paddock_server_label_name_entry:
 * @entry: (transfer full): an entry of the journal, as the service sent it
 * @view: (nullable): the entry's server; %NULL: Paddock no longer knows it
 *
 * Returns: (transfer full): the entry, in which the server has its current name. The name that an
 *   entry says the server got stays
 */
PaddockJournalEntry *
paddock_server_label_name_entry (PaddockJournalEntry     *entry,
                                 const PaddockServerView *view)
{
  g_autoptr (PaddockJournalEntry) owned = entry;
  g_autofree char *label = view != NULL ? dup_current (entry, view) : NULL;
  PaddockJournalEntry edited = *entry;

  if (label == NULL)
    return g_steal_pointer (&owned);
  edited.server = label;
  return paddock_journal_entry_new (&edited);
}

static char *
dup_value (const PaddockIdentity *identity,
           PaddockFactKind        kind,
           guint                  max_chars)
{
  PaddockFact fact = paddock_identity_get_fact (identity, kind);
  g_autofree char *shown = NULL, *text = NULL;

  if (fact.value == NULL || *fact.value == '\0')
    return NULL;
  shown = paddock_fact_dup_shown (fact.value);
  text = paddock_text_escape (shown, -1);
  return paddock_text_abbreviate (text, max_chars);
}

/**
 * paddock_server_label_dup_origin:
 * @max_chars: how many characters of the command to show
 *
 * Returns: (transfer full): what tells the server apart from others of its name: the app that
 *   started it and its command, or what else is known about its origin. Escaped
 */
char *
paddock_server_label_dup_origin (const PaddockServerView *view,
                                 guint                    max_chars)
{
  const PaddockIdentity *identity = view->server->identity;
  g_autofree char *host = dup_value (identity, PADDOCK_FACT_HOST, HOST_MAX_CHARS);
  g_autofree char *command = dup_value (identity, PADDOCK_FACT_ADDRESS, max_chars);
  g_autofree char *app = NULL;

  if (command == NULL)
    command = dup_value (identity, PADDOCK_FACT_COMMAND, max_chars);
  if (command == NULL)
    command = dup_value (identity, PADDOCK_FACT_EXECUTABLE, max_chars);
  if (command == NULL)
    command = g_strdup (_("Unknown"));
  if (host == NULL)
    return g_steal_pointer (&command);

  app = g_path_get_basename (host);
  /* Translators: the first %s is the app that started a server, the second its command line or
   * address */
  return g_strdup_printf (_("Started by %s: %s"), app, command);
}

/**
 * paddock_server_label_split:
 * @entry: an entry of an app's configuration file, as "APP/SERVER"
 * @out_app: (out) (transfer full): the name of the app, escaped for display; "" if @entry has none
 *
 * Returns: (transfer full): the name of the server there, escaped for display
 */
char *
paddock_server_label_split (const char  *entry,
                            char       **out_app)
{
  const char *slash = strchr (entry, '/');
  g_autofree char *id = g_strndup (entry, slash != NULL ? slash - entry : 0);
  const PaddockApp *app = paddock_app_find (id);

  *out_app = paddock_text_escape_name (app != NULL ? app->name : id);
  return paddock_text_escape_name (slash != NULL ? slash + 1 : entry);
}
