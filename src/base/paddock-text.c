/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-text.h"

#include <string.h>

/* Makes text from outside fit to be shown. This changes only what is displayed, never what is
 * compared or sent: elsewhere names keep their bytes. */

#define ELLIPSIS "…"

/* How many combining marks one letter may have. Living languages need fewer. A hundred of them
 * would cover the lines above and below. */
#define MARKS_MAX 4

/* What Paddock must know about the text before a character, to judge that character. */
typedef struct {
  gunichar previous;
  guint    n_marks;                 /* how many combining marks the last letter has so far */
} Before;

typedef struct {
  gunichar first;
  gunichar last;
} Range;

/* Characters that draw nothing, or only blank space. Even so, their category is a letter, a mark or
 * a symbol (Unicode 15, Default_Ignorable_Code_Point, and the blank Braille pattern). */
static const Range invisible[] = {
  { 0x034f, 0x034f },    /* combining grapheme joiner */
  { 0x115f, 0x1160 },    /* Hangul fillers */
  { 0x17b4, 0x17b5 },    /* Khmer inherent vowels */
  { 0x180b, 0x180f },    /* Mongolian variation selectors and vowel separator */
  { 0x2800, 0x2800 },    /* blank Braille pattern */
  { 0x3164, 0x3164 },    /* Hangul filler */
  { 0xfe00, 0xfe0f },    /* variation selectors */
  { 0xffa0, 0xffa0 },    /* half-width Hangul filler */
  { 0xe0000, 0xe0fff },  /* tags, more variation selectors, reserved */
};

/* Quotation marks of all languages, and what looks like them. */
static const Range quotation_marks[] = {
  { '"', '"' },
  { 0xab, 0xab }, { 0xbb, 0xbb },       /* « » */
  { 0x2ba, 0x2ba }, { 0x2dd, 0x2dd }, { 0x2ee, 0x2ee }, { 0x2f5, 0x2f6 }, { 0x5f4, 0x5f4 },
  { 0x201c, 0x201f },                   /* “ ” „ ‟ */
  { 0x2033, 0x2034 }, { 0x2036, 0x2037 }, { 0x2057, 0x2057 },   /* primes: ″ ‴ ‶ ‷ ⁗ */
  { 0x2039, 0x203a },                   /* ‹ › */
  { 0x226a, 0x226b },                   /* ≪ ≫ */
  { 0x2308, 0x230b }, { 0x231c, 0x231f }, { 0x2329, 0x232a }, { 0x23a1, 0x23a6 },
  { 0x250c, 0x251b },                   /* corners of boxes, like 「 and 」 */
  { 0x275d, 0x275e }, { 0x2760, 0x2760 }, { 0x276e, 0x276f },
  { 0x27e8, 0x27eb },                   /* ⟨ ⟩ ⟪ ⟫ */
  { 0x2e02, 0x2e05 }, { 0x2e09, 0x2e0a }, { 0x2e0c, 0x2e0d }, { 0x2e1c, 0x2e1d },
  { 0x2e20, 0x2e25 }, { 0x2e42, 0x2e42 },
  { 0x3003, 0x3003 }, { 0x3008, 0x300f },   /* 〃 〈 〉 《 》 「 」 『 』 */
  { 0x301d, 0x301f }, { 0x309b, 0x309b },
  { 0xfe3d, 0xfe44 },                   /* forms for vertical text */
  { 0xff02, 0xff02 }, { 0xff62, 0xff63 },   /* wide and narrow forms */
  { 0x1f676, 0x1f678 },
};

/* Single quotation marks, and what looks like them. In many names they are apostrophes, and no text
 * of Paddock stands between them, so they stay. But two in a row look like one of the above. */
static const Range single_marks[] = {
  { '\'', '\'' }, { '`', '`' }, { 0xb4, 0xb4 },
  { 0x2b9, 0x2b9 }, { 0x2bb, 0x2bf }, { 0x2c8, 0x2c8 }, { 0x2ca, 0x2cb }, { 0x2f4, 0x2f4 },
  { 0x374, 0x374 }, { 0x384, 0x384 }, { 0x55a, 0x55d }, { 0x5f3, 0x5f3 }, { 0x7f4, 0x7f5 },
  { 0x1fbd, 0x1fbf }, { 0x1fef, 0x1fef }, { 0x1ffd, 0x1ffe },
  { 0x2018, 0x201b },                   /* ‘ ’ ‚ ‛ */
  { 0x2032, 0x2032 }, { 0x2035, 0x2035 }, { 0x275b, 0x275c }, { 0x275f, 0x275f },
  { 0xa78b, 0xa78c }, { 0xff07, 0xff07 }, { 0xff40, 0xff40 },
};

static void
move_on (Before   *before,
         gunichar  character)
{
  before->n_marks = g_unichar_ismark (character) ? before->n_marks + 1 : 0;
  before->previous = character;
}

static gboolean
is_in (gunichar     character,
       const Range *ranges,
       gsize        n_ranges)
{
  for (gsize i = 0; i < n_ranges; i++)
    if (character >= ranges[i].first && character <= ranges[i].last)
      return TRUE;

  return FALSE;
}

static gboolean
is_unsafe (gunichar      character,
           const Before *before)
{
  GUnicodeType type = g_unichar_type (character);

  if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_SURROGATE ||
      type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR)
    return TRUE;

  /* Emoji often consist of a symbol and one of these variation selectors, which are harmless after
   * a symbol. */
  if (character == 0xfe0e || character == 0xfe0f)
    return g_unichar_type (before->previous) != G_UNICODE_OTHER_SYMBOL;

  return is_in (character, invisible, G_N_ELEMENTS (invisible)) ||
         (g_unichar_ismark (character) && before->n_marks >= MARKS_MAX);
}

/* Returns the character at @text, or (gunichar) -1 if the bytes are no valid UTF-8. A NUL is a
 * character. */
static gunichar
peek (const char *text,
      gsize       length)
{
  gunichar character;

  if (*text == '\0')
    return 0;

  character = g_utf8_get_char_validated (text, (gssize) MIN (length, 6));
  return character == (gunichar) -2 ? (gunichar) -1 : character;
}

/**
 * paddock_text_escape:
 * @text: bytes from outside, maybe not UTF-8
 * @length: how many bytes, or -1 if @text ends with a NUL
 *
 * Makes @text fit for display. Bytes that are not UTF-8, and ASCII controls, become `\xNN`. Other
 * controls, bidirectional controls, invisible characters, and the fifth and later marks on a letter
 * become `\u{…}`. Everything else stays as it is, even the backslash: the result is only for
 * display and cannot be converted back.
 *
 * Returns: (transfer full): valid UTF-8, on one line
 */
char *
paddock_text_escape (const char *text,
                     gssize      length)
{
  GString *out;
  const char *end;
  Before before = { 0 };

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (length == 0)
    return g_strdup ("");
  end = text + (length < 0 ? strlen (text) : (gsize) length);
  out = g_string_sized_new ((gsize) (end - text));

  while (text < end) {
    gunichar character = peek (text, (gsize) (end - text));
    gsize size = 1;

    if (character == (gunichar) -1)
      g_string_append_printf (out, "\\x%02X", (guint) (guchar) * text);
    else {
      size = (gsize) g_unichar_to_utf8 (character, NULL);
      if (!is_unsafe (character, &before))
        g_string_append_len (out, text, (gssize) size);
      else if (character < 0x80)
        g_string_append_printf (out, "\\x%02X", character);
      else
        g_string_append_printf (out, "\\u{%X}", character);
    }
    move_on (&before, character);
    text += size;
  }

  return g_string_free (out, FALSE);
}

/* Returns what a quotation mark becomes, or half of one; 0 for all other characters. */
static gunichar
get_half (gunichar character)
{
  if (is_in (character, quotation_marks, G_N_ELEMENTS (quotation_marks)) ||
      is_in (character, single_marks, G_N_ELEMENTS (single_marks)))
    return '\'';

  /* "<<" and ">>" look like « and ». */
  return character == '<' || character == '>' ? character : 0;
}

/* Appends a character of a name that may stand between quotation marks. @out: the name so far */
static void
append_unquoted (GString  *out,
                 gunichar  character)
{
  gunichar half = get_half (character);

  if (half != 0 && out->len > 0 &&
      get_half (g_utf8_get_char (g_utf8_prev_char (out->str + out->len))) == half)
    return;
  g_string_append_unichar (out, is_in (character, quotation_marks, G_N_ELEMENTS (quotation_marks))
                                  ? half : character);
}

/**
 * paddock_text_escape_name:
 * @name: a name from outside, maybe not UTF-8
 *
 * Makes a name fit to stand between quotation marks: escapes it like paddock_text_escape(), and
 * replaces its own quotation marks, those of several characters too. Otherwise a name could seem to
 * end early, and go on with words that seem to be Paddock's.
 *
 * Returns: (transfer full): valid UTF-8, on one line
 */
char *
paddock_text_escape_name (const char *name)
{
  g_autofree char *escaped = paddock_text_escape (name, -1);
  GString *out = g_string_sized_new (strlen (escaped));

  for (const char *at = escaped; *at != '\0'; at = g_utf8_next_char (at))
    append_unquoted (out, g_utf8_get_char (at));

  return g_string_free (out, FALSE);
}

/**
 * paddock_text_for_notification:
 * @text: a name that a peer claims
 *
 * Keeps what a notification may show; lock screens show notifications too. It removes what
 * paddock_text_escape() would escape, and characters of markup, which some notification servers
 * interpret. It replaces quotation marks. At most %PADDOCK_TEXT_NOTIFICATION_MAX characters stay.
 *
 * Returns: (transfer full): valid UTF-8, maybe empty
 */
char *
paddock_text_for_notification (const char *text)
{
  GString *out;
  glong count = 0;
  Before before = { 0 };
  gsize length, last = 0;

  g_return_val_if_fail (text != NULL, NULL);

  out = g_string_new (NULL);
  length = strlen (text);
  for (gsize i = 0; i < length;) {
    gunichar character = peek (text + i, length - i);
    gsize size = character == (gunichar) -1 ? 1 : (gsize) g_unichar_to_utf8 (character, NULL);

    if (character != (gunichar) -1 && !is_unsafe (character, &before) &&
        character != '<' && character != '>' && character != '&' &&
        (out->len > 0 || !g_unichar_isspace (character))) {
      if (count == PADDOCK_TEXT_NOTIFICATION_MAX) {
        g_string_truncate (out, last);
        g_string_append (out, ELLIPSIS);
        break;
      }
      last = out->len;
      append_unquoted (out, character);
      count++;
    }
    move_on (&before, character);
    i += size;
  }

  return g_strchomp (g_string_free (out, FALSE));
}

/**
 * paddock_text_clip:
 * @text: text that ends with a NUL
 * @max_bytes: how many bytes the result may have, without the NUL
 *
 * Shortens @text to @max_bytes bytes, between two characters. A shortened text ends with an
 * ellipsis, if there is room for one. UTF-8 stays valid; bytes that are not UTF-8 stay as they are.
 *
 * Returns: (transfer full): the text
 */
char *
paddock_text_clip (const char *text,
                   gsize       max_bytes)
{
  const char *mark = max_bytes >= strlen (ELLIPSIS) ? ELLIPSIS : "";
  gsize keep;

  g_return_val_if_fail (text != NULL, NULL);

  if (strlen (text) <= max_bytes)
    return g_strdup (text);

  keep = max_bytes - strlen (mark);
  /* In UTF-8, a byte 10xxxxxx continues a character, so do not cut before such a byte. */
  for (gsize back = keep; keep - back < 4; back--)
    if ((text[back] & 0xc0) != 0x80) {
      keep = back;
      break;
    } else if (back == 0)
      break;

  return g_strdup_printf ("%.*s%s", (int) keep, text, mark);
}

/**
 * paddock_text_abbreviate:
 * @text: valid UTF-8
 * @max_chars: how many characters of @text to keep
 *
 * Shortens @text. Keeps a little of the beginning, and more of the end, which usually names the
 * script and its arguments.
 *
 * Returns: (transfer full): @text; if it was longer, with an ellipsis in its middle
 */
char *
paddock_text_abbreviate (const char *text,
                         glong       max_chars)
{
  glong length = g_utf8_strlen (text, -1);
  glong n_start = max_chars / 4;
  g_autofree char *start = NULL;

  if (length <= max_chars)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, n_start);
  return g_strconcat (start, ELLIPSIS,
                      g_utf8_offset_to_pointer (text, length - (max_chars - n_start)), NULL);
}

/**
 * paddock_text_isolate:
 * @text: escaped text that runs from left to right, such as a path
 * @is_mirrored: whether the text around it runs from right to left
 *
 * Aligns @text like the lines around it. Otherwise such text would be aligned to the left if it
 * stands alone on a line. The text still reads from left to right, whatever script its names have.
 * UAX #9 describes the characters for this: a mark makes the line run from right to left, and an
 * isolate encloses @text.
 *
 * Returns: (transfer full): @text, between invisible marks if it needs them
 */
char *
paddock_text_isolate (const char *text,
                      gboolean    is_mirrored)
{
  return is_mirrored ? g_strconcat ("\u200f\u2066", text, "\u2069", NULL) : g_strdup (text);
}

/**
 * paddock_text_name_asker:
 * @server: (nullable): the label of a server
 * @caller: (nullable): the label of the program that asked in its name
 *
 * Names who asks: the server, and the program that speaks for it. Anybody on the bus can ask in the
 * name of any server, even if the server does not know.
 *
 * Returns: (transfer full) (nullable): both labels, for example "alpha (paddock (123) ← bash)", or
 *   the only label that is given
 */
char *
paddock_text_name_asker (const char *server,
                         const char *caller)
{
  if (server == NULL || caller == NULL)
    return g_strdup (server != NULL ? server : caller);
  return g_strdup_printf ("%s (%s)", server, caller);
}

/**
 * paddock_text_shorten:
 * @path: (nullable): bytes of the file system
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): @path for display
 */
char *
paddock_text_shorten (const char *path,
                      const char *home)
{
  g_autofree char *shown = NULL;
  gsize length = home != NULL ? strlen (home) : 0;

  if (path == NULL)
    return g_strdup ("");

  shown = paddock_text_escape (path, -1);
  if (length > 1 && strncmp (path, home, length) == 0 &&
      (path[length] == '/' || path[length] == '\0')) {
    g_autofree char *rest = paddock_text_escape (path + length, -1);

    return g_strconcat ("~", rest, NULL);
  }

  return g_steal_pointer (&shown);
}
