/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-meta.h"

#include <string.h>

/* The values of the keys a and b; "-" if there is none. */
static const struct {
  const char *container;
  const char *found;
} rows[] = {
  { "", "- -" },
  { " ", "- -" },
  { "[]", "- -" },
  { "[{\"_meta\":{\"a\":1}}]", "- -" },
  { "\"_meta\"", "- -" },
  { "null", "- -" },
  { "{}", "- -" },
  { "{\"a\":1,\"b\":2}", "- -" },
  { "{\"_meta\":null}", "- -" },
  { "{\"_meta\":[\"a\"]}", "- -" },
  { "{\"_meta\":\"a\"}", "- -" },
  { "{\"_meta\":{}}", "- -" },
  { "{\"x\":{\"_meta\":{\"a\":1}}}", "- -" },
  { "{\"_meta\":{\"c\":{\"a\":1}}}", "- -" },
  { "{\"_meta\":{\"a \":1,\"A\":2,\"aa\":3,\"\":4}}", "- -" },
  { "{\"_META\":{\"a\":1}}", "- -" },
  /* If a name comes twice, the last one counts, at both depths. */
  { "{\"_meta\":{\"a\":1},\"_meta\":{\"b\":2}}", "- 2" },
  { "{\"_meta\":{\"a\":1},\"_meta\":7}", "- -" },
  { "{\"_meta\":{\"a\":1,\"a\":{\"x\":[1]}}}", "{\"x\":[1]} -" },
  { "{\"_meta\":{\"a\":1.0,\"b\":null}}", "1.0 null" },
  { " { \"x\" : 1 , \"_meta\" : { \"b\" : \"}\" , \"\\u0061\" : true } } ", "true \"}\"" },
};

static void
test_read (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockSpan container = { rows[i].container, strlen (rows[i].container) };
    PaddockMetaMember members[] = { { .key = "a" }, { .key = "b" } };
    g_autofree char *a = NULL;
    g_autofree char *b = NULL;
    g_autofree char *found = NULL;

    paddock_meta_read (container, members, G_N_ELEMENTS (members));
    a = paddock_meta_dup_value (&members[0]);
    b = paddock_meta_dup_value (&members[1]);
    found = g_strconcat (a != NULL ? a : "-", " ", b != NULL ? b : "-", NULL);
    g_assert_cmpstr (found, ==, rows[i].found);
  }
}

/* A string is compared by its text; nothing else is one. */
static void
test_is_text (void)
{
  static const struct {
    const char *container;
    gboolean    is_text;
  } texts[] = {
    { "{\"_meta\":{\"a\":\"x\"}}", TRUE },
    { "{\"_meta\":{\"a\":\"\\u0078\"}}", TRUE },
    { "{\"_meta\":{\"a\":\"X\"}}", FALSE },
    { "{\"_meta\":{\"a\":\"xx\"}}", FALSE },
    { "{\"_meta\":{\"a\":[\"x\"]}}", FALSE },
    { "{\"_meta\":{\"a\":true}}", FALSE },
    { "{\"_meta\":{\"b\":\"x\"}}", FALSE },
    { "{}", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    PaddockSpan container = { texts[i].container, strlen (texts[i].container) };
    PaddockMetaMember member = { .key = "a" };

    g_test_message ("%s", texts[i].container);
    paddock_meta_read (container, &member, 1);
    g_assert_cmpint (paddock_meta_is_text (&member, "x"), ==, texts[i].is_text);
  }
}

static void
test_write (void)
{
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autoptr (GString) object = g_string_new ("{\"x\":1");
  g_autofree char *empty = paddock_meta_dup_object ("");
  g_autofree char *full = NULL;

  g_assert_cmpstr (empty, ==, "{\"_meta\":{}}");
  paddock_meta_append (object, meta->str);
  g_assert_cmpstr (object->str, ==, "{\"x\":1");

  paddock_meta_add_members (meta, "");
  g_assert_cmpstr (meta->str, ==, "");
  paddock_meta_add_members (meta, "\"a\":1,\"b\":2");
  paddock_meta_add_members (meta, "");
  paddock_meta_add (meta, "c", "{}");
  paddock_meta_add_members (meta, "\"d\":4");
  g_assert_cmpstr (meta->str, ==, "\"a\":1,\"b\":2,\"c\":{},\"d\":4");

  paddock_meta_append (object, meta->str);
  g_assert_cmpstr (object->str, ==,
                   "{\"x\":1,\"_meta\":{\"a\":1,\"b\":2,\"c\":{},\"d\":4}");
  full = paddock_meta_dup_object (meta->str);
  g_assert_cmpstr (full, ==, "{\"_meta\":{\"a\":1,\"b\":2,\"c\":{},\"d\":4}}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/meta/read", test_read);
  g_test_add_func ("/meta/is-text", test_is_text);
  g_test_add_func ("/meta/write", test_write);
  return g_test_run ();
}
