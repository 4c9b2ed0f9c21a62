/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-app-addition.h"
#include "paddock-client.h"

G_BEGIN_DECLS

/* Signals: open-server (PaddockServerItem *item): the user wants to choose the server's folders. */
#define PADDOCK_TYPE_CONNECT_RESULT (paddock_connect_result_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConnectResult, paddock_connect_result, PADDOCK, CONNECT_RESULT, AdwBin)

void paddock_connect_result_set_client (PaddockConnectResult *self,
                                        PaddockClient        *client);
void paddock_connect_result_set_app    (PaddockConnectResult *self,
                                        const PaddockApp     *app,
                                        const char           *path,
                                        guint                 n_files);
void paddock_connect_result_show       (PaddockConnectResult *self,
                                        PaddockAppAddition   *addition,
                                        const char           *problem);

G_END_DECLS
