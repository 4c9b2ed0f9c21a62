/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-yaml.h"

#include "paddock-error.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <yaml.h>

/* Reads YAML, the syntax of goose's and Continue's configuration files, with the events of libyaml.
 *
 * libyaml splits the text as YAML 1.1 has it, and the apps read YAML 1.2. So the scanner refuses
 * line breaks that only YAML 1.1 has. It also refuses keys that are no text, a file with several
 * documents, and a line that begins with a byte order mark of its own, which libyaml skips. A text
 * in a block behind "|" or ">" is no string in the tree, so Paddock leaves it alone.
 *
 * libyaml counts characters, so the scanner turns each mark into an offset. The end of a block
 * collection lies behind the comments that follow it. So such a value ends where its last child
 * ends.
 *
 * libyaml doesn't recurse. The scanner limits the size, the depth and the number of values. Its
 * messages contain no text of the file, because files hold secrets.
 */

typedef enum {
  PROBLEM_MISTAKE,
  PROBLEM_EMPTY,
  PROBLEM_LINE_BREAK,
  PROBLEM_FORM,
  PROBLEM_DEPTH,
  PROBLEM_COUNT,
} Problem;

typedef struct {
  PaddockConfigTree *tree;
  const char        *text;
  gsize              size;
  gsize              at;            /* the offset of the character @index */
  gsize              index;
  guint              open;          /* the innermost object or array that is open */
  guint              depth;
  PaddockConfigNode  key;           /* the key of the next value */
  gboolean           has_key;
  guint              n_documents;
  Problem            problem;       /* why the scanner refuses the file, in the line @line */
  gsize              line;
} Scanner;

static gboolean
fail (Scanner *self,
      Problem  problem)
{
  self->problem = problem;
  return FALSE;
}

static gsize
offset_of (Scanner           *self,
           const yaml_mark_t *mark)
{
  for (; self->index < mark->index && self->at < self->size; self->index++)
    self->at = g_utf8_next_char (self->text + self->at) - self->text;
  for (; self->index > mark->index; self->index--)
    self->at = g_utf8_prev_char (self->text + self->at) - self->text;
  return self->at;
}

static gboolean
is_break (char c)
{
  return c == '\n' || c == '\r';
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Moves over line breaks and the spaces around them. Returns how many line breaks there are. */
static guint
skip_breaks (const char **in_out_at,
             const char  *end)
{
  const char *p = *in_out_at;
  guint n_breaks = 0;

  for (; p < end && (is_break (*p) || is_blank (*p)); p++)
    if (*p == '\n')
      n_breaks++;
  *in_out_at = p;
  return n_breaks;
}

/* Reads line breaks inside of a text: a single one means a space. */
static void
fold (GString     *value,
      const char **in_out_at,
      const char  *end)
{
  guint n_breaks = skip_breaks (in_out_at, end);

  if (n_breaks == 1)
    g_string_append_c (value, ' ');
  for (guint i = 1; i < n_breaks; i++)
    g_string_append_c (value, '\n');
}

static void
append_hex (GString     *value,
            const char **in_out_at,
            guint        n_digits)
{
  g_autofree char *digits = g_strndup (*in_out_at, n_digits);
  gunichar c = (gunichar) g_ascii_strtoull (digits, NULL, 16);

  *in_out_at += n_digits;
  if (g_unichar_validate (c))
    g_string_append_unichar (value, c);
}

/* Decodes the escape behind a backslash. */
static void
append_escape (GString     *value,
               const char **in_out_at,
               const char  *end)
{
  static const char letters[] = "0abt\tnvfre \"/\\N_LP";
  static const gunichar meanings[] = { 0, 7, 8, 9, 9, 10, 11, 12, 13, 27, ' ', '"', '/', '\\', 0x85,
                                       0xa0, 0x2028, 0x2029 };
  char c = *(*in_out_at)++;
  const char *found = strchr (letters, c);

  if (is_break (c)) {
    (*in_out_at)--;
    for (guint n_breaks = skip_breaks (in_out_at, end); n_breaks > 1; n_breaks--)
      g_string_append_c (value, '\n');
  } else if (c == 'x' || c == 'u' || c == 'U') {
    append_hex (value, in_out_at, c == 'x' ? 2 : c == 'u' ? 4 : 8);
  } else if (found != NULL && c != '\0') {
    g_string_append_unichar (value, meanings[found - letters]);
  }
}

/* Decodes a key or a string. The scanner has compared the result with libyaml's. */
static char *
decode (const char *literal,
        gsize       length)
{
  g_autoptr (GString) value = g_string_sized_new (length);
  char quote = *literal == '"' || *literal == '\'' ? *literal : '\0';
  const char *p = literal + (quote != '\0'), *end = literal + length - (quote != '\0');

  while (p < end) {
    const char *next = p;

    while (next < end && is_blank (*next))
      next++;
    if (next < end && is_break (*next)) {
      fold (value, &p, end);
    } else if (quote == '"' && *p == '\\') {
      p++;
      append_escape (value, &p, end);
    } else {
      g_string_append_c (value, *p);
      p += quote == '\'' && *p == '\'' ? 2 : 1;
    }
  }
  return strlen (value->str) == value->len ? g_string_free (g_steal_pointer (&value), FALSE) : NULL;
}

/* Whether a text behind its sign is a number for any parser. */
static gboolean
is_number (const char *text)
{
  static const char digits[] = "0123456789";
  gsize n_digits = strspn (text, digits);
  const char *p = text + n_digits;

  if (*text == '0' && text[1] != '\0' && strchr ("xob", text[1]) != NULL)
    return text[2 + strspn (text + 2, "0123456789abcdefABCDEF")] == '\0';
  if (*p == '.')
    p += 1 + strspn (p + 1, digits);
  if (n_digits == 0 && p < text + 2)
    return FALSE;
  if (*p == 'e' || *p == 'E') {
    p++;
    p += *p == '+' || *p == '-';
    p += strspn (p, digits);
  }
  return *p == '\0';
}

/* Whether a text without quotes is a string. The apps have parsers of YAML 1.2, for which `on` is
 * one. */
static gboolean
is_text (const char *text)
{
  static const char * const words[] = {
    "", "~", "null", "true", "false", ".inf", "+.inf", "-.inf", ".nan",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (words[i], text) == 0)
      return FALSE;
  return !is_number (text + (*text == '+' || *text == '-'));
}

/* Adds the value @node, which gets the key that the scanner has. */
static gboolean
add_value (Scanner           *self,
           PaddockConfigNode *node,
           guint             *out_index)
{
  node->parent = self->open;
  if (self->has_key) {
    node->key_begin = self->key.key_begin;
    node->key_end = self->key.key_end;
    node->is_special |= self->key.is_special;
  }
  self->has_key = FALSE;
  return paddock_config_tree_add (self->tree, node, out_index) || fail (self, PROBLEM_COUNT);
}

/* Whether the next value is a key. */
static gboolean
wants_key (const Scanner *self)
{
  return self->depth > 0 && !self->has_key &&
         paddock_config_tree_get (self->tree, self->open)->kind == PADDOCK_CONFIG_OBJECT;
}

static gboolean
read_scalar (Scanner            *self,
             const yaml_event_t *event)
{
  gsize begin = offset_of (self, &event->start_mark), end = offset_of (self, &event->end_mark);
  gboolean is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  PaddockConfigNode node = { .kind = PADDOCK_CONFIG_SCALAR, .begin = (guint32) begin };
  g_autofree char *value = NULL;
  gboolean is_understood;
  guint index;

  while (end > begin && (is_break (self->text[end - 1]) || is_blank (self->text[end - 1])))
    end--;
  node.end = (guint32) end;
  node.is_special = event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL;
  value = end > begin ? decode (self->text + begin, end - begin) : g_strdup ("");
  is_understood = value != NULL && strlen (value) == event->data.scalar.length &&
                  memcmp (value, event->data.scalar.value, event->data.scalar.length) == 0;
  if (wants_key (self)) {
    if (end == begin || (!is_understood && !node.is_special))
      return fail (self, PROBLEM_FORM);
    self->key = (PaddockConfigNode) { .key_begin = node.begin, .key_end = node.end };
    self->key.is_special = node.is_special || (is_plain && strcmp (value, "<<") == 0);
    self->has_key = TRUE;
    return TRUE;
  }
  if (is_understood && !node.is_special && (!is_plain || is_text (value)))
    node.kind = PADDOCK_CONFIG_STRING;
  return add_value (self, &node, &index);
}

static gboolean
read_alias (Scanner            *self,
            const yaml_event_t *event)
{
  PaddockConfigNode node = { .kind = PADDOCK_CONFIG_SCALAR, .is_special = TRUE };
  guint index;

  if (wants_key (self))
    return fail (self, PROBLEM_FORM);
  node.begin = (guint32) offset_of (self, &event->start_mark);
  node.end = (guint32) offset_of (self, &event->end_mark);
  return add_value (self, &node, &index);
}

static gboolean
open_value (Scanner           *self,
            PaddockConfigKind  kind,
            const yaml_mark_t *mark,
            gboolean           is_special)
{
  PaddockConfigNode node = { .kind = kind, .is_special = is_special };
  guint index;

  if (wants_key (self))
    return fail (self, PROBLEM_FORM);
  if (self->depth == PADDOCK_CONFIG_TREE_MAX_DEPTH)
    return fail (self, PROBLEM_DEPTH);
  node.begin = (guint32) offset_of (self, mark);
  node.end = node.begin;
  if (!add_value (self, &node, &index))
    return FALSE;
  self->open = index;
  self->depth++;
  return TRUE;
}

static void
close_value (Scanner            *self,
             const yaml_event_t *event)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, self->open);
  char first = paddock_config_tree_get_char (self->tree, node->begin);

  if (first == '{' || first == '[' || node->first == 0)
    paddock_config_tree_close (self->tree, self->open, offset_of (self, &event->end_mark));
  else
    paddock_config_tree_close (self->tree, self->open,
                               paddock_config_tree_get (self->tree, node->last)->end);
  self->open = node->parent;
  self->depth--;
}

static gboolean
read_event (Scanner            *self,
            const yaml_event_t *event)
{
  self->line = event->start_mark.line + 1;
  switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
      return ++self->n_documents == 1 || fail (self, PROBLEM_FORM);
    case YAML_ALIAS_EVENT:
      return read_alias (self, event);
    case YAML_SCALAR_EVENT:
      return read_scalar (self, event);
    case YAML_SEQUENCE_START_EVENT:
      return open_value (self, PADDOCK_CONFIG_ARRAY, &event->start_mark,
                         event->data.sequence_start.anchor != NULL ||
                         event->data.sequence_start.tag != NULL);
    case YAML_MAPPING_START_EVENT:
      return open_value (self, PADDOCK_CONFIG_OBJECT, &event->start_mark,
                         event->data.mapping_start.anchor != NULL ||
                         event->data.mapping_start.tag != NULL);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      close_value (self, event);
      return TRUE;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    default:
      return TRUE;
  }
}

static gboolean
has_mark (const Scanner *self,
          const char    *at)
{
  static const char mark[] = "\357\273\277";

  return self->size - (at - self->text) >= strlen (mark) && memcmp (at, mark, strlen (mark)) == 0;
}

/* Whether each line break is one for all versions of YAML, and no line begins with a byte order
 * mark, apart from that of the file. */
static gboolean
has_plain_lines (Scanner *self)
{
  static const char * const others[] = { "\302\205", "\342\200\250", "\342\200\251" };

  self->line = 1;
  for (const char *p = self->text + self->at; p < self->text + self->size; p++) {
    if ((p == self->text + self->at || p[-1] == '\n') && has_mark (self, p))
      return fail (self, PROBLEM_FORM);
    self->line += *p == '\n';
    if (*p == '\r' && (p + 1 == self->text + self->size || p[1] != '\n'))
      return fail (self, PROBLEM_LINE_BREAK);
    for (guint i = 0; i < G_N_ELEMENTS (others); i++)
      if (*p == *others[i] && self->size - (p - self->text) >= strlen (others[i]) &&
          memcmp (p, others[i], strlen (others[i])) == 0)
        return fail (self, PROBLEM_LINE_BREAK);
  }
  return TRUE;
}

static gboolean
scan (Scanner *self)
{
  yaml_parser_t parser;
  gboolean is_good = TRUE, is_end = FALSE;

  if (self->size == 0)
    return fail (self, PROBLEM_EMPTY);
  if (has_mark (self, self->text))
    self->at = 3;
  if (!has_plain_lines (self))
    return FALSE;
  if (!yaml_parser_initialize (&parser))
    return FALSE;
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&parser, (const guchar *) self->text + self->at,
                                self->size - self->at);
  while (is_good && !is_end) {
    yaml_event_t event;

    is_good = yaml_parser_parse (&parser, &event);
    if (!is_good) {
      self->line = parser.problem_mark.line + 1;
      break;
    }
    is_end = event.type == YAML_STREAM_END_EVENT;
    is_good = read_event (self, &event);
    yaml_event_delete (&event);
  }
  yaml_parser_delete (&parser);
  if (is_good && self->n_documents == 0)
    return fail (self, PROBLEM_EMPTY);
  return is_good;
}

static char *
make_sentence (Problem problem,
               guint   line)
{
  switch (problem) {
    case PROBLEM_EMPTY:
      return g_strdup (_("The file is empty."));
    case PROBLEM_LINE_BREAK:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("Line %u contains a character that some apps read as the end of "
                                "the line."), line);
    case PROBLEM_FORM:
      /* Translators: %u is the number of a line in a configuration file of an app */
      return g_strdup_printf (_("Line %u uses a part of YAML that Paddock doesn’t read."), line);
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

/**
 * paddock_yaml_scan:
 * @bytes: a whole file
 *
 * Returns: (transfer full): the values of the file; %NULL with a sentence for the user, and
 *   %PADDOCK_ERROR_LIMIT if the file is too large, else %PADDOCK_ERROR_INVALID_ARGUMENT
 */
PaddockConfigTree *
paddock_yaml_scan (GBytes  *bytes,
                   GError **error)
{
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autofree char *sentence = NULL;
  Scanner self = { .problem = PROBLEM_MISTAKE };

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
  sentence = make_sentence (self.problem, (guint) self.line);
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
  return NULL;
}
