/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-note.h"
#include "paddock-journal-entry.h"
#include "paddock-grant.h"
#include "paddock-root.h"
#include "paddock-server.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_CHANGE_PUT_ROOT,          /* add a root, or replace the root with the same id */
  PADDOCK_CHANGE_DROP_ROOT,         /* remove a root and all its grants */
  PADDOCK_CHANGE_PUT_SERVER,        /* add a server, or replace the server with the same id */
  PADDOCK_CHANGE_DROP_SERVER,       /* remove a server and all its grants */
  PADDOCK_CHANGE_PUT_GRANT,         /* add a grant, or replace the grant of the same server and
                                     * root */
  PADDOCK_CHANGE_DROP_GRANT,
  PADDOCK_CHANGE_PAUSE,             /* pause sharing, or resume it */
  PADDOCK_CHANGE_CLEAR_JOURNAL,     /* delete all existing entries of the journal */
  PADDOCK_CHANGE_TAKE_BACK_NEVER,   /* withdraw the answer "Never" for a file */
  PADDOCK_CHANGE_PUT_APP_NOTE,      /* add a note about an app, or replace the note with the same
                                     * key */
  PADDOCK_CHANGE_DROP_APP_NOTE,
  PADDOCK_CHANGE_TAKE_OUT,          /* another program may take Paddock out of apps' files; nothing
                                     * changes here */
  PADDOCK_CHANGE_LOG,               /* add an entry to the journal */
} PaddockChangeKind;

typedef struct {
  PaddockChangeKind    kind;
  PaddockRoot         *root;        /* (owned) (nullable) the new root, if @kind is PUT_ROOT;
                                     * otherwise NULL */
  PaddockServer       *server;      /* (owned) (nullable) the new server, if @kind is PUT_SERVER;
                                     * otherwise NULL */
  PaddockGrant        *grant;       /* (owned) (nullable) the new grant, if @kind is PUT_GRANT;
                                     * otherwise NULL */
  PaddockJournalEntry *entry;       /* (owned) (nullable) the entry to add, if @kind is LOG;
                                     * otherwise NULL */
  PaddockAppNote      *note;        /* (owned) (nullable) the note that a PUT_APP_NOTE adds, or a
                                     * DROP_APP_NOTE removes; otherwise NULL */
  char                *root_id;     /* (owned) (nullable) the id of the root that a DROP_ROOT or
                                     * DROP_GRANT is about; otherwise NULL */
  char                *server_id;   /* (owned) (nullable) the id of the server that a DROP_SERVER,
                                     * DROP_GRANT or TAKE_BACK_NEVER is about; in a TAKE_BACK_NEVER,
                                     * NULL means hosts */
  char                *path;        /* (owned) (nullable) the file whose answer "Never" a
                                     * TAKE_BACK_NEVER withdraws; otherwise NULL */
  gboolean             is_paused;   /* whether sharing is paused from now on, if @kind is PAUSE */
} PaddockChange;

/* A list of changes that all take effect, or none. If somebody decided the changes, the store
 * commits the list before the snapshot applies it. If the service only observed them, such as a
 * root that went away, the snapshot applies the list first. One thread builds the list; after that
 * nobody changes it. */
typedef struct _PaddockChanges PaddockChanges;

PaddockChanges *paddock_changes_new   (void);
PaddockChanges *paddock_changes_ref   (PaddockChanges *self);
void            paddock_changes_unref (PaddockChanges *self);

void paddock_changes_put_root        (PaddockChanges      *self,
                                      PaddockRoot         *root);
void paddock_changes_drop_root       (PaddockChanges      *self,
                                      const char          *root_id);
void paddock_changes_put_server      (PaddockChanges      *self,
                                      PaddockServer       *server);
void paddock_changes_drop_server     (PaddockChanges      *self,
                                      const char          *server_id);
void paddock_changes_put_grant       (PaddockChanges      *self,
                                      PaddockGrant        *grant);
void paddock_changes_drop_grant      (PaddockChanges      *self,
                                      const char          *server_id,
                                      const char          *root_id);
void paddock_changes_set_paused      (PaddockChanges      *self,
                                      gboolean             is_paused);
void paddock_changes_take_back_never (PaddockChanges      *self,
                                      const char          *server_id,
                                      const char          *path);
void paddock_changes_log             (PaddockChanges      *self,
                                      PaddockJournalEntry *entry);

void paddock_changes_add (PaddockChanges      *self,
                          const PaddockChange *change);

gsize                paddock_changes_get_size (const PaddockChanges *self);
const PaddockChange *paddock_changes_get      (const PaddockChanges *self,
                                               gsize                 index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockChanges, paddock_changes_unref)

G_END_DECLS
