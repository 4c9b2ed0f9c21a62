/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-context.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONTROL (paddock_control_get_type ())
G_DECLARE_FINAL_TYPE (PaddockControl, paddock_control, PADDOCK, CONTROL, GObject)

/* Signal: used (): somebody called a method of the interface, or a call was answered */
PaddockControl *paddock_control_new      (const PaddockControlContext  *context);
gboolean        paddock_control_export   (PaddockControl               *self,
                                          GDBusConnection              *connection,
                                          GError                      **error);
void            paddock_control_unexport (PaddockControl               *self);
gboolean        paddock_control_is_busy  (PaddockControl               *self);

G_END_DECLS
