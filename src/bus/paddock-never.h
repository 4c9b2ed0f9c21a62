/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A sensitive file about which the user answered "Never" when a server or a host wanted to read
 * it. */
typedef struct {
  char *server_id;                  /* (owned) (nullable) the server that wanted to read the file;
                                     * NULL: the answer is about hosts */
  char *root_id;                    /* (owned) the root that contained the file when the user
                                     * answered */
  char *path;                       /* (owned) the canonical path of the file */
} PaddockNever;

GVariant  *paddock_never_to_variant        (const PaddockNever *never);
GPtrArray *paddock_never_list_from_variant (GVariant           *list);
void       paddock_never_free              (PaddockNever       *never);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNever, paddock_never_free)

G_END_DECLS
