/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *paddock_host_bundle_get_directory   (void);
GStrv       paddock_host_bundle_dup_environment (const char * const *environment);

G_END_DECLS
