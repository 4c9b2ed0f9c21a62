/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-presence-text.h"

#include <string.h>

static void
test_closing (void)
{
  static const struct {
    PaddockPresence  presence;
    const char      *closing;     /* a part of the text; "": no text */
    const char      *goodbye;     /* (nullable) */
  } cases[] = {
    /* Nothing is known, so there is no text. */
    { { PADDOCK_STAY_UNKNOWN, .n_servers = 3 }, "", NULL },
    { { PADDOCK_STAY_REFUSED, .n_servers = 2 },
      "When you close this window, Paddock stops, because your desktop doesn’t let it run in the "
      "background. Servers see no folders until you open Paddock again, unless you chose to keep "
      "sharing with them.", NULL },
    { { PADDOCK_STAY_UNWANTED, .n_servers = 1 },
      "When you close this window, Paddock stops. Servers see no folders until you open Paddock "
      "again, unless you chose to keep sharing with them.",
      NULL },
    { { PADDOCK_STAY_UNTIL_LOGOUT }, "until you log out", NULL },
    { { PADDOCK_STAY_UNTIL_LOGOUT, .n_servers = 1 }, "until you log out", "1 server still sees" },
    { { PADDOCK_STAY_WHILE_NEEDED }, "stops after a few minutes", NULL },
    { { PADDOCK_STAY_WHILE_NEEDED, .n_servers = 1 }, "for the server that", "1 server still sees" },
    { { PADDOCK_STAY_WHILE_NEEDED, .n_servers = 2 }, "for the 2 servers", "2 servers still see" },
    /* During a pause no server sees anything. */
    { { PADDOCK_STAY_WHILE_NEEDED, .is_paused = TRUE, .n_servers = 2 }, "keeps running", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *closing = paddock_presence_text_make_closing (&cases[i].presence);
    g_autofree char *goodbye = paddock_presence_text_make_goodbye (&cases[i].presence);

    g_test_message ("%zu: %s", i, closing);
    if (*cases[i].closing == '\0')
      g_assert_cmpstr (closing, ==, "");
    g_assert_nonnull (strstr (closing, cases[i].closing));
    if (cases[i].goodbye == NULL)
      g_assert_null (goodbye);
    else
      g_assert_nonnull (strstr (goodbye, cases[i].goodbye));
  }
}

static void
test_stay (void)
{
  for (guint i = 0; i < 16; i++) {
    gboolean is_connected = i & 1, is_refused = i & 2, is_wanted = i & 4, at_login = i & 8;
    PaddockStay expected = PADDOCK_STAY_WHILE_NEEDED;

    if (at_login)
      expected = PADDOCK_STAY_UNTIL_LOGOUT;
    if (!is_wanted)
      expected = PADDOCK_STAY_UNWANTED;
    if (is_refused)
      expected = PADDOCK_STAY_REFUSED;
    if (!is_connected)
      expected = PADDOCK_STAY_UNKNOWN;
    g_assert_cmpint (paddock_presence_text_find_stay (is_connected, is_refused, is_wanted,
                                                      at_login), ==, expected);
  }
}

/* Autostart is only mentioned if something that does it was found. */
static void
test_login (void)
{
  static const struct {
    gboolean          is_on;
    PaddockAutostart  found;
    const char       *text;
  } cases[] = {
    { TRUE, PADDOCK_AUTOSTART_FILE, "Your desktop starts it" },
    { TRUE, PADDOCK_AUTOSTART_UNIT, "systemd starts it" },
    { TRUE, PADDOCK_AUTOSTART_OFF, "On here, but nothing starts Paddock at login. Turn "
      "this off and on again" },
    { FALSE, PADDOCK_AUTOSTART_FILE, "Off here, but" },
    { FALSE, PADDOCK_AUTOSTART_UNIT, "systemctl --user disable" },
    { FALSE, PADDOCK_AUTOSTART_OFF, "connect to Paddock directly" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_nonnull (strstr (paddock_presence_text_get_login (cases[i].is_on, cases[i].found),
                              cases[i].text));
  g_assert_nonnull (strstr (paddock_presence_text_get_portal_login (TRUE, FALSE),
                            "desktop starts it"));
  g_assert_nonnull (strstr (paddock_presence_text_get_portal_login (TRUE, TRUE),
                            "doesn’t start it"));
  g_assert_nonnull (strstr (paddock_presence_text_get_portal_login (FALSE, TRUE),
                            "connect to Paddock directly"));
  g_assert_nonnull (strstr (paddock_presence_text_get_portal_login (FALSE, FALSE),
                            "connect to Paddock directly"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/presence-text/closing", test_closing);
  g_test_add_func ("/presence-text/stay", test_stay);
  g_test_add_func ("/presence-text/login", test_login);

  return g_test_run ();
}
