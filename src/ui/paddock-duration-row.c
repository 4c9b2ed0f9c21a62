/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-duration-row.h"

#include "paddock-sentences.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* For how long folders are shared. Owned by the consent dialog. The shortest is set until the
 * user chooses another; it never offers more than the server's identity allows. */

struct _PaddockDurationRow
{
  AdwComboRow parent_instance;

  guint first;                /* of the durations, the shortest that is offered */
  guint n_offered;            /* from there on; 0: only the first */
};

G_DEFINE_FINAL_TYPE (PaddockDurationRow, paddock_duration_row, ADW_TYPE_COMBO_ROW)

/* What is offered, in the order of the list. */
static const PaddockDurationKind durations[] = {
  PADDOCK_DURATION_SESSION,
  PADDOCK_DURATION_HOUR,
  PADDOCK_DURATION_TODAY,
  PADDOCK_DURATION_UNTIL_REVOKED,
};

static void
paddock_duration_row_class_init (PaddockDurationRowClass *klass)
{
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass),
                                               PADDOCK_TEMPLATE ("paddock-duration-row"));
}

static void
paddock_duration_row_init (PaddockDurationRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_duration_row_offer:
 * @offer: only the session for a server that nothing identifies; not it, where a time that ended is
 *   renewed
 *
 * Offers anew: the shortest is set again.
 */
void
paddock_duration_row_offer (PaddockDurationRow *self,
                            PaddockDurations    offer)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->first = offer == PADDOCK_DURATIONS_LONGER ? 1 : 0;
  self->n_offered = offer == PADDOCK_DURATIONS_SESSION ? 1 : G_N_ELEMENTS (durations) - self->first;
  for (guint i = 0; i < self->n_offered; i++)
    gtk_string_list_append (list, paddock_sentence_duration (durations[self->first + i]));
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), 0);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               offer != PADDOCK_DURATIONS_SESSION
                                 ? ""
                                 : _("Nothing identifies this server, so it cannot be longer"));
}

/**
 * paddock_duration_row_get_duration:
 *
 * Returns: the shortest unless the user chose another one that is offered
 */
PaddockDuration
paddock_duration_row_get_duration (PaddockDurationRow *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));
  guint index = self->first + (selected < self->n_offered ? selected : 0);

  return (PaddockDuration) { durations[index], 0 };
}
