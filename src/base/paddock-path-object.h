/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include "paddock-file-record.h"

G_BEGIN_DECLS

/* What the kernel finds at a path, held by an O_PATH descriptor for the length of one call. Only
 * these files use it: paddock-path.c and its parts (paddock-inspection.c, paddock-path-walk.c,
 * paddock-path-open.c, paddock-path-crossing.c, paddock-path-spelling.c), the watcher's walk, and
 * paddock-secret-links.c. No other code opens what users name. */
typedef struct {
  int         fd;                 /* (owned) */
  struct stat info;
} PaddockPathObject;

gboolean           paddock_path_object_open           (PaddockPathObject       *object,
                                                       const char              *path,
                                                       gboolean                 follow_links);
gboolean           paddock_path_object_open_below     (PaddockPathObject       *object,
                                                       const PaddockPathObject *root,
                                                       const char              *names);
gboolean           paddock_path_object_step           (PaddockPathObject       *object,
                                                       const PaddockPathObject *parent,
                                                       const char              *name);
gboolean           paddock_path_object_load           (PaddockPathObject       *object);
void               paddock_path_object_clear          (PaddockPathObject       *object);

char              *paddock_path_object_dup_path       (const PaddockPathObject *object,
                                                       const char              *opened_as);
int                paddock_path_object_get_mount      (const PaddockPathObject *object);
gint64             paddock_path_object_get_birth      (const PaddockPathObject *object);
gboolean           paddock_path_object_is_usable_kind (const PaddockPathObject *object);
gboolean           paddock_path_object_is_readable    (const PaddockPathObject *object);
gboolean           paddock_path_object_is_writable    (const PaddockPathObject *object);
gboolean           paddock_path_object_is_same        (const PaddockPathObject *a,
                                                       const PaddockPathObject *b);
PaddockFileRecord *paddock_path_object_dup_record     (const PaddockPathObject *object,
                                                       const char              *path,
                                                       char                   **out_fs_type);

#define PADDOCK_PATH_OBJECT_INIT { .fd = -1 }

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockPathObject, paddock_path_object_clear)

G_END_DECLS
