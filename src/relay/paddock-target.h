/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-address.h"
#include "paddock-transport.h"
#include "paddock-restart.h"

G_BEGIN_DECLS

/* Whether we said the request @id again in the place of the host, which knows nothing of it. */
typedef gboolean (*PaddockOurs) (PaddockSpan id,
                                 gpointer    user_data);

/* The server has forgotten the session. @lines (element-type GBytes): what it did not take, to be
 * sent again in another session. @ids (element-type GBytes): of all other requests without an
 * answer, which will get none. Returns %FALSE if there will be no other session. */
typedef gboolean (*PaddockLost) (GPtrArray *lines,
                                 GPtrArray *ids,
                                 gpointer   user_data);

/* A message of the server was thrown away, for the journal. */
typedef void (*PaddockDropped) (PaddockReason reason,
                                gpointer      user_data);

typedef struct {
  const PaddockAddress *address;    /* must stay */
  const char * const   *headers;    /* credentials: a name, its value, …, NULL; must stay */
  guint                 silence_ms; /* after so long without a byte of an answer it gives up; 0:
                                     * the usual time; for tests */
  PaddockOurs           ours;
  PaddockLost           lost;
  gpointer              user_data;
  PaddockDropped        dropped;
  gpointer              dropped_data;
} PaddockReachOptions;

/* Reaches a server behind an address (src/http, which is above this). Returns (transfer full)
 * (nullable) what leads there. */
typedef PaddockTransport *(*PaddockReach) (const PaddockReachOptions *options,
                                           GError                   **error);

/* What the host's configuration names: a command, or an address. */
typedef struct {
  const char * const   *argv;       /* empty if there is an address */
  const PaddockAddress *address;    /* (nullable) must stay */
  const char * const   *headers;    /* credentials for it, as in PaddockReachOptions; must stay */
  PaddockReach          reach;      /* (nullable) if there is no address */
  const char           *name;       /* (nullable) */
  const char           *key;        /* (nullable) */
  gboolean              is_literal; /* there are no templates in the command */
  gboolean              enters_folder; /* the server starts in its first folder */
  gboolean              sets_roots; /* the server gets its folders in its environment, too */
  gboolean              keeps;      /* the server is only told of what was taken back, and not
                                     * restarted */
} PaddockTargetOptions;

typedef struct _PaddockTarget PaddockTarget;

PaddockTarget      *paddock_target_new       (const PaddockTargetOptions *options);
void                paddock_target_free      (PaddockTarget              *self);
gboolean            paddock_target_is_remote (const PaddockTarget        *self);
const char * const *paddock_target_get_argv  (const PaddockTarget        *self);
const char         *paddock_target_get_label (const PaddockTarget        *self);
char               *paddock_target_dup_claim (const PaddockTarget        *self);
PaddockTransport   *paddock_target_reach     (const PaddockTarget        *self,
                                              PaddockRestart             *restart,
                                              PaddockDropped              dropped,
                                              gpointer                    user_data,
                                              GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockTarget, paddock_target_free)

G_END_DECLS
