/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_GRANT_SWITCH (paddock_grant_switch_get_type ())
G_DECLARE_FINAL_TYPE (PaddockGrantSwitch, paddock_grant_switch, PADDOCK, GRANT_SWITCH, GtkBox)

GtkWidget *paddock_grant_switch_new        (PaddockClient      *client,
                                            PaddockServerItem  *server,
                                            PaddockRootItem    *root,
                                            gboolean            asks);
GtkWidget *paddock_grant_switch_get_toggle (PaddockGrantSwitch *self);

G_END_DECLS
