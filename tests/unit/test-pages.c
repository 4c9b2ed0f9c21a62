/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-pages.h"

#include "paddock-error.h"

#include <string.h>

/* Which pages are requested, and the resulting list. The service is a script: each line is a reply
 * or an error. */

typedef struct {
  const char * const *replies;
  guint               n_calls;
  GString            *asked;
} Script;

static GVariant *
call (const char  *method,
      GVariant    *parameters,
      gpointer     user_data,
      GError     **error)
{
  Script *script = user_data;
  const char *reply = script->replies[script->n_calls++];
  g_autoptr (GVariant) given = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  g_autofree char *text = given != NULL ? g_variant_print (given, FALSE) : NULL;

  g_string_append_printf (script->asked, "%s%s", script->asked->len > 0 ? " " : "",
                          text != NULL ? text : "-");
  g_assert_nonnull (reply);
  if (g_str_equal (reply, "old"))
    g_set_error_literal (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS, "Type of message");
  else if (g_str_equal (reply, "new"))
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, "Another list");
  else
    return g_variant_parse (NULL, reply, NULL, NULL, NULL);
  return NULL;
}

#define A "{'id': <'a'>}"
#define B "{'id': <'b'>}"
#define C "{'id': <'c'>}"

typedef struct {
  const char *replies[8];
  guint       wanted;
  const char *asked;
  const char *ids;                  /* NULL: the call fails */
} Case;

static const Case cases[] = {
  { { "(@aa{sv} [], @x 0)" }, 0, "(0, 0)", "" },
  { { "([" A ", " B "], @x 0)" }, 0, "(0, 0)", "ab" },
  { { "([" A "], @x 7)", "([" B "], @x 9)", "([" C "], @x 0)" }, 0, "(0, 0) (7, 0) (9, 0)", "abc" },
  /* As many rows as wanted. */
  { { "([" A "], @x 7)", "([" B "], @x 9)" }, 2, "(0, 2) (7, 1)", "ab" },
  /* A list without progress ends. */
  { { "([" A "], @x 7)", "([" B "], @x 7)" }, 0, "(0, 0) (7, 0)", "ab" },
  { { "([" A "], @x 7)", "(@aa{sv} [], @x 9)" }, 0, "(0, 0) (7, 0)", "a" },
  /* A service without pages. */
  { { "old", "([" A ", " B "],)" }, 0, "(0, 0) -", "ab" },
  { { "old", "old" }, 0, "(0, 0) -", NULL },
  { { "([" A "],)" }, 0, "(0, 0)", "a" },
  /* Another run of the service takes over between two pages. If that happens each time, the call
   * fails. */
  { { "([" A "], @x 7)", "new", "([" B "], @x 9)", "([" C "], @x 0)" }, 0,
    "(0, 0) (7, 0) (0, 0) (9, 0)", "bc" },
  { { "new" }, 0, "(0, 0)", NULL },
  { { "([" A "], @x 7)", "new", "([" A "], @x 7)", "new", "([" A "], @x 7)", "new",
      "([" A "], @x 7)", "new" }, 0,
    "(0, 0) (7, 0) (0, 0) (7, 0) (0, 0) (7, 0) (0, 0) (7, 0)", NULL },
  /* Not a list. */
  { { "('x',)" }, 0, "(0, 0)", "" },
};

static void
test_walks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockPages) pages = paddock_pages_new ("ListRoots", NULL, 0, cases[i].wanted);
    g_autoptr (GString) asked = g_string_new (NULL);
    g_autoptr (GString) ids = g_string_new (NULL);
    g_autoptr (GError) error = NULL;
    Script script = { cases[i].replies, 0, asked };
    g_autoptr (GVariant) list = paddock_pages_read_sync (pages, call, &script, &error);

    g_assert_cmpstr (asked->str, ==, cases[i].asked);
    g_assert_true ((list != NULL) == (cases[i].ids != NULL) && (error != NULL) == (list == NULL));
    for (gsize j = 0; list != NULL && j < g_variant_n_children (list); j++) {
      g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, j);
      const char *id;

      g_variant_lookup (dictionary, "id", "&s", &id);
      g_string_append (ids, id);
    }
    if (list != NULL)
      g_assert_cmpstr (ids->str, ==, cases[i].ids);
  }
}

static void
test_filter (void)
{
  static const char * const replies[] = { "([" A "], @x 9)", "([" B "], @x 4)" };
  GVariant *filter = g_variant_new_parsed ("@a{sv} {}");
  g_autoptr (PaddockPages) pages = paddock_pages_new ("SearchJournal", filter, 12, 2);
  g_autoptr (GString) asked = g_string_new (NULL);
  Script script = { replies, 0, asked };
  g_autoptr (GVariant) list = paddock_pages_read_sync (pages, call, &script, NULL);

  g_assert_cmpstr (asked->str, ==, "({}, 12, 2) ({}, 9, 1)");
  g_assert_cmpuint (g_variant_n_children (list), ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/walks", test_walks);
  g_test_add_func ("/pages/filter", test_filter);
  return g_test_run ();
}
