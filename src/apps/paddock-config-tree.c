/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-config-tree.h"

#include <string.h>

/* The values of an app's configuration file, whatever its syntax.
 *
 * A scanner makes the tree (see paddock-jsonc.c). The tree owns the bytes of the file, and each
 * value knows its place in them. So Paddock can change a value and keep every other byte. A tree
 * never changes after the scanner returned it.
 *
 * The nodes are in one array, in the order of the file. A node names other nodes by their index.
 * Index 0 is the outermost value, which is no child, so 0 also means "none".
 */

struct _PaddockConfigTree
{
  GBytes              *bytes;       /* (owned) */
  GArray              *nodes;       /* (owned): PaddockConfigNode */
  PaddockConfigDecode  decode;
};

static PaddockConfigNode *
node_at (const PaddockConfigTree *self,
         guint                    index)
{
  return &g_array_index (self->nodes, PaddockConfigNode, index);
}

/* Whether two pieces of two files have the same bytes. */
static gboolean
has_same_bytes (const PaddockConfigTree *self,
                gsize                    begin,
                gsize                    end,
                const PaddockConfigTree *other,
                gsize                    other_begin,
                gsize                    other_end)
{
  const char *text = paddock_config_tree_get_text (self, NULL);
  const char *other_text = paddock_config_tree_get_text (other, NULL);

  return end - begin == other_end - other_begin &&
         memcmp (text + begin, other_text + other_begin, end - begin) == 0;
}

/**
 * paddock_config_tree_new:
 * @bytes: the file, at most %PADDOCK_CONFIG_TREE_MAX_BYTES
 * @decode: how the file's syntax writes keys and strings
 *
 * Returns: (transfer full): a tree without any value, for a scanner to fill
 */
PaddockConfigTree *
paddock_config_tree_new (GBytes              *bytes,
                         PaddockConfigDecode  decode)
{
  PaddockConfigTree *self = g_new0 (PaddockConfigTree, 1);

  g_assert (g_bytes_get_size (bytes) <= PADDOCK_CONFIG_TREE_MAX_BYTES);
  self->bytes = g_bytes_ref (bytes);
  self->nodes = g_array_new (FALSE, TRUE, sizeof (PaddockConfigNode));
  self->decode = decode;
  return self;
}

void
paddock_config_tree_free (PaddockConfigTree *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->bytes);
  g_array_unref (self->nodes);
  g_free (self);
}

/**
 * paddock_config_tree_add:
 * @node: the value, with its parent and its place in the file; the first one becomes the root
 * @out_index: (out): the index of the new node
 *
 * Returns: %FALSE if the tree already has %PADDOCK_CONFIG_TREE_MAX_NODES values
 */
gboolean
paddock_config_tree_add (PaddockConfigTree       *self,
                         const PaddockConfigNode *node,
                         guint                   *out_index)
{
  guint index = self->nodes->len;

  if (index >= PADDOCK_CONFIG_TREE_MAX_NODES)
    return FALSE;
  g_array_append_val (self->nodes, *node);
  if (index > 0) {
    PaddockConfigNode *parent = node_at (self, node->parent);

    if (parent->last != 0)
      node_at (self, parent->last)->next = index;
    else
      parent->first = index;
    parent->last = index;
  }
  *out_index = index;
  return TRUE;
}

/**
 * paddock_config_tree_close:
 * @index: an object or array
 * @end: where the value ends, behind its bracket
 *
 * Records the end of a value whose end was unknown when the scanner added it.
 */
void
paddock_config_tree_close (PaddockConfigTree *self,
                           guint              index,
                           gsize              end)
{
  node_at (self, index)->end = (guint32) end;
}

/**
 * paddock_config_tree_get_bytes:
 *
 * Returns: (transfer none): the whole file
 */
GBytes *
paddock_config_tree_get_bytes (const PaddockConfigTree *self)
{
  return self->bytes;
}

/**
 * paddock_config_tree_get_text:
 * @out_size: (out) (optional): the number of bytes
 *
 * A value may be empty and end the file. So a caller that wants a single character, or one that
 * may be missing, calls paddock_config_tree_get_char() or paddock_config_tree_has_text().
 *
 * Returns: (transfer none): the whole file; it has no NUL at its end
 */
const char *
paddock_config_tree_get_text (const PaddockConfigTree *self,
                              gsize                   *out_size)
{
  return g_bytes_get_data (self->bytes, out_size);
}

/**
 * paddock_config_tree_get_char:
 * @at: an offset in the file, or behind it
 *
 * Returns: the byte at @at; NUL if the file ends there or in front of it
 */
char
paddock_config_tree_get_char (const PaddockConfigTree *self,
                              gsize                    at)
{
  gsize size;
  const char *text = paddock_config_tree_get_text (self, &size);

  return at < size ? text[at] : '\0';
}

/**
 * paddock_config_tree_has_text:
 * @at: an offset in the file, or behind it
 *
 * Returns: whether @text stands at @at
 */
gboolean
paddock_config_tree_has_text (const PaddockConfigTree *self,
                              gsize                    at,
                              const char              *text)
{
  gsize size, length = strlen (text);
  const char *own = paddock_config_tree_get_text (self, &size);

  return at <= size && size - at >= length && memcmp (own + at, text, length) == 0;
}

/**
 * paddock_config_tree_get:
 * @index: the index of a value of this tree
 *
 * Returns: (transfer none): the value
 */
const PaddockConfigNode *
paddock_config_tree_get (const PaddockConfigTree *self,
                         guint                    index)
{
  g_assert (index < self->nodes->len);
  return node_at (self, index);
}

/**
 * paddock_config_tree_get_span:
 * @out_end: (out): the end of the value, or of the last value in it
 *
 * In TOML, the values of a table may stand apart from each other, and from the table's name.
 *
 * Returns: the begin of the value, or of the first value in it with its key
 */
gsize
paddock_config_tree_get_span (const PaddockConfigTree *self,
                              guint                    index,
                              gsize                   *out_end)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self, index);
  gsize begin = node->begin;

  *out_end = node->end;
  for (guint i = node->first; i != 0; i = node_at (self, i)->next) {
    const PaddockConfigNode *child = node_at (self, i);
    gsize end, from = paddock_config_tree_get_span (self, i, &end);

    from = child->key_begin < child->key_end ? MIN (from, child->key_begin) : from;
    begin = MIN (begin, from);
    *out_end = MAX (*out_end, end);
  }
  return begin;
}

/**
 * paddock_config_tree_skip_literal:
 * @at: an offset in the file
 *
 * Returns: the end of the key, string or other scalar that begins at @at; @at if none begins there
 */
gsize
paddock_config_tree_skip_literal (const PaddockConfigTree *self,
                                  gsize                    at)
{
  const PaddockConfigNode *node;
  guint low = 0, high = self->nodes->len;

  /* Finds the last node that begins at @at or before it. */
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;

    node = node_at (self, middle);
    if ((node->key_begin < node->key_end ? node->key_begin : node->begin) <= at)
      low = middle;
    else
      high = middle;
  }
  node = node_at (self, low);
  if (node->key_begin < node->key_end && node->key_begin == at)
    return node->key_end;
  return node->begin == at && node->kind < PADDOCK_CONFIG_ARRAY ? node->end : at;
}

/**
 * paddock_config_tree_find:
 * @object: the index of a value; one that is no object has no members
 * @key: the name of a member, as text
 * @out_count: (out) (optional): how many members have this name
 *
 * Returns: the index of the last member with this name, which is the one that counts for most
 *   parsers; 0 if there is none
 */
guint
paddock_config_tree_find (const PaddockConfigTree *self,
                          guint                    object,
                          const char              *key,
                          guint                   *out_count)
{
  const PaddockConfigNode *parent = paddock_config_tree_get (self, object);
  guint found = 0, count = 0;

  if (parent->kind == PADDOCK_CONFIG_OBJECT)
    for (guint i = parent->first; i != 0; i = node_at (self, i)->next) {
      g_autofree char *name = paddock_config_tree_dup_key (self, i);

      if (g_strcmp0 (name, key) == 0) {
        found = i;
        count++;
      }
    }
  if (out_count != NULL)
    *out_count = count;
  return found;
}

/**
 * paddock_config_tree_dup_key:
 *
 * Returns: (transfer full) (nullable): the name of a member; %NULL if the value is no member, or if
 *   a C string can't hold the name
 */
char *
paddock_config_tree_dup_key (const PaddockConfigTree *self,
                             guint                    index)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self, index);
  const char *text = paddock_config_tree_get_text (self, NULL);

  if (node->key_begin == node->key_end)
    return NULL;
  return self->decode (text + node->key_begin, node->key_end - node->key_begin);
}

/**
 * paddock_config_tree_dup_string:
 *
 * Returns: (transfer full) (nullable): the text of a string; %NULL if the value is no string, or if
 *   a C string can't hold the text
 */
char *
paddock_config_tree_dup_string (const PaddockConfigTree *self,
                                guint                    index)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self, index);
  const char *text = paddock_config_tree_get_text (self, NULL);

  if (node->kind != PADDOCK_CONFIG_STRING)
    return NULL;
  return self->decode (text + node->begin, node->end - node->begin);
}

/**
 * paddock_config_tree_dup_keys:
 * @parent: an object
 * @name: a key of @parent
 *
 * Returns: (transfer full): the keys of the object @name in @parent; none if there is no object
 */
GStrv
paddock_config_tree_dup_keys (const PaddockConfigTree *self,
                              guint                    parent,
                              const char              *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint object = paddock_config_tree_find (self, parent, name, NULL);

  if (object != 0 && paddock_config_tree_get (self, object)->kind == PADDOCK_CONFIG_OBJECT)
    for (guint i = paddock_config_tree_get (self, object)->first; i != 0;
         i = paddock_config_tree_get (self, i)->next) {
      g_autofree char *key = paddock_config_tree_dup_key (self, i);

      if (key != NULL)
        g_strv_builder_add (builder, key);
    }
  return g_strv_builder_end (builder);
}

/* Whether two keys, strings or other scalars are alike. @decode: (nullable): if they may also be
 * written in different ways, what reads them. */
static gboolean
is_same_literal (const PaddockConfigTree *self,
                 gsize                    begin,
                 gsize                    end,
                 const PaddockConfigTree *other,
                 gsize                    other_begin,
                 gsize                    other_end,
                 PaddockConfigDecode      decode)
{
  const char *text = paddock_config_tree_get_text (self, NULL);
  const char *other_text = paddock_config_tree_get_text (other, NULL);
  g_autofree char *one = NULL, *two = NULL;

  if (has_same_bytes (self, begin, end, other, other_begin, other_end))
    return TRUE;
  if (decode == NULL || begin == end || other_begin == other_end)
    return FALSE;
  one = decode (text + begin, end - begin);
  two = decode (other_text + other_begin, other_end - other_begin);
  return one != NULL && g_strcmp0 (one, two) == 0;
}

/* Compares two values. @decode: as for is_same_literal(). */
static gboolean
compare (const PaddockConfigTree *self,
         guint                    index,
         const PaddockConfigTree *other,
         guint                    other_index,
         guint                    except,
         PaddockConfigDecode      decode)
{
  const PaddockConfigNode *one = paddock_config_tree_get (self, index);
  const PaddockConfigNode *two = paddock_config_tree_get (other, other_index);
  guint i, j;

  if (except != 0 && index == except)
    return TRUE;
  if (one->kind != two->kind)
    return FALSE;
  if (one->kind != PADDOCK_CONFIG_OBJECT && one->kind != PADDOCK_CONFIG_ARRAY)
    return is_same_literal (self, one->begin, one->end, other, two->begin, two->end,
                            one->kind == PADDOCK_CONFIG_STRING ? decode : NULL);
  for (i = one->first, j = two->first; i != 0 && j != 0;
       i = node_at (self, i)->next, j = node_at (other, j)->next) {
    const PaddockConfigNode *a = node_at (self, i), *b = node_at (other, j);

    if (!is_same_literal (self, a->key_begin, a->key_end, other, b->key_begin, b->key_end,
                          decode) ||
        !compare (self, i, other, j, except, decode))
      return FALSE;
  }
  return i == j;
}

/**
 * paddock_config_tree_equals:
 * @except: the index of a value in this tree that may differ; 0: none
 *
 * Compares two values with all that they contain. Spaces and comments don't matter. Keys, strings
 * and numbers are equal only if they are written alike. The keys of the two values themselves are
 * not compared.
 *
 * Returns: whether the values are equal
 */
gboolean
paddock_config_tree_equals (const PaddockConfigTree *self,
                            guint                    index,
                            const PaddockConfigTree *other,
                            guint                    other_index,
                            guint                    except)
{
  return compare (self, index, other, other_index, except, NULL);
}

/**
 * paddock_config_tree_means_same:
 * @other: a file of the same syntax
 *
 * Compares two files as paddock_config_tree_equals(), but keys and strings may be written in
 * different ways.
 *
 * Returns: whether the files mean the same
 */
gboolean
paddock_config_tree_means_same (const PaddockConfigTree *self,
                                const PaddockConfigTree *other)
{
  return compare (self, PADDOCK_CONFIG_TREE_ROOT, other, PADDOCK_CONFIG_TREE_ROOT, 0,
                  self->decode);
}
