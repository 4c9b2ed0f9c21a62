/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-identity.h"
#include "paddock-peer.h"

G_BEGIN_DECLS

/* The most arguments that a launch may have, and the most bytes of all its texts together. */
#define PADDOCK_LAUNCH_ARGS_MAX  1024
#define PADDOCK_LAUNCH_BYTES_MAX (64 * 1024)

/* What `paddock run` claims about its server: the member PADDOCK_META_PREFIX "launch" in the
 * `_meta` of its `initialize` result (docs/socket.md). Nothing in a launch is proven. */
typedef struct {
  char  *address;                   /* (owned) (nullable) URL of a server on another machine; NULL:
                                     * the server is on this machine */
  char  *executable;                /* (owned) (nullable) path of the server's program; NULL if
                                     * @address is set */
  GStrv  argv;                      /* (owned) (nullable) the server's command line; NULL if
                                     * @address is set */
  GStrv  options;                   /* (owned) (nullable) those options of `paddock run` that say
                                     * how the server starts; NULL: none */
  char  *directory;                 /* (owned) (nullable) the server's working directory, absolute;
                                     * NULL: not told */
  char  *host;                      /* (owned) (nullable) the program of the host that started
                                     * `paddock run`; NULL: not told */
  char  *appimage;                  /* (owned) (nullable) the path of the host's AppImage (its
                                     * variable APPIMAGE); NULL: no AppImage */
  char  *key;                       /* (owned) (nullable) the key in the host's entry for the
                                     * server; NULL: the entry has none */
  char  *name;                      /* (owned) (nullable) a name for the server; NULL: none was
                                     * given */
} PaddockLaunch;

PaddockLaunch   *paddock_launch_parse             (JsonObject          *initialize_result);
void             paddock_launch_free              (PaddockLaunch       *launch);
gboolean         paddock_launch_is_confined       (const PaddockLaunch *launch);
PaddockIdentity *paddock_launch_dup_identity      (const PaddockLaunch *launch,
                                                   const PaddockPeer   *peer,
                                                   GBytes              *secret);
char            *paddock_launch_issue_key         (GBytes              *secret);
PaddockIdentity *paddock_launch_dup_peer_identity (const PaddockPeer   *peer,
                                                   GBytes              *secret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunch, paddock_launch_free)

G_END_DECLS
