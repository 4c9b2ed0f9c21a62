/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

char *paddock_become_find    (const char         *name,
                              const char         *folder,
                              const char         *own_directory,
                              const char         *libexec_way,
                              const char         *installed_directory);
char *paddock_become_program (PaddockCli         *cli,
                              const char         *name,
                              const char         *folder,
                              const char * const *argv);

G_END_DECLS
