/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-entry-row.h"

#include "paddock-activity-text.h"
#include "paddock-entry-item.h"
#include "paddock-journal-text.h"
#include "paddock-server-label.h"
#include "paddock-template.h"

/* A row of the Activity page: one journal entry in words. The first entry of a day has a heading
 * with the day. The item stores whether its details are shown. The list view owns the row, and
 * reuses it for one item after another. */

struct _PaddockEntryRow
{
  AdwBin parent_instance;

  PaddockEntryItem *item;     /* (owned) (nullable) */

  PaddockClient *client;      /* (owned) (nullable) knows the servers */

  GtkLabel *heading;
  GtkImage *icon;
  GtkWidget *entry;
  GtkLabel *sentence;
  GtkLabel *note;
  GtkLabel *details;
  GtkImage *arrow;
};

G_DEFINE_FINAL_TYPE (PaddockEntryRow, paddock_entry_row, ADW_TYPE_BIN)

/* Shows or hides the details. Their text is made only when they are shown, because most stay
 * hidden. */
static void
update_details (PaddockEntryRow           *self,
                const PaddockJournalEntry *entry,
                const PaddockServerView   *server)
{
  gboolean is_open = paddock_entry_item_is_open (self->item);

  gtk_widget_set_visible (GTK_WIDGET (self->details), is_open);
  gtk_image_set_from_icon_name (self->arrow, is_open ? "pan-up-symbolic" : "pan-down-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, is_open,
                               -1);
  if (is_open) {
    g_autofree char *details = paddock_activity_text_entry_details (entry, server);

    gtk_label_set_text (self->details, details);
  }
}

static void
update (PaddockEntryRow *self)
{
  const PaddockJournalEntry *stored = paddock_entry_item_get_entry (self->item);
  PaddockServerItem *item = paddock_client_lookup_server (self->client, stored->server_id);
  const PaddockServerView *server = item != NULL ? paddock_server_item_get_view (item) : NULL;
  /* The server has its current name. */
  g_autoptr (PaddockJournalEntry) entry =
    paddock_server_label_name_entry (paddock_journal_entry_new (stored), server);
  g_autofree char *sentence = paddock_journal_text_entry (entry, g_get_home_dir ());
  g_autofree char *note = paddock_activity_text_entry_note (entry, g_get_real_time ());
  g_autofree char *moment = paddock_activity_text_moment (entry->last);
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_image_set_from_icon_name (self->icon, paddock_activity_text_entry_icon (
                                  paddock_entry_filter_get_kinds (entry->event)));
  gtk_label_set_text (self->sentence, sentence);
  gtk_label_set_text (self->note, note);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), moment);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  sentence, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, moment, -1);
  /* The focus is on the widget that GtkListView puts around this row. GTK gives that widget no
   * accessible name, so this row sets one. */
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, moment, -1);
  update_details (self, entry, server);
}

/* Updates the row, because its server may have another name now. */
static void
on_sight_changed (PaddockEntryRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* Updates the row, because it missed changes while it was hidden. */
static void
on_map (PaddockEntryRow *self)
{
  if (self->item != NULL)
    update (self);
}

static void
paddock_entry_row_dispose (GObject *object)
{
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (object), NULL, NULL);
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_ENTRY_ROW);

  G_OBJECT_CLASS (paddock_entry_row_parent_class)->dispose (object);
}

static void
paddock_entry_row_class_init (PaddockEntryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_entry_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-entry-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, heading);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, entry);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, sentence);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, note);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, details);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, arrow);
}

static void
paddock_entry_row_init (PaddockEntryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
}

/**
 * paddock_entry_row_new:
 *
 * Returns: (transfer floating): an empty row
 */
GtkWidget *
paddock_entry_row_new (void)
{
  return g_object_new (PADDOCK_TYPE_ENTRY_ROW, NULL);
}

/**
 * paddock_entry_row_set_heading:
 * @heading: (nullable): the day, if this is the first entry of its day; %NULL: no heading
 *
 * Sets the heading above the row.
 */
void
paddock_entry_row_set_heading (PaddockEntryRow *self,
                               const char      *heading)
{
  gtk_label_set_text (self->heading, heading != NULL ? heading : "");
  gtk_widget_set_visible (GTK_WIDGET (self->heading), heading != NULL);
}

/**
 * paddock_entry_row_set_item:
 * @item: (nullable): the entry to show; %NULL: none
 * @client: (nullable): the client that knows the servers
 *
 * Sets the entry that the row shows.
 */
void
paddock_entry_row_set_item (PaddockEntryRow  *self,
                            PaddockEntryItem *item,
                            PaddockClient    *client)
{
  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->client, client);

  g_set_object (&self->item, item);
  if (item == NULL)
    return;

  g_signal_connect_swapped (item, "notify", G_CALLBACK (update), self);
  g_signal_connect_swapped (client, "sight-changed", G_CALLBACK (on_sight_changed), self);
  update (self);
}
