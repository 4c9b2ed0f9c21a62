/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-command.h"

#include "paddock-sentences.h"
#include "paddock-server-label.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-time-text.h"
#include "paddock-trouble-text.h"

#include <glib/gi18n.h>

/* The part of the consent dialog for every question except a server's question about folders. It
 * shows what a program wants to widen, or which file a server or host wants to read. The dialog
 * owns it. The answer covers everything or nothing, so there is nothing to select. */

struct _PaddockConsentCommand
{
  AdwBin parent_instance;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PaddockConsentCommand, paddock_consent_command, ADW_TYPE_BIN)

static void
add_row (PaddockConsentCommand *self,
         const char            *title,
         const char            *subtitle,
         const char            *note)
{
  GtkWidget *row = adw_action_row_new ();

  /* Combining marks in a label must not be drawn outside the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  if (note != NULL) {
    GtkWidget *label = gtk_label_new (note);

    gtk_widget_add_css_class (label, "dim-label");
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  }
  gtk_list_box_append (self->list, row);
}

static void
add_crossing (PaddockConsentCommand *self)
{
  add_row (self, _("Includes drives and network shares mounted inside"), "", NULL);
}

static void
add_root (PaddockConsentCommand *self,
          PaddockRootItem       *item,
          const PaddockPrompt   *prompt)
{
  const PaddockRoot *root = paddock_root_item_get_view (item)->root;
  /* A folder may allow less access than the caller wants. Then the server gets only what the folder
   * allows. */
  gboolean is_lesser = prompt->kind == PADDOCK_PROMPT_GRANT && root->access < prompt->wants.access;
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *path = paddock_text_shorten (root->path, g_get_home_dir ());
  g_autofree char *note = NULL;

  if (is_lesser)
    note = g_strdup (_("Read only"));
  add_row (self, label, path, note);
  if (prompt->kind == PADDOCK_PROMPT_GRANT && root->crosses)
    add_crossing (self);
}

static void
add_file (PaddockConsentCommand *self,
          const PaddockPrompt   *prompt)
{
  g_autofree char *base = g_path_get_basename (prompt->path);
  g_autofree char *name = paddock_text_escape_name (base);
  g_autofree char *place = NULL;

  if (prompt->kind == PADDOCK_PROMPT_TAKE_BACK_NEVER)
    place = paddock_sentences_never (&(PaddockNever) {
      .server_id = (char *) prompt->server_id, .path = (char *) prompt->path,
    }, prompt->server, g_get_home_dir ());
  else
    place = paddock_text_shorten (prompt->path, g_get_home_dir ());
  add_row (self, name, place, NULL);
  if (prompt->kind == PADDOCK_PROMPT_READ)
    add_row (self, _("This File Probably Contains"),
             paddock_sentences_sensitive (prompt->sensitive), NULL);
}

/* Adds a row for a folder that is not in Paddock yet. */
static void
add_path (PaddockConsentCommand *self,
          const char            *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = paddock_text_escape_name (base);
  g_autofree char *place = paddock_text_shorten (path, g_get_home_dir ());

  add_row (self, name, place, NULL);
}

/* Adds a row for an entry of an app's file, "APP/SERVER". */
static void
add_entry (PaddockConsentCommand *self,
           const char            *entry)
{
  g_autofree char *app = NULL;
  g_autofree char *server = paddock_server_label_split (entry, &app);

  add_row (self, server, app, NULL);
}

static void
paddock_consent_command_dispose (GObject *object)
{
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_COMMAND);

  G_OBJECT_CLASS (paddock_consent_command_parent_class)->dispose (object);
}

static void
paddock_consent_command_class_init (PaddockConsentCommandClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_consent_command_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-consent-command"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentCommand, list);
}

static void
paddock_consent_command_init (PaddockConsentCommand *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Adds a row for each root that the question names. Unlike the folders of add_path(), these are
 * already in Paddock. */
static void
add_roots (PaddockConsentCommand *self,
           PaddockClient         *client,
           const PaddockPrompt   *prompt)
{
  const char * const *root_ids = prompt->wants.root_ids;

  for (gsize i = 0; root_ids != NULL && root_ids[i] != NULL; i++) {
    PaddockRootItem *item = paddock_client_lookup_root (client, root_ids[i]);

    /* A root that the client does not know gets a row too: the user can allow only what is
     * shown. */
    if (item != NULL)
      add_root (self, item, prompt);
    else
      add_row (self, _("Unknown folder"), root_ids[i], NULL);
  }
}

static void
add_duration (PaddockConsentCommand *self,
              PaddockDuration        duration)
{
  g_autofree char *length = paddock_time_text_length (duration, g_get_real_time ());

  add_row (self, _("How Long"), length, NULL);
}

/* Adds rows for what the program wants: which access, for how long, and other changes. These rows
 * apply to all roots of the question. */
static void
add_wants (PaddockConsentCommand *self,
           const PaddockWants    *wants,
           gboolean               is_grant)
{
  if (is_grant || (wants->flags & PADDOCK_WANTS_ACCESS) != 0)
    add_row (self, _("Access"),
             wants->access == PADDOCK_ACCESS_READ_WRITE ? _("Read and write") : _("Read only"),
             NULL);
  if (is_grant)
    add_duration (self, wants->duration);
  if ((wants->flags & PADDOCK_WANTS_EXPIRY) != 0)
    add_duration (self, paddock_wants_get_length (wants));
  if ((wants->flags & PADDOCK_WANTS_CROSSING) != 0)
    add_crossing (self);
  if ((wants->flags & PADDOCK_WANTS_CONFIRMATION) != 0)
    add_row (self, _("Use the new folder that is at this path now"), "", NULL);
}

/**
 * paddock_consent_command_show:
 * @client: the client that knows the roots
 * @prompt: the question
 *
 * Shows what @prompt asks for.
 */
void
paddock_consent_command_show (PaddockConsentCommand *self,
                              PaddockClient         *client,
                              const PaddockPrompt   *prompt)
{
  const PaddockWants *wants = &prompt->wants;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);

  if (prompt->path != NULL)
    add_file (self, prompt);
  for (gsize i = 0; wants->paths != NULL && wants->paths[i] != NULL; i++)
    add_path (self, wants->paths[i]);
  for (gsize i = 0; wants->entries != NULL && wants->entries[i] != NULL; i++)
    add_entry (self, wants->entries[i]);
  if (wants->warnings != PADDOCK_PLACE_WARNING_NONE) {
    g_autofree char *warnings = paddock_trouble_text_warnings (wants->warnings);

    add_row (self, _("Warning"), warnings, NULL);
  }
  /* A question about a file shows the file, and not its folder. */
  if (prompt->kind != PADDOCK_PROMPT_READ)
    add_roots (self, client, prompt);
  add_wants (self, wants, prompt->kind == PADDOCK_PROMPT_GRANT);
  gtk_widget_set_visible (GTK_WIDGET (self->list),
                          gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL);
}
