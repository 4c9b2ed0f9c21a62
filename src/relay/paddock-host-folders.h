/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-list.h"

G_BEGIN_DECLS

/* How long the file systems of the host's folders may take to answer, in ms. */
#define PADDOCK_HOST_FOLDERS_TIMEOUT_MS 5000

/* What Paddock does with the host's own roots. */
typedef enum {
  PADDOCK_HOST_ROOTS_SUGGEST,       /* when the user is asked which folders to share, the host's
                                     * roots are suggested */
  PADDOCK_HOST_ROOTS_IGNORE,
  PADDOCK_HOST_ROOTS_INTERSECT,     /* the server is told only about folders within the host's
                                     * roots */
} PaddockHostRoots;

typedef struct _PaddockHostFolders PaddockHostFolders;

/* Called when the list of roots for the server has changed. */
typedef void (*PaddockHostFoldersFunc) (gpointer user_data);

PaddockHostFolders *paddock_host_folders_new    (PaddockHostRoots       mode,
                                                 const char            *socket_path,
                                                 PaddockHostFoldersFunc changed,
                                                 gpointer               user_data);
void                paddock_host_folders_free   (PaddockHostFolders    *self);
gboolean            paddock_host_folders_update (PaddockHostFolders    *self,
                                                 const char * const    *uris);
PaddockRootList    *paddock_host_folders_apply  (PaddockHostFolders    *self,
                                                 PaddockRootList       *list,
                                                 gboolean               has_host_roots);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHostFolders, paddock_host_folders_free)

G_END_DECLS
