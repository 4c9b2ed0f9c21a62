/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-host-folders.h"
#include "paddock-host-question.h"
#include "paddock-input-required.h"
#include "paddock-launch-manager.h"
#include "paddock-link.h"
#include "paddock-mediator.h"
#include "paddock-revocation-manager.h"
#include "paddock-startup-hold.h"

G_BEGIN_DECLS

/* A server that asks for its roots within this many ms after `initialized` counts as one that asks
 * at its start. */
#define PADDOCK_ROOTS_RESPONDER_EARLY_MS 1000

/* Answers the server's questions about roots. */
typedef struct _PaddockRootsResponder PaddockRootsResponder;

typedef struct {
  /* The server may need roots from now on. Call paddock_roots_responder_attach(), once. */
  void (* need_link)(gpointer user_data);
  /* The host sent `notifications/initialized` for the first time. */
  void (* initialized)(gpointer user_data);
} PaddockRootsResponderFuncs;

typedef struct {
  PaddockHostRoots                  host_roots;
  const char                       *socket_path;
  PaddockStartupHold               *hold;        /* must stay valid */
  PaddockLaunchManager             *manager;     /* (nullable) limits what the server is told; must
                                                  * stay valid until the link is freed */
  PaddockRevocationManager         *revocations; /* must stay valid */
  const PaddockRootsResponderFuncs *funcs;       /* must stay valid */
  gpointer                          user_data;
} PaddockRootsResponderOptions;

PaddockRootsResponder *paddock_roots_responder_new (const PaddockRootsResponderOptions *options);

void                  paddock_roots_responder_free         (PaddockRootsResponder *self);
void                  paddock_roots_responder_attach       (PaddockRootsResponder *self,
                                                            PaddockLink           *link);
void                  paddock_roots_responder_ask_host     (PaddockRootsResponder *self);
PaddockHostQuestion  *paddock_roots_responder_get_question (PaddockRootsResponder *self);
PaddockInputRequired *paddock_roots_responder_get_input    (PaddockRootsResponder *self);
PaddockMediator      *paddock_roots_responder_get_mediator (PaddockRootsResponder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRootsResponder, paddock_roots_responder_free)

G_END_DECLS
