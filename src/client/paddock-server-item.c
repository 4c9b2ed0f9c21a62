/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-server-item.h"

#include "paddock-item.h"
#include "paddock-server-label.h"

/* A server as an item of the client's lists. paddock-item.h explains the lifetime of items. */

struct _PaddockServerItem
{
  GObject            parent_instance;

  PaddockServerView *view;            /* (owned) */
  GHashTable        *grants;          /* (owned) root id -> PaddockGrantView; @view owns both */
  gboolean           is_ambiguous;    /* another server has the same or a similar label */
};

G_DEFINE_FINAL_TYPE (PaddockServerItem, paddock_server_item, G_TYPE_OBJECT)

typedef enum {
  PROP_ID = 1,
  PROP_LABEL,
  PROP_STANDING,
  PROP_N_SESSIONS,
  PROP_N_VISIBLE,
  PROP_IS_AMBIGUOUS,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];
static guint changed_signal;

static guint
count_visible (const PaddockServerView *view)
{
  guint n = 0;

  for (guint i = 0; i < view->grants->len; i++) {
    const PaddockGrantView *grant = g_ptr_array_index (view->grants, i);

    n += grant->is_visible ? 1 : 0;
  }
  return n;
}

static void
paddock_server_item_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  const PaddockServerView *view = PADDOCK_SERVER_ITEM (object)->view;

  switch ((Prop) prop_id) {
    case PROP_ID:
      g_value_set_string (value, view->server->id);
      break;
    case PROP_LABEL:
      g_value_take_string (value, paddock_server_label_dup (view));
      break;
    case PROP_STANDING:
      g_value_set_int (value, view->server->standing);
      break;
    case PROP_N_SESSIONS:
      g_value_set_uint (value, view->sessions->len);
      break;
    case PROP_N_VISIBLE:
      g_value_set_uint (value, count_visible (view));
      break;
    case PROP_IS_AMBIGUOUS:
      g_value_set_boolean (value, PADDOCK_SERVER_ITEM (object)->is_ambiguous);
      break;
    case N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_server_item_finalize (GObject *object)
{
  PaddockServerItem *self = PADDOCK_SERVER_ITEM (object);

  g_clear_pointer (&self->grants, g_hash_table_unref);
  g_clear_pointer (&self->view, paddock_server_view_free);
  G_OBJECT_CLASS (paddock_server_item_parent_class)->finalize (object);
}

static void
paddock_server_item_class_init (PaddockServerItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_server_item_get_property;
  object_class->finalize = paddock_server_item_finalize;

  props[PROP_ID] = paddock_item_string_property ("id");
  props[PROP_LABEL] = paddock_item_string_property ("label");
  props[PROP_STANDING] = paddock_item_int_property ("standing");
  props[PROP_N_SESSIONS] = paddock_item_uint_property ("n-sessions");
  props[PROP_N_VISIBLE] = paddock_item_uint_property ("n-visible");
  props[PROP_IS_AMBIGUOUS] =
    g_param_spec_boolean ("is-ambiguous", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  /**
   * PaddockServerItem::changed:
   *
   * Emitted when anything in the view changed, for example a grant, a session or a time; and when
   * the item becomes ambiguous or unambiguous. The notifications of the properties come first.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_server_item_init (PaddockServerItem *self)
{
}

/* Takes ownership of @view. Puts the grants into a table, because each row of a folder looks them
 * up. */
static void
keep_view (PaddockServerItem *self,
           PaddockServerView *view)
{
  g_clear_pointer (&self->grants, g_hash_table_unref);
  g_clear_pointer (&self->view, paddock_server_view_free);
  self->view = view;
  self->grants = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < view->grants->len; i++) {
    PaddockGrantView *grant = g_ptr_array_index (view->grants, i);

    if (grant->grant->root_id != NULL)
      g_hash_table_insert (self->grants, (gpointer) grant->grant->root_id, grant);
  }
}

/**
 * paddock_server_item_new:
 * @view: (transfer full): a server, as the service described it
 *
 * Returns: (transfer full): an item with @view
 */
PaddockServerItem *
paddock_server_item_new (PaddockServerView *view)
{
  PaddockServerItem *self = g_object_new (PADDOCK_TYPE_SERVER_ITEM, NULL);

  keep_view (self, view);
  return self;
}

/**
 * paddock_server_item_set_view:
 * @view: (transfer full): a later value of the same server
 *
 * Replaces the item's value.
 */
void
paddock_server_item_set_view (PaddockServerItem *self,
                              PaddockServerView *view)
{
  g_autoptr (GVariant) old = g_variant_ref_sink (paddock_server_view_to_variant (self->view));
  g_autoptr (GVariant) new = g_variant_ref_sink (paddock_server_view_to_variant (view));
  PaddockItemValues before;

  paddock_item_keep_values (&before, self, props + 1, N_PROPS - 1);
  keep_view (self, view);
  paddock_item_notify_changes (&before);

  if (!g_variant_equal (old, new))
    g_signal_emit (self, changed_signal, 0);
}

/**
 * paddock_server_item_get_view:
 *
 * Returns: (transfer none): the current value; valid until the item's next change
 */
const PaddockServerView *
paddock_server_item_get_view (PaddockServerItem *self)
{
  return self->view;
}

/**
 * paddock_server_item_set_ambiguous:
 * @is_ambiguous: whether another server has the same label, or one that looks similar
 *
 * Only the code that compares the labels of all servers may call this.
 */
void
paddock_server_item_set_ambiguous (PaddockServerItem *self,
                                   gboolean           is_ambiguous)
{
  if (self->is_ambiguous == is_ambiguous)
    return;
  self->is_ambiguous = is_ambiguous;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_IS_AMBIGUOUS]);
  g_signal_emit (self, changed_signal, 0);
}

/**
 * paddock_server_item_is_ambiguous:
 *
 * Returns: whether another server has the same label, or one that looks similar
 */
gboolean
paddock_server_item_is_ambiguous (PaddockServerItem *self)
{
  return self->is_ambiguous;
}

/**
 * paddock_server_item_is_listed:
 *
 * Returns: the result of paddock_server_view_is_listed()
 */
gboolean
paddock_server_item_is_listed (PaddockServerItem *self)
{
  return paddock_server_view_is_listed (self->view);
}

/**
 * paddock_server_item_count_listed:
 * @servers: (element-type PaddockServerItem): all servers
 *
 * Returns: how many of them lists show
 */
guint
paddock_server_item_count_listed (GListModel *servers)
{
  guint n_listed = 0;

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    n_listed += paddock_server_item_is_listed (item);
  }
  return n_listed;
}

/**
 * paddock_server_item_get_grant:
 * @root_id: (nullable): the id of a root
 *
 * Returns: (transfer none) (nullable): the server's grant for that root; %NULL if there is none
 */
const PaddockGrantView *
paddock_server_item_get_grant (PaddockServerItem *self,
                               const char        *root_id)
{
  return root_id != NULL ? g_hash_table_lookup (self->grants, root_id) : NULL;
}
