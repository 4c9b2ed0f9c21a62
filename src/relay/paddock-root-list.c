/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-root-list.h"

#include <string.h>

#include "paddock-json.h"
#include "paddock-names.h"
#include "paddock-uri.h"

/* The list of roots as the service last gave it, for the time in which the service cannot be asked.
 *
 * A value. It becomes smaller by the end of what was given for a time, and by what the host's
 * configuration allows. It becomes larger in one way, by the host's own roots, and only while the
 * service says that the user chose so. Nothing of it is written that did not come from the service,
 * but folders of the host, in our own spelling.
 */

typedef struct {
  char   *uri;                      /* (owned) */
  char   *name;                     /* (owned) (nullable) */
  char   *access;                   /* (owned) (nullable) */
  gint64  expires;                  /* µs since the epoch, 0: never */
} Entry;

struct _PaddockRootList
{
  GPtrArray *entries;               /* (owned) Entry */
  gboolean   is_revoked_by_user;
  gboolean   uses_host;             /* the user chose: with the host's own roots */
  gboolean   is_kept;               /* the user chose: also without the service */
};

static void
entry_free (Entry *entry)
{
  g_free (entry->uri);
  g_free (entry->name);
  g_free (entry->access);
  g_free (entry);
}

static Entry *
entry_copy (const Entry *entry)
{
  Entry *copy = g_new0 (Entry, 1);

  copy->uri = g_strdup (entry->uri);
  copy->name = g_strdup (entry->name);
  copy->access = g_strdup (entry->access);
  copy->expires = entry->expires;
  return copy;
}

/**
 * paddock_root_list_new_empty:
 *
 * Returns: (transfer full): no roots
 */
PaddockRootList *
paddock_root_list_new_empty (void)
{
  PaddockRootList *self = g_rc_box_new0 (PaddockRootList);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  return self;
}

static const char *
get_text (JsonObject *object,
          const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  text = json_node_get_string (node);
  return text[0] != '\0' && g_utf8_validate (text, -1, NULL) ? text : NULL;
}

static JsonObject *
get_object (JsonObject *object,
            const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static gboolean
is_true (JsonObject *object,
         const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (node);
}

static JsonArray *
get_roots (JsonObject *result)
{
  JsonNode *node = result != NULL ? json_object_get_member (result, "roots") : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static Entry *
read_entry (JsonNode   *node,
            JsonObject *expires)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *uri = object != NULL ? get_text (object, "uri") : NULL;
  JsonObject *meta;
  Entry *entry;

  if (uri == NULL || !g_str_has_prefix (uri, "file:///"))
    return NULL;

  entry = g_new0 (Entry, 1);
  entry->uri = g_strdup (uri);
  entry->name = g_strdup (get_text (object, "name"));
  meta = get_object (object, "_meta");
  if (meta != NULL)
    entry->access = g_strdup (get_text (meta, PADDOCK_META_ACCESS));
  if (expires != NULL && json_object_has_member (expires, uri))
    entry->expires = MAX (json_object_get_int_member_with_default (expires, uri, 1), 1) *
                     G_TIME_SPAN_MILLISECOND;
  return entry;
}

/**
 * paddock_root_list_read:
 * @result: (nullable): the result of `roots/list` from the service
 *
 * Reads the roots, and of `_meta` when each of them ends and what the user chose (docs/socket.md).
 * What makes no sense is left out; an end that makes none has come.
 *
 * Returns: (transfer full) (nullable): %NULL where @result is no list
 */
PaddockRootList *
paddock_root_list_read (JsonObject *result)
{
  JsonArray *roots = get_roots (result);
  JsonObject *meta = get_object (result, "_meta");
  JsonObject *expires = get_object (meta, PADDOCK_META_EXPIRES);
  PaddockRootList *self;

  if (roots == NULL)
    return NULL;
  self = paddock_root_list_new_empty ();
  for (guint i = 0; i < json_array_get_length (roots); i++) {
    Entry *entry = read_entry (json_array_get_element (roots, i), expires);

    if (entry != NULL)
      g_ptr_array_add (self->entries, entry);
  }
  self->is_revoked_by_user =
    self->entries->len == 0 && meta != NULL &&
    g_strcmp0 (get_text (meta, PADDOCK_META_EMPTY), PADDOCK_EMPTY_TAKEN) == 0;
  if (meta != NULL && !self->is_revoked_by_user) {
    self->uses_host = g_strcmp0 (get_text (meta, PADDOCK_META_HOST_ROOTS), "union") == 0;
    self->is_kept = is_true (meta, PADDOCK_META_KEEP);
  }
  return self;
}

/**
 * paddock_root_list_is_revoked_by_user:
 *
 * Returns: whether the list is empty by the user's will. Not where it ended while the service was
 *   gone, or was narrowed to nothing
 */
gboolean
paddock_root_list_is_revoked_by_user (const PaddockRootList *self)
{
  return self->is_revoked_by_user;
}

/**
 * paddock_root_list_is_kept:
 *
 * Returns: whether the list holds while the service is gone. Never an empty one: of what was away
 *   nobody would know when it ended
 */
gboolean
paddock_root_list_is_kept (const PaddockRootList *self)
{
  return self->is_kept && self->entries->len > 0;
}

/**
 * paddock_root_list_uses_host:
 *
 * Returns: whether the server is told of the host's own roots, too
 */
gboolean
paddock_root_list_uses_host (const PaddockRootList *self)
{
  return self->uses_host;
}

PaddockRootList *
paddock_root_list_ref (PaddockRootList *self)
{
  return g_rc_box_acquire (self);
}

static void
list_clear (gpointer data)
{
  g_ptr_array_unref (((PaddockRootList *) data)->entries);
}

void
paddock_root_list_unref (PaddockRootList *self)
{
  g_rc_box_release_full (self, list_clear);
}

gboolean
paddock_root_list_is_empty (const PaddockRootList *self)
{
  return self->entries->len == 0;
}

/**
 * paddock_root_list_equal:
 *
 * Returns: whether a server is told the same by both, whatever its host's roots are; when a root
 *   ends, and whether the list is kept, is not told
 */
gboolean
paddock_root_list_equal (const PaddockRootList *a,
                         const PaddockRootList *b)
{
  if (a->entries->len != b->entries->len || a->uses_host != b->uses_host)
    return FALSE;
  for (guint i = 0; i < a->entries->len; i++) {
    const Entry *of_a = a->entries->pdata[i];
    const Entry *of_b = b->entries->pdata[i];

    if (g_strcmp0 (of_a->uri, of_b->uri) != 0 || g_strcmp0 (of_a->name, of_b->name) != 0 ||
        g_strcmp0 (of_a->access, of_b->access) != 0)
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_root_list_at:
 * @now: µs since the epoch
 *
 * Returns: (transfer full): what has not ended at @now. Where that is nothing any more, nothing of
 *   the host's either: all that the user granted is over
 */
PaddockRootList *
paddock_root_list_at (PaddockRootList *self,
                      gint64           now)
{
  PaddockRootList *left = paddock_root_list_new_empty ();

  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];

    if (entry->expires == 0 || entry->expires > now)
      g_ptr_array_add (left->entries, entry_copy (entry));
  }
  if (left->entries->len > 0 || self->entries->len == 0) {
    left->uses_host = self->uses_host;
    left->is_kept = self->is_kept;
  }
  return left;
}

/**
 * paddock_root_list_next_expiry:
 * @now: µs since the epoch
 *
 * Returns: µs since the epoch of the next end of a root, %G_MAXINT64: none
 */
gint64
paddock_root_list_next_expiry (const PaddockRootList *self,
                               gint64                 now)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];

    if (entry->expires > now)
      next = MIN (next, entry->expires);
  }
  return next;
}

/* Whether @inner is @outer or lies below it. Both are canonical paths. */
static gboolean
is_within (const char *inner,
           const char *outer)
{
  gsize length = strlen (outer);

  return strcmp (outer, "/") == 0 ||
         (strncmp (inner, outer, length) == 0 && (inner[length] == '\0' || inner[length] == '/'));
}

static char *
dup_path (const char *uri)
{
  g_autofree char *path = paddock_uri_to_path (uri, NULL);

  return path != NULL ? g_canonicalize_filename (path, "/") : NULL;
}

static void
add_if_new (PaddockRootList *list,
            Entry           *entry)
{
  for (guint i = 0; i < list->entries->len; i++)
    if (g_strcmp0 (((Entry *) list->entries->pdata[i])->uri, entry->uri) == 0) {
      entry_free (entry);
      return;
    }
  g_ptr_array_add (list->entries, entry);
}

/* What of a root lies within the host's folders: all of it, or those that lie inside. */
static void
add_within (PaddockRootList    *narrowed,
            const Entry        *entry,
            const char * const *host_uris)
{
  g_autofree char *path = dup_path (entry->uri);

  for (gsize i = 0; path != NULL && host_uris[i] != NULL; i++) {
    g_autofree char *host_path = dup_path (host_uris[i]);
    Entry *inner;

    if (host_path == NULL)
      continue;
    if (is_within (path, host_path)) {
      add_if_new (narrowed, entry_copy (entry));
    } else if (is_within (host_path, path)) {
      inner = entry_copy (entry);
      g_free (inner->uri);
      g_clear_pointer (&inner->name, g_free);
      inner->uri = paddock_uri_from_path (host_path);
      add_if_new (narrowed, inner);
    }
  }
}

/**
 * paddock_root_list_within:
 * @host_uris: the host's own roots, as paddock_root_list_read_host() gave them
 *
 * Returns: (transfer full): what lies both in @self and in the host's roots, by their paths; never
 *   anything outside @self
 */
PaddockRootList *
paddock_root_list_within (PaddockRootList    *self,
                          const char * const *host_uris)
{
  PaddockRootList *narrowed = paddock_root_list_new_empty ();

  for (guint i = 0; i < self->entries->len; i++)
    add_within (narrowed, self->entries->pdata[i], host_uris);
  return narrowed;
}

static gboolean
covers (const PaddockRootList *list,
        const char            *path)
{
  for (guint i = 0; i < list->entries->len; i++) {
    g_autofree char *outer = dup_path (((Entry *) list->entries->pdata[i])->uri);

    if (outer != NULL && is_within (path, outer))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_root_list_with:
 * @host_uris: the host's own roots, as paddock_root_list_read_host() gave them
 *
 * Only for a list that takes them (paddock_root_list_uses_host()); any other comes back as it is.
 *
 * Returns: (transfer full): @self, and after it those of the host's roots that lie in none before
 *   them, without a name and with nothing said of their access
 */
PaddockRootList *
paddock_root_list_with (PaddockRootList    *self,
                        const char * const *host_uris)
{
  PaddockRootList *all;

  if (!self->uses_host)
    return paddock_root_list_ref (self);

  all = paddock_root_list_new_empty ();
  all->uses_host = TRUE;
  all->is_kept = self->is_kept;
  for (guint i = 0; i < self->entries->len; i++)
    g_ptr_array_add (all->entries, entry_copy (self->entries->pdata[i]));
  for (gsize i = 0; host_uris[i] != NULL; i++) {
    g_autofree char *path = dup_path (host_uris[i]);
    Entry *entry;

    if (path == NULL || covers (all, path))
      continue;
    entry = g_new0 (Entry, 1);
    entry->uri = paddock_uri_from_path (path);
    g_ptr_array_add (all->entries, entry);
  }
  return all;
}

/**
 * paddock_root_list_dup_paths:
 *
 * Returns: (transfer full): the path of each root, in the order of the list
 */
GStrv
paddock_root_list_dup_paths (const PaddockRootList *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < self->entries->len; i++) {
    g_autofree char *path = dup_path (((Entry *) self->entries->pdata[i])->uri);

    if (path != NULL)
      g_strv_builder_add (paths, path);
  }
  return g_strv_builder_end (paths);
}

/**
 * paddock_root_list_write:
 * @has_meta: whether the server's revision of MCP knows `_meta` of a root (2025-06-18)
 *
 * Returns: (transfer full): the value of `roots`, a JSON array
 */
char *
paddock_root_list_write (const PaddockRootList *self,
                         gboolean               has_meta)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    g_autofree char *uri = paddock_json_quote (entry->uri);

    g_string_append_printf (text, "%s{\"uri\":%s", i > 0 ? "," : "", uri);
    if (entry->name != NULL) {
      g_autofree char *name = paddock_json_quote (entry->name);

      g_string_append_printf (text, ",\"name\":%s", name);
    }
    if (has_meta && entry->access != NULL) {
      g_autofree char *access = paddock_json_quote (entry->access);

      g_string_append_printf (text, ",\"_meta\":{\"" PADDOCK_META_ACCESS "\":%s}", access);
    }
    g_string_append_c (text, '}');
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/**
 * paddock_root_list_read_host:
 * @result: (nullable): the result of `roots/list` from the host
 *
 * Returns: (transfer full): the URIs of the host's own roots that are files, at most
 *   %PADDOCK_ROOT_LIST_HOST_MAX, each once. They are claims, and in the host's spelling
 */
GStrv
paddock_root_list_read_host (JsonObject *result)
{
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  JsonArray *roots = get_roots (result);

  for (guint i = 0; roots != NULL && i < json_array_get_length (roots); i++) {
    JsonNode *node = json_array_get_element (roots, i);
    const char *uri = JSON_NODE_HOLDS_OBJECT (node) ? get_text (json_node_get_object (node), "uri")
                                                    : NULL;
    g_autofree char *path = uri != NULL ? paddock_uri_to_path (uri, NULL) : NULL;

    if (path != NULL && uris->len < PADDOCK_ROOT_LIST_HOST_MAX &&
        !g_ptr_array_find_with_equal_func (uris, uri, g_str_equal, NULL))
      g_ptr_array_add (uris, g_strdup (uri));
  }
  g_ptr_array_add (uris, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&uris), FALSE);
}
