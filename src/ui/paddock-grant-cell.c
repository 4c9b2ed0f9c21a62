/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-cell.h"

#include "paddock-explaining.h"
#include "paddock-granting.h"
#include "paddock-seen-text.h"
#include "paddock-sentences.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "paddock-time-text.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>

/* A cell of the Overview page: whether one server sees one folder. It has a switch, and below it a
 * text: how long the server sees the folder, or through which other folder. The switch always shows
 * the state in the service. The tooltip says why the server sees the folder or not, and how long
 * the switch would share the folder. */

/* The width of the text below the switch, in characters. The heading of the column shows a server's
 * origin with the same width. */
#define STATE_CHARS 20

struct _PaddockGrantCell
{
  GtkBox parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  gboolean is_updating;       /* TRUE while the code, not the user, sets the switch */

  GtkSwitch *toggle;
  GtkLabel *state;
};

G_DEFINE_FINAL_TYPE (PaddockGrantCell, paddock_grant_cell, GTK_TYPE_BOX)

static const PaddockGrantView *
get_grant (PaddockGrantCell * self)
{
  return paddock_server_item_get_grant (self->server,
                                        paddock_root_item_get_view (self->root)->root->id);
}

static gboolean
is_on (PaddockGrantCell *self)
{
  return paddock_server_item_get_view (self->server)->sees_all || get_grant (self) != NULL ||
         paddock_sight_find_outer (paddock_client_get_roots (self->client), self->server,
                                   self->root) != NULL;
}

static gboolean
can_be_switched (PaddockGrantCell *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->server);

  return !view->sees_all && view->server->standing != PADDOCK_STANDING_BLOCKED &&
         view->server->standing != PADDOCK_STANDING_WITHOUT_ROOTS;
}

static void
show_state (PaddockGrantCell *self)
{
  gint64 next;
  g_autofree char *text = paddock_seen_text_grant (paddock_client_get_roots (self->client),
                                                   self->server, self->root,
                                                   paddock_client_is_paused (self->client),
                                                   g_get_real_time (), &next);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_countdown_ask (self->countdown, next);
  gtk_label_set_text (self->state, text);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *text != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
update (PaddockGrantCell *self)
{
  const PaddockGrantView *grant = get_grant (self);
  g_autofree char *label = paddock_root_dup_label (paddock_root_item_get_view (self->root)->root);
  g_autofree char *server_label = paddock_server_name_full (self->server);
  g_autofree char *name = paddock_sentences_switch (label, server_label);

  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, is_on (self));
  gtk_switch_set_state (self->toggle, is_on (self));
  self->is_updating = FALSE;
  if (grant != NULL && !grant->is_visible)
    gtk_widget_add_css_class (GTK_WIDGET (self->toggle), "hidden-now");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->toggle), "hidden-now");
  if (grant == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->toggle), "through-outer");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->toggle), "through-outer");
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), can_be_switched (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  show_state (self);
}

static void
on_due (PaddockGrantCell *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_state (self);
}

static void
on_switched (GtkWidget *widget)
{
  PaddockGrantCell *self = PADDOCK_GRANT_CELL (widget);

  /* The cell may have been removed during the call. */
  if (self->root != NULL)
    update (self);
}

/* Asks the service to share or revoke. Returns TRUE, so that the switch changes only when the
 * service reports the change. */
static gboolean
on_state_set (PaddockGrantCell *self,
              gboolean          state)
{
  if (self->is_updating || state == is_on (self))
    return FALSE;

  paddock_granting_switch (GTK_WIDGET (self), self->client, self->server, self->root, state, TRUE,
                           on_switched);

  return TRUE;
}

/* Returns a text about how long the server would see the folder if the user turned the switch on.
 * Returns NULL if the switch is on, or can't be turned on. */
static char *
describe_turning_on (PaddockGrantCell *self)
{
  const PaddockServer *server = paddock_server_item_get_view (self->server)->server;
  g_autofree char *app = NULL;
  g_autofree char *duration = NULL;

  if (is_on (self) || !can_be_switched (self))
    return NULL;
  app = paddock_who_text_app (server->identity);
  duration = paddock_time_text_duration (paddock_granting_get_duration (self->server), app);
  /* Translators: %s is a duration, as in "Until Claude Code closes it" */
  return g_strdup_printf (_("How long: %s"), duration);
}

static gboolean
on_query_tooltip (PaddockGrantCell *self,
                  int               x,
                  int               y,
                  gboolean          by_keyboard,
                  GtkTooltip       *tooltip)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  char *turning_on = describe_turning_on (self);
  g_autofree char *text = NULL;

  if (paddock_server_item_is_ambiguous (self->server))
    g_ptr_array_add (lines, paddock_server_name_full (self->server));
  g_ptr_array_add (lines, paddock_explaining_dup_text (self->client, self->server, self->root));
  if (turning_on != NULL)
    g_ptr_array_add (lines, turning_on);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);
  gtk_tooltip_set_text (tooltip, text);

  return TRUE;
}

/* Gives the focus to the switch, so that the arrow keys move from switch to switch. */
static gboolean
paddock_grant_cell_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (PADDOCK_GRANT_CELL (widget)->toggle));
}

static void
paddock_grant_cell_dispose (GObject *object)
{
  PaddockGrantCell *self = PADDOCK_GRANT_CELL (object);

  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->root);
  g_clear_object (&self->countdown);

  G_OBJECT_CLASS (paddock_grant_cell_parent_class)->dispose (object);
}

static void
paddock_grant_cell_class_init (PaddockGrantCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_grant_cell_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = paddock_grant_cell_grab_focus;
}

static void
paddock_grant_cell_init (PaddockGrantCell *self)
{
  self->toggle = GTK_SWITCH (gtk_switch_new ());
  self->state = GTK_LABEL (gtk_label_new (NULL));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_halign (GTK_WIDGET (self->toggle), GTK_ALIGN_CENTER);
  gtk_label_set_wrap (self->state, TRUE);
  gtk_label_set_wrap_mode (self->state, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (self->state, GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (self->state, STATE_CHARS);
  gtk_widget_add_css_class (GTK_WIDGET (self->state), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->state), "dim-label");
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->toggle));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->state));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (self->toggle, "state-set", G_CALLBACK (on_state_set), self);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect (self, "map", G_CALLBACK (show_state), NULL);
}

/**
 * paddock_grant_cell_new:
 * @countdown: the timer of the page that the cell is in
 *
 * Returns: (transfer floating): a cell for @root and @server
 */
GtkWidget *
paddock_grant_cell_new (PaddockClient     *client,
                        PaddockServerItem *server,
                        PaddockRootItem   *root,
                        PaddockCountdown  *countdown)
{
  PaddockGrantCell *self = g_object_new (PADDOCK_TYPE_GRANT_CELL, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  self->countdown = g_object_ref (countdown);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (countdown, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
