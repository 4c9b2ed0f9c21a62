/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_PAGE_SLOT (paddock_page_slot_get_type ())
G_DECLARE_FINAL_TYPE (PaddockPageSlot, paddock_page_slot, PADDOCK, PAGE_SLOT, AdwBin)

G_END_DECLS
