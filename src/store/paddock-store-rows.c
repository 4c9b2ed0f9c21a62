/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "paddock-store-rows.h"

#include "paddock-documents.h"
#include "paddock-never-files.h"
#include "paddock-store-facts.h"
#include "paddock-store-journal.h"
#include "paddock-store-sql.h"
#include "paddock-store-statement.h"

/* Writes roots, servers, grants and notes about apps as rows of the database, and reads them again.
 * Runs on the store's thread, inside the caller's transaction.
 *
 * If a row makes no sense, reading leaves it out with a warning, and the row stays in the database.
 * A damaged row may cost the user a root or a grant, but must never add one.
 */

static const char directory_nick[] = "directory";
static const char regular_nick[] = "file";

static const char *
kind_to_nick (PaddockFileKind kind)
{
  return kind == PADDOCK_FILE_KIND_DIRECTORY ? directory_nick : regular_nick;
}

static gboolean
kind_from_nick (const char      *nick,
                PaddockFileKind *out_kind)
{
  *out_kind = g_str_equal (nick, directory_nick) ? PADDOCK_FILE_KIND_DIRECTORY
                                                 : PADDOCK_FILE_KIND_REGULAR;
  return g_str_equal (nick, kind_to_nick (*out_kind));
}

/* Runs @sql with one or two ids as its parameters. @second: (nullable): the second parameter, if
 * @sql has one. */
static gboolean
run_with_ids (sqlite3     *db,
              const char  *sql,
              const char  *first,
              const char  *second,
              GError     **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (db, sql, error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, first);
  if (second)
    paddock_store_statement_bind_text (statement, second);
  return paddock_store_statement_run (statement, error);
}

static void
bind_record (PaddockStatement        *statement,
             const PaddockFileRecord *record)
{
  static const PaddockFileRecord nothing = { 0 };
  const PaddockFileRecord *from = record ? record : &nothing;

  paddock_store_statement_bind_text (statement, record ? kind_to_nick (record->kind) : NULL);
  paddock_store_statement_bind_number (statement, (gint64) from->device);
  paddock_store_statement_bind_number (statement, (gint64) from->inode);
  paddock_store_statement_bind_number (statement, from->birth);
  paddock_store_statement_bind_number (statement, from->owner);
  paddock_store_statement_bind_path (statement, from->mount_point);
  paddock_store_statement_bind_text (statement, from->fs_uuid);
}

static gboolean
put_root (sqlite3            *db,
          const PaddockRoot  *root,
          GError            **error)
{
  /* INSERT OR REPLACE would first delete the row, and with it the root's grants and position. */
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "INSERT INTO roots (id, path, picked, name, access, added, expires, last_seen, kind, device,"
    "                   inode, birth, owner, mount_point, fs_uuid, document, login,"
    "                   other_file_systems)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET"
    " path = excluded.path, picked = excluded.picked, name = excluded.name,"
    " access = excluded.access, added = excluded.added, expires = excluded.expires,"
    " last_seen = excluded.last_seen, kind = excluded.kind, device = excluded.device,"
    " inode = excluded.inode, birth = excluded.birth, owner = excluded.owner,"
    " mount_point = excluded.mount_point, fs_uuid = excluded.fs_uuid,"
    " document = excluded.document, login = excluded.login,"
    " other_file_systems = excluded.other_file_systems",
    error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, root->id);
  paddock_store_statement_bind_path (statement, root->path);
  paddock_store_statement_bind_path (statement, root->picked);
  paddock_store_statement_bind_text (statement, root->name);
  paddock_store_statement_bind_text (statement, paddock_root_access_to_nick (root->access));
  paddock_store_statement_bind_number (statement, root->added);
  /* For a root that ends with a login, store an expiry in the past. An older Paddock does not know
   * the column "login", and then takes the root for expired. */
  paddock_store_statement_bind_number (statement, root->login != NULL ? 1 : root->expires);
  paddock_store_statement_bind_number (statement, root->last_seen);
  bind_record (statement, root->record);
  paddock_store_statement_bind_path (statement, root->document);
  paddock_store_statement_bind_text (statement, root->login);
  paddock_store_statement_bind_number (statement, root->crosses);
  return paddock_store_statement_run (statement, error);
}

static gboolean
put_server (sqlite3              *db,
            const PaddockServer  *server,
            GError              **error)
{
  g_autoptr (GVariant) identity =
    g_variant_ref_sink (paddock_identity_to_variant (server->identity));
  g_autofree char *identity_text = g_variant_print (identity, TRUE);
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "INSERT INTO servers (id, identity, claimed_name, standing, decided, decision_ends,"
    "                     decision_scope, times_put_off, put_off_until, first_seen, last_seen,"
    "                     lists_early, host_roots, keep_roots, reading, given_name)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET"
    " identity = excluded.identity, claimed_name = excluded.claimed_name,"
    " standing = excluded.standing, decided = excluded.decided,"
    " decision_ends = excluded.decision_ends, decision_scope = excluded.decision_scope,"
    " times_put_off = excluded.times_put_off, put_off_until = excluded.put_off_until,"
    " first_seen = excluded.first_seen, last_seen = excluded.last_seen,"
    " lists_early = excluded.lists_early, host_roots = excluded.host_roots,"
    " keep_roots = excluded.keep_roots, reading = excluded.reading,"
    " given_name = excluded.given_name",
    error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, server->id);
  paddock_store_statement_bind_text (statement, identity_text);
  paddock_store_statement_bind_text (statement, server->claimed_name);
  paddock_store_statement_bind_text (statement, paddock_server_standing_to_nick (server->standing));
  paddock_store_statement_bind_number (statement, server->decided);
  paddock_store_statement_bind_number (statement, server->decision_ends);
  paddock_store_statement_bind_text (statement, server->decision_scope);
  paddock_store_statement_bind_number (statement, server->times_put_off);
  paddock_store_statement_bind_number (statement, server->put_off_until);
  paddock_store_statement_bind_number (statement, server->first_seen);
  paddock_store_statement_bind_number (statement, server->last_seen);
  paddock_store_statement_bind_number (statement, server->lists_early);
  paddock_store_statement_bind_number (statement,
                                       (server->choices & PADDOCK_CHOICE_HOST_ROOTS) != 0);
  paddock_store_statement_bind_number (statement,
                                       (server->choices & PADDOCK_CHOICE_KEEP_ROOTS) != 0);
  paddock_store_statement_bind_number (statement, (server->choices & PADDOCK_CHOICE_READING) != 0);
  paddock_store_statement_bind_text (statement, server->given_name);
  return paddock_store_statement_run (statement, error);
}

static gboolean
put_grant (sqlite3             *db,
           const PaddockGrant  *grant,
           GError             **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "INSERT INTO grants (server_id, root_id, access, granted, expires, scope)"
    " VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (server_id, root_id) DO UPDATE SET"
    " access = excluded.access, granted = excluded.granted, expires = excluded.expires,"
    " scope = excluded.scope",
    error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, grant->server_id);
  paddock_store_statement_bind_text (statement, grant->root_id);
  paddock_store_statement_bind_text (statement, paddock_root_access_to_nick (grant->access));
  paddock_store_statement_bind_number (statement, grant->granted);
  paddock_store_statement_bind_number (statement, grant->expires);
  paddock_store_statement_bind_text (statement, grant->scope);
  return paddock_store_statement_run (statement, error);
}

static gboolean
put_app_note (sqlite3               *db,
              const PaddockAppNote  *note,
              GError               **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db,
    "INSERT INTO app_notes (key, fact, app, server, path, noted, project, is_gone)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (key) DO UPDATE SET"
    " fact = excluded.fact, app = excluded.app, server = excluded.server, path = excluded.path,"
    " noted = excluded.noted, project = excluded.project, is_gone = excluded.is_gone",
    error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, note->key);
  paddock_store_statement_bind_text (statement, note->fact);
  paddock_store_statement_bind_text (statement, note->app);
  paddock_store_statement_bind_text (statement, note->server);
  paddock_store_statement_bind_text (statement, note->path);
  paddock_store_statement_bind_number (statement, note->noted);
  paddock_store_statement_bind_text (statement, note->project);
  paddock_store_statement_bind_number (statement, note->is_gone);
  return paddock_store_statement_run (statement, error);
}

static gboolean
set_paused (sqlite3   *db,
            gboolean   is_paused,
            GError   **error)
{
  g_autoptr (GBytes) value = g_bytes_new_static ("1", 1);

  return is_paused ? paddock_store_facts_put (db, PADDOCK_FACT_NAME_PAUSED, value, error)
                   : paddock_store_facts_drop (db, PADDOCK_FACT_NAME_PAUSED, error);
}

/* Removes an answer "Never" about a sensitive file from the stored answers. Runs in the transaction
 * that adds the journal's row about the removal. Stored answers that make no sense are removed,
 * too: the user is asked again about those files. */
static gboolean
revoke_never (sqlite3     *db,
              const char  *server_id,
              const char  *path,
              GError     **error)
{
  g_autoptr (PaddockNeverFiles) files = NULL;
  g_autoptr (GBytes) stored = NULL;
  g_autoptr (GBytes) left = NULL;

  if (!paddock_store_facts_read (db, PADDOCK_FACT_NAME_FILES, &stored, error))
    return FALSE;
  if (stored == NULL)
    return TRUE;

  files = paddock_never_files_new ();
  paddock_never_files_add_bytes (files, stored);
  paddock_never_files_remove (files, server_id, path);
  left = paddock_never_files_to_bytes (files);
  return paddock_store_facts_put (db, PADDOCK_FACT_NAME_FILES, left, error);
}

/**
 * paddock_store_rows_apply:
 *
 * Writes one change to the database, in the caller's transaction. Dropping a row that does not
 * exist is no error. Adding a grant of an unknown root, or for an unknown server, is an error.
 */
gboolean
paddock_store_rows_apply (sqlite3              *db,
                          const PaddockChange  *change,
                          GError              **error)
{
  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      return put_root (db, change->root, error);
    case PADDOCK_CHANGE_DROP_ROOT:
      return run_with_ids (db, "DELETE FROM roots WHERE id = ?", change->root_id, NULL, error);
    case PADDOCK_CHANGE_PUT_SERVER:
      return put_server (db, change->server, error);
    case PADDOCK_CHANGE_DROP_SERVER:
      return run_with_ids (db, "DELETE FROM servers WHERE id = ?", change->server_id, NULL, error);
    case PADDOCK_CHANGE_PUT_GRANT:
      return put_grant (db, change->grant, error);
    case PADDOCK_CHANGE_DROP_GRANT:
      return run_with_ids (db, "DELETE FROM grants WHERE server_id = ? AND root_id = ?",
                           change->server_id, change->root_id, error);
    case PADDOCK_CHANGE_PAUSE:
      return set_paused (db, change->is_paused, error);
    case PADDOCK_CHANGE_CLEAR_JOURNAL:
      return paddock_store_sql_run (db, "DELETE FROM journal", error);
    case PADDOCK_CHANGE_TAKE_BACK_NEVER:
      return revoke_never (db, change->server_id, change->path, error);
    case PADDOCK_CHANGE_PUT_APP_NOTE:
      return put_app_note (db, change->note, error);
    case PADDOCK_CHANGE_DROP_APP_NOTE:
      return run_with_ids (db, "DELETE FROM app_notes WHERE key = ?", change->note->key, NULL,
                           error);
    case PADDOCK_CHANGE_TAKE_OUT:
      return TRUE;
    case PADDOCK_CHANGE_LOG:
      return paddock_store_journal_append (db, change->entry, error);
    default:
      g_return_val_if_reached (FALSE);
  }
}

static gboolean
read_record (PaddockStatement  *row,
             int                column,
             PaddockFileRecord *record,
             gboolean          *out_is_set)
{
  const char *kind = paddock_store_statement_get_text (row, column);
  gint64 owner = paddock_store_statement_get_number (row, column + 4);

  *out_is_set = kind != NULL;
  if (kind && !kind_from_nick (kind, &record->kind))
    return FALSE;
  record->device = (guint64) paddock_store_statement_get_number (row, column + 1);
  record->inode = (guint64) paddock_store_statement_get_number (row, column + 2);
  record->birth = paddock_store_statement_get_number (row, column + 3);
  record->owner = (guint32) owner;
  /* The row owns these strings; paddock_root_new() copies them. */
  record->mount_point = (char *) paddock_store_statement_get_path (row, column + 5);
  record->fs_uuid = (char *) paddock_store_statement_get_text (row, column + 6);
  return owner >= 0 && owner <= G_MAXUINT32 && (!kind || record->mount_point);
}

static gboolean
read_access (PaddockStatement *row,
             int               column,
             PaddockAccess    *out_access)
{
  const char *nick = paddock_store_statement_get_text (row, column);

  *out_access = paddock_root_access_from_nick (nick);
  return g_strcmp0 (paddock_root_access_to_nick (*out_access), nick) == 0;
}

static PaddockRoot *
read_root (PaddockStatement *row)
{
  PaddockFileRecord record = { 0 };
  PaddockRoot root = { 0 };
  gboolean has_record;

  root.id = paddock_store_statement_get_text (row, 0);
  root.path = paddock_store_statement_get_path (row, 1);
  root.picked = paddock_store_statement_get_path (row, 2);
  root.name = paddock_store_statement_get_text (row, 3);
  root.added = paddock_store_statement_get_number (row, 5);
  root.expires = paddock_store_statement_get_number (row, 6);
  root.last_seen = paddock_store_statement_get_number (row, 7);
  root.document = paddock_store_statement_get_path (row, 15);
  root.login = paddock_store_statement_get_text (row, 16);
  root.crosses = paddock_store_statement_get_number (row, 17) != 0;
  if (root.login != NULL)
    root.expires = 0;
  if (!read_access (row, 4, &root.access) || !read_record (row, 8, &record, &has_record)
      || !paddock_store_statement_row_is_sound (row) || !root.id || !root.path ||
      root.path[0] != '/'
      || (root.document && !paddock_documents_is_document (root.document)))
    return NULL;
  root.record = has_record ? &record : NULL;
  return paddock_root_new (&root);
}

static PaddockIdentity *
read_identity (PaddockStatement *row,
               int               column)
{
  const char *text = paddock_store_statement_get_text (row, column);
  g_autoptr (GVariant) variant = NULL;

  if (!text)
    return NULL;
  variant = g_variant_parse (PADDOCK_IDENTITY_VARIANT_TYPE, text, NULL, NULL, NULL);
  return variant ? paddock_identity_from_variant (variant) : NULL;
}

static PaddockServer *
read_server (PaddockStatement *row)
{
  g_autoptr (PaddockIdentity) identity = read_identity (row, 1);
  const char *standing = paddock_store_statement_get_text (row, 3);
  gint64 times_put_off = paddock_store_statement_get_number (row, 7);
  PaddockServer server = { 0 };

  server.id = paddock_store_statement_get_text (row, 0);
  server.identity = identity;
  server.claimed_name = paddock_store_statement_get_text (row, 2);
  server.standing = paddock_server_standing_from_nick (standing);
  server.decided = paddock_store_statement_get_number (row, 4);
  server.decision_ends = paddock_store_statement_get_number (row, 5);
  server.decision_scope = paddock_store_statement_get_text (row, 6);
  server.times_put_off = (guint) CLAMP (times_put_off, 0, G_MAXINT);
  server.put_off_until = paddock_store_statement_get_number (row, 8);
  server.first_seen = paddock_store_statement_get_number (row, 9);
  server.last_seen = paddock_store_statement_get_number (row, 10);
  server.lists_early = paddock_store_statement_get_number (row, 11) != 0;
  server.choices = (paddock_store_statement_get_number (row, 12) != 0
                    ? PADDOCK_CHOICE_HOST_ROOTS : 0) |
                   (paddock_store_statement_get_number (row, 13) != 0
                    ? PADDOCK_CHOICE_KEEP_ROOTS : 0) |
                   (paddock_store_statement_get_number (row, 14) != 0 ? PADDOCK_CHOICE_READING : 0);
  server.given_name = paddock_store_statement_get_text (row, 15);
  if (!paddock_store_statement_row_is_sound (row) || !identity || !server.id
      || g_strcmp0 (paddock_server_standing_to_nick (server.standing), standing) != 0)
    return NULL;
  return paddock_server_new (&server);
}

static PaddockGrant *
read_grant (PaddockStatement *row)
{
  PaddockGrant grant = { 0 };

  grant.server_id = paddock_store_statement_get_text (row, 0);
  grant.root_id = paddock_store_statement_get_text (row, 1);
  grant.granted = paddock_store_statement_get_number (row, 3);
  grant.expires = paddock_store_statement_get_number (row, 4);
  /* A scope that cannot be read makes the row unsound: the grant must not lose its scope. */
  grant.scope = paddock_store_statement_get_text (row, 5);
  if (!read_access (row, 2, &grant.access) || !paddock_store_statement_row_is_sound (row)
      || !grant.server_id || !grant.root_id)
    return NULL;
  return paddock_grant_new (&grant);
}

static PaddockAppNote *
read_app_note (PaddockStatement *row)
{
  PaddockAppNote note = { 0 };

  note.key = paddock_store_statement_get_text (row, 0);
  note.fact = paddock_store_statement_get_text (row, 1);
  note.app = paddock_store_statement_get_text (row, 2);
  note.server = paddock_store_statement_get_text (row, 3);
  note.path = paddock_store_statement_get_text (row, 4);
  note.noted = paddock_store_statement_get_number (row, 5);
  note.project = paddock_store_statement_get_text (row, 6);
  note.is_gone = paddock_store_statement_get_number (row, 7) != 0;
  if (!paddock_store_statement_row_is_sound (row) || !note.fact ||
      !paddock_app_note_check (&note, NULL))
    return NULL;
  return paddock_app_note_new (&note);
}

/* Reads the root, server, grant or note in @row, and adds it to @changes. @known: the roots and
 * servers that were read so far. Returns FALSE if the row makes no sense. */
typedef gboolean (*RowReader) (PaddockStatement *row,
                               PaddockChanges *changes,
                               GHashTable       *known);

static gboolean
load_root (PaddockStatement *row,
           PaddockChanges   *changes,
           GHashTable       *known)
{
  g_autoptr (PaddockRoot) root = read_root (row);

  if (!root)
    return FALSE;
  paddock_changes_put_root (changes, root);
  g_hash_table_add (known, g_strconcat ("root ", root->id, NULL));
  return TRUE;
}

static gboolean
load_server (PaddockStatement *row,
             PaddockChanges   *changes,
             GHashTable       *known)
{
  g_autoptr (PaddockServer) server = read_server (row);

  if (!server)
    return FALSE;
  paddock_changes_put_server (changes, server);
  g_hash_table_add (known, g_strconcat ("server ", server->id, NULL));
  return TRUE;
}

static gboolean
load_grant (PaddockStatement *row,
            PaddockChanges   *changes,
            GHashTable       *known)
{
  g_autoptr (PaddockGrant) grant = read_grant (row);
  g_autofree char *server = grant ? g_strconcat ("server ", grant->server_id, NULL) : NULL;
  g_autofree char *root = grant ? g_strconcat ("root ", grant->root_id, NULL) : NULL;

  if (!grant || !g_hash_table_contains (known, server) || !g_hash_table_contains (known, root))
    return FALSE;
  paddock_changes_put_grant (changes, grant);
  return TRUE;
}

static gboolean
load_app_note (PaddockStatement *row,
               PaddockChanges   *changes,
               GHashTable       *known)
{
  g_autoptr (PaddockAppNote) note = read_app_note (row);

  if (!note)
    return FALSE;
  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_PUT_APP_NOTE,
                                                   .note = note });
  return TRUE;
}

static gboolean
load_rows (sqlite3         *db,
           const char      *sql,
           RowReader        reader,
           PaddockChanges  *changes,
           GHashTable      *known,
           GError         **error)
{
  g_autoptr (PaddockStatement) row = paddock_store_statement_new (db, sql, error);
  gboolean has_row = TRUE;
  guint n_skipped = 0;

  if (!row)
    return FALSE;
  while (has_row) {
    if (!paddock_store_statement_next (row, &has_row, error))
      return FALSE;
    if (has_row && !reader (row, changes, known))
      n_skipped++;
  }
  if (n_skipped > 0)
    g_warning ("Left out %u rows that make no sense: %s", n_skipped, sql);
  return TRUE;
}

/* Reads whether sharing is paused. Sharing is paused if the fact exists, whatever its value: in
 * doubt, no server may see anything. */
static gboolean
load_paused (sqlite3         *db,
             PaddockChanges  *changes,
             GError         **error)
{
  g_autoptr (GBytes) value = NULL;

  if (!paddock_store_facts_read (db, PADDOCK_FACT_NAME_PAUSED, &value, error))
    return FALSE;
  if (value)
    paddock_changes_set_paused (changes, TRUE);
  return TRUE;
}

/**
 * paddock_store_rows_load:
 * @changes: gets a PUT change for every root, server, grant and note, in the order in which they
 *   were added, and a PAUSE change if sharing is paused
 *
 * Reads all roots, servers, grants and notes. Leaves out rows that make no sense. If a root or
 * server was left out, leaves out its grants, too.
 */
gboolean
paddock_store_rows_load (sqlite3         *db,
                         PaddockChanges  *changes,
                         GError         **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return load_rows (db,
                    "SELECT id, path, picked, name, access, added, expires, last_seen, kind,"
                    " device, inode, birth, owner, mount_point, fs_uuid, document, login,"
                    " other_file_systems"
                    " FROM roots ORDER BY position",
                    load_root, changes, known, error)
         && load_rows (db,
                       "SELECT id, identity, claimed_name, standing, decided, decision_ends,"
                       " decision_scope, times_put_off, put_off_until, first_seen, last_seen,"
                       " lists_early, host_roots, keep_roots, reading, given_name"
                       " FROM servers ORDER BY position",
                       load_server, changes, known, error)
         && load_rows (db,
                       "SELECT server_id, root_id, access, granted, expires, scope"
                       " FROM grants ORDER BY position",
                       load_grant, changes, known, error)
         && load_rows (db,
                       "SELECT key, fact, app, server, path, noted, project, is_gone"
                       " FROM app_notes ORDER BY position",
                       load_app_note, changes, known, error)
         && load_paused (db, changes, error);
}
