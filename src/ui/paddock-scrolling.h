/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void  paddock_scrolling_show (GtkWidget *widget);

G_END_DECLS
