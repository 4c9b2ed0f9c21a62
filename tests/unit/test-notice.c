/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-notice.h"

#include <string.h>

/* The sequences, as text. A word is a step with a list after its colon, a letter for each URI ("-":
 * none):
 *   begin:L     the session became ready
 *   list:L      the server asked and was answered
 *   look:L      its launcher asked and was answered
 *   tell:L      the list changed, and the server must be told
 *   quiet:L     the list changed, and it must not be told
 * ("!" behind a list: it is empty by the user's will, or would be)
 * and "read" or "unread": whether a notice is outstanding then. */
static const struct {
  const char *name;
  const char *steps;
} sequences[] = {
  /* A server that never lists. */
  { "nothing-happens", "begin:a read quiet:a read" },
  { "never-listed-first-change", "begin:- read tell:a unread" },
  { "never-listed-told-once-for-additions", "begin:- tell:a quiet:ab quiet:abc unread" },
  { "never-listed-removal", "begin:ab tell:a" },
  { "never-listed-each-removal", "begin:abc tell:ab tell:a tell:-" },
  { "never-listed-there-and-back", "begin:a tell:ab quiet:a" },
  { "never-listed-to-nothing-and-back", "begin:a tell:- quiet:a" },
  { "no-begin", "read quiet:- tell:a" },

  /* Additions. */
  { "add", "begin:- list:a tell:ab unread list:ab read" },
  { "add-twice", "begin:- list:a tell:ab quiet:abc" },
  { "add-twice-with-listing", "begin:- list:a tell:ab list:ab tell:abc" },
  { "add-listing-late", "begin:- list:a tell:ab quiet:abc list:abc quiet:abc" },
  { "add-another-instead", "begin:- list:a tell:ab quiet:ac" },
  { "add-and-back", "begin:- list:a tell:ab quiet:a" },
  { "add-and-back-and-again", "begin:- list:a tell:ab quiet:a quiet:ab" },
  { "add-in-front", "begin:- list:b tell:ab" },

  /* Losses. */
  { "remove", "begin:- list:ab tell:a unread" },
  { "remove-same-list-once", "begin:- list:ab tell:a quiet:a quiet:a" },
  { "remove-one-after-the-other", "begin:- list:abc tell:ab tell:a tell:-" },
  { "remove-and-back", "begin:- list:ab tell:a quiet:ab" },
  { "remove-and-back-and-again", "begin:- list:ab tell:a quiet:ab quiet:a" },
  { "remove-another-instead", "begin:- list:ab tell:a tell:b" },
  { "remove-there-and-back", "begin:- list:ab tell:a tell:b tell:a" },
  { "remove-all", "begin:- list:ab tell:-" },

  /* Additions and losses. */
  { "remove-then-add", "begin:- list:ab tell:a tell:ac" },
  { "remove-then-add-back-more", "begin:- list:ab tell:a quiet:abc" },
  { "add-then-remove-the-old", "begin:- list:a tell:ab tell:b" },
  { "add-then-remove-the-new-then-the-old", "begin:- list:a tell:ab quiet:a tell:-" },
  { "exchange", "begin:- list:a tell:b" },
  { "exchange-and-back", "begin:- list:a tell:b quiet:a" },

  /* The launcher requests the list: each change is announced, and nothing counts as read. */
  { "look", "begin:- look:- read tell:a unread look:a unread tell:- look:- unread list:- read" },
  { "look-adds", "begin:- list:a tell:ab look:ab tell:abc unread look:abc unread" },
  { "look-without-change", "begin:- list:a look:a read look:a read tell:-" },
  { "look-away-then-taken", "begin:- list:a tell:- look:- quiet:- tell:-! look:-! quiet:-!" },

  /* Requests in between. */
  { "list-while-told", "begin:- list:a tell:ab list:ab read tell:a" },
  { "list-answers-older", "begin:- list:a tell:ab list:a read tell:ab" },
  { "list-twice", "begin:- list:a list:a quiet:a read" },
  { "list-nothing", "begin:a list:- read tell:a" },
  { "begin-then-list-then-back", "begin:a list:ab tell:a" },
  { "a-b-a-listing-b", "begin:- list:a tell:b list:b tell:a" },

  /* Empty because folders are missing, then by the user's will. */
  { "away-then-taken", "begin:- list:a tell:- tell:-! quiet:-! quiet:-" },
  { "away-read-then-taken", "begin:- list:a tell:- list:- quiet:- tell:-! quiet:-! quiet:-" },
  { "taken-at-once", "begin:- list:a tell:-! quiet:-! list:-! quiet:-!" },
  { "taken-then-away", "begin:- list:a tell:-! list:-! quiet:- quiet:-!" },
  { "away-back-then-taken", "begin:- list:a tell:- quiet:a tell:-! quiet:-!" },
  { "never-taken-from-nothing", "begin:-! quiet:-! list:-! quiet:-! quiet:-" },
  { "begin-away-then-taken", "begin:- tell:-! quiet:-!" },
  { "not-empty-is-not-taken", "begin:- list:a! quiet:a! tell:ab! quiet:a!" },

  /* A new order alone counts as an addition. */
  { "reorder", "begin:- list:ab tell:ba quiet:ab" },
  { "reorder-once", "begin:- list:abc tell:bac quiet:cab" },
};

static GStrv
make_list (const char *letters)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (const char *p = letters; *p != '\0' && *p != '-' && *p != '!'; p++) {
    g_autofree char *uri = g_strdup_printf ("file:///%c", *p);

    g_strv_builder_add (builder, uri);
  }
  return g_strv_builder_end (builder);
}

static void
test_sequence (gconstpointer data)
{
  g_auto (GStrv) steps = g_strsplit (data, " ", -1);
  g_autoptr (PaddockNotice) notice = paddock_notice_new ();

  for (gsize i = 0; steps[i] != NULL; i++) {
    char *colon = strchr (steps[i], ':');
    g_auto (GStrv) list = make_list (colon != NULL ? colon + 1 : "");
    const char * const *uris = (const char * const *) list;
    gboolean is_revoked_by_user = g_str_has_suffix (steps[i], "!");

    g_test_message ("%s", steps[i]);
    if (g_str_has_prefix (steps[i], "begin:"))
      paddock_notice_begin (notice, uris, is_revoked_by_user);
    else if (g_str_has_prefix (steps[i], "look:"))
      paddock_notice_looked (notice, uris, is_revoked_by_user);
    else if (g_str_has_prefix (steps[i], "list:"))
      paddock_notice_answered (notice, uris, is_revoked_by_user);
    else if (g_str_has_prefix (steps[i], "tell:"))
      g_assert_true (paddock_notice_changed (notice, uris, is_revoked_by_user));
    else if (g_str_has_prefix (steps[i], "quiet:"))
      g_assert_false (paddock_notice_changed (notice, uris, is_revoked_by_user));
    else if (strcmp (steps[i], "read") == 0)
      g_assert_true (paddock_notice_is_read (notice));
    else if (strcmp (steps[i], "unread") == 0)
      g_assert_false (paddock_notice_is_read (notice));
    else
      g_assert_not_reached ();
  }
}

/* NULL stands for the empty list. */
static void
test_null (void)
{
  static const char * const one[] = { "file:///a", NULL };
  g_autoptr (PaddockNotice) notice = paddock_notice_new ();

  paddock_notice_begin (notice, NULL, FALSE);
  g_assert_false (paddock_notice_changed (notice, NULL, FALSE));
  g_assert_true (paddock_notice_changed (notice, one, FALSE));
  paddock_notice_answered (notice, one, FALSE);
  g_assert_true (paddock_notice_changed (notice, NULL, FALSE));
  g_assert_false (paddock_notice_changed (notice, NULL, FALSE));
  paddock_notice_answered (notice, NULL, FALSE);
  g_assert_true (paddock_notice_is_read (notice));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (sequences); i++) {
    g_autofree char *path = g_strconcat ("/notice/sequence/", sequences[i].name, NULL);

    g_test_add_data_func (path, sequences[i].steps, test_sequence);
  }
  g_test_add_func ("/notice/null", test_null);
  return g_test_run ();
}
