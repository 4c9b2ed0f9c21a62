/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"
#include "paddock-sessions.h"

G_BEGIN_DECLS

/* What the control interface shows, put together from what is known and who is there: floating
 * dictionaries (a{sv}), NULL where there is no such root or server. */
GVariant *paddock_overview_root   (PaddockState    *state,
                                   const char      *root_id);
GVariant *paddock_overview_server (PaddockState    *state,
                                   PaddockSessions *all_sessions,
                                   const char      *server_id);

G_END_DECLS
