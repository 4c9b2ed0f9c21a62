/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-call.h"

#include "paddock-add-result.h"
#include "paddock-bus-error.h"
#include "paddock-client-private.h"
#include "paddock-decision-dict.h"
#include "paddock-error.h"
#include "paddock-never.h"
#include "paddock-pages.h"

#include "config.h"

#include <glib/gi18n-lib.h>

/* Calls of the service's control interface. Each call gets one reply. A call changes nothing in the
 * client: the service's signals show what the call did. If a call cannot be sent, it fails at once.
 * It is not kept for later, because the user may want something else when the service is back. */

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
  paddock_bus_error_explain (error);
  g_task_return_error (task, error);
}

static void
return_not_running (GTask *task)
{
  g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "%s",
                           _("Paddock’s service isn’t running. Try again in a moment."));
}

/**
 * paddock_client_call_async:
 * @method: a method of the control interface, as in the XML of the interface
 * @parameters: (transfer floating) (nullable): the arguments of @method, a tuple; %NULL: none
 *
 * Calls @method. Finish the call with paddock_client_call_finish() if the method returns nothing or
 * the id of a request. For any other method, use the finish function for the reply of that method.
 */
void
paddock_client_call_async (PaddockClient       *self,
                           const char          *method,
                           GVariant            *parameters,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GVariant) sunk = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  g_task_set_source_tag (task, paddock_client_call_async);
  if (proxy == NULL) {
    return_not_running (task);
    return;
  }
  g_dbus_proxy_call (proxy, method, sunk, G_DBUS_CALL_FLAGS_NONE, -1, cancellable, on_call_ready,
                     g_steal_pointer (&task));
}

static void
on_list_read (GObject      *source,
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
  paddock_bus_error_explain (error);
  g_task_return_error (task, error);
}

/**
 * paddock_client_call_list_async:
 * @pages: (transfer full): a new reader of the list
 *
 * Reads a list of the service. The result of the task is a #GVariant with the rows, aa{sv}.
 */
void
paddock_client_call_list_async (PaddockClient       *self,
                                PaddockPages        *pages,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (PaddockPages) owned = pages;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  g_task_set_source_tag (task, paddock_client_call_list_async);
  if (proxy == NULL)
    return_not_running (task);
  else
    paddock_pages_read_async (g_steal_pointer (&owned), proxy, cancellable, on_list_read,
                              g_steal_pointer (&task));
}

/**
 * paddock_client_call_inspect_async:
 * @paths: absolute paths, in GLib's file name encoding
 *
 * Asks the service what would happen if @paths were added. Adds nothing.
 */
void
paddock_client_call_inspect_async (PaddockClient       *self,
                                   const char * const  *paths,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  paddock_client_call_async (self, "InspectPaths", g_variant_new ("(^aay)", paths), cancellable,
                             callback, user_data);
}

/**
 * paddock_client_call_add_roots_async:
 * @paths: absolute paths, in GLib's file name encoding
 * @name: (nullable): a display name, for a single path only
 * @crosses: whether Paddock also reads file systems that are mounted inside the folders
 * @duration: (nullable): how long the roots stay; %NULL: until the user removes them
 * @accept_warnings: whether the user has seen the warnings, and still wants to add these paths
 *
 * Adds roots. No server sees a new root until the user shares it.
 */
void
paddock_client_call_add_roots_async (PaddockClient       *self,
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
  paddock_client_call_async (self, "AddRoots",
                             g_variant_new ("(^aay@a{sv})", paths, g_variant_dict_end (&options)),
                             cancellable, callback, user_data);
}

/**
 * paddock_client_call_add_results_finish:
 * @result: of paddock_client_call_inspect_async(), paddock_client_call_add_roots_async(), or a call
 *   of AnswerImport
 *
 * Returns: (transfer full) (nullable) (element-type PaddockAddResult): one result for each path, in
 *   the same order; %NULL if the call failed
 */
GPtrArray *
paddock_client_call_add_results_finish (PaddockClient  *self,
                                        GAsyncResult   *result,
                                        GError        **error)
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
 * paddock_client_call_list_never_async:
 *
 * Asks for the files for which the user answered "Never".
 */
void
paddock_client_call_list_never_async (PaddockClient       *self,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  paddock_client_call_list_async (self, paddock_pages_new ("ListNever", NULL, 0, 0), cancellable,
                                  callback, user_data);
}

/**
 * paddock_client_call_list_never_finish:
 *
 * Returns: (transfer full) (nullable) (element-type PaddockNever): the files, the oldest answer
 *   first; %NULL if the call failed
 */
GPtrArray *
paddock_client_call_list_never_finish (PaddockClient  *self,
                                       GAsyncResult   *result,
                                       GError        **error)
{
  g_autoptr (GVariant) list = g_task_propagate_pointer (G_TASK (result), error);

  return list != NULL ? paddock_never_list_from_variant (list) : NULL;
}

/**
 * paddock_client_call_answer_async:
 * @decision: the user's decision, with the id and the serial of the request as it was shown
 *
 * Sends the user's answer to a request.
 */
void
paddock_client_call_answer_async (PaddockClient         *self,
                                  const PaddockDecision *decision,
                                  GCancellable          *cancellable,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data)
{
  paddock_client_call_async (self, "AnswerRequest",
                             g_variant_new ("(su@a{sv})", decision->request_id, decision->serial,
                                            paddock_decision_dict_to_variant (decision)),
                             cancellable, callback, user_data);
}

/**
 * paddock_client_call_answer_finish:
 *
 * Returns: (transfer full) (nullable): the ids of roots that the service ignored in the answer;
 *   %NULL if the call failed
 */
GStrv
paddock_client_call_answer_finish (PaddockClient  *self,
                                   GAsyncResult   *result,
                                   GError        **error)
{
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), error);
  g_autoptr (GVariant) dictionary = NULL;
  GStrv left_out = NULL;

  if (reply == NULL)
    return NULL;
  dictionary = g_variant_get_child_value (reply, 0);
  g_variant_lookup (dictionary, "left-out", "^as", &left_out);
  return left_out != NULL ? left_out : g_new0 (char *, 1);
}

/**
 * paddock_client_call_finish:
 * @out_request_id: (out) (optional) (transfer full) (nullable): the id of the question that waits
 *   for the user; %NULL if the call was carried out at once
 *
 * Returns: %TRUE if the call was carried out, or if the service asks the user about it first
 */
gboolean
paddock_client_call_finish (PaddockClient  *self,
                            GAsyncResult   *result,
                            char          **out_request_id,
                            GError        **error)
{
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), error);
  const char *request_id = "";

  if (out_request_id != NULL)
    *out_request_id = NULL;
  if (reply == NULL)
    return FALSE;
  if (out_request_id != NULL && g_variant_is_of_type (reply, G_VARIANT_TYPE ("(s)")))
    g_variant_get (reply, "(&s)", &request_id);
  if (*request_id != '\0')
    *out_request_id = g_strdup (request_id);
  return TRUE;
}
