/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-all-row.h"

#include "paddock-template.h"

#include <glib/gi18n.h>

/* What there is to say of several servers, those of one app's file or those of all apps, and a
 * button each to connect and to restore them. Each of the two is always there, so nothing moves,
 * and says why it would do nothing. */

struct _PaddockAppAllRow
{
  AdwPreferencesRow parent_instance;

  GtkLabel *summary;
  GtkWidget *connect_button;
  GtkWidget *restore_button;
};

G_DEFINE_FINAL_TYPE (PaddockAppAllRow, paddock_app_all_row, ADW_TYPE_PREFERENCES_ROW)

enum {
  WISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_connect_clicked (PaddockAppAllRow *self)
{
  g_signal_emit (self, signals[WISHED], 0, TRUE);
}

static void
on_restore_clicked (PaddockAppAllRow *self)
{
  g_signal_emit (self, signals[WISHED], 0, FALSE);
}

static void
paddock_app_all_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APP_ALL_ROW);

  G_OBJECT_CLASS (paddock_app_all_row_parent_class)->dispose (object);
}

static void
paddock_app_all_row_class_init (PaddockAppAllRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_app_all_row_dispose;

  signals[WISHED] = g_signal_new ("wished", PADDOCK_TYPE_APP_ALL_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-app-all-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppAllRow, summary);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppAllRow, connect_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppAllRow, restore_button);
  gtk_widget_class_bind_template_callback (widget_class, on_connect_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_restore_clicked);
}

static void
paddock_app_all_row_init (PaddockAppAllRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* @reason: (nullable): why the button would do nothing */
static void
show_button (GtkWidget  *button,
             const char *label,
             const char *reason)
{
  gtk_widget_set_sensitive (button, reason == NULL);
  gtk_widget_set_tooltip_text (button, reason);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  reason != NULL ? reason : "", -1);
}

/**
 * paddock_app_all_row_show:
 * @app: (nullable): the name of the app; %NULL: all apps
 *
 * Updates the texts and the buttons.
 */
void
paddock_app_all_row_show (PaddockAppAllRow        *self,
                          const char              *app,
                          const PaddockAppSummary *summary)
{
  g_autofree char *text = app != NULL ? paddock_app_summary_to_text_of_app (summary)
                                      : paddock_app_summary_to_text (summary);
  g_autofree char *connect = NULL, *restore = NULL;

  if (app != NULL) {
    /* Translators: %s is an app */
    connect = g_strdup_printf (_("Connect All Servers of %s…"), app);
    /* Translators: %s is an app */
    restore = g_strdup_printf (_("Restore All Servers of %s…"), app);
  } else {
    connect = g_strdup (_("Connect All Servers of All Apps…"));
    restore = g_strdup (_("Restore All Servers of All Apps…"));
  }
  gtk_label_set_text (self->summary, text);
  show_button (self->connect_button, connect, paddock_app_summary_get_no_connection (summary));
  show_button (self->restore_button, restore, paddock_app_summary_get_no_restoring (summary));
}
