/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-line-class.h"

#include <string.h>

/* What a line is to a relay: pure functions of its bytes.
 *
 * Trusted is nothing. Decided is only what the line is, never what to do with it. The reading is
 * that of the parsers at the other end (JSON.parse(), json.loads()): escapes are resolved before
 * names are compared, and of members that come twice the last counts, so that {"method":"ping",
 * "method":"roots\/list"} is a question about roots. It is in two parts, because most lines are
 * long and concern nobody here: paddock_line_class_read() walks along the top level only and is
 * right
 * for whatever is JSON; paddock_line_class_is_json() is the slow part, for lines about which
 * something is
 * to be done.
 */

typedef struct {
  PaddockLineClass *class;
  PaddockJsonType   id_type;
  PaddockJsonType   method_type;
  gboolean          has_error;
  gboolean          has_duplicate;
  guint             seen;           /* bits: the names of the table below */
  guint             n_members;
  GHashTable       *others;         /* (owned) (nullable) names that are in no table */
} Walk;

static const char * const names[] = { "jsonrpc", "id", "method", "params", "result", "error" };

static void
note_name (Walk       *walk,
           const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    if (strcmp (name, names[i]) == 0) {
      walk->has_duplicate |= (walk->seen & (1u << i)) != 0;
      walk->seen |= 1u << i;
      return;
    }
  }
  if (walk->others == NULL)
    walk->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk->has_duplicate |= !g_hash_table_add (walk->others, g_strdup (name));
}

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  Walk *walk = user_data;
  PaddockLineClass *class = walk->class;

  if (++walk->n_members > PADDOCK_LINE_MEMBERS_MAX)
    return FALSE;

  note_name (walk, name);
  if (strcmp (name, "id") == 0) {
    walk->id_type = type;
    class->id = value;
  } else if (strcmp (name, "method") == 0) {
    walk->method_type = type;
    g_free (class->method);
    class->method = paddock_json_dup_string (value);
  } else if (strcmp (name, "params") == 0) {
    class->params = value;
  } else if (strcmp (name, "result") == 0) {
    class->result = value;
  } else if (strcmp (name, "error") == 0) {
    walk->has_error = TRUE;
  }
  return TRUE;
}

static PaddockLineKind
kind_of (const Walk *walk)
{
  gboolean has_id = walk->id_type == PADDOCK_JSON_STRING || walk->id_type == PADDOCK_JSON_NUMBER;

  if (walk->has_duplicate)
    return PADDOCK_LINE_DUPLICATE;
  if (walk->class->method != NULL) {
    if (has_id)
      return PADDOCK_LINE_REQUEST;
    return walk->id_type == PADDOCK_JSON_INVALID ? PADDOCK_LINE_NOTIFICATION : PADDOCK_LINE_OTHER;
  }
  if (walk->method_type == PADDOCK_JSON_INVALID && has_id &&
      (walk->class->result.length > 0 || walk->has_error))
    return PADDOCK_LINE_RESPONSE;
  return PADDOCK_LINE_OTHER;
}

/**
 * paddock_line_class_read:
 * @text: a line without its newline, or one element of a batch
 * @out_class: (out caller-allocates): what it is
 *
 * Says what @text is if it is JSON; whether it is, paddock_line_class_is_json() says. Method and
 * id are
 * known also for one with duplicate members.
 */
void
paddock_line_class_read (PaddockSpan       text,
                         PaddockLineClass *out_class)
{
  Walk walk = { .class = out_class };

  memset (out_class, 0, sizeof *out_class);
  switch (paddock_json_get_type (text)) {
    case PADDOCK_JSON_OBJECT:
      if (paddock_json_foreach (text, on_member, &walk))
        out_class->kind = kind_of (&walk);
      break;
    case PADDOCK_JSON_ARRAY:
      out_class->kind = PADDOCK_LINE_BATCH;
      break;
    case PADDOCK_JSON_INVALID:
      break;
    case PADDOCK_JSON_STRING:
    case PADDOCK_JSON_NUMBER:
    case PADDOCK_JSON_TRUE:
    case PADDOCK_JSON_FALSE:
    case PADDOCK_JSON_NULL:
    default:
      out_class->kind = PADDOCK_LINE_OTHER;
      break;
  }

  if (walk.id_type != PADDOCK_JSON_STRING && walk.id_type != PADDOCK_JSON_NUMBER)
    out_class->id = (PaddockSpan) { NULL, 0 };
  g_clear_pointer (&walk.others, g_hash_table_unref);
}

void
paddock_line_class_clear (PaddockLineClass *line_class)
{
  g_clear_pointer (&line_class->method, g_free);
}

/**
 * paddock_line_class_is_json:
 *
 * Returns: whether @text is JSON whose nesting is not over %PADDOCK_JSON_SCAN_DEPTH
 */
gboolean
paddock_line_class_is_json (PaddockSpan text)
{
  return paddock_json_validate_within (text.start, text.length, PADDOCK_JSON_SCAN_DEPTH, NULL);
}

/**
 * paddock_line_class_is_method:
 *
 * Returns: whether the last `method` of the line is @method, in whatever spelling
 */
gboolean
paddock_line_class_is_method (const PaddockLineClass *line_class,
                              const char             *method)
{
  return g_strcmp0 (line_class->method, method) == 0;
}

/**
 * paddock_line_class_is_same_id:
 * @a: an id, as its bytes
 * @b: another one
 *
 * Whether two ids are the same to JSON-RPC: strings by their text, numbers by their bytes or their
 * value (a peer without integers answers 1 with 1.0). A string is never a number.
 */
gboolean
paddock_line_class_is_same_id (PaddockSpan a,
                               PaddockSpan b)
{
  g_autofree char *text_a = NULL;
  g_autofree char *text_b = NULL;

  if (a.length == 0 || b.length == 0)
    return FALSE;
  if (a.length == b.length && memcmp (a.start, b.start, a.length) == 0)
    return TRUE;
  if ((a.start[0] == '"') != (b.start[0] == '"'))
    return FALSE;

  if (a.start[0] == '"') {
    text_a = paddock_json_dup_string (a);
    text_b = paddock_json_dup_string (b);
    return g_strcmp0 (text_a, text_b) == 0;
  }
  text_a = g_strndup (a.start, a.length);
  text_b = g_strndup (b.start, b.length);
  /* Beyond 2^53 different numbers have one value. */
  return strlen (text_a) < 16 && strlen (text_b) < 16 &&
         g_ascii_strtod (text_a, NULL) == g_ascii_strtod (text_b, NULL);
}

typedef struct {
  const char  *name;
  PaddockSpan *value;
} Search;

static gboolean
on_search_member (const char      *name,
                  PaddockSpan      value,
                  PaddockJsonType  type,
                  gpointer         user_data)
{
  Search *search = user_data;

  if (strcmp (name, search->name) == 0)
    *search->value = value;
  return TRUE;
}

/**
 * paddock_line_class_find_member:
 * @object: any value that is JSON
 * @name: a name, unescaped
 * @out_value: (out): the last member of that name
 *
 * Returns: whether @object is an object that has it
 */
gboolean
paddock_line_class_find_member (PaddockSpan  object,
                                const char  *name,
                                PaddockSpan *out_value)
{
  Search search = { name, out_value };

  *out_value = (PaddockSpan) { NULL, 0 };
  if (object.length > 0 && paddock_json_get_type (object) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (object, on_search_member, &search);
  return out_value->length > 0;
}
