/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-paste.h"

G_BEGIN_DECLS

GPtrArray *paddock_paste_parse (const char  *text,
                                gsize        length,
                                GError     **error);

G_END_DECLS
