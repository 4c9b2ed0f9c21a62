/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-pages.h"

#include "paddock-error.h"

/* Reads one list of the service, page by page, until it is complete or has enough rows.
 *
 * Every client reads its lists with this file. After an update, an old service may still run that
 * sends a list as a whole. This file reads such a list, too. */
struct _PaddockPages
{
  char      *method;                /* (owned) */
  GVariant  *filter;                /* (owned) (nullable) the first argument of @method; NULL:
                                     * @method takes no filter */
  gint64     after;                 /* the first page begins after the row with this number; 0: at
                                     * the beginning */
  gint64     next;                  /* the next page begins after the row with this number */
  guint      wanted;                /* how many rows to read at most; 0: all */
  GPtrArray *rows;                  /* (owned) GVariant */
  guint      n_restarts;
  gboolean   is_without_pages;      /* the service is old, and sends each list as a whole */
};

/* How often the list is read again from the beginning because a new service process took over. */
#define MAX_RESTARTS 3

/* Returns: (transfer full) (nullable): the arguments of the call for the next page; NULL: a call
 * without arguments, for a service that knows no pages */
static GVariant *
dup_parameters (PaddockPages *self)
{
  guint limit = self->wanted > 0 ? self->wanted - self->rows->len : 0;
  GVariant *parameters;

  if (self->is_without_pages)
    return NULL;
  parameters = self->filter != NULL
                 ? g_variant_new ("(@a{sv}xu)", self->filter, self->next, limit)
                 : g_variant_new ("(xu)", self->next, limit);
  return g_variant_ref_sink (parameters);
}

/* Adds the rows of a page to @rows. Returns whether to ask for the next page. An empty page ends
 * the list. So does a page without the number of a next page. */
static gboolean
take_page (PaddockPages *self,
           GVariant     *reply)
{
  g_autoptr (GVariant) list = NULL;
  gint64 before = self->next;
  gsize n_rows;

  self->next = 0;
  if (g_variant_is_of_type (reply, G_VARIANT_TYPE ("(aa{sv}x)")))
    g_variant_get_child (reply, 1, "x", &self->next);
  else if (!g_variant_is_of_type (reply, G_VARIANT_TYPE ("(aa{sv})")))
    return FALSE;

  list = g_variant_get_child_value (reply, 0);
  n_rows = g_variant_n_children (list);
  for (gsize i = 0; i < n_rows; i++)
    g_ptr_array_add (self->rows, g_variant_get_child_value (list, i));
  return n_rows > 0 && self->next != 0 && self->next != before &&
         (self->wanted == 0 || self->rows->len < self->wanted);
}

/* Whether to repeat the call that failed with @error. If so, changes the arguments that
 * dup_parameters() returns. */
static gboolean
try_again (PaddockPages *self,
           const GError *error)
{
  if (g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS) &&
      !self->is_without_pages && self->filter == NULL && self->rows->len == 0) {
    self->is_without_pages = TRUE;
    return TRUE;
  }
  /* Another process of the service took over between two pages, so the list is read again from the
   * beginning. */
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND) &&
      self->next != self->after && self->n_restarts < MAX_RESTARTS) {
    self->n_restarts++;
    self->next = self->after;
    g_ptr_array_set_size (self->rows, 0);
    return TRUE;
  }
  return FALSE;
}

/* Returns: (transfer full): all rows, aa{sv} */
static GVariant *
join_rows (PaddockPages *self)
{
  return g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE_VARDICT,
                                                  (GVariant * const *) self->rows->pdata,
                                                  self->rows->len));
}

/**
 * paddock_pages_new:
 * @method: a List method of the control interface
 * @filter: (transfer floating) (nullable): the first argument of @method, if it takes a filter
 * @after: the number after which to begin, as the service numbers the rows; 0: at the beginning
 * @wanted: how many rows at most; 0: all
 *
 * Returns: (transfer full): a reader for one list
 */
PaddockPages *
paddock_pages_new (const char *method,
                   GVariant   *filter,
                   gint64      after,
                   guint       wanted)
{
  PaddockPages *self = g_new0 (PaddockPages, 1);

  self->method = g_strdup (method);
  self->filter = filter != NULL ? g_variant_ref_sink (filter) : NULL;
  self->after = self->next = after;
  self->wanted = wanted;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  return self;
}

/**
 * paddock_pages_free:
 * @self: (transfer full): a reader
 */
void
paddock_pages_free (PaddockPages *self)
{
  g_ptr_array_unref (self->rows);
  g_clear_pointer (&self->filter, g_variant_unref);
  g_free (self->method);
  g_free (self);
}

/**
 * paddock_pages_read_sync:
 * @self: a reader; use it only once
 * @call: calls the service
 * @user_data: for @call
 * @error: return location
 *
 * Reads the list, and blocks.
 *
 * Returns: (transfer full) (nullable): the rows, aa{sv}; %NULL on error
 */
GVariant *
paddock_pages_read_sync (PaddockPages      *self,
                         PaddockPagesCall   call,
                         gpointer           user_data,
                         GError           **error)
{
  for (;;) {
    g_autoptr (GVariant) parameters = dup_parameters (self);
    g_autoptr (GError) problem = NULL;
    g_autoptr (GVariant) reply = call (self->method, parameters, user_data, &problem);

    if (reply != NULL) {
      if (!take_page (self, reply))
        return join_rows (self);
    } else if (!try_again (self, problem)) {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  }
}

/* Asks for the next page. @task: (transfer full) */
static void
call_for_page (GTask               *task,
               GAsyncReadyCallback  callback)
{
  PaddockPages *self = g_task_get_task_data (task);
  g_autoptr (GVariant) parameters = dup_parameters (self);

  g_dbus_proxy_call (g_task_get_source_object (task), self->method, parameters,
                     G_DBUS_CALL_FLAGS_NONE, -1, g_task_get_cancellable (task), callback, task);
}

static void
on_page_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockPages *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, &error);

  if (reply != NULL ? take_page (self, reply) : try_again (self, error))
    call_for_page (g_steal_pointer (&task), on_page_ready);
  else if (reply != NULL)
    g_task_return_pointer (task, join_rows (self), (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * paddock_pages_read_async:
 * @self: (transfer full): a reader; use it only once
 * @proxy: the proxy of the service; also the source object of the result
 *
 * Reads the list.
 */
void
paddock_pages_read_async (PaddockPages        *self,
                          GDBusProxy          *proxy,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  GTask *task = g_task_new (proxy, cancellable, callback, user_data);

  g_task_set_source_tag (task, paddock_pages_read_async);
  g_task_set_task_data (task, self, (GDestroyNotify) paddock_pages_free);
  call_for_page (task, on_page_ready);
}

/**
 * paddock_pages_read_finish:
 * @result: of paddock_pages_read_async()
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the rows, aa{sv}; %NULL on error
 */
GVariant *
paddock_pages_read_finish (GAsyncResult  *result,
                           GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
