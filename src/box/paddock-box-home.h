/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char     *paddock_box_home_dup_path (void);
gboolean  paddock_box_home_prepare  (const char  *home,
                                     const char  *private_home,
                                     GPtrArray   *folders,
                                     GPtrArray   *links,
                                     const char * const  *empty,
                                     int         *out_fd,
                                     GError     **error);

G_END_DECLS
