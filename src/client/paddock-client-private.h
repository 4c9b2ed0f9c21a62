/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-mirror.h"
#include "paddock-pages.h"

G_BEGIN_DECLS

/* Functions that only the files of the client share. */
GDBusProxy    *paddock_client_get_proxy          (PaddockClient *self);
PaddockMirror *paddock_client_get_journal_mirror (PaddockClient *self);

void           paddock_client_call_list_async    (PaddockClient       *self,
                                                  PaddockPages        *pages,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);

G_END_DECLS
