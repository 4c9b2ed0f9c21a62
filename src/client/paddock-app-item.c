/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-app-item.h"

#include "paddock-item.h"
#include "paddock-text.h"

/* A note about an app's configuration file as an item of the client's lists. paddock-item.h
 * explains the lifetime of items. */

struct _PaddockAppItem
{
  GObject         parent_instance;

  PaddockAppNote *note;             /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockAppItem, paddock_app_item, G_TYPE_OBJECT)

typedef enum {
  PROP_KEY = 1,
  PROP_APP,
  PROP_SERVER,
  PROP_PATH,
  PROP_NOTED,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];

static void
paddock_app_item_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  const PaddockAppNote *note = PADDOCK_APP_ITEM (object)->note;

  switch ((Prop) prop_id) {
    case PROP_KEY:
      g_value_set_string (value, note->key);
      break;
    case PROP_APP:
      g_value_set_string (value, note->app);
      break;
    case PROP_SERVER:
      g_value_take_string (value, paddock_text_escape_name (note->server));
      break;
    case PROP_PATH:
      g_value_take_string (value, paddock_text_escape (note->path, -1));
      break;
    case PROP_NOTED:
      g_value_set_int64 (value, note->noted);
      break;
    case N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_app_item_finalize (GObject *object)
{
  PaddockAppItem *self = PADDOCK_APP_ITEM (object);

  g_clear_pointer (&self->note, paddock_app_note_unref);
  G_OBJECT_CLASS (paddock_app_item_parent_class)->finalize (object);
}

static void
paddock_app_item_class_init (PaddockAppItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_app_item_get_property;
  object_class->finalize = paddock_app_item_finalize;

  props[PROP_KEY] = paddock_item_string_property ("key");
  props[PROP_APP] = paddock_item_string_property ("app");
  props[PROP_SERVER] = paddock_item_string_property ("server");
  props[PROP_PATH] = paddock_item_string_property ("path");
  props[PROP_NOTED] = paddock_item_int64_property ("noted");
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
paddock_app_item_init (PaddockAppItem *self)
{
}

/**
 * paddock_app_item_new:
 * @note: (transfer none): a note
 *
 * Returns: (transfer full): an item with @note
 */
PaddockAppItem *
paddock_app_item_new (PaddockAppNote *note)
{
  PaddockAppItem *self = g_object_new (PADDOCK_TYPE_APP_ITEM, NULL);

  self->note = paddock_app_note_ref (note);
  return self;
}

/**
 * paddock_app_item_set_note:
 * @note: (transfer none): a later value of the note with the same key
 *
 * Replaces the item's value.
 */
void
paddock_app_item_set_note (PaddockAppItem *self,
                           PaddockAppNote *note)
{
  g_autoptr (PaddockAppNote) earlier = self->note;
  PaddockItemValues before;

  paddock_item_keep_values (&before, self, props + 1, N_PROPS - 1);
  self->note = paddock_app_note_ref (note);
  paddock_item_notify_changes (&before);
}

/**
 * paddock_app_item_get_note:
 *
 * Returns: (transfer none): the current value; valid until the item's next change
 */
const PaddockAppNote *
paddock_app_item_get_note (PaddockAppItem *self)
{
  return self->note;
}
