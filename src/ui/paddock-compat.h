/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gtk/gtk.h>

#include "paddock-path.h"

G_BEGIN_DECLS

/* How an alert shows the button that accepts. */
typedef enum {
  PADDOCK_CONFIRM_PLAIN,
  PADDOCK_CONFIRM_SUGGESTED,
  PADDOCK_CONFIRM_DESTRUCTIVE,
} PaddockConfirmStyle;

void        paddock_compat_choose_async  (GtkWindow          *parent,
                                          const char         *title,
                                          const char         *accept_label,
                                          PaddockFileKind     kind,
                                          const char         *folder,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
GListModel *paddock_compat_choose_finish (GAsyncResult       *result,
                                          GError            **error);

void   paddock_compat_save_async  (GtkWindow          *parent,
                                   const char         *title,
                                   const char         *name,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
GFile *paddock_compat_save_finish (GAsyncResult       *result,
                                   GError            **error);

void paddock_compat_inform (GtkWindow  *parent,
                            const char *heading,
                            const char *body);

void     paddock_compat_confirm_async  (GtkWindow          *parent,
                                        const char         *heading,
                                        const char         *body,
                                        const char         *accept_label,
                                        PaddockConfirmStyle style,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean paddock_compat_confirm_finish (GAsyncResult       *result,
                                        GError            **error);

void  paddock_compat_prompt_async  (GtkWindow          *parent,
                                    const char         *heading,
                                    const char         *body,
                                    const char         *text,
                                    const char         *accept_label,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
char *paddock_compat_prompt_finish (GAsyncResult       *result,
                                    GError            **error);

void paddock_compat_show_in_files (GtkWindow       *parent,
                                   const char      *path,
                                   PaddockFileKind  kind);

void     paddock_compat_open_file_async  (GtkWindow            *parent,
                                          const char           *path,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
gboolean paddock_compat_open_file_finish (GAsyncResult         *result,
                                          GError              **error);

void paddock_compat_announce (GtkWidget  *status_line,
                              const char *text);

G_END_DECLS
