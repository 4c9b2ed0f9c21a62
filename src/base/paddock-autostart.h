/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What starts the service at login, as far as Paddock can see. */
typedef enum {
  PADDOCK_AUTOSTART_OFF,
  PADDOCK_AUTOSTART_FILE,           /* the desktop starts it, because of the user's autostart
                                     * file */
  PADDOCK_AUTOSTART_UNIT,           /* systemd starts it, because somebody enabled the service's
                                     * unit */
} PaddockAutostart;

char            *paddock_autostart_dup_path (void);
PaddockAutostart paddock_autostart_find     (void);
gboolean         paddock_autostart_set      (gboolean     is_on,
                                             const char  *program,
                                             GError     **error);
void             paddock_autostart_apply    (gboolean     is_on,
                                             gboolean     is_first);

G_END_DECLS
