/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-row.h"

#include "paddock-closures.h"
#include "paddock-sentences.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* A folder in a question: whether it is shared, and whether the server is asked only to read it.
 * Owned by the dialog. Not ticked at first; what is not available cannot be ticked, and loses its
 * tick. "ticked" when the user changed it, "changed" when what it shows changed by itself. */

struct _PaddockConsentRow
{
  GtkListBoxRow parent_instance;

  PaddockRootItem *item;      /* (owned) */
  char *shown;                /* (owned) (nullable) what it showed last, to tell a change */

  GtkCheckButton *tick;
  GtkLabel *title;
  GtkLabel *path;
  GtkWidget *suggested;
  GtkWidget *ended;
  GtkWidget *crosses;
  GtkLabel *status;
  GtkCheckButton *only_read;
  GtkLabel *only_read_label;
};

G_DEFINE_FINAL_TYPE (PaddockConsentRow, paddock_consent_row, GTK_TYPE_LIST_BOX_ROW)

enum {
  TICKED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_toggled (PaddockConsentRow *self)
{
  g_signal_emit (self, signals[TICKED], 0);
}

static void
show_access (PaddockConsentRow *self,
             PaddockAccess      access)
{
  gboolean is_read_only = access != PADDOCK_ACCESS_READ_WRITE;

  /* A read-only folder is never told as more; then there is nothing to choose. */
  gtk_label_set_text (self->only_read_label, is_read_only ? _("Read-only")
                                                          : _("Ask it only to read"));
  if (is_read_only)
    gtk_check_button_set_active (self->only_read, TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self->only_read), !is_read_only);
  gtk_widget_set_focusable (GTK_WIDGET (self->only_read), !is_read_only);
}

static void
update (PaddockConsentRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  gboolean is_available = view->status == PADDOCK_AVAILABILITY_AVAILABLE;
  g_autofree char *label = paddock_root_dup_label (view->root);
  g_autofree char *path = paddock_sentences_path (view->root->path, g_get_home_dir ());
  g_autofree char *status = paddock_closures_root_status (self, view->status, TRUE);
  g_autofree char *shown = g_strdup_printf ("%s\n%s\n%s\n%u\n%d", label, path, status,
                                            view->root->access, view->root->crosses);

  if (g_strcmp0 (shown, self->shown) == 0)
    return;

  gtk_label_set_text (self->title, label);
  gtk_label_set_text (self->path, path);
  gtk_label_set_text (self->status, status);
  gtk_widget_set_visible (GTK_WIDGET (self->status), !is_available);
  gtk_widget_set_visible (self->crosses, view->root->crosses);
  show_access (self, view->root->access);
  if (!is_available)
    gtk_check_button_set_active (self->tick, FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self), is_available);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->tick), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, path, -1);

  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
paddock_consent_row_activate (GtkListBoxRow *row)
{
  PaddockConsentRow *self = PADDOCK_CONSENT_ROW (row);

  gtk_check_button_set_active (self->tick, !gtk_check_button_get_active (self->tick));
}

static void
paddock_consent_row_dispose (GObject *object)
{
  PaddockConsentRow *self = PADDOCK_CONSENT_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_ROW);
  g_clear_object (&self->item);
  g_clear_pointer (&self->shown, g_free);

  G_OBJECT_CLASS (paddock_consent_row_parent_class)->dispose (object);
}

static void
paddock_consent_row_class_init (PaddockConsentRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_consent_row_dispose;
  GTK_LIST_BOX_ROW_CLASS (klass)->activate = paddock_consent_row_activate;

  signals[TICKED] = g_signal_new ("ticked", PADDOCK_TYPE_CONSENT_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_CONSENT_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-consent-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, tick);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, path);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, suggested);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, ended);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, crosses);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, status);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, only_read);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, only_read_label);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
}

static void
paddock_consent_row_init (PaddockConsentRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_consent_row_new:
 *
 * Returns: (transfer floating): a row for @item, not ticked
 */
GtkWidget *
paddock_consent_row_new (PaddockRootItem *item)
{
  PaddockConsentRow *self = g_object_new (PADDOCK_TYPE_CONSENT_ROW, NULL);

  self->item = g_object_ref (item);
  g_signal_connect_object (item, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_consent_row_get_item:
 */
PaddockRootItem *
paddock_consent_row_get_item (PaddockConsentRow *self)
{
  return self->item;
}

/**
 * paddock_consent_row_is_ticked:
 *
 * Returns: whether the user ticked it, and it is available
 */
gboolean
paddock_consent_row_is_ticked (PaddockConsentRow *self)
{
  return gtk_check_button_get_active (self->tick) &&
         paddock_root_item_get_view (self->item)->status == PADDOCK_AVAILABILITY_AVAILABLE;
}

/**
 * paddock_consent_row_get_access:
 *
 * Returns: what the server is to be told: never more than the root's own
 */
PaddockAccess
paddock_consent_row_get_access (PaddockConsentRow *self)
{
  if (gtk_check_button_get_active (self->only_read))
    return PADDOCK_ACCESS_READ_ONLY;

  return paddock_root_item_get_view (self->item)->root->access;
}

/**
 * paddock_consent_row_clear:
 *
 * Makes it as new: another question is shown.
 */
void
paddock_consent_row_clear (PaddockConsentRow *self)
{
  gtk_check_button_set_active (self->tick, FALSE);
  gtk_check_button_set_active (self->only_read,
                               paddock_root_item_get_view (self->item)->root->access !=
                               PADDOCK_ACCESS_READ_WRITE);
}

/**
 * paddock_consent_row_set_suggested:
 * @is_suggested: whether the host has it among its own roots
 */
void
paddock_consent_row_set_suggested (PaddockConsentRow *self,
                                   gboolean           is_suggested)
{
  gtk_widget_set_visible (self->suggested, is_suggested);
}

/**
 * paddock_consent_row_set_ended:
 * @has_ended: whether the server saw it, and its time is over: that is what is asked about
 */
void
paddock_consent_row_set_ended (PaddockConsentRow *self,
                               gboolean           has_ended)
{
  gtk_widget_set_visible (self->ended, has_ended);
}
