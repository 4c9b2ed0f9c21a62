/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-context.h"

G_BEGIN_DECLS

GVariant *paddock_control_properties_get (const PaddockControlContext  *context,
                                          const char                   *name,
                                          GError                      **error);

G_END_DECLS
