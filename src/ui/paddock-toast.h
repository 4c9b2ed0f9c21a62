/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-undo.h"

G_BEGIN_DECLS

void paddock_toast_show       (GtkWidget    *from,
                               const char   *text);
void paddock_toast_show_error (GtkWidget    *from,
                               const GError *error);

/* A call of the service whose result is shown in a toast. */
typedef struct _PaddockToastCall PaddockToastCall;

/* Called when the user presses the button of a toast. @from: the overlay in which the next call can
 * show its toast */
typedef void (*PaddockToastNext) (GtkWidget *from,
                                  gpointer   user_data);

PaddockToastCall *paddock_toast_call_new      (GtkWidget        *from,
                                               const char       *done_text,
                                               PaddockUndo      *undo);
void              paddock_toast_call_set_next (PaddockToastCall *call,
                                               const char       *label,
                                               PaddockToastNext  next,
                                               gpointer          user_data,
                                               GDestroyNotify    destroy);
void              paddock_toast_call_show     (PaddockToastCall *call);
void              paddock_toast_call_ready    (GObject          *source,
                                               GAsyncResult     *result,
                                               gpointer          user_data);

G_END_DECLS
