/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

PaddockExit paddock_serve_run (PaddockCli         *cli,
                               const char * const *argv);

G_END_DECLS
