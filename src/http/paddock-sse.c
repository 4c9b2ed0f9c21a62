/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-sse.h"

#include <string.h>

/* Parses a stream of events (WHATWG HTML, "Server-sent events", 9.2.6).
 *
 * The code that reads a response owns the parser. The parser passes data on at once and keeps none,
 * so a line without an end costs no memory. Of any other field the parser keeps only as many bytes
 * as the limit for that field allows. If the stream breaks off inside an event, that event never
 * ends, and the caller must discard its data. No I/O, no clock, no errors: the parser skips unknown
 * fields, as the standard demands.
 */

typedef enum {
  AT_START,                         /* at the start of a line */
  IN_NAME,
  BEHIND_COLON,                     /* after the colon: a space here does not belong to the value */
  IN_VALUE,
} State;

typedef enum {
  FAULT_NONE,
  FAULT_CUT,                        /* the text is too long to keep */
  FAULT_NUL,                        /* the text contains a NUL */
} Fault;

typedef enum {
  FIELD_NONE,                       /* a comment or an unknown field */
  FIELD_DATA,
  FIELD_EVENT,
  FIELD_ID,
  FIELD_RETRY,
} Field;

struct _PaddockSse
{
  const PaddockSseFuncs *funcs;
  gpointer               user_data;

  State                  state;
  Field                  field;     /* the field of the current line, once its name is complete */
  guint                  n_mark;    /* how many bytes of a byte order mark were read; 3: the mark is
                                     * complete, or there is none */
  gboolean               is_after_cr; /* the last byte was a CR: skip a line feed now */
  Fault                  fault;     /* what is wrong with @word */
  GString               *word;      /* (owned) the name of the current field; after the name, the
                                     * field's value, except data */

  gboolean               has_data;  /* the current event has data */
  char                  *type;      /* (owned) (nullable) the type of the current event; NULL: no
                                     * type has come yet */
  char                  *next_id;   /* (owned) (nullable) becomes @last_id when the event ends;
                                     * NULL: the event has no id */
  char                  *last_id;   /* (owned) (nullable) the id of the last complete event with an
                                     * id; NULL: there was none */
  int                    retry;     /* how long the server wants a client to wait before it connects
                                     * again, in ms; -1: the server did not say */
};

static const char byte_order_mark[] = "\xef\xbb\xbf";

/**
 * paddock_sse_new:
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a parser at the start of a stream
 */
PaddockSse *
paddock_sse_new (const PaddockSseFuncs *funcs,
                 gpointer               user_data)
{
  PaddockSse *self = g_new0 (PaddockSse, 1);

  self->funcs = funcs;
  self->user_data = user_data;
  self->word = g_string_new (NULL);
  self->retry = -1;
  return self;
}

void
paddock_sse_free (PaddockSse *self)
{
  g_string_free (self->word, TRUE);
  g_free (self->type);
  g_free (self->next_id);
  g_free (self->last_id);
  g_free (self);
}

static void
clear_word (PaddockSse *self)
{
  g_string_truncate (self->word, 0);
  self->fault = FAULT_NONE;
}

static void
keep (PaddockSse *self,
      char        c,
      gsize       max)
{
  if (c == '\0')
    self->fault = FAULT_NUL;
  else if (self->word->len < max)
    g_string_append_c (self->word, c);
  else if (self->fault == FAULT_NONE)
    self->fault = FAULT_CUT;
}

static void
give_data (PaddockSse  *self,
           PaddockSpan  part)
{
  if (part.length > 0)
    self->funcs->data (part, self->user_data);
}

static void
end_name (PaddockSse *self)
{
  static const char * const names[] = {
    [FIELD_DATA] = "data", [FIELD_EVENT] = "event", [FIELD_ID] = "id", [FIELD_RETRY] = "retry",
  };

  self->field = FIELD_NONE;
  for (guint i = FIELD_DATA; i < G_N_ELEMENTS (names) && self->fault == FAULT_NONE; i++)
    if (g_str_equal (self->word->str, names[i]))
      self->field = (Field) i;
  clear_word (self);
  if (self->field == FIELD_DATA) {
    if (self->has_data)
      give_data (self, (PaddockSpan) { "\n", 1 });
    self->has_data = TRUE;
  }
}

/* Remembers the value of `retry` if it consists only of digits. */
static void
end_retry (PaddockSse *self)
{
  if (self->word->len == 0 || self->fault == FAULT_NUL ||
      strspn (self->word->str, "0123456789") != self->word->len)
    return;
  self->retry = self->fault == FAULT_CUT ? PADDOCK_SSE_RETRY_MAX
                                         : (int) MIN (g_ascii_strtoull (self->word->str, NULL, 10),
                                                      PADDOCK_SSE_RETRY_MAX);
}

/* Remembers the value of `id`. An id that is too long to send counts as empty, because no request
 * could resume the stream after it. */
static void
end_id (PaddockSse *self)
{
  if (self->fault == FAULT_NUL)
    return;
  g_free (self->next_id);
  self->next_id = g_strdup (self->fault == FAULT_CUT ? "" : self->word->str);
}

static void
end_value (PaddockSse *self)
{
  switch (self->field) {
    case FIELD_EVENT:
      g_free (self->type);
      self->type = g_strdup (self->fault != FAULT_NONE ? "?" : self->word->str);
      break;
    case FIELD_ID:
      end_id (self);
      break;
    case FIELD_RETRY:
      end_retry (self);
      break;
    case FIELD_DATA:
    case FIELD_NONE:
    default:
      break;
  }
  clear_word (self);
}

/* Ends the current event. An event without data has no effect, except for its id. */
static void
end_event (PaddockSse *self)
{
  g_autofree char *type = g_steal_pointer (&self->type);
  gboolean has_data = self->has_data;

  self->has_data = FALSE;
  if (self->next_id != NULL) {
    g_free (self->last_id);
    self->last_id = g_steal_pointer (&self->next_id);
  }
  if (has_data)
    self->funcs->event (type != NULL && *type != '\0' ? type : NULL, self->user_data);
}

static void
end_line (PaddockSse *self)
{
  if (self->state == AT_START) {
    end_event (self);
    return;
  }
  if (self->state == IN_NAME)
    end_name (self);
  end_value (self);
  self->state = AT_START;
}

static gsize
max_of_field (Field field)
{
  switch (field) {
    case FIELD_EVENT:
      return PADDOCK_SSE_TYPE_MAX;
    case FIELD_ID:
      return PADDOCK_SSE_ID_MAX;
    case FIELD_RETRY:
      return PADDOCK_SSE_NAME_MAX;
    case FIELD_NONE:
    case FIELD_DATA:
    default:
      return 0;
  }
}

/* Reads text of one line: @at is not at the end of the line. Returns how many bytes it used. */
static gsize
take_text (PaddockSse *self,
           const char *at,
           gsize       length)
{
  gsize n = 1;

  switch (self->state) {
    case AT_START:
    case IN_NAME:
      self->state = *at == ':' ? BEHIND_COLON : IN_NAME;
      if (*at == ':')
        end_name (self);
      else
        keep (self, *at, PADDOCK_SSE_NAME_MAX);
      return 1;
    case BEHIND_COLON:
      self->state = IN_VALUE;
      if (*at == ' ')
        return 1;
      break;
    case IN_VALUE:
    default:
      break;
  }
  while (n < length && at[n] != '\n' && at[n] != '\r')
    n++;
  if (self->field == FIELD_DATA)
    give_data (self, (PaddockSpan) { at, n });
  else if (self->field != FIELD_NONE)
    for (gsize i = 0; i < n; i++)
      keep (self, at[i], max_of_field (self->field));
  return n;
}

static void
take (PaddockSse *self,
      const char *at,
      gsize       length)
{
  const char *end = at + length;

  while (at < end) {
    gboolean is_second = self->is_after_cr && *at == '\n';

    self->is_after_cr = FALSE;
    if (*at == '\n' || *at == '\r') {
      self->is_after_cr = *at == '\r';
      if (!is_second)
        end_line (self);
      at++;
    } else {
      at += take_text (self, at, (gsize) (end - at));
    }
  }
}

/**
 * paddock_sse_feed:
 * @part: the next bytes of the stream
 *
 * Parses @part, and calls the callbacks for it. They must not free @self.
 */
void
paddock_sse_feed (PaddockSse  *self,
                  PaddockSpan  part)
{
  const guint n_mark = sizeof byte_order_mark - 1;

  while (self->n_mark < n_mark && part.length > 0) {
    if (*part.start != byte_order_mark[self->n_mark]) {
      guint n = self->n_mark;

      self->n_mark = n_mark;
      take (self, byte_order_mark, n);
    } else {
      self->n_mark++;
      part.start++;
      part.length--;
    }
  }
  take (self, part.start, part.length);
}

/**
 * paddock_sse_get_last_id:
 *
 * Returns: (transfer none) (nullable): the id of the last complete event, to resume the stream
 *   with; empty if the server withdrew it, %NULL if the server sent none
 */
const char *
paddock_sse_get_last_id (const PaddockSse *self)
{
  return self->last_id;
}

/* Returns: how long to wait before the next connection, in ms, as the server wishes; -1 if the
 * server did not say. */
int
paddock_sse_get_retry (const PaddockSse *self)
{
  return self->retry;
}
