/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-address.h"
#include "paddock-confinement.h"
#include "paddock-transport.h"
#include "paddock-restart.h"

G_BEGIN_DECLS

/* Returns whether Paddock itself repeated the request @id, so that the host must not get the
 * answer. */
typedef gboolean (*PaddockOurs) (PaddockSpan id,
                                 gpointer    user_data);

/* Called if the server has forgotten the session. @lines (element-type GBytes): lines that the
 * server did not take, and that another session may get. @ids (element-type GBytes): ids of all
 * other requests of the host that will get no answer from the server. Returns whether another
 * session begins. */
typedef gboolean (*PaddockLost) (GPtrArray *lines,
                                 GPtrArray *ids,
                                 gpointer   user_data);

/* Called for each message of the server that is dropped, for the journal. */
typedef void (*PaddockDropped) (PaddockReason reason,
                                gpointer      user_data);

typedef struct {
  const PaddockAddress *address;    /* must stay valid */
  const char * const   *headers;    /* credentials: a name, its value, …, NULL; must stay valid */
  guint                 silence_ms; /* for tests: how long to wait for the next byte of an answer;
                                     * 0: the usual time */
  PaddockOurs           ours;
  PaddockLost           lost;
  gpointer              user_data;
  PaddockDropped        dropped;
  gpointer              dropped_data;
} PaddockReachOptions;

/* Connects to a server behind an address. Returns (transfer full) (nullable) a transport; NULL with
 * @error. src/http implements this. */
typedef PaddockTransport *(*PaddockReach) (const PaddockReachOptions *options,
                                           GError                   **error);

/* What the host's configuration names: a command, or an address. */
typedef struct {
  const char * const   *argv;       /* the command line that starts the server; empty if there is an
                                     * address */
  const PaddockAddress *address;    /* (nullable) the address of the server; NULL: the server is
                                     * started from @argv; must stay valid */
  const char * const   *headers;    /* credentials, as in PaddockReachOptions; must stay valid */
  PaddockReach          reach;      /* (nullable) connects to @address; NULL if there is no
                                     * address */
  const char           *name;       /* (nullable) */
  const char           *key;        /* (nullable) */
  gboolean              is_literal; /* `{roots}` and `{root}` in @argv are not replaced */
  gboolean              enters_folder; /* the server starts in its first folder */
  gboolean              sets_roots; /* the server gets its folders in its environment, too */
  gboolean              keeps;      /* when the user revokes folders, the server is only told, not
                                     * restarted */
  const PaddockConfinementOptions *confinement; /* (nullable) NULL: the server is not confined; must
                                                 * stay valid */
} PaddockTargetOptions;

typedef struct _PaddockTarget PaddockTarget;

PaddockTarget      *paddock_target_new       (const PaddockTargetOptions *options);
void                paddock_target_free      (PaddockTarget              *self);
gboolean            paddock_target_is_remote (const PaddockTarget        *self);
const char * const *paddock_target_get_argv  (const PaddockTarget        *self);
char               *paddock_target_dup_claim (const PaddockTarget        *self);
PaddockTransport   *paddock_target_reach     (const PaddockTarget        *self,
                                              PaddockRestart             *restart,
                                              PaddockDropped              dropped,
                                              gpointer                    user_data,
                                              GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockTarget, paddock_target_free)

G_END_DECLS
