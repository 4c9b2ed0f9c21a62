/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-long-line.h"

#include <string.h>

/* Finds the kind, id and method of a message whose line is too long to be kept.
 *
 * The caller owns a #PaddockLongLine for each such line, and shows it the parts of the line. It
 * keeps only the id and the method, which may come last in the line. For a valid message, the
 * result is the same as that of paddock_message_read(). But nobody checks that the line is JSON. So
 * the result may tell which request a line is or answers. It must never decide whether the line
 * goes on.
 */

typedef enum {
  LINE_OPEN,                        /* the message has not ended yet */
  LINE_OVER,                        /* the message has ended */
  LINE_BATCH,
  LINE_ODD,                         /* the line is no message, whatever follows */
} LineState;

typedef enum {
  SCAN_MARKS,                       /* outside of strings */
  SCAN_STRING,
  SCAN_ESCAPE,                      /* the last byte was a backslash in a string */
} ScanState;

typedef enum {
  WORD_WHOLE,
  WORD_CUT,                         /* the word is too long, and only its beginning is kept */
  WORD_NESTED,                      /* the word is an object or an array */
} WordState;

struct _PaddockLongLine
{
  LineState  state;
  ScanState  scan;
  guint      depth;                 /* how many brackets of the line are open now */
  gboolean   is_value;              /* a colon at the top level came: now a value is read, not a
                                     * name */
  gboolean   is_ambiguous;          /* a name in names[] came twice */
  guint      seen;                  /* a bit for each name in names[] that came */
  GString   *word;                  /* (owned) the part so far of the name or value that is read at
                                     * the top level */
  WordState  word_state;
  char      *name;                  /* (owned) (nullable) the name of the value that is read now;
                                     * NULL: unknown */
  char      *id;                    /* (owned) (nullable) the id of the message, JSON; NULL: none so
                                     * far */
  char      *method;                /* (owned) (nullable) */
};

typedef enum {
  NAME_JSONRPC,
  NAME_ID,
  NAME_METHOD,
  NAME_PARAMS,
  NAME_RESULT,
  NAME_ERROR,
  N_NAMES,
} Name;

static const char * const names[N_NAMES] = {
  "jsonrpc", "id", "method", "params", "result", "error",
};

/**
 * paddock_long_line_new:
 *
 * Returns: (transfer full): an object for a line of which no part was read yet
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
 * @line: (inout): the object for the last line, which is freed; %NULL if there is none
 *
 * Replaces @line with an object for a new line.
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
  if (self->depth != 1 || self->word_state == WORD_NESTED)
    return;
  if (self->word->len < PADDOCK_LONG_LINE_NAME_MAX)
    g_string_append_c (self->word, c);
  else
    self->word_state = WORD_CUT;
}

/* Returns (transfer full) @word as a decoded string; NULL if @word is no JSON string, or was too
 * long to be kept. */
static char *
dup_word (PaddockLongLine *self)
{
  if (self->word_state != WORD_WHOLE)
    return NULL;
  return paddock_json_dup_string ((PaddockSpan) { self->word->str, self->word->len });
}

static void
clear_word (PaddockLongLine *self)
{
  g_string_truncate (self->word, 0);
  self->word_state = WORD_WHOLE;
}

static void
end_name (PaddockLongLine *self)
{
  g_free (self->name);
  self->name = dup_word (self);
  self->is_value = TRUE;
  clear_word (self);
}

static gboolean
has_seen (const PaddockLongLine *self,
          Name                   name)
{
  return (self->seen & (1u << name)) != 0;
}

/* Notes that @name, the name of a value, came. Returns its place in names[]; N_NAMES if it is not
 * there. */
static Name
note_name (PaddockLongLine *self)
{
  for (guint i = 0; i < N_NAMES; i++)
    if (g_strcmp0 (self->name, names[i]) == 0) {
      self->is_ambiguous |= has_seen (self, i);
      self->seen |= 1u << i;
      return i;
    }
  return N_NAMES;
}

/* Handles the end of a value. Keeps the value if it is the id or the method. If a member comes
 * twice, the last one counts. */
static void
end_value (PaddockLongLine *self)
{
  const char *word = self->word->str;
  Name name = note_name (self);

  if (name == NAME_ID) {
    gboolean is_id = self->word_state == WORD_WHOLE &&
                     (*word == '"' || *word == '-' || g_ascii_isdigit (*word));

    g_free (self->id);
    self->id = is_id ? g_strdup (word) : NULL;
  } else if (name == NAME_METHOD) {
    g_free (self->method);
    self->method = dup_word (self);
  }
  g_clear_pointer (&self->name, g_free);
  self->is_value = FALSE;
  clear_word (self);
}

static void
open_bracket (PaddockLongLine *self,
              char             c)
{
  if (self->depth == 0 && c == '[') {
    self->state = LINE_BATCH;
  } else if (self->state == LINE_OVER) {
    self->state = LINE_ODD;
  } else if (self->depth == 1) {
    clear_word (self);
    self->word_state = WORD_NESTED;
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
  if (self->depth == 0)
    self->state = LINE_OVER;
}

/* Reads a byte of a number or a word, or the first byte of a string. A message has none of these
 * outside of brackets. */
static void
begin_text (PaddockLongLine *self,
            char             c)
{
  if (self->depth == 0)
    self->state = LINE_ODD;
  keep (self, c);
}

static void
scan_mark (PaddockLongLine *self,
           char             c)
{
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
      break;
    case '"':
      self->scan = SCAN_STRING;
      begin_text (self, c);
      break;
    case '{':
    case '[':
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
      begin_text (self, c);
      break;
  }
}

static void
scan_byte (PaddockLongLine *self,
           char             c)
{
  switch (self->scan) {
    case SCAN_MARKS:
    default:
      scan_mark (self, c);
      break;
    case SCAN_STRING:
      keep (self, c);
      if (c == '\\')
        self->scan = SCAN_ESCAPE;
      else if (c == '"')
        self->scan = SCAN_MARKS;
      break;
    case SCAN_ESCAPE:
      keep (self, c);
      self->scan = SCAN_STRING;
      break;
  }
}

/**
 * paddock_long_line_feed:
 * @part: the next part of the line
 *
 * Reads @part.
 */
void
paddock_long_line_feed (PaddockLongLine *self,
                        PaddockSpan      part)
{
  for (gsize i = 0; i < part.length && self->state < LINE_BATCH; i++)
    scan_byte (self, part.start[i]);
}

/**
 * paddock_long_line_classify:
 * @out_class: (out caller-allocates): kind, method and id; the id points into @self
 *
 * Says what the line was. Must be called after its last part. A line with an invalid id, or with an
 * id that is too long, is %PADDOCK_MESSAGE_INVALID. It is never a notification: a reader of the
 * whole line may answer it.
 */
void
paddock_long_line_classify (const PaddockLongLine *self,
                            PaddockMessage        *out_class)
{
  memset (out_class, 0, sizeof *out_class);
  if (self->state == LINE_BATCH)
    out_class->kind = PADDOCK_MESSAGE_BATCH;
  if (self->state != LINE_OVER)
    return;

  out_class->kind = PADDOCK_MESSAGE_INVALID;
  out_class->method = g_strdup (self->method);
  if (self->id != NULL)
    out_class->id = (PaddockSpan) { self->id, strlen (self->id) };
  if (self->method != NULL && self->id != NULL)
    out_class->kind = PADDOCK_MESSAGE_REQUEST;
  else if (self->method != NULL && !has_seen (self, NAME_ID))
    out_class->kind = PADDOCK_MESSAGE_NOTIFICATION;
  else if (!has_seen (self, NAME_METHOD) && self->id != NULL &&
           (has_seen (self, NAME_RESULT) || has_seen (self, NAME_ERROR)))
    out_class->kind = PADDOCK_MESSAGE_RESPONSE;
}

/**
 * paddock_long_line_is_ambiguous:
 *
 * If a member comes twice, two readers may understand the line in two ways. Looks only at members
 * that decide what the line is, while paddock_message_read() looks at all members.
 *
 * Returns: whether one of these members came twice
 */
gboolean
paddock_long_line_is_ambiguous (const PaddockLongLine *self)
{
  return self->is_ambiguous;
}
