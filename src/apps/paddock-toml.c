/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-toml.h"

#include "paddock-error.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads TOML 1.0, the syntax of Codex's configuration file.
 *
 * The tree has an object for each table, whether the table has a header, is part of a dotted key or
 * is inline. A table's place is where its name stands first. The scanner refuses what TOML forbids:
 * a key or a table twice, and a table that gets more members after it is complete. Of numbers and
 * dates it only checks the characters.
 *
 * The scanner limits the size, the depth and the number of values. Its messages contain no text of
 * the file, because files hold secrets.
 */

/* How a value came to be, which decides what may be added to it. */
typedef enum {
  TABLE_CLOSED,                     /* an inline table, or no table at all: nothing */
  TABLE_IMPLICIT,                   /* only named in the header of a table inside it */
  TABLE_DOTTED,                     /* named in a dotted key */
  TABLE_DEFINED,                    /* has a header of its own */
  TABLE_LIST,                       /* an array of tables */
} TableKind;

typedef struct {
  PaddockConfigTree *tree;
  const char        *text;
  gsize              at;
  gsize              size;
  GHashTable        *members;       /* (owned): "PARENT KEY" -> the index of a member */
  GByteArray        *kinds;         /* (owned): the TableKind of each value */
  gboolean           is_twice;      /* the scanner refuses a key or a table that is there already */
} Scanner;

static char
peek (const Scanner *self)
{
  return self->at < self->size ? self->text[self->at] : '\0';
}

static gboolean
starts_with (const Scanner *self,
             const char    *word)
{
  gsize length = strlen (word);

  return self->size - self->at >= length && memcmp (self->text + self->at, word, length) == 0;
}

static gboolean
skip_char (Scanner *self,
           char     c)
{
  if (peek (self) != c || self->at == self->size)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
skip_blanks (Scanner *self)
{
  while (peek (self) == ' ' || peek (self) == '\t')
    self->at++;
}

static gboolean
is_control (char c)
{
  return ((guchar) c < 0x20 && c != '\t') || c == 0x7f;
}

/* Moves behind the end of a line. Returns FALSE if something else than a comment is there. */
static gboolean
skip_line_end (Scanner *self)
{
  skip_blanks (self);
  if (peek (self) == '#')
    while (self->at < self->size && !is_control (peek (self)))
      self->at++;
  if (self->at == self->size)
    return TRUE;
  skip_char (self, '\r');
  return skip_char (self, '\n');
}

/* Moves to the next token over lines and comments. */
static gboolean
skip_lines (Scanner *self)
{
  for (;;) {
    skip_blanks (self);
    if (self->at == self->size || strchr ("#\r\n", peek (self)) == NULL)
      return TRUE;
    if (!skip_line_end (self))
      return FALSE;
  }
}

/* Moves behind the backslash and the rest of an escape. */
static gboolean
skip_escape (Scanner  *self,
             gboolean  is_multiline)
{
  guint n_digits;

  self->at++;
  if (is_multiline && strchr (" \t\r\n", peek (self)) != NULL && self->at < self->size) {
    skip_blanks (self);
    skip_char (self, '\r');
    return skip_char (self, '\n');
  }
  if (self->at == self->size || strchr ("btnfr\"\\uU", peek (self)) == NULL)
    return FALSE;
  n_digits = peek (self) == 'u' ? 4 : peek (self) == 'U' ? 8 : 0;
  self->at++;
  for (; n_digits > 0; n_digits--, self->at++)
    if (!g_ascii_isxdigit (peek (self)))
      return FALSE;
  return TRUE;
}

/* Moves behind a string over several lines. One or two quotes may stand right before its end. */
static gboolean
skip_multiline (Scanner    *self,
                const char *quotes)
{
  for (self->at += 3; self->at < self->size;) {
    if (starts_with (self, quotes)) {
      self->at += 3;
      for (guint i = 0; i < 2 && peek (self) == *quotes; i++)
        self->at++;
      return TRUE;
    }
    if (*quotes == '"' && peek (self) == '\\') {
      if (!skip_escape (self, TRUE))
        return FALSE;
    } else if (is_control (peek (self)) && peek (self) != '\n' && !starts_with (self, "\r\n")) {
      return FALSE;
    } else {
      self->at++;
    }
  }
  return FALSE;
}

static gboolean
skip_string (Scanner  *self,
             gboolean  is_key)
{
  char quote = peek (self);

  if (!is_key && (starts_with (self, "\"\"\"") || starts_with (self, "'''")))
    return skip_multiline (self, quote == '"' ? "\"\"\"" : "'''");
  self->at++;
  while (self->at < self->size && peek (self) != quote) {
    if (is_control (peek (self)))
      return FALSE;
    if (quote != '"' || peek (self) != '\\')
      self->at++;
    else if (!skip_escape (self, FALSE))
      return FALSE;
  }
  return skip_char (self, quote);
}

static gboolean
is_bare (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* Moves behind one part of a key. */
static gboolean
skip_key_part (Scanner *self)
{
  gsize begin = self->at;

  if (peek (self) == '"' || peek (self) == '\'')
    return skip_string (self, TRUE);
  while (is_bare (peek (self)))
    self->at++;
  return self->at > begin;
}

/* Moves behind a number, a date, a time or a boolean. */
static gboolean
skip_scalar (Scanner *self)
{
  static const char * const words[] = {
    "true", "false", "inf", "+inf", "-inf", "nan", "+nan", "-nan",
  };
  gsize begin = self->at, length;
  gboolean has_digit;

  while (self->at < self->size &&
         (is_bare (peek (self)) || strchr ("+.:", peek (self)) != NULL)) {
    self->at++;
    /* A space may stand between a date and a time. */
    if (self->at - begin == 10 && self->text[begin + 4] == '-' && peek (self) == ' ' &&
        self->at + 1 < self->size && g_ascii_isdigit (self->text[self->at + 1]))
      self->at++;
  }
  length = self->at - begin;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && memcmp (self->text + begin, words[i], length) == 0)
      return TRUE;
  has_digit = length > 0 && (g_ascii_isdigit (self->text[begin]) ||
                             (length > 1 && strchr ("+-", self->text[begin]) != NULL &&
                              g_ascii_isdigit (self->text[begin + 1])));
  return has_digit;
}

static void
append_unicode (GString    *value,
                const char *digits,
                guint       n_digits)
{
  g_autofree char *text = g_strndup (digits, n_digits);
  gunichar c = (gunichar) g_ascii_strtoull (text, NULL, 16);

  /* A NUL makes the text end early, which decode() notices. */
  if (g_unichar_validate (c))
    g_string_append_unichar (value, c);
  else
    g_string_append_c (value, '\0');
}

/* Decodes the escape behind a backslash. Returns what stands behind the escape. */
static const char *
decode_escape (GString    *value,
               const char *p)
{
  static const char escapes[] = "btnfr\"\\", meanings[] = "\b\t\n\f\r\"\\";
  const char *found;

  if (*p == 'u' || *p == 'U') {
    guint n_digits = *p == 'u' ? 4 : 8;

    append_unicode (value, p + 1, n_digits);
    return p + 1 + n_digits;
  }
  found = strchr (escapes, *p);
  if (found != NULL) {
    g_string_append_c (value, meanings[found - escapes]);
    return p + 1;
  }
  while (strchr (" \t\r\n", *p) != NULL)
    p++;
  return p;
}

/* Decodes a key or a string that the scanner accepted. */
static char *
decode (const char *literal,
        gsize       length)
{
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean is_basic = *literal == '"';
  guint n_quotes = length >= 6 && literal[1] == *literal && literal[2] == *literal ? 3 : 1;
  const char *p = literal + n_quotes, *end = literal + length - n_quotes;

  if (!is_basic && *literal != '\'')
    return g_strndup (literal, length);
  if (n_quotes == 3 && *p == '\r')
    p++;
  if (n_quotes == 3 && *p == '\n')
    p++;
  while (p < end) {
    if (is_basic && *p == '\\')
      p = decode_escape (value, p + 1);
    else
      g_string_append_c (value, *p++);
  }
  return strlen (value->str) == value->len ? g_string_free (g_steal_pointer (&value), FALSE) : NULL;
}

static gboolean
add_node (Scanner                 *self,
          const PaddockConfigNode *node,
          TableKind                kind,
          guint                   *out_index)
{
  guint8 byte = (guint8) kind;

  if (!paddock_config_tree_add (self->tree, node, out_index))
    return FALSE;
  g_byte_array_append (self->kinds, &byte, 1);
  return TRUE;
}

/* Reads one part of a key, and looks for it in a table. @node gets the place of the key. */
static gboolean
read_key_part (Scanner            *self,
               guint               table,
               PaddockConfigNode  *node,
               char              **out_name,
               guint              *out_found)
{
  g_autofree char *key = NULL;

  skip_blanks (self);
  *node = (PaddockConfigNode) { .parent = table, .key_begin = (guint32) self->at };
  if (!skip_key_part (self))
    return FALSE;
  node->key_end = (guint32) self->at;
  node->begin = node->key_begin;
  node->end = node->key_end;
  skip_blanks (self);
  key = decode (self->text + node->key_begin, node->key_end - node->key_begin);
  if (key == NULL)
    return FALSE;
  *out_name = g_strdup_printf ("%u %s", table, key);
  *out_found = GPOINTER_TO_UINT (g_hash_table_lookup (self->members, *out_name));
  return TRUE;
}

/* Goes into a table that a part of a key names, and makes the table if there is none. @kind: how
 * the table would come to be. */
static gboolean
enter_table (Scanner           *self,
             PaddockConfigNode *node,
             char              *name,
             guint              found,
             TableKind          kind,
             guint             *out_table)
{
  if (found == 0) {
    node->kind = PADDOCK_CONFIG_OBJECT;
    if (!add_node (self, node, kind, out_table))
      return FALSE;
    g_hash_table_insert (self->members, g_strdup (name), GUINT_TO_POINTER (*out_table));
    return TRUE;
  }
  if (self->kinds->data[found] == TABLE_LIST && kind == TABLE_IMPLICIT)
    found = paddock_config_tree_get (self->tree, found)->last;
  self->is_twice = self->kinds->data[found] == TABLE_CLOSED ||
                   (kind == TABLE_DOTTED && self->kinds->data[found] != TABLE_DOTTED);
  *out_table = found;
  return !self->is_twice;
}

/* Reads the keys of a member up to the last one. Returns the table that the last key is for. */
static gboolean
read_keys (Scanner            *self,
           guint               table,
           TableKind           kind,
           PaddockConfigNode  *node,
           char              **out_name,
           guint              *out_found)
{
  for (guint depth = 0; depth < PADDOCK_CONFIG_TREE_MAX_DEPTH; depth++) {
    g_autofree char *name = NULL;
    guint found;

    if (!read_key_part (self, table, node, &name, &found))
      return FALSE;
    if (peek (self) != '.') {
      *out_name = g_steal_pointer (&name);
      *out_found = found;
      return TRUE;
    }
    self->at++;
    if (!enter_table (self, node, name, found, kind, &table))
      return FALSE;
  }
  return FALSE;
}

static gboolean
read_value (Scanner           *self,
            PaddockConfigNode *node,
            guint              depth,
            guint             *out_index);

/* Reads KEY = VALUE. */
static gboolean
read_member (Scanner *self,
             guint    table,
             guint    depth)
{
  PaddockConfigNode node;
  g_autofree char *name = NULL;
  guint found, index;

  if (!read_keys (self, table, TABLE_DOTTED, &node, &name, &found))
    return FALSE;
  self->is_twice = found != 0;
  if (found != 0 || !skip_char (self, '='))
    return FALSE;
  skip_blanks (self);
  if (!read_value (self, &node, depth, &index))
    return FALSE;
  g_hash_table_insert (self->members, g_steal_pointer (&name), GUINT_TO_POINTER (index));
  return TRUE;
}

static gboolean
read_array (Scanner *self,
            guint    array,
            guint    depth)
{
  for (;;) {
    PaddockConfigNode node = { .parent = array };
    guint index;

    if (!skip_lines (self))
      return FALSE;
    if (skip_char (self, ']'))
      return TRUE;
    if (!read_value (self, &node, depth, &index) || !skip_lines (self))
      return FALSE;
    if (!skip_char (self, ','))
      return skip_char (self, ']');
  }
}

/* Reads an inline table, which is on one line. */
static gboolean
read_inline (Scanner *self,
             guint    table,
             guint    depth)
{
  skip_blanks (self);
  if (skip_char (self, '}'))
    return TRUE;
  do {
    if (!read_member (self, table, depth))
      return FALSE;
    skip_blanks (self);
  } while (skip_char (self, ','));
  return skip_char (self, '}');
}

static gboolean
read_value (Scanner           *self,
            PaddockConfigNode *node,
            guint              depth,
            guint             *out_index)
{
  char c = peek (self);

  node->begin = (guint32) self->at;
  if (c == '[' || c == '{') {
    gboolean is_done;

    node->kind = c == '[' ? PADDOCK_CONFIG_ARRAY : PADDOCK_CONFIG_OBJECT;
    self->at++;
    if (depth == PADDOCK_CONFIG_TREE_MAX_DEPTH || !add_node (self, node, TABLE_CLOSED, out_index))
      return FALSE;
    is_done = c == '[' ? read_array (self, *out_index, depth + 1)
                       : read_inline (self, *out_index, depth + 1);
    paddock_config_tree_close (self->tree, *out_index, self->at);
    return is_done;
  }
  node->kind = c == '"' || c == '\'' ? PADDOCK_CONFIG_STRING : PADDOCK_CONFIG_SCALAR;
  if (!(node->kind == PADDOCK_CONFIG_STRING ? skip_string (self, FALSE) : skip_scalar (self)))
    return FALSE;
  node->end = (guint32) self->at;
  return add_node (self, node, TABLE_CLOSED, out_index);
}

/* Adds a table to an array of tables, and makes the array if there is none. */
static gboolean
read_list_item (Scanner           *self,
                PaddockConfigNode *node,
                const char        *name,
                guint              found,
                guint             *out_table)
{
  PaddockConfigNode item = { .kind = PADDOCK_CONFIG_OBJECT, .begin = node->key_begin,
                             .end = node->key_end };

  self->is_twice = found != 0 && self->kinds->data[found] != TABLE_LIST;
  if (self->is_twice)
    return FALSE;
  if (found == 0) {
    node->kind = PADDOCK_CONFIG_ARRAY;
    if (!add_node (self, node, TABLE_LIST, &found))
      return FALSE;
    g_hash_table_insert (self->members, g_strdup (name), GUINT_TO_POINTER (found));
  }
  item.parent = found;
  return add_node (self, &item, TABLE_DEFINED, out_table);
}

/* Reads [TABLE] or [[TABLE]]. */
static gboolean
read_header (Scanner *self,
             guint   *out_table)
{
  gboolean is_list = starts_with (self, "[[");
  PaddockConfigNode node;
  g_autofree char *name = NULL;
  guint found;

  self->at += is_list ? 2 : 1;
  if (!read_keys (self, PADDOCK_CONFIG_TREE_ROOT, TABLE_IMPLICIT, &node, &name, &found) ||
      !skip_char (self, ']') || (is_list && !skip_char (self, ']')))
    return FALSE;
  if (is_list)
    return read_list_item (self, &node, name, found, out_table);
  self->is_twice = found != 0 && self->kinds->data[found] != TABLE_IMPLICIT;
  if (self->is_twice || !enter_table (self, &node, name, found, TABLE_DEFINED, out_table))
    return FALSE;
  self->kinds->data[*out_table] = TABLE_DEFINED;
  return TRUE;
}

static gboolean
scan (Scanner *self)
{
  PaddockConfigNode root = { .kind = PADDOCK_CONFIG_OBJECT, .end = (guint32) self->size };
  guint table;

  if (starts_with (self, "\357\273\277"))
    self->at += 3;
  if (!add_node (self, &root, TABLE_DEFINED, &table))
    return FALSE;
  while (skip_lines (self)) {
    if (self->at == self->size)
      return TRUE;
    if (!(peek (self) == '[' ? read_header (self, &table) : read_member (self, table, 0)) ||
        !skip_line_end (self))
      return FALSE;
  }
  return FALSE;
}

static char *
make_sentence (const Scanner *self)
{
  guint line = 1;

  for (gsize i = 0; i < self->at && i < self->size; i++)
    line += self->text[i] == '\n';
  if (self->is_twice)
    /* Translators: %u is the number of a line in a configuration file of an app */
    return g_strdup_printf (_("Line %u uses a name a second time."), line);
  if (self->at >= self->size)
    /* Translators: %u is the number of a line in a configuration file of an app */
    return g_strdup_printf (_("The file ends too early, in line %u."), line);
  /* Translators: %u is the number of a line in a configuration file of an app */
  return g_strdup_printf (_("The file has a mistake in line %u."), line);
}

/**
 * paddock_toml_scan:
 * @bytes: a whole file
 *
 * Returns: (transfer full): the values of the file; %NULL with a sentence for the user, and
 *   %PADDOCK_ERROR_LIMIT if the file is too large, else %PADDOCK_ERROR_INVALID_ARGUMENT
 */
PaddockConfigTree *
paddock_toml_scan (GBytes  *bytes,
                   GError **error)
{
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GHashTable) members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GByteArray) kinds = g_byte_array_new ();
  g_autofree char *sentence = NULL;
  Scanner self = { .members = members, .kinds = kinds };

  self.text = g_bytes_get_data (bytes, &self.size);
  if (self.size > PADDOCK_CONFIG_TREE_MAX_BYTES) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT, _("The file is too large."));
    return NULL;
  }
  if (!g_utf8_validate_len (self.text, self.size, NULL)) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                         _("The file isn’t valid text (UTF-8)."));
    return NULL;
  }
  tree = self.tree = paddock_config_tree_new (bytes, decode);
  if (scan (&self))
    return g_steal_pointer (&tree);
  sentence = make_sentence (&self);
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
  return NULL;
}
