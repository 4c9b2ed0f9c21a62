/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-dict.h"

static GVariant *
parse (const char *text)
{
  GVariant *variant = g_variant_parse (NULL, text, NULL, NULL, NULL);

  g_assert_nonnull (variant);
  return variant;
}

static void
test_round_trip (void)
{
  static const char * const list[] = { "a", "b", NULL };
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) dictionary = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_auto (GStrv) strv = NULL;

  paddock_dict_put_text (&builder, "text", "é");
  paddock_dict_put_path (&builder, "path", "/a\xff");
  paddock_dict_put_strv (&builder, "strv", list);
  paddock_dict_put (&builder, "time", g_variant_new_int64 (G_MININT64));
  paddock_dict_put (&builder, "count", g_variant_new_uint32 (G_MAXUINT32));
  paddock_dict_put (&builder, "flag", g_variant_new_boolean (TRUE));
  dictionary = g_variant_ref_sink (g_variant_builder_end (&builder));

  text = paddock_dict_dup_text (dictionary, "text");
  path = paddock_dict_dup_path (dictionary, "path");
  strv = paddock_dict_dup_strv (dictionary, "strv");
  g_assert_cmpstr (text, ==, "é");
  g_assert_cmpstr (paddock_dict_peek_text (dictionary, "text"), ==, "é");
  g_assert_cmpstr (path, ==, "/a\xff");
  g_assert_true (g_strv_equal ((const char * const *) strv, list));
  g_assert_cmpint (paddock_dict_peek_time (dictionary, "time"), ==, G_MININT64);
  g_assert_cmpuint (paddock_dict_peek_count (dictionary, "count"), ==, G_MAXUINT32);
  g_assert_true (paddock_dict_peek_flag (dictionary, "flag"));
}

static void
test_left_out (void)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) dictionary = NULL;

  paddock_dict_put_text (&builder, "text", NULL);
  paddock_dict_put_path (&builder, "path", NULL);
  paddock_dict_put_strv (&builder, "strv", NULL);
  dictionary = g_variant_ref_sink (g_variant_builder_end (&builder));
  g_assert_cmpuint (g_variant_n_children (dictionary), ==, 0);
}

/* The bus would close the connection. */
static void
test_not_utf8 (void)
{
  static const char * const list[] = { "a", "\xff", "b", NULL };
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) dictionary = NULL;
  g_auto (GStrv) strv = NULL;

  paddock_dict_put_text (&builder, "text", "a\xff");
  paddock_dict_put_strv (&builder, "strv", list);
  dictionary = g_variant_ref_sink (g_variant_builder_end (&builder));
  strv = paddock_dict_dup_strv (dictionary, "strv");
  g_assert_cmpstr (paddock_dict_peek_text (dictionary, "text"), ==, "a\\xFF");
  g_assert_cmpuint (g_strv_length (strv), ==, 2);
  g_assert_cmpstr (strv[1], ==, "b");
}

/* At the limit and one byte more; a text is cut between two characters. */
static void
test_too_long (void)
{
  g_autofree char *longest = g_strnfill (PADDOCK_DICT_MAX_TEXT, 'x');
  g_autofree char *longer = g_strconcat (longest, "x", NULL);
  g_autofree char *wide = g_strconcat (longest + 1, "é", NULL);
  const char * const list[] = { longest, longer, NULL };
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) dictionary = NULL;
  g_autofree char *path = NULL;
  g_auto (GStrv) strv = NULL;

  paddock_dict_put_text (&builder, "longest", longest);
  paddock_dict_put_text (&builder, "longer", longer);
  paddock_dict_put_text (&builder, "wide", wide);
  paddock_dict_put_path (&builder, "path", longest);
  paddock_dict_put_path (&builder, "long-path", longer);
  paddock_dict_put_strv (&builder, "strv", list);
  dictionary = g_variant_ref_sink (g_variant_builder_end (&builder));
  path = paddock_dict_dup_path (dictionary, "path");
  strv = paddock_dict_dup_strv (dictionary, "strv");
  g_assert_cmpstr (paddock_dict_peek_text (dictionary, "longest"), ==, longest);
  g_assert_cmpstr (paddock_dict_peek_text (dictionary, "longer"), ==, longest);
  g_assert_cmpstr (paddock_dict_peek_text (dictionary, "wide"), ==, longest + 1);
  g_assert_cmpstr (path, ==, longest);
  g_assert_null (paddock_dict_dup_path (dictionary, "long-path"));
  g_assert_cmpuint (g_strv_length (strv), ==, 1);
}

/* Each reader, with each wrong type. */
static void
test_wrong_types (void)
{
  static const char * const values[] = {
    "'text'", "b'/path'", "['a', 'b']", "int64 5", "uint32 5", "true", "int32 5", "5.5", "<'text'>",
    "@ay []", "@as []", "@aa{sv} []", "()", "objectpath '/'", "signature 's'", "uint64 5", "byte 1",
    "handle 0", "[['a']]", "@a{sv} {}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *text = g_strdup_printf ("{'x': <%s>}", values[i]);
    g_autoptr (GVariant) dictionary = parse (text);
    g_autofree char *taken = paddock_dict_dup_text (dictionary, "x");
    g_autofree char *path = paddock_dict_dup_path (dictionary, "x");
    g_auto (GStrv) strv = paddock_dict_dup_strv (dictionary, "x");

    g_test_message ("%s", values[i]);
    g_assert_cmpint (taken != NULL, ==, i == 0);
    g_assert_cmpint (paddock_dict_peek_text (dictionary, "x") != NULL, ==, i == 0);
    g_assert_cmpint (path != NULL, ==, i == 1 || i == 9);
    g_assert_cmpint (strv != NULL, ==, i == 2 || i == 10);
    g_assert_cmpint (paddock_dict_peek_time (dictionary, "x"), ==, i == 3 ? 5 : 0);
    g_assert_cmpuint (paddock_dict_peek_count (dictionary, "x"), ==, i == 4 ? 5 : 0);
    g_assert_cmpint (paddock_dict_peek_flag (dictionary, "x"), ==, i == 5);
    g_assert_null (paddock_dict_peek_text (dictionary, "y"));
  }
}

static void
test_ensure (void)
{
  static const char * const others[] = {
    "'x'", "[1]", "{'a': 'b'}", "{1: <2>}", "()", "<{'a': <1>}>",
  };
  g_autoptr (GVariant) dictionary = parse ("{'a': <1>}");
  g_autoptr (GVariant) same = paddock_dict_ensure (dictionary);
  g_autoptr (GVariant) nothing = paddock_dict_ensure (NULL);

  g_assert_true (same == dictionary);
  g_assert_cmpuint (g_variant_n_children (nothing), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (GVariant) other = parse (others[i]);
    g_autoptr (GVariant) empty = paddock_dict_ensure (other);

    g_assert_true (g_variant_is_of_type (empty, G_VARIANT_TYPE_VARDICT));
    g_assert_cmpuint (g_variant_n_children (empty), ==, 0);
  }
}

/* Bytes without a NUL at the end, or with one inside. */
static void
test_odd_paths (void)
{
  g_autoptr (GVariant) open = parse ("{'x': <[byte 0x2f, 0x61]>}");
  g_autoptr (GVariant) cut = parse ("{'x': <[byte 0x2f, 0x61, 0, 0x62, 0]>}");
  g_autofree char *open_path = paddock_dict_dup_path (open, "x");
  g_autofree char *cut_path = paddock_dict_dup_path (cut, "x");

  g_assert_cmpstr (open_path, ==, "");
  g_assert_cmpstr (cut_path, ==, "/a");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dict/round-trip", test_round_trip);
  g_test_add_func ("/dict/left-out", test_left_out);
  g_test_add_func ("/dict/not-utf8", test_not_utf8);
  g_test_add_func ("/dict/too-long", test_too_long);
  g_test_add_func ("/dict/wrong-types", test_wrong_types);
  g_test_add_func ("/dict/ensure", test_ensure);
  g_test_add_func ("/dict/odd-paths", test_odd_paths);
  return g_test_run ();
}
