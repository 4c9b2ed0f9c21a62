/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_APPS_PAGE (paddock_apps_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppsPage, paddock_apps_page, PADDOCK, APPS_PAGE, AdwBin)

G_END_DECLS
