/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-private.h"

#include "paddock-decision-dict.h"
#include "paddock-error.h"
#include "paddock-journal-filter.h"
#include "paddock-pages.h"

#include "config.h"

#include <glib/gi18n-lib.h>

/* The verbs of the client: each one call of the control interface, answered once. They change
 * nothing here: what a call did is seen when the service's signals come. A call that cannot be sent
 * fails at once and is never kept for later: what the user wanted then may not be what he wants
 * when the service is back. */

/**
 * paddock_client_explain_error:
 * @error: what a call over the bus ended with
 *
 * Makes its text one for the user. A service of another version may lack what was called: that is
 * no failure of either, and says what to do.
 */
void
paddock_client_explain_error (GError *error)
{
  g_dbus_error_strip_remote_error (error);
  if (!g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD) &&
      !g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS))
    return;

  g_message ("A service of another version: %s", error->message);
  g_free (error->message);
  error->message = g_strdup (_("Paddock was updated, and its service is still that of another "
                               "version and cannot do this. Try again in a moment; if that does "
                               "not help, log out and in again."));
}

static void
on_call_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GVariant *reply;

  reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, &error);
  if (reply != NULL) {
    g_task_return_pointer (task, reply, (GDestroyNotify) g_variant_unref);
    return;
  }
  paddock_client_explain_error (error);
  g_task_return_error (task, error);
}

static void
return_not_running (GTask *task)
{
  g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "%s",
                           _("Paddock’s service is not running. Try again in a moment."));
}

static void
call (PaddockClient       *self,
      const char          *method,
      GVariant            *parameters,
      GCancellable        *cancellable,
      GAsyncReadyCallback  callback,
      gpointer             user_data)
{
  g_autoptr (GVariant) sunk = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  g_task_set_source_tag (task, call);
  if (proxy == NULL) {
    return_not_running (task);
    return;
  }
  g_dbus_proxy_call (proxy, method, sunk, G_DBUS_CALL_FLAGS_NONE, -1, cancellable, on_call_ready,
                     g_steal_pointer (&task));
}

static void
on_list_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GVariant *list = paddock_pages_read_finish (result, &error);

  if (list != NULL) {
    g_task_return_pointer (task, list, (GDestroyNotify) g_variant_unref);
    return;
  }
  paddock_client_explain_error (error);
  g_task_return_error (task, error);
}

/* @pages: (transfer full). The result is the rows. */
static void
read_list (PaddockClient       *self,
           PaddockPages        *pages,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  g_autoptr (PaddockPages) owned = pages;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  g_task_set_source_tag (task, read_list);
  if (proxy == NULL)
    return_not_running (task);
  else
    paddock_pages_read_async (g_steal_pointer (&owned), proxy, cancellable, on_list_ready,
                              g_steal_pointer (&task));
}

static GPtrArray *
add_results_finish (GAsyncResult  *result,
                    GError       **error)
{
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), error);
  g_autoptr (GVariant) list = NULL;
  GPtrArray *results;
  GVariantIter iter;
  GVariant *dictionary;

  if (reply == NULL)
    return NULL;

  list = g_variant_get_child_value (reply, 0);
  results = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_add_result_free);
  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_ptr_array_add (results, paddock_add_result_from_variant (dictionary));
    g_variant_unref (dictionary);
  }
  return results;
}

/**
 * paddock_client_inspect_async:
 * @paths: absolute paths, in the bytes of the file system
 *
 * Asks what would become of @paths if they were added. Adds none.
 */
void
paddock_client_inspect_async (PaddockClient       *self,
                              const char * const  *paths,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  call (self, "InspectPaths", g_variant_new ("(^aay)", paths), cancellable, callback, user_data);
}

/**
 * paddock_client_inspect_finish:
 *
 * Returns: (transfer container) (element-type PaddockAddResult): one for each path, in their order
 */
GPtrArray *
paddock_client_inspect_finish (PaddockClient  *self,
                               GAsyncResult   *result,
                               GError        **error)
{
  return add_results_finish (result, error);
}

/**
 * paddock_client_add_roots_async:
 * @paths: absolute paths, in the bytes of the file system
 * @name: (nullable): a display name, for a single path only
 * @crosses: whether files are read on what is mounted below, too
 * @duration: (nullable): for how long; %NULL: until it is removed
 * @accept_warnings: whether the user has seen the warnings and wants these paths nevertheless
 *
 * Adds roots. A new root is seen by no server.
 */
void
paddock_client_add_roots_async (PaddockClient       *self,
                                const char * const  *paths,
                                const char          *name,
                                PaddockAccess        access,
                                gboolean             crosses,
                                const char          *duration,
                                gboolean             accept_warnings,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_auto (GVariantDict) options = G_VARIANT_DICT_INIT (NULL);

  if (name != NULL)
    g_variant_dict_insert (&options, "name", "s", name);
  g_variant_dict_insert (&options, "access", "s", paddock_root_access_to_nick (access));
  g_variant_dict_insert (&options, "other-file-systems", "b", crosses);
  if (duration != NULL)
    g_variant_dict_insert (&options, "duration", "s", duration);
  g_variant_dict_insert (&options, "accept-warnings", "b", accept_warnings);
  call (self, "AddRoots", g_variant_new ("(^aay@a{sv})", paths, g_variant_dict_end (&options)),
        cancellable, callback, user_data);
}

/**
 * paddock_client_add_roots_finish:
 *
 * Returns: (transfer container) (element-type PaddockAddResult): one for each path, in their order
 */
GPtrArray *
paddock_client_add_roots_finish (PaddockClient  *self,
                                 GAsyncResult   *result,
                                 GError        **error)
{
  return add_results_finish (result, error);
}

/**
 * paddock_client_remove_root_async:
 * @root_id: the root to remove, and every grant of it
 */
void
paddock_client_remove_root_async (PaddockClient       *self,
                                  const char          *root_id,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  const char * const ids[] = { root_id, NULL };

  call (self, "RemoveRoots", g_variant_new ("(^as)", ids), cancellable, callback, user_data);
}

/**
 * paddock_client_change_root_async:
 * @changes: (transfer floating): a{sv} as the interface's XML documents it
 *
 * Changes the name, the access or the expiry of a root, or lets a replaced one count again.
 */
void
paddock_client_change_root_async (PaddockClient       *self,
                                  const char          *root_id,
                                  GVariant            *changes,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  call (self, "ChangeRoot", g_variant_new ("(s@a{sv})", root_id, changes), cancellable, callback,
        user_data);
}

/**
 * paddock_client_grant_async:
 * @options: (transfer floating) (nullable): a{sv} as the interface's XML documents it
 *
 * Lets a server see roots.
 */
void
paddock_client_grant_async (PaddockClient       *self,
                            const char          *server_id,
                            const char * const  *root_ids,
                            GVariant            *options,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  if (options == NULL)
    options = g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0);
  call (self, "Grant", g_variant_new ("(s^as@a{sv})", server_id, root_ids, options), cancellable,
        callback, user_data);
}

/**
 * paddock_client_revoke_async:
 * @root_ids: (nullable): the roots that the server shall no longer see; %NULL or empty: all
 */
void
paddock_client_revoke_async (PaddockClient       *self,
                             const char          *server_id,
                             const char * const  *root_ids,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  const char * const all[] = { NULL };

  call (self, "Revoke", g_variant_new ("(s^as)", server_id, root_ids != NULL ? root_ids : all),
        cancellable, callback, user_data);
}

/**
 * paddock_client_block_async:
 * @server_id: a server that shall see nothing and not be asked about again
 */
void
paddock_client_block_async (PaddockClient       *self,
                            const char          *server_id,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  call (self, "Block", g_variant_new ("(s)", server_id), cancellable, callback, user_data);
}

/**
 * paddock_client_disconnect_async:
 * @server_id: a server whose sessions shall end now
 */
void
paddock_client_disconnect_async (PaddockClient       *self,
                                 const char          *server_id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  call (self, "Disconnect", g_variant_new ("(s)", server_id), cancellable, callback, user_data);
}

/**
 * paddock_client_choose_async:
 * @choice: "share-host-roots" or "keep-roots" (SetServerChoices in the interface's XML)
 * @is_on: whether it is switched on, which only the agent may
 */
void
paddock_client_choose_async (PaddockClient       *self,
                             const char          *server_id,
                             const char          *choice,
                             gboolean             is_on,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GVariantDict choices;
  GVariant *parameters;

  g_variant_dict_init (&choices, NULL);
  g_variant_dict_insert (&choices, choice, "b", is_on);
  parameters = g_variant_new ("(s@a{sv})", server_id, g_variant_dict_end (&choices));
  call (self, "SetServerChoices", parameters, cancellable, callback, user_data);
}

/**
 * paddock_client_let_read_async:
 * @is_on: whether Paddock reads files for the server, in what it sees; to switch it on widens
 */
void
paddock_client_let_read_async (PaddockClient       *self,
                               const char          *server_id,
                               gboolean             is_on,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  call (self, "SetServerReading", g_variant_new ("(sb)", server_id, is_on), cancellable, callback,
        user_data);
}

/**
 * paddock_client_unblock_async:
 * @server_id: a server that was blocked
 */
void
paddock_client_unblock_async (PaddockClient       *self,
                              const char          *server_id,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  call (self, "Unblock", g_variant_new ("(s)", server_id), cancellable, callback, user_data);
}

/**
 * paddock_client_forget_async:
 * @server_id: a server to forget, with what was decided about it
 */
void
paddock_client_forget_async (PaddockClient       *self,
                             const char          *server_id,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  call (self, "Forget", g_variant_new ("(s)", server_id), cancellable, callback, user_data);
}

/**
 * paddock_client_pause_async:
 *
 * Lets no server see anything until paddock_client_resume_async().
 */
void
paddock_client_pause_async (PaddockClient       *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  call (self, "Pause", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_acknowledge_refusals_async:
 *
 * The user looked at what paddock_client_get_refused() tells of.
 */
void
paddock_client_acknowledge_refusals_async (PaddockClient       *self,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data)
{
  call (self, "AcknowledgeRefusals", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_clear_journal_async:
 *
 * Removes all entries of the journal, but for one that says so.
 */
void
paddock_client_clear_journal_async (PaddockClient       *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  call (self, "ClearJournal", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_list_never_async:
 *
 * Asks for the files that are never to be read, as the user answered.
 */
void
paddock_client_list_never_async (PaddockClient       *self,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  read_list (self, paddock_pages_new ("ListNever", NULL, 0, 0), cancellable, callback, user_data);
}

/**
 * paddock_client_list_never_finish:
 *
 * Returns: (transfer full) (nullable) (element-type PaddockNever): the files, the oldest answer
 *   first
 */
GPtrArray *
paddock_client_list_never_finish (PaddockClient  *self,
                                  GAsyncResult   *result,
                                  GError        **error)
{
  g_autoptr (GVariant) list = g_task_propagate_pointer (G_TASK (result), error);

  return list != NULL ? paddock_never_list_from_variant (list) : NULL;
}

/**
 * paddock_client_take_back_never_async:
 * @never: such a file
 *
 * Lets the user be asked about it again.
 */
void
paddock_client_take_back_never_async (PaddockClient       *self,
                                      const PaddockNever  *never,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  const char *server_id = never->server_id != NULL ? never->server_id : "";

  call (self, "TakeBackNever", g_variant_new ("(s^ay)", server_id, never->path), cancellable,
        callback, user_data);
}

/**
 * paddock_client_resume_async:
 *
 * Lets servers see again what they were granted.
 */
void
paddock_client_resume_async (PaddockClient       *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  call (self, "Resume", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_ask_again_async:
 * @server_id: a server whose question was put off
 *
 * Opens that question now. For the agent only.
 */
void
paddock_client_ask_again_async (PaddockClient       *self,
                                const char          *server_id,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  call (self, "AskAgain", g_variant_new ("(s)", server_id), cancellable, callback, user_data);
}

/**
 * paddock_client_register_async:
 *
 * Makes this process the agent that shows questions. It must own the application's bus name, and
 * register anew each time the state becomes %PADDOCK_CLIENT_CONNECTED.
 */
void
paddock_client_register_async (PaddockClient       *self,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  call (self, "RegisterAgent", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_answer_async:
 * @decision: what the user decided, with the id and the serial of the request as it was shown
 */
void
paddock_client_answer_async (PaddockClient         *self,
                             const PaddockDecision *decision,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  call (self, "AnswerRequest",
        g_variant_new ("(su@a{sv})", decision->request_id, decision->serial,
                       paddock_decision_dict_to_variant (decision)),
        cancellable, callback, user_data);
}

/**
 * paddock_client_call_finish:
 *
 * Returns: (transfer full): "" if the call acted at once, else the id of the request that waits for
 *   the user; of paddock_client_answer_async() the ids of the roots that were left out, with commas
 *   between them
 */
char *
paddock_client_call_finish (PaddockClient  *self,
                            GAsyncResult   *result,
                            GError        **error)
{
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), error);
  g_autoptr (GVariant) value = NULL;
  g_autofree const char **left_out = NULL;

  if (reply == NULL)
    return NULL;
  if (g_variant_n_children (reply) == 0)
    return g_strdup ("");

  value = g_variant_get_child_value (reply, 0);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_VARDICT) &&
      g_variant_lookup (value, "left-out", "^a&s", &left_out))
    return g_strjoinv (",", (char **) left_out);
  return g_strdup ("");
}

/**
 * paddock_client_answer_import_async:
 * @accept: whether the folders are to be imported; else the offer is put away
 *
 * The user's answer to paddock_client_dup_import_offer(), from the window that is registered.
 */
void
paddock_client_answer_import_async (PaddockClient       *self,
                                    gboolean             accept,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  call (self, "AnswerImport", g_variant_new ("(b)", accept), cancellable, callback, user_data);
}

/**
 * paddock_client_answer_import_finish:
 *
 * Returns: (transfer container) (element-type PaddockAddResult): one for each folder that was to be
 *   imported
 */
GPtrArray *
paddock_client_answer_import_finish (PaddockClient  *self,
                                     GAsyncResult   *result,
                                     GError        **error)
{
  return add_results_finish (result, error);
}

/**
 * paddock_client_issue_key_async:
 *
 * Wants a key for a new entry in a host's configuration, for the window that is registered.
 */
void
paddock_client_issue_key_async (PaddockClient       *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  call (self, "IssueKey", NULL, cancellable, callback, user_data);
}

/**
 * paddock_client_issue_key_finish:
 *
 * Returns: (transfer full) (nullable): the key
 */
char *
paddock_client_issue_key_finish (PaddockClient  *self,
                                 GAsyncResult   *result,
                                 GError        **error)
{
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), error);
  char *key = NULL;

  if (reply != NULL)
    g_variant_get (reply, "(s)", &key);
  return key;
}

/**
 * paddock_client_load_journal_async:
 * @limit: how many entries at most, 0: all
 *
 * Loads entries that are older than the last one in the journal's model.
 */
void
paddock_client_load_journal_async (PaddockClient       *self,
                                   guint                limit,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  GListModel *journal = paddock_client_get_journal (self);
  guint n = g_list_model_get_n_items (journal);
  gint64 before = 0;

  if (n > 0) {
    g_autoptr (PaddockEntryItem) last = g_list_model_get_item (journal, n - 1);

    before = paddock_entry_item_get_entry (last)->number;
  }
  read_list (self, paddock_pages_new ("ListJournal", NULL, before, limit), cancellable, callback,
             user_data);
}

/**
 * paddock_client_load_journal_finish:
 *
 * Returns: whether there were older entries; %FALSE without @error set: there are none
 */
gboolean
paddock_client_load_journal_finish (PaddockClient  *self,
                                    GAsyncResult   *result,
                                    GError        **error)
{
  g_autoptr (GVariant) list = g_task_propagate_pointer (G_TASK (result), error);

  if (list == NULL)
    return FALSE;
  paddock_mirror_apply (paddock_client_get_journal_mirror (self), list, NULL);
  return g_variant_n_children (list) > 0;
}

/**
 * paddock_client_search_journal_async:
 * @filter: (nullable): which entries; %NULL: all
 * @before: only those with a smaller number, 0: from the newest
 * @limit: how many at most, 0: all
 *
 * Asks for entries of the journal, and leaves the journal's model alone.
 */
void
paddock_client_search_journal_async (PaddockClient            *self,
                                     const PaddockEntryFilter *filter,
                                     gint64                    before,
                                     guint                     limit,
                                     GCancellable             *cancellable,
                                     GAsyncReadyCallback       callback,
                                     gpointer                  user_data)
{
  read_list (self,
             paddock_pages_new ("SearchJournal", paddock_journal_filter_to_variant (filter), before,
                                limit),
             cancellable, callback, user_data);
}

/**
 * paddock_client_search_journal_finish:
 *
 * Returns: (transfer full) (nullable): the Entries, newest first, aa{sv}
 */
GVariant *
paddock_client_search_journal_finish (PaddockClient  *self,
                                      GAsyncResult   *result,
                                      GError        **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
