/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-toast.h"

G_BEGIN_DECLS

PaddockToastCall *paddock_revoking_new_call         (GtkWidget     *from,
                                                     PaddockClient *client,
                                                     const char    *server_id,
                                                     const char    *root_id);
PaddockToastCall *paddock_revoking_new_call_for_all (GtkWidget     *from,
                                                     PaddockClient *client,
                                                     const char    *server_id);
void              paddock_revoking_explain          (GtkWidget     *from,
                                                     PaddockClient *client,
                                                     const char    *server_id,
                                                     const char    *root_id);

G_END_DECLS
