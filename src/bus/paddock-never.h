/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A sensitive file that is never to be read on somebody's behalf, as the user answered. */
typedef struct {
  char *server_id;                  /* (owned) (nullable) NULL: of hosts */
  char *root_id;                    /* (owned) the root that it is in */
  char *path;                       /* (owned) canonical */
} PaddockNever;

GVariant  *paddock_never_to_variant        (const PaddockNever *never);
GPtrArray *paddock_never_list_from_variant (GVariant           *list);
void       paddock_never_free              (PaddockNever       *never);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNever, paddock_never_free)

G_END_DECLS
