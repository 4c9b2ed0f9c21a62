/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"
#include "paddock-config-tree.h"
#include "paddock-splice.h"

G_BEGIN_DECLS

/* A change of a file in the making. */
typedef struct {
  const PaddockConfigTree *tree;
  PaddockSplices          *splices;
  PaddockAppSyntax         syntax;
} PaddockAppEdit;

void   paddock_app_edit_replace       (PaddockAppEdit       *self,
                                       guint                 value,
                                       const char           *text);
void   paddock_app_edit_rename        (PaddockAppEdit       *self,
                                       guint                 member,
                                       const char           *text);
void   paddock_app_edit_insert_front  (PaddockAppEdit       *self,
                                       guint                 array,
                                       const char * const   *literals);
void   paddock_app_edit_remove_front  (PaddockAppEdit       *self,
                                       guint                 array,
                                       guint                 n_values);
void   paddock_app_edit_remove_value  (PaddockAppEdit       *self,
                                       guint                 previous,
                                       guint                 value);
void   paddock_app_edit_remove_member (PaddockAppEdit       *self,
                                       guint                 object,
                                       guint                 member);
void   paddock_app_edit_keep_value    (PaddockAppEdit       *self,
                                       guint                 array,
                                       guint                 value);
void   paddock_app_edit_erase         (PaddockAppEdit       *self,
                                       gsize                 begin,
                                       gsize                 end);
guint  paddock_app_edit_get_child     (const PaddockAppEdit *self,
                                       guint                 parent,
                                       guint                 position);
char  *paddock_app_edit_dup_literal   (const PaddockAppEdit *self,
                                       guint                 value);
gboolean paddock_app_edit_is_bare (const char *name);
char  *paddock_app_edit_dup_key       (const PaddockAppEdit *self,
                                       guint                 member,
                                       const char           *name);
char  *paddock_app_edit_dup_member    (const PaddockAppEdit *self,
                                       guint                 member,
                                       const char           *name,
                                       const char           *text);
char  *paddock_app_edit_dup_separator (const PaddockAppEdit *self,
                                       guint                 member);

G_END_DECLS
