/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-launch-manager.h"
#include "paddock-revocation-manager.h"
#include "paddock-server-slot.h"
#include "paddock-startup-hold.h"
#include "paddock-target.h"

G_BEGIN_DECLS

/* One server after another in the place of the first. */
typedef struct _PaddockSuccession PaddockSuccession;

typedef struct {
  PaddockTarget       *target;      /* must stay */
  PaddockRevocation   *revocation;  /* (transfer full) */
  PaddockLaunchConfig *launch;      /* (transfer full) (nullable) of a server that is started with
                                     * its roots */
  GSourceOnceFunc      wanted;      /* the user is to be asked for folders */
  PaddockDropped       dropped;     /* a message of a server behind an address was thrown away */
  gpointer             user_data;
} PaddockSuccessionOptions;

PaddockSuccession *paddock_succession_new (const PaddockSuccessionOptions *options);

void                      paddock_succession_free            (PaddockSuccession  *self);
void                      paddock_succession_end_link        (PaddockSuccession  *self);
void                      paddock_succession_attach          (PaddockSuccession  *self,
                                                              PaddockLink        *link);
void                      paddock_succession_release         (PaddockSuccession  *self);
gboolean                  paddock_succession_is_launch       (PaddockSuccession  *self);
gboolean                  paddock_succession_prepare         (PaddockSuccession  *self,
                                                              GError            **error);
gboolean                  paddock_succession_start           (PaddockSuccession  *self,
                                                              GError            **error);
int                       paddock_succession_run             (PaddockSuccession  *self);
void                      paddock_succession_consider        (PaddockSuccession  *self);
PaddockFilterChain       *paddock_succession_get_chain       (PaddockSuccession  *self);
PaddockStartupHold       *paddock_succession_get_hold        (PaddockSuccession  *self);
PaddockLaunchManager     *paddock_succession_get_manager     (PaddockSuccession  *self);
PaddockRestart           *paddock_succession_get_restart     (PaddockSuccession  *self);
PaddockRevocationManager *paddock_succession_get_revocations (PaddockSuccession  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSuccession, paddock_succession_free)

G_END_DECLS
