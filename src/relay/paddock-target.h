/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-address.h"
#include "paddock-transport.h"
#include "paddock-restart.h"

G_BEGIN_DECLS

/* Whether the host knows nothing of the request @id: it is said again in its place. */
typedef gboolean (*PaddockOurs) (PaddockSpan id,
                                 gpointer    user_data);

/* The server has forgotten the session. @lines (element-type GBytes): what it did not take, to be
 * sent again in another one. @ids (element-type GBytes): of all other requests without an answer,
 * which will have none. Returns %FALSE where there will be no other session. */
typedef gboolean (*PaddockLost) (GPtrArray *lines,
                                 GPtrArray *ids,
                                 gpointer   user_data);

/* A message of the server was thrown away, for the journal. */
typedef void (*PaddockDropped) (PaddockReason reason,
                                gpointer      user_data);

typedef struct {
  const PaddockAddress *address;    /* must stay */
  const char * const   *headers;    /* credentials: a name, its value, …, NULL; must stay */
  guint                 silence_ms; /* without a byte of an answer, 0: as it is set; for tests */
  PaddockOurs           ours;
  PaddockLost           lost;
  gpointer              user_data;
  PaddockDropped        dropped;
  gpointer              dropped_data;
} PaddockReachOptions;

/* How a server behind an address is reached (src/http, which is above this). Returns
 * (transfer full) (nullable) what leads there. */
typedef PaddockTransport *(*PaddockReach) (const PaddockReachOptions *options,
                                           GError                   **error);

/* What the host's configuration names: a command, or an address. */
typedef struct {
  const char * const   *argv;       /* empty where there is an address */
  const PaddockAddress *address;    /* (nullable) must stay */
  const char * const   *headers;    /* credentials for it, as in PaddockReachOptions; must stay */
  PaddockReach          reach;      /* (nullable) where there is no address */
  const char           *name;       /* (nullable) */
  const char           *key;        /* (nullable) */
  gboolean              is_literal; /* there are no templates in the command */
  gboolean              enters_folder; /* the server starts in its first folder */
  gboolean              sets_roots; /* it gets them in its environment; so does one that starts in a
                                     * folder, or has templates in its command */
  gboolean              keeps;      /* it is only told of what was taken back */
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
