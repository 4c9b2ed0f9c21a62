/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-caller.h"
#include "paddock-control-context.h"

G_BEGIN_DECLS

/* One call of the control interface, after the check of its caller. The handler owns the call, and
 * answers the call exactly once. Answering frees the call. */
typedef struct {
  GDBusMethodInvocation       *invocation; /* (owned) */
  PaddockCaller               *caller;     /* (owned) */
  gboolean                     from_agent; /* the bus has confirmed that the caller is the agent */
  const PaddockControlContext *context;    /* what the interface works on; it belongs to the
                                            * interface, and is valid until @on_ended is called */
  GHashTable                  *pagers;     /* PaddockPagerKind -> PaddockPager (owned): the
                                            * interface's pager of each list */
  GDestroyNotify               on_ended;   /* called with @interface when the call is answered */
  gpointer                     interface;
} PaddockCall;

void paddock_control_call_return                  (PaddockCall *call,
                                                   GVariant    *reply);
void paddock_control_call_return_with_descriptors (PaddockCall *call,
                                                   GVariant    *reply,
                                                   GUnixFDList *descriptors);
void paddock_control_call_fail                    (PaddockCall *call,
                                                   GError      *error);

G_END_DECLS
