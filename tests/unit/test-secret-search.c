/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-secret-search.h"

#include "service-reading-fixture.h"

#include <sys/stat.h>

/* Asks about a file of the tree. */
static void
begin_search (Fixture              *fixture,
              PaddockSecretSearch  *search,
              const char           *relative,
              GAsyncResult        **out_result)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);
  struct stat status;

  g_assert_cmpint (stat (path, &status), ==, 0);
  *out_result = NULL;
  paddock_secret_search_async (search, status.st_dev, status.st_ino, on_result, out_result);
}

static PaddockSecretState
end_search (PaddockSecretSearch   *search,
            GAsyncResult         **result,
            PaddockSensitiveKind   kind)
{
  PaddockSecretFinding finding;

  WAIT_FOR (*result != NULL);
  finding = paddock_secret_search_finish (search, *result);
  g_clear_object (result);
  if (finding.state == PADDOCK_SECRET_FOUND)
    g_assert_cmpuint (finding.kind, ==, kind);
  return finding.state;
}

static PaddockSecretSearch *
make_search (Fixture *fixture)
{
  g_autofree char *home = tree_path (fixture->scene->tree, "home");

  tree_mkdir (fixture->scene->tree, "home/.ssh");
  tree_write (fixture->scene->tree, "home/.ssh/key");
  return paddock_secret_search_new (paddock_state_get_pool (fixture->scene->state), home);
}

static void
end_all (PaddockSecretSearch *search)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (search);
}

static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  PaddockSecretSearch *search = make_search (fixture);
  PaddockSecretSearch *homeless =
    paddock_secret_search_new (paddock_state_get_pool (fixture->scene->state), NULL);
  GAsyncResult *secret;
  GAsyncResult *plain;

  /* Two at a time, each with its own answer. */
  begin_search (fixture, search, "home/.ssh/key", &secret);
  begin_search (fixture, search, "home/outside", &plain);
  g_assert_cmpuint (end_search (search, &plain, 0), ==, PADDOCK_SECRET_NONE);
  g_assert_cmpuint (end_search (search, &secret, PADDOCK_SENSITIVE_PRIVATE_KEY), ==,
                    PADDOCK_SECRET_FOUND);

  begin_search (fixture, homeless, "home/.ssh/key", &secret);
  g_assert_cmpuint (end_search (homeless, &secret, 0), ==, PADDOCK_SECRET_NONE);
  end_all (search);
  end_all (homeless);
}

/* The first caller waits a while. Later ones do not wait until the home is back. If too many wait,
 * one more gets its answer at once. */
static void
test_hangs (Fixture       *fixture,
            gconstpointer  data)
{
  PaddockSecretSearch *search = make_search (fixture);
  GAsyncResult *results[PADDOCK_SECRET_SEARCH_MAX + 2];
  gint64 begin = g_get_monotonic_time ();
  Hold hold;

  hold_begin (fixture, &hold);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    begin_search (fixture, search, "home/outside", &results[i]);
  g_assert_cmpuint (end_search (search, &results[PADDOCK_SECRET_SEARCH_MAX + 1], 0), ==,
                    PADDOCK_SECRET_UNKNOWN);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, PADDOCK_SECRET_SEARCH_MS * 1000);
  for (guint i = 0; i < PADDOCK_SECRET_SEARCH_MAX + 1; i++) {
    g_assert_cmpuint (end_search (search, &results[i], 0), ==, PADDOCK_SECRET_UNKNOWN);
    g_assert_cmpint (g_get_monotonic_time () - begin, >=, PADDOCK_SECRET_SEARCH_MS * 1000);
  }

  begin = g_get_monotonic_time ();
  begin_search (fixture, search, "home/.ssh/key", &results[0]);
  g_assert_cmpuint (end_search (search, &results[0], 0), ==, PADDOCK_SECRET_UNKNOWN);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, PADDOCK_SECRET_SEARCH_MS * 1000);

  hold_end (&hold);
  begin_search (fixture, search, "home/.ssh/key", &results[0]);
  while (end_search (search, &results[0], PADDOCK_SENSITIVE_PRIVATE_KEY) != PADDOCK_SECRET_FOUND) {
    g_assert_cmpint (g_get_monotonic_time () - begin, <, 10 * G_USEC_PER_SEC);
    g_main_context_iteration (NULL, FALSE);
    begin_search (fixture, search, "home/.ssh/key", &results[0]);
  }
  end_all (search);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/secret-search/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add ("/secret-search/hangs", Fixture, NULL, set_up, test_hangs, tear_down);
  return g_test_run ();
}
