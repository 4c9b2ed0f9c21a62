/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-token.h"

#include <string.h>

static void
test_chars (void)
{
  static const char others[] = "!#$%&'*+-.^_`|~";

  for (int c = -128; c < 128; c++) {
    gboolean is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    gboolean is_digit = c >= '0' && c <= '9';
    gboolean is_other = memchr (others, c, sizeof others - 1) != NULL;
    const char text[] = { 'x', (char) c, '\0' };

    g_assert_cmpint (paddock_token_is_char ((char) c), ==,
                     is_letter || is_digit || (c > 0 && is_other));
    if (c != 0)
      g_assert_cmpint (paddock_token_is_valid (text), ==, paddock_token_is_char ((char) c));
  }
}

static void
test_texts (void)
{
  static const char * const good[] = { "x", "0", "X-Api-Key", "!#$%&'*+-.^_`|~" };
  static const char * const bad[] = { "", " ", "a b", " a", "a ", "a:", "a\tb", "a\r\nX", "a/b",
                                      "(a)", "a\"", "\x7f", "\xc3\xa9", "a\\", "{", "a@b", "a," };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (paddock_token_is_valid (good[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (paddock_token_is_valid (bad[i]));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/token/chars", test_chars);
  g_test_add_func ("/token/texts", test_texts);
  return g_test_run ();
}
