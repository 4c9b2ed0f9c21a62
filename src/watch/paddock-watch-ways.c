/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-ways.h"

#include <string.h>

/* Knows for each directory on the way to a root (from "/" down to the root itself) which roots lie
 * at or below it. So the watcher finds at once which roots an event about a path concerns, however
 * many roots there are. The watcher owns the map. The items are its entries, one for each root. */
struct _PaddockWatchWays {
  GHashTable *items;              /* (owned) path -> GPtrArray of items */
};

typedef void (*WayFunc) (PaddockWatchWays *self,
                         char             *way,
                         gpointer          item);

/* Calls @func with "/", with each further directory on the way to @path, and with @path itself.
 * @func takes ownership of the string that it gets. */
static void
each_way (PaddockWatchWays *self,
          const char       *path,
          gpointer          item,
          WayFunc           func)
{
  const char *end = path;

  func (self, g_strdup ("/"), item);
  while (*(end += strspn (end, "/")) != '\0') {
    end += strcspn (end, "/");
    func (self, g_strndup (path, (gsize) (end - path)), item);
  }
}

static void
add_way (PaddockWatchWays *self,
         char             *way,
         gpointer          item)
{
  GPtrArray *items = g_hash_table_lookup (self->items, way);

  if (items != NULL)
    g_free (way);
  else {
    items = g_ptr_array_new ();
    g_hash_table_insert (self->items, way, items);
  }
  g_ptr_array_add (items, item);
}

static void
remove_way (PaddockWatchWays *self,
            char             *way,
            gpointer          item)
{
  GPtrArray *items = g_hash_table_lookup (self->items, way);

  if (items != NULL) {
    g_ptr_array_remove_fast (items, item);
    if (items->len == 0)
      g_hash_table_remove (self->items, way);
  }
  g_free (way);
}

PaddockWatchWays *
paddock_watch_ways_new (void)
{
  PaddockWatchWays *self = g_new0 (PaddockWatchWays, 1);

  self->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) g_ptr_array_unref);
  return self;
}

void
paddock_watch_ways_free (PaddockWatchWays *self)
{
  g_hash_table_unref (self->items);
  g_free (self);
}

/**
 * paddock_watch_ways_add:
 * @path: canonical
 * @item: (transfer none): an item that lies at @path
 *
 * Adds an item.
 */
void
paddock_watch_ways_add (PaddockWatchWays *self,
                        const char       *path,
                        gpointer          item)
{
  each_way (self, path, item, add_way);
}

/**
 * paddock_watch_ways_remove:
 * @path: the path with which @item was added
 * @item: an item
 *
 * Removes an item.
 */
void
paddock_watch_ways_remove (PaddockWatchWays *self,
                           const char       *path,
                           gpointer          item)
{
  each_way (self, path, item, remove_way);
}

/**
 * paddock_watch_ways_lookup:
 *
 * Returns: (transfer none) (nullable): the items at or below @path; valid until an item is added or
 *   removed
 */
GPtrArray *
paddock_watch_ways_lookup (PaddockWatchWays *self,
                           const char       *path)
{
  return g_hash_table_lookup (self->items, path);
}
