/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_PREFERENCES (paddock_preferences_get_type ())
G_DECLARE_FINAL_TYPE (PaddockPreferences, paddock_preferences, PADDOCK, PREFERENCES, AdwWindow)

PaddockPreferences *paddock_preferences_new (GtkWindow     *parent,
                                             PaddockClient *client);

G_END_DECLS
