/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PADDOCK_OWN_COMMAND_SANDBOX "/.flatpak-info"

char *paddock_own_command_dup (const char *sandbox_info,
                               const char *own_directory,
                               const char *bin_directory);
char *paddock_own_command_find (const char *bin_directory);

G_END_DECLS
