/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"

G_BEGIN_DECLS

/* Called when the action of a switch in @widget has ended, successful or not. */
typedef void (*PaddockGrantingDone) (GtkWidget *widget);

void paddock_granting_switch (GtkWidget           *widget,
                              PaddockClient       *client,
                              PaddockServerItem   *server,
                              PaddockRootItem     *root,
                              gboolean             is_on,
                              gboolean             asks,
                              PaddockGrantingDone  done);

PaddockDurationKind paddock_granting_get_duration (PaddockServerItem *server);

G_END_DECLS
