/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-row.h"

#include "paddock-root-text.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The row of a folder in a question: whether to share the folder, and with which access. The dialog
 * owns the row. At first the row is not selected. If its folder is not available, the row can't be
 * selected, and loses its selection. The row emits "ticked" when the selection changed, and
 * "changed" when the folder changed. */

/* The items of @access, the menu from which the user chooses the access. */
enum {
  READ_AND_WRITE,
  READ_ONLY,
};

struct _PaddockConsentRow
{
  GtkListBoxRow parent_instance;

  PaddockRootItem *item;      /* (owned) */
  char *shown;                /* (owned) (nullable) the texts that the row showed last, to notice a
                               * change; NULL: none yet */
  guint place;                /* the index of the folder among all folders */

  GtkCheckButton *tick;
  GtkLabel *title;
  GtkLabel *path;
  GtkWidget *crosses;
  GtkLabel *status;
  GtkDropDown *access;
};

G_DEFINE_FINAL_TYPE (PaddockConsentRow, paddock_consent_row, GTK_TYPE_LIST_BOX_ROW)

enum {
  TICKED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Enables the menu of a selected folder. A read-only folder is never shared as read-write, so there
 * is nothing to choose. */
static void
update_access (PaddockConsentRow *self)
{
  gboolean is_read_only =
    paddock_root_item_get_view (self->item)->root->access != PADDOCK_ACCESS_READ_WRITE;
  gboolean can_choose = !is_read_only && gtk_check_button_get_active (self->tick);

  if (is_read_only)
    gtk_drop_down_set_selected (self->access, READ_ONLY);
  gtk_widget_set_sensitive (GTK_WIDGET (self->access), can_choose);
  /* Also disables the button inside the menu: screen readers announce the state of each widget
   * separately. */
  gtk_widget_set_sensitive (gtk_widget_get_first_child (GTK_WIDGET (self->access)), can_choose);
}

static void
on_toggled (PaddockConsentRow *self)
{
  update_access (self);
  g_signal_emit (self, signals[TICKED], 0);
}

/* Makes the label of a menu item. Unlike GTK's default label, it can be shortened in a narrow
 * window. */
static void
on_setup_access (GtkSignalListItemFactory *factory,
                 GtkListItem              *list_item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (list_item, label);
}

static void
on_bind_access (GtkSignalListItemFactory *factory,
                GtkListItem              *list_item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (list_item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (list_item)));
}

static void
update (PaddockConsentRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (self->access));
  gboolean is_available = view->status == PADDOCK_AVAILABILITY_AVAILABLE;
  g_autofree char *label = paddock_root_dup_label (view->root);
  g_autofree char *path = paddock_text_shorten (view->root->path, g_get_home_dir ());
  const char *status = paddock_root_text_status (view->status, TRUE);
  /* Translators: %s is a folder; for a screen reader */
  g_autofree char *access = g_strdup_printf (_("Access to %s"), label);
  g_autofree char *shown = g_strdup_printf ("%s\n%s\n%s\n%u\n%d", label, path, status,
                                            view->root->access, view->root->crosses);

  if (g_strcmp0 (shown, self->shown) == 0)
    return;

  gtk_label_set_text (self->title, label);
  gtk_label_set_text (self->path, path);
  gtk_label_set_text (self->status, status);
  gtk_widget_set_visible (GTK_WIDGET (self->status), !is_available);
  gtk_widget_set_visible (self->crosses, view->root->crosses);
  if (!is_available)
    gtk_check_button_set_active (self->tick, FALSE);
  update_access (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self), is_available);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->tick), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, path, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->access), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  access, -1);
  /* The button inside the menu has the focus, so screen readers read the label of that button. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, access,
                                  -1);

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
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, crosses);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, status);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentRow, access);
  gtk_widget_class_bind_template_callback (widget_class, on_bind_access);
  gtk_widget_class_bind_template_callback (widget_class, on_setup_access);
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
 * Returns: (transfer floating): a row for @item, not selected
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
 *
 * Returns: (transfer none): the folder of the row
 */
PaddockRootItem *
paddock_consent_row_get_item (PaddockConsentRow *self)
{
  return self->item;
}

/**
 * paddock_consent_row_is_ticked:
 *
 * Returns: whether the user selected the folder, and the folder is available
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
 * Returns: the selected access: never more than the access of the root
 */
PaddockAccess
paddock_consent_row_get_access (PaddockConsentRow *self)
{
  if (gtk_drop_down_get_selected (self->access) == READ_ONLY)
    return PADDOCK_ACCESS_READ_ONLY;

  return paddock_root_item_get_view (self->item)->root->access;
}

/**
 * paddock_consent_row_clear:
 *
 * Resets the row, because another question is shown.
 */
void
paddock_consent_row_clear (PaddockConsentRow *self)
{
  gtk_check_button_set_active (self->tick, FALSE);
  gtk_drop_down_set_selected (self->access, READ_AND_WRITE);
  update_access (self);
}

/**
 * paddock_consent_row_tick:
 *
 * Selects the row for the user, and gives it the focus.
 *
 * Returns: whether the row can be selected
 */
gboolean
paddock_consent_row_tick (PaddockConsentRow *self)
{
  if (!gtk_widget_get_sensitive (GTK_WIDGET (self)))
    return FALSE;

  gtk_check_button_set_active (self->tick, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->tick));
  return TRUE;
}

/**
 * paddock_consent_row_set_place:
 * @place: the index of the folder among all folders
 *
 * Sets the index by which the row is sorted.
 */
void
paddock_consent_row_set_place (PaddockConsentRow *self,
                               guint              place)
{
  self->place = place;
}

/**
 * paddock_consent_row_get_place:
 *
 * Returns: the index of the folder among all folders
 */
guint
paddock_consent_row_get_place (PaddockConsentRow *self)
{
  return self->place;
}
