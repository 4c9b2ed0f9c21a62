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

#define RECORD "\"io.github.paddock-mcp/record\":\"(0, 2049, 7, 5, 1000, b'/', b'u\\\\\\\"u')\""
#define READ_ONLY "\"io.github.paddock-mcp/access\":\"read-only\""

/* Only a `paddock run` is told what identifies a root, and only if there is a place for it. */
static void
test_record (void)
{
  static const struct { gboolean      is_launch;
                        gboolean      has_record;
                        PaddockAccess access;
                        const char   *version;
                        const char   *entry;
  } table[] = {
    { TRUE, TRUE, PADDOCK_ACCESS_READ_WRITE, "2025-11-25",
      "{\"uri\":\"file:///p\",\"_meta\":{" RECORD "}}" },
    { TRUE, TRUE, PADDOCK_ACCESS_READ_ONLY, "2025-06-18",
      "{\"uri\":\"file:///p\",\"_meta\":{" READ_ONLY "," RECORD "}}" },
    { TRUE, FALSE, PADDOCK_ACCESS_READ_ONLY, "2025-11-25",
      "{\"uri\":\"file:///p\",\"_meta\":{" READ_ONLY "}}" },
    { TRUE, FALSE, PADDOCK_ACCESS_READ_WRITE, "2025-11-25", "{\"uri\":\"file:///p\"}" },
    { FALSE, TRUE, PADDOCK_ACCESS_READ_WRITE, "2025-11-25", "{\"uri\":\"file:///p\"}" },
    { FALSE, TRUE, PADDOCK_ACCESS_READ_ONLY, "2025-11-25",
      "{\"uri\":\"file:///p\",\"_meta\":{" READ_ONLY "}}" },
    { TRUE, TRUE, PADDOCK_ACCESS_READ_ONLY, "2025-03-26", "{\"uri\":\"file:///p\"}" },
    { TRUE, TRUE, PADDOCK_ACCESS_READ_WRITE, NULL, "{\"uri\":\"file:///p\"}" },
  };
  const PaddockFileRecord record = {
    .kind = PADDOCK_FILE_KIND_DIRECTORY, .device = 2049, .inode = 7, .birth = 5, .owner = 1000,
    .mount_point = (char *) "/", .fs_uuid = (char *) "u\"u",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
      .id = "r", .path = "/p", .access = table[i].access,
      .record = table[i].has_record ? &record : NULL,
    });
    g_autofree char *entry =
      paddock_root_entry_write (root, paddock_handshake_find_version (table[i].version),
                                table[i].is_launch);

    g_assert_cmpstr (entry, ==, table[i].entry);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/root-entry/write", test_write);
  g_test_add_func ("/root-entry/record", test_record);
  return g_test_run ();
}
