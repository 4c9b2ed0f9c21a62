/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_BAR (paddock_bar_get_type ())
G_DECLARE_FINAL_TYPE (PaddockBar, paddock_bar, PADDOCK, BAR, AdwBin)

void  paddock_bar_show  (PaddockBar *self,
                         const char *text);
void  paddock_bar_hide  (PaddockBar *self);

G_END_DECLS
