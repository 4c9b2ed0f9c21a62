/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-settings.h"

#include "paddock-error.h"

#include <string.h>

/* meson.build sets the path of this build's schema, and keeps the values in memory. */

static GSettings *
make_settings (void)
{
  GSettings *settings = paddock_settings_new ();

  g_assert_nonnull (settings);
  for (const char * const *key = paddock_settings_get_keys (); *key != NULL; key++)
    g_settings_reset (settings, *key);
  return settings;
}

static void
test_keys (void)
{
  g_autoptr (GSettings) settings = make_settings ();
  const char * const *keys = paddock_settings_get_keys ();

  g_assert_cmpuint (g_strv_length ((GStrv) keys), >=, 6);
  for (gsize i = 0; keys[i] != NULL; i++) {
    g_autofree char *text = NULL;
    g_autoptr (GVariant) value = NULL;

    g_assert_true (paddock_settings_has_key (settings, keys[i]));
    g_assert_cmpstr (paddock_settings_get_summary (keys[i]), !=, "");
    text = paddock_settings_dup_text (settings, keys[i]);
    value = paddock_settings_parse (settings, keys[i], text, NULL);
    g_assert_nonnull (value);
    /* The default value can be typed, and widens nothing. */
    g_assert_false (paddock_settings_widens (keys[i], value, value));
  }
  g_assert_false (paddock_settings_has_key (settings, "no-such-key"));
  g_assert_false (paddock_settings_has_key (NULL, PADDOCK_SETTING_ASK));
}

static void
test_parse (void)
{
  static const struct {
    const char *key;
    const char *text;
    const char *value;      /* NULL: refused */
  } cases[] = {
    { PADDOCK_SETTING_ASK, "true", "true" },
    { PADDOCK_SETTING_ASK, "off", "false" },
    { PADDOCK_SETTING_ACCESS, "read-only", "'read-only'" },
    { PADDOCK_SETTING_DURATION, "today", "'today'" },
    { PADDOCK_SETTING_READ_SIZE, "0", "0" },
    { PADDOCK_SETTING_READ_SIZE, "268435456", "268435456" },
    { PADDOCK_SETTING_READ_SIZE, "268435457", NULL },
    { PADDOCK_SETTING_READ_SIZE, "-1", NULL },
    { PADDOCK_SETTING_READ_SIZE, "9223372036854775808", NULL },
    { PADDOCK_SETTING_READ_SIZE, "1e3", NULL },
    { PADDOCK_SETTING_READ_SIZE, "0x10", NULL },
    { PADDOCK_SETTING_READ_SIZE, " 1", NULL },
    { PADDOCK_SETTING_READ_SIZE, "", NULL },
    { PADDOCK_SETTING_READ_SIZE, "true", NULL },
    { PADDOCK_SETTING_DAYS, "3650", "3650" },
    { PADDOCK_SETTING_DAYS, "3651", NULL },
    { PADDOCK_SETTING_DAYS, "-1", NULL },
    { PADDOCK_SETTING_DAYS, "4294967296", NULL },
    { PADDOCK_SETTING_ASK, "", NULL },
    { PADDOCK_SETTING_ASK, "TRUE", NULL },
    { PADDOCK_SETTING_ASK, "1", NULL },
    { PADDOCK_SETTING_ACCESS, "'read-only'", NULL },
    { PADDOCK_SETTING_ACCESS, "", NULL },
    { PADDOCK_SETTING_ACCESS, "read", NULL },
    { PADDOCK_SETTING_ACCESS, "\xff", NULL },
    { PADDOCK_SETTING_DURATION, "until-revoked", NULL },
    { PADDOCK_SETTING_DURATION, "until-logout", NULL },
    { PADDOCK_SETTING_DURATION, "2h", NULL },
  };
  g_autoptr (GSettings) settings = make_settings ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GVariant) value = NULL;
    g_autofree char *text = NULL;

    value = paddock_settings_parse (settings, cases[i].key, cases[i].text, &error);
    if (cases[i].value == NULL) {
      g_assert_null (value);
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (error->message, cases[i].key));
      continue;
    }
    g_assert_no_error (error);
    text = g_variant_print (value, FALSE);
    g_assert_cmpstr (text, ==, cases[i].value);
  }
}

static void
test_widens (void)
{
  static const struct {
    const char *key;
    const char *before;
    const char *after;
    gboolean    widens;
  } cases[] = {
    { PADDOCK_SETTING_ASK, "true", "false", TRUE },
    { PADDOCK_SETTING_ASK, "false", "true", FALSE },
    { PADDOCK_SETTING_READ_SIZE, "1048576", "1048577", TRUE },
    { PADDOCK_SETTING_READ_SIZE, "1048576", "1048575", FALSE },
    { PADDOCK_SETTING_ACCESS, "read-only", "read-write", TRUE },
    { PADDOCK_SETTING_ACCESS, "read-write", "read-only", FALSE },
    { PADDOCK_SETTING_DURATION, "session", "hour", TRUE },
    { PADDOCK_SETTING_DURATION, "hour", "today", TRUE },
    { PADDOCK_SETTING_DURATION, "session", "today", TRUE },
    { PADDOCK_SETTING_DURATION, "today", "hour", FALSE },
    { PADDOCK_SETTING_DURATION, "hour", "session", FALSE },
    { PADDOCK_SETTING_DAYS, "365", "364", TRUE },
    { PADDOCK_SETTING_DAYS, "0", "3650", TRUE },
    { PADDOCK_SETTING_DAYS, "365", "366", FALSE },
    { PADDOCK_SETTING_DAYS, "365", "0", FALSE },
    { PADDOCK_SETTING_LOGIN, "false", "true", FALSE },
    { PADDOCK_SETTING_LOGIN, "true", "false", FALSE },
    { PADDOCK_SETTING_BACKGROUND, "false", "true", FALSE },
    { PADDOCK_SETTING_BACKGROUND, "true", "false", FALSE },
  };
  g_autoptr (GSettings) settings = make_settings ();
  g_autoptr (GVariant) yes = g_variant_ref_sink (g_variant_new_boolean (TRUE));
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("for-ever"));
  g_autoptr (GVariant) day = g_variant_ref_sink (g_variant_new_string ("today"));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GVariant) before = paddock_settings_parse (settings, cases[i].key, cases[i].before,
                                                          NULL);
    g_autoptr (GVariant) after = paddock_settings_parse (settings, cases[i].key, cases[i].after,
                                                         NULL);

    g_test_message ("%s: %s, %s", cases[i].key, cases[i].before, cases[i].after);
    g_assert_true (paddock_settings_widens (cases[i].key, before, after) == cases[i].widens);
  }
  /* An unknown key. */
  g_assert_true (paddock_settings_widens ("no-such-key", yes, yes));
  g_assert_true (paddock_settings_widens (PADDOCK_SETTING_DURATION, day, other));
}

static void
test_defaults (void)
{
  static const struct {
    const char          *text;
    PaddockDurationKind  kind;
  } durations[] = {
    { "session", PADDOCK_DURATION_SESSION }, { "hour", PADDOCK_DURATION_HOUR },
    { "today", PADDOCK_DURATION_TODAY },
  };
  g_autoptr (GSettings) settings = make_settings ();

  g_assert_cmpint (paddock_settings_get_access (settings), ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (paddock_settings_get_access (NULL), ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (paddock_settings_get_duration (settings), ==, PADDOCK_DURATION_SESSION);
  g_assert_cmpint (paddock_settings_get_duration (NULL), ==, PADDOCK_DURATION_SESSION);
  g_settings_set_string (settings, PADDOCK_SETTING_ACCESS, "read-only");
  g_assert_cmpint (paddock_settings_get_access (settings), ==, PADDOCK_ACCESS_READ_ONLY);
  for (gsize i = 0; i < G_N_ELEMENTS (durations); i++) {
    g_settings_set_string (settings, PADDOCK_SETTING_DURATION, durations[i].text);
    g_assert_cmpint (paddock_settings_get_duration (settings), ==, durations[i].kind);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/settings/keys", test_keys);
  g_test_add_func ("/settings/parse", test_parse);
  g_test_add_func ("/settings/widens", test_widens);
  g_test_add_func ("/settings/defaults", test_defaults);

  return g_test_run ();
}
