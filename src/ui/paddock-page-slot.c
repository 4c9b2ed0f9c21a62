/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-page-slot.h"

#include "paddock-client.h"

/* The place of one page in the window. The slot creates its page when the page is first shown, in
 * the same frame, and keeps it. So the first frame waits for one page only, and pages that the user
 * never opens cost nothing. The window's template owns the slot. */

struct _PaddockPageSlot
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) the client for the page */
  GType page_type;            /* the widget type of the page, with a property "client" */
};

G_DEFINE_FINAL_TYPE (PaddockPageSlot, paddock_page_slot, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
  PROP_PAGE_TYPE,
} PaddockPageSlotProperty;

static GParamSpec *properties[PROP_PAGE_TYPE + 1];

/* Creates the page before the slot is mapped, because mapping the slot also maps the page. */
static void
paddock_page_slot_map (GtkWidget *widget)
{
  PaddockPageSlot *self = PADDOCK_PAGE_SLOT (widget);

  if (adw_bin_get_child (ADW_BIN (self)) == NULL)
    adw_bin_set_child (ADW_BIN (self), g_object_new (self->page_type, "client", self->client,
                                                     NULL));

  GTK_WIDGET_CLASS (paddock_page_slot_parent_class)->map (widget);
}

static void
paddock_page_slot_get_property (GObject    *object,
                                guint       property_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  PaddockPageSlot *self = PADDOCK_PAGE_SLOT (object);

  switch ((PaddockPageSlotProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    case PROP_PAGE_TYPE:
      g_value_set_gtype (value, self->page_type);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_page_slot_set_property (GObject      *object,
                                guint         property_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  PaddockPageSlot *self = PADDOCK_PAGE_SLOT (object);

  switch ((PaddockPageSlotProperty) property_id) {
    case PROP_CLIENT:
      g_set_object (&self->client, g_value_get_object (value));
      break;
    case PROP_PAGE_TYPE:
      self->page_type = g_value_get_gtype (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_page_slot_dispose (GObject *object)
{
  PaddockPageSlot *self = PADDOCK_PAGE_SLOT (object);

  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_page_slot_parent_class)->dispose (object);
}

static void
paddock_page_slot_class_init (PaddockPageSlotClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_page_slot_get_property;
  object_class->set_property = paddock_page_slot_set_property;
  object_class->dispose = paddock_page_slot_dispose;
  widget_class->map = paddock_page_slot_map;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PAGE_TYPE] =
    g_param_spec_gtype ("page-type", NULL, NULL, GTK_TYPE_WIDGET,
                        G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
paddock_page_slot_init (PaddockPageSlot *self)
{
}
