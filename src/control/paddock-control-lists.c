/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-lists.h"

#include "paddock-overview.h"
#include "paddock-views.h"

/* ListRoots, ListServers and ListRequests return the current lists, a page at a time.
 *
 * Each call numbers all rows of the list, but describes only the rows of the page. So the cost of a
 * page hardly grows with the list. */

static char *
dup_root_id (gconstpointer root)
{
  return g_strdup (((const PaddockRoot *) root)->id);
}

static GVariant *
describe_root (gconstpointer root,
               gpointer      user_data)
{
  const PaddockControlContext *context = user_data;

  return paddock_overview_root (context->state, context->sessions,
                                ((const PaddockRoot *) root)->id);
}

static const PaddockPagerKind roots_kind = { dup_root_id, describe_root };

static char *
dup_server_id (gconstpointer server)
{
  return g_strdup (((const PaddockServer *) server)->id);
}

static GVariant *
describe_server (gconstpointer server,
                 gpointer      user_data)
{
  const PaddockControlContext *context = user_data;

  return paddock_overview_server (context->state, context->sessions,
                                  ((const PaddockServer *) server)->id);
}

static const PaddockPagerKind servers_kind = { dup_server_id, describe_server };

static char *
dup_request_id (gconstpointer prompt)
{
  return g_strdup (((const PaddockPrompt *) prompt)->id);
}

/* Returns the dictionary of a question, or NULL if the question is hidden now. A hidden question
 * keeps its place in the list. */
static GVariant *
describe_request (gconstpointer prompt,
                  gpointer      shown)
{
  return g_ptr_array_find (shown, prompt, NULL)
           ? paddock_prompt_to_variant ((const PaddockPrompt *) prompt) : NULL;
}

static const PaddockPagerKind requests_kind = { dup_request_id, describe_request };

static PaddockPager *
get_pager (PaddockCall            *call,
           const PaddockPagerKind *kind)
{
  PaddockPager *pager = g_hash_table_lookup (call->pagers, kind);

  if (pager == NULL) {
    pager = paddock_pager_new (kind);
    g_hash_table_insert (call->pagers, (gpointer) kind, pager);
  }
  return pager;
}

/**
 * paddock_control_lists_return_page:
 * @call: (transfer full): a call of a List method
 * @parameters: the arguments of the call, (xu)
 * @kind: the kind of rows; static
 * @rows: all rows of the list
 * @user_data: for the kind's describe()
 *
 * Answers the call with the requested page.
 */
void
paddock_control_lists_return_page (PaddockCall            *call,
                                   GVariant               *parameters,
                                   const PaddockPagerKind *kind,
                                   GPtrArray              *rows,
                                   gpointer                user_data)
{
  PaddockPager *pager = get_pager (call, kind);
  GError *error = NULL;
  GVariant *reply;
  gint64 after;
  guint limit;

  g_variant_get (parameters, "(xu)", &after, &limit);
  reply = paddock_pager_list (pager, rows, user_data, after, limit, &error);
  if (reply != NULL)
    paddock_control_call_return (call, reply);
  else
    paddock_control_call_fail (call, error);
}

/**
 * paddock_control_lists_roots:
 * @call: (transfer full): a call of ListRoots
 * @parameters: after, limit
 *
 * Answers the call with a page of the roots.
 */
void
paddock_control_lists_roots (PaddockCall *call,
                             GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;

  paddock_control_lists_return_page (call, parameters, &roots_kind,
                                     paddock_snapshot_get_roots (
                                       paddock_state_get_snapshot (context->state)),
                                     (gpointer) context);
}

/**
 * paddock_control_lists_servers:
 * @call: (transfer full): a call of ListServers
 * @parameters: after, limit
 *
 * Answers the call with a page of the servers.
 */
void
paddock_control_lists_servers (PaddockCall *call,
                               GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;

  paddock_control_lists_return_page (call, parameters, &servers_kind,
                                     paddock_snapshot_get_servers (
                                       paddock_state_get_snapshot (context->state)),
                                     (gpointer) context);
}

static void
on_homes_measured (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  PaddockCall *call = user_data;
  GError *error = NULL;
  g_autoptr (GVariant) homes =
    paddock_confined_homes_measure_finish (PADDOCK_CONFINED_HOMES (source), result, &error);

  if (homes != NULL)
    paddock_control_call_return (call, g_variant_new ("(@a(stb))", homes));
  else
    paddock_control_call_fail (call, error);
}

/**
 * paddock_control_lists_homes:
 * @call: (transfer full): a call of MeasureHomes
 * @parameters: none
 *
 * Answers the call with the sizes of the private homes.
 */
void
paddock_control_lists_homes (PaddockCall *call,
                             GVariant    *parameters)
{
  paddock_confined_homes_measure_async (call->context->homes, on_homes_measured, call);
}

/**
 * paddock_control_lists_prompts:
 * @call: (transfer full): a call of ListRequests
 * @parameters: after, limit
 *
 * Answers the call with a page of the questions that are shown.
 */
void
paddock_control_lists_prompts (PaddockCall *call,
                               GVariant    *parameters)
{
  PaddockPrompts *queue = call->context->queue;
  g_autoptr (GPtrArray) shown = paddock_prompts_list_shown (queue);

  paddock_control_lists_return_page (call, parameters, &requests_kind,
                                     paddock_prompts_get_requests (queue), shown);
}
