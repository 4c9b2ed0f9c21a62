/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVER_ACTIONS (paddock_server_actions_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerActions, paddock_server_actions, PADDOCK, SERVER_ACTIONS, AdwBin)

void paddock_server_actions_show (PaddockServerActions *self,
                                  PaddockClient        *client,
                                  PaddockServerItem    *item);

G_END_DECLS
