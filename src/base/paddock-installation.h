/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-places.h"

G_BEGIN_DECLS

char          *paddock_installation_dup_data_directory (gboolean    is_sandboxed,
                                                        const char *home,
                                                        const char *host_data_home);
char          *paddock_installation_dup_other          (void);
char          *paddock_installation_dup_own            (void);
char          *paddock_installation_dup_registered_home (void);
PaddockPlaces *paddock_installation_find_places        (const char *data_dir,
                                                        const char *socket_path);

G_END_DECLS
