/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-backup.h"

#include "paddock-app-lock.h"
#include "paddock-app-write.h"
#include "paddock-error.h"
#include "paddock-installation.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One file in Paddock's data directory for each file of an app that Paddock changed:
 *
 *   - the bytes that the app's file had before, so that it can become the same again to the byte;
 *     30 days at most, because an app's file may have passwords in it
 *   - hashes of what Paddock left: the bytes are used only if the file is still like that. During a
 *     change there are two hashes, because nobody knows which file a crash leaves
 *   - the folders that `{roots}` replaced, by key, as long as the entry goes through Paddock
 *
 * All of it may be gone: the app's file alone is enough to take Paddock out, except for those
 * folders.
 */

#define KEEP_SECONDS (30 * 24 * 60 * 60)
#define GROUP "file"
#define FOLDERS "folders"
#define SUFFIX ".backup"

struct _PaddockAppBackup
{
  char     *path;                   /* (owned) */
  GKeyFile *values;                 /* (owned) */
};

static char *
dup_directory (void)
{
  g_autofree char *data = paddock_installation_dup_own ();

  return g_build_filename (data, "apps", NULL);
}

static char *
hash (GBytes *bytes)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

/**
 * paddock_app_backup_new:
 * @target: the path of an app's file, with all links resolved
 *
 * Returns: (transfer full): what Paddock keeps of the file, maybe nothing
 */
PaddockAppBackup *
paddock_app_backup_new (const char *target)
{
  PaddockAppBackup *self = g_new0 (PaddockAppBackup, 1);
  g_autofree char *directory = dup_directory ();
  g_autofree char *id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, target, -1);
  g_autofree char *name = g_strconcat (id, SUFFIX, NULL);

  self->path = g_build_filename (directory, name, NULL);
  self->values = g_key_file_new ();
  g_key_file_load_from_file (self->values, self->path, G_KEY_FILE_NONE, NULL);
  return self;
}

void
paddock_app_backup_free (PaddockAppBackup *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_key_file_unref (self->values);
  g_free (self);
}

/* Whether the file, with these bytes, is as Paddock left it. */
static gboolean
is_as_left (const PaddockAppBackup *self,
            GBytes                 *current)
{
  g_auto (GStrv) left = g_key_file_get_string_list (self->values, GROUP, "left", NULL, NULL);
  g_autofree char *own = hash (current);

  return left != NULL && g_strv_contains ((const char * const *) left, own);
}

/**
 * paddock_app_backup_dup_original:
 * @current: what the file has now
 *
 * Returns: (transfer full) (nullable): what the file had before Paddock changed it; %NULL if
 *   anybody changed it since, or if that isn't known any more
 */
GBytes *
paddock_app_backup_dup_original (const PaddockAppBackup *self,
                                 GBytes                 *current)
{
  g_autofree char *text = g_key_file_get_string (self->values, GROUP, "original", NULL);
  gsize size;
  guchar *data;

  if (text == NULL || !is_as_left (self, current))
    return NULL;
  data = g_base64_decode (text, &size);
  return g_bytes_new_take (data, size);
}

/**
 * paddock_app_backup_dup_folders:
 * @key: the key of an entry
 *
 * Returns: (transfer full) (nullable): the folders that `{roots}` replaced in this entry
 */
GStrv
paddock_app_backup_dup_folders (const PaddockAppBackup *self,
                                const char             *key)
{
  return g_key_file_get_string_list (self->values, FOLDERS, key, NULL, NULL);
}

/**
 * paddock_app_backup_set_folders:
 * @folders: (nullable): %NULL to forget them
 */
void
paddock_app_backup_set_folders (PaddockAppBackup   *self,
                                const char         *key,
                                const char * const *folders)
{
  if (folders != NULL && folders[0] != NULL)
    g_key_file_set_string_list (self->values, FOLDERS, key, folders,
                                g_strv_length ((char **) folders));
  else
    g_key_file_remove_key (self->values, FOLDERS, key, NULL);
}

static gboolean
save (const PaddockAppBackup  *self,
      GError                 **error)
{
  g_autofree char *directory = dup_directory ();
  g_autoptr (GError) reason = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  char *text = g_key_file_to_data (self->values, &size, NULL);

  bytes = g_bytes_new_take (text, size);
  g_mkdir_with_parents (directory, 0700);
  if (paddock_app_write_own (self->path, bytes, &reason))
    return TRUE;
  /* Translators: %s is a reason, such as "No space left on device" */
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
               _("Paddock can’t keep a copy of the file, so it didn’t change it: %s."),
               reason->message);
  return FALSE;
}

/**
 * paddock_app_backup_begin:
 * @before: what the app's file has
 * @after: what it will have
 *
 * Keeps what the file has, before it is changed.
 */
gboolean
paddock_app_backup_begin (PaddockAppBackup  *self,
                          GBytes            *before,
                          GBytes            *after,
                          GError           **error)
{
  g_autofree char *old_hash = hash (before), *new_hash = hash (after);
  const char * const left[] = { new_hash, old_hash };
  gboolean is_left = is_as_left (self, before) &&
                     g_key_file_has_key (self->values, GROUP, "original", NULL);

  if (!is_left) {
    gsize size;
    const guchar *data = g_bytes_get_data (before, &size);
    g_autofree char *text = g_base64_encode (data, size);

    g_key_file_set_string (self->values, GROUP, "original", text);
    g_key_file_set_int64 (self->values, GROUP, "time", g_get_real_time () / G_USEC_PER_SEC);
  }
  /* If the file stays as it is, the same bytes are kept for it. */
  g_key_file_set_string_list (self->values, GROUP, "left", left, 2);
  return save (self, error);
}

/**
 * paddock_app_backup_end:
 * @after: what the app's file has now
 * @is_restored: whether nothing of it goes through Paddock any more
 *
 * Keeps what is needed to undo the change, after the file was changed.
 */
void
paddock_app_backup_end (PaddockAppBackup *self,
                        GBytes           *after,
                        gboolean          is_restored)
{
  g_autofree char *new_hash = hash (after);
  const char * const left[] = { new_hash };

  if (is_restored) {
    unlink (self->path);
    return;
  }
  g_key_file_set_string_list (self->values, GROUP, "left", left, 1);
  save (self, NULL);
}

/**
 * paddock_app_backup_dup_lock:
 *
 * Returns: (transfer full): the path of the lock that lets one Paddock write at a time; its
 *   directory is made if possible
 */
char *
paddock_app_backup_dup_lock (void)
{
  g_autofree char *directory = dup_directory ();

  g_mkdir_with_parents (directory, 0700);
  return g_build_filename (directory, "lock", NULL);
}

/* Deletes the copy in one file, if it is old. */
static void
expire_file (const char *path,
             gint64      now)
{
  g_autoptr (GKeyFile) values = g_key_file_new ();
  PaddockAppBackup self = { (char *) path, values };
  gint64 time;

  if (!g_key_file_load_from_file (values, path, G_KEY_FILE_NONE, NULL))
    return;
  time = g_key_file_get_int64 (values, GROUP, "time", NULL);
  if (time <= now && now - time < KEEP_SECONDS)
    return;
  if (!g_key_file_has_group (values, FOLDERS))
    unlink (path);
  else if (g_key_file_remove_key (values, GROUP, "original", NULL))
    save (&self, NULL);
}

/**
 * paddock_app_backup_expire:
 * @now: seconds since 1970
 *
 * Deletes the copies that are older than 30 days, and what a killed process left.
 */
void
paddock_app_backup_expire (gint64 now)
{
  g_autofree char *path = dup_directory ();
  g_autofree char *lock_path = g_build_filename (path, "lock", NULL);
  g_auto (PaddockAppLock) lock = { -1, NULL, NULL, NULL };
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  if (directory == NULL || !paddock_app_lock_take (&lock, lock_path, NULL, NULL))
    return;
  while ((name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);

    if (*name == '.')
      unlink (file);
    else if (g_str_has_suffix (name, SUFFIX))
      expire_file (file, now);
  }
}
