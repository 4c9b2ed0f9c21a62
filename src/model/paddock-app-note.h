/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest texts of a note, in bytes. */
#define PADDOCK_APP_NOTE_MAX_WORD   64   /* the id of an app; each part of a key */
#define PADDOCK_APP_NOTE_MAX_SERVER 256
#define PADDOCK_APP_NOTE_MAX_PATH   4096

/* A note about an app's configuration file: an entry in it starts a server through Paddock, with
 * this key. Any program on the bus can make notes, so a note proves nothing: it only names a
 * server. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  const char *key;                  /* the value of --key in the entry */
  const char *fact;                 /* (nullable) the fact PADDOCK_FACT_KEY of a server with this
                                     * key; only the service knows it */
  const char *app;                  /* the id of the app */
  const char *server;               /* the name of the entry */
  const char *path;                 /* the app's file, absolute */
  gint64      noted;                /* µs since the epoch: when the key got this name */
  const char *project;              /* (nullable) the project in this file that the entry is for;
                                     * "": no project; NULL: not known */
  gboolean    is_gone;              /* the entry starts its server without Paddock again */
} PaddockAppNote;

PaddockAppNote *paddock_app_note_new   (const PaddockAppNote *template);
PaddockAppNote *paddock_app_note_ref   (PaddockAppNote       *note);
void            paddock_app_note_unref (PaddockAppNote       *note);

gboolean paddock_app_note_is_key    (const char            *text);
gboolean paddock_app_note_is_app    (const char            *text);
gboolean paddock_app_note_check     (const PaddockAppNote  *note,
                                     GError               **error);
gboolean paddock_app_note_same_name (const PaddockAppNote  *a,
                                     const PaddockAppNote  *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppNote, paddock_app_note_unref)

G_END_DECLS
