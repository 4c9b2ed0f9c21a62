/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *paddock_installation_dup_data_directory (gboolean    is_sandboxed,
                                               const char *home,
                                               const char *host_data_home);
char *paddock_installation_dup_other          (void);

G_END_DECLS
