/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-items.h"

#include "paddock-text.h"

/* The items of the client's list models: one for each root, server, request and journal entry, with
 * the last value from the service.
 *
 * The model owns an item. A widget may keep a reference for longer, and then sees the last value.
 * Items decide nothing and never call the service. */

/* More properties than any item has. */
#define MAX_PROPERTIES 16

/* An item's properties before it gets a new value. Only those that differ are notified. */
typedef struct {
  GObject             *object;
  GParamSpec * const  *properties;
  guint                n_properties;
  GValue               values[MAX_PROPERTIES];
} Before;

static void
before_init (Before             *before,
             gpointer            object,
             GParamSpec * const *properties,
             guint               n_properties)
{
  g_assert (n_properties <= MAX_PROPERTIES);

  *before = (Before) { object, properties, n_properties, { G_VALUE_INIT } };
  for (guint i = 0; i < n_properties; i++) {
    g_value_init (&before->values[i], properties[i]->value_type);
    g_object_get_property (object, properties[i]->name, &before->values[i]);
  }
}

static void
before_notify_changes (Before *before)
{
  for (guint i = 0; i < before->n_properties; i++) {
    g_auto (GValue) now = G_VALUE_INIT;

    g_value_init (&now, before->properties[i]->value_type);
    g_object_get_property (before->object, before->properties[i]->name, &now);
    if (g_param_values_cmp (before->properties[i], &before->values[i], &now) != 0)
      g_object_notify_by_pspec (before->object, before->properties[i]);
    g_value_unset (&before->values[i]);
  }
}

static GParamSpec *
string_property (const char *name)
{
  return g_param_spec_string (name, NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static GParamSpec *
int_property (const char *name)
{
  return g_param_spec_int (name, NULL, NULL, G_MININT, G_MAXINT, 0,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static GParamSpec *
uint_property (const char *name)
{
  return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static GParamSpec *
int64_property (const char *name)
{
  return g_param_spec_int64 (name, NULL, NULL, G_MININT64, G_MAXINT64, 0,
                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

/* Root */

struct _PaddockRootItem
{
  GObject          parent_instance;

  PaddockRootView *view;              /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockRootItem, paddock_root_item, G_TYPE_OBJECT)

typedef enum {
  ROOT_PROP_ID = 1,
  ROOT_PROP_LABEL,
  ROOT_PROP_PATH,
  ROOT_PROP_PICKED,
  ROOT_PROP_IS_DOCUMENT,
  ROOT_PROP_URI,
  ROOT_PROP_KIND,
  ROOT_PROP_MARKERS,
  ROOT_PROP_ADDED,
  ROOT_PROP_ACCESS,
  ROOT_PROP_STATUS,
  ROOT_PROP_HAS_EVENTS,
  ROOT_PROP_SEEN_BY,
  ROOT_PROP_EXPIRES,
  ROOT_PROP_UNTIL_LOGOUT,
  ROOT_PROP_CROSSES,
  ROOT_N_PROPS
} RootProp;

static GParamSpec *root_props[ROOT_N_PROPS];

static void
paddock_root_item_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  const PaddockRootView *view = PADDOCK_ROOT_ITEM (object)->view;
  const PaddockRoot *root = view->root;

  switch ((RootProp) prop_id) {
    case ROOT_PROP_ID:
      g_value_set_string (value, root->id);
      break;
    case ROOT_PROP_LABEL:
      g_value_take_string (value, paddock_root_dup_label (root));
      break;
    case ROOT_PROP_PATH:
      g_value_take_string (value, paddock_text_escape (root->path, -1));
      break;
    case ROOT_PROP_PICKED:
      g_value_take_string (value, paddock_text_escape (root->picked ? root->picked : "", -1));
      break;
    case ROOT_PROP_IS_DOCUMENT:
      g_value_set_boolean (value, root->document != NULL);
      break;
    case ROOT_PROP_URI:
      g_value_take_string (value, paddock_root_dup_uri (root));
      break;
    case ROOT_PROP_KIND:
      g_value_set_int (value, root->record ? (int) root->record->kind : 0);
      break;
    case ROOT_PROP_MARKERS:
      g_value_set_uint64 (value, view->markers);
      break;
    case ROOT_PROP_ADDED:
      g_value_set_int64 (value, root->added);
      break;
    case ROOT_PROP_ACCESS:
      g_value_set_int (value, root->access);
      break;
    case ROOT_PROP_STATUS:
      g_value_set_int (value, view->status);
      break;
    case ROOT_PROP_HAS_EVENTS:
      g_value_set_boolean (value, view->has_events);
      break;
    case ROOT_PROP_SEEN_BY:
      g_value_set_uint (value, view->seen_by);
      break;
    case ROOT_PROP_EXPIRES:
      g_value_set_int64 (value, root->expires);
      break;
    case ROOT_PROP_UNTIL_LOGOUT:
      g_value_set_boolean (value, root->login != NULL);
      break;
    case ROOT_PROP_CROSSES:
      g_value_set_boolean (value, root->crosses);
      break;
    case ROOT_N_PROPS:
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

  root_props[ROOT_PROP_ID] = string_property ("id");
  root_props[ROOT_PROP_LABEL] = string_property ("label");
  root_props[ROOT_PROP_PATH] = string_property ("path");
  root_props[ROOT_PROP_PICKED] = string_property ("picked");
  root_props[ROOT_PROP_IS_DOCUMENT] =
    g_param_spec_boolean ("is-document", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  root_props[ROOT_PROP_URI] = string_property ("uri");
  root_props[ROOT_PROP_KIND] = int_property ("kind");
  root_props[ROOT_PROP_MARKERS] =
    g_param_spec_uint64 ("markers", NULL, NULL, 0, G_MAXUINT64, 0,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  root_props[ROOT_PROP_ADDED] = int64_property ("added");
  root_props[ROOT_PROP_ACCESS] = int_property ("access");
  root_props[ROOT_PROP_STATUS] = int_property ("status");
  root_props[ROOT_PROP_HAS_EVENTS] =
    g_param_spec_boolean ("has-events", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  root_props[ROOT_PROP_SEEN_BY] = uint_property ("seen-by");
  root_props[ROOT_PROP_EXPIRES] = int64_property ("expires");
  root_props[ROOT_PROP_UNTIL_LOGOUT] =
    g_param_spec_boolean ("until-logout", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  root_props[ROOT_PROP_CROSSES] =
    g_param_spec_boolean ("crosses", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, ROOT_N_PROPS, root_props);
}

static void
paddock_root_item_init (PaddockRootItem *self)
{
}

/* Server */

struct _PaddockServerItem
{
  GObject            parent_instance;

  PaddockServerView *view;            /* (owned) */
  GHashTable        *grants;          /* (owned) root id -> PaddockGrantView; @view owns both */
  gboolean           is_ambiguous;    /* another server has the same or a similar label */
};

G_DEFINE_FINAL_TYPE (PaddockServerItem, paddock_server_item, G_TYPE_OBJECT)

typedef enum {
  SERVER_PROP_ID = 1,
  SERVER_PROP_LABEL,
  SERVER_PROP_STANDING,
  SERVER_PROP_N_SESSIONS,
  SERVER_PROP_N_VISIBLE,
  SERVER_PROP_IS_AMBIGUOUS,
  SERVER_N_PROPS
} ServerProp;

static GParamSpec *server_props[SERVER_N_PROPS];
static guint server_changed_signal;

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

  switch ((ServerProp) prop_id) {
    case SERVER_PROP_ID:
      g_value_set_string (value, view->server->id);
      break;
    case SERVER_PROP_LABEL:
      g_value_take_string (value, paddock_server_dup_label (view->server));
      break;
    case SERVER_PROP_STANDING:
      g_value_set_int (value, view->server->standing);
      break;
    case SERVER_PROP_N_SESSIONS:
      g_value_set_uint (value, view->sessions->len);
      break;
    case SERVER_PROP_N_VISIBLE:
      g_value_set_uint (value, count_visible (view));
      break;
    case SERVER_PROP_IS_AMBIGUOUS:
      g_value_set_boolean (value, PADDOCK_SERVER_ITEM (object)->is_ambiguous);
      break;
    case SERVER_N_PROPS:
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

  server_props[SERVER_PROP_ID] = string_property ("id");
  server_props[SERVER_PROP_LABEL] = string_property ("label");
  server_props[SERVER_PROP_STANDING] = int_property ("standing");
  server_props[SERVER_PROP_N_SESSIONS] = uint_property ("n-sessions");
  server_props[SERVER_PROP_N_VISIBLE] = uint_property ("n-visible");
  server_props[SERVER_PROP_IS_AMBIGUOUS] =
    g_param_spec_boolean ("is-ambiguous", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, SERVER_N_PROPS, server_props);

  /**
   * PaddockServerItem::changed:
   *
   * Anything in the view changed, for example a grant, a session or a time. Emitted after the
   * properties' notifications.
   */
  server_changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_server_item_init (PaddockServerItem *self)
{
}

/* Request */

struct _PaddockPromptItem
{
  GObject         parent_instance;

  PaddockPrompt *prompt;            /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockPromptItem, paddock_prompt_item, G_TYPE_OBJECT)

typedef enum {
  REQUEST_PROP_ID = 1,
  REQUEST_PROP_SERIAL,
  REQUEST_N_PROPS
} RequestProp;

static GParamSpec *request_props[REQUEST_N_PROPS];

static void
paddock_prompt_item_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  PaddockPromptItem *self = PADDOCK_PROMPT_ITEM (object);

  switch ((RequestProp) prop_id) {
    case REQUEST_PROP_ID:
      g_value_set_string (value, self->prompt->id);
      break;
    case REQUEST_PROP_SERIAL:
      g_value_set_uint (value, self->prompt->serial);
      break;
    case REQUEST_N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_prompt_item_finalize (GObject *object)
{
  PaddockPromptItem *self = PADDOCK_PROMPT_ITEM (object);

  g_clear_pointer (&self->prompt, paddock_prompt_unref);
  G_OBJECT_CLASS (paddock_prompt_item_parent_class)->finalize (object);
}

static void
paddock_prompt_item_class_init (PaddockPromptItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_prompt_item_get_property;
  object_class->finalize = paddock_prompt_item_finalize;

  request_props[REQUEST_PROP_ID] = string_property ("id");
  request_props[REQUEST_PROP_SERIAL] = uint_property ("serial");
  g_object_class_install_properties (object_class, REQUEST_N_PROPS, request_props);
}

static void
paddock_prompt_item_init (PaddockPromptItem *self)
{
}

/* Entry */

struct _PaddockEntryItem
{
  GObject       parent_instance;

  PaddockJournalEntry *entry;       /* (owned) */
  gboolean             is_open;     /* the window shows its details */
};

G_DEFINE_FINAL_TYPE (PaddockEntryItem, paddock_entry_item, G_TYPE_OBJECT)

typedef enum {
  ENTRY_PROP_NUMBER = 1,
  ENTRY_PROP_TIME,
  ENTRY_PROP_LAST,
  ENTRY_PROP_COUNT,
  ENTRY_PROP_IS_OPEN,
  ENTRY_N_PROPS
} EntryProp;

static GParamSpec *entry_props[ENTRY_N_PROPS];

static void
paddock_entry_item_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  PaddockEntryItem *self = PADDOCK_ENTRY_ITEM (object);

  switch ((EntryProp) prop_id) {
    case ENTRY_PROP_NUMBER:
      g_value_set_int64 (value, self->entry->number);
      break;
    case ENTRY_PROP_TIME:
      g_value_set_int64 (value, self->entry->time);
      break;
    case ENTRY_PROP_LAST:
      g_value_set_int64 (value, self->entry->last);
      break;
    case ENTRY_PROP_COUNT:
      g_value_set_uint (value, self->entry->count);
      break;
    case ENTRY_PROP_IS_OPEN:
      g_value_set_boolean (value, self->is_open);
      break;
    case ENTRY_N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_entry_item_finalize (GObject *object)
{
  PaddockEntryItem *self = PADDOCK_ENTRY_ITEM (object);

  g_clear_pointer (&self->entry, paddock_journal_entry_unref);
  G_OBJECT_CLASS (paddock_entry_item_parent_class)->finalize (object);
}

static void
paddock_entry_item_class_init (PaddockEntryItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_entry_item_get_property;
  object_class->finalize = paddock_entry_item_finalize;

  entry_props[ENTRY_PROP_NUMBER] = int64_property ("number");
  entry_props[ENTRY_PROP_TIME] = int64_property ("time");
  entry_props[ENTRY_PROP_LAST] = int64_property ("last");
  entry_props[ENTRY_PROP_COUNT] = uint_property ("count");
  entry_props[ENTRY_PROP_IS_OPEN] =
    g_param_spec_boolean ("is-open", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, ENTRY_N_PROPS, entry_props);
}

static void
paddock_entry_item_init (PaddockEntryItem *self)
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
 */
void
paddock_root_item_set_view (PaddockRootItem *self,
                            PaddockRootView *view)
{
  Before before;

  before_init (&before, self, root_props + 1, ROOT_N_PROPS - 1);
  paddock_root_view_free (self->view);
  self->view = view;
  before_notify_changes (&before);
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

/* Takes ownership of @view. Grants go into a table, because each row of a folder looks them up. */
static void
keep_server_view (PaddockServerItem *self,
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

  keep_server_view (self, view);
  return self;
}

/**
 * paddock_server_item_set_view:
 * @view: (transfer full): a later value of the same server
 */
void
paddock_server_item_set_view (PaddockServerItem *self,
                              PaddockServerView *view)
{
  g_autoptr (GVariant) old = g_variant_ref_sink (paddock_server_view_to_variant (self->view));
  g_autoptr (GVariant) new = g_variant_ref_sink (paddock_server_view_to_variant (view));
  Before before;

  before_init (&before, self, server_props + 1, SERVER_N_PROPS - 1);
  keep_server_view (self, view);
  before_notify_changes (&before);

  if (!g_variant_equal (old, new))
    g_signal_emit (self, server_changed_signal, 0);
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
 * Only for the code that compares the labels of all servers.
 */
void
paddock_server_item_set_ambiguous (PaddockServerItem *self,
                                   gboolean           is_ambiguous)
{
  if (self->is_ambiguous == is_ambiguous)
    return;
  self->is_ambiguous = is_ambiguous;
  g_object_notify_by_pspec (G_OBJECT (self), server_props[SERVER_PROP_IS_AMBIGUOUS]);
  g_signal_emit (self, server_changed_signal, 0);
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
 * paddock_server_item_get_grant:
 * @root_id: a root
 *
 * Returns: (transfer none) (nullable): the grant that lets the server see @root_id; %NULL if there
 *   is none
 */
const PaddockGrantView *
paddock_server_item_get_grant (PaddockServerItem *self,
                               const char        *root_id)
{
  return root_id != NULL ? g_hash_table_lookup (self->grants, root_id) : NULL;
}

/**
 * paddock_prompt_item_new:
 * @request: a question to the user
 *
 * Returns: (transfer full): an item with @request
 */
PaddockPromptItem *
paddock_prompt_item_new (PaddockPrompt *prompt)
{
  PaddockPromptItem *self = g_object_new (PADDOCK_TYPE_PROMPT_ITEM, NULL);

  self->prompt = paddock_prompt_ref (prompt);
  return self;
}

/**
 * paddock_prompt_item_set_prompt:
 * @request: a newer value of the same question
 *
 * "serial" is notified if anything differs, so that a window knows that the question has changed.
 */
void
paddock_prompt_item_set_prompt (PaddockPromptItem *self,
                                PaddockPrompt     *prompt)
{
  g_autoptr (PaddockPrompt) old = self->prompt;

  self->prompt = paddock_prompt_ref (prompt);
  if (!paddock_prompt_equal (old, prompt))
    g_object_notify_by_pspec (G_OBJECT (self), request_props[REQUEST_PROP_SERIAL]);
}

/**
 * paddock_prompt_item_get_prompt:
 *
 * Returns: (transfer none): the current question
 */
PaddockPrompt *
paddock_prompt_item_get_prompt (PaddockPromptItem *self)
{
  return self->prompt;
}

/**
 * paddock_entry_item_new:
 * @entry: a journal entry
 *
 * Returns: (transfer full): an item with @entry
 */
PaddockEntryItem *
paddock_entry_item_new (PaddockJournalEntry *entry)
{
  PaddockEntryItem *self = g_object_new (PADDOCK_TYPE_ENTRY_ITEM, NULL);

  self->entry = paddock_journal_entry_ref (entry);
  return self;
}

/**
 * paddock_entry_item_set_entry:
 * @entry: the same entry after a repeat
 */
void
paddock_entry_item_set_entry (PaddockEntryItem    *self,
                              PaddockJournalEntry *entry)
{
  Before before;

  before_init (&before, self, entry_props + 1, ENTRY_N_PROPS - 1);
  paddock_journal_entry_unref (self->entry);
  self->entry = paddock_journal_entry_ref (entry);
  before_notify_changes (&before);
}

/**
 * paddock_entry_item_get_entry:
 *
 * Returns: (transfer none): the current entry
 */
PaddockJournalEntry *
paddock_entry_item_get_entry (PaddockEntryItem *self)
{
  return self->entry;
}

/**
 * paddock_entry_item_set_open:
 * @is_open: whether its details are shown, in every list that contains it
 */
void
paddock_entry_item_set_open (PaddockEntryItem *self,
                             gboolean          is_open)
{
  if (self->is_open == !!is_open)
    return;
  self->is_open = !!is_open;
  g_object_notify_by_pspec (G_OBJECT (self), entry_props[ENTRY_PROP_IS_OPEN]);
}

/**
 * paddock_entry_item_is_open:
 *
 * Returns: whether its details are shown
 */
gboolean
paddock_entry_item_is_open (PaddockEntryItem *self)
{
  return self->is_open;
}
