/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-note-list.h"

/* The list of the notes about apps' configuration files. The snapshot owns it. */

struct _PaddockNoteList {
  GPtrArray  *list;                 /* (owned) PaddockAppNote, in the order of being made */
  GHashTable *by_key;               /* (owned) key -> PaddockAppNote, borrowed from @list */
  GHashTable *by_fact;              /* (owned) fact -> PaddockAppNote, borrowed from @list */
};

static void
forget (PaddockNoteList *self,
        PaddockAppNote  *note)
{
  g_hash_table_remove (self->by_key, note->key);
  if (note->fact != NULL && g_hash_table_lookup (self->by_fact, note->fact) == note)
    g_hash_table_remove (self->by_fact, note->fact);
}

/**
 * paddock_note_list_new:
 *
 * Returns: (transfer full): an empty list
 */
PaddockNoteList *
paddock_note_list_new (void)
{
  PaddockNoteList *self = g_new0 (PaddockNoteList, 1);

  self->list = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  self->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_fact = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/**
 * paddock_note_list_free:
 * @self: (transfer full): notes
 */
void
paddock_note_list_free (PaddockNoteList *self)
{
  g_hash_table_unref (self->by_fact);
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->list);
  g_free (self);
}

/**
 * paddock_note_list_put:
 * @self: notes
 * @note: (transfer none): a note
 *
 * Adds @note, or replaces the note with the same key.
 */
void
paddock_note_list_put (PaddockNoteList *self,
                       PaddockAppNote  *note)
{
  PaddockAppNote *earlier = g_hash_table_lookup (self->by_key, note->key);
  guint index;

  if (earlier != NULL && g_ptr_array_find (self->list, earlier, &index)) {
    forget (self, earlier);
    self->list->pdata[index] = paddock_app_note_ref (note);
    paddock_app_note_unref (earlier);
  } else {
    g_ptr_array_add (self->list, paddock_app_note_ref (note));
  }
  g_hash_table_replace (self->by_key, (char *) note->key, note);
  if (note->fact != NULL)
    g_hash_table_replace (self->by_fact, (char *) note->fact, note);
}

/**
 * paddock_note_list_drop:
 * @self: notes
 * @key: a key; an unknown one is ignored
 *
 * Removes the note with this key.
 */
void
paddock_note_list_drop (PaddockNoteList *self,
                        const char      *key)
{
  PaddockAppNote *note = g_hash_table_lookup (self->by_key, key);

  if (note == NULL)
    return;
  forget (self, note);
  g_ptr_array_remove (self->list, note);
}

/**
 * paddock_note_list_get_all:
 * @self: notes
 *
 * Returns: (transfer none) (element-type PaddockAppNote): all notes, in the order of being made;
 *   valid until the next change
 */
GPtrArray *
paddock_note_list_get_all (PaddockNoteList *self)
{
  return self->list;
}

/**
 * paddock_note_list_get:
 * @self: notes
 * @key: a key
 *
 * Returns: (transfer none) (nullable): the note with this key
 */
PaddockAppNote *
paddock_note_list_get (PaddockNoteList *self,
                       const char      *key)
{
  return g_hash_table_lookup (self->by_key, key);
}

/**
 * paddock_note_list_find:
 * @self: notes
 * @fact: the fact %PADDOCK_FACT_KEY of a server
 *
 * Returns: (transfer none) (nullable): the note about the server's key
 */
PaddockAppNote *
paddock_note_list_find (PaddockNoteList *self,
                        const char      *fact)
{
  return g_hash_table_lookup (self->by_fact, fact);
}
