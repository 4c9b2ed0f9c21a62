/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-bus-error.h"

#include <gio/gio.h>

static void
test_other_version (void)
{
  static const int codes[] = { G_DBUS_ERROR_UNKNOWN_METHOD, G_DBUS_ERROR_INVALID_ARGS };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++) {
    g_autoptr (GError) error = g_error_new_literal (G_DBUS_ERROR, codes[i], "No such method “X”");

    paddock_bus_error_explain (error);
    g_assert_true (g_str_has_prefix (error->message, "Paddock was updated"));
  }
}

static void
test_other_errors (void)
{
  g_autoptr (GError) error = g_dbus_error_new_for_dbus_error ("org.example.Error", "Full");

  paddock_bus_error_explain (error);
  g_assert_cmpstr (error->message, ==, "Full");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-error/other-version", test_other_version);
  g_test_add_func ("/bus-error/other-errors", test_other_errors);
  return g_test_run ();
}
