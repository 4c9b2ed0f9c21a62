/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-file-record.h"

#include "paddock-path-text.h"

/* What Paddock remembers of a root besides its path, and the comparison with what is at the path
 * later: is the root back, or did something else take its place? The store and the watcher hold
 * such records. Nothing here touches a file or a clock. paddock-path.c says what is trusted and
 * what the verdicts mean. */

/* Where users' media are mounted: another disk may get the same mount point. */
static const char * const media_places[] = { "/media", "/run/media" };

static const char * const kind_nicks[] = {
  [PADDOCK_FILE_KIND_DIRECTORY] = "directory",
  [PADDOCK_FILE_KIND_REGULAR] = "file",
};

static const char * const availability_nicks[] = {
  [PADDOCK_AVAILABILITY_UNKNOWN] = "unknown",
  [PADDOCK_AVAILABILITY_AVAILABLE] = "available",
  [PADDOCK_AVAILABILITY_MISSING] = "missing",
  [PADDOCK_AVAILABILITY_UNREADABLE] = "unreadable",
  [PADDOCK_AVAILABILITY_REPLACED] = "replaced",
  [PADDOCK_AVAILABILITY_EXPIRED] = "expired",
};

static gboolean
is_same_object (const PaddockFileRecord *a,
                const PaddockFileRecord *b)
{
  if (a->inode != b->inode)
    return FALSE;

  /* A file system may give the inode number of a deleted file to a new file. The birth time tells
   * such files apart; without a birth time, at least the owner must be the same. */
  return a->birth != 0 && b->birth != 0 ? a->birth == b->birth : a->owner == b->owner;
}

static gboolean
is_below_media (const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (media_places); i++)
    if (paddock_path_text_is_within (path, media_places[i]))
      return TRUE;

  return FALSE;
}

/* How Paddock recognizes the file system of a root. */
typedef enum {
  KNOWN_NOT,
  KNOWN_BY_SOURCE,                /* by the source that the user mounted, such as a host and a
                                   * directory */
  KNOWN_BY_ID,                    /* by the id that the kernel makes of the file system's UUID */
  KNOWN_BY_UUID,
} Knowledge;

static Knowledge
knowledge_of (const PaddockFileRecord *record)
{
  if (record->fs_uuid == NULL)
    return KNOWN_NOT;
  if (g_str_has_prefix (record->fs_uuid, PADDOCK_FS_SOURCE_SCHEME))
    return KNOWN_BY_SOURCE;
  if (g_str_has_prefix (record->fs_uuid, PADDOCK_FS_ID_SCHEME))
    return KNOWN_BY_ID;
  return KNOWN_BY_UUID;
}

/* Whether @record and @found lie on one file system, as far as Paddock can know. A device number
 * alone says little: a network file system gets another number when it is mounted again, and
 * another disk can get the old number. */
static gboolean
is_same_file_system (const char              *path,
                     const PaddockFileRecord *record,
                     const PaddockFileRecord *found)
{
  Knowledge before = knowledge_of (record);
  Knowledge now = knowledge_of (found);
  gboolean is_media = is_below_media (path);

  if (before == now && before != KNOWN_NOT && (before != KNOWN_BY_SOURCE || !is_media))
    return g_str_equal (record->fs_uuid, found->fs_uuid);

  if (is_media)
    return record->device == found->device && record->birth != 0 &&
           record->birth == found->birth && record->inode == found->inode;

  /* Here the identities of the two file systems cannot be compared: they are of different kinds, or
   * not known. The same device number is enough. Otherwise the mount points must be equal, and
   * either both sides or neither must have a UUID or an id of the kernel. */
  return record->device == found->device ||
         ((before >= KNOWN_BY_ID) == (now >= KNOWN_BY_ID) &&
          g_strcmp0 (record->mount_point, found->mount_point) == 0);
}

/* Whether the root's mount is gone, so that the path leads to what the mount had covered. */
static gboolean
is_mount_gone (const PaddockFileRecord *record,
               const PaddockFileRecord *found)
{
  return record->mount_point != NULL &&
         !g_str_equal (record->mount_point, found->mount_point) &&
         paddock_path_text_is_within (record->mount_point, found->mount_point);
}

/**
 * paddock_file_record_copy:
 * @record: (nullable): a record
 *
 * Returns: (transfer full) (nullable): a copy; %NULL for %NULL
 */
PaddockFileRecord *
paddock_file_record_copy (const PaddockFileRecord *record)
{
  PaddockFileRecord *copy;

  if (record == NULL)
    return NULL;

  copy = g_new (PaddockFileRecord, 1);
  *copy = *record;
  copy->mount_point = g_strdup (record->mount_point);
  copy->fs_uuid = g_strdup (record->fs_uuid);
  return copy;
}

/**
 * paddock_file_record_equal:
 * @a: (nullable): a record
 * @b: (nullable): a record
 *
 * Returns: whether every member of @a and @b is equal, so that there is nothing new to remember
 */
gboolean
paddock_file_record_equal (const PaddockFileRecord *a,
                           const PaddockFileRecord *b)
{
  if (a == NULL || b == NULL)
    return a == b;

  return a->kind == b->kind && a->device == b->device && a->inode == b->inode &&
         a->birth == b->birth && a->owner == b->owner &&
         g_strcmp0 (a->mount_point, b->mount_point) == 0 && g_strcmp0 (a->fs_uuid, b->fs_uuid) == 0;
}

/**
 * paddock_file_record_to_variant:
 * @record: a record
 *
 * Returns: (transfer floating): @record as a variant of type %PADDOCK_FILE_RECORD_VARIANT_TYPE
 */
GVariant *
paddock_file_record_to_variant (const PaddockFileRecord *record)
{
  return g_variant_new ("(uttxum^aym^ay)", (guint32) record->kind, record->device, record->inode,
                        record->birth, record->owner, record->mount_point, record->fs_uuid);
}

/**
 * paddock_file_record_from_variant:
 * @variant: of type %PADDOCK_FILE_RECORD_VARIANT_TYPE
 *
 * Returns: (transfer full): the record
 */
PaddockFileRecord *
paddock_file_record_from_variant (GVariant *variant)
{
  PaddockFileRecord *record = g_new0 (PaddockFileRecord, 1);
  guint32 kind;

  g_variant_get (variant, "(uttxum^aym^ay)", &kind, &record->device, &record->inode,
                 &record->birth, &record->owner, &record->mount_point, &record->fs_uuid);
  record->kind = kind;
  return record;
}

/**
 * paddock_file_record_free:
 * @record: (transfer full) (nullable): a record
 */
void
paddock_file_record_free (PaddockFileRecord *record)
{
  if (record == NULL)
    return;

  g_free (record->mount_point);
  g_free (record->fs_uuid);
  g_free (record);
}

/**
 * paddock_file_record_compare:
 * @record: what Paddock remembers of a root
 * @found: what is at the root's path now, reached without following a link
 * @path: the root's path
 * @lost: when the root was last seen there, in µs since the epoch; 0: not known
 *
 * Compares what is at a root's path with what was there. @found counts as the root if it is the
 * same object. A directory also counts if it was made after @lost. A regular file also counts if it
 * has the same owner.
 *
 * Returns: %PADDOCK_AVAILABILITY_AVAILABLE, _MISSING or _REPLACED
 */
PaddockAvailability
paddock_file_record_compare (const PaddockFileRecord *record,
                             const PaddockFileRecord *found,
                             const char              *path,
                             gint64                   lost)
{
  if (is_mount_gone (record, found))
    return PADDOCK_AVAILABILITY_MISSING;
  if (found->kind != record->kind || !is_same_file_system (path, record, found))
    return PADDOCK_AVAILABILITY_REPLACED;
  if (is_same_object (record, found))
    return PADDOCK_AVAILABILITY_AVAILABLE;

  switch (record->kind) {
    case PADDOCK_FILE_KIND_REGULAR:
      /* Editors save by writing a new file and renaming it over the old one. So another file of the
       * same owner counts as the root. */
      return found->owner == record->owner ? PADDOCK_AVAILABILITY_AVAILABLE
                                           : PADDOCK_AVAILABILITY_REPLACED;
    case PADDOCK_FILE_KIND_DIRECTORY:
      return found->birth != 0 && lost > 0 && found->birth >= lost
               ? PADDOCK_AVAILABILITY_AVAILABLE : PADDOCK_AVAILABILITY_REPLACED;
    default:
      return PADDOCK_AVAILABILITY_REPLACED;
  }
}

/**
 * paddock_file_record_kind_to_nick:
 *
 * Returns: the name of @kind on the session bus and in the store
 */
const char *
paddock_file_record_kind_to_nick (PaddockFileKind kind)
{
  return (gsize) kind < G_N_ELEMENTS (kind_nicks) ? kind_nicks[kind] : "";
}

/**
 * paddock_file_record_kind_from_nick:
 * @nick: (nullable): a name from the bus or the store
 * @out_kind: (out): set only if the name is known
 *
 * Returns: whether @nick names a kind
 */
gboolean
paddock_file_record_kind_from_nick (const char      *nick,
                                    PaddockFileKind *out_kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kind_nicks); i++)
    if (g_strcmp0 (nick, kind_nicks[i]) == 0) {
      *out_kind = (PaddockFileKind) i;
      return TRUE;
    }

  return FALSE;
}

/**
 * paddock_file_record_availability_to_nick:
 *
 * Returns: the name of @availability on the session bus and in the command line's JSON
 */
const char *
paddock_file_record_availability_to_nick (PaddockAvailability availability)
{
  if ((gsize) availability >= G_N_ELEMENTS (availability_nicks))
    return availability_nicks[PADDOCK_AVAILABILITY_UNKNOWN];

  return availability_nicks[availability];
}

/**
 * paddock_file_record_availability_from_nick:
 * @nick: (nullable): a name from the bus
 *
 * Returns: the availability, %PADDOCK_AVAILABILITY_UNKNOWN for a name that is not known here
 */
PaddockAvailability
paddock_file_record_availability_from_nick (const char *nick)
{
  for (gsize i = 0; i < G_N_ELEMENTS (availability_nicks); i++)
    if (g_strcmp0 (nick, availability_nicks[i]) == 0)
      return (PaddockAvailability) i;

  return PADDOCK_AVAILABILITY_UNKNOWN;
}
