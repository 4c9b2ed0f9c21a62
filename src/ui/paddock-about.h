/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"

G_BEGIN_DECLS

void paddock_about_show (GtkWindow     *parent,
                         PaddockClient *client);

G_END_DECLS
