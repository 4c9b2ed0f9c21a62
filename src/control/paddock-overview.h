/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"
#include "paddock-sessions.h"

G_BEGIN_DECLS

/* Describes a root or a server for the control interface, from the State and the open sessions.
 * Both functions return a floating dictionary (a{sv}); NULL if there is no such root or server. */
GVariant *paddock_overview_root   (PaddockState    *state,
                                   PaddockSessions *all_sessions,
                                   const char      *root_id);
GVariant *paddock_overview_server (PaddockState    *state,
                                   PaddockSessions *all_sessions,
                                   const char      *server_id);

G_END_DECLS
