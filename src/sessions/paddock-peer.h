/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_PEER (paddock_peer_get_type ())

/* What the kernel says about the other end of one connection. Immutable. */
typedef struct {
  uid_t     uid;
  pid_t     pid;                    /* number of the process; 0: unknown (another PID namespace) */
  guint64   start_time;             /* when the process started, in clock ticks since boot; 0:
                                     * unknown */
  char     *executable;             /* (owned) (nullable) */
  gboolean  executable_proven;      /* @executable is proven; paddock-peer.c says what this takes */
  gboolean  is_own;                 /* the proven executable is this installation's `paddock` */
  gboolean  is_hidden;              /* the kernel shows the service no number for the process, so
                                     * nothing can be proven of it */
  gboolean  is_near;                /* peer and service have the same mount and PID namespaces */
  guint64   device;                 /* device of the file that the process runs, if @is_near; 0:
                                     * unknown */
  guint64   inode;
  GStrv     argv;                   /* (owned) (nullable) the command line, never proven; NULL:
                                     * unknown */
  char     *directory;              /* (owned) (nullable) working directory, never proven; NULL:
                                     * unknown */
} PaddockPeer;

GType        paddock_peer_get_type       (void) G_GNUC_CONST;
PaddockPeer *paddock_peer_new_for_socket (GSocket            *socket,
                                          GError            **error);
PaddockPeer *paddock_peer_new_for_pid    (uid_t               uid,
                                          pid_t               pid);
PaddockPeer *paddock_peer_prove          (const PaddockPeer  *peer,
                                          const char         *executable,
                                          gboolean            is_own);
PaddockPeer *paddock_peer_ref            (PaddockPeer        *peer);
void         paddock_peer_unref          (PaddockPeer        *peer);

char        *paddock_peer_dup_scope      (const PaddockPeer  *peer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPeer, paddock_peer_unref)

G_END_DECLS
