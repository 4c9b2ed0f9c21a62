/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-identity.h"
#include "paddock-peer.h"

G_BEGIN_DECLS

/* Limits: number of arguments in a launch, and bytes of all its texts together. */
#define PADDOCK_LAUNCH_ARGS_MAX  1024
#define PADDOCK_LAUNCH_BYTES_MAX (64 * 1024)

/* What `paddock run` claims about its server, in the `_meta` of its `initialize` result, as
 * PADDOCK_META_PREFIX "launch" (docs/socket.md). Nothing in it is proven. */
typedef struct {
  char  *address;                   /* (owned) (nullable) of a server on another machine, which has
                                     * no program and no command here */
  char  *executable;                /* (owned) (nullable) */
  GStrv  argv;                      /* (owned) (nullable) */
  GStrv  options;                   /* (owned) (nullable) of `paddock run` */
  char  *directory;                 /* (owned) (nullable) */
  char  *host;                      /* (owned) (nullable) */
  char  *appimage;                  /* (owned) (nullable) */
  char  *key;                       /* (owned) (nullable) */
  char  *name;                      /* (owned) (nullable) */
} PaddockLaunch;

PaddockLaunch   *paddock_launch_parse             (JsonObject          *initialize_result);
void             paddock_launch_free              (PaddockLaunch       *launch);
PaddockIdentity *paddock_launch_dup_identity      (const PaddockLaunch *launch,
                                                   const PaddockPeer   *peer,
                                                   GBytes              *secret);
char            *paddock_launch_issue_key         (GBytes              *secret);
PaddockIdentity *paddock_launch_dup_peer_identity (const PaddockPeer   *peer,
                                                   GBytes              *secret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunch, paddock_launch_free)

G_END_DECLS
