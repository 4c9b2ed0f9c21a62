/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* How many answers "Never" are remembered. If there are more, the oldest is forgotten, and the user
 * is asked about that file again. */
#define PADDOCK_NEVER_FILES_MAX 1024

/* A file that Paddock never reads for one server, or for hosts. */
typedef struct {
  const char *server_id;            /* (nullable) the server for which the file is never read; NULL:
                                     * it is never read for hosts */
  const char *root_id;              /* the root that contained the file when the user answered */
  const char *path;                 /* canonical */
} PaddockNeverFile;

/* The files for which the user answered "Never". */
typedef struct _PaddockNeverFiles PaddockNeverFiles;

PaddockNeverFiles *paddock_never_files_new   (void);
PaddockNeverFiles *paddock_never_files_ref   (PaddockNeverFiles *self);
void               paddock_never_files_unref (PaddockNeverFiles *self);

gboolean         paddock_never_files_add              (PaddockNeverFiles      *self,
                                                       const PaddockNeverFile *file);
gboolean         paddock_never_files_remove           (PaddockNeverFiles      *self,
                                                       const char             *server_id,
                                                       const char             *path);
const char      *paddock_never_files_find             (PaddockNeverFiles      *self,
                                                       const char             *server_id,
                                                       const char             *path);
guint            paddock_never_files_get_n            (PaddockNeverFiles      *self);
PaddockNeverFile paddock_never_files_get              (PaddockNeverFiles      *self,
                                                       guint                   index);
gboolean         paddock_never_files_forget_server    (PaddockNeverFiles      *self,
                                                       const char             *server_id);
void             paddock_never_files_forget_strangers (PaddockNeverFiles      *self,
                                                       const PaddockSnapshot  *snapshot);

GBytes  *paddock_never_files_to_bytes  (PaddockNeverFiles *self);
gboolean paddock_never_files_add_bytes (PaddockNeverFiles *self,
                                        GBytes            *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNeverFiles, paddock_never_files_unref)

G_END_DECLS
