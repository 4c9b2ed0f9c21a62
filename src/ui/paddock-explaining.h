/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

G_BEGIN_DECLS

char *paddock_explaining_dup_text (PaddockClient     *client,
                                   PaddockServerItem *server,
                                   PaddockRootItem   *root);

G_END_DECLS
