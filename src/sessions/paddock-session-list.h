/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-session.h"

G_BEGIN_DECLS

GPtrArray *paddock_session_list_find      (GPtrArray  *sessions,
                                           const char *server_id);
guint      paddock_session_list_count     (GPtrArray  *sessions,
                                           const char *server_id);
char      *paddock_session_list_dup_scope (GPtrArray  *sessions,
                                           const char *server_id);

G_END_DECLS
