/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-confined.h"

#include "paddock-seal.h"

#include <string.h>

static const char * const none[] = { NULL };
static const char * const one[] = { "/a", NULL };
static const char * const word[] = { "write", "/a", NULL };
static const char * const two[] = { "/a", "/b", NULL };
static const char * const joined[] = { "/a/b", NULL };

/* At the limit all paths are kept, and what is beyond it is counted. */
static void
test_limits (void)
{
  static const struct {
    guint n_paths, length, n_more;      /* so many paths of this length */
    guint n_kept;
  } cases[] = {
    { 0, 0, 0, 0 }, { 1, 2, 0, 1 }, { 16, 2, 0, 16 }, { 17, 2, 0, 16 }, { 20, 2, 3, 16 },
    { 16, 256, 0, 16 }, { 16, 257, 0, 15 }, { 1, 4096, 0, 1 }, { 1, 4097, 0, 0 }, { 2, 4096, 1, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
    g_autofree char *path = g_strnfill (cases[i].length, '/');
    g_auto (GStrv) paths = NULL;
    g_autoptr (PaddockConfined) confined = NULL;

    for (guint j = 0; j < cases[i].n_paths; j++)
      g_strv_builder_add (builder, path);
    paths = g_strv_builder_end (builder);
    confined = paddock_confined_new (TRUE, NULL, (const char * const *) paths, cases[i].n_more);
    g_assert_cmpuint (g_strv_length (confined->reads), ==, cases[i].n_kept);
    g_assert_cmpuint (confined->n_more, ==,
                      cases[i].n_paths - cases[i].n_kept + cases[i].n_more);
  }
}

static void
test_network (void)
{
  g_autoptr (PaddockConfined) with = paddock_confined_new (7, NULL, none, 0);
  g_autoptr (PaddockConfined) without = paddock_confined_new (FALSE, NULL, none, 0);

  g_assert_cmpstr (paddock_confined_get_network (with), ==, "host");
  g_assert_cmpstr (paddock_confined_get_network (without), ==, "none");
}

/* What can be written comes first. */
static void
test_limits_of_both (void)
{
  static const struct {
    guint n_writes, n_reads;
    guint n_kept_writes, n_kept_reads;
  } cases[] = {
    { 0, 0, 0, 0 }, { 2, 3, 2, 3 }, { 8, 8, 8, 8 }, { 9, 8, 9, 7 }, { 16, 1, 16, 0 },
    { 17, 1, 16, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree const char **writes = g_new0 (const char *, cases[i].n_writes + 1);
    g_autofree const char **reads = g_new0 (const char *, cases[i].n_reads + 1);
    g_autoptr (PaddockConfined) confined = NULL;
    g_autoptr (PaddockConfined) again = NULL;

    for (guint j = 0; j < cases[i].n_writes; j++)
      writes[j] = "/w";
    for (guint j = 0; j < cases[i].n_reads; j++)
      reads[j] = "/r";
    confined = paddock_confined_new (TRUE, writes, reads, 0);
    again = paddock_confined_copy (confined);
    g_assert_cmpuint (g_strv_length (confined->writes), ==, cases[i].n_kept_writes);
    g_assert_cmpuint (g_strv_length (confined->reads), ==, cases[i].n_kept_reads);
    g_assert_cmpuint (confined->n_more, ==, cases[i].n_writes - cases[i].n_kept_writes +
                      cases[i].n_reads - cases[i].n_kept_reads);
    g_assert_true (paddock_confined_equal (confined, again));
  }
}

/* The seal of a server that can write nothing more is what older services expect. */
static void
test_seal_without_writes (void)
{
  const char * const texts[] = { "s", "host", "0", "/a", NULL };
  g_autoptr (PaddockConfined) confined = paddock_confined_new (TRUE, NULL, one, 0);
  g_autofree char *seal = paddock_confined_dup_seal (confined, "s", "k");
  g_autofree char *expected = paddock_seal_dup ("k", texts);

  g_assert_true (paddock_seal_is_equal (seal, expected));
}

/* A seal is that of one server and of one value. */
static void
test_seals (void)
{
  const struct {
    gboolean            has_network;
    const char * const *reads;
    guint               n_more;
    const char         *server;
    const char         *key;
    const char * const *writes;
  } cases[] = {
    { TRUE, one, 0, "s", "k" }, { FALSE, one, 0, "s", "k" }, { TRUE, two, 0, "s", "k" },
    { TRUE, joined, 0, "s", "k" }, { TRUE, none, 0, "s", "k" }, { TRUE, one, 1, "s", "k" },
    { TRUE, one, 0, "s", "k", one }, { TRUE, none, 0, "s", "k", one },
    { TRUE, one, 0, "s", "k", two }, { TRUE, one, 0, "s", "k", joined },
    { TRUE, one, 0, "s", "k", word }, { TRUE, one, 0, "t", "k" },
    { TRUE, one, 0, NULL, "k" }, { TRUE, one, 0, "s", "l" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (cases); j++) {
      g_autoptr (PaddockConfined) a =
        paddock_confined_new (cases[i].has_network, cases[i].writes, cases[i].reads,
                              cases[i].n_more);
      g_autoptr (PaddockConfined) b =
        paddock_confined_new (cases[j].has_network, cases[j].writes, cases[j].reads,
                              cases[j].n_more);
      g_autofree char *seal_a = paddock_confined_dup_seal (a, cases[i].server, cases[i].key);
      g_autofree char *seal_b = paddock_confined_dup_seal (b, cases[j].server, cases[j].key);

      g_assert_cmpint (paddock_seal_is_equal (seal_a, seal_b), ==, i == j);
      g_assert_cmpint (paddock_confined_equal (a, b), ==,
                       i == j || (MAX (i, j) > 10 && (MIN (i, j) > 10 || MIN (i, j) == 0)));
    }
}

static void
test_copy (void)
{
  g_autoptr (PaddockConfined) confined = paddock_confined_new (TRUE, one, two, 3);
  g_autoptr (PaddockConfined) copy = paddock_confined_copy (confined);

  g_assert_true (paddock_confined_equal (confined, copy));
  g_assert_cmpstr (copy->reads[1], ==, "/b");
  g_assert_cmpstr (copy->writes[0], ==, "/a");
  g_assert_null (paddock_confined_copy (NULL));
  g_assert_true (paddock_confined_equal (NULL, NULL));
  g_assert_false (paddock_confined_equal (confined, NULL));
  g_assert_false (paddock_confined_equal (NULL, confined));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/confined/limits", test_limits);
  g_test_add_func ("/confined/limits-of-both", test_limits_of_both);
  g_test_add_func ("/confined/seal-without-writes", test_seal_without_writes);
  g_test_add_func ("/confined/network", test_network);
  g_test_add_func ("/confined/seals", test_seals);
  g_test_add_func ("/confined/copy", test_copy);
  return g_test_run ();
}
