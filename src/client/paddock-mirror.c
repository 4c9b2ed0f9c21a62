/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-mirror.h"

/* A copy of one list of the service, in a GListStore. The reply of a List method fills it, and the
 * service's Changed signals update it.
 *
 * The client owns the mirrors. An id keeps its item as long as the service knows the id, even if
 * the service is lost meanwhile. So rows keep their selection and bindings. A mirror never calls
 * the service. */

struct _PaddockMirror
{
  const PaddockMirrorKind *kind;
  GListStore              *store;     /* (owned) */
  GHashTable              *items;     /* (owned) id (the key) -> (owned) item */
  GHashTable              *keys;      /* (owned) item -> its key in @items */
};

static void
remember (PaddockMirror *self,
          char          *key,
          GObject       *item)
{
  g_hash_table_insert (self->items, key, g_object_ref (item));
  g_hash_table_insert (self->keys, item, key);
}

static void
forget (PaddockMirror *self,
        const char    *key,
        GObject       *item)
{
  g_hash_table_remove (self->keys, item);
  g_hash_table_remove (self->items, key);
}

static void
drop (PaddockMirror *self,
      const char    *key)
{
  GObject *item = g_hash_table_lookup (self->items, key);
  guint position;

  if (item == NULL)
    return;
  if (g_list_store_find (self->store, item, &position))
    g_list_store_remove (self->store, position);
  forget (self, key, item);
}

/* Removes every item whose key is not in @kept. The loop goes backwards, so that the positions
 * before a removed item stay right. */
static void
retain (PaddockMirror *self,
        GHashTable    *kept)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->store)); i-- > 0;) {
    g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->store), i);
    const char *key = g_hash_table_lookup (self->keys, item);

    if (g_hash_table_contains (kept, key))
      continue;
    g_list_store_remove (self->store, i);
    forget (self, key, item);
  }
}

/* Fills an empty store. The model emits only one change. */
static void
fill_empty (PaddockMirror *self,
            GVariant      *list)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GVariantIter iter;
  GVariant *dictionary;

  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_autoptr (GVariant) owned = dictionary;
    g_autofree char *key = self->kind->dup_key (dictionary);

    if (key == NULL || g_hash_table_contains (self->items, key))
      continue;
    g_ptr_array_add (items, self->kind->create (dictionary));
    remember (self, g_steal_pointer (&key), g_ptr_array_index (items, items->len - 1));
  }
  g_list_store_splice (self->store, 0, 0, items->pdata, items->len);
}

/* Updates the item of @dictionary and moves it to @position, or creates the item there. */
static void
place (PaddockMirror *self,
       GVariant      *dictionary,
       const char    *key,
       guint          position)
{
  g_autoptr (GObject) there = g_list_model_get_item (G_LIST_MODEL (self->store), position);
  g_autoptr (GObject) item = NULL;
  guint old;

  item = g_hash_table_lookup (self->items, key);
  if (item == NULL) {
    item = self->kind->create (dictionary);
    remember (self, g_strdup (key), item);
    g_list_store_insert (self->store, position, item);
    return;
  }

  g_object_ref (item);
  self->kind->update (item, dictionary);
  if (item == there || !g_list_store_find (self->store, item, &old))
    return;
  g_list_store_remove (self->store, old);
  g_list_store_insert (self->store, position, item);
}

/**
 * paddock_mirror_new:
 * @kind: (transfer none): the functions for one kind of list; must be static
 *
 * Returns: (transfer full): an empty mirror
 */
PaddockMirror *
paddock_mirror_new (const PaddockMirrorKind *kind)
{
  PaddockMirror *self = g_new0 (PaddockMirror, 1);

  self->kind = kind;
  self->store = g_list_store_new (kind->get_item_type ());
  self->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->keys = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * paddock_mirror_free:
 * @self: (transfer full) (nullable): a mirror
 */
void
paddock_mirror_free (PaddockMirror *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->items);
  g_object_unref (self->store);
  g_free (self);
}

/**
 * paddock_mirror_get_model:
 *
 * Returns: (transfer none): the list model of the items; always the same object
 */
GListModel *
paddock_mirror_get_model (PaddockMirror *self)
{
  return G_LIST_MODEL (self->store);
}

/**
 * paddock_mirror_lookup:
 * @key: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the item with the id @key
 */
gpointer
paddock_mirror_lookup (PaddockMirror *self,
                       const char    *key)
{
  return key != NULL ? g_hash_table_lookup (self->items, key) : NULL;
}

/**
 * paddock_mirror_fill:
 * @list: the whole list, an array of dictionaries
 *
 * Makes the model equal to @list, in the same order. An id that is in both keeps its item.
 */
void
paddock_mirror_fill (PaddockMirror *self,
                     GVariant      *list)
{
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GVariantIter iter;
  GVariant *dictionary;
  guint position = 0;

  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    char *key = self->kind->dup_key (dictionary);

    if (key != NULL)
      g_hash_table_add (kept, key);
    g_variant_unref (dictionary);
  }
  retain (self, kept);

  if (g_hash_table_size (self->items) == 0) {
    fill_empty (self, list);
    return;
  }

  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_autoptr (GVariant) owned = dictionary;
    g_autofree char *key = self->kind->dup_key (dictionary);

    /* A key leaves @kept when its item is placed. So a second dictionary with the same id is
     * ignored. */
    if (key != NULL && g_hash_table_remove (kept, key))
      place (self, dictionary, key, position++);
  }
}

/**
 * paddock_mirror_apply:
 * @updated: dictionaries that are new or changed
 * @removed: (nullable): ids that are gone
 *
 * Applies one signal of the service. A new item goes to the place that the compare function of the
 * kind finds, or else to the end. Unknown ids in @removed are ignored.
 */
void
paddock_mirror_apply (PaddockMirror      *self,
                      GVariant           *updated,
                      const char * const *removed)
{
  GVariantIter iter;
  GVariant *dictionary;

  for (guint i = 0; removed != NULL && removed[i] != NULL; i++)
    drop (self, removed[i]);

  g_variant_iter_init (&iter, updated);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_autoptr (GVariant) owned = dictionary;
    g_autofree char *key = self->kind->dup_key (dictionary);
    g_autoptr (GObject) item = NULL;

    if (key == NULL)
      continue;
    item = g_hash_table_lookup (self->items, key);
    if (item != NULL) {
      g_object_ref (item);
      self->kind->update (item, dictionary);
      continue;
    }
    item = self->kind->create (dictionary);
    remember (self, g_steal_pointer (&key), item);
    if (self->kind->compare != NULL)
      g_list_store_insert_sorted (self->store, item, self->kind->compare, NULL);
    else
      g_list_store_append (self->store, item);
  }
}
