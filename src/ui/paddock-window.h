/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_WINDOW (paddock_window_get_type ())
G_DECLARE_FINAL_TYPE (PaddockWindow, paddock_window, PADDOCK, WINDOW, AdwApplicationWindow)

PaddockWindow *paddock_window_new    (GtkApplication *application,
                                      PaddockClient  *client);
void           paddock_window_review (PaddockWindow  *self);

G_END_DECLS
