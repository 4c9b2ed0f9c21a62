/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-addition.h"

G_BEGIN_DECLS

char *paddock_connect_text_understood (guint                      n_servers,
                                       const PaddockPaste        *server);
char *paddock_connect_text_folders    (const PaddockPaste        *server);
char *paddock_connect_text_place      (const PaddockApp          *app,
                                       const char                *path,
                                       guint                      n_files);
char *paddock_connect_text_how        (const PaddockAppAddition  *addition);
char *paddock_connect_text_then       (const PaddockApp          *app);

G_END_DECLS
