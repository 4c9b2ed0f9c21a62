/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include "paddock-file-record.h"

G_BEGIN_DECLS

/* What the kernel finds at a path, held by an O_PATH descriptor for as long as one question takes.
 * For paddock-path.c and paddock-inspection.c alone: nobody else opens what users name. */
typedef struct {
  int         fd;                 /* (owned) */
  struct stat info;
} PaddockPathObject;

gboolean           paddock_path_object_open           (PaddockPathObject       *object,
                                                       const char              *path,
                                                       gboolean                 follow_links);
void               paddock_path_object_clear          (PaddockPathObject       *object);

char              *paddock_path_object_dup_path       (const PaddockPathObject *object,
                                                       const char              *opened_as);
gboolean           paddock_path_object_is_usable_kind (const PaddockPathObject *object);
gboolean           paddock_path_object_is_readable    (const PaddockPathObject *object);
PaddockFileRecord *paddock_path_object_dup_record     (const PaddockPathObject *object,
                                                       const char              *path,
                                                       char                   **out_fs_type);

#define PADDOCK_PATH_OBJECT_INIT { .fd = -1 }

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockPathObject, paddock_path_object_clear)

G_END_DECLS
