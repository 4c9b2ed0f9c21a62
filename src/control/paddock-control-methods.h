/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

typedef void (*PaddockCallHandler) (PaddockCall *call,
                                    GVariant    *parameters);

typedef struct {
  const char         *name;
  gboolean            needs_agent;   /* TRUE: before the handler runs, the bus is asked whether the
                                      * caller is the agent */
  PaddockCallHandler  handle;
} PaddockControlMethod;

const PaddockControlMethod *paddock_control_methods_lookup (const char *name);

G_END_DECLS
