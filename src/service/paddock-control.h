/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-bus-agent.h"
#include "paddock-file-prompts.h"
#include "paddock-gate.h"
#include "paddock-import.h"
#include "paddock-pager.h"
#include "paddock-reading.h"
#include "paddock-retention.h"
#include "paddock-root-markers.h"
#include "paddock-sessions.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONTROL (paddock_control_get_type ())
G_DECLARE_FINAL_TYPE (PaddockControl, paddock_control, PADDOCK, CONTROL, GObject)

/* What the control interface works on; borrowed from the service, which outlives it. */
typedef struct {
  PaddockState       *state;
  PaddockSessions    *sessions;
  PaddockPrompts     *queue;
  PaddockGate        *gate;
  PaddockBusAgent    *agent;
  PaddockImport      *import;
  PaddockReading     *reading;
  PaddockFilePrompts *questions;    /* about sensitive files */
  PaddockRefusals    *refusals;
  PaddockRetention   *retention;    /* (nullable) */
  PaddockRootMarkers *markers;
  const char         *socket_path;
  const char         *set_aside;    /* (nullable) where a damaged database is kept */
  const char         *sandbox;      /* (nullable) one of PADDOCK_SANDBOX_…, static */
  PaddockConsentMode  mode;
} PaddockControlContext;

/* Signal: used ()   a call came, or was answered */
PaddockControl              *paddock_control_new         (const PaddockControlContext *context);
gboolean                     paddock_control_export      (PaddockControl              *self,
                                                          GDBusConnection             *connection,
                                                          GError                     **error);
void                         paddock_control_unexport    (PaddockControl              *self);
const PaddockControlContext *paddock_control_get_context (PaddockControl              *self);
PaddockPager                *paddock_control_get_pager   (PaddockControl              *self,
                                                          const PaddockPagerKind      *kind);
gboolean                     paddock_control_is_busy     (PaddockControl              *self);

G_END_DECLS
