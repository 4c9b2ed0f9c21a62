/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-note.h"

G_BEGIN_DECLS

/* Notes in the order in which they were made. No two have the same key. */
typedef struct _PaddockNoteList PaddockNoteList;

PaddockNoteList *paddock_note_list_new  (void);
void             paddock_note_list_free (PaddockNoteList *self);
void             paddock_note_list_put  (PaddockNoteList *self,
                                         PaddockAppNote  *note);
void             paddock_note_list_drop (PaddockNoteList *self,
                                         const char      *key);

GPtrArray      *paddock_note_list_get_all (PaddockNoteList *self);
PaddockAppNote *paddock_note_list_get     (PaddockNoteList *self,
                                           const char      *key);
PaddockAppNote *paddock_note_list_find    (PaddockNoteList *self,
                                           const char      *fact);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockNoteList, paddock_note_list_free)

G_END_DECLS
