/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_GUIDE (paddock_guide_get_type ())
G_DECLARE_FINAL_TYPE (PaddockGuide, paddock_guide, PADDOCK, GUIDE, AdwWindow)

PaddockGuide *paddock_guide_new (GtkWindow *parent);

G_END_DECLS
