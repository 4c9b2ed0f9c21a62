/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-gate.h"
#include "paddock-idle-exit.h"
#include "paddock-reading.h"
#include "paddock-retention.h"

G_BEGIN_DECLS

typedef struct _PaddockServiceSettings PaddockServiceSettings;

PaddockServiceSettings *paddock_service_settings_new           (PaddockState           *state,
                                                                PaddockGate            *gate,
                                                                PaddockReading         *reading,
                                                                PaddockRetention       *retention);
void                    paddock_service_settings_free          (PaddockServiceSettings *self);
void                    paddock_service_settings_set_idle_exit (PaddockServiceSettings *self,
                                                                PaddockIdleExit        *idle_exit);
void                    paddock_service_settings_set_bus       (PaddockServiceSettings *self,
                                                                GDBusConnection        *connection);
gboolean                paddock_service_settings_run_at_login  (PaddockServiceSettings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockServiceSettings, paddock_service_settings_free)

G_END_DECLS
