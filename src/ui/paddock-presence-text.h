/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-autostart.h"
#include "paddock-client.h"

G_BEGIN_DECLS

/* How long the service runs after the window is closed. */
typedef enum {
  PADDOCK_STAY_UNKNOWN,
  PADDOCK_STAY_REFUSED,             /* the desktop ends a sandboxed service with the window */
  PADDOCK_STAY_UNWANTED,            /* a setting ends the service with the window */
  PADDOCK_STAY_UNTIL_LOGOUT,        /* a setting keeps the service from login to logout */
  PADDOCK_STAY_WHILE_NEEDED,
} PaddockStay;

/* What is known about how the service runs without the window. */
typedef struct {
  PaddockStay stay;
  gboolean    is_paused;
  guint       n_servers;            /* how many connected servers see a folder */
} PaddockPresence;

PaddockStay     paddock_presence_text_find_stay        (gboolean               is_connected,
                                                        gboolean               is_refused,
                                                        gboolean               is_wanted,
                                                        gboolean               at_login);
PaddockPresence paddock_presence_text_look             (PaddockClient         *client,
                                                        GSettings             *settings);
char           *paddock_presence_text_make_closing     (const PaddockPresence *presence);
char           *paddock_presence_text_make_goodbye     (const PaddockPresence *presence);
const char     *paddock_presence_text_get_login        (gboolean               is_on,
                                                        PaddockAutostart       found);
const char     *paddock_presence_text_get_portal_login (gboolean               is_on,
                                                        gboolean               is_refused);

G_END_DECLS
