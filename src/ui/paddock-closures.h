/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Templates bind these by name. The first argument is the template's widget; it is not used. */
char    *paddock_closures_root_icon            (gpointer    self,
                                                int         kind,
                                                guint64     markers);
char    *paddock_closures_root_kind            (gpointer    self,
                                                int         kind,
                                                guint64     markers);
char    *paddock_closures_root_reason          (gpointer    self,
                                                guint64     markers);
char    *paddock_closures_root_path            (gpointer    self,
                                                const char *path,
                                                const char *picked);
char    *paddock_closures_root_tooltip         (gpointer    self,
                                                const char *path,
                                                const char *picked);
char    *paddock_closures_root_status          (gpointer    self,
                                                int         status,
                                                gboolean    has_events);
char    *paddock_closures_root_icon_state      (gpointer    self,
                                                int         status);
gboolean paddock_closures_root_is_noted        (gpointer    self,
                                                int         status,
                                                gboolean    has_events);
gboolean paddock_closures_root_is_out_of_reach (gpointer    self,
                                                int         status,
                                                gboolean    is_document);
gboolean paddock_closures_root_is_replaced     (gpointer    self,
                                                int         status);
gboolean paddock_closures_root_is_read_only    (gpointer    self,
                                                int         access);

G_END_DECLS
