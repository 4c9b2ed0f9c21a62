/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-line-class.h"

G_BEGIN_DECLS

/* What a host is answered where its request did not survive a restart. */
#define PADDOCK_RESTARTED_TEXT "The server was restarted: its access was taken back"
#define PADDOCK_RESTARTED_DATA "{\"reason\":\"server-restarted\"}"

GBytes *paddock_restarted_write (PaddockSpan id);

G_END_DECLS
