/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A sensitive file for which the user answered "Never": nobody may read it through Paddock. */
typedef struct {
  char *server_id;                  /* (owned) (nullable) NULL: for hosts */
  char *root_id;                    /* (owned) the root that contains it */
  char *path;                       /* (owned) canonical */
} PaddockNever;

GVariant  *paddock_never_to_variant        (const PaddockNever *never);
GPtrArray *paddock_never_list_from_variant (GVariant           *list);
void       paddock_never_free              (PaddockNever       *never);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNever, paddock_never_free)

G_END_DECLS
