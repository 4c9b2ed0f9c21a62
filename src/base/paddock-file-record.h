/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* If the UUID of a file system is not known, PaddockFileRecord.fs_uuid begins with one of these
 * prefixes. After the first comes the kernel's id of the file system, after the second the source
 * that somebody mounted. */
#define PADDOCK_FS_ID_SCHEME     "fsid:"
#define PADDOCK_FS_SOURCE_SCHEME "source:"

typedef enum {
  PADDOCK_FILE_KIND_DIRECTORY,
  PADDOCK_FILE_KIND_REGULAR,
} PaddockFileKind;

/* Whether a root can be used. Zero: nobody looked at the root yet. Servers are told only about
 * AVAILABLE roots. */
typedef enum {
  PADDOCK_AVAILABILITY_UNKNOWN,
  PADDOCK_AVAILABILITY_AVAILABLE,
  PADDOCK_AVAILABILITY_MISSING,
  PADDOCK_AVAILABILITY_UNREADABLE,
  PADDOCK_AVAILABILITY_REPLACED,
  PADDOCK_AVAILABILITY_EXPIRED,
} PaddockAvailability;

/* What Paddock remembers of a root besides its path. It shows later whether the root is back at its
 * path, or something else took its place. */
typedef struct {
  PaddockFileKind kind;
  guint64         device;
  guint64         inode;
  gint64          birth;          /* when the file was made, in µs since the epoch; 0: the file
                                   * system does not tell */
  guint32         owner;
  char           *mount_point;    /* (owned) the mount point of the root's file system */
  char           *fs_uuid;        /* (owned) (nullable) the UUID of the root's file system, or a
                                   * text that begins with PADDOCK_FS_ID_SCHEME or
                                   * PADDOCK_FS_SOURCE_SCHEME; NULL: nothing identifies the file
                                   * system */
} PaddockFileRecord;

/* The type of a record as a variant. It has the members of PaddockFileRecord in this order: kind,
 * device, inode, birth, owner, mount_point, fs_uuid. */
#define PADDOCK_FILE_RECORD_VARIANT_TYPE G_VARIANT_TYPE ("(uttxumaymay)")

GVariant           *paddock_file_record_to_variant   (const PaddockFileRecord *record);
PaddockFileRecord  *paddock_file_record_from_variant (GVariant                *variant);
PaddockFileRecord  *paddock_file_record_copy    (const PaddockFileRecord *record);
gboolean            paddock_file_record_equal   (const PaddockFileRecord *a,
                                                 const PaddockFileRecord *b);
void                paddock_file_record_free    (PaddockFileRecord       *record);
PaddockAvailability paddock_file_record_compare (const PaddockFileRecord *record,
                                                 const PaddockFileRecord *found,
                                                 const char              *path,
                                                 gint64                   lost);

const char         *paddock_file_record_kind_to_nick           (PaddockFileKind     kind);
gboolean            paddock_file_record_kind_from_nick         (const char         *nick,
                                                                PaddockFileKind    *out_kind);
const char         *paddock_file_record_availability_to_nick   (PaddockAvailability availability);
PaddockAvailability paddock_file_record_availability_from_nick (const char         *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockFileRecord, paddock_file_record_free)

G_END_DECLS
