/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  int      id;                    /* the kernel's mount id */
  char    *root;                  /* (owned) which directory of the file system is mounted at
                                   * @point; unescaped */
  char    *point;                 /* (owned) the path of the mount point; unescaped */
  char    *type;                  /* (owned) the type of the file system: ext4, fuse.sshfs, … */
  char    *source;                /* (owned) the source of the mount: what somebody mounted, for
                                   * example a device */
  guint32  major;
  guint32  minor;
  gboolean has_events;            /* inotify on this mount reports changes by every process */
} PaddockMount;

typedef struct _PaddockMountTable PaddockMountTable;

PaddockMountTable  *paddock_mount_table_read        (GError                 **error);
gboolean            paddock_mount_table_is_shortage (const GError            *error);
PaddockMountTable  *paddock_mount_table_parse       (const char              *mountinfo);
void                paddock_mount_table_free        (PaddockMountTable       *table);
const PaddockMount *paddock_mount_table_lookup      (const PaddockMountTable *table,
                                                     const char              *path);
const PaddockMount *paddock_mount_table_find        (const PaddockMountTable *table,
                                                     guint64                  id);
GStrv               paddock_mount_table_list_names  (const PaddockMountTable *table,
                                                     int                      id,
                                                     const char              *path);

char    *paddock_mount_table_dup_fs_uuid      (const PaddockMount *mount);
char    *paddock_mount_table_dup_fs_uuid_from (const PaddockMount *mount,
                                               const char         *links);
gboolean paddock_mount_table_type_is_kernel   (const char         *type);
gboolean paddock_mount_table_type_is_foreign  (const char         *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMountTable, paddock_mount_table_free)

G_END_DECLS
