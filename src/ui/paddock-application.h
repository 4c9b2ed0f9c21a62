/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_APPLICATION (paddock_application_get_type ())
G_DECLARE_FINAL_TYPE (PaddockApplication, paddock_application, PADDOCK, APPLICATION, AdwApplication)

PaddockApplication *paddock_application_new (void);

G_END_DECLS
