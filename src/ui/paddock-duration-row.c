/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-duration-row.h"

#include "paddock-sentences.h"
#include "paddock-template.h"

#include <glib/gi18n.h>
#include <string.h>

/* For how long folders are shared. Owned by the dialog that asks. The shortest is set, or what
 * the settings say, until the user chooses another; it never offers more than the server's
 * identity allows. A day is chosen from a calendar, and is all of that day; one that is past is
 * not taken. */

struct _PaddockDurationRow
{
  AdwComboRow parent_instance;

  guint first;                /* of the durations, the shortest that is offered */
  guint n_offered;            /* from there on; 0: only the first */

  GtkMenuButton *day_button;
  GtkCalendar *calendar;
};

G_DEFINE_FINAL_TYPE (PaddockDurationRow, paddock_duration_row, ADW_TYPE_COMBO_ROW)

/* What is offered, in the order of the list. */
static const PaddockDurationKind durations[] = {
  PADDOCK_DURATION_SESSION,
  PADDOCK_DURATION_HOUR,
  PADDOCK_DURATION_TODAY,
  PADDOCK_DURATION_LOGIN,
  PADDOCK_DURATION_UNTIL,
  PADDOCK_DURATION_UNTIL_REVOKED,
};

static PaddockDurationKind
get_kind (PaddockDurationRow *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));

  return durations[self->first + (selected < self->n_offered ? selected : 0)];
}

/* A past day, of a month that was turned back to, becomes today. */
static void
on_day_selected (PaddockDurationRow *self)
{
  g_autoptr (GDateTime) day = gtk_calendar_get_date (self->calendar);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *chosen = g_date_time_format (day, "%F");
  g_autofree char *today = g_date_time_format (now, "%F");
  g_autofree char *label = NULL;

  if (strcmp (chosen, today) < 0) {
    gtk_calendar_select_day (self->calendar, now);
    return;
  }
  /* Translators: a day, see strftime(3) */
  label = g_date_time_format (day, _("%-d %b %Y"));
  gtk_menu_button_set_label (self->day_button, label);
}

static void
on_selected (PaddockDurationRow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->day_button),
                          get_kind (self) == PADDOCK_DURATION_UNTIL);
}

static void
paddock_duration_row_class_init (PaddockDurationRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-duration-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockDurationRow, day_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockDurationRow, calendar);
  gtk_widget_class_bind_template_callback (widget_class, on_day_selected);
}

static void
paddock_duration_row_init (PaddockDurationRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::selected", G_CALLBACK (on_selected), NULL);
  on_day_selected (self);
}

/**
 * paddock_duration_row_offer:
 * @offer: only the session for a server that nothing identifies; not it, where a time that ended is
 *   renewed
 * @app: (nullable): what starts the server; %NULL: unknown, or of several servers
 *
 * Offers anew: the shortest is set again.
 */
void
paddock_duration_row_offer (PaddockDurationRow *self,
                            PaddockDurations    offer,
                            const char         *app)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->first = offer == PADDOCK_DURATIONS_LONGER ? 1 : 0;
  self->n_offered = offer == PADDOCK_DURATIONS_SESSION ? 1 : G_N_ELEMENTS (durations) - self->first;
  for (guint i = 0; i < self->n_offered; i++)
    gtk_string_list_take (list, paddock_sentences_duration (durations[self->first + i], app));
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), 0);
  on_selected (self);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               offer != PADDOCK_DURATIONS_SESSION
                                 ? ""
                                 : _("This server can’t be recognized later"));
}

/**
 * paddock_duration_row_set_kind:
 * @kind: what the user wants to be set
 *
 * Sets another one than the shortest, if it is offered.
 */
void
paddock_duration_row_set_kind (PaddockDurationRow  *self,
                               PaddockDurationKind  kind)
{
  for (guint i = 0; i < self->n_offered; i++)
    if (durations[self->first + i] == kind)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self), i);
}

/**
 * paddock_duration_row_change_offer:
 * @offer: as of paddock_duration_row_offer()
 *
 * Offers something else. What was chosen stays where it is offered and was not the shortest, which
 * nobody need have chosen.
 */
void
paddock_duration_row_change_offer (PaddockDurationRow *self,
                                   PaddockDurations    offer)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));
  guint chosen = self->first + (selected < self->n_offered ? selected : 0);
  gboolean is_shortest = chosen == self->first;

  paddock_duration_row_offer (self, offer, NULL);
  if (!is_shortest && chosen - self->first < self->n_offered)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self), chosen - self->first);
}

/**
 * paddock_duration_row_get_duration:
 *
 * Returns: the shortest unless the user chose another one that is offered
 */
PaddockDuration
paddock_duration_row_get_duration (PaddockDurationRow *self)
{
  PaddockDuration duration = { .kind = get_kind (self) };
  g_autoptr (GDateTime) day = NULL;
  g_autofree char *text = NULL;

  if (duration.kind != PADDOCK_DURATION_UNTIL)
    return duration;

  day = gtk_calendar_get_date (self->calendar);
  text = g_date_time_format (day, "%F");
  paddock_duration_parse (text, &duration, NULL);
  return duration;
}
