/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

PaddockExit paddock_settle_wait (PaddockCli  *cli,
                                 const char  *request,
                                 gboolean     no_wait);
PaddockExit paddock_settle_call (PaddockCli  *cli,
                                 const char  *method,
                                 GVariant    *parameters,
                                 gboolean     no_wait);

G_END_DECLS
