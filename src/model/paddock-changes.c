/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-changes.h"

/* An ordered list of changes that all take effect, or none.
 *
 * The main thread builds the list. After that the store's thread and the snapshot only read it, so
 * no lock is needed. The list holds references to the values in its changes, and never removes a
 * change. */

struct _PaddockChanges
{
  GArray *changes;                  /* (owned) PaddockChange */
};

static void
clear_change (gpointer data)
{
  PaddockChange *change = data;

  g_clear_pointer (&change->root, paddock_root_unref);
  g_clear_pointer (&change->server, paddock_server_unref);
  g_clear_pointer (&change->grant, paddock_grant_unref);
  g_clear_pointer (&change->entry, paddock_journal_entry_unref);
  g_clear_pointer (&change->note, paddock_app_note_unref);
  g_clear_pointer (&change->root_id, g_free);
  g_clear_pointer (&change->server_id, g_free);
  g_clear_pointer (&change->path, g_free);
}

static void
paddock_changes_clear (PaddockChanges *self)
{
  g_array_unref (self->changes);
}

/**
 * paddock_changes_new:
 *
 * Returns: (transfer full): an empty list of changes
 */
PaddockChanges *
paddock_changes_new (void)
{
  PaddockChanges *self = g_atomic_rc_box_new0 (PaddockChanges);

  self->changes = g_array_new (FALSE, TRUE, sizeof (PaddockChange));
  g_array_set_clear_func (self->changes, clear_change);
  return self;
}

/**
 * paddock_changes_ref:
 * @self: a list of changes
 *
 * Returns: (transfer full): @self
 */
PaddockChanges *
paddock_changes_ref (PaddockChanges *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * paddock_changes_unref:
 * @self: (transfer full): a list of changes
 */
void
paddock_changes_unref (PaddockChanges *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) paddock_changes_clear);
}

/**
 * paddock_changes_put_root:
 * @self: a list of changes
 * @root: (transfer none): a root
 *
 * Appends a change that adds @root, or replaces the root with the same id.
 */
void
paddock_changes_put_root (PaddockChanges *self,
                          PaddockRoot    *root)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_PUT_ROOT, .root = paddock_root_ref (root) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_drop_root:
 * @self: a list of changes
 * @root_id: the id of a root
 *
 * Appends a change that removes the root and all its grants.
 */
void
paddock_changes_drop_root (PaddockChanges *self,
                           const char     *root_id)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_DROP_ROOT, .root_id = g_strdup (root_id) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_put_server:
 * @self: a list of changes
 * @server: (transfer none): a server
 *
 * Appends a change that adds @server, or replaces the server with the same id.
 */
void
paddock_changes_put_server (PaddockChanges *self,
                            PaddockServer  *server)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_PUT_SERVER,
                           .server = paddock_server_ref (server) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_drop_server:
 * @self: a list of changes
 * @server_id: the id of a server
 *
 * Appends a change that removes the server and all its grants.
 */
void
paddock_changes_drop_server (PaddockChanges *self,
                             const char     *server_id)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_DROP_SERVER, .server_id = g_strdup (server_id) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_put_grant:
 * @self: a list of changes
 * @grant: (transfer none): a grant
 *
 * Appends a change that adds @grant, or replaces the grant of the same server and root.
 */
void
paddock_changes_put_grant (PaddockChanges *self,
                           PaddockGrant   *grant)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_PUT_GRANT, .grant = paddock_grant_ref (grant) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_drop_grant:
 * @self: a list of changes
 * @server_id: the id of a server
 * @root_id: the id of a root
 *
 * Appends a change that removes the grant of the root to the server.
 */
void
paddock_changes_drop_grant (PaddockChanges *self,
                            const char     *server_id,
                            const char     *root_id)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_DROP_GRANT,
                           .server_id = g_strdup (server_id),
                           .root_id = g_strdup (root_id) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_set_paused:
 * @self: a list of changes
 * @is_paused: whether to pause sharing, or to resume it
 *
 * Appends a change that pauses or resumes sharing. During a pause no server sees anything, whatever
 * its grants.
 */
void
paddock_changes_set_paused (PaddockChanges *self,
                            gboolean        is_paused)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_PAUSE, .is_paused = !!is_paused };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_take_back_never:
 * @self: a list of changes
 * @server_id: (nullable): the id of the server that the answer is about; %NULL: the answer is about
 *   hosts
 * @path: the canonical path of a file
 *
 * Appends a change that withdraws the user's answer "Never" for the file.
 */
void
paddock_changes_take_back_never (PaddockChanges *self,
                                 const char     *server_id,
                                 const char     *path)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_TAKE_BACK_NEVER,
                           .server_id = g_strdup (server_id),
                           .path = g_strdup (path) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_log:
 * @self: a list of changes
 * @entry: (transfer none): an entry for the journal
 *
 * Appends a change that adds @entry to the journal. The snapshot ignores this change.
 */
void
paddock_changes_log (PaddockChanges      *self,
                     PaddockJournalEntry *entry)
{
  PaddockChange change = { .kind = PADDOCK_CHANGE_LOG, .entry = paddock_journal_entry_ref (entry) };

  g_array_append_val (self->changes, change);
}

/**
 * paddock_changes_add:
 * @self: a list of changes that nobody reads yet
 * @change: a change
 *
 * Appends a copy of @change. The copy references the same root, server, grant, entry and note.
 */
void
paddock_changes_add (PaddockChanges      *self,
                     const PaddockChange *change)
{
  PaddockChange shared = {
    .kind = change->kind,
    .root = change->root != NULL ? paddock_root_ref (change->root) : NULL,
    .server = change->server != NULL ? paddock_server_ref (change->server) : NULL,
    .grant = change->grant != NULL ? paddock_grant_ref (change->grant) : NULL,
    .entry = change->entry != NULL ? paddock_journal_entry_ref (change->entry) : NULL,
    .note = change->note != NULL ? paddock_app_note_ref (change->note) : NULL,
    .root_id = g_strdup (change->root_id),
    .server_id = g_strdup (change->server_id),
    .path = g_strdup (change->path),
    .is_paused = change->is_paused,
  };

  g_array_append_val (self->changes, shared);
}

/**
 * paddock_changes_get_size:
 * @self: a list of changes
 *
 * Returns: the number of changes
 */
gsize
paddock_changes_get_size (const PaddockChanges *self)
{
  return self->changes->len;
}

/**
 * paddock_changes_get:
 * @self: a list of changes
 * @index: less than paddock_changes_get_size()
 *
 * Returns: (transfer none): the change, valid until a change is added to @self
 */
const PaddockChange *
paddock_changes_get (const PaddockChanges *self,
                     gsize                 index)
{
  g_return_val_if_fail (index < self->changes->len, NULL);

  return &g_array_index (self->changes, PaddockChange, index);
}
