/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"

G_BEGIN_DECLS

char             *paddock_app_key_new       (const PaddockApp *app);
char             *paddock_app_key_dup_plain (const char       *key);
const PaddockApp *paddock_app_key_find      (const char       *key);

G_END_DECLS
