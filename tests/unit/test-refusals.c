/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-refusals.h"

#include "paddock-limits.h"

#include "service-agent-fixture.h"

/* About which servers the user is told, and how often. */

typedef struct {
  PaddockRefusals *refusals;
  TestAgent       *agent;
  guint            n_changed;
} Fixture;

static void
on_changed (PaddockRefusals *refusals,
            Fixture         *fixture)
{
  fixture->n_changed++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->agent = g_object_new (TEST_TYPE_AGENT, NULL);
  fixture->refusals = paddock_refusals_new ();
  paddock_refusals_set_agent (fixture->refusals, PADDOCK_CONSENT_AGENT (fixture->agent));
  g_signal_connect (fixture->refusals, "changed", G_CALLBACK (on_changed), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (fixture->refusals);
  g_assert_finalize_object (fixture->agent);
}

static void
refuse (Fixture            *fixture,
        const char         *server_id,
        PaddockReadVerdict  verdict,
        guint               n,
        gint64              now)
{
  for (guint i = 0; i < n; i++)
    paddock_refusals_note (fixture->refusals, server_id, verdict, now);
}

static void
expect (Fixture    *fixture,
        const char *servers,
        guint       n_changed,
        guint       n_summoned)
{
  g_autofree char *actual =
    g_strjoinv (" ", (GStrv) paddock_refusals_get_servers (fixture->refusals));

  g_assert_cmpstr (actual, ==, servers);
  g_assert_cmpuint (fixture->n_changed, ==, n_changed);
  g_assert_cmpuint (fixture->agent->n_summoned, ==, n_summoned);
}

static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, PADDOCK_LIMIT_REFUSALS_PER_MINUTE, 1);
  expect (fixture, "", 0, 0);
  refuse (fixture, "t", PADDOCK_READ_OUTSIDE, PADDOCK_LIMIT_REFUSALS_PER_MINUTE, 1);
  expect (fixture, "", 0, 0);
  refuse (fixture, "s", PADDOCK_READ_MALFORMED, 1, 1);
  expect (fixture, "s", 1, 1);
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1000, 2);
  expect (fixture, "s", 1, 1);
  refuse (fixture, "t", PADDOCK_READ_SENSITIVE, 1, 2);
  expect (fixture, "s t", 2, 2);
}

/* Few refusals, spread over the whole day. */
static void
test_slow (Fixture       *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < 1000; i++)
    refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1, i * 3 * G_TIME_SPAN_SECOND);
  expect (fixture, "", 0, 0);
}

static void
test_once_until_looked_at (Fixture       *fixture,
                           gconstpointer  data)
{
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1000, 1);
  paddock_refusals_acknowledge (fixture->refusals);
  expect (fixture, "", 2, 1);
  paddock_refusals_acknowledge (fixture->refusals);
  expect (fixture, "", 2, 1);
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1, 2 * G_TIME_SPAN_MINUTE);
  expect (fixture, "", 2, 1);
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1000, 2 * G_TIME_SPAN_MINUTE);
  expect (fixture, "s", 3, 2);
}

/* An open window is told, and not summoned. */
static void
test_window (Fixture       *fixture,
             gconstpointer  data)
{
  fixture->agent->is_available = TRUE;
  refuse (fixture, "s", PADDOCK_READ_OUTSIDE, 1000, 1);
  expect (fixture, "s", 1, 0);
  paddock_refusals_set_agent (fixture->refusals, NULL);
  refuse (fixture, "t", PADDOCK_READ_OUTSIDE, 1000, 1);
  expect (fixture, "s t", 2, 0);
}

static void
test_verdicts (Fixture       *fixture,
               gconstpointer  data)
{
  static const PaddockReadVerdict usual[] = {
    PADDOCK_READ_MISSING, PADDOCK_READ_TOO_LARGE, PADDOCK_READ_UNREADABLE, PADDOCK_READ_BUSY,
    PADDOCK_READ_TIMED_OUT, PADDOCK_READ_ALLOWED, (PaddockReadVerdict) 99,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (usual); i++)
    refuse (fixture, "s", usual[i], 1000, 1);
  expect (fixture, "", 0, 0);
}

static void
test_many_servers (Fixture       *fixture,
                   gconstpointer  data)
{
  for (guint i = 0; i < PADDOCK_LIMIT_REFUSED_SERVERS + 5; i++) {
    g_autofree char *id = g_strdup_printf ("%u", i);

    refuse (fixture, id, PADDOCK_READ_OUTSIDE, 100, 1);
  }
  g_assert_cmpuint (g_strv_length ((GStrv) paddock_refusals_get_servers (fixture->refusals)), ==,
                    PADDOCK_LIMIT_REFUSED_SERVERS);
}

#define TEST(name, function) \
  g_test_add ("/refusals/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  TEST ("limit", test_limit);
  TEST ("slow", test_slow);
  TEST ("once-until-looked-at", test_once_until_looked_at);
  TEST ("window", test_window);
  TEST ("verdicts", test_verdicts);
  TEST ("many-servers", test_many_servers);

  return g_test_run ();
}
