/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-long-line.h"

#include <string.h>

/* What a line is that is too long to be kept, told from its parts as they pass.
 *
 * Its user owns one for each such line. It keeps the id and the method, which may stand behind
 * everything else, and nothing of what is long. Where the line is a message, it is taken for the
 * same as paddock_message_read() would; that it is JSON, nobody says. So it serves to know what
 * a
 * line answers or wants to have answered, and never to let one through.
 */

struct _PaddockLongLine
{
  guint     depth;                  /* of brackets that are open */
  gboolean  is_batch;
  gboolean  is_odd;                 /* no message, whatever follows */
  gboolean  is_over;                /* the message has ended */
  gboolean  in_string;
  gboolean  is_escaped;             /* the byte before was a backslash */
  gboolean  is_value;               /* behind a colon of the top level */
  gboolean  is_nested;              /* the value is an object or an array */
  gboolean  is_cut;                 /* the word is longer than is kept */
  gboolean  has_id;                 /* also one that is not kept */
  gboolean  has_result;             /* or an error */
  gboolean  has_method;
  gboolean  is_ambiguous;           /* a member that counts came twice */
  guint     seen;                   /* bits: the names of the table below */
  GString  *word;                   /* (owned) name or value of the top level, as far as it came */
  char     *name;                   /* (owned) (nullable) of the value */
  char     *id;                     /* (owned) (nullable) as its bytes */
  char     *method;                 /* (owned) (nullable) */
};

/**
 * paddock_long_line_new:
 *
 * Returns: (transfer full): for a line of which nothing came yet
 */
PaddockLongLine *
paddock_long_line_new (void)
{
  PaddockLongLine *self = g_new0 (PaddockLongLine, 1);

  self->word = g_string_new (NULL);
  return self;
}

void
paddock_long_line_free (PaddockLongLine *self)
{
  g_string_free (self->word, TRUE);
  g_free (self->name);
  g_free (self->id);
  g_free (self->method);
  g_free (self);
}

/**
 * paddock_long_line_begin:
 * @line: (inout) (nullable): the one before, which is freed
 *
 * Another line begins.
 */
void
paddock_long_line_begin (PaddockLongLine **line)
{
  g_clear_pointer (line, paddock_long_line_free);
  *line = paddock_long_line_new ();
}

static void
keep (PaddockLongLine *self,
      char             c)
{
  if (self->depth != 1 || self->is_nested)
    return;
  if (self->word->len < PADDOCK_LONG_LINE_NAME_MAX)
    g_string_append_c (self->word, c);
  else
    self->is_cut = TRUE;
}

/* The word as a string; NULL where it is none, or too long. */
static char *
dup_word (PaddockLongLine *self)
{
  if (self->is_cut || self->is_nested)
    return NULL;
  return paddock_json_dup_string ((PaddockSpan) { self->word->str, self->word->len });
}

static void
clear_word (PaddockLongLine *self)
{
  g_string_truncate (self->word, 0);
  self->is_cut = self->is_nested = FALSE;
}

static void
end_name (PaddockLongLine *self)
{
  g_free (self->name);
  self->name = dup_word (self);
  self->is_value = TRUE;
  clear_word (self);
}

static const char * const names[] = { "jsonrpc", "id", "method", "params", "result", "error" };

static void
note_name (PaddockLongLine *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (self->name, names[i]) == 0) {
      self->is_ambiguous |= (self->seen & (1u << i)) != 0;
      self->seen |= 1u << i;
    }
}

/* Of members that come twice the last counts. */
static void
end_value (PaddockLongLine *self)
{
  const char *word = self->word->str;

  note_name (self);
  if (g_strcmp0 (self->name, "id") == 0) {
    gboolean is_id = !self->is_nested && !self->is_cut &&
                     (*word == '"' || *word == '-' || g_ascii_isdigit (*word));

    g_free (self->id);
    self->id = is_id ? g_strdup (word) : NULL;
    self->has_id = TRUE;
  } else if (g_strcmp0 (self->name, "method") == 0) {
    g_free (self->method);
    self->method = dup_word (self);
    self->has_method = TRUE;
  } else if (g_strcmp0 (self->name, "result") == 0 || g_strcmp0 (self->name, "error") == 0) {
    self->has_result = TRUE;
  }
  g_clear_pointer (&self->name, g_free);
  self->is_value = FALSE;
  clear_word (self);
}

static void
open_bracket (PaddockLongLine *self,
              char             c)
{
  if (self->depth == 0) {
    self->is_batch = c == '[';
  } else if (self->depth == 1) {
    clear_word (self);
    self->is_nested = TRUE;
  }
  self->depth++;
}

static void
close_bracket (PaddockLongLine *self)
{
  if (self->depth == 1 && self->is_value)
    end_value (self);
  if (self->depth > 0)
    self->depth--;
  self->is_over = self->depth == 0;
}

static void
take_mark (PaddockLongLine *self,
           char             c)
{
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
      break;
    case '"':
      self->in_string = TRUE;
      self->is_odd |= self->depth == 0;
      keep (self, c);
      break;
    case '{':
    case '[':
      self->is_odd |= self->is_over;
      open_bracket (self, c);
      break;
    case '}':
    case ']':
      close_bracket (self);
      break;
    case ':':
      if (self->depth == 1 && !self->is_value)
        end_name (self);
      break;
    case ',':
      if (self->depth == 1 && self->is_value)
        end_value (self);
      break;
    default:
      self->is_odd |= self->depth == 0;
      keep (self, c);
      break;
  }
}

/**
 * paddock_long_line_feed:
 * @part: what comes next of the line
 */
void
paddock_long_line_feed (PaddockLongLine *self,
                        PaddockSpan      part)
{
  for (gsize i = 0; i < part.length && !self->is_odd && !self->is_batch; i++) {
    char c = part.start[i];

    if (!self->in_string) {
      take_mark (self, c);
      continue;
    }
    keep (self, c);
    if (self->is_escaped)
      self->is_escaped = FALSE;
    else if (c == '\\')
      self->is_escaped = TRUE;
    else if (c == '"')
      self->in_string = FALSE;
  }
}

/**
 * paddock_long_line_classify:
 * @out_class: (out caller-allocates): without params and result; the id points into @self
 *
 * To be called when all of the line came. With an id that is none, or too long to be kept, it is
 * no message, and least of all a notification: who reads all of it may answer.
 */
void
paddock_long_line_classify (const PaddockLongLine *self,
                            PaddockMessage        *out_class)
{
  memset (out_class, 0, sizeof *out_class);
  if (self->is_batch)
    out_class->kind = PADDOCK_MESSAGE_BATCH;
  if (self->is_batch || self->is_odd || !self->is_over)
    return;

  out_class->kind = PADDOCK_MESSAGE_INVALID;
  out_class->method = g_strdup (self->method);
  if (self->id != NULL)
    out_class->id = (PaddockSpan) { self->id, strlen (self->id) };
  if (self->method != NULL && self->id != NULL)
    out_class->kind = PADDOCK_MESSAGE_REQUEST;
  else if (self->method != NULL && !self->has_id)
    out_class->kind = PADDOCK_MESSAGE_NOTIFICATION;
  else if (!self->has_method && self->id != NULL && self->has_result)
    out_class->kind = PADDOCK_MESSAGE_RESPONSE;
}

/**
 * paddock_long_line_is_ambiguous:
 *
 * Two readers may take it for two things; paddock_message_read() says so of other names, too.
 *
 * Returns: whether a member that counts for what it is came twice
 */
gboolean
paddock_long_line_is_ambiguous (const PaddockLongLine *self)
{
  return self->is_ambiguous;
}
