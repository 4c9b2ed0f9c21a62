/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* Short ways to create values of the model. */

#define SECONDS(n) ((gint64) (n) * G_USEC_PER_SEC)

/* A time between all others in the tests. */
#define NOW SECONDS (1800000000)

static inline PaddockIdentity *
fixture_process (const char *executable)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_PROVEN, executable },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
}

static inline PaddockIdentity *
fixture_launch (const char *command)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/node" },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, command },
    [PADDOCK_FACT_HOST] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/host" },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
}

static inline PaddockFileRecord
fixture_record (guint64 inode)
{
  return (PaddockFileRecord) {
    .kind = PADDOCK_FILE_KIND_DIRECTORY, .device = 7, .inode = inode, .owner = 1000,
    .mount_point = (char *) "/",
  };
}

static inline void
fixture_put_root (PaddockChanges *changes,
                  const char     *id,
                  PaddockAccess   access,
                  gint64          expires)
{
  g_autofree char *path = g_strconcat ("/home/user/", id, NULL);
  PaddockFileRecord record = fixture_record (1);
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) {
    .id = id, .path = path, .access = access, .expires = expires, .record = &record,
  });

  paddock_changes_put_root (changes, root);
}

static inline void
fixture_put_server (PaddockChanges  *changes,
                    const char      *id,
                    PaddockStanding  standing)
{
  g_autofree char *executable = g_strconcat ("/usr/bin/", id, NULL);
  g_autoptr (PaddockIdentity) identity = fixture_process (executable);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = id, .identity = identity, .standing = standing,
  });

  paddock_changes_put_server (changes, server);
}

static inline void
fixture_put_grant (PaddockChanges *changes,
                   const char     *server_id,
                   const char     *root_id,
                   PaddockAccess   access,
                   gint64          expires,
                   const char     *scope)
{
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = server_id, .root_id = root_id, .access = access, .expires = expires,
    .scope = scope,
  });

  paddock_changes_put_grant (changes, grant);
}

/* The ids of an array of roots, in order, separated by spaces. */
static inline char *
fixture_root_ids (GPtrArray *roots)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", root->id);
  }
  return g_string_free (g_steal_pointer (&ids), FALSE);
}

G_END_DECLS
