/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_ACTIVITY_PAGE (paddock_activity_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockActivityPage, paddock_activity_page, PADDOCK, ACTIVITY_PAGE, AdwBin)

G_END_DECLS
