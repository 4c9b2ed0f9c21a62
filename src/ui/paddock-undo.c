/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-undo.h"

#include "paddock-add-result.h"
#include "paddock-app-writer.h"
#include "paddock-client-call.h"
#include "paddock-documents.h"
#include "paddock-error.h"
#include "paddock-scope.h"

#include <glib/gi18n.h>

/* Undoes what the user did to narrow access: adds a removed folder again, unblocks a server, or
 * restores grants for the rest of their time. An undo is made before the user's change, from what
 * the client shows at that time. An undo of changed files of apps is made after they were written.
 * A toast owns the undo. The undo never restores more than there was. */

struct _PaddockUndo
{
  PaddockClient *client;      /* (owned) */
  PaddockRoot *root;          /* (owned) (nullable) the root to add again; NULL: none */
  char *blocked;              /* (owned) (nullable) id of the server to unblock; NULL: none */
  GPtrArray *grants;          /* (owned) PaddockGrant: the grants to restore */
  GPtrArray *plans;           /* (owned) (nullable) PaddockAppPlan: files to change back; NULL:
                               * none */
};

static PaddockUndo *
paddock_undo_new (PaddockClient *client)
{
  PaddockUndo *self = g_atomic_rc_box_new0 (PaddockUndo);

  self->client = g_object_ref (client);
  self->grants = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_grant_unref);

  return self;
}

static void
paddock_undo_clear (gpointer data)
{
  PaddockUndo *self = data;

  g_clear_object (&self->client);
  g_clear_pointer (&self->root, paddock_root_unref);
  g_clear_pointer (&self->blocked, g_free);
  g_clear_pointer (&self->grants, g_ptr_array_unref);
  g_clear_pointer (&self->plans, g_ptr_array_unref);
}

static void
take_grants (PaddockUndo       *self,
             PaddockServerItem *server,
             const char        *root_id)
{
  const PaddockServerView *view = paddock_server_item_get_view (server);

  for (guint i = 0; i < view->grants->len; i++) {
    const PaddockGrantView *grant = g_ptr_array_index (view->grants, i);

    if (root_id == NULL || g_strcmp0 (grant->grant->root_id, root_id) == 0)
      g_ptr_array_add (self->grants, paddock_grant_ref (grant->grant));
  }
}

/* The data of an undo that is under way. */
typedef struct
{
  PaddockUndo *undo;          /* (owned) */
  guint calls;
  GError *error;              /* (owned) (nullable) the first error of a call to the service; NULL:
                               * none yet */
} Applying;

static void
applying_free (Applying *applying)
{
  paddock_undo_unref (applying->undo);
  g_clear_error (&applying->error);
  g_free (applying);
}

static void
finish_one_call (GTask  *task,
                 GError *error)
{
  Applying *applying = g_task_get_task_data (task);

  if (error != NULL && applying->error == NULL)
    applying->error = error;
  else
    g_clear_error (&error);

  if (--applying->calls > 0)
    return;

  if (applying->error != NULL)
    g_task_return_error (task, g_steal_pointer (&applying->error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_call_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error);
  finish_one_call (task, error);
}

static char *
dup_duration (const PaddockGrant *grant,
              gint64              now)
{
  PaddockDuration duration = { PADDOCK_DURATION_UNTIL_REVOKED, 0 };

  if (paddock_scope_has_login (grant->scope))
    duration.kind = PADDOCK_DURATION_LOGIN;
  else if (grant->scope != NULL)
    duration.kind = PADDOCK_DURATION_SESSION;
  else if (grant->expires != 0)
    duration = (PaddockDuration) { PADDOCK_DURATION_TIMED,
                                   MAX (grant->expires - now, G_USEC_PER_SEC) };

  return paddock_duration_to_text (duration);
}

/* Returns the duration with which to add the root again, so that the new root ends when the removed
 * root would have ended. */
static char *
dup_duration_of_root (const PaddockRoot *root)
{
  PaddockDuration duration = { PADDOCK_DURATION_UNTIL_REVOKED, 0 };

  if (root->login != NULL)
    duration.kind = PADDOCK_DURATION_LOGIN;
  else if (root->expires != 0)
    duration = (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = root->expires };

  return paddock_duration_to_text (duration);
}

static void
give_grants (GTask      *task,
             const char *new_root_id)
{
  Applying *applying = g_task_get_task_data (task);
  PaddockUndo *self = applying->undo;
  gint64 now = g_get_real_time ();

  for (guint i = 0; i < self->grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (self->grants, i);
    const char *root_ids[] = { new_root_id != NULL ? new_root_id : grant->root_id, NULL };
    g_autofree char *duration = NULL;
    GVariantDict options;

    if (grant->expires != 0 && grant->expires <= now)
      continue;

    duration = dup_duration (grant, now);
    g_variant_dict_init (&options, NULL);
    g_variant_dict_insert (&options, "duration", "s", duration);
    g_variant_dict_insert (&options, "access", "s",
                           grant->access == PADDOCK_ACCESS_READ_WRITE ? "read-write"
                                                                        : "read-only");
    applying->calls++;
    paddock_client_call_async (self->client, "Grant",
                               g_variant_new ("(s^as@a{sv})", grant->server_id, root_ids,
                                              g_variant_dict_end (&options)), NULL, on_call_ready,
                               g_object_ref (task));
  }
}

static void
on_unblocked (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error))
    give_grants (task, NULL);
  finish_one_call (task, error);
}

static gint64
end_or_never (const PaddockRoot *root)
{
  return root->expires != 0 ? root->expires : G_MAXINT64;
}

/* Whether the root that exists now gives no more access than the removed root gave. The user may
 * have added the folder again, in another way, before the undo. Then the root stays as the user
 * added it, and the grants are restored only if this function returns %TRUE. A root that the client
 * does not know yet counts as giving more access. */
static gboolean
is_no_wider (PaddockUndo *self,
             const char  *root_id)
{
  PaddockRootItem *item = paddock_client_lookup_root (self->client, root_id);
  const PaddockRoot *there = item != NULL ? paddock_root_item_get_view (item)->root : NULL;
  const PaddockRoot *removed = self->root;

  return there != NULL && there->access <= removed->access &&
         (removed->crosses || !there->crosses) && end_or_never (there) <= end_or_never (removed) &&
         (removed->login == NULL || g_strcmp0 (there->login, removed->login) == 0);
}

/* Whether the added root is at the same place as the removed one. The picked path may be a symbolic
 * link that leads elsewhere now. In that case this function also removes the added root, which no
 * server has seen. */
static gboolean
is_same_place (PaddockUndo            *self,
               const PaddockAddResult *added)
{
  if (added->canonical != NULL && g_str_equal (added->canonical, self->root->path))
    return TRUE;
  if (added->added)
    paddock_client_call_async (self->client, "RemoveRoots",
                               g_variant_new_parsed ("([%s],)", added->root_id), NULL, NULL, NULL);
  return FALSE;
}

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GPtrArray) results = NULL;
  const Applying *applying = g_task_get_task_data (task);
  GError *error = NULL;
  const PaddockAddResult *added = NULL;

  results = paddock_client_call_add_results_finish (PADDOCK_CLIENT (source), result, &error);
  if (results != NULL && results->len > 0)
    added = g_ptr_array_index (results, 0);
  if (added != NULL && added->root_id != NULL && is_same_place (applying->undo, added)) {
    if (added->added || is_no_wider (applying->undo, added->root_id))
      give_grants (task, added->root_id);
    else
      error = g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                   _("Not shared: the folder was added again in the meantime and "
                                     "now allows more. To share it anyway, share it again."));
  } else if (error == NULL) {
    error = g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, "The root cannot be added again");
  }
  finish_one_call (task, error);
}

/**
 * paddock_undo_new_for_revoke:
 * @root_id: (nullable): a root; %NULL: all roots that are shared with the server
 *
 * Returns: (transfer full) (nullable): an undo that restores the grants; %NULL if there are none
 */
PaddockUndo *
paddock_undo_new_for_revoke (PaddockClient *client,
                             const char    *server_id,
                             const char    *root_id)
{
  g_autoptr (PaddockUndo) self = paddock_undo_new (client);
  PaddockServerItem *server = paddock_client_lookup_server (client, server_id);

  if (server != NULL)
    take_grants (self, server, root_id);
  if (self->grants->len == 0)
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * paddock_undo_new_for_block:
 *
 * Returns: (transfer full): an undo that unblocks the server and restores its grants
 */
PaddockUndo *
paddock_undo_new_for_block (PaddockClient *client,
                            const char    *server_id)
{
  PaddockUndo *self = paddock_undo_new (client);
  PaddockServerItem *server = paddock_client_lookup_server (client, server_id);

  self->blocked = g_strdup (server_id);
  if (server != NULL)
    take_grants (self, server, NULL);

  return self;
}

/**
 * paddock_undo_new_for_removal:
 *
 * Returns: (transfer full) (nullable): an undo that adds the root and its grants again; %NULL if
 *   the root is not available, so that it could not be added again
 */
PaddockUndo *
paddock_undo_new_for_removal (PaddockClient *client,
                              const char    *root_id)
{
  PaddockRootItem *item = paddock_client_lookup_root (client, root_id);
  GListModel *servers = paddock_client_get_servers (client);
  PaddockUndo *self;

  if (item == NULL || paddock_root_item_get_view (item)->status != PADDOCK_AVAILABILITY_AVAILABLE)
    return NULL;

  self = paddock_undo_new (client);
  self->root = paddock_root_ref (paddock_root_item_get_view (item)->root);
  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) server = g_list_model_get_item (servers, i);

    take_grants (self, server, root_id);
  }

  return self;
}

/**
 * paddock_undo_new_for_apps:
 * @plans: (transfer full) (element-type PaddockAppPlan): changes of apps' files that were written
 *
 * Returns: (transfer full): an undo that changes the files back
 */
PaddockUndo *
paddock_undo_new_for_apps (PaddockClient *client,
                           GPtrArray     *plans)
{
  PaddockUndo *self = paddock_undo_new (client);

  self->plans = plans;
  return self;
}

PaddockUndo *
paddock_undo_ref (PaddockUndo *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
paddock_undo_unref (PaddockUndo *self)
{
  g_atomic_rc_box_release_full (self, paddock_undo_clear);
}

/* Returns the path with which to add the root again. In a sandbox it is the path of the portal's
 * document, which exists long enough for an undo. */
static char *
dup_path_to_add (const PaddockRoot *root)
{
  if (root->document != NULL) {
    g_autofree char *mount = paddock_documents_dup_mount ();

    return paddock_documents_dup_path (mount, root->document);
  }
  return g_strdup (root->picked != NULL ? root->picked : root->path);
}

static void
on_files_written (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GPtrArray) written = NULL;
  GError *error = NULL;

  written = paddock_app_writer_write_finish (result, &error);
  finish_one_call (task, error);
}

/**
 * paddock_undo_apply_async:
 *
 * Restores everything that this undo contains. Call it only after the user pressed "Undo", because
 * it widens access.
 */
void
paddock_undo_apply_async (PaddockUndo         *self,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self->client, NULL, callback, user_data);
  Applying *applying = g_new0 (Applying, 1);

  g_task_set_source_tag (task, paddock_undo_apply_async);
  applying->undo = paddock_undo_ref (self);
  applying->calls = 1;
  g_task_set_task_data (task, applying, (GDestroyNotify) applying_free);

  if (self->root != NULL) {
    g_autofree char *path = dup_path_to_add (self->root);
    g_autofree char *duration = dup_duration_of_root (self->root);
    const char *paths[] = { path, NULL };

    paddock_client_call_add_roots_async (self->client, paths, self->root->name, self->root->access,
                                         self->root->crosses, duration, TRUE, NULL, on_added,
                                         g_object_ref (task));
  } else if (self->plans != NULL) {
    paddock_app_writer_undo_async (self->client, self->plans, on_files_written,
                                   g_object_ref (task));
  } else if (self->blocked != NULL) {
    paddock_client_call_async (self->client, "Unblock", g_variant_new ("(s)", self->blocked), NULL,
                               on_unblocked, g_object_ref (task));
  } else {
    give_grants (task, NULL);
    finish_one_call (task, NULL);
  }
}

/**
 * paddock_undo_apply_finish:
 *
 * Returns: whether everything was restored
 */
gboolean
paddock_undo_apply_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_undo_apply_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
