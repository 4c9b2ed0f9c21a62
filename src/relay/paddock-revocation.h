/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-conversation.h"
#include "paddock-reason.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* A server that asks for its folders within this time after `initialized`, or after it was told of
 * a change, probably keeps the answer. A server that asks later reads the list when it needs it. */
#define PADDOCK_REVOCATION_EAGER_US   (1 * G_TIME_SPAN_SECOND)
/* The shortest time between two restarts. The first value is for roots that expired, the second for
 * roots that the user revoked. */
#define PADDOCK_REVOCATION_PERIOD_US  (1 * G_TIME_SPAN_MINUTE)
#define PADDOCK_REVOCATION_BY_HAND_US (5 * G_TIME_SPAN_SECOND)

typedef enum {
  PADDOCK_ON_REVOKE_RESTART,
  PADDOCK_ON_REVOKE_NOTIFY,
} PaddockOnRevoke;

typedef enum {
  PADDOCK_REVOCATION_NOTHING,       /* the server has nothing to forget */
  PADDOCK_REVOCATION_TOLD,          /* only tell the server that its folders were revoked, and don't
                                     * restart it */
  PADDOCK_REVOCATION_LATER,         /* restart the server later: the last restart was a short time
                                     * ago */
  PADDOCK_REVOCATION_RESTART,
} PaddockRevocationStep;

typedef struct _PaddockRevocation PaddockRevocation;

PaddockRevocation    *paddock_revocation_new                (PaddockOnRevoke     mode,
                                                             const char * const *argv);
void                  paddock_revocation_free               (PaddockRevocation  *self);
void                  paddock_revocation_told               (PaddockRevocation  *self,
                                                             gint64              now);
void                  paddock_revocation_asked              (PaddockRevocation  *self,
                                                             gint64              now);
void                  paddock_revocation_answered           (PaddockRevocation  *self,
                                                             PaddockRootList    *list);
void                  paddock_revocation_given              (PaddockRevocation  *self,
                                                             PaddockRootList    *list);
PaddockRevocationStep paddock_revocation_decide             (PaddockRevocation  *self,
                                                             PaddockObstacle     obstacle,
                                                             gint64              now,
                                                             gint64              real_now,
                                                             gint64             *out_when,
                                                             PaddockReason      *out_reason);
void                  paddock_revocation_settle             (PaddockRevocation  *self);
void                  paddock_revocation_relent             (PaddockRevocation  *self);
void                  paddock_revocation_restarted          (PaddockRevocation  *self,
                                                             gboolean            is_remote,
                                                             gint64              now);
PaddockReason         paddock_revocation_get_held           (PaddockRevocation  *self,
                                                             GStrv              *out_paths);
PaddockReason         paddock_revocation_obstacle_to_reason (PaddockObstacle     obstacle);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRevocation, paddock_revocation_free)

G_END_DECLS
