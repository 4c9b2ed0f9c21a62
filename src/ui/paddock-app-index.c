/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-index.h"

#include "paddock-app-key.h"

/* Compares entries of apps' files with what the service knows: the keys that were noted, and the
 * servers that connected with them. There may be thousands of servers, so the page makes an index
 * for all of its rows. An index is valid until the lists of the client change. */

struct _PaddockAppIndex
{
  PaddockClient *client;      /* (owned) */
  GHashTable *servers;        /* (owned) PaddockServerItem (borrowed) by the key of its entry */
};

static const PaddockAppNote *
get_note (GListModel *notes,
          guint       position)
{
  g_autoptr (PaddockAppItem) item = g_list_model_get_item (notes, position);

  return paddock_app_item_get_note (item);
}

static void
add_servers (PaddockAppIndex *self)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);
    const PaddockServerView *view = paddock_server_item_get_view (item);
    const PaddockServerItem *other;

    if (view->note == NULL)
      continue;
    other = g_hash_table_lookup (self->servers, view->note->key);
    if (other == NULL || paddock_server_item_get_view ((PaddockServerItem *) other)
        ->sessions->len == 0)
      g_hash_table_insert (self->servers, (gpointer) view->note->key, item);
  }
}

/**
 * paddock_app_index_new:
 *
 * Returns: (transfer full): an index of what @client knows now
 */
PaddockAppIndex *
paddock_app_index_new (PaddockClient *client)
{
  PaddockAppIndex *self = g_new0 (PaddockAppIndex, 1);

  self->client = g_object_ref (client);
  self->servers = g_hash_table_new (g_str_hash, g_str_equal);
  add_servers (self);
  return self;
}

void
paddock_app_index_free (PaddockAppIndex *self)
{
  g_hash_table_unref (self->servers);
  g_object_unref (self->client);
  g_free (self);
}

/**
 * paddock_app_index_find_server:
 * @key: (nullable): the key of an entry
 *
 * Returns: (transfer none) (nullable): the server that connected with this key
 */
PaddockServerItem *
paddock_app_index_find_server (const PaddockAppIndex *self,
                               const char            *key)
{
  return key != NULL ? g_hash_table_lookup (self->servers, key) : NULL;
}

/**
 * paddock_app_index_lookup_server:
 * @server_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the server with this id
 */
PaddockServerItem *
paddock_app_index_lookup_server (const PaddockAppIndex *self,
                                 const char            *server_id)
{
  return paddock_client_lookup_server (self->client, server_id);
}

static gboolean
has_key (const PaddockAppFile *file,
         const char           *key)
{
  for (guint i = 0; i < file->entries->len; i++)
    if (g_strcmp0 (((PaddockAppEntry *) file->entries->pdata[i])->key, key) == 0)
      return TRUE;
  return FALSE;
}

/**
 * paddock_app_index_find_lost:
 * @server: the name of an entry
 *
 * Returns: (transfer full) (element-type PaddockAppNote): the notes about keys that @file doesn't
 *   have any more in an entry with this name
 */
GPtrArray *
paddock_app_index_find_lost (const PaddockAppIndex *self,
                             const PaddockAppFile  *file,
                             const char            *server)
{
  GPtrArray *lost = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  GListModel *notes = paddock_client_get_apps (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (notes); i++) {
    const PaddockAppNote *note = get_note (notes, i);

    if (!note->is_gone && g_str_equal (note->app, file->app->id) &&
        g_str_equal (note->path, file->path) && g_str_equal (note->server, server) &&
        !has_key (file, note->key))
      g_ptr_array_add (lost, paddock_app_note_ref ((PaddockAppNote *) note));
  }
  return lost;
}

/**
 * paddock_app_index_find_state:
 * @entry: an entry of @file
 *
 * Returns: what the app does with the server
 */
PaddockAppState
paddock_app_index_find_state (const PaddockAppIndex *self,
                              const PaddockAppFile  *file,
                              const PaddockAppEntry *entry)
{
  PaddockServerItem *server = paddock_app_index_find_server (self, entry->key);

  if (!entry->is_connected) {
    g_autoptr (GPtrArray) lost = paddock_app_index_find_lost (self, file, entry->name);

    /* A note doesn't say for which project the entry was. */
    return lost->len > 0 && entry->project == NULL ? PADDOCK_APP_STATE_CHANGED
                                                   : PADDOCK_APP_STATE_DIRECT;
  }
  if (server != NULL)
    return paddock_server_item_get_view (server)->sessions->len > 0 ? PADDOCK_APP_STATE_CONNECTED
                                                                    : PADDOCK_APP_STATE_AWAY;
  return entry->key != NULL && paddock_app_key_find (entry->key) != NULL
         ? PADDOCK_APP_STATE_WAITING : PADDOCK_APP_STATE_THROUGH;
}

static gboolean
has_entry (const PaddockAppFile *file,
           const char           *name)
{
  for (guint i = 0; i < file->entries->len; i++)
    if (g_str_equal (((PaddockAppEntry *) file->entries->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

static gboolean
has_note (GPtrArray  *notes,
          const char *server)
{
  for (guint i = 0; i < notes->len; i++)
    if (g_str_equal (((PaddockAppNote *) notes->pdata[i])->server, server))
      return TRUE;
  return FALSE;
}

/**
 * paddock_app_index_find_gone:
 *
 * Returns: (transfer full) (element-type PaddockAppNote): for each entry that @file doesn't have
 *   any more, a note about it. Empty if the file can't be read
 */
GPtrArray *
paddock_app_index_find_gone (const PaddockAppIndex *self,
                             const PaddockAppFile  *file)
{
  GPtrArray *gone = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  GListModel *notes = paddock_client_get_apps (self->client);

  for (guint i = 0; file->is_parsed && i < g_list_model_get_n_items (notes); i++) {
    const PaddockAppNote *note = get_note (notes, i);

    if (!note->is_gone && g_str_equal (note->app, file->app->id) &&
        g_str_equal (note->path, file->path) && !has_entry (file, note->server) &&
        !has_note (gone, note->server))
      g_ptr_array_add (gone, paddock_app_note_ref ((PaddockAppNote *) note));
  }
  return gone;
}

/**
 * paddock_app_index_needs_note:
 *
 * Returns: whether Paddock wrote the entry's key, and the service doesn't know that the
 *   entry has it
 */
gboolean
paddock_app_index_needs_note (const PaddockAppIndex *self,
                              const PaddockAppFile  *file,
                              const PaddockAppEntry *entry)
{
  PaddockAppItem *item;
  const PaddockAppNote *note;

  if (!entry->is_connected || entry->key == NULL ||
      paddock_app_key_find (entry->key) != file->app)
    return FALSE;
  item = paddock_client_lookup_app (self->client, entry->key);
  note = item != NULL ? paddock_app_item_get_note (item) : NULL;
  return note == NULL || note->is_gone || note->project == NULL;
}
