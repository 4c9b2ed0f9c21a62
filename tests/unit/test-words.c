/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-words.h"

#include <string.h>

/* There is a word for each value of the model, and for unknown values. */

static void
test_enums (void)
{
  for (PaddockAvailability status = 0; status <= PADDOCK_AVAILABILITY_EXPIRED + 1; status++)
    g_assert_cmpstr (paddock_words_status (status), !=, "");
  for (PaddockStanding standing = 0; standing <= PADDOCK_STANDING_WITHOUT_ROOTS + 1; standing++)
    g_assert_cmpstr (paddock_words_standing (standing), !=, "");
  g_assert_cmpstr (paddock_words_access (PADDOCK_ACCESS_READ_ONLY), !=,
                   paddock_words_access (PADDOCK_ACCESS_READ_WRITE));
}

/* The reason comes from the place, or else from the error, and is never empty. */
static void
test_refusals (void)
{
  for (PaddockPlaceVerdict verdict = 0; verdict <= PADDOCK_PLACE_ACCEPTED; verdict++) {
    PaddockAddResult bare = { .path = (char *) "/x", .verdict = verdict };
    PaddockAddResult told = { .path = (char *) "/x", .verdict = verdict, .error = (char *) "E!" };
    g_autofree char *plain = paddock_words_refusal (&bare);
    g_autofree char *with_error = paddock_words_refusal (&told);

    g_assert_cmpstr (plain, !=, "");
    if (paddock_place_verdict_is_usable (verdict))
      g_assert_cmpstr (with_error, ==, "E!");
    else
      g_assert_cmpstr (with_error, ==, plain);
  }
}

static void
test_warnings (void)
{
  g_auto (GStrv) none = paddock_words_warnings (PADDOCK_PLACE_WARNING_NONE);
  g_auto (GStrv) all = paddock_words_warnings (~0u);

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpuint (g_strv_length (all), ==, 7);
  for (guint bit = 0; bit < 7; bit++) {
    g_auto (GStrv) one = paddock_words_warnings (1u << bit);

    g_assert_cmpuint (g_strv_length (one), ==, 1);
  }
}

typedef struct {
  gint64      time;
  const char *iso;                    /* NULL: never */
} TimeCase;

static const TimeCase times[] = {
  { 0, NULL },
  { -1, NULL },
  { G_MININT64, NULL },
  { G_MAXINT64, NULL },
  { 1, "1970-01-01T00:00:00.000Z" },
  { 999999, "1970-01-01T00:00:00.999Z" },
  { 1000000, "1970-01-01T00:00:01.000Z" },
  { G_GINT64_CONSTANT (1763681645123456), "2025-11-20T23:34:05.123Z" },
  { G_GINT64_CONSTANT (253402300799000000), "9999-12-31T23:59:59.000Z" },
  { G_GINT64_CONSTANT (253402300800000000), NULL },
};

static void
test_times (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    g_autofree char *iso = paddock_words_iso_time (times[i].time);
    g_autofree char *local = paddock_words_time (times[i].time);

    g_assert_cmpstr (iso, ==, times[i].iso);
    if (times[i].iso == NULL)
      g_assert_cmpstr (local, ==, "");
    else
      g_assert_cmpuint (strlen (local), ==, strlen ("2025-11-20 23:34:05"));
  }
}

static void
test_durations (void)
{
  static const struct {
    const char *typed;
    gboolean    is_of_root;
    const char *sent;                 /* NULL: @problem */
    const char *problem;
  } rows[] = {
    { "90m", TRUE, "1h30m", NULL },
    { "hour", TRUE, "hour", NULL },
    { "until-logout", TRUE, "until-logout", NULL },
    { "session", FALSE, "session", NULL },
    { "1970-01-02T00:00:01Z", TRUE, "1970-01-02T00:00:01Z", NULL },
    { "session", TRUE, NULL, "can’t use session" },
    { "1970-01-02T00:00:00Z", FALSE, NULL, "That time has already passed." },
    { "1970-01-01T10:00:00Z", TRUE, NULL, "That time has already passed." },
    { "1980-01-01T00:00:00Z", TRUE, NULL, "3650" },
    { "soon", FALSE, NULL, "Invalid duration" },
    { "", TRUE, NULL, "Invalid duration" },
    { NULL, TRUE, NULL, "Invalid duration" },
    { "\xff", TRUE, NULL, "Invalid duration" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *sent = NULL;
    const char *problem = paddock_words_misread (rows[i].typed, rows[i].is_of_root,
                                                 G_TIME_SPAN_DAY, &sent);

    g_assert_cmpstr (sent, ==, rows[i].sent);
    if (rows[i].problem != NULL)
      g_assert_nonnull (strstr (problem, rows[i].problem));
    else
      g_assert_null (problem);
  }
}

static void
test_ends (void)
{
  g_autofree char *none = paddock_words_end (&(PaddockRoot) { 0 });
  g_autofree char *login = paddock_words_end (&(PaddockRoot) { .login = "login:x" });

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (login, ==, "logout");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/words/enums", test_enums);
  g_test_add_func ("/words/refusals", test_refusals);
  g_test_add_func ("/words/warnings", test_warnings);
  g_test_add_func ("/words/times", test_times);
  g_test_add_func ("/words/durations", test_durations);
  g_test_add_func ("/words/ends", test_ends);
  return g_test_run ();
}
