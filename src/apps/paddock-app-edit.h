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
gboolean paddock_app_edit_has_comment (const PaddockAppEdit *self,
                                       gsize                 begin,
                                       gsize                 end);
gsize  paddock_app_edit_skip_trivia   (const PaddockAppEdit *self,
                                       gsize                 at,
                                       gsize                 end);
void   paddock_app_edit_rename        (PaddockAppEdit       *self,
                                       guint                 member,
                                       const char           *text);
void   paddock_app_edit_erase         (PaddockAppEdit       *self,
                                       gsize                 begin,
                                       gsize                 end);
guint  paddock_app_edit_get_child     (const PaddockAppEdit *self,
                                       guint                 parent,
                                       guint                 position);
char  *paddock_app_edit_dup_literal   (const PaddockAppEdit *self,
                                       guint                 value);

G_END_DECLS
