/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-app-writer.h"

G_BEGIN_DECLS

void paddock_app_switching_start (GtkWidget           *from,
                                  PaddockClient       *client,
                                  GPtrArray           *wishes,
                                  GHashTable          *shown,
                                  gboolean             shows_always,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data);

G_END_DECLS
