/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-note.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GVariant       *paddock_app_note_dict_to_variant   (const PaddockAppNote *note);
PaddockAppNote *paddock_app_note_dict_from_variant (GVariant             *variant);

G_END_DECLS
