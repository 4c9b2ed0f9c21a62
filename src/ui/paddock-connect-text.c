/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-connect-text.h"

#include "paddock-command-line.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The texts of the dialog that connects a server. */

/**
 * paddock_connect_text_understood:
 * @n_servers: how many servers the user's text has
 * @server: (nullable): the chosen one
 *
 * Returns: (transfer full): what Paddock understood
 */
char *
paddock_connect_text_understood (guint               n_servers,
                                 const PaddockPaste *server)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *address[] = { server != NULL ? server->url : NULL, NULL };
  g_autofree char *joined = NULL, *shown = NULL;
  g_auto (GStrv) masked = NULL;
  const char * const *words;

  if (n_servers > 1)
    g_string_append_printf (text, ngettext ("%u server: choose one", "%u servers: choose one",
                                            n_servers), n_servers);
  if (server == NULL || server->trouble != NULL)
    return g_string_free (g_steal_pointer (&text), FALSE);
  if (text->len > 0)
    g_string_append_c (text, '\n');
  words = server->kind == PADDOCK_PASTE_ADDRESS ? (const char * const *) address
                                                : (const char * const *) server->words;
  masked = paddock_command_line_mask (words);
  joined = g_strjoinv (" ", masked);
  shown = paddock_text_escape (joined, -1);
  if (server->kind == PADDOCK_PASTE_ADDRESS)
    /* Translators: %s is a web address */
    g_string_append_printf (text, _("An address: %s"), shown);
  else
    /* Translators: %s is a command, such as “npx -y some-server” */
    g_string_append_printf (text, _("A command: %s"), shown);
  if (server->left_out[0] != NULL) {
    g_autofree char *names = g_strjoinv (", ", server->left_out);
    g_autofree char *shown_names = paddock_text_escape (names, -1);

    g_string_append_c (text, '\n');
    /* Translators: %s is a list of names in a configuration file, such as “cwd, envFile” */
    g_string_append_printf (text, _("Not in the new entry: %s"), shown_names);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * paddock_connect_text_folders:
 * @server: a server with folders among its arguments
 *
 * Returns: (transfer full): why the folders should come from Paddock
 */
char *
paddock_connect_text_folders (const PaddockPaste *server)
{
  g_autofree char *names = g_strjoinv (", ", server->folders);
  g_autofree char *shown = paddock_text_escape (names, -1);

  /* Translators: %s is one or more folders */
  return g_strdup_printf (_("The command gives %s to the server, whatever you share. If selected, "
                            "it gets the folders you share instead."), shown);
}

/**
 * paddock_connect_text_place:
 * @path: (nullable): the app's file, shortened
 * @n_files: how many files the app has
 *
 * Returns: (transfer full): where the text belongs
 */
char *
paddock_connect_text_place (const PaddockApp *app,
                            const char       *path,
                            guint             n_files)
{
  g_autofree char *place = NULL;

  if (path == NULL)
    /* Translators: %s is the name of an app */
    return g_strdup_printf (_("For %s:"), app->name);
  /* Translators: the first %s is the name of an app, the second one its configuration file */
  place = g_strdup_printf (_("For %s, in %s:"), app->name, path);
  if (n_files < 2)
    return g_steal_pointer (&place);
  /* Translators: %s says which file. %u is the number of configuration files of an app */
  return g_strdup_printf (ngettext ("%s It is the first of %u file.", "%s It is the first of %u "
                                    "files.", n_files), place, n_files);
}

/**
 * paddock_connect_text_how:
 *
 * Returns: (transfer full): where in the file the text belongs
 */
char *
paddock_connect_text_how (const PaddockAppAddition *addition)
{
  /* A line may end with a comment. */
  const char *line[] = { addition->anchor, NULL };
  g_auto (GStrv) masked = paddock_command_line_mask (line);
  const char *anchor = masked[0];

  switch (addition->place) {
    case PADDOCK_APP_ADDITION_FILE:
      return g_strdup (_("The file is empty or doesn’t exist. This is all of it."));
    case PADDOCK_APP_ADDITION_BEGIN:
      return g_strdup (_("Add this right after the first “{” of the file."));
    case PADDOCK_APP_ADDITION_BEHIND:
      /* Translators: %u is the number of a line, %s a name in the file, such as mcpServers */
      return g_strdup_printf (_("In line %u, add this right after the “{” of “%s”."),
                              addition->line, anchor);
    case PADDOCK_APP_ADDITION_INSIDE:
      /* Translators: %s is a name in a configuration file, such as mcpServers */
      return g_strdup_printf (_("Add this to “%s” in the file. In JSON, put a comma between two "
                                "servers."), anchor);
    case PADDOCK_APP_ADDITION_BELOW:
      /* Translators: %s is a line of a configuration file */
      return g_strdup_printf (_("Add this right below the line “%s”."), anchor);
    case PADDOCK_APP_ADDITION_INSTEAD:
      /* Translators: %s is a line of a configuration file */
      return g_strdup_printf (_("Put this in the place of the line “%s”."), anchor);
    case PADDOCK_APP_ADDITION_END:
      return g_strdup (_("Add this at the end of the file."));
    case PADDOCK_APP_ADDITION_COMMAND:
    default:
      return g_strdup (_("Enter this command in the app’s own settings. Any other lines are "
                         "environment variables."));
  }
}

/**
 * paddock_connect_text_then:
 *
 * Returns: (transfer full): what the user does so that the app starts the server
 */
char *
paddock_connect_text_then (const PaddockApp *app)
{
  if (app->writing == PADDOCK_APP_WRITING_CLOSED && app->syntax != PADDOCK_APP_SYNTAX_NONE)
    /* Translators: %s is the name of an app */
    return g_strdup_printf (_("Quit %s before you change its file, and start it again afterwards."),
                            app->name);
  switch (app->reload) {
    case PADDOCK_APP_RELOAD_QUIT:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then quit %s completely, and start it again."), app->name);
    case PADDOCK_APP_RELOAD_SESSION:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then start a new session in %s."), app->name);
    case PADDOCK_APP_RELOAD_BUTTON:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then press the refresh button for servers in %s."), app->name);
    case PADDOCK_APP_RELOAD_EDITOR:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then save the file in the editor of %s."), app->name);
    case PADDOCK_APP_RELOAD_NOTHING:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then %s starts the server by itself."), app->name);
    case PADDOCK_APP_RELOAD_RESTART:
    case PADDOCK_APP_RELOAD_UNKNOWN:
    default:
      /* Translators: %s is the name of an app */
      return g_strdup_printf (_("Then restart %s."), app->name);
  }
}
