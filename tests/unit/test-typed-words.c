/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-typed-words.h"

static void
test_split (void)
{
  const struct {
    const char *typed;
    const char *words;
  } cases[] = {
    { "", "" },
    { "  \t \n ", "" },
    { "one", "one" },
    { " One  TWO ", "one|two" },
    { "Café", "cafe" },
    { "cafe\xcc\x81", "cafe" },
    { "Straße", "strasse" },
    { "ﬁle", "file" },
    { "~/Projects", "~/projects" },
    { "\xcc\x81", "" },
    { "\xff", "" },
    { "one \xff", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = paddock_typed_words_split (cases[i].typed);
    g_autofree char *text = g_strjoinv ("|", words);

    g_assert_cmpstr (text, ==, cases[i].words);
  }
}

static void
test_matches (void)
{
  const struct {
    const char *typed;
    const char *text;
    gboolean    matches;
  } cases[] = {
    { "", "anything", TRUE },
    { "", "", TRUE },
    { "", NULL, TRUE },
    { "dock", "Paddock", TRUE },
    { "resume", "Résumé", TRUE },
    { "RÉSUMÉ", "resume", TRUE },
    { "notes work", "~/Work/My Notes", TRUE },
    { "work notes", "~/Work/My Notes", TRUE },
    { "strasse", "Hauptstraße", TRUE },
    { "프로", "내 프로젝트", TRUE },
    { "文件", "我的文件夹", TRUE },
    { "ΟΔΟΣ", "οδός", TRUE },
    { "a", NULL, FALSE },
    { "a", "", FALSE },
    { "a", "\xff" "a", FALSE },
    { "notes play", "~/Work/My Notes", FALSE },
    { "paddocks", "Paddock", FALSE },
    { "*", "Paddock", FALSE },
    { ".", "Paddock", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = paddock_typed_words_split (cases[i].typed);

    g_assert_cmpint (paddock_typed_words_match ((const char * const *) words, cases[i].text), ==,
                     cases[i].matches);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/typed-words/split", test_split);
  g_test_add_func ("/typed-words/matches", test_matches);
  return g_test_run ();
}
