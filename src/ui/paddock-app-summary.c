/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-summary.h"

#include "paddock-app-entry.h"

#include <glib/gi18n.h>

/* What the Apps page says of all servers, and of those in one file. Pure functions. All servers
 * count, also those that Paddock can't change: otherwise "all" wouldn't mean all. */

/**
 * paddock_app_summary_is_unreadable:
 *
 * Returns: whether Paddock doesn't know which servers @file has
 */
gboolean
paddock_app_summary_is_unreadable (const PaddockAppFile *file)
{
  return !file->is_parsed && paddock_app_file_may_have_servers (file);
}

static void
add_entry (PaddockAppSummary     *self,
           const PaddockAppFile  *file,
           const PaddockAppEntry *entry)
{
  gboolean can_change = file->trouble == NULL && entry->obstacle == PADDOCK_APP_OBSTACLE_NONE;

  self->n_servers++;
  if (entry->is_connected) {
    self->n_connected++;
    self->n_own_folders += entry->folders != NULL && entry->folders[0] != NULL;
    self->n_restorable += can_change;
  } else if (can_change) {
    self->n_left_alone += paddock_app_entry_is_left_alone (entry);
    self->n_connectable += !paddock_app_entry_is_left_alone (entry);
  }
}

/**
 * paddock_app_summary_add:
 * @file: a file; those of one app come one after the other
 * @n_waiting: how many of its servers wait until the app reads the file
 *
 * Counts the servers of a file.
 */
void
paddock_app_summary_add (PaddockAppSummary    *self,
                         const PaddockAppFile *file,
                         guint                 n_waiting)
{
  gboolean is_users = file->place != NULL && file->place->kind == PADDOCK_APP_PLACE_USER;

  self->n_unreadable += paddock_app_summary_is_unreadable (file);
  if (file->entries->len == 0)
    return;
  self->n_apps += file->app != self->app;
  self->app = file->app;
  self->n_fixed += file->trouble != NULL || !is_users;
  if (file->app->reload != PADDOCK_APP_RELOAD_NOTHING)
    self->n_waiting += n_waiting;
  for (guint i = 0; i < file->entries->len; i++)
    add_entry (self, file, file->entries->pdata[i]);
}

/* Returns a line of parts; "" if there are none. */
static char *
join (GPtrArray *parts)
{
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

static char *
count_servers (const PaddockAppSummary *self)
{
  return self->n_servers > 0
         ? g_strdup_printf (ngettext ("%u server", "%u servers", self->n_servers), self->n_servers)
         : g_strdup (_("No servers"));
}

static char *
count_servers_in_apps (const PaddockAppSummary *self)
{
  g_autofree char *servers = count_servers (self);
  g_autofree char *apps = g_strdup_printf (ngettext ("%u app", "%u apps", self->n_apps),
                                           self->n_apps);

  if (self->n_servers == 0)
    return g_steal_pointer (&servers);
  /* Translators: as in "13 servers in 5 apps" */
  return g_strdup_printf (C_("count", "%s in %s"), servers, apps);
}

static char *
describe_servers (const PaddockAppSummary *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  guint n = self->n_connected;

  if (self->n_servers > 0)
    g_ptr_array_add (parts, n > 0
                     /* Translators: how many servers are connected */
                            ? g_strdup_printf (ngettext ("%u connected", "%u connected", n), n)
                            : g_strdup (_("None connected")));
  n = self->n_own_folders;
  if (n > 0)
    /* Translators: how many servers have folders, whatever is shared with them */
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u has folders of its own",
                                                       "%u have folders of their own", n), n));
  n = self->n_left_alone;
  if (n > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u server at an address is left alone",
                                                       "%u servers at an address are left alone",
                                                       n), n));
  return join (parts);
}

static char *
describe_files (const PaddockAppSummary *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  guint n = self->n_waiting;

  if (n > 0)
    /* Translators: how many servers need a restart of their app */
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u needs a restart", "%u need a restart",
                                                       n), n));
  n = self->n_unreadable;
  if (n > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u file unreadable", "%u files unreadable",
                                                       n), n));
  n = self->n_fixed;
  if (n > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u file can’t be changed",
                                                       "%u files can’t be changed", n), n));
  return join (parts);
}

/**
 * paddock_app_summary_to_text:
 *
 * Returns: (transfer full): three lines about the servers of all apps. One may be empty, so that
 *   the text keeps its height
 */
char *
paddock_app_summary_to_text (const PaddockAppSummary *self)
{
  g_autofree char *count = count_servers_in_apps (self);
  g_autofree char *servers = describe_servers (self);
  g_autofree char *files = describe_files (self);

  return g_strjoin ("\n", count, servers, files, NULL);
}

/**
 * paddock_app_summary_to_text_of_app:
 *
 * Returns: (transfer full): one line about the servers in one file
 */
char *
paddock_app_summary_to_text_of_app (const PaddockAppSummary *self)
{
  g_autofree char *count = count_servers (self);
  g_autofree char *servers = describe_servers (self);

  return self->n_servers > 0 ? g_strjoin (" · ", count, servers, NULL) : g_steal_pointer (&count);
}

/**
 * paddock_app_summary_get_no_connection:
 *
 * Returns: (nullable): why "Connect All…" would do nothing; %NULL if it connects a server
 */
const char *
paddock_app_summary_get_no_connection (const PaddockAppSummary *self)
{
  if (self->n_connectable > 0)
    return NULL;
  if (self->n_servers == 0)
    return _("There are no servers.");
  if (self->n_connected == self->n_servers)
    return _("All servers are connected.");
  if (self->n_connected + self->n_left_alone == self->n_servers)
    return _("Servers at an address are connected one by one.");
  return _("Paddock can’t connect the other servers. The reasons are beside them.");
}

/**
 * paddock_app_summary_get_no_restoring:
 *
 * Returns: (nullable): why "Restore All…" would do nothing; %NULL if it restores a server
 */
const char *
paddock_app_summary_get_no_restoring (const PaddockAppSummary *self)
{
  if (self->n_restorable > 0)
    return NULL;
  return self->n_connected == 0
         ? _("No server is connected.")
         : _("Paddock can’t restore the connected servers. The reasons are beside them.");
}
