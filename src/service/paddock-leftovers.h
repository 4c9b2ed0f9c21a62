/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-registry.h"

G_BEGIN_DECLS

void paddock_leftovers_end (PaddockRegistry *registry);

G_END_DECLS
