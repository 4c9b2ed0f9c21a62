/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-caller.h"
#include "paddock-control.h"

G_BEGIN_DECLS

/* One call of the control interface, after its caller was looked at. Owned by its handler, which
 * answers it exactly once: answering frees it. */
typedef struct {
  PaddockControl        *control;    /* (owned) */
  GDBusMethodInvocation *invocation; /* (owned) */
  PaddockCaller         *caller;     /* (owned) */
  gboolean               from_agent; /* the bus confirmed it for this call */
} PaddockCall;

typedef void (*PaddockCallHandler) (PaddockCall *call,
                                    GVariant    *parameters);

typedef struct {
  const char         *name;
  gboolean            needs_agent;   /* whether it is the agent matters to the handler */
  PaddockCallHandler  handle;
} PaddockControlMethod;

const PaddockControlMethod *paddock_control_methods_lookup (const char *name);

void paddock_control_call_return                  (PaddockCall *call,
                                                   GVariant    *reply);
void paddock_control_call_return_with_descriptors (PaddockCall *call,
                                                   GVariant    *reply,
                                                   GUnixFDList *descriptors);
void paddock_control_call_fail                    (PaddockCall *call,
                                                   GError      *error);

G_END_DECLS
