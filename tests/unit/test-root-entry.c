/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-entry.h"

static const struct {
  const char   *path;
  const char   *name;
  PaddockAccess access;
  const char   *version;
  const char   *entry;
} rows[] = {
  { "/home/u/p", NULL, PADDOCK_ACCESS_READ_WRITE, "2025-11-25", "{\"uri\":\"file:///home/u/p\"}" },
  { "/home/u/p", "", PADDOCK_ACCESS_READ_WRITE, "2025-11-25", "{\"uri\":\"file:///home/u/p\"}" },
  { "/home/u/My Project", "P", PADDOCK_ACCESS_READ_WRITE, "2025-11-25",
    "{\"uri\":\"file:///home/u/My%20Project\",\"name\":\"P\"}" },
  { "/p", "say \"hi\"\n", PADDOCK_ACCESS_READ_WRITE, "2024-11-05",
    "{\"uri\":\"file:///p\",\"name\":\"say \\\"hi\\\"\\u000a\"}" },
  { "/", NULL, PADDOCK_ACCESS_READ_WRITE, "2025-03-26", "{\"uri\":\"file:///\"}" },
  { "/a\xff" "b", NULL, PADDOCK_ACCESS_READ_WRITE, "2025-11-25", "{\"uri\":\"file:///a%FFb\"}" },
  { "/p", NULL, PADDOCK_ACCESS_READ_ONLY, "2025-11-25",
    "{\"uri\":\"file:///p\",\"_meta\":{\"io.github.paddock-mcp/access\":\"read-only\"}}" },
  { "/p", "N", PADDOCK_ACCESS_READ_ONLY, "2025-06-18",
    "{\"uri\":\"file:///p\",\"name\":\"N\","
    "\"_meta\":{\"io.github.paddock-mcp/access\":\"read-only\"}}" },
  { "/p", NULL, PADDOCK_ACCESS_READ_ONLY, "2025-03-26", "{\"uri\":\"file:///p\"}" },
  { "/p", NULL, PADDOCK_ACCESS_READ_ONLY, "2024-11-05", "{\"uri\":\"file:///p\"}" },
  { "/p", NULL, PADDOCK_ACCESS_READ_ONLY, NULL, "{\"uri\":\"file:///p\"}" },
};

static void
test_write (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
      .id = "r", .path = rows[i].path, .name = rows[i].name, .access = rows[i].access,
    });
    g_autofree char *entry =
      paddock_root_entry_write (root, paddock_handshake_find_version (rows[i].version), FALSE);

    g_assert_cmpstr (entry, ==, rows[i].entry);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/root-entry/write", test_write);
  return g_test_run ();
}
