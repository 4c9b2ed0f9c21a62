/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-bus-agent.h"
#include "paddock-confined-homes.h"
#include "paddock-file-prompts.h"
#include "paddock-gate.h"
#include "paddock-import.h"
#include "paddock-proofs.h"
#include "paddock-reading.h"
#include "paddock-retention.h"
#include "paddock-root-markers.h"
#include "paddock-sessions.h"

G_BEGIN_DECLS

/* The parts of the service that the control interface works on. The service owns all members, and
 * outlives the interface. */
typedef struct {
  PaddockState       *state;
  PaddockSessions    *sessions;
  PaddockPrompts     *queue;
  PaddockGate        *gate;
  PaddockBusAgent    *agent;
  PaddockImport      *import;
  PaddockReading     *reading;
  PaddockFilePrompts *questions;    /* asks the user about sensitive files */
  PaddockRefusals    *refusals;
  PaddockRetention   *retention;    /* (nullable) */
  PaddockRootMarkers *markers;
  PaddockConfinedHomes *homes;
  PaddockProofs      *proofs;       /* (nullable) NULL: no caller is proven to be `paddock` */
  const char         *socket_path;
  const char         *set_aside;    /* (nullable) the path at which a damaged database is kept;
                                     * NULL: there is none */
  const char         *sandbox;      /* (nullable) the sandbox in which Paddock runs, one of
                                     * PADDOCK_SANDBOX_…, static; NULL: none */
  PaddockConsentMode  mode;
} PaddockControlContext;

G_END_DECLS
