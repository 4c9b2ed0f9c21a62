/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-asker.h"

static void
test_copy (void)
{
  char *session = g_strdup ("4/5");
  char *origin = g_strdup ("/usr/bin/node");
  const PaddockAsker template = {
    .session = session, .origin = origin, .is_vouched_for = TRUE,
  };
  g_autoptr (PaddockAsker) copy = paddock_asker_copy (&template);
  g_autoptr (PaddockAsker) empty = paddock_asker_copy (&(PaddockAsker) { 0 });

  g_free (session);
  g_free (origin);
  g_assert_cmpstr (copy->session, ==, "4/5");
  g_assert_cmpstr (copy->origin, ==, "/usr/bin/node");
  g_assert_true (copy->is_vouched_for);
  g_assert_null (empty->session);
  g_assert_null (empty->origin);
  g_assert_false (empty->is_vouched_for);
  paddock_asker_free (NULL);
}

static void
test_compare (void)
{
  static const struct {
    PaddockAsker a, b;
    gboolean     is_same_session, shares_session, shares_origin;
  } rows[] = {
    { { .session = "4/5" }, { .session = "4/5" }, TRUE, TRUE, FALSE },
    { { .session = "4/5" }, { .session = "4/6" }, FALSE, FALSE, FALSE },
    { { .session = "4/5" }, { .session = NULL }, FALSE, FALSE, FALSE },
    { { .session = NULL }, { .session = NULL }, TRUE, FALSE, FALSE },
    { { .origin = "/a" }, { .origin = "/a" }, TRUE, FALSE, TRUE },
    { { .origin = "/a" }, { .origin = "/b" }, TRUE, FALSE, FALSE },
    { { .origin = "" }, { .origin = "" }, TRUE, FALSE, TRUE },
    { { .origin = "" }, { .origin = NULL }, TRUE, FALSE, FALSE },
    { { "4/5", "/a", TRUE }, { "4/5", "/a", FALSE }, TRUE, TRUE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockAsker *pairs[][2] = { { &rows[i].a, &rows[i].b }, { &rows[i].b, &rows[i].a } };

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    for (gsize j = 0; j < G_N_ELEMENTS (pairs); j++) {
      g_assert_cmpint (paddock_asker_is_same_session (pairs[j][0], pairs[j][1]), ==,
                       rows[i].is_same_session);
      g_assert_cmpint (paddock_asker_shares_session (pairs[j][0], pairs[j][1]), ==,
                       rows[i].shares_session);
      g_assert_cmpint (paddock_asker_shares_origin (pairs[j][0], pairs[j][1]), ==,
                       rows[i].shares_origin);
    }
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/asker/copy", test_copy);
  g_test_add_func ("/asker/compare", test_compare);
  return g_test_run ();
}
