/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-autostart.h"
#include "paddock-client.h"

G_BEGIN_DECLS

/* What is known about how long the service runs. */
typedef struct {
  gboolean is_connected;      /* else nothing else is known */
  gboolean is_refused;        /* a sandbox, and the desktop does not let it run without a window */
  gboolean is_wanted;         /* the user's setting to go on without a window */
  gboolean at_login;          /* the user's setting to stay from login to logout */
  gboolean is_paused;
  guint    n_servers;         /* connected ones that see a folder */
} PaddockPresence;

PaddockPresence paddock_presence_text_look             (PaddockClient         *client,
                                                        GSettings             *settings);
char           *paddock_presence_text_make_closing     (const PaddockPresence *presence);
char           *paddock_presence_text_make_goodbye     (const PaddockPresence *presence);
const char     *paddock_presence_text_get_login        (gboolean               is_on,
                                                        PaddockAutostart       found);
const char     *paddock_presence_text_get_portal_login (gboolean               is_on,
                                                        gboolean               is_refused);

G_END_DECLS
