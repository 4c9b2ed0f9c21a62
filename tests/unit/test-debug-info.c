/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-debug-info.h"

#include <string.h>

static PaddockDebugInfo
make_info (void)
{
  return (PaddockDebugInfo) {
    .version = "1.2.3", .gtk = "4.8.3", .adwaita = "1.2.2", .glib = "2.74.6",
    .display = "GdkX11Display", .desktop = "ubuntu:GNOME", .state = PADDOCK_CLIENT_CONNECTED,
    .service_version = "1.2.2", .sandbox = "", .n_roots = 2, .n_servers = 1,
  };
}

static void
test_whole (void)
{
  PaddockDebugInfo info = make_info ();
  g_autofree char *text = paddock_debug_info_make (&info);

  g_assert_cmpstr (text, ==,
                   "Paddock: 1.2.3\nGTK: 4.8.3\nlibadwaita: 1.2.2\nGLib: 2.74.6\n"
                   "Display: GdkX11Display\nDesktop: ubuntu:GNOME\nService: connected\n"
                   "Service's version: 1.2.2\nSandbox: none\nFolders: 2\nServers: 1\nPaused: no\n");
}

/* Facts about a service that never answered are left out. */
static void
test_without_service (void)
{
  const PaddockClientState states[] = {
    PADDOCK_CLIENT_CONNECTING, PADDOCK_CLIENT_LOST, PADDOCK_CLIENT_FAILED,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++) {
    PaddockDebugInfo info = make_info ();
    g_autofree char *text = NULL;

    info.state = states[i];
    text = paddock_debug_info_make (&info);
    g_assert_null (strstr (text, "Folders"));
    g_assert_null (strstr (text, "connected"));
    g_assert_nonnull (strstr (text, "Service: "));
  }
}

/* Environment and service may contain anything. No path of the user must appear in the text. */
static void
test_no_paths (void)
{
  const char * const values[] = {
    NULL, "", "/home/user", "~/Papers", "a b", "a\nPaddock: 9", "C:\\Users", "é", "\xff", "%s",
    "01234567890123456789012345678901234567890",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    PaddockDebugInfo info = make_info ();
    g_autofree char *text = NULL;

    info.desktop = info.service_version = values[i];
    text = paddock_debug_info_make (&info);
    g_assert_nonnull (strstr (text, "Desktop: unknown\n"));
    g_assert_nonnull (strstr (text, "Service's version: unknown\n"));
    g_assert_null (strchr (text, '/'));
  }
  {
    /* A value of the maximum length. */
    PaddockDebugInfo info = make_info ();
    g_autofree char *text = NULL;

    info.desktop = "0123456789012345678901234567890123456789";
    text = paddock_debug_info_make (&info);
    g_assert_nonnull (strstr (text, "Desktop: 0123456789012345678901234567890123456789\n"));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/debug-info/whole", test_whole);
  g_test_add_func ("/debug-info/without-service", test_without_service);
  g_test_add_func ("/debug-info/no-paths", test_no_paths);

  return g_test_run ();
}
