/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-client.h"

G_BEGIN_DECLS

void   paddock_adder_choose_async       (GtkWidget           *from,
                                         PaddockClient       *client,
                                         PaddockFileKind      kind,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
void   paddock_adder_choose_again_async (GtkWidget           *from,
                                         PaddockClient       *client,
                                         const char          *path,
                                         PaddockFileKind      kind,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
void   paddock_adder_add_async          (GtkWidget           *from,
                                         PaddockClient       *client,
                                         const char * const  *paths,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
void   paddock_adder_ask_path_async     (GtkWidget           *from,
                                         PaddockClient       *client,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
GStrv  paddock_adder_finish             (GAsyncResult        *result,
                                         GError             **error);

GPtrArray *paddock_adder_get_known (GAsyncResult *result);

GStrv  paddock_adder_dup_paths          (GListModel          *files);

G_END_DECLS
