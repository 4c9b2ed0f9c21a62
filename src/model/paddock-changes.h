/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-journal-entry.h"
#include "paddock-grant.h"
#include "paddock-root.h"
#include "paddock-server.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_CHANGE_PUT_ROOT,          /* add, or replace the root with the same id */
  PADDOCK_CHANGE_DROP_ROOT,         /* and every grant of it */
  PADDOCK_CHANGE_PUT_SERVER,
  PADDOCK_CHANGE_DROP_SERVER,       /* and every grant of it */
  PADDOCK_CHANGE_PUT_GRANT,         /* replaces the one of the same server and root */
  PADDOCK_CHANGE_DROP_GRANT,
  PADDOCK_CHANGE_PAUSE,             /* or resume */
  PADDOCK_CHANGE_CLEAR_JOURNAL,     /* deletes all existing entries */
  PADDOCK_CHANGE_TAKE_BACK_NEVER,   /* withdraws an answer "Never" */
  PADDOCK_CHANGE_LOG,
} PaddockChangeKind;

typedef struct {
  PaddockChangeKind    kind;
  PaddockRoot         *root;        /* (owned) (nullable) PUT_ROOT */
  PaddockServer       *server;      /* (owned) (nullable) PUT_SERVER */
  PaddockGrant        *grant;       /* (owned) (nullable) PUT_GRANT */
  PaddockJournalEntry *entry;       /* (owned) (nullable) LOG */
  char                *root_id;     /* (owned) (nullable) DROP_ROOT, DROP_GRANT */
  char                *server_id;   /* (owned) (nullable) DROP_SERVER, DROP_GRANT,
                                     * TAKE_BACK_NEVER; NULL: about hosts */
  char                *path;        /* (owned) (nullable) TAKE_BACK_NEVER: which file */
  gboolean             is_paused;   /* PAUSE: whether sharing is paused from now on */
} PaddockChange;

/* Changes that happen at once or not at all. First the store commits them, then the snapshot
 * applies the same value. Built on one thread, then only read. */
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
