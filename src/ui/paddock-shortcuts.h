/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_SHORTCUTS (paddock_shortcuts_get_type ())
G_DECLARE_FINAL_TYPE (PaddockShortcuts, paddock_shortcuts, PADDOCK, SHORTCUTS, AdwWindow)

void              paddock_shortcuts_install (GtkApplication *application);
PaddockShortcuts *paddock_shortcuts_new     (GtkWindow      *parent);

G_END_DECLS
