/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-paste.h"

G_BEGIN_DECLS

/* Signals: changed (): the server or its folders changed. */
#define PADDOCK_TYPE_CONNECT_INPUT (paddock_connect_input_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConnectInput, paddock_connect_input, PADDOCK, CONNECT_INPUT, AdwBin)

const PaddockPaste *paddock_connect_input_get_server    (PaddockConnectInput *self);
gboolean            paddock_connect_input_moves_folders (PaddockConnectInput *self);

G_END_DECLS
