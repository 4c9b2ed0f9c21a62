/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"

G_BEGIN_DECLS

const char *paddock_reason_text_get (PaddockReason reason);

G_END_DECLS
