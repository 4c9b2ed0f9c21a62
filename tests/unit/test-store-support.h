/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* Values and files that the tests of the store share. */

#include "paddock-changes.h"

#include <linux/capability.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define SUPPORT_ODD_PATH "/srv/caf\xe9 \xff\n'\";"

static inline char *
support_make_directory (void)
{
  char *directory = g_dir_make_tmp ("paddock-store-XXXXXX", NULL);

  g_assert_nonnull (directory);
  return directory;
}

/* A data directory contains only files. */
static inline void
support_remove_directory (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (directory, name, NULL);

    g_assert_cmpint (g_remove (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static inline PaddockRoot *
support_make_root (const char *id)
{
  g_autofree char *path = g_strconcat (SUPPORT_ODD_PATH, id, NULL);
  PaddockFileRecord record = {
    .kind = PADDOCK_FILE_KIND_DIRECTORY,
    .device = G_MAXUINT64,
    .inode = G_MAXUINT64 - 1,
    .birth = 1700000000000000,
    .owner = G_MAXUINT32,
    .mount_point = (char *) "/srv/\xfe",
    .fs_uuid = (char *) "1234-ABCD",
  };
  PaddockRoot root = {
    .id = id,
    .path = path,
    .picked = "/home/user/\xe9",
    .name = "Projekte „neu“",
    .access = PADDOCK_ACCESS_READ_WRITE,
    .added = 1,
    .expires = G_MAXINT64,
    .last_seen = 3,
    .record = &record,
    .document = "a1b2/\xe9",
  };

  return paddock_root_new (&root);
}

static inline PaddockServer *
support_make_server (const char *id)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/node" },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, "npx -y 'it''s' \"x\"" },
  };
  g_autoptr (PaddockIdentity) identity = NULL;
  PaddockServer server = {
    .id = id,
    .claimed_name = "server 'name' ✓",
    .standing = PADDOCK_STANDING_ALLOWED,
    .decided = 10,
    .decision_ends = 20,
    .decision_scope = "pid 7",
    .times_put_off = 2,
    .put_off_until = G_MAXINT64,
    .first_seen = 30,
    .last_seen = 40,
    .lists_early = TRUE,
  };

  facts[PADDOCK_FACT_HOST] = (PaddockFact) { PADDOCK_PROOF_CLAIMED, id };
  identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  server.identity = identity;
  return paddock_server_new (&server);
}

static inline PaddockGrant *
support_make_grant (const char *server_id,
                    const char *root_id)
{
  PaddockGrant grant = {
    .server_id = server_id,
    .root_id = root_id,
    .access = PADDOCK_ACCESS_READ_ONLY,
    .granted = 100,
    .expires = 200,
    .scope = "pid 7",
  };

  return paddock_grant_new (&grant);
}

static inline PaddockJournalEntry *
support_make_entry (gint64        time,
                    PaddockEvent  event,
                    const char   *server_id,
                    const char   *detail)
{
  PaddockJournalEntry entry = {
    .time = time,
    .last = time,
    .count = 1,
    .event = event,
    .reason = PADDOCK_REASON_USER_ALLOWED,
    .server_id = server_id,
    .server = "label",
    .root_id = "r",
    .root = "/srv/x",
    .detail = detail,
  };

  return paddock_journal_entry_new (&entry);
}

/* Makes permissions hold for root too. Call it before the first thread starts: the kernel keeps
 * these per thread. */
static inline gboolean
support_drop_override (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct data[2] = { 0 };
  guint32 mask = (1u << CAP_DAC_OVERRIDE) | (1u << CAP_DAC_READ_SEARCH);

  if (syscall (SYS_capget, &header, data) != 0)
    return FALSE;
  data[0].effective &= ~mask;
  data[0].permitted &= ~mask;
  data[0].inheritable &= ~mask;
  return syscall (SYS_capset, &header, data) == 0;
}
