/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-root-item.h"

#include "paddock-item.h"
#include "paddock-text.h"

/* A root as an item of the client's lists. paddock-item.h explains the lifetime of items. */

struct _PaddockRootItem
{
  GObject          parent_instance;

  PaddockRootView *view;              /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockRootItem, paddock_root_item, G_TYPE_OBJECT)

typedef enum {
  PROP_ID = 1,
  PROP_LABEL,
  PROP_PATH,
  PROP_PICKED,
  PROP_IS_DOCUMENT,
  PROP_URI,
  PROP_KIND,
  PROP_MARKERS,
  PROP_ADDED,
  PROP_ACCESS,
  PROP_STATUS,
  PROP_HAS_EVENTS,
  PROP_SEEN_BY,
  PROP_EXPIRES,
  PROP_UNTIL_LOGOUT,
  PROP_CROSSES,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];

static void
paddock_root_item_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  const PaddockRootView *view = PADDOCK_ROOT_ITEM (object)->view;
  const PaddockRoot *root = view->root;

  switch ((Prop) prop_id) {
    case PROP_ID:
      g_value_set_string (value, root->id);
      break;
    case PROP_LABEL:
      g_value_take_string (value, paddock_root_dup_label (root));
      break;
    case PROP_PATH:
      g_value_take_string (value, paddock_text_escape (root->path, -1));
      break;
    case PROP_PICKED:
      g_value_take_string (value, paddock_text_escape (root->picked ? root->picked : "", -1));
      break;
    case PROP_IS_DOCUMENT:
      g_value_set_boolean (value, root->document != NULL);
      break;
    case PROP_URI:
      g_value_take_string (value, paddock_root_dup_uri (root));
      break;
    case PROP_KIND:
      g_value_set_int (value, root->record ? (int) root->record->kind : 0);
      break;
    case PROP_MARKERS:
      g_value_set_uint64 (value, view->markers);
      break;
    case PROP_ADDED:
      g_value_set_int64 (value, root->added);
      break;
    case PROP_ACCESS:
      g_value_set_int (value, root->access);
      break;
    case PROP_STATUS:
      g_value_set_int (value, view->status);
      break;
    case PROP_HAS_EVENTS:
      g_value_set_boolean (value, view->has_events);
      break;
    case PROP_SEEN_BY:
      g_value_set_uint (value, view->seen_by);
      break;
    case PROP_EXPIRES:
      g_value_set_int64 (value, root->expires);
      break;
    case PROP_UNTIL_LOGOUT:
      g_value_set_boolean (value, root->login != NULL);
      break;
    case PROP_CROSSES:
      g_value_set_boolean (value, root->crosses);
      break;
    case N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_root_item_finalize (GObject *object)
{
  PaddockRootItem *self = PADDOCK_ROOT_ITEM (object);

  g_clear_pointer (&self->view, paddock_root_view_free);
  G_OBJECT_CLASS (paddock_root_item_parent_class)->finalize (object);
}

static void
paddock_root_item_class_init (PaddockRootItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_root_item_get_property;
  object_class->finalize = paddock_root_item_finalize;

  props[PROP_ID] = paddock_item_string_property ("id");
  props[PROP_LABEL] = paddock_item_string_property ("label");
  props[PROP_PATH] = paddock_item_string_property ("path");
  props[PROP_PICKED] = paddock_item_string_property ("picked");
  props[PROP_IS_DOCUMENT] =
    g_param_spec_boolean ("is-document", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_URI] = paddock_item_string_property ("uri");
  props[PROP_KIND] = paddock_item_int_property ("kind");
  props[PROP_MARKERS] =
    g_param_spec_uint64 ("markers", NULL, NULL, 0, G_MAXUINT64, 0,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_ADDED] = paddock_item_int64_property ("added");
  props[PROP_ACCESS] = paddock_item_int_property ("access");
  props[PROP_STATUS] = paddock_item_int_property ("status");
  props[PROP_HAS_EVENTS] =
    g_param_spec_boolean ("has-events", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SEEN_BY] = paddock_item_uint_property ("seen-by");
  props[PROP_EXPIRES] = paddock_item_int64_property ("expires");
  props[PROP_UNTIL_LOGOUT] =
    g_param_spec_boolean ("until-logout", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_CROSSES] =
    g_param_spec_boolean ("crosses", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
paddock_root_item_init (PaddockRootItem *self)
{
}

/**
 * paddock_root_item_new:
 * @view: (transfer full): a root, as the service described it
 *
 * Returns: (transfer full): an item with @view
 */
PaddockRootItem *
paddock_root_item_new (PaddockRootView *view)
{
  PaddockRootItem *self = g_object_new (PADDOCK_TYPE_ROOT_ITEM, NULL);

  self->view = view;
  return self;
}

/**
 * paddock_root_item_set_view:
 * @view: (transfer full): a later value of the same root
 *
 * Replaces the item's value.
 */
void
paddock_root_item_set_view (PaddockRootItem *self,
                            PaddockRootView *view)
{
  PaddockItemValues before;

  paddock_item_keep_values (&before, self, props + 1, N_PROPS - 1);
  paddock_root_view_free (self->view);
  self->view = view;
  paddock_item_notify_changes (&before);
}

/**
 * paddock_root_item_get_view:
 *
 * Returns: (transfer none): the current value; valid until the item's next change
 */
const PaddockRootView *
paddock_root_item_get_view (PaddockRootItem *self)
{
  return self->view;
}
