/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-long-line.h"

#include <string.h>

/* Tells what a line is that is too long to be kept, from its parts as they pass.
 *
 * Its user owns one for each such line. It keeps the id and the method, which may stand behind
 * everything else, and nothing that is long. If the line is a message, it is taken for the same as
 * paddock_message_read() would take it for. Nobody checks that the line is JSON. So this tells what
 * a line answers, or wants to have answered; it never decides that a line may pass.
 */

typedef enum {
  LINE_OPEN,
  LINE_OVER,                        /* the message has ended */
  LINE_BATCH,
  LINE_ODD,                         /* no message, whatever follows */
} LineState;

typedef enum {
  SCAN_MARKS,                       /* outside of strings */
  SCAN_STRING,
  SCAN_ESCAPE,                      /* behind a backslash in a string */
} ScanState;

typedef enum {
  WORD_WHOLE,
  WORD_CUT,                         /* it is longer than is kept */
  WORD_NESTED,                      /* it is an object or an array */
} WordState;

struct _PaddockLongLine
{
  LineState  state;
  ScanState  scan;
  guint      depth;                 /* of brackets that are open */
  gboolean   is_value;              /* behind a colon of the top level */
  gboolean   is_ambiguous;          /* a member that counts came twice */
  guint      seen;                  /* bits: the names of the table below */
  GString   *word;                  /* (owned) name or value of the top level, as far as it came */
  WordState  word_state;
  char      *name;                  /* (owned) (nullable) of the value */
  char      *id;                    /* (owned) (nullable) as its bytes */
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
  if (self->depth != 1 || self->word_state == WORD_NESTED)
    return;
  if (self->word->len < PADDOCK_LONG_LINE_NAME_MAX)
    g_string_append_c (self->word, c);
  else
    self->word_state = WORD_CUT;
}

/* The word as a string; NULL if it is none, or too long. */
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

/* Returns N_NAMES for a name that doesn't count. */
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

/* Of members that come twice the last counts. */
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

/* A string, a number or a word. Outside of brackets there is none. */
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
 * @part: what comes next of the line
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
 * @out_class: (out caller-allocates): without params and result; the id points into @self
 *
 * To be called when all of the line came. A line whose id is none, or is too long to be kept, is no
 * message, and never a notification: a reader of the whole line may answer it.
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
 * Two readers may take it for two things; paddock_message_read() says so of other names, too.
 *
 * Returns: whether a member that counts for what it is came twice
 */
gboolean
paddock_long_line_is_ambiguous (const PaddockLongLine *self)
{
  return self->is_ambiguous;
}
