/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_WAITING_PAGE (paddock_waiting_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockWaitingPage, paddock_waiting_page, PADDOCK, WAITING_PAGE, AdwBin)

void paddock_waiting_page_set_waiting (PaddockWaitingPage *self,
                                       gboolean            is_waiting);

G_END_DECLS
