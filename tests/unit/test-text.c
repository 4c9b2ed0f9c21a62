/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-text.h"

typedef struct {
  const char *text;
  const char *expected;
} Case;

static const Case unchanged[] = {
  { "", NULL },
  { "Notes", NULL },
  { "with space and trailing ", NULL },
  { "back\\slash \\x41", NULL },
  { "100% <b>&amp;</b>", NULL },
  { "한국어 简体中文 日本語", NULL },
  { "עברית العربية", NULL },
  { "naïve café e\xcc\x81", NULL },
  { "ideographic\xe3\x80\x80space", NULL },
  { "❤\xef\xb8\x8f and 🦝", NULL },
  { "e\u0301\u0302\u0303\u0304e\u0301\u0302\u0303\u0304", NULL },  /* four marks on each */
  { "हिन्दी ไทยที่ ཧཱུྃ नि", NULL },
};

static const Case escaped[] = {
  { "a\nb", "a\\x0Ab" },
  { "a\tb", "a\\x09" "b" },
  { "\r", "\\x0D" },
  { "\x1b[31mred", "\\x1B[31mred" },
  { "\x7f", "\\x7F" },
  { "\xc2\x80", "\\u{80}" },                      /* C1 */
  { "\xc2\x9b" "31m", "\\u{9B}31m" },             /* C1: CSI */
  { "\xff", "\\xFF" },
  { "caf\xe9", "caf\\xE9" },
  { "\xc3", "\\xC3" },                            /* ends in a character */
  { "\xc3(", "\\xC3(" },
  { "\xe2\x82", "\\xE2\\x82" },
  { "\xc0\xaf", "\\xC0\\xAF" },                   /* overlong slash */
  { "\xe0\x80\xaf", "\\xE0\\x80\\xAF" },
  { "\xed\xa0\x80", "\\xED\\xA0\\x80" },          /* surrogate */
  { "\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80" }, /* above U+10FFFF */
  { "\xf8\x88\x80\x80\x80", "\\xF8\\x88\\x80\\x80\\x80" },
  { "a\xe2\x80\xae" "b", "a\\u{202E}b" },         /* right-to-left override */
  { "\xe2\x80\xaa", "\\u{202A}" },
  { "\xe2\x81\xa6", "\\u{2066}" },                /* isolates */
  { "\xe2\x81\xa9", "\\u{2069}" },
  { "\xe2\x80\x8e", "\\u{200E}" },                /* marks */
  { "\xe2\x80\x8f", "\\u{200F}" },
  { "\xd8\x9c", "\\u{61C}" },
  { "a\xe2\x80\x8b" "b", "a\\u{200B}b" },         /* zero width */
  { "\xe2\x80\x8c", "\\u{200C}" },
  { "\xe2\x80\x8d", "\\u{200D}" },
  { "\xef\xbb\xbf", "\\u{FEFF}" },
  { "\xe2\x81\xa0", "\\u{2060}" },
  { "\xe2\x80\xa8", "\\u{2028}" },                /* line and paragraph separator */
  { "\xe2\x80\xa9", "\\u{2029}" },
  { "soft\xc2\xad" "hyphen", "soft\\u{AD}hyphen" },
  { "\xf3\xa0\x81\x81", "\\u{E0041}" },           /* tag */
  { "\xf3\xa0\x84\x80", "\\u{E0100}" },           /* variation selector 17 */
  { "a\xef\xb8\x8f", "a\\u{FE0F}" },
  { "\xe3\x85\xa4", "\\u{3164}" },                /* Hangul fillers */
  { "\xef\xbe\xa0", "\\u{FFA0}" },
  { "\xe2\xa0\x80", "\\u{2800}" },                /* blank Braille */
  { "\xcd\x8f", "\\u{34F}" },
  { "e\u0301\u0302\u0303\u0304\u0305!", "e\u0301\u0302\u0303\u0304\\u{305}!" },
  { "\u0301\u0301\u0301\u0301\u0489\u0301", "\u0301\u0301\u0301\u0301\\u{489}\\u{301}" },
};

static void
test_escape_unchanged (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (unchanged); i++) {
    g_autofree char *text = paddock_text_escape (unchanged[i].text, -1);

    g_assert_cmpstr (text, ==, unchanged[i].text);
  }
}

static void
test_escape (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (escaped); i++) {
    g_autofree char *text = paddock_text_escape (escaped[i].text, -1);

    g_assert_cmpstr (text, ==, escaped[i].expected);
    g_assert_true (g_utf8_validate (text, -1, NULL));
  }
}

static void
test_escape_name (void)
{
  static const Case cases[] = {
    { "notes", "notes" },
    { "Anna’s `files` 'x'", "Anna’s `files` 'x'" },
    { "“Paddock” (verified) – choose all. “Paddock”",
      "'Paddock' (verified) – choose all. 'Paddock'" },
    { "\"a\"", "'a'" },
    { "„a‟", "'a'" },
    { "«a» ‹b›", "'a' 'b'" },
    { "「a」『b』", "'a'b'" },
    { "《a》〈b〉⟨c⟩", "'a'b'c'" },
    { "〝a〞〟", "'a'" },
    { "＂a＂｢b｣", "'a'b'" },
    { "﹁a﹂﹃b﹄", "'a'b'" },
    { "❝a❞❮b❯", "'a'b'" },
    { "⌈a⌋ ⌜b⌟ ⸢c⸥ ┌d┘", "'a' 'b' 'c' 'd'" },
    { "a″ b‶ c״ dʺ eˮ f˝", "a' b' c' d' e' f'" },
    { "a\xff”\n", "a\\xFF'\\x0A" },
    /* Two halves of a mark look like a whole one. */
    { "‘‘a’’ ''b'' ``c´´ ‛‛d‚‚", "‘a’ 'b' `c´ ‛d‚" },
    { "a′′ b’'”’ cʼʼ d＇＇", "a′ b’ cʼ d＇" },
    { "<<a>> <b> ->> x", "<a> <b> -> x" },
    { "‘a’ ‚b‘ Jan's Jan’s <'>", "‘a’ ‚b‘ Jan's Jan’s <'>" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_text_escape_name (cases[i].text);

    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

/* Whether Paddock's texts may put @character around a name. Parentheses may stand in a name, and so
 * may an apostrophe. */
static gboolean
encloses (gunichar character)
{
  GUnicodeType type = g_unichar_type (character);

  if (character < 0x80 || character == 0x2019)
    return FALSE;
  return type == G_UNICODE_INITIAL_PUNCTUATION || type == G_UNICODE_FINAL_PUNCTUATION ||
         ((type == G_UNICODE_OPEN_PUNCTUATION || type == G_UNICODE_CLOSE_PUNCTUATION) &&
          character != 0xff08 && character != 0xff09);
}

/* No mark that a translation puts around names stays in a name. */
static void
test_escape_name_translated (void)
{
  g_autofree char *directory = g_test_build_filename (G_TEST_DIST, "..", "..", "po", NULL);
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *file;
  guint n_files = 0;

  g_assert_nonnull (dir);
  while ((file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (directory, file, NULL);
    g_autofree char *texts = NULL;
    guint n_marks = 0;

    if (!g_str_has_suffix (file, ".po"))
      continue;
    g_assert_true (g_file_get_contents (path, &texts, NULL, NULL));
    for (const char *at = texts; *at != '\0'; at = g_utf8_next_char (at)) {
      g_autofree char *mark = g_strndup (at, (gsize) (g_utf8_next_char (at) - at));
      g_autofree char *shown = NULL, *noticed = NULL;

      if (!encloses (g_utf8_get_char (at)))
        continue;
      shown = paddock_text_escape_name (mark);
      noticed = paddock_text_for_notification (mark);
      g_assert_cmpstr (shown, ==, "'");
      g_assert_cmpstr (noticed, ==, "'");
      n_marks++;
    }
    g_assert_cmpuint (n_marks, >, 0);
    n_files++;
  }
  g_assert_cmpuint (n_files, >=, 8);
}

static void
test_escape_length (void)
{
  g_autofree char *nul = paddock_text_escape ("a\0b", 3);
  g_autofree char *none = paddock_text_escape (NULL, 0);
  g_autofree char *part = paddock_text_escape ("abcdef", 3);
  g_autofree char *cut = paddock_text_escape ("é", 1);

  g_assert_cmpstr (nul, ==, "a\\x00b");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (part, ==, "abc");
  g_assert_cmpstr (cut, ==, "\\xC3");
}

/* Every byte and every pair of bytes: the result is always valid, on one line, and visible. */
static void
test_escape_any_bytes (void)
{
  for (guint i = 0; i < 65536; i++) {
    char bytes[2] = { (char) (i >> 8), (char) (i & 0xff) };
    g_autofree char *text = paddock_text_escape (bytes, 2);

    g_assert_true (g_utf8_validate (text, -1, NULL));
    g_assert_null (strpbrk (text, "\n\r\t\x1b\x7f"));
    g_assert_cmpuint (strlen (text), >=, 2);
  }
}

static void
test_for_notification (void)
{
  static const Case cases[] = {
    { "Filesystem", "Filesystem" },
    { "", "" },
    { "<b>bold</b>", "bbold/b" },
    { "a & b", "a  b" },
    { "&lt;", "lt;" },
    { "two\nlines", "twolines" },
    { "\x1b[31mred", "[31mred" },
    { "safe\xe2\x80\xae" "gnp.exe", "safegnp.exe" },
    { "z\xe2\x80\x8b" "w", "zw" },
    { "bad\xff" "byte", "badbyte" },
    { "  spaces  ", "spaces" },
    { " <> ", "" },
    { "파일 시스템", "파일 시스템" },
    { "“a” b’’ «c» Jan’s", "'a' b’ 'c' Jan’s" },
    { "e\u0301\u0301\u0301\u0301\u0301\u0301!", "e\u0301\u0301\u0301\u0301!" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_text_for_notification (cases[i].text);

    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

static void
test_for_notification_limit (void)
{
  for (gsize length = 1; length < 200; length++) {
    g_autofree char *text = g_strnfill (length, 'x');
    g_autoptr (GString) wide = g_string_new (NULL);
    g_autofree char *short_text = paddock_text_for_notification (text);
    g_autofree char *short_wide = NULL;

    for (gsize i = 0; i < length; i++)
      g_string_append (wide, "가");
    short_wide = paddock_text_for_notification (wide->str);

    g_assert_cmpint (g_utf8_strlen (short_text, -1), ==,
                     (glong) MIN (length, PADDOCK_TEXT_NOTIFICATION_MAX));
    g_assert_cmpint (g_utf8_strlen (short_wide, -1), ==,
                     (glong) MIN (length, PADDOCK_TEXT_NOTIFICATION_MAX));
    g_assert_cmpint (g_str_has_suffix (short_text, "…"), ==,
                     length > PADDOCK_TEXT_NOTIFICATION_MAX);
  }
}

static void
test_clip (void)
{
  static const struct {
    const char *text;
    gsize       max;
    const char *expected;
  } cases[] = {
    { "", 0, "" },
    { "abc", 3, "abc" },
    { "abcd", 4, "abcd" },
    { "abcde", 4, "a…" },
    { "abcd", 3, "…" },
    { "abcd", 2, "ab" },          /* no room for the ellipsis */
    { "abcd", 0, "" },
    { "éé", 4, "éé" },
    { "ééé", 5, "é…" },
    { "ééé", 4, "…" },            /* one byte left is no character */
    { "éé", 1, "" },
    { "🦝🦝", 8, "🦝🦝" },
    { "🦝🦝", 7, "🦝…" },
    { "🦝🦝", 6, "…" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_text_clip (cases[i].text, cases[i].max);

    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

static void
test_clip_never_longer (void)
{
  const char *samples[] = { "plain text", "ééééééé", "가나다라마바사", "🦝🦝🦝🦝",
                            "\xff\x80\x80\x80\x80\x80\x80" };

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    for (gsize max = 0; max <= strlen (samples[i]) + 1; max++) {
      g_autofree char *text = paddock_text_clip (samples[i], max);

      g_assert_cmpuint (strlen (text), <=, max);
      if (g_utf8_validate (samples[i], -1, NULL))
        g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

static void
test_abbreviate (void)
{
  static const struct {
    const char *text, *expected;
  } cases[] = {
    { "", "" },
    { "abcdefgh", "abcdefgh" },
    { "abcdefghi", "ab…defghi" },
    { "가나다라마바사아자차", "가나…마바사아자차" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_text_abbreviate (cases[i].text, 8);

    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

static void
test_isolate (void)
{
  g_autofree char *plain = paddock_text_isolate ("~/Notes", FALSE);
  g_autofree char *mirrored = paddock_text_isolate ("~/Notes", TRUE);
  g_autofree char *nothing = paddock_text_isolate ("", TRUE);
  g_autofree char *inside = paddock_text_escape ("a\u2069b\u200fc", -1);

  g_assert_cmpstr (plain, ==, "~/Notes");
  g_assert_cmpstr (mirrored, ==, "\u200f\u2066~/Notes\u2069");
  g_assert_cmpstr (nothing, ==, "\u200f\u2066\u2069");
  /* Nothing in the text can end the isolate. */
  g_assert_cmpstr (inside, ==, "a\\u{2069}b\\u{200F}c");
}

static void
test_name_asker (void)
{
  static const struct {
    const char *server, *caller, *expected;
  } rows[] = {
    { "alpha", "paddock (9) ← host", "alpha (paddock (9) ← host)" },
    { "alpha", NULL, "alpha" },
    { NULL, "(9)", "(9)" },
    { NULL, NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *name = paddock_text_name_asker (rows[i].server, rows[i].caller);

    g_assert_cmpstr (name, ==, rows[i].expected);
  }
}

static void
assert_shortened (const char *path,
                  const char *home,
                  const char *expected)
{
  g_autofree char *text = paddock_text_shorten (path, home);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_shorten (void)
{
  assert_shortened ("/home/me/a", "/home/me", "~/a");
  assert_shortened ("/home/me", "/home/me", "~");
  assert_shortened ("/home/me", NULL, "/home/me");
  assert_shortened ("/home/mea", "/home/me", "/home/mea");
  assert_shortened ("/a", "/", "/a");
  assert_shortened ("/a", "", "/a");
  assert_shortened ("/home/me/\x01", "/home/me", "~/\\x01");
  assert_shortened (NULL, "/home/me", "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text/escape/unchanged", test_escape_unchanged);
  g_test_add_func ("/text/escape/escaped", test_escape);
  g_test_add_func ("/text/escape/name", test_escape_name);
  g_test_add_func ("/text/escape/name-translated", test_escape_name_translated);
  g_test_add_func ("/text/escape/length", test_escape_length);
  g_test_add_func ("/text/escape/any-bytes", test_escape_any_bytes);
  g_test_add_func ("/text/for-notification", test_for_notification);
  g_test_add_func ("/text/for-notification/limit", test_for_notification_limit);
  g_test_add_func ("/text/clip", test_clip);
  g_test_add_func ("/text/clip/never-longer", test_clip_never_longer);

  g_test_add_func ("/text/abbreviate", test_abbreviate);
  g_test_add_func ("/text/isolate", test_isolate);
  g_test_add_func ("/text/name-asker", test_name_asker);
  g_test_add_func ("/text/shorten", test_shorten);
  return g_test_run ();
}
