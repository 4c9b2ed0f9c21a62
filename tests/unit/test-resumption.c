/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-resumption.h"

static const struct {
  PaddockExchangeEnd end;
  guint              status;
  gboolean           is_taken;
  gboolean           answers;       /* an answer with an id is resumed */
  gboolean           listens;       /* a stream to listen to is requested again */
} rows[] = {
  { PADDOCK_EXCHANGE_DONE, 200, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_DONE, 204, TRUE, TRUE, FALSE },
  { PADDOCK_EXCHANGE_CUT, 200, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_CUT, 0, FALSE, FALSE, TRUE },
  { PADDOCK_EXCHANGE_SILENT, 200, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_UNREACHABLE, 0, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_UNREACHABLE, 0, FALSE, FALSE, TRUE },
  { PADDOCK_EXCHANGE_ODD, 200, TRUE, FALSE, FALSE },
  { PADDOCK_EXCHANGE_TOO_LONG, 200, TRUE, FALSE, TRUE },
  { PADDOCK_EXCHANGE_REFUSED, 503, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_REFUSED, 501, FALSE, FALSE, FALSE },
  { PADDOCK_EXCHANGE_REFUSED, 501, TRUE, TRUE, TRUE },
  { PADDOCK_EXCHANGE_REFUSED, 429, TRUE, FALSE, TRUE },
  { PADDOCK_EXCHANGE_REFUSED, 429, FALSE, FALSE, FALSE },
  { PADDOCK_EXCHANGE_REFUSED, 404, TRUE, FALSE, FALSE },
};

static void
test_ends (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    for (guint kind = 0; kind <= PADDOCK_RESUMPTION_ALWAYS; kind++) {
      char id[] = "id";
      const PaddockResumption resumption = { .kind = kind, .last_id = id };
      gboolean expected = (kind == PADDOCK_RESUMPTION_WHILE_OWED && rows[i].answers) ||
                          (kind == PADDOCK_RESUMPTION_ALWAYS && rows[i].listens);

      g_test_message ("row %" G_GSIZE_FORMAT ", kind %u", i, kind);
      g_assert_cmpint (paddock_resumption_allows (&resumption, rows[i].end, rows[i].status,
                                                  rows[i].is_taken), ==, expected);
    }
  }
}

/* An answer without an id is not resumed, and none too often. */
static void
test_limits (void)
{
  char id[] = "id";
  PaddockResumption resumption = { .kind = PADDOCK_RESUMPTION_WHILE_OWED };

  g_assert_false (paddock_resumption_allows (&resumption, PADDOCK_EXCHANGE_CUT, 200, TRUE));
  resumption.last_id = id;
  resumption.n_attempts = PADDOCK_RESUMPTION_MAX - 1;
  g_assert_true (paddock_resumption_allows (&resumption, PADDOCK_EXCHANGE_CUT, 200, TRUE));
  resumption.n_attempts++;
  g_assert_false (paddock_resumption_allows (&resumption, PADDOCK_EXCHANGE_CUT, 200, TRUE));
}

/* Pauses vary by a quarter. The server's own pause is kept exactly the first time. */
static void
test_pauses (void)
{
  static const struct {
    PaddockResumption resumption;
    guint             least;
    guint             most;
  } pauses[] = {
    { { .kind = PADDOCK_RESUMPTION_WHILE_OWED, .retry = -1 }, 187, 313 },
    { { .kind = PADDOCK_RESUMPTION_WHILE_OWED, .retry = -1, .n_attempts = 2 }, 750, 1250 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = -1 }, 750, 1250 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = -1, .n_attempts = 30 }, 45000, 75000 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = 7000 }, 7000, 7000 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = 0 }, 100, 100 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = 0, .n_empty = 2 }, 400, 400 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = 0, .n_empty = 30 }, 1000, 1000 },
    { { .kind = PADDOCK_RESUMPTION_ALWAYS, .retry = 7000, .n_attempts = 1 }, 5250, 8750 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pauses); i++)
    for (guint j = 0; j < 100; j++) {
      guint pause = paddock_resumption_choose_pause (&pauses[i].resumption);

      g_test_message ("row %" G_GSIZE_FORMAT ": %u", i, pause);
      g_assert_cmpuint (pause, >=, pauses[i].least);
      g_assert_cmpuint (pause, <=, pauses[i].most);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resumption/ends", test_ends);
  g_test_add_func ("/resumption/limits", test_limits);
  g_test_add_func ("/resumption/pauses", test_pauses);
  return g_test_run ();
}
