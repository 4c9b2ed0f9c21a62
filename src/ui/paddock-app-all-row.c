/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-all-row.h"

#include "paddock-app-text.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* A row with a switch for several servers at once: those of one app's file, or those of all apps.
 * It counts only servers that Paddock can switch, and leaves alone those that the user chooses one
 * by one. */

struct _PaddockAppAllRow
{
  AdwActionRow parent_instance;

  gboolean is_on;             /* all go through Paddock */
  gboolean is_updating;       /* TRUE while the code, not the user, sets the switch */

  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockAppAllRow, paddock_app_all_row, ADW_TYPE_ACTION_ROW)

enum {
  WISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Asks for the change. Returns TRUE, so that the switch changes only with the files. */
static gboolean
on_state_set (PaddockAppAllRow *self,
              gboolean          state)
{
  if (self->is_updating || state == self->is_on)
    return FALSE;
  g_signal_emit (self, signals[WISHED], 0, state);
  return TRUE;
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
  gtk_widget_class_bind_template_child (widget_class, PaddockAppAllRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
}

static void
paddock_app_all_row_init (PaddockAppAllRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* The switch has a label of its own. AdwActionRow would add the row's title to it. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->toggle),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/**
 * paddock_app_all_row_show:
 * @app: (nullable): the name of the app; %NULL: all apps
 * @n_through: how many servers go through Paddock
 * @n_servers: how many there are that the switch is for
 * @n_left_alone: how many others there are, which the switch leaves alone
 *
 * Updates the texts and the switch.
 */
void
paddock_app_all_row_show (PaddockAppAllRow *self,
                          const char       *app,
                          guint             n_through,
                          guint             n_servers,
                          guint             n_left_alone)
{
  g_autofree char *count = paddock_app_text_all (n_through, n_servers, n_left_alone);
  g_autofree char *label = NULL;

  if (app != NULL)
    /* Translators: %s is an app */
    label = g_strdup_printf (_("All servers of %s through Paddock"), app);
  else
    label = g_strdup (_("All servers of all apps through Paddock"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 app != NULL ? _("All Through Paddock")
                                             : _("All Apps Through Paddock"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), count);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), n_servers > 0);
  self->is_on = n_servers > 0 && n_through == n_servers;
  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, self->is_on);
  gtk_switch_set_state (self->toggle, self->is_on);
  self->is_updating = FALSE;
}
