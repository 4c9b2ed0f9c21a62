/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-edit.h"

G_BEGIN_DECLS

gsize    paddock_app_style_find_line      (const PaddockAppEdit *edit,
                                           gsize                 at);
gboolean paddock_app_style_has_lines      (const PaddockAppEdit *edit,
                                           guint                 object);
char    *paddock_app_style_dup_line_begin (const PaddockAppEdit *edit,
                                           gsize                 at);
char    *paddock_app_style_dup_separator  (const PaddockAppEdit *edit,
                                           guint                 member);
gboolean paddock_app_style_is_bare        (const char           *name);
char    *paddock_app_style_dup_key        (const PaddockAppEdit *edit,
                                           guint                 member,
                                           const char           *name);
char    *paddock_app_style_dup_member     (const PaddockAppEdit *edit,
                                           guint                 member,
                                           const char           *name,
                                           const char           *text);
void     paddock_app_style_replace_text   (PaddockAppEdit       *edit,
                                           guint                 value,
                                           const char           *string);

G_END_DECLS
