/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-mirror.h"

G_BEGIN_DECLS

/* The parts of the client that its calls need. */
GDBusProxy    *paddock_client_get_proxy          (PaddockClient *self);
PaddockMirror *paddock_client_get_journal_mirror (PaddockClient *self);

G_END_DECLS
