/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-duration-row.h"

#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The row in which the user chooses how long folders are shared. The dialog that asks owns the row.
 * At first the shortest duration is selected. The dialog can instead select the duration from the
 * settings, or the current duration. The row offers only durations that the server's identity
 * allows. The user picks a day in a calendar, and the whole day counts. Past days are not
 * accepted. */

struct _PaddockDurationRow
{
  AdwComboRow parent_instance;

  guint first;                /* index in durations[] of the first offered duration */
  guint n_offered;            /* how many durations are offered; 0: none yet */
  guint outcome_source;       /* the source of on_next_minute(), or 0 */
  gboolean is_explained;      /* the subtitle says what follows from the selected duration */
  gint64 kept;                /* the current end in µs since the epoch, if the first row offers it;
                               * 0: no such row */

  GtkMenuButton *day_button;
  GtkCalendar *calendar;
};

G_DEFINE_FINAL_TYPE (PaddockDurationRow, paddock_duration_row, ADW_TYPE_COMBO_ROW)

/* All durations, in the order of the rows. */
static const PaddockDurationKind durations[] = {
  PADDOCK_DURATION_SESSION,
  PADDOCK_DURATION_HOUR,
  PADDOCK_DURATION_TODAY,
  PADDOCK_DURATION_LOGIN,
  PADDOCK_DURATION_UNTIL,
  PADDOCK_DURATION_UNTIL_REVOKED,
};

static gboolean
is_kept (PaddockDurationRow *self)
{
  return self->kept != 0 && adw_combo_row_get_selected (ADW_COMBO_ROW (self)) == 0;
}

/* Returns the index in durations[] of the selected duration. If the row of @kept is selected,
 * returns the index of the first offered duration. */
static guint
get_chosen (PaddockDurationRow *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self)) - (self->kept != 0);

  return self->first + (selected < self->n_offered ? selected : 0);
}

static gboolean
on_next_minute (gpointer user_data);

/* Says what follows from the selected duration. An hour ends later while the user reads it. */
static void
show_outcome (PaddockDurationRow *self)
{
  PaddockDuration duration = paddock_duration_row_get_duration (self);
  gint64 now = g_get_real_time ();
  g_autofree char *after = NULL;

  g_clear_handle_id (&self->outcome_source, g_source_remove);
  if (!self->is_explained || self->n_offered == 1)
    return;
  after = paddock_time_text_after (duration, now);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), after);
  if (duration.kind == PADDOCK_DURATION_HOUR)
    self->outcome_source = g_timeout_add_seconds (
      60 - (guint) (now / G_USEC_PER_SEC % 60), on_next_minute, self);
}

static gboolean
on_next_minute (gpointer user_data)
{
  ((PaddockDurationRow *) user_data)->outcome_source = 0;
  show_outcome (user_data);
  return G_SOURCE_REMOVE;
}

/* Shows the selected day on the button. If the user selects a past day, selects today instead. */
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
  show_outcome (self);
}

static void
on_selected (PaddockDurationRow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->day_button),
                          !is_kept (self) &&
                          durations[get_chosen (self)] == PADDOCK_DURATION_UNTIL);
  show_outcome (self);
}

static void
paddock_duration_row_dispose (GObject *object)
{
  PaddockDurationRow *self = PADDOCK_DURATION_ROW (object);

  g_clear_handle_id (&self->outcome_source, g_source_remove);

  G_OBJECT_CLASS (paddock_duration_row_parent_class)->dispose (object);
}

static void
paddock_duration_row_class_init (PaddockDurationRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_duration_row_dispose;

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
 * @offer: which durations to offer: only the session for an anonymous server; all but the session
 *   for a renewal
 * @app: (nullable): the app that starts the server; %NULL: unknown, or there are several servers
 *
 * Offers these durations, and selects the shortest one.
 */
void
paddock_duration_row_offer (PaddockDurationRow *self,
                            PaddockDurations    offer,
                            const char         *app)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->kept = 0;
  self->first = offer == PADDOCK_DURATIONS_LONGER ? 1 : 0;
  self->n_offered = offer == PADDOCK_DURATIONS_SESSION ? 1 : G_N_ELEMENTS (durations) - self->first;
  for (guint i = 0; i < self->n_offered; i++)
    gtk_string_list_take (list, paddock_time_text_duration (durations[self->first + i], app));
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), 0);
  on_selected (self);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               offer != PADDOCK_DURATIONS_SESSION
                                 ? ""
                                 : _("Paddock can’t recognize this server later"));
  show_outcome (self);
}

/**
 * paddock_duration_row_explain:
 *
 * Says below the selected duration when the user is asked again.
 */
void
paddock_duration_row_explain (PaddockDurationRow *self)
{
  self->is_explained = TRUE;
  show_outcome (self);
}

/**
 * paddock_duration_row_set_kind:
 * @kind: the duration from the user's settings
 *
 * Selects @kind instead of the shortest duration, if it is offered.
 */
void
paddock_duration_row_set_kind (PaddockDurationRow  *self,
                               PaddockDurationKind  kind)
{
  for (guint i = 0; i < self->n_offered; i++)
    if (durations[self->first + i] == kind)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self), i + (self->kept != 0));
}

/* If @until is the end of a day, selects that day in the calendar. Returns whether @until is the
 * end of a day. */
static gboolean
choose_day (PaddockDurationRow *self,
            gint64              until)
{
  g_autoptr (GDateTime) end = g_date_time_new_from_unix_local (until / G_USEC_PER_SEC);
  g_autoptr (GDateTime) day = end != NULL ? g_date_time_add_seconds (end, -1) : NULL;
  g_autofree char *text = day != NULL ? g_date_time_format (day, "%F") : NULL;
  PaddockDuration duration;

  if (text == NULL || !paddock_duration_parse (text, &duration, NULL) || duration.until != until)
    return FALSE;
  gtk_calendar_select_day (self->calendar, day);
  paddock_duration_row_set_kind (self, PADDOCK_DURATION_UNTIL);
  return TRUE;
}

/**
 * paddock_duration_row_begin_with:
 * @duration: the duration that is set now
 *
 * Selects @duration, if it is offered. If @duration has an end that no row offers, adds a row for
 * that end. A past end is ignored.
 */
void
paddock_duration_row_begin_with (PaddockDurationRow *self,
                                 PaddockDuration     duration)
{
  PaddockDuration today = { .kind = PADDOCK_DURATION_TODAY };
  gint64 now = g_get_real_time ();
  g_autofree char *text = NULL;

  if (duration.kind != PADDOCK_DURATION_UNTIL) {
    paddock_duration_row_set_kind (self, duration.kind);
    return;
  }
  if (duration.until <= now)
    return;
  if (duration.until == paddock_duration_get_end (today, now, NULL)) {
    paddock_duration_row_set_kind (self, PADDOCK_DURATION_TODAY);
    return;
  }
  if (choose_day (self, duration.until))
    return;

  text = paddock_time_text_until (duration.until, now);
  self->kept = duration.until;
  gtk_string_list_splice (GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (self))), 0, 0,
                          (const char *[]) { text, NULL });
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), 0);
}

/**
 * paddock_duration_row_change_offer:
 * @offer: which durations to offer, as for paddock_duration_row_offer()
 *
 * Offers other durations. The selected duration stays selected if it is still offered. But if the
 * shortest one was selected, the new shortest one is selected: the user may not have chosen it.
 */
void
paddock_duration_row_change_offer (PaddockDurationRow *self,
                                   PaddockDurations    offer)
{
  guint chosen = get_chosen (self);
  gboolean is_shortest = chosen == self->first;

  paddock_duration_row_offer (self, offer, NULL);
  if (!is_shortest && chosen - self->first < self->n_offered)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self), chosen - self->first);
}

/**
 * paddock_duration_row_get_duration:
 *
 * Returns: the selected duration
 */
PaddockDuration
paddock_duration_row_get_duration (PaddockDurationRow *self)
{
  PaddockDuration duration = { .kind = durations[get_chosen (self)] };
  g_autoptr (GDateTime) day = NULL;
  g_autofree char *text = NULL;

  if (is_kept (self))
    return (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = self->kept };
  if (duration.kind != PADDOCK_DURATION_UNTIL)
    return duration;

  day = gtk_calendar_get_date (self->calendar);
  text = g_date_time_format (day, "%F");
  paddock_duration_parse (text, &duration, NULL);
  return duration;
}
