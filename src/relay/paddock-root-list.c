/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-root-list.h"

#include <string.h>

#include "paddock-message.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-path-text.h"
#include "paddock-uri.h"

/* The list of roots that a server may see, as the service said last.
 *
 * A value that never changes: functions return new lists. A new list can be smaller, because roots
 * expired or because of the host's configuration. It can be larger in one way: with the host's own
 * roots, and only if the service says that the user chose this. So all roots come from the service,
 * except those of the host, whose URIs are written anew here.
 */

/* The latest time at which a root can expire, in ms since the epoch. A later time counts as this
 * one. */
#define LATEST_MS (G_MAXINT64 / G_TIME_SPAN_MILLISECOND / 2)

typedef struct {
  char   *uri;                      /* (owned) */
  char   *name;                     /* (owned) (nullable) */
  char   *access;                   /* (owned) (nullable) */
  char   *record;                   /* (owned) (nullable) what identifies the root, from the
                                     * service; NULL: an older service, or a root of the host */
  gint64  expires;                  /* when the root expires, in µs since the epoch; 0: never */
} Entry;

struct _PaddockRootList
{
  GPtrArray *entries;               /* (owned) Entry */
  GPtrArray *withheld;              /* (owned) char *: paths that a confined server must not see */
  char      *server_id;             /* (owned) (nullable) what the service calls the server */
  gboolean   is_revoked_by_user;
  gboolean   uses_host;             /* the user chose to share the host's own roots, too */
  gboolean   is_kept;               /* the user chose that the list stays valid while the service is
                                     * gone */
};

static void
entry_free (Entry *entry)
{
  g_free (entry->uri);
  g_free (entry->name);
  g_free (entry->access);
  g_free (entry->record);
  g_free (entry);
}

static Entry *
entry_copy (const Entry *entry)
{
  Entry *copy = g_new0 (Entry, 1);

  copy->uri = g_strdup (entry->uri);
  copy->name = g_strdup (entry->name);
  copy->access = g_strdup (entry->access);
  copy->record = g_strdup (entry->record);
  copy->expires = entry->expires;
  return copy;
}

/**
 * paddock_root_list_new_empty:
 *
 * Returns: (transfer full): a list without roots
 */
PaddockRootList *
paddock_root_list_new_empty (void)
{
  PaddockRootList *self = g_rc_box_new0 (PaddockRootList);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  self->withheld = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* Returns: (transfer full) (nullable): the string member @name of @object; NULL if it is missing or
 * empty */
static char *
dup_text (PaddockSpan  object,
          const char  *name)
{
  PaddockSpan value;
  g_autofree char *text = NULL;

  if (paddock_json_find_member (object, name, &value))
    text = paddock_json_dup_string (value);
  return text != NULL && text[0] != '\0' ? g_steal_pointer (&text) : NULL;
}

/* Returns when a root expires, in µs since the epoch. If @value is no number, the root has
 * expired. */
static gint64
read_expiry (PaddockSpan     value,
             PaddockJsonType type)
{
  g_autofree char *text = NULL;
  double milliseconds;

  if (type != PADDOCK_JSON_NUMBER)
    return G_TIME_SPAN_MILLISECOND;
  text = g_strndup (value.start, value.length);
  milliseconds = g_ascii_strtod (text, NULL);
  return (gint64) CLAMP (milliseconds, 1, LATEST_MS) * G_TIME_SPAN_MILLISECOND;
}

static gboolean
on_expiry (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  gint64 expires = read_expiry (value, type);

  g_hash_table_insert (user_data, g_strdup (name), g_memdup2 (&expires, sizeof expires));
  return TRUE;
}

typedef struct {
  GPtrArray  *entries;
  GHashTable *expires;              /* for each root that expires: its URI -> gint64, when it
                                     * expires in µs since the epoch */
} Reading;

static char *
dup_path (const char *uri)
{
  g_autofree char *path = paddock_uri_to_path (uri, NULL);

  return path != NULL ? g_canonicalize_filename (path, "/") : NULL;
}

static gboolean
on_withheld (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  g_autofree char *uri = type == PADDOCK_JSON_STRING ? paddock_json_dup_string (value) : NULL;
  char *path = uri != NULL ? dup_path (uri) : NULL;

  if (path != NULL)
    g_ptr_array_add (user_data, path);
  return TRUE;
}

static gboolean
on_root (const char      *name,
         PaddockSpan      value,
         PaddockJsonType  type,
         gpointer         user_data)
{
  const Reading *reading = user_data;
  g_autofree char *uri = dup_text (value, "uri");
  enum { ACCESS, RECORD, N_KEYS };
  PaddockMetaMember meta[N_KEYS] = {
    [ACCESS] = { .key = PADDOCK_META_ACCESS }, [RECORD] = { .key = PADDOCK_META_RECORD },
  };
  const gint64 *expires;
  Entry *entry;

  if (uri == NULL || !g_str_has_prefix (uri, "file:///"))
    return TRUE;

  expires = g_hash_table_lookup (reading->expires, uri);
  paddock_meta_read (value, meta, N_KEYS);
  entry = g_new0 (Entry, 1);
  entry->uri = g_steal_pointer (&uri);
  entry->name = dup_text (value, "name");
  entry->access = paddock_json_dup_string (meta[ACCESS].value);
  entry->record = paddock_json_dup_string (meta[RECORD].value);
  entry->expires = expires != NULL ? *expires : 0;
  g_ptr_array_add (reading->entries, entry);
  return TRUE;
}

/**
 * paddock_root_list_read:
 * @result: the result of `roots/list` from the service, text that passed paddock_json_validate();
 *   may be empty
 *
 * Reads the roots. Also reads from `_meta` when each root expires and what the user chose
 * (docs/socket.md). Leaves out invalid roots. A root whose time is invalid has expired.
 *
 * Returns: (transfer full) (nullable): the list; %NULL if @result has no list of roots, or is
 *   longer than %PADDOCK_MESSAGE_TREE_MAX
 */
PaddockRootList *
paddock_root_list_read (PaddockSpan result)
{
  enum { EXPIRES, EMPTY, HOST_ROOTS, KEEP, SERVER, WITHHELD };
  PaddockMetaMember meta[] = {
    [EXPIRES] = { .key = PADDOCK_META_EXPIRES },
    [EMPTY] = { .key = PADDOCK_META_EMPTY },
    [HOST_ROOTS] = { .key = PADDOCK_META_HOST_ROOTS },
    [KEEP] = { .key = PADDOCK_META_KEEP },
    [SERVER] = { .key = PADDOCK_META_SERVER },
    [WITHHELD] = { .key = PADDOCK_META_WITHHELD },
  };
  g_autoptr (GHashTable) expires = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  PaddockRootList *self;
  PaddockSpan roots;

  if (result.length > PADDOCK_MESSAGE_TREE_MAX ||
      !paddock_json_find_member (result, "roots", &roots) ||
      paddock_json_get_type (roots) != PADDOCK_JSON_ARRAY)
    return NULL;
  paddock_meta_read (result, meta, G_N_ELEMENTS (meta));
  if (meta[EXPIRES].type == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (meta[EXPIRES].value, on_expiry, expires);

  self = paddock_root_list_new_empty ();
  paddock_json_foreach (roots, on_root, &(Reading) { self->entries, expires });
  if (meta[WITHHELD].type == PADDOCK_JSON_ARRAY)
    paddock_json_foreach (meta[WITHHELD].value, on_withheld, self->withheld);
  if (meta[SERVER].type == PADDOCK_JSON_STRING)
    self->server_id = paddock_json_dup_string (meta[SERVER].value);
  self->is_revoked_by_user = self->entries->len == 0 &&
                             paddock_meta_is_text (&meta[EMPTY], PADDOCK_EMPTY_TAKEN);
  if (!self->is_revoked_by_user) {
    self->uses_host = paddock_meta_is_text (&meta[HOST_ROOTS], "union");
    self->is_kept = meta[KEEP].type == PADDOCK_JSON_TRUE;
  }
  return self;
}

/**
 * paddock_root_list_is_revoked_by_user:
 *
 * Returns: whether the list is empty because the service said that the user revoked the roots.
 *   %FALSE if the list only became empty here
 */
gboolean
paddock_root_list_is_revoked_by_user (const PaddockRootList *self)
{
  return self->is_revoked_by_user;
}

/**
 * paddock_root_list_is_kept:
 *
 * Returns: whether the list stays valid while the service is gone. %FALSE for an empty list: the
 *   list may lack folders that are unavailable now, and nobody would know when those expire
 */
gboolean
paddock_root_list_is_kept (const PaddockRootList *self)
{
  return self->is_kept && self->entries->len > 0;
}

/**
 * paddock_root_list_uses_host:
 *
 * Returns: whether the server shall also see the host's own roots
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
  PaddockRootList *self = data;

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->withheld);
  g_free (self->server_id);
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
 * Returns: whether both lists tell a server the same. Ignores when roots expire, and whether the
 *   list is kept, because servers are not told that
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
 * @now: µs since the epoch; %G_MAXINT64: after all have expired, and those that never do
 *
 * Returns: (transfer full): a list with the roots that have not expired at @now. The others are
 *   withheld. If all have expired, the server does not see the host's own roots any more, either
 */
PaddockRootList *
paddock_root_list_at (PaddockRootList *self,
                      gint64           now)
{
  PaddockRootList *left = paddock_root_list_new_empty ();

  for (guint i = 0; i < self->withheld->len; i++)
    g_ptr_array_add (left->withheld, g_strdup (self->withheld->pdata[i]));
  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    gboolean is_left = now != G_MAXINT64 && (entry->expires == 0 || entry->expires > now);
    char *path = is_left ? NULL : dup_path (entry->uri);

    if (is_left)
      g_ptr_array_add (left->entries, entry_copy (entry));
    else if (path != NULL)
      g_ptr_array_add (left->withheld, path);
  }
  left->server_id = g_strdup (self->server_id);
  if (left->entries->len > 0 || (self->entries->len == 0 && now != G_MAXINT64)) {
    left->uses_host = self->uses_host;
    left->is_kept = self->is_kept;
  }
  return left;
}

/**
 * paddock_root_list_next_expiry:
 * @now: µs since the epoch
 *
 * Returns: when the next root expires, in µs since the epoch; %G_MAXINT64 if none does
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

/* Adds to @narrowed the part of the root @entry that lies within the host's folders: the whole
 * root, or the host's folders inside it. */
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
 * @host_uris: the host's own roots, from paddock_host_question_read_roots()
 *
 * Returns: (transfer full): a list of what lies both in @self and in the host's roots, by their
 *   paths; never anything outside @self
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
 * @host_uris: the host's own roots, from paddock_host_question_read_roots()
 *
 * Adds each of the host's roots, except a root that lies in a root earlier in the list. For an
 * added root, the list says neither a name nor whether it is read-only. Adds nothing if the user
 * did not choose this (paddock_root_list_uses_host()).
 *
 * Returns: (transfer full): the roots of @self, then those of the host
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

static gboolean
is_writable (const Entry *entry)
{
  return entry->access == NULL || g_str_equal (entry->access, "read-write");
}

/**
 * paddock_root_list_foreach:
 *
 * Calls @func for each root that is on this computer, in the order of the list.
 */
void
paddock_root_list_foreach (const PaddockRootList *self,
                           PaddockRootFunc        func,
                           gpointer               user_data)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    g_autofree char *path = dup_path (entry->uri);

    if (path != NULL)
      func (path, entry->record, is_writable (entry), user_data);
  }
}

static void
add_grants (const char *path,
            const char *record,
            gboolean    can_write,
            gpointer    user_data)
{
  static const char * const kinds[] = { "read", "write" };

  for (guint i = 0; i <= (guint) can_write; i++) {
    g_autofree char *grant = g_strdup_printf ("%s %s %s", kinds[i], record != NULL ? record : "",
                                              path);

    g_strv_builder_add (user_data, grant);
  }
}

/**
 * paddock_root_list_dup_grants:
 *
 * Returns: (transfer full): for each root a text for reading, and one for writing if that is
 *   allowed. If a text is missing in another list, less is allowed there. The texts of a root
 *   change when another folder takes its place
 */
GStrv
paddock_root_list_dup_grants (const PaddockRootList *self)
{
  g_autoptr (GStrvBuilder) grants = g_strv_builder_new ();

  paddock_root_list_foreach (self, add_grants, grants);
  for (guint i = 0; i < self->withheld->len; i++) {
    g_autofree char *grant = g_strconcat ("withheld ", self->withheld->pdata[i], NULL);

    if (paddock_path_text_is_in_system (self->withheld->pdata[i]))
      g_strv_builder_add (grants, grant);
  }
  return g_strv_builder_end (grants);
}

/**
 * paddock_root_list_with_paths:
 *
 * Returns: (transfer full): a list with those roots whose paths are in @paths, without the host's
 * own
 */
PaddockRootList *
paddock_root_list_with_paths (const PaddockRootList *self,
                              const char * const    *paths)
{
  PaddockRootList *left = paddock_root_list_new_empty ();

  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    g_autofree char *path = dup_path (entry->uri);

    if (path != NULL && g_strv_contains (paths, path))
      g_ptr_array_add (left->entries, entry_copy (entry));
  }
  left->is_kept = self->is_kept;
  left->is_revoked_by_user = self->is_revoked_by_user;
  return left;
}

/**
 * paddock_root_list_get_withheld:
 *
 * Returns: (transfer none) (element-type filename): what a confined server must not see, even if it
 *   lies in a directory of the system or of its program
 */
GPtrArray *
paddock_root_list_get_withheld (const PaddockRootList *self)
{
  return self->withheld;
}

/**
 * paddock_root_list_get_server:
 *
 * Returns: (transfer none) (nullable): the service's id of the server; %NULL: it did not say
 */
const char *
paddock_root_list_get_server (const PaddockRootList *self)
{
  return self->server_id;
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
      g_autoptr (GString) meta = g_string_new (NULL);

      paddock_meta_add (meta, PADDOCK_META_ACCESS, access);
      paddock_meta_append (text, meta->str);
    }
    g_string_append_c (text, '}');
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}
