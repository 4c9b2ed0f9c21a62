/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-apps.h"

#include "paddock-app-note-dict.h"
#include "paddock-app-notes.h"
#include "paddock-command-line.h"
#include "paddock-control-lists.h"
#include "paddock-control-submit.h"

/* ListApps lists the notes about apps' configuration files.
 *
 * NoteApp is a command for the gate. It needs more than its arguments: the fact by which a server
 * with the key is found, which only this installation can compute. */

static char *
dup_key (gconstpointer note)
{
  return g_strdup (((const PaddockAppNote *) note)->key);
}

static GVariant *
describe (gconstpointer note,
          gpointer      user_data)
{
  return paddock_app_note_dict_to_variant (note);
}

static const PaddockPagerKind apps_kind = { dup_key, describe };

/**
 * paddock_control_apps_list:
 * @call: (transfer full): a call of ListApps
 * @parameters: after, limit
 *
 * Answers the call with a page of the notes.
 */
void
paddock_control_apps_list (PaddockCall *call,
                           GVariant    *parameters)
{
  const PaddockSnapshot *snapshot = paddock_state_get_snapshot (call->context->state);

  paddock_control_lists_return_page (call, parameters, &apps_kind,
                                     paddock_app_notes_list (snapshot), NULL);
}

/**
 * paddock_control_apps_note:
 * @call: (transfer full): a call of NoteApp
 * @parameters: key, app, server, path, project
 *
 * Submits the command that makes the note.
 */
void
paddock_control_apps_note (PaddockCall *call,
                           GVariant    *parameters)
{
  PaddockStore *store = paddock_state_get_store (call->context->state);
  const char *key, *app, *server, *path, *project;
  g_autofree char *fact = NULL;
  GVariantDict arguments;

  g_variant_get (parameters, "(&s&s&s&s&s)", &key, &app, &server, &path, &project);
  fact = paddock_command_line_hash_secret (key, paddock_store_get_secret (store));
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "key", "s", key);
  g_variant_dict_insert (&arguments, "fact", "s", fact);
  g_variant_dict_insert (&arguments, "app", "s", app);
  g_variant_dict_insert (&arguments, "server", "s", server);
  g_variant_dict_insert (&arguments, "path", "s", path);
  g_variant_dict_insert (&arguments, "project", "s", project);
  paddock_control_submit (call, paddock_command_new (PADDOCK_COMMAND_NOTE_APP, NULL, NULL,
                                                     g_variant_dict_end (&arguments)));
}
