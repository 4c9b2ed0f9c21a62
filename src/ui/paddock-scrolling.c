/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-scrolling.h"

/* How much stays free below what is scrolled into sight, in pixels: a toast may cover that. */
#define TOAST_HEIGHT 60

/* The first call comes before the layout, the second one after it. @user_data: whether the first
 * call was made */
static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  gboolean *has_layout = user_data;
  graphene_rect_t bounds;
  double top, hidden;

  if (!*has_layout) {
    *has_layout = TRUE;
    return G_SOURCE_CONTINUE;
  }
  if (scroller == NULL || !gtk_widget_compute_bounds (widget, scroller, &bounds))
    return G_SOURCE_REMOVE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  top = bounds.origin.y;
  hidden = top + bounds.size.height + TOAST_HEIGHT - gtk_adjustment_get_page_size (adjustment);
  if (top < 0 || hidden > 0)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) +
                              (top < 0 ? top : MIN (hidden, top)));
  return G_SOURCE_REMOVE;
}

/**
 * paddock_scrolling_show:
 * @widget: a widget in a scrolled window
 *
 * Scrolls until @widget is in sight, after the next layout: its end too, but not past its
 * beginning.
 */
void
paddock_scrolling_show (GtkWidget *widget)
{
  gtk_widget_add_tick_callback (widget, on_tick, g_new0 (gboolean, 1), g_free);
}
