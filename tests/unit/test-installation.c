/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-installation.h"

#include "paddock-documents.h"

typedef struct {
  gboolean    is_sandboxed;
  const char *host_data_home;
  const char *expected;
} DirectoryCase;

#define SANDBOXED "/home/u/.var/app/io.github.paddock_mcp.Paddock/data/paddock"

static const DirectoryCase cases[] = {
  { TRUE, NULL, SANDBOXED },
  { TRUE, "/elsewhere", SANDBOXED },
  { FALSE, NULL, "/home/u/.local/share/paddock" },
  { FALSE, "/elsewhere", "/elsewhere/paddock" },
  { FALSE, "", "/home/u/.local/share/paddock" },
  { FALSE, "relative", "/home/u/.local/share/paddock" },
  { FALSE, "../up", "/home/u/.local/share/paddock" },
};

static void
test_directories (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path =
      paddock_installation_dup_data_directory (cases[i].is_sandboxed, "/home/u",
                                               cases[i].host_data_home);

    g_assert_cmpstr (path, ==, cases[i].expected);
  }
}

static void
test_other (void)
{
  g_autofree char *path = paddock_installation_dup_other ();
  g_autofree char *own =
    paddock_installation_dup_data_directory (paddock_documents_is_sandboxed (),
                                             g_get_home_dir (), NULL);

  g_assert_true (g_path_is_absolute (path));
  g_assert_cmpstr (path, !=, own);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/installation/directories", test_directories);
  g_test_add_func ("/installation/other", test_other);
  return g_test_run ();
}
