/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-entry-item.h"

#include "paddock-item.h"

/* A journal entry as an item of the client's lists. paddock-item.h explains the lifetime of
 * items. */

struct _PaddockEntryItem
{
  GObject       parent_instance;

  PaddockJournalEntry *entry;       /* (owned) */
  gboolean             is_open;     /* whether lists show the entry's details */
};

G_DEFINE_FINAL_TYPE (PaddockEntryItem, paddock_entry_item, G_TYPE_OBJECT)

typedef enum {
  PROP_NUMBER = 1,
  PROP_TIME,
  PROP_LAST,
  PROP_COUNT,
  PROP_IS_OPEN,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];

static void
paddock_entry_item_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  PaddockEntryItem *self = PADDOCK_ENTRY_ITEM (object);

  switch ((Prop) prop_id) {
    case PROP_NUMBER:
      g_value_set_int64 (value, self->entry->number);
      break;
    case PROP_TIME:
      g_value_set_int64 (value, self->entry->time);
      break;
    case PROP_LAST:
      g_value_set_int64 (value, self->entry->last);
      break;
    case PROP_COUNT:
      g_value_set_uint (value, self->entry->count);
      break;
    case PROP_IS_OPEN:
      g_value_set_boolean (value, self->is_open);
      break;
    case N_PROPS:
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

  props[PROP_NUMBER] = paddock_item_int64_property ("number");
  props[PROP_TIME] = paddock_item_int64_property ("time");
  props[PROP_LAST] = paddock_item_int64_property ("last");
  props[PROP_COUNT] = paddock_item_uint_property ("count");
  props[PROP_IS_OPEN] =
    g_param_spec_boolean ("is-open", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
paddock_entry_item_init (PaddockEntryItem *self)
{
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
 * @entry: the same entry with a new count and time, because its event happened again
 *
 * Replaces the item's entry.
 */
void
paddock_entry_item_set_entry (PaddockEntryItem    *self,
                              PaddockJournalEntry *entry)
{
  PaddockItemValues before;

  paddock_item_keep_values (&before, self, props + 1, N_PROPS - 1);
  paddock_journal_entry_unref (self->entry);
  self->entry = paddock_journal_entry_ref (entry);
  paddock_item_notify_changes (&before);
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
 * @is_open: whether the details of the entry are shown
 *
 * Shows or hides the details of the entry, in every list that contains the item.
 */
void
paddock_entry_item_set_open (PaddockEntryItem *self,
                             gboolean          is_open)
{
  if (self->is_open == !!is_open)
    return;
  self->is_open = !!is_open;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_IS_OPEN]);
}

/**
 * paddock_entry_item_is_open:
 *
 * Returns: whether the details of the entry are shown
 */
gboolean
paddock_entry_item_is_open (PaddockEntryItem *self)
{
  return self->is_open;
}
