/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folders that the commands of servers name.
 *
 * Signals: changed (): paddock_named_folders_dup() may give other results now. */
#define PADDOCK_TYPE_NAMED_FOLDERS (paddock_named_folders_get_type ())
G_DECLARE_FINAL_TYPE (PaddockNamedFolders, paddock_named_folders, PADDOCK, NAMED_FOLDERS, GObject)

PaddockNamedFolders *paddock_named_folders_new     (void);
GStrv                paddock_named_folders_dup     (PaddockNamedFolders     *self,
                                                    const PaddockServerView *server);
GStrv                paddock_named_folders_dup_of  (PaddockNamedFolders     *self,
                                                    const PaddockIdentity   *identity);
void                 paddock_named_folders_wait    (PaddockNamedFolders     *self,
                                                    GPtrArray               *servers);
gboolean             paddock_named_folders_is_kept_out (const PaddockServerView *server,
                                                        const char              *path);
char                *paddock_named_folders_to_text (const char * const      *paths,
                                                    const char              *home);

G_END_DECLS
