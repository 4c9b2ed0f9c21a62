/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry.h"
#include "paddock-grant.h"
#include "paddock-root.h"
#include "paddock-server.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_CHANGE_PUT_ROOT,          /* add, or replace the one with its id */
  PADDOCK_CHANGE_DROP_ROOT,         /* and every grant of it */
  PADDOCK_CHANGE_PUT_SERVER,
  PADDOCK_CHANGE_DROP_SERVER,       /* and every grant of it */
  PADDOCK_CHANGE_PUT_GRANT,         /* replaces the one of the same server and root */
  PADDOCK_CHANGE_DROP_GRANT,
  PADDOCK_CHANGE_PAUSE,             /* or resume */
  PADDOCK_CHANGE_CLEAR_JOURNAL,     /* all rows that are there */
  PADDOCK_CHANGE_TAKE_BACK_NEVER,   /* that a file is never to be read */
  PADDOCK_CHANGE_LOG,
} PaddockChangeKind;

typedef struct {
  PaddockChangeKind  kind;
  PaddockRoot       *root;          /* (owned) (nullable) PUT_ROOT */
  PaddockServer     *server;        /* (owned) (nullable) PUT_SERVER */
  PaddockGrant      *grant;         /* (owned) (nullable) PUT_GRANT */
  PaddockEntry      *entry;         /* (owned) (nullable) LOG */
  char              *root_id;       /* (owned) (nullable) DROP_ROOT, DROP_GRANT */
  char              *server_id;     /* (owned) (nullable) DROP_SERVER, DROP_GRANT,
                                     * TAKE_BACK_NEVER: whose, NULL: of hosts */
  char              *path;          /* (owned) (nullable) TAKE_BACK_NEVER: which file */
  gboolean           is_paused;     /* PAUSE: no server sees anything from now on, or again */
} PaddockChange;

/* What is to happen at once or not at all. First the store commits it, then the ledger applies
 * it: the same value to both. Built on one thread, then only read. */
typedef struct _PaddockChangeset PaddockChangeset;

PaddockChangeset    *paddock_changeset_new         (void);
PaddockChangeset    *paddock_changeset_ref         (PaddockChangeset       *self);
void                 paddock_changeset_unref       (PaddockChangeset       *self);

void                 paddock_changeset_put_root    (PaddockChangeset       *self,
                                                    PaddockRoot            *root);
void                 paddock_changeset_drop_root   (PaddockChangeset       *self,
                                                    const char             *root_id);
void                 paddock_changeset_put_server  (PaddockChangeset       *self,
                                                    PaddockServer          *server);
void                 paddock_changeset_drop_server (PaddockChangeset       *self,
                                                    const char             *server_id);
void                 paddock_changeset_put_grant   (PaddockChangeset       *self,
                                                    PaddockGrant           *grant);
void                 paddock_changeset_drop_grant  (PaddockChangeset       *self,
                                                    const char             *server_id,
                                                    const char             *root_id);
void                 paddock_changeset_set_paused  (PaddockChangeset       *self,
                                                    gboolean                is_paused);
void                 paddock_changeset_clear_journal (PaddockChangeset     *self);
void                 paddock_changeset_take_back_never (PaddockChangeset   *self,
                                                        const char         *server_id,
                                                        const char         *path);
void                 paddock_changeset_log         (PaddockChangeset       *self,
                                                    PaddockEntry           *entry);

void                 paddock_changeset_add         (PaddockChangeset       *self,
                                                    const PaddockChange    *change);

gboolean             paddock_changeset_puts_server (const PaddockChangeset *self,
                                                    const char             *server_id);
gsize                paddock_changeset_get_size    (const PaddockChangeset *self);
const PaddockChange *paddock_changeset_get         (const PaddockChangeset *self,
                                                    gsize                   index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockChangeset, paddock_changeset_unref)

G_END_DECLS
