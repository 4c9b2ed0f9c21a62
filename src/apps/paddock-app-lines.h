/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-edit.h"

G_BEGIN_DECLS

gboolean paddock_app_lines_is_list      (const PaddockAppEdit *edit,
                                         guint                 array);
char    *paddock_app_lines_dup_between  (const PaddockAppEdit *edit,
                                         guint                 array);
void     paddock_app_lines_insert_front (PaddockAppEdit       *edit,
                                         guint                 array,
                                         const char * const   *literals);
void     paddock_app_lines_remove_front (PaddockAppEdit       *edit,
                                         guint                 array,
                                         guint                 n_values);
void     paddock_app_lines_collapse     (PaddockAppEdit       *edit,
                                         guint                 array,
                                         const char           *text);

G_END_DECLS
