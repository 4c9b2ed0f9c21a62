/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FIND_DIALOG (paddock_find_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFindDialog, paddock_find_dialog, PADDOCK, FIND_DIALOG, AdwWindow)

/* Signal: chosen (char **paths): the user wants to add these projects, at least one */
PaddockFindDialog *paddock_find_dialog_new (GtkWindow          *parent,
                                            PaddockClient      *client,
                                            const char * const *paths);

G_END_DECLS
