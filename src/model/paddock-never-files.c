/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-never-files.h"

/* The files for which the user answered "Never". Each entry has the canonical path of the file, and
 * says which server the answer is about, or that it is about hosts. The answer holds for every
 * session of the server, until the user withdraws it or the server is forgotten. Of all answers
 * about files only "Never" is stored.
 *
 * PaddockFileAnswers owns this list. The command TAKE_BACK_NEVER holds a reference, too.
 *
 * The answer stays when the root that contained the file is removed. Another root may contain the
 * file as well, and Undo brings a removed root back. The root's id is kept only for display.
 *
 * If an answer is lost or damaged, the user is asked again. So a loss never lets anybody read a
 * file. */

typedef struct {
  char *server_id;                  /* (owned) the server that the answer is about; "": the answer
                                     * is about hosts */
  char *root_id;                    /* (owned) */
  char *path;                       /* (owned) */
} Entry;

struct _PaddockNeverFiles {
  GPtrArray *entries;               /* (owned) Entry, oldest first */
};

#define BYTES_TYPE G_VARIANT_TYPE ("a(ssay)")

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->server_id);
  g_free (entry->root_id);
  g_free (entry->path);
  g_free (entry);
}

static const char *
or_empty (const char *text)
{
  return text != NULL ? text : "";
}

static gboolean
find (PaddockNeverFiles *self,
      const char        *server_id,
      const char        *path,
      guint             *out_index)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = g_ptr_array_index (self->entries, i);

    if (g_str_equal (entry->path, path) && g_str_equal (entry->server_id, or_empty (server_id))) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
never_files_clear (gpointer data)
{
  PaddockNeverFiles *self = data;

  g_ptr_array_unref (self->entries);
}

/**
 * paddock_never_files_new:
 *
 * Returns: (transfer full): an empty list
 */
PaddockNeverFiles *
paddock_never_files_new (void)
{
  PaddockNeverFiles *self = g_rc_box_new0 (PaddockNeverFiles);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

/**
 * paddock_never_files_ref:
 * @self: files
 *
 * Returns: (transfer full): @self
 */
PaddockNeverFiles *
paddock_never_files_ref (PaddockNeverFiles *self)
{
  return g_rc_box_acquire (self);
}

/**
 * paddock_never_files_unref:
 * @self: (transfer full): files
 */
void
paddock_never_files_unref (PaddockNeverFiles *self)
{
  g_rc_box_release_full (self, never_files_clear);
}

/**
 * paddock_never_files_add:
 * @self: files
 * @file: which file, and for which server; copied
 *
 * Adds a file for which the user answered "Never".
 *
 * Returns: whether @file is new, so that the list must be stored
 */
gboolean
paddock_never_files_add (PaddockNeverFiles      *self,
                         const PaddockNeverFile *file)
{
  Entry *entry;
  guint index;

  if (find (self, file->server_id, file->path, &index))
    return FALSE;
  if (self->entries->len >= PADDOCK_NEVER_FILES_MAX)
    g_ptr_array_remove_index (self->entries, 0);
  entry = g_new0 (Entry, 1);
  entry->server_id = g_strdup (or_empty (file->server_id));
  entry->root_id = g_strdup (file->root_id);
  entry->path = g_strdup (file->path);
  g_ptr_array_add (self->entries, entry);
  return TRUE;
}

/**
 * paddock_never_files_remove:
 * @self: files
 * @server_id: (nullable): a server; %NULL: hosts
 * @path: a file, by its canonical path
 *
 * Withdraws an answer "Never", so that the user is asked about the file again.
 *
 * Returns: whether there was such an answer
 */
gboolean
paddock_never_files_remove (PaddockNeverFiles *self,
                            const char        *server_id,
                            const char        *path)
{
  guint index;

  if (!find (self, server_id, path, &index))
    return FALSE;
  g_ptr_array_remove_index (self->entries, index);
  return TRUE;
}

/**
 * paddock_never_files_find:
 * @self: files
 * @server_id: (nullable): a server; %NULL: hosts
 * @path: a file, by its canonical path
 *
 * Finds an answer "Never".
 *
 * Returns: (transfer none) (nullable): the id of the root that contained the file; the root may not
 *   exist any more. %NULL if the user did not answer "Never"
 */
const char *
paddock_never_files_find (PaddockNeverFiles *self,
                          const char        *server_id,
                          const char        *path)
{
  guint index;

  if (!find (self, server_id, path, &index))
    return NULL;
  return ((const Entry *) g_ptr_array_index (self->entries, index))->root_id;
}

/**
 * paddock_never_files_get_n:
 * @self: files
 *
 * Returns: the number of answers "Never". The same file counts once for each server
 */
guint
paddock_never_files_get_n (PaddockNeverFiles *self)
{
  return self->entries->len;
}

/**
 * paddock_never_files_get:
 * @self: files
 * @index: less than paddock_never_files_get_n(); the oldest is the first
 *
 * Returns: the file; its strings are borrowed until @self changes
 */
PaddockNeverFile
paddock_never_files_get (PaddockNeverFiles *self,
                         guint              index)
{
  const Entry *entry = g_ptr_array_index (self->entries, index);

  return (PaddockNeverFile) {
    .server_id = *entry->server_id != '\0' ? entry->server_id : NULL,
    .root_id = entry->root_id,
    .path = entry->path,
  };
}

/**
 * paddock_never_files_forget_server:
 * @self: files
 * @server_id: a server
 *
 * Removes all answers about the server.
 *
 * Returns: whether there were any, so that the list must be stored
 */
gboolean
paddock_never_files_forget_server (PaddockNeverFiles *self,
                                   const char        *server_id)
{
  guint n = self->entries->len;

  for (guint i = n; i-- > 0;) {
    const Entry *entry = g_ptr_array_index (self->entries, i);

    if (g_str_equal (entry->server_id, server_id))
      g_ptr_array_remove_index (self->entries, i);
  }
  return self->entries->len < n;
}

/**
 * paddock_never_files_forget_strangers:
 * @self: files that were just read from the store
 * @snapshot: the current snapshot
 *
 * Removes the answers about servers that are not in @snapshot. The store may contain such answers:
 * an anonymous server is a new server in each run of the service. And if a server is forgotten, the
 * list without its answers is stored only a moment later. If the service ends in between, the store
 * still has them.
 */
void
paddock_never_files_forget_strangers (PaddockNeverFiles     *self,
                                      const PaddockSnapshot *snapshot)
{
  for (guint i = self->entries->len; i-- > 0;) {
    const Entry *entry = g_ptr_array_index (self->entries, i);

    if (*entry->server_id != '\0' &&
        paddock_snapshot_get_server (snapshot, entry->server_id) == NULL)
      g_ptr_array_remove_index (self->entries, i);
  }
}

/**
 * paddock_never_files_to_bytes:
 * @self: files
 *
 * Returns: (transfer full): the stored form, for paddock_never_files_add_bytes()
 */
GBytes *
paddock_never_files_to_bytes (PaddockNeverFiles *self)
{
  g_autoptr (GVariant) stored = NULL;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, BYTES_TYPE);
  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = g_ptr_array_index (self->entries, i);

    g_variant_builder_add (&builder, "(ss^ay)", entry->server_id, entry->root_id, entry->path);
  }
  stored = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_get_data_as_bytes (stored);
}

/**
 * paddock_never_files_add_bytes:
 * @self: files
 * @bytes: the result of paddock_never_files_to_bytes(), maybe damaged
 *
 * Adds the stored files, and leaves out invalid ones.
 *
 * Returns: whether all files were valid
 */
gboolean
paddock_never_files_add_bytes (PaddockNeverFiles *self,
                               GBytes            *bytes)
{
  g_autoptr (GVariant) stored = g_variant_ref_sink (g_variant_new_from_bytes (BYTES_TYPE, bytes,
                                                                              FALSE));
  gboolean is_sound = g_variant_is_normal_form (stored);
  GVariantIter iter;
  PaddockNeverFile file;

  if (!is_sound)
    return FALSE;
  g_variant_iter_init (&iter, stored);
  while (g_variant_iter_next (&iter, "(&s&s^&ay)", &file.server_id, &file.root_id, &file.path)) {
    if (file.path[0] == '/' && file.root_id[0] != '\0')
      paddock_never_files_add (self, &file);
    else
      is_sound = FALSE;
  }
  return is_sound;
}
