/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void paddock_bus_error_explain (GError *error);

G_END_DECLS
