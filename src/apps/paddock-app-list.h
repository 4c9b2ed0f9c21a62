/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-edit.h"

G_BEGIN_DECLS

void paddock_app_list_insert_front  (PaddockAppEdit     *edit,
                                     guint               array,
                                     const char * const *literals);
void paddock_app_list_remove_front  (PaddockAppEdit     *edit,
                                     guint               array,
                                     guint               n_values);
void paddock_app_list_remove_value  (PaddockAppEdit     *edit,
                                     guint               previous,
                                     guint               value);
void paddock_app_list_remove_member (PaddockAppEdit     *edit,
                                     guint               object,
                                     guint               member);
void paddock_app_list_keep_value    (PaddockAppEdit     *edit,
                                     guint               array,
                                     guint               value);
void paddock_app_list_spread        (PaddockAppEdit     *edit,
                                     guint               array,
                                     guint               value,
                                     const char * const *literals);

G_END_DECLS
