/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-keyring.h"

#include "paddock-app-key.h"

/* Gives an entry that goes through Paddock again the key that it had before. So its server is the
 * same for the service, with all that the user decided.
 *
 * Two entries must never get the same key. So an entry gets a key only if it is noted for the same
 * app, file, project and name, if no entry of any file has it, and if the name is unique. A key
 * that ends with names of members counts without them. */

struct _PaddockAppKeyring
{
  GPtrArray *notes;                 /* (owned): PaddockAppNote */
};

static void
add_keys (GHashTable           *keys,
          const PaddockAppFile *file)
{
  for (guint i = 0; i < file->entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (file->entries, i);

    if (entry->key != NULL)
      g_hash_table_add (keys, paddock_app_key_dup_plain (entry->key));
  }
}

/**
 * paddock_app_keyring_new:
 * @notes: (element-type PaddockAppNote): what the service noted
 * @files: (element-type PaddockAppFile): all files that a survey found
 *
 * Returns: (transfer full): the noted keys that no entry of @files has
 */
PaddockAppKeyring *
paddock_app_keyring_new (GPtrArray *notes,
                         GPtrArray *files)
{
  PaddockAppKeyring *self = g_atomic_rc_box_new0 (PaddockAppKeyring);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  for (guint i = 0; i < files->len; i++)
    add_keys (used, g_ptr_array_index (files, i));
  for (guint i = 0; i < notes->len; i++) {
    PaddockAppNote *note = g_ptr_array_index (notes, i);
    g_autofree char *plain = paddock_app_key_dup_plain (note->key);

    if (!g_hash_table_contains (used, plain))
      g_ptr_array_add (self->notes, paddock_app_note_ref (note));
  }
  return self;
}

/**
 * paddock_app_keyring_ref:
 *
 * Returns: (transfer full): @self
 */
PaddockAppKeyring *
paddock_app_keyring_ref (PaddockAppKeyring *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PaddockAppKeyring *self = data;

  g_ptr_array_unref (self->notes);
}

/**
 * paddock_app_keyring_unref:
 * @self: (transfer full): keys
 */
void
paddock_app_keyring_unref (PaddockAppKeyring *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static gboolean
is_about (const PaddockAppNote  *note,
          const PaddockAppFile  *file,
          const PaddockAppEntry *entry)
{
  return g_str_equal (note->app, file->app->id) && g_strcmp0 (note->path, file->path) == 0 &&
         g_str_equal (note->server, entry->name) &&
         g_strcmp0 (note->project, entry->project != NULL ? entry->project : "") == 0;
}

/**
 * paddock_app_keyring_dup_key:
 * @file: the file of @entry
 * @entry: an entry without a key, whose name is unique in @file and its project
 *
 * Returns: (transfer full) (nullable): the key that the entry had last, without names of members;
 *   %NULL: none is known
 */
char *
paddock_app_keyring_dup_key (const PaddockAppKeyring *self,
                             const PaddockAppFile    *file,
                             const PaddockAppEntry   *entry)
{
  const PaddockAppNote *last = NULL;

  for (guint i = 0; i < self->notes->len; i++) {
    const PaddockAppNote *note = g_ptr_array_index (self->notes, i);

    if (is_about (note, file, entry) && (last == NULL || note->noted >= last->noted))
      last = note;
  }
  return last != NULL ? paddock_app_key_dup_plain (last->key) : NULL;
}
