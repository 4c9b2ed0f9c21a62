/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-bar.h"

#include "paddock-compat.h"
#include "paddock-template.h"

/* A message across the window, with a button for one action. The window's template owns it. The bar
 * emits "activated" when the button was pressed, and "dismissed" when the optional close button was
 * pressed. (AdwBanner is newer than the required libadwaita.) */

struct _PaddockBar
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkLabel *label;
  GtkButton *button;
  GtkButton *dismiss_button;
};

G_DEFINE_FINAL_TYPE (PaddockBar, paddock_bar, ADW_TYPE_BIN)

typedef enum {
  PROP_BUTTON_LABEL = 1,
  PROP_CAN_DISMISS,
} PaddockBarProperty;

static GParamSpec *properties[PROP_CAN_DISMISS + 1];

enum {
  ACTIVATED,
  DISMISSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_clicked (PaddockBar *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static void
on_dismissed (PaddockBar *self)
{
  g_signal_emit (self, signals[DISMISSED], 0);
}

/* Hides the bar when it has folded away, so that neither keyboard nor screen readers reach the
 * bar. */
static void
on_revealed (PaddockBar *self)
{
  if (!gtk_revealer_get_child_revealed (self->revealer) &&
      !gtk_revealer_get_reveal_child (self->revealer))
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
paddock_bar_get_property (GObject    *object,
                          guint       property_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  PaddockBar *self = PADDOCK_BAR (object);

  switch ((PaddockBarProperty) property_id) {
    case PROP_BUTTON_LABEL:
      g_value_set_string (value, gtk_button_get_label (self->button));
      break;
    case PROP_CAN_DISMISS:
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->dismiss_button)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_bar_set_property (GObject      *object,
                          guint         property_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  PaddockBar *self = PADDOCK_BAR (object);

  switch ((PaddockBarProperty) property_id) {
    case PROP_BUTTON_LABEL:
      gtk_button_set_label (self->button, g_value_get_string (value));
      gtk_widget_set_visible (GTK_WIDGET (self->button), g_value_get_string (value) != NULL);
      break;
    case PROP_CAN_DISMISS:
      gtk_widget_set_visible (GTK_WIDGET (self->dismiss_button), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_bar_dispose (GObject *object)
{
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_BAR);

  G_OBJECT_CLASS (paddock_bar_parent_class)->dispose (object);
}

static void
paddock_bar_class_init (PaddockBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_bar_get_property;
  object_class->set_property = paddock_bar_set_property;
  object_class->dispose = paddock_bar_dispose;

  properties[PROP_BUTTON_LABEL] =
    g_param_spec_string ("button-label", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CAN_DISMISS] =
    g_param_spec_boolean ("can-dismiss", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  signals[ACTIVATED] = g_signal_new ("activated", PADDOCK_TYPE_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
  signals[DISMISSED] = g_signal_new ("dismissed", PADDOCK_TYPE_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-bar"));
  gtk_widget_class_bind_template_child (widget_class, PaddockBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, PaddockBar, label);
  gtk_widget_class_bind_template_child (widget_class, PaddockBar, button);
  gtk_widget_class_bind_template_child (widget_class, PaddockBar, dismiss_button);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_dismissed);
  gtk_widget_class_bind_template_callback (widget_class, on_revealed);
}

static void
paddock_bar_init (PaddockBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_bar_show:
 * @text: the message
 *
 * Shows @text, and announces it once to screen readers.
 */
void
paddock_bar_show (PaddockBar *self,
                  const char *text)
{
  if (gtk_revealer_get_reveal_child (self->revealer) &&
      g_strcmp0 (gtk_label_get_text (self->label), text) == 0)
    return;

  gtk_label_set_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  paddock_compat_announce (GTK_WIDGET (self->label), text);
}

/**
 * paddock_bar_hide:
 *
 * Folds the bar away.
 */
void
paddock_bar_hide (PaddockBar *self)
{
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  on_revealed (self);
}
