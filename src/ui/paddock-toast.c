/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-toast.h"

#include "paddock-client-call.h"
#include "paddock-sentences.h"
#include "paddock-trouble-text.h"

#include <glib/gi18n.h>

/* Toasts, in the overlay around a widget. A call keeps a reference to the overlay until the call
 * ends, because the row that made the call may be gone by then.
 *
 * A key presses the "Undo" button of the last toast, even after that toast has disappeared. The
 * key's controller belongs to the overlay. The key has no GAction, because undoing widens access,
 * and GTK exports actions on the session bus. */

/* The name of the event controller for the key that undoes. */
#define UNDO_KEY "paddock-undo"

/* How long a toast with a button stays, in seconds: twice the usual time. Users with a keyboard or
 * a screen reader need longer to reach the button. */
#define TIME_TO_PRESS 10

struct _PaddockToastCall
{
  AdwToastOverlay *overlay;         /* (owned) (nullable) */
  char            *done_text;       /* (owned) (nullable) the message after success; NULL: no
                                     * toast */
  PaddockUndo     *undo;            /* (owned) (nullable) what the button undoes; NULL: nothing */
  char            *next_label;      /* (owned) (nullable) the label of the button for @next */
  PaddockToastNext next;            /* (nullable) what the button calls; NULL: the button undoes
                                     * @undo */
  gpointer         next_data;       /* (owned) for @next */
  GDestroyNotify   destroy_next;
};

static AdwToastOverlay *
find_overlay (GtkWidget *from)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);

  return overlay != NULL ? ADW_TOAST_OVERLAY (overlay) : NULL;
}

/* Makes a toast. Its title is markup, so this escapes the text. */
static AdwToast *
toast_new (const char *text)
{
  g_autofree char *title = g_markup_escape_text (text, -1);

  return adw_toast_new (title);
}

static void
show_error_on (AdwToastOverlay *overlay,
               const GError    *error)
{
  g_autofree char *text = paddock_trouble_text_error (error);

  g_message ("%s", error->message);
  if (overlay != NULL)
    adw_toast_overlay_add_toast (overlay, toast_new (text));
}

static void
on_undone (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (AdwToastOverlay) overlay = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_undo_apply_finish (result, &error))
    show_error_on (overlay, error);
}

/* Removes the key for "Undo" from @overlay. Returns whether @overlay had such a key. */
static gboolean
drop_undo_key (AdwToastOverlay *overlay)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (overlay));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    if (g_strcmp0 (gtk_event_controller_get_name (controller), UNDO_KEY) == 0) {
      gtk_widget_remove_controller (GTK_WIDGET (overlay), controller);
      return TRUE;
    }
  }
  return FALSE;
}

static void
on_button_clicked (AdwToast *toast,
                   gpointer  user_data)
{
  PaddockToastCall *call = user_data;

  if (call->next == NULL)
    drop_undo_key (call->overlay);
  if (call->next != NULL)
    call->next (GTK_WIDGET (call->overlay), call->next_data);
  else
    paddock_undo_apply_async (call->undo, on_undone, g_object_ref (call->overlay));
}

static void
paddock_toast_call_free (PaddockToastCall *call)
{
  g_clear_object (&call->overlay);
  g_clear_pointer (&call->done_text, g_free);
  g_clear_pointer (&call->undo, paddock_undo_unref);
  g_clear_pointer (&call->next_label, g_free);
  if (call->destroy_next != NULL)
    call->destroy_next (call->next_data);
  g_free (call);
}

static void
destroy_call (gpointer  data,
              GClosure *closure)
{
  paddock_toast_call_free (data);
}

typedef struct {
  AdwToastOverlay *overlay;         /* (owned) */
  AdwToast        *toast;           /* (owned) */
} UndoPress;

/* Undoes like the button of the toast, because the user pressed the key for "Undo". */
static void
press (gpointer user_data)
{
  g_autofree UndoPress *pressed = user_data;
  g_autoptr (AdwToastOverlay) overlay = pressed->overlay;
  g_autoptr (AdwToast) toast = pressed->toast;

  if (!drop_undo_key (overlay))
    return;
  g_signal_emit_by_name (toast, "button-clicked");
  adw_toast_dismiss (toast);
}

/* Undoes in an idle callback, because undoing destroys the event controller that calls this
 * function. */
static gboolean
on_undo_key (GtkWidget *overlay,
             GVariant  *arguments,
             gpointer   toast)
{
  UndoPress *pressed = g_new0 (UndoPress, 1);

  pressed->overlay = g_object_ref (ADW_TOAST_OVERLAY (overlay));
  pressed->toast = g_object_ref (toast);
  g_idle_add_once (press, pressed);
  return TRUE;
}

static void
add_undo_key (AdwToastOverlay *overlay,
              AdwToast        *toast)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcut *shortcut =
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_z, GDK_CONTROL_MASK),
                      gtk_callback_action_new (on_undo_key, g_object_ref (toast),
                                               g_object_unref));

  drop_undo_key (overlay);
  gtk_event_controller_set_name (controller, UNDO_KEY);
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
  gtk_widget_add_controller (GTK_WIDGET (overlay), controller);
}

/* Shows the toast of a call that succeeded. @call: (transfer full) */
static void
show_done (PaddockToastCall *call)
{
  AdwToastOverlay *overlay = call->overlay;
  AdwToast *toast = toast_new (call->done_text);

  if (call->next != NULL) {
    adw_toast_set_button_label (toast, call->next_label);
  } else if (call->undo != NULL) {
    adw_toast_set_button_label (toast, _("_Undo"));
    add_undo_key (overlay, toast);
  }
  adw_toast_set_timeout (toast, TIME_TO_PRESS);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_button_clicked), call,
                         destroy_call, 0);
  adw_toast_overlay_add_toast (overlay, toast);
}

/**
 * paddock_toast_show:
 * @from: a widget inside a toast overlay
 * @text: plain text
 *
 * Shows a message in a toast.
 */
void
paddock_toast_show (GtkWidget  *from,
                    const char *text)
{
  AdwToastOverlay *overlay = find_overlay (from);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (overlay, toast_new (text));
}

/**
 * paddock_toast_show_error:
 * @from: a widget inside a toast overlay
 *
 * Shows what went wrong, and what to do about it.
 */
void
paddock_toast_show_error (GtkWidget    *from,
                          const GError *error)
{
  show_error_on (find_overlay (from), error);
}

/**
 * paddock_toast_call_new:
 * @from: the widget that starts the call
 * @done_text: (nullable): the message after success
 * @undo: (nullable) (transfer full): what the toast's button undoes
 *
 * Returns: (transfer full): the user data for paddock_toast_call_ready(), for one call
 */
PaddockToastCall *
paddock_toast_call_new (GtkWidget   *from,
                        const char  *done_text,
                        PaddockUndo *undo)
{
  PaddockToastCall *call = g_new0 (PaddockToastCall, 1);
  AdwToastOverlay *overlay = find_overlay (from);

  call->overlay = overlay != NULL ? g_object_ref (overlay) : NULL;
  call->done_text = g_strdup (done_text);
  call->undo = undo;

  return call;
}

/**
 * paddock_toast_call_set_next:
 * @call: a call
 * @label: the label of the toast's button, with a mnemonic
 * @next: what the button calls, instead of undoing
 * @user_data: for @next
 * @destroy: frees @user_data
 *
 * Gives the toast a button for a next step, instead of "Undo".
 */
void
paddock_toast_call_set_next (PaddockToastCall *call,
                             const char       *label,
                             PaddockToastNext  next,
                             gpointer          user_data,
                             GDestroyNotify    destroy)
{
  call->next_label = g_strdup (label);
  call->next = next;
  call->next_data = user_data;
  call->destroy_next = destroy;
}

/**
 * paddock_toast_call_show:
 * @call: (transfer full): its message after success is shown, but no call is made
 *
 * Shows the toast for success at once, without calling the service.
 */
void
paddock_toast_call_show (PaddockToastCall *call)
{
  if (call->overlay != NULL && call->done_text != NULL)
    show_done (call);
  else
    paddock_toast_call_free (call);
}

/**
 * paddock_toast_call_ready:
 * @user_data: (transfer full): a #PaddockToastCall
 *
 * A callback for calls that end with paddock_client_call_finish(). Shows the result in a toast.
 */
void
paddock_toast_call_ready (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  PaddockToastCall *call = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *request = NULL;

  if (!paddock_client_call_finish (PADDOCK_CLIENT (source), result, &request, &error))
    show_error_on (call->overlay, error);
  else if (call->overlay != NULL && request != NULL)
    adw_toast_overlay_add_toast (call->overlay, toast_new (_("The change waits for your answer.")));
  else {
    paddock_toast_call_show (call);
    return;
  }

  paddock_toast_call_free (call);
}
