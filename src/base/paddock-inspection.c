/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-inspection.h"

#include "paddock-documents.h"
#include "paddock-mount-table.h"
#include "paddock-path-object.h"
#include "paddock-path-text.h"
#include "paddock-uri.h"

#include <errno.h>

/* Finds out what a picked path is, and whether it may become a root. That is the first of the
 * questions that paddock-path.c explains. This code does not touch a path that is refused by its
 * text alone, and keeps nothing open. */

/* The longest path in bytes; PATH_MAX also counts the NUL at its end. */
#define LONGEST_PATH (PATH_MAX - 1)

static PaddockPlaceVerdict
verdict_of_errno (int error)
{
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return PADDOCK_PLACE_MISSING;
    case ELOOP:
      return PADDOCK_PLACE_LINK_LOOP;
    case ENAMETOOLONG:
      return PADDOCK_PLACE_TOO_LONG;
    case EACCES:
    case EPERM:
      return PADDOCK_PLACE_UNREADABLE;
    default:
      /* The file system failed, or somebody moved what was found before the kernel told its
       * path. */
      return PADDOCK_PLACE_UNRESOLVED;
  }
}

/* Reads a path or URI as somebody wrote it. If the text may be looked up, returns ACCEPTED, and the
 * path. */
static PaddockPlaceVerdict
read_text (const char           *text,
           const PaddockPlaces  *places,
           char                **out_path)
{
  g_autofree char *path = NULL;
  g_autofree char *lexical = NULL;
  PaddockPlaceVerdict verdict;

  if (text == NULL || text[0] == '\0')
    return PADDOCK_PLACE_EMPTY;

  if (g_ascii_strncasecmp (text, "file:", strlen ("file:")) == 0) {
    if (strstr (text, "%00") != NULL)
      return PADDOCK_PLACE_NUL;
    path = paddock_uri_to_path (text, NULL);
    if (path == NULL)
      return PADDOCK_PLACE_NOT_A_FILE_URI;
  } else if (text[0] != '/')
    return strstr (text, "://") != NULL ? PADDOCK_PLACE_NOT_A_FILE_URI : PADDOCK_PLACE_RELATIVE;
  else
    path = g_strdup (text);

  if (strlen (path) > LONGEST_PATH)
    return PADDOCK_PLACE_TOO_LONG;

  lexical = paddock_path_text_normalize (path);
  /* In a sandbox, the text is not the path outside the sandbox. So the verdict comes later, when
   * the path outside is known. Until then, the text is only looked up. */
  verdict = places->documents != NULL ? PADDOCK_PLACE_ACCEPTED
                                      : paddock_places_judge (places, lexical, NULL);
  if (!paddock_place_verdict_is_usable (verdict))
    return verdict;

  *out_path = g_steal_pointer (&path);
  return PADDOCK_PLACE_ACCEPTED;
}

/* If Paddock runs in a sandbox, this replaces the path in @inspection by the path of the same file
 * outside the sandbox. */
static PaddockPlaceVerdict
leave_sandbox (PaddockInspection   *inspection,
               const PaddockPlaces *places)
{
  g_autofree char *here = g_steal_pointer (&inspection->path);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  inspection->document = paddock_documents_find (places->documents, here);
  if (inspection->document == NULL)
    return PADDOCK_PLACE_NOT_A_DOCUMENT;

  connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  if (connection != NULL)
    inspection->path = paddock_documents_dup_host_path (connection, inspection->document, &error);
  if (inspection->path != NULL)
    return PADDOCK_PLACE_ACCEPTED;

  g_info ("A document without a path on the host: %s", error->message);
  return PADDOCK_PLACE_NO_HOST_PATH;
}

/* Judges the other names that mounts give to what is at @path. If one of them lies in Paddock's own
 * directories, @path is refused. If one lies in the home directory, its warnings count for @path
 * too. If a mount shows one of Paddock's own directories below @path, the user is warned. */
static PaddockPlaceVerdict
judge_mounts (const PaddockPlaces     *places,
              const PaddockPathObject *object,
              const char              *path,
              PaddockPlaceWarnings    *warnings)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  g_auto (GStrv) names = NULL;

  if (mounts == NULL)
    return PADDOCK_PLACE_UNRESOLVED;

  names = paddock_mount_table_list_names (mounts, paddock_path_object_get_mount (object), path);
  for (gsize i = 0; names[i] != NULL; i++) {
    PaddockPlaceWarnings there;

    if (paddock_places_is_own (places, names[i]))
      return PADDOCK_PLACE_OWN;
    if (paddock_path_text_is_within (names[i], places->home) &&
        paddock_place_verdict_is_usable (paddock_places_judge (places, names[i], &there)))
      *warnings |= there & ~PADDOCK_PLACE_WARNING_CONTAINS_OWN;
  }

  for (gsize i = 0; places->own[i] != NULL; i++) {
    const PaddockMount *mount = paddock_mount_table_lookup (mounts, places->own[i]);
    g_auto (GStrv) own = paddock_mount_table_list_names (mounts, mount != NULL ? mount->id : 0,
                                                         places->own[i]);

    for (gsize j = 0; own[j] != NULL; j++)
      if (paddock_path_text_is_within (own[j], path))
        *warnings |= PADDOCK_PLACE_WARNING_CONTAINS_OWN;
  }
  return *warnings != PADDOCK_PLACE_WARNING_NONE ? PADDOCK_PLACE_WARNED : PADDOCK_PLACE_ACCEPTED;
}

/* Judges @object, which is at the canonical path in @inspection, and fills in the other members. */
static PaddockPlaceVerdict
inspect_object (PaddockInspection       *inspection,
                const PaddockPlaces     *places,
                const PaddockPathObject *object)
{
  g_autofree char *here = g_strdup (inspection->path);
  g_autoptr (PaddockFileRecord) record = NULL;
  g_autofree char *fs_type = NULL;
  PaddockPlaceWarnings warnings;
  PaddockPlaceVerdict verdict = PADDOCK_PLACE_ACCEPTED;

  if (places->documents != NULL)
    verdict = leave_sandbox (inspection, places);
  if (verdict == PADDOCK_PLACE_ACCEPTED)
    verdict = paddock_places_judge (places, inspection->path, &warnings);
  if (paddock_place_verdict_is_usable (verdict) &&
      paddock_places_is_own_object (places, object->info.st_dev, object->info.st_ino))
    verdict = PADDOCK_PLACE_OWN;
  /* If Paddock runs in a sandbox, it does not know the mounts outside that sandbox. */
  if (paddock_place_verdict_is_usable (verdict) && places->documents == NULL)
    verdict = judge_mounts (places, object, here, &warnings);
  if (!paddock_place_verdict_is_usable (verdict))
    return verdict;

  record = paddock_path_object_dup_record (object, here, &fs_type);
  if (paddock_mount_table_type_is_kernel (fs_type))
    return PADDOCK_PLACE_SYSTEM;
  if (!paddock_path_object_is_usable_kind (object))
    return PADDOCK_PLACE_WRONG_KIND;
  if (!paddock_path_object_is_readable (object))
    return PADDOCK_PLACE_UNREADABLE;

  inspection->warnings = warnings;
  inspection->record = g_steal_pointer (&record);
  return verdict;
}

/**
 * paddock_inspection_run:
 * @path: an absolute path in the bytes of the file system, or a `file` URI; maybe hostile
 * @places: the home directory and Paddock's own directories
 *
 * Finds out whether @path may become a root, and what it is after the kernel resolved all links.
 * Refuses if either the picked path or the resolved one is refused. If Paddock runs in a sandbox,
 * @path is a path where the document portal shows documents, and the verdict is about the path of
 * the same file outside the sandbox.
 *
 * Blocks, maybe forever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: (transfer full): what was found
 */
PaddockInspection *
paddock_inspection_run (const char          *path,
                        const PaddockPlaces *places)
{
  PaddockInspection *inspection = g_new0 (PaddockInspection, 1);
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_autofree char *picked = NULL;

  inspection->verdict = read_text (path, places, &picked);
  if (picked == NULL)
    return inspection;

  if (paddock_path_object_open (&object, picked, TRUE))
    inspection->path = paddock_path_object_dup_path (&object, picked);

  if (inspection->path != NULL)
    inspection->verdict = inspect_object (inspection, places, &object);
  else if (places->documents != NULL && !paddock_path_text_is_within (picked, places->documents))
    /* A path that is missing in the sandbox may exist outside. */
    inspection->verdict = PADDOCK_PLACE_NOT_A_DOCUMENT;
  else
    inspection->verdict = verdict_of_errno (errno);
  return inspection;
}

/**
 * paddock_inspection_free:
 * @inspection: (transfer full) (nullable): an inspection
 */
void
paddock_inspection_free (PaddockInspection *inspection)
{
  if (inspection == NULL)
    return;

  g_free (inspection->path);
  g_free (inspection->document);
  paddock_file_record_free (inspection->record);
  g_free (inspection);
}
