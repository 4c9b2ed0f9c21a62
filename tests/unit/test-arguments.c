/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-arguments.h"

#include <string.h>

#include "paddock-error.h"
#include "paddock-names.h"

/* Arguments and paths are separated by "|". "-" means no path at all. */
typedef struct {
  const char *argv;
  const char *paths;
  const char *expected;             /* NULL: equal to @argv, which has no template */
} Case;

static const Case cases[] = {
  { "s|{roots}", "/a", "s|/a" },
  { "s|{roots}", "/a|/b|/c", "s|/a|/b|/c" },
  { "s|{roots}", "-", "s" },
  { "s|--|{roots}|-x", "/b|/a", "s|--|/b|/a|-x" },
  { "s|{roots}|{roots}", "/a|/b", "s|/a|/b|/a|/b" },
  { "s|{roots}|{roots}", "-", "s" },
  { "s|{root}", "/a|/b", "s|/a" },
  { "s|{root}", "-", "s" },
  { "s|--dir={root}|x", "/a|/b", "s|--dir=/a|x" },
  { "s|--dir={root}|x", "-", "s|x" },
  { "s|{root}:{root}", "/a|/b", "s|/a:/a" },
  { "s|{root}/sub", "/a", "s|/a/sub" },
  { "s|{root}|{roots}", "/a|/b", "s|/a|/a|/b" },
  { "s|{{root}}", "/a", "s|{/a}" },
  /* Bytes stay as they are; a path holds no template. */
  { "s|{roots}|{root}", "/a b|/\xff\xfe|/c\nd|/e'\"$x;", "s|/a b|/\xff\xfe|/c\nd|/e'\"$x;|/a b" },
  { "s|{roots}", "/{root}|/{roots}", "s|/{root}|/{roots}" },
  { "s|{root}{root}", "/{root}", "s|/{root}/{root}" },
  /* Without templates. */
  { "s", "/a", NULL },
  { "s|", "/a", NULL },
  { "{roots}", "/a", NULL },
  { "{root}", "/a", NULL },
  { "{root}/bin|x", "/a", NULL },
  { "s|{roots} ", "/a", NULL },
  { "s| {roots}", "/a", NULL },
  { "s|x{roots}", "/a", NULL },
  { "s|{roots}{roots}", "/a", NULL },
  { "s|{ROOTS}|{Root}", "/a", NULL },
  { "s|{root|root}|{}|{ root }|$root|{rootx}", "/a", NULL },
  { "s|{{roots}}", "/a", NULL },
};

static GStrv
split (const char *text)
{
  if (strcmp (text, "-") == 0)
    return g_new0 (char *, 1);
  /* g_strsplit() gives nothing for an empty text, and none is an empty argument. */
  return g_strsplit (text, "|", -1);
}

static void
test_expand (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) argv = split (cases[i].argv);
    g_auto (GStrv) paths = split (cases[i].paths);
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) got = paddock_arguments_expand ((const char * const *) argv,
                                                   (const char * const *) paths, &error);
    g_autofree char *text = NULL;

    g_assert_no_error (error);
    text = g_strjoinv ("|", got);
    g_assert_cmpstr (text, ==, cases[i].expected != NULL ? cases[i].expected : cases[i].argv);
    g_assert_cmpint (paddock_arguments_has_templates ((const char * const *) argv), ==,
                     cases[i].expected != NULL);
  }
}

static void
test_one_limit (void)
{
  for (guint over = 0; over <= 1; over++) {
    g_autofree char *path = g_strnfill (PADDOCK_ARGUMENTS_ONE_BYTES - 1 + over, '/');
    const char * const argv[] = { "s", "{root}", NULL };
    const char * const paths[] = { path, NULL };
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) got = paddock_arguments_expand (argv, paths, &error);

    g_assert_cmpint (got == NULL, ==, over);
    if (over)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
    else
      g_assert_cmpstr (got[1], ==, path);
  }
}

/* Each argument needs its bytes, its NUL and a pointer. */
static void
test_all_limit (void)
{
  const gsize each = 1024;
  const gsize n = PADDOCK_ARGUMENTS_ALL_BYTES / each;

  for (guint over = 0; over <= 1; over++) {
    g_autofree char *path = g_strnfill (each - 1 - sizeof (char *), 'x');
    g_autofree char *first = g_strnfill (each - 1 - sizeof (char *) + over, 'x');
    g_autofree const char **paths = g_new0 (const char *, n + 1);
    const char * const argv[] = { first, "{roots}", NULL };
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) got = NULL;

    for (gsize i = 0; i < n - 1; i++)
      paths[i] = path;
    got = paddock_arguments_expand (argv, paths, &error);
    g_assert_cmpint (got == NULL, ==, over);
    if (over)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
    else
      g_assert_cmpuint (g_strv_length (got), ==, n);
  }
}

static void
test_environment (void)
{
  const char * const environment[] = { "A=b", PADDOCK_ENV_ROOTS "=old", "C=", NULL };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) got = paddock_arguments_add_roots (environment, "[{\"uri\":\"file:///x\"}]",
                                                    &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (got), ==, 3);
  g_assert_cmpstr (g_environ_getenv (got, "A"), ==, "b");
  g_assert_cmpstr (g_environ_getenv (got, "C"), ==, "");
  g_assert_cmpstr (g_environ_getenv (got, PADDOCK_ENV_ROOTS), ==, "[{\"uri\":\"file:///x\"}]");
}

static void
test_environment_limit (void)
{
  const char * const environment[] = { NULL };
  const gsize room = PADDOCK_ARGUMENTS_ONE_BYTES - strlen (PADDOCK_ENV_ROOTS "=") - 1;

  for (guint over = 0; over <= 1; over++) {
    g_autofree char *roots = g_strnfill (room + over, '[');
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) got = paddock_arguments_add_roots (environment, roots, &error);

    g_assert_cmpint (got == NULL, ==, over);
    if (over)
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arguments/expand", test_expand);
  g_test_add_func ("/arguments/one-limit", test_one_limit);
  g_test_add_func ("/arguments/all-limit", test_all_limit);
  g_test_add_func ("/arguments/environment", test_environment);
  g_test_add_func ("/arguments/environment-limit", test_environment_limit);
  return g_test_run ();
}
