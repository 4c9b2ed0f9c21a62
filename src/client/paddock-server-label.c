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
 * after the app and its entry there: "Claude Code’s files". The service knows only the app's id;
 * the app's name is in the table of src/apps.
 *
 * A label proves nothing. Any program on the bus can make notes, so a question shows what is known
 * of the server beside the label. */

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
  /* Translators: what a server is called. The first %s is the app that starts it, as “Claude Code”,
   * the second what the server is called in the app’s configuration, as “files” */
  return g_strdup_printf (_("%s’s %s"), app->name, server);
}

/**
 * paddock_server_label_dup:
 * @view: a server
 *
 * Returns: (transfer full): the name that the user gave the server; otherwise its app and its entry
 *   there; otherwise the result of paddock_server_dup_label(). Escaped, never empty
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
  g_autofree char *label = dup_noted_label (prompt->note);
  PaddockPrompt edited = *prompt;

  if (label == NULL)
    return g_steal_pointer (&owned);
  edited.server = label;
  return paddock_prompt_new (&edited);
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

  *out_app = paddock_text_escape (app != NULL ? app->name : id, -1);
  return paddock_text_escape (slash != NULL ? slash + 1 : entry, -1);
}
