/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-add-result.h"
#include "paddock-sentences.h"
#include "paddock-trouble-text.h"

#include "paddock-error.h"

/* The texts about problems and what to do, untranslated. */

static void
test_places (void)
{
  const PaddockPlaceWarnings all[] = {
    PADDOCK_PLACE_WARNING_HOME, PADDOCK_PLACE_WARNING_ABOVE_HOME, PADDOCK_PLACE_WARNING_HIDDEN,
    PADDOCK_PLACE_WARNING_SECRETS, PADDOCK_PLACE_WARNING_CONFIGURATION,
    PADDOCK_PLACE_WARNING_BROWSER, PADDOCK_PLACE_WARNING_CONTAINS_OWN,
  };
  g_autofree char *none = paddock_trouble_text_warnings (PADDOCK_PLACE_WARNING_NONE);
  g_autofree char *two = paddock_trouble_text_warnings (PADDOCK_PLACE_WARNING_HOME |
                                                        PADDOCK_PLACE_WARNING_CONTAINS_OWN);

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autofree char *text = paddock_trouble_text_warnings (all[i]);

    g_assert_cmpstr (text, !=, none);
    g_assert_null (strstr (text, "\n\n"));
  }
  g_assert_nonnull (strstr (two, "\n\n"));

  /* Every place that can't be used has a reason. */
  for (int verdict = 0; verdict <= PADDOCK_PLACE_ACCEPTED; verdict++)
    g_assert_cmpint (*paddock_trouble_text_refusal (verdict) == '\0', ==,
                     paddock_place_verdict_is_usable (verdict));
  g_assert_cmpstr (paddock_trouble_text_refusal ((PaddockPlaceVerdict) 99), !=, "");
}

static void
test_set_aside (void)
{
  g_autofree char *text = paddock_trouble_text_set_aside ("/home/u/data/a\x01", "/home/u");

  g_assert_nonnull (strstr (text, "kept as ~/data/a\\x01. "));
  g_assert_nonnull (strstr (text, "Paddock’s database was damaged, so Paddock started a new one. "
                            "Your earlier folders and decisions aren’t in it. The damaged "
                            "database is kept as"));
}

static void
test_import (void)
{
  const struct {
    PaddockImportState state;
    guint n_roots;
    const char *line;
    const char *details;
  } cases[] = {
    { PADDOCK_IMPORT_FOUND, 1, "has 1 folder.", ". You then choose which servers see them. "
      "Servers, decisions and activity aren’t imported, "
      "and the other installation doesn’t change." },
    { PADDOCK_IMPORT_FOUND, 12, "has 12 folders.", ". You then choose which servers see them. "
      "Servers, decisions and activity aren’t imported, "
      "and the other installation doesn’t change." },
    { PADDOCK_IMPORT_NEWER, 0, "Paddock can’t import the data of another installation.",
      "newer version" },
    { PADDOCK_IMPORT_DAMAGED, 0, "Paddock can’t import the data of another installation.",
      "is damaged" },
    { PADDOCK_IMPORT_REFUSED, 0, "Paddock can’t import the data of another installation.",
      "doesn’t trust" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockImportOffer) offer =
      paddock_import_offer_new (cases[i].state, "/home/u/other\x01", cases[i].n_roots);
    g_autofree char *line = paddock_trouble_text_import (offer);
    g_autofree char *details = paddock_trouble_text_import_details (offer, "/home/u");

    g_assert_nonnull (strstr (line, cases[i].line));
    g_assert_nonnull (strstr (details, cases[i].details));
    g_assert_nonnull (strstr (details, "in ~/other\\x01"));
  }
}

static void
test_left_out (void)
{
  PaddockAddResult added = { .path = (char *) "/a", .added = TRUE,
                             .verdict = PADDOCK_PLACE_ACCEPTED };
  PaddockAddResult known = { .path = (char *) "/b", .root_id = (char *) "r",
                             .verdict = PADDOCK_PLACE_WARNED };
  PaddockAddResult warned = { .path = (char *) "/home/u", .verdict = PADDOCK_PLACE_WARNED,
                              .warnings = PADDOCK_PLACE_WARNING_HOME };
  PaddockAddResult missing = { .path = (char *) "/gone\x01", .verdict = PADDOCK_PLACE_MISSING };
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autofree char *text = NULL;

  g_assert_null (paddock_trouble_text_left_out (results, "/home/u"));
  g_ptr_array_add (results, &added);
  g_ptr_array_add (results, &known);
  g_assert_null (paddock_trouble_text_left_out (results, "/home/u"));
  g_ptr_array_add (results, &warned);
  g_ptr_array_add (results, &missing);
  text = paddock_trouble_text_left_out (results, "/home/u");
  g_assert_true (g_str_has_prefix (text, "~\nThis is your home folder"));
  g_assert_nonnull (strstr (text, "\n\n/gone\\x01\nIt doesn’t exist."));
  g_assert_nonnull (strstr (text, "add it yourself"));
  g_assert_null (strstr (text, "other file systems"));
}

/* A folder that was imported with less than it had. */
static void
test_left_out_below (void)
{
  PaddockAddResult narrower = { .path = (char *) "/home/u/a", .added = TRUE, .uncrossed = TRUE,
                                .verdict = PADDOCK_PLACE_ACCEPTED };
  PaddockAddResult other = { .path = (char *) "/b\x01", .added = TRUE, .uncrossed = TRUE,
                             .verdict = PADDOCK_PLACE_ACCEPTED };
  PaddockAddResult missing = { .path = (char *) "/gone", .verdict = PADDOCK_PLACE_MISSING };
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autofree char *alone = NULL;
  g_autofree char *both = NULL;

  g_ptr_array_add (results, &narrower);
  g_ptr_array_add (results, &other);
  alone = paddock_trouble_text_left_out (results, "/home/u");
  g_assert_true (g_str_has_prefix (alone, "~/a\n/b\\x01\nImported without "));
  g_ptr_array_add (results, &missing);
  both = paddock_trouble_text_left_out (results, "/home/u");
  g_assert_true (g_str_has_prefix (both, "/gone\nIt doesn’t exist."));
  g_assert_nonnull (strstr (both, "add it yourself.\n\n~/a\n/b"));
}

static void
test_errors (void)
{
  const struct {
    int code;
    const char *part;
  } cases[] = {
    { PADDOCK_ERROR_NOT_AGENT, "Close it" },
    { PADDOCK_ERROR_STALE, "Look again" },
    { PADDOCK_ERROR_NOT_FOUND, "It no longer exists." },
    { PADDOCK_ERROR_BUSY, "in a moment" },
    { PADDOCK_ERROR_LIMIT, "in a moment" },
    { PADDOCK_ERROR_STORE, "disk might be full" },
    { PADDOCK_ERROR_STORE_DAMAGED, "disk might be full" },
    { PADDOCK_ERROR_REFUSED, "said \\x01" },
  };
  g_autoptr (GError) bus = g_error_new (G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY, "no reply");
  g_autofree char *bus_text = paddock_trouble_text_error (bus);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = g_error_new (PADDOCK_ERROR, cases[i].code, "said \x01");
    g_autofree char *text = paddock_trouble_text_error (error);

    g_assert_nonnull (strstr (text, cases[i].part));
  }
  g_assert_nonnull (strstr (bus_text, "Try again"));
}

/* For a lock screen: no control characters, no markup, and a limited length. */
static void
test_refused (void)
{
  g_autofree char *long_name = g_strnfill (100, 'x');
  g_autofree char *one = paddock_trouble_text_refused ("alpha<b>\n", 1);
  g_autofree char *none = paddock_trouble_text_refused (NULL, 1);
  g_autofree char *two = paddock_trouble_text_refused ("alpha", 2);
  g_autofree char *clipped = paddock_trouble_text_refused (long_name, 1);

  g_assert_cmpstr (one, ==, "Paddock refused many file requests from alphab.");
  g_assert_cmpstr (none, ==, "Paddock refused many file requests from a server.");
  g_assert_cmpstr (two, ==, "Paddock refused many file requests from 2 programs.");
  g_assert_cmpuint (strspn (strchr (clipped, 'x'), "x"), <=, 64);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trouble-text/places", test_places);
  g_test_add_func ("/trouble-text/errors", test_errors);
  g_test_add_func ("/trouble-text/set-aside", test_set_aside);
  g_test_add_func ("/trouble-text/import", test_import);
  g_test_add_func ("/trouble-text/left-out", test_left_out);
  g_test_add_func ("/trouble-text/left-out-below", test_left_out_below);
  g_test_add_func ("/trouble-text/refused", test_refused);

  return g_test_run ();
}
