/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-note-dict.h"

/* The dictionaries of ListApps: there and back, and what counts as no note. */

#define KEY "cursor-k3v9x0q2m1ab.url"

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

/* The fact of the key stays in the service. */
static void
test_round_trip (void)
{
  const PaddockAppNote note = { KEY, "fact", "zed", "a\xe2\x80\xae\n", "/f\n", 7, "/p", TRUE };
  g_autoptr (GVariant) written = g_variant_ref_sink (paddock_app_note_dict_to_variant (&note));
  g_autoptr (PaddockAppNote) back = paddock_app_note_dict_from_variant (written);

  g_assert_cmpstr (back->key, ==, note.key);
  g_assert_cmpstr (back->app, ==, note.app);
  g_assert_cmpstr (back->server, ==, note.server);
  g_assert_cmpstr (back->path, ==, note.path);
  g_assert_cmpint (back->noted, ==, 7);
  g_assert_cmpstr (back->project, ==, "/p");
  g_assert_true (back->is_gone);
  g_assert_null (back->fact);
  g_assert_null (g_variant_lookup_value (written, "fact", NULL));
}

static void
test_no_note (void)
{
  static const char * const texts[] = {
    "@a{sv} {}",
    "{'key': <'" KEY "'>}",
    "{'key': <'" KEY "'>, 'app': <'zed'>, 'server': <'x'>}",
    "{'key': <'" KEY "'>, 'app': <'zed'>, 'server': <'x'>, 'path': <b'/f'>}",
    "{'key': <'made up'>, 'app': <'zed'>, 'server': <'x'>, 'path': <'/f'>}",
    "{'key': <7>, 'app': <'zed'>, 'server': <'x'>, 'path': <'/f'>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GVariant) dictionary = parse (texts[i]);

    g_test_message ("%s", texts[i]);
    g_assert_null (paddock_app_note_dict_from_variant (dictionary));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-note-dict/round-trip", test_round_trip);
  g_test_add_func ("/app-note-dict/no-note", test_no_note);
  return g_test_run ();
}
