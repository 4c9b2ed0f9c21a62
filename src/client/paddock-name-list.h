/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *paddock_name_list_to_text (GPtrArray *names);

G_END_DECLS
