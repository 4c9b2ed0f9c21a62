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

/* Starts and ends one server after another for the host. */
typedef struct _PaddockSuccession PaddockSuccession;

typedef struct {
  PaddockTarget       *target;      /* must stay valid */
  PaddockRevocation   *revocation;  /* (transfer full) */
  PaddockLaunchConfig *launch;      /* (transfer full) (nullable) how to start the server with its
                                     * roots; NULL: the server asks for its roots itself */
  GSourceOnceFunc      wanted;      /* called when the server needs folders */
  PaddockDropped       dropped;     /* called for dropped messages of a server behind an address */
  gpointer             user_data;
} PaddockSuccessionOptions;

PaddockSuccession *paddock_succession_new (const PaddockSuccessionOptions *options);

void                      paddock_succession_free            (PaddockSuccession  *self);
void                      paddock_succession_end_link        (PaddockSuccession  *self);
void                      paddock_succession_attach          (PaddockSuccession  *self,
                                                              PaddockLink        *link);
void                      paddock_succession_kill_confined   (PaddockSuccession  *self);
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
