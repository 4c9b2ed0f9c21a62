/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-json.h"

#include <string.h>

#include "paddock-error.h"

/* Decides what is JSON, and finds members in the text without changing it.
 *
 * Paddock validates here every line that a peer sends to it. Of the lines that it relays, it
 * validates only those that it acts on (see paddock-message.c). The validator follows RFC 8259
 * strictly; json-glib accepts more, and recurses. The validator limits the nesting, allocates
 * nothing and does not recurse. The other functions find parts of the text without converting them,
 * so numbers and ids keep their bytes. They expect valid text; in other text they still stay within
 * the span that they got.
 */

typedef enum {
  STEP_FAILED,
  STEP_VALUE,                       /* a value must follow */
  STEP_COMPLETE,                    /* a value has ended */
  STEP_END,                         /* the outermost value has ended */
} Step;

typedef struct {
  const guchar *begin;
  const guchar *at;
  const guchar *end;
  guint64       objects[PADDOCK_JSON_SCAN_DEPTH / 64]; /* bit n: the open container n is an object;
                                                        * the outermost one is 0 */
  guint        depth;
  guint        max_depth;
  const char  *problem;             /* (nullable) what is wrong with the text; NULL: nothing so
                                     * far */
  PaddockError code;
} Scanner;

G_STATIC_ASSERT (PADDOCK_JSON_MAX_DEPTH <= PADDOCK_JSON_SCAN_DEPTH);
G_STATIC_ASSERT (PADDOCK_JSON_SCAN_DEPTH % 64 == 0);

static Step
fail (Scanner    *self,
      const char *problem)
{
  self->problem = problem;
  self->code = PADDOCK_ERROR_PROTOCOL;
  return STEP_FAILED;
}

static gboolean
is_space (guchar c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const guchar *
skip_space (const guchar *at,
            const guchar *end)
{
  while (at < end && is_space (*at))
    at++;
  return at;
}

/* Returns the length of the UTF-8 sequence at @at, whose first byte is not ASCII. Returns 0 if the
 * sequence is malformed (RFC 3629: no overlong forms, no surrogates). */
static guint
sequence_length (const guchar *at,
                 const guchar *end)
{
  guchar low = 0x80, high = 0xbf;
  guint length;

  if (*at < 0xc2 || *at > 0xf4)
    return 0;

  length = *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
  if ((gsize) (end - at) < length)
    return 0;

  if (*at == 0xe0)
    low = 0xa0;
  else if (*at == 0xed)
    high = 0x9f;
  else if (*at == 0xf0)
    low = 0x90;
  else if (*at == 0xf4)
    high = 0x8f;

  if (at[1] < low || at[1] > high)
    return 0;
  for (guint i = 2; i < length; i++)
    if ((at[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

/* Returns the length of the escape at @at; 0 if it is malformed. Accepts a lone surrogate. */
static guint
escape_length (const guchar *at,
               const guchar *end)
{
  if (end - at < 2)
    return 0;
  if (at[1] != 'u')
    return at[1] != '\0' && strchr ("\"\\/bfnrt", at[1]) != NULL ? 2 : 0;
  if (end - at < 6)
    return 0;
  for (guint i = 2; i < 6; i++)
    if (!g_ascii_isxdigit (at[i]))
      return 0;
  return 6;
}

/* Skips plain ASCII in a string, eight bytes at a time: long lines are mostly plain ASCII. Stops at
 * most seven bytes before the first other character, or before the end. */
static const guchar *
skip_plain (const guchar *at,
            const guchar *end)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 highs = ones * 0x80;

  for (; end - at >= 8; at += 8) {
    guint64 word, quote, backslash;

    memcpy (&word, at, sizeof word);
    quote = word ^ (ones * '"');
    backslash = word ^ (ones * '\\');
    /* If any byte of x is below n, a byte of (x - n) & ~x has its high bit set; otherwise none
     * has. */
    if (((word | ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) |
          ((backslash - ones) & ~backslash)) & highs) != 0)
      break;
  }
  return at;
}

static Step
scan_string (Scanner *self)
{
  const guchar *at = skip_plain (self->at + 1, self->end);

  while (at < self->end) {
    guint length = 1;

    if (*at == '"') {
      self->at = at + 1;
      return STEP_COMPLETE;
    }
    if (*at < 0x20)
      return fail (self, "control character in a string");
    if (*at == '\\')
      length = escape_length (at, self->end);
    else if (*at >= 0x80)
      length = sequence_length (at, self->end);

    if (length == 0) {
      self->at = at;
      return fail (self, *at == '\\' ? "bad escape" : "not UTF-8");
    }
    at += length;
    /* After one plain byte, skip_plain() would stop at once again: the byte that stopped it before
     * is still among the next eight bytes. */
    if (length > 1)
      at = skip_plain (at, self->end);
  }
  return fail (self, "string without an end");
}

static gboolean
scan_digits (Scanner *self)
{
  const guchar *first = self->at;

  while (self->at < self->end && g_ascii_isdigit (*self->at))
    self->at++;
  return self->at > first;
}

static Step
scan_number (Scanner *self)
{
  if (*self->at == '-')
    self->at++;
  if (self->at < self->end && *self->at == '0')
    self->at++;
  else if (!scan_digits (self))
    return fail (self, "bad number");

  if (self->at < self->end && *self->at == '.') {
    self->at++;
    if (!scan_digits (self))
      return fail (self, "bad fraction");
  }
  if (self->at < self->end && (*self->at == 'e' || *self->at == 'E')) {
    self->at++;
    if (self->at < self->end && (*self->at == '+' || *self->at == '-'))
      self->at++;
    if (!scan_digits (self))
      return fail (self, "bad exponent");
  }
  return STEP_COMPLETE;
}

static Step
scan_literal (Scanner    *self,
              const char *literal)
{
  gsize length = strlen (literal);

  if ((gsize) (self->end - self->at) < length || memcmp (self->at, literal, length) != 0)
    return fail (self, "unknown word");
  self->at += length;
  return STEP_COMPLETE;
}

/* Scans the name of a member and the colon after it. After that, a value must follow. */
static Step
scan_key (Scanner *self)
{
  self->at = skip_space (self->at, self->end);
  if (self->at == self->end || *self->at != '"')
    return fail (self, "a name must stand here");
  if (scan_string (self) == STEP_FAILED)
    return STEP_FAILED;

  self->at = skip_space (self->at, self->end);
  if (self->at == self->end || *self->at != ':')
    return fail (self, "a colon must stand here");
  self->at++;
  return STEP_VALUE;
}

static Step
scan_open (Scanner *self)
{
  gboolean is_object = *self->at == '{';
  guint64 bit = G_GUINT64_CONSTANT (1) << (self->depth % 64);
  guint64 *word = &self->objects[self->depth / 64];

  if (self->depth == self->max_depth) {
    fail (self, "nested too deeply");
    self->code = PADDOCK_ERROR_LIMIT;
    return STEP_FAILED;
  }

  self->at = skip_space (self->at + 1, self->end);
  if (self->at < self->end && *self->at == (is_object ? '}' : ']')) {
    self->at++;
    return STEP_COMPLETE;
  }

  self->depth++;
  if (!is_object) {
    *word &= ~bit;
    return STEP_VALUE;
  }
  *word |= bit;
  return scan_key (self);
}

/* Scans a scalar, an empty container, or the opening bracket of another container. After the
 * bracket of an object, it also scans the first name. */
static Step
scan_value (Scanner *self)
{
  self->at = skip_space (self->at, self->end);
  if (self->at == self->end)
    return fail (self, "a value must stand here");

  switch (*self->at) {
    case '{':
    case '[':
      return scan_open (self);
    case '"':
      return scan_string (self);
    case 't':
      return scan_literal (self, "true");
    case 'f':
      return scan_literal (self, "false");
    case 'n':
      return scan_literal (self, "null");
    default:
      if (*self->at == '-' || g_ascii_isdigit (*self->at))
        return scan_number (self);
      return fail (self, "a value must stand here");
  }
}

/* Scans what may follow a value: closing brackets, then a comma or the end. */
static Step
scan_follow (Scanner *self)
{
  for (;;) {
    gboolean is_object;

    self->at = skip_space (self->at, self->end);
    if (self->depth == 0)
      return self->at == self->end ? STEP_END : fail (self, "more than one value");
    if (self->at == self->end)
      return fail (self, "ends too early");

    is_object = (self->objects[(self->depth - 1) / 64] >> ((self->depth - 1) % 64)) & 1;
    if (*self->at == ',') {
      self->at++;
      return is_object ? scan_key (self) : STEP_VALUE;
    }
    if (*self->at != (is_object ? '}' : ']'))
      return fail (self, "a comma or a closing bracket must stand here");
    self->at++;
    self->depth--;
  }
}

/**
 * paddock_json_validate_within:
 * @text: (array length=length): bytes, with or without a NUL at the end
 * @length: how many
 * @max_depth: the deepest nesting, at most %PADDOCK_JSON_SCAN_DEPTH
 *
 * Checks whether @text is exactly one JSON value by RFC 8259, in UTF-8. White space around it is
 * allowed, a byte order mark is not. JSON.parse() accepts the same texts once they are decoded.
 * Lone surrogates are valid if they are escaped.
 *
 * Returns: whether @text is one JSON value. %FALSE with %PADDOCK_ERROR_LIMIT if the nesting is
 *   deeper than @max_depth; %FALSE with %PADDOCK_ERROR_PROTOCOL if the text is not JSON
 */
gboolean
paddock_json_validate_within (const char  *text,
                              gsize        length,
                              guint        max_depth,
                              GError     **error)
{
  Scanner scanner = { .begin = (const guchar *) text, .at = (const guchar *) text };
  Step step;

  scanner.end = scanner.begin + length;
  scanner.max_depth = MIN (max_depth, PADDOCK_JSON_SCAN_DEPTH);
  do{
    step = scan_value (&scanner);
    if (step == STEP_COMPLETE)
      step = scan_follow (&scanner);
  }while (step == STEP_VALUE);

  if (step == STEP_END)
    return TRUE;

  g_set_error (error, PADDOCK_ERROR, (int) scanner.code, "Not JSON at byte %" G_GSIZE_FORMAT ": %s",
               (gsize) (scanner.at - scanner.begin), scanner.problem);
  return FALSE;
}

/**
 * paddock_json_span:
 * @bytes: (nullable): a line, or an id
 *
 * Returns: all of @bytes, which must live as long as the span; an empty span for %NULL
 */
PaddockSpan
paddock_json_span (GBytes *bytes)
{
  PaddockSpan span = { NULL, 0 };

  if (bytes != NULL)
    span.start = g_bytes_get_data (bytes, &span.length);
  return span;
}

/**
 * paddock_json_validate:
 *
 * Checks text that Paddock reads: paddock_json_validate_within() with %PADDOCK_JSON_MAX_DEPTH.
 */
gboolean
paddock_json_validate (const char  *text,
                       gsize        length,
                       GError     **error)
{
  return paddock_json_validate_within (text, length, PADDOCK_JSON_MAX_DEPTH, error);
}

/**
 * paddock_json_is_valid:
 *
 * Checks text that Paddock only relays.
 *
 * Returns: whether @text is JSON, with a nesting of at most %PADDOCK_JSON_SCAN_DEPTH
 */
gboolean
paddock_json_is_valid (PaddockSpan text)
{
  return paddock_json_validate_within (text.start, text.length, PADDOCK_JSON_SCAN_DEPTH, NULL);
}

/**
 * paddock_json_get_type:
 * @value: a valid value
 *
 * Returns: the type of @value, by its first byte that is not white space
 */
PaddockJsonType
paddock_json_get_type (PaddockSpan value)
{
  const guchar *end = (const guchar *) value.start + value.length;
  const guchar *at = skip_space ((const guchar *) value.start, end);

  if (at == end)
    return PADDOCK_JSON_INVALID;

  switch (*at) {
    case '{':
      return PADDOCK_JSON_OBJECT;
    case '[':
      return PADDOCK_JSON_ARRAY;
    case '"':
      return PADDOCK_JSON_STRING;
    case 't':
      return PADDOCK_JSON_TRUE;
    case 'f':
      return PADDOCK_JSON_FALSE;
    case 'n':
      return PADDOCK_JSON_NULL;
    default:
      return *at == '-' || g_ascii_isdigit (*at) ? PADDOCK_JSON_NUMBER : PADDOCK_JSON_INVALID;
  }
}

/* Returns the place after the string at @at, or NULL if the string has no end. Most of a long
 * message is strings, and there memchr() is many times faster than a loop. A quote ends the string
 * if the number of backslashes before the quote is even. */
static const guchar *
skip_string (const guchar *at,
             const guchar *end)
{
  const guchar *first = at + 1;

  for (at = first; at < end; at++) {
    const guchar *slash;

    at = memchr (at, '"', (gsize) (end - at));
    if (at == NULL)
      return NULL;
    for (slash = at; slash > first && slash[-1] == '\\'; slash--)
      continue;
    if ((at - slash) % 2 == 0)
      return at + 1;
  }
  return NULL;
}

/* Returns the place after the value at @at, or NULL if the value has no end. Only counts brackets:
 * in valid text, they match. */
static const guchar *
skip_value (const guchar *at,
            const guchar *end)
{
  const guchar *first = at;
  guint depth = 0;

  while (at < end) {
    if (*at == '"') {
      at = skip_string (at, end);
      if (at == NULL || depth == 0)
        return at;
      continue;
    }
    if (*at == '{' || *at == '[')
      depth++;
    else if (depth > 0 && (*at == '}' || *at == ']')) {
      if (--depth == 0)
        return at + 1;
    } else if (depth == 0 && (is_space (*at) || strchr (",]}", *at) != NULL))
      break;
    at++;
  }
  return depth == 0 && at > first ? at : NULL;
}

static guint
read_hex (const guchar *at)
{
  guint value = 0;

  for (guint i = 0; i < 4; i++)
    value = value * 16 + (guint) MAX (g_ascii_xdigit_value (at[i]), 0);
  return value;
}

static gboolean
is_surrogate (gunichar c)
{
  return c >= 0xd800 && c < 0xe000;
}

/* Returns the character of the well-formed \u escape at @at. Stores in @out_length how many bytes
 * of the text stand for the character: one escape, or two. Returns a lone surrogate unchanged. */
static gunichar
read_unicode_escape (const guchar *at,
                     const guchar *end,
                     guint        *out_length)
{
  gunichar unit = read_hex (at + 2);

  *out_length = 6;
  if (unit >= 0xd800 && unit < 0xdc00 && escape_length (at + 6, end) == 6 && at[6] == '\\') {
    gunichar low = read_hex (at + 8);

    if (low >= 0xdc00 && low < 0xe000) {
      *out_length = 12;
      return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
  }
  return unit;
}

/* Writes the character of the escape at @at to *@out, and moves *@out behind it. Returns the length
 * of the escape in the text. */
static guint
write_escape (char         **out,
              const guchar  *at,
              const guchar  *end)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  guint length = escape_length (at, end);
  gunichar c;

  if (length == 0)
    return (guint) (end - at);
  if (length == 2) {
    *(*out)++ = to[strchr (from, at[1]) - from];
    return length;
  }

  c = read_unicode_escape (at, end, &length);
  /* A NUL becomes U+FFFD: it would end the C string, but "id\0x" is not "id". */
  if (c == 0 || is_surrogate (c))
    c = 0xfffd;
  *out += g_unichar_to_utf8 (c, *out);
  return length;
}

/* Writes the text from @at to @end with its escapes resolved, and a NUL. The result is never longer
 * than the text, because an escape is never shorter than its character. */
static void
write_unescaped (char         *out,
                 const guchar *at,
                 const guchar *end)
{
  while (at < end) {
    const guchar *escape = memchr (at, '\\', (gsize) (end - at));
    const guchar *run_end = escape != NULL ? escape : end;

    memcpy (out, at, (gsize) (run_end - at));
    out += run_end - at;
    at = run_end;
    if (escape != NULL)
      at += write_escape (&out, at, end);
  }
  *out = '\0';
}

/* Reads the name at @at into *@name, a buffer of *@size bytes, and enlarges the buffer if
 * necessary. Returns where the value begins, or NULL if there is no valid name. */
static const guchar *
read_key (const guchar  *at,
          const guchar  *end,
          char         **name,
          gsize         *size)
{
  const guchar *name_end;

  if (at == end || *at != '"' || (name_end = skip_string (at, end)) == NULL ||
      name_end - at > PADDOCK_JSON_NAME_MAX + 2)
    return NULL;
  if ((gsize) (name_end - at) > *size) {
    *size = MAX ((gsize) (name_end - at), 64);
    *name = g_realloc (*name, *size);
  }
  write_unescaped (*name, at + 1, name_end - 1);

  at = skip_space (name_end, end);
  return at < end && *at == ':' ? skip_space (at + 1, end) : NULL;
}

/**
 * paddock_json_foreach:
 * @container: a valid object or array
 * @callback: called for each member in order, including duplicates, until @callback returns %FALSE.
 *   Name and value are valid during the call. The name is unescaped, and empty for elements of an
 *   array
 *
 * Returns: whether @callback was called for all members and always returned %TRUE. %FALSE, too, if
 *   @container is no container, or a name is longer than %PADDOCK_JSON_NAME_MAX
 */
gboolean
paddock_json_foreach (PaddockSpan       container,
                      PaddockJsonMember callback,
                      gpointer          user_data)
{
  const guchar *end = (const guchar *) container.start + container.length;
  const guchar *at = skip_space ((const guchar *) container.start, end);
  g_autofree char *name = NULL;
  gsize name_size = 0;
  gboolean is_object;

  if (at == end || (*at != '{' && *at != '['))
    return FALSE;

  is_object = *at == '{';
  at = skip_space (at + 1, end);
  while (at < end && *at != '}' && *at != ']') {
    const guchar *value_end;
    PaddockSpan value;

    if (is_object && (at = read_key (at, end, &name, &name_size)) == NULL)
      return FALSE;
    value_end = skip_value (at, end);
    if (value_end == NULL)
      return FALSE;

    value.start = (const char *) at;
    value.length = (gsize) (value_end - at);
    if (!callback (is_object ? name : "", value, paddock_json_get_type (value), user_data))
      return FALSE;

    at = skip_space (value_end, end);
    if (at < end && *at == ',')
      at = skip_space (at + 1, end);
  }
  return at < end;
}

/**
 * paddock_json_dup_string:
 * @value: a valid value
 *
 * Unescapes a JSON string. Lone surrogates and NUL, which UTF-8 and C strings cannot hold, become
 * U+FFFD.
 *
 * Returns: (transfer full) (nullable): valid UTF-8; %NULL if @value is no string
 */
char *
paddock_json_dup_string (PaddockSpan value)
{
  const guchar *end = (const guchar *) value.start + value.length;
  const guchar *at = skip_space ((const guchar *) value.start, end);
  const guchar *string_end;
  char *text;

  if (at == end || *at != '"' || (string_end = skip_string (at, end)) == NULL)
    return NULL;

  text = g_malloc ((gsize) (string_end - at));
  write_unescaped (text, at + 1, string_end - 1);
  return text;
}

/**
 * paddock_json_is_text:
 * @value: a valid value, or an empty span
 * @text: text without characters that JSON escapes
 *
 * Returns: whether @value is the string @text, with or without escapes
 */
gboolean
paddock_json_is_text (PaddockSpan  value,
                      const char  *text)
{
  gsize length = strlen (text);
  g_autofree char *unescaped = NULL;

  if (value.length == length + 2 && memcmp (value.start + 1, text, length) == 0)
    return value.start[0] == '"';

  unescaped = paddock_json_dup_string (value);
  return g_strcmp0 (unescaped, text) == 0;
}

/**
 * paddock_json_mend_surrogates:
 * @value: a valid value
 *
 * Replaces lone surrogates by U+FFFD. JSON can escape them, but UTF-8 cannot hold them (RFC 8259,
 * 8.2). JavaScript programs send some when they cut a text in the middle of a character.
 *
 * Returns: (transfer full) (nullable): the text of @value, with U+FFFD in their place; %NULL if
 *   there are none
 */
char *
paddock_json_mend_surrogates (PaddockSpan value)
{
  const guchar *begin = (const guchar *) value.start, *end = begin + value.length;
  const guchar *at = begin;
  char *mended = NULL;

  /* In valid JSON, only strings contain backslashes. */
  while ((at = memchr (at, '\\', (gsize) (end - at))) != NULL) {
    guint length = escape_length (at, end);

    if (length == 0)
      break;
    if (length == 6 && is_surrogate (read_unicode_escape (at, end, &length))) {
      if (mended == NULL)
        mended = g_strndup (value.start, value.length);
      memcpy (mended + (at - begin), "\\ufffd", 6);
    }
    at += length;
  }
  return mended;
}

/* Appends @byte as an escape. Does not use printf(), which is slower: a quoted file has a newline
 * at the end of each line, and may consist of control characters. */
static void
append_control (GString *out,
                guchar   byte)
{
  static const char digits[] = "0123456789abcdef";
  const char escape[] = { '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 0xf] };

  g_string_append_len (out, escape, sizeof escape);
}

/**
 * paddock_json_quote:
 * @text: any text; bytes that are not UTF-8 become U+FFFD
 *
 * Returns: (transfer full): @text as a JSON string with quotes, on one line
 */
char *
paddock_json_quote (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_sized_new (strlen (valid) + 8);

  g_string_append_c (out, '"');
  for (const char *at = valid; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\')
      g_string_append_c (out, '\\');
    if ((guchar) * at < 0x20 || *at == 0x7f)
      append_control (out, (guchar) * at);
    else
      g_string_append_c (out, *at);
  }
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

/**
 * paddock_json_is_same_id:
 * @a: an id, as it was sent
 * @b: another one
 *
 * Compares strings by their text, and numbers by their bytes or their value: a peer without
 * integers answers 1 with 1.0. A string never equals a number.
 *
 * Returns: whether both are the same id for JSON-RPC
 */
gboolean
paddock_json_is_same_id (PaddockSpan a,
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
  /* Compare only short numbers by value: from 2^53 on, different integers may be the same
   * double. */
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
 * paddock_json_find_member:
 * @object: any valid value
 * @name: a name, unescaped
 * @out_value: (out): the value of the last member with that name
 *
 * Returns: whether @object is an object with such a member
 */
gboolean
paddock_json_find_member (PaddockSpan  object,
                          const char  *name,
                          PaddockSpan *out_value)
{
  Search search = { name, out_value };

  *out_value = (PaddockSpan) { NULL, 0 };
  if (object.length > 0 && paddock_json_get_type (object) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (object, on_search_member, &search);
  return out_value->length > 0;
}
