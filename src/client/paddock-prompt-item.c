/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-prompt-item.h"

#include "paddock-item.h"

/* A question to the user as an item of the client's lists. paddock-item.h explains the lifetime of
 * items. */

struct _PaddockPromptItem
{
  GObject         parent_instance;

  PaddockPrompt *prompt;            /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockPromptItem, paddock_prompt_item, G_TYPE_OBJECT)

typedef enum {
  PROP_ID = 1,
  PROP_SERIAL,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];

static void
paddock_prompt_item_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  PaddockPromptItem *self = PADDOCK_PROMPT_ITEM (object);

  switch ((Prop) prop_id) {
    case PROP_ID:
      g_value_set_string (value, self->prompt->id);
      break;
    case PROP_SERIAL:
      g_value_set_uint (value, self->prompt->serial);
      break;
    case N_PROPS:
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

  props[PROP_ID] = paddock_item_string_property ("id");
  props[PROP_SERIAL] = paddock_item_uint_property ("serial");
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
paddock_prompt_item_init (PaddockPromptItem *self)
{
}

/**
 * paddock_prompt_item_new:
 * @prompt: a question to the user
 *
 * Returns: (transfer full): an item with @prompt
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
 * @prompt: a newer value of the same question
 *
 * Replaces the item's question. If anything differs, notifies "serial", so that a dialog which
 * shows the old value can react.
 */
void
paddock_prompt_item_set_prompt (PaddockPromptItem *self,
                                PaddockPrompt     *prompt)
{
  g_autoptr (PaddockPrompt) old = self->prompt;

  self->prompt = paddock_prompt_ref (prompt);
  if (!paddock_prompt_equal (old, prompt))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SERIAL]);
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
 * paddock_prompt_item_list:
 * @items: a list of #PaddockPromptItem
 *
 * Returns: (transfer full) (element-type PaddockPrompt): the current questions, in the same order
 */
GPtrArray *
paddock_prompt_item_list (GListModel *items)
{
  GPtrArray *prompts = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_prompt_unref);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (items, i);

    g_ptr_array_add (prompts, paddock_prompt_ref (item->prompt));
  }
  return prompts;
}
