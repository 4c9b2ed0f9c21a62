/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-jsonc.h"

#include "paddock-error.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads JSON, also with comments and with a comma behind the last value, as the apps' configuration
 * files have it.
 *
 * The scanner follows RFC 8259. It accepts a byte order mark at the beginning. If parsers of
 * different apps would read a text differently, the scanner refuses it: an example is a line
 * comment with a lone carriage return, which ends the comment for some parsers only.
 *
 * The scanner doesn't recurse. It limits the size, the depth and the number of values. Its messages
 * are sentences for the user, and they contain no text of the file, because files hold secrets.
 */

typedef enum {
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END,              /* of the array */
  EXPECT_KEY,
  EXPECT_KEY_OR_END,                /* of the object */
  EXPECT_COMMA_OR_END,
  EXPECT_NOTHING,                   /* the outermost value is complete */
} Expectation;

typedef enum {
  PROBLEM_MISTAKE,
  PROBLEM_EMPTY,
  PROBLEM_TOO_SHORT,
  PROBLEM_LINE_BREAK,
  PROBLEM_COMMENT,
  PROBLEM_OPEN_COMMENT,
  PROBLEM_OPEN_STRING,
  PROBLEM_COMMA,
  PROBLEM_DEPTH,
  PROBLEM_COUNT,
} Problem;

typedef struct {
  PaddockConfigTree  *tree;
  const char         *text;
  gsize               at;
  gsize               size;
  PaddockJsoncDialect dialect;
  Expectation         expected;
  guint               open;         /* the innermost object or array that is open */
  guint               depth;
  gsize               key_begin;    /* the key of the next value; equals key_end if it has none */
  gsize               key_end;
  Problem             problem;      /* why the scanner refuses the file, at the offset @at */
} Scanner;

static gboolean
fail (Scanner *self,
      Problem  problem)
{
  self->problem = problem;
  return FALSE;
}

static gboolean
fail_here (Scanner *self)
{
  if (self->at >= self->size)
    return fail (self, PROBLEM_TOO_SHORT);
  return fail (self, PROBLEM_MISTAKE);
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean
starts_with (const Scanner *self,
             const char    *word)
{
  gsize length = strlen (word);

  return self->size - self->at >= length && memcmp (self->text + self->at, word, length) == 0;
}

/* Moves behind a line comment. Some parsers end it at a lone carriage return or at a Unicode line
 * separator, and others don't. */
static gboolean
skip_line_comment (Scanner *self)
{
  for (; self->at < self->size && self->text[self->at] != '\n'; self->at++) {
    gboolean is_lone = self->text[self->at] == '\r' && self->at + 1 < self->size &&
                       self->text[self->at + 1] != '\n';

    if (is_lone || starts_with (self, "\342\200\250") || starts_with (self, "\342\200\251"))
      return fail (self, PROBLEM_LINE_BREAK);
  }
  return TRUE;
}

static gboolean
skip_comment (Scanner *self)
{
  const char *end;

  if (self->dialect == PADDOCK_JSONC_STRICT && (starts_with (self, "//") ||
                                                starts_with (self, "/*")))
    return fail (self, PROBLEM_COMMENT);
  if (starts_with (self, "//"))
    return skip_line_comment (self);
  if (!starts_with (self, "/*"))
    return fail_here (self);
  end = g_strstr_len (self->text + self->at + 2, self->size - self->at - 2, "*/");
  if (end == NULL)
    return fail (self, PROBLEM_OPEN_COMMENT);
  self->at = end + 2 - self->text;
  return TRUE;
}

static gboolean
skip_trivia (Scanner *self)
{
  for (;;) {
    while (self->at < self->size && is_space (self->text[self->at]))
      self->at++;
    if (self->at == self->size || self->text[self->at] != '/')
      return TRUE;
    if (!skip_comment (self))
      return FALSE;
  }
}

static gboolean
skip_escape (Scanner *self)
{
  char c;

  if (++self->at == self->size)
    return fail_here (self);
  c = self->text[self->at];
  if (c != 'u') {
    if (c == '\0' || strchr ("\"\\/bfnrt", c) == NULL)
      return fail_here (self);
    self->at++;
    return TRUE;
  }
  self->at++;
  for (guint i = 0; i < 4; i++, self->at++)
    if (self->at == self->size || !g_ascii_isxdigit (self->text[self->at]))
      return fail_here (self);
  return TRUE;
}

static gboolean
skip_string (Scanner *self)
{
  self->at++;
  while (self->at < self->size && self->text[self->at] != '"') {
    if ((guchar) self->text[self->at] < 0x20)
      return fail (self, PROBLEM_OPEN_STRING);
    if (self->text[self->at] != '\\')
      self->at++;
    else if (!skip_escape (self))
      return FALSE;
  }
  if (self->at == self->size)
    return fail_here (self);
  self->at++;
  return TRUE;
}

/* Moves behind digits, of which there must be at least one. */
static gboolean
skip_digits (Scanner *self)
{
  gsize begin = self->at;

  while (self->at < self->size && g_ascii_isdigit (self->text[self->at]))
    self->at++;
  return self->at > begin || fail_here (self);
}

static gboolean
skip_number (Scanner *self)
{
  if (self->text[self->at] == '-')
    self->at++;
  if (starts_with (self, "0"))
    self->at++;
  else if (!skip_digits (self))
    return FALSE;
  if (starts_with (self, ".")) {
    self->at++;
    if (!skip_digits (self))
      return FALSE;
  }
  if (starts_with (self, "e") || starts_with (self, "E")) {
    self->at++;
    if (starts_with (self, "+") || starts_with (self, "-"))
      self->at++;
    return skip_digits (self);
  }
  return TRUE;
}

static gboolean
skip_scalar (Scanner *self)
{
  static const char * const words[] = { "true", "false", "null" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (starts_with (self, words[i])) {
      self->at += strlen (words[i]);
      return TRUE;
    }
  if (self->text[self->at] == '-' || g_ascii_isdigit (self->text[self->at]))
    return skip_number (self);
  return fail_here (self);
}

static gboolean
add_node (Scanner           *self,
          PaddockConfigKind  kind,
          gsize              begin,
          guint             *out_index)
{
  PaddockConfigNode node = {
    .kind = kind,
    .key_begin = (guint32) self->key_begin,
    .key_end = (guint32) self->key_end,
    .begin = (guint32) begin,
    .end = (guint32) self->at,
    .parent = self->open,
  };

  self->key_begin = self->key_end = 0;
  return paddock_config_tree_add (self->tree, &node, out_index) ||
         fail (self, PROBLEM_COUNT);
}

static gboolean
open_value (Scanner           *self,
            PaddockConfigKind  kind)
{
  guint index;

  if (self->depth == PADDOCK_CONFIG_TREE_MAX_DEPTH)
    return fail (self, PROBLEM_DEPTH);
  self->at++;
  if (!add_node (self, kind, self->at - 1, &index))
    return FALSE;
  self->open = index;
  self->depth++;
  self->expected = kind == PADDOCK_CONFIG_OBJECT ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
  return TRUE;
}

/* Closes the innermost object or array if its bracket is next. */
static gboolean
close_value (Scanner *self)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, self->open);

  if (self->text[self->at] != (node->kind == PADDOCK_CONFIG_OBJECT ? '}' : ']'))
    return fail_here (self);
  self->at++;
  paddock_config_tree_close (self->tree, self->open, self->at);
  self->open = node->parent;
  self->expected = --self->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
  return TRUE;
}

static gboolean
read_value (Scanner *self)
{
  gsize begin = self->at;
  gboolean is_string = self->text[self->at] == '"';
  guint index;

  if (self->text[self->at] == '{')
    return open_value (self, PADDOCK_CONFIG_OBJECT);
  if (self->text[self->at] == '[')
    return open_value (self, PADDOCK_CONFIG_ARRAY);
  if (!(is_string ? skip_string (self) : skip_scalar (self)))
    return FALSE;
  self->expected = self->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
  return add_node (self, is_string ? PADDOCK_CONFIG_STRING : PADDOCK_CONFIG_SCALAR, begin, &index);
}

static gboolean
read_key (Scanner *self)
{
  gsize begin = self->at;

  if (self->text[self->at] != '"')
    return fail_here (self);
  if (!skip_string (self))
    return FALSE;
  self->key_begin = begin;
  self->key_end = self->at;
  if (!skip_trivia (self))
    return FALSE;
  if (!starts_with (self, ":"))
    return fail_here (self);
  self->at++;
  self->expected = EXPECT_VALUE;
  return TRUE;
}

/* Reads a comma. Behind it, the object or array may end if the app allows a last comma. */
static gboolean
read_comma (Scanner *self)
{
  gboolean is_object = paddock_config_tree_get (self->tree, self->open)->kind ==
                       PADDOCK_CONFIG_OBJECT;
  gsize comma = self->at++;

  self->expected = is_object ? EXPECT_KEY : EXPECT_VALUE;
  if (!skip_trivia (self))
    return FALSE;
  if (!starts_with (self, is_object ? "}" : "]"))
    return TRUE;
  if (self->dialect != PADDOCK_JSONC_COMMENTS_AND_COMMAS) {
    self->at = comma;
    return fail (self, PROBLEM_COMMA);
  }
  return close_value (self);
}

/* Reads one token, with what belongs to it. */
static gboolean
step (Scanner *self)
{
  char c = self->text[self->at];

  switch (self->expected) {
    case EXPECT_VALUE:
      return read_value (self);
    case EXPECT_VALUE_OR_END:
      return c == ']' ? close_value (self) : read_value (self);
    case EXPECT_KEY:
      return read_key (self);
    case EXPECT_KEY_OR_END:
      return c == '}' ? close_value (self) : read_key (self);
    case EXPECT_COMMA_OR_END:
      return c == ',' ? read_comma (self) : close_value (self);
    case EXPECT_NOTHING:
    default:
      return fail_here (self);
  }
}

static gboolean
scan (Scanner *self)
{
  if (starts_with (self, "\357\273\277"))
    self->at += 3;
  if (!skip_trivia (self))
    return FALSE;
  if (self->at == self->size)
    return fail (self, PROBLEM_EMPTY);
  while (self->at < self->size)
    if (!step (self) || !skip_trivia (self))
      return FALSE;
  return self->expected == EXPECT_NOTHING || fail_here (self);
}

static guint
line_of (const char *text,
         gsize       at)
{
  guint line = 1;

  for (gsize i = 0; i < at; i++)
    line += text[i] == '\n';
  return line;
}

static gunichar
read_hex (const char *digits)
{
  gunichar value = 0;

  for (guint i = 0; i < 4; i++)
    value = value * 16 + (gunichar) g_ascii_xdigit_value (digits[i]);
  return value;
}

static char *
make_sentence (Problem problem,
               guint   line)
{
  switch (problem) {
    case PROBLEM_EMPTY:
      return g_strdup (_("The file is empty."));
    case PROBLEM_TOO_SHORT:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("The file ends too early, in line %u."), line);
    case PROBLEM_LINE_BREAK:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("The comment in line %u contains a character that some apps read "
                                "as the end of the line."), line);
    case PROBLEM_COMMENT:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("Line %u has a comment. The app doesn’t allow comments in this "
                                "file."), line);
    case PROBLEM_OPEN_COMMENT:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("The comment in line %u has no end."), line);
    case PROBLEM_OPEN_STRING:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("A text in line %u has no closing quotation mark."), line);
    case PROBLEM_COMMA:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("Line %u has a comma after the last value. The app doesn’t allow "
                                "it."), line);
    case PROBLEM_DEPTH:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("The file is nested too deeply in line %u."), line);
    case PROBLEM_COUNT:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("Up to line %u, the file has more values than Paddock reads."),
                              line);
    case PROBLEM_MISTAKE:
    default:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("The file has a mistake in line %u."), line);
  }
}

/* Decodes \uXXXX, or two of them that make one character. Returns 0 if they mean no character, or
 * the character U+0000. */
static gunichar
decode_unicode (const char **in_out_at,
                const char  *end)
{
  gunichar high = read_hex (*in_out_at + 1), low;

  *in_out_at += 5;
  if (high < 0xd800 || high > 0xdfff)
    return high;
  if (high > 0xdbff || end - *in_out_at < 6 || memcmp (*in_out_at, "\\u", 2) != 0)
    return 0;
  low = read_hex (*in_out_at + 2);
  *in_out_at += 6;
  return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) : 0;
}

/* Decodes a string that the scanner accepted. */
static char *
decode (const char *literal,
        gsize       length)
{
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  g_autoptr (GString) value = g_string_sized_new (length);
  const char *end = literal + length - 1;

  for (const char *p = literal + 1; p < end;) {
    if (*p != '\\') {
      g_string_append_c (value, *p++);
    } else if (*++p == 'u') {
      gunichar c = decode_unicode (&p, end);

      if (c == 0)
        return NULL;
      g_string_append_unichar (value, c);
    } else {
      g_string_append_c (value, meanings[strchr (escapes, *p++) - escapes]);
    }
  }
  return g_string_free (g_steal_pointer (&value), FALSE);
}

/**
 * paddock_jsonc_scan:
 * @bytes: a whole file
 * @dialect: what the app accepts beyond JSON
 *
 * Returns: (transfer full): the values of the file; %NULL with a sentence for the user, and
 *   %PADDOCK_ERROR_LIMIT if the file is too large, else %PADDOCK_ERROR_INVALID_ARGUMENT
 */
PaddockConfigTree *
paddock_jsonc_scan (GBytes               *bytes,
                    PaddockJsoncDialect   dialect,
                    GError              **error)
{
  g_autoptr (PaddockConfigTree) tree = NULL;
  Scanner self = { .dialect = dialect };

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
  if (!scan (&self)) {
    g_autofree char *sentence = make_sentence (self.problem, line_of (self.text, self.at));

    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
    return NULL;
  }
  return g_steal_pointer (&tree);
}

/**
 * paddock_jsonc_quote:
 * @value: UTF-8
 *
 * Writes a text as a string. JSON, TOML and YAML read the result as @value. Characters that nobody
 * sees become \\uXXXX, so that nothing is hidden from a user who reads the file.
 *
 * Returns: (transfer full): the string with its quotes
 */
char *
paddock_jsonc_quote (const char *value)
{
  g_autoptr (GString) text = g_string_new ("\"");

  for (const char *p = value; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (c == '"' || c == '\\')
      g_string_append_printf (text, "\\%c", (char) c);
    else if (c <= 0xffff && c != ' ' && (!g_unichar_isgraph (c) || c == 0x2028 || c == 0x2029))
      g_string_append_printf (text, "\\u%04x", c);
    else
      g_string_append_unichar (text, c);
  }
  g_string_append_c (text, '"');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
