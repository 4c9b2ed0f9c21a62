/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-waiting-page.h"

#include "paddock-compat.h"
#include "paddock-template.h"

/* The page that is shown until the service has sent its lists. The page is empty at first. After a
 * while it says that it is waiting. The window owns the page, and removes it afterwards. The page
 * must never say that there are no folders: on a slow disk the service may have a hundred folders,
 * and not have read them yet. */

/* How long the page stays empty, in seconds. Usually the service is faster. A text that appears and
 * disappears at each start would be annoying. */
#define PATIENCE 1

struct _PaddockWaitingPage
{
  AdwBin parent_instance;

  guint show_source;          /* timeout that shows the text; 0: none */

  AdwStatusPage *status;
};

G_DEFINE_FINAL_TYPE (PaddockWaitingPage, paddock_waiting_page, ADW_TYPE_BIN)

static gboolean
on_handshake_timeout (gpointer user_data)
{
  PaddockWaitingPage *self = user_data;

  self->show_source = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->status), TRUE);
  paddock_compat_announce (GTK_WIDGET (self->status), adw_status_page_get_title (self->status));
  return G_SOURCE_REMOVE;
}

static void
paddock_waiting_page_dispose (GObject *object)
{
  PaddockWaitingPage *self = PADDOCK_WAITING_PAGE (object);

  g_clear_handle_id (&self->show_source, g_source_remove);
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_WAITING_PAGE);

  G_OBJECT_CLASS (paddock_waiting_page_parent_class)->dispose (object);
}

static void
paddock_waiting_page_class_init (PaddockWaitingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_waiting_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-waiting-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockWaitingPage, status);
}

static void
paddock_waiting_page_init (PaddockWaitingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_waiting_page_set_waiting:
 * @is_waiting: whether the service is expected to answer; if not, a bar of the window shows the
 *   problem
 *
 * If @is_waiting is %TRUE, shows the text after a while. If it is %FALSE, hides the text at once.
 */
void
paddock_waiting_page_set_waiting (PaddockWaitingPage *self,
                                  gboolean            is_waiting)
{
  if (!is_waiting) {
    g_clear_handle_id (&self->show_source, g_source_remove);
    gtk_widget_set_visible (GTK_WIDGET (self->status), FALSE);
  } else if (self->show_source == 0 && !gtk_widget_get_visible (GTK_WIDGET (self->status))) {
    self->show_source = g_timeout_add_seconds (PATIENCE, on_handshake_timeout, self);
  }
}
