/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_APPS_OUTSIDE (paddock_apps_outside_get_type ())
G_DECLARE_FINAL_TYPE (PaddockAppsOutside, paddock_apps_outside, PADDOCK, APPS_OUTSIDE, AdwBin)

G_END_DECLS
