/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-app-choice.h"

#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

/* Finds the servers that a command line names: APP, APP/SERVER, or all. Says which of them can't be
 * changed, and why, which are left alone, and what the user should know before the change. */

typedef struct {
  PaddockCli         *cli;
  const char * const *names;        /* (nullable) NULL: all */
  PaddockAppPlanKind  kind;
  GPtrArray          *choices;      /* (owned): PaddockAppChoice */
  GPtrArray          *left_alone;   /* (owned): labels of servers */
  PaddockExit         status;
} Search;

static void
free_choice (gpointer data)
{
  PaddockAppChoice *choice = data;

  paddock_app_file_unref (choice->file);
  g_ptr_array_unref (choice->entries);
  g_free (choice);
}

/**
 * paddock_app_choice_dup_label:
 * @server: (nullable)
 * @project: (nullable)
 *
 * Returns: (transfer full): how a person types a server, with its project; for display
 */
char *
paddock_app_choice_dup_label (const PaddockAppFile *file,
                              const char           *server,
                              const char           *project)
{
  g_autofree char *plain = server != NULL ? g_strdup_printf ("%s/%s", file->app->id, server)
                                          : g_strdup (file->app->id);
  g_autofree char *shown = paddock_text_escape (plain, -1);
  g_autofree char *place = project != NULL ? paddock_text_escape (project, -1) : NULL;

  /* Translators: the first %s is a server, the second one the path of a project */
  return place != NULL ? g_strdup_printf (_("%s in %s"), shown, place)
                       : g_steal_pointer (&shown);
}

/* Whether a name means this app, or this server. @out_is_exact: the name has the server. */
static gboolean
is_meant (const char           *name,
          const PaddockAppFile *file,
          const char           *server,
          gboolean             *out_is_exact)
{
  const char *slash = strchr (name, '/');
  gsize length = slash != NULL ? (gsize) (slash - name) : strlen (name);

  if (strlen (file->app->id) != length || strncmp (file->app->id, name, length) != 0)
    return FALSE;
  *out_is_exact |= slash != NULL;
  return slash == NULL || g_strcmp0 (slash + 1, server) == 0;
}

/* Whether the command line means a server. */
static gboolean
is_wanted (const Search         *self,
           const PaddockAppFile *file,
           const char           *server,
           gboolean             *out_is_exact)
{
  gboolean is_found = self->names == NULL;

  *out_is_exact = FALSE;
  for (guint i = 0; self->names != NULL && self->names[i] != NULL; i++) {
    gboolean is_exact = FALSE;

    if (is_meant (self->names[i], file, server, &is_exact)) {
      is_found = TRUE;
      *out_is_exact |= is_exact;
    }
  }
  return is_found;
}

static void
complain (Search               *self,
          const PaddockAppFile *file,
          const char           *server,
          const char           *project,
          const char           *reason)
{
  g_autofree char *label = paddock_app_choice_dup_label (file, server, project);

  /* Translators: the first %s is a server or an app, the second one the reason */
  paddock_cli_complain (self->cli, _("Not changed: %s: %s"), label, reason);
}

static void
complain_file (Search               *self,
               const PaddockAppFile *file)
{
  g_autofree char *path = file->path != NULL ? paddock_text_escape (file->path, -1) : NULL;

  if (path != NULL)
    /* Translators: the first %s is an app, the second one a path, the third one the reason */
    paddock_cli_complain (self->cli, _("Not changed: %s (%s): %s"), file->app->id, path,
                          file->trouble);
  else
    complain (self, file, NULL, NULL, file->trouble);
}

/* Adds an entry that can be changed, or leaves it alone. */
static void
add_entry (Search           *self,
           PaddockAppChoice *choice,
           PaddockAppEntry  *entry,
           gboolean          is_exact)
{
  g_autofree char *label = paddock_app_choice_dup_label (choice->file, entry->name,
                                                         entry->project);

  if (paddock_app_entry_is_left_alone (entry) && !is_exact) {
    g_ptr_array_add (self->left_alone, g_steal_pointer (&label));
    return;
  }
  g_ptr_array_add (choice->entries, entry);
  if (*paddock_app_entry_get_caution (entry) != '\0')
    paddock_cli_complain (self->cli, "%s: %s", label, paddock_app_entry_get_caution (entry));
}

static void
tell_left_alone (Search *self)
{
  guint n_servers = self->left_alone->len;
  g_autofree char *list = NULL;

  if (n_servers == 0)
    return;
  g_ptr_array_add (self->left_alone, NULL);
  /* Translators: between two servers */
  list = g_strjoinv (_(", "), (GStrv) self->left_alone->pdata);
  /* Translators: %s is a server or several */
  paddock_cli_complain (self->cli,
                        ngettext ("Left alone: %s is at an address, probably on another computer, "
                                  "where it can’t open your files. To connect it anyway, choose "
                                  "it by its name.",
                                  "Left alone: %s are at addresses, probably on other computers, "
                                  "where they can’t open your files. To connect one anyway, "
                                  "choose it by its name.", n_servers), list);
}

/* Adds one entry, if it is meant and can be changed. A server that is meant by its name, or that
 * keeps Paddock although it should lose it, makes the command fail. */
static void
choose_entry (Search           *self,
              PaddockAppChoice *choice,
              PaddockAppEntry  *entry)
{
  gboolean is_restoring = self->kind == PADDOCK_APP_PLAN_RESTORE, is_exact;
  const char *reason;

  if (!is_wanted (self, choice->file, entry->name, &is_exact))
    return;
  if (is_restoring ? !entry->names_paddock : entry->is_connected) {
    g_autofree char *label = paddock_app_choice_dup_label (choice->file, entry->name,
                                                           entry->project);

    if (is_exact && is_restoring)
      /* Translators: %s is a server */
      paddock_cli_print (self->cli, _("%s doesn’t go through Paddock.\n"), label);
    else if (is_exact)
      /* Translators: %s is a server */
      paddock_cli_print (self->cli, _("%s already goes through Paddock.\n"), label);
    return;
  }
  if (choice->file->trouble == NULL && entry->obstacle == PADDOCK_APP_OBSTACLE_NONE) {
    add_entry (self, choice, entry, is_exact);
    return;
  }
  reason = choice->file->trouble != NULL ? choice->file->trouble
                                         : paddock_app_obstacle_get_text (entry->obstacle);
  complain (self, choice->file, entry->name, entry->project, reason);
  /* Where Paddock's own server stands, nothing has to go through Paddock. */
  if (is_exact || is_restoring ||
      (entry->names_paddock && entry->obstacle != PADDOCK_APP_OBSTACLE_OWN_SERVER))
    self->status = PADDOCK_EXIT_REFUSED;
}

static void
choose_file (Search         *self,
             PaddockAppFile *file)
{
  PaddockAppChoice *choice = g_new0 (PaddockAppChoice, 1);
  gboolean is_exact;

  choice->file = paddock_app_file_ref (file);
  choice->entries = g_ptr_array_new ();
  for (guint i = 0; i < file->entries->len; i++)
    choose_entry (self, choice, g_ptr_array_index (file->entries, i));
  /* The servers of a file that can't be read are unknown. */
  if (!file->is_parsed && is_wanted (self, file, NULL, &is_exact) &&
      (self->names != NULL || paddock_app_file_may_have_servers (file))) {
    complain_file (self, file);
    self->status = PADDOCK_EXIT_REFUSED;
  }
  if (choice->entries->len > 0)
    g_ptr_array_add (self->choices, choice);
  else
    free_choice (choice);
}

/* Whether there is an app or a server with this name. */
static gboolean
exists (GPtrArray  *files,
        const char *name)
{
  gboolean is_exact;

  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = g_ptr_array_index (files, i);

    if (is_meant (name, file, NULL, &is_exact))
      return TRUE;
    for (guint j = 0; j < file->entries->len; j++)
      if (is_meant (name, file, ((PaddockAppEntry *) g_ptr_array_index (file->entries, j))->name,
                    &is_exact))
        return TRUE;
  }
  return FALSE;
}

/* Says why a name can't be meant. */
static void
complain_unknown (PaddockCli *cli,
                  const char *name)
{
  const PaddockApp *app = paddock_app_find (name);
  g_autofree char *shown = paddock_text_escape_name (name);

  if (app != NULL && app->syntax == PADDOCK_APP_SYNTAX_NONE)
    /* Translators: the first %s is a server or an app, the second one the reason */
    paddock_cli_complain (cli, _("Not changed: %s: %s"), shown,
                          paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_OWN_STORE));
  else
    /* Translators: %s is what was typed; "paddock apps" is to be typed */
    paddock_cli_complain (cli, _("No server of an app is called “%s”. To list them, type “paddock "
                                 "apps”."), shown);
}

/**
 * paddock_app_choice_make:
 * @files: (element-type PaddockAppFile): all files
 * @names: (nullable): what the user typed; %NULL: all servers
 * @kind: what to do with them
 * @out_choices: (out) (transfer full) (element-type PaddockAppChoice): what can be changed; %NULL
 *   if a name is unknown
 *
 * Returns: %PADDOCK_EXIT_REFUSED if one of them can't be changed
 */
PaddockExit
paddock_app_choice_make (PaddockCli          *cli,
                         GPtrArray           *files,
                         const char * const  *names,
                         PaddockAppPlanKind   kind,
                         GPtrArray          **out_choices)
{
  g_autoptr (GPtrArray) left_alone = g_ptr_array_new_with_free_func (g_free);
  Search self = { cli, names, kind, NULL, left_alone, PADDOCK_EXIT_OK };

  *out_choices = NULL;
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!exists (files, names[i])) {
      complain_unknown (cli, names[i]);
      self.status = PADDOCK_EXIT_REFUSED;
    }
  if (self.status != PADDOCK_EXIT_OK)
    return self.status;
  self.choices = g_ptr_array_new_with_free_func (free_choice);
  for (guint i = 0; i < files->len; i++)
    choose_file (&self, g_ptr_array_index (files, i));
  tell_left_alone (&self);
  *out_choices = self.choices;
  return self.status;
}
