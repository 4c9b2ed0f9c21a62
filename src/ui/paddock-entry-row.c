/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-entry-row.h"

#include "paddock-sentences.h"
#include "paddock-template.h"

/* One entry of the journal in words. Owned by the list view, which gives it one item after the
 * other. */

struct _PaddockEntryRow
{
  AdwBin parent_instance;

  PaddockEntryItem *item;     /* (owned) (nullable) */

  GtkLabel *sentence;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (PaddockEntryRow, paddock_entry_row, ADW_TYPE_BIN)

static void
update (PaddockEntryRow *self)
{
  const PaddockEntry *entry = paddock_entry_item_get_entry (self->item);
  g_autofree char *sentence = paddock_sentence_entry (entry);
  g_autofree char *note = paddock_sentence_entry_note (entry, g_get_real_time ());

  gtk_label_set_text (self->sentence, sentence);
  gtk_label_set_text (self->note, note);
}

static void
paddock_entry_row_dispose (GObject *object)
{
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (object), NULL);
  /* Of its own child AdwBin disposes too, and must not find it gone. */
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
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, sentence);
  gtk_widget_class_bind_template_child (widget_class, PaddockEntryRow, note);
}

static void
paddock_entry_row_init (PaddockEntryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
 * paddock_entry_row_set_item:
 * @item: (nullable): what to show, %NULL between two
 */
void
paddock_entry_row_set_item (PaddockEntryRow  *self,
                            PaddockEntryItem *item)
{
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);

  g_set_object (&self->item, item);
  if (item == NULL)
    return;

  g_signal_connect_swapped (item, "notify", G_CALLBACK (update), self);
  update (self);
}
