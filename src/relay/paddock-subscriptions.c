/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-subscriptions.h"

#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-unanswered-error.h"

/* The streams of changes that a host listens to (MCP 2026-07-28, `subscriptions/listen`).
 *
 * The conversation owns one. It has no I/O and decides nothing. Such a request stays open as long
 * as the host wants to hear, so nobody waits for its answer. A new server gets the same request
 * under the same id. When it agrees, the host is not told: it knows that from the server before.
 */

#define METHOD_WORD       "notifications/subscriptions/acknowledged"
#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"

typedef struct {
  PaddockMessage *request;          /* (owned) the host's */
  GBytes         *honoured;         /* (owned) (nullable) what the server tells of, JSON */
  gboolean        is_replayed;             /* a server before this one has agreed to it */
} Listen;

struct _PaddockSubscriptions
{
  GQueue subscriptions;                   /* (owned) Listen, oldest first */
};

static void
listen_free (Listen *listen)
{
  paddock_message_free (listen->request);
  g_clear_pointer (&listen->honoured, g_bytes_unref);
  g_free (listen);
}

static GList *
find (const PaddockSubscriptions *self,
      PaddockSpan                 id)
{
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next)
    if (paddock_json_is_same_id (((Listen *) item->data)->request->id, id))
      return item;
  return NULL;
}

PaddockSubscriptions *
paddock_subscriptions_new (void)
{
  PaddockSubscriptions *self = g_new0 (PaddockSubscriptions, 1);

  g_queue_init (&self->subscriptions);
  return self;
}

void
paddock_subscriptions_free (PaddockSubscriptions *self)
{
  g_queue_clear_full (&self->subscriptions, (GDestroyNotify) listen_free);
  g_free (self);
}

/**
 * paddock_subscriptions_begin:
 * @request: of the host
 *
 * Returns: %FALSE if there are too many, or it is too long
 */
gboolean
paddock_subscriptions_begin (PaddockSubscriptions *self,
                             const PaddockMessage *request)
{
  Listen *listen;

  if (self->subscriptions.length >= PADDOCK_SUBSCRIPTIONS_MAX ||
      request->text.length > PADDOCK_SUBSCRIPTIONS_LINE_BYTES)
    return FALSE;
  listen = g_new0 (Listen, 1);
  listen->request = paddock_message_copy (request);
  g_queue_push_tail (&self->subscriptions, listen);
  return TRUE;
}

/**
 * paddock_subscriptions_end:
 *
 * The host no longer listens under this id, or the server has answered.
 */
void
paddock_subscriptions_end (PaddockSubscriptions *self,
                           PaddockSpan           id)
{
  GList *item = find (self, id);

  if (item == NULL)
    return;
  listen_free (item->data);
  g_queue_delete_link (&self->subscriptions, item);
}

gboolean
paddock_subscriptions_has (const PaddockSubscriptions *self,
                           PaddockSpan                 id)
{
  return find (self, id) != NULL;
}

/**
 * paddock_subscriptions_receive_notification:
 * @line: a notification of the server
 *
 * Returns: whether it agrees to what the host knows already from the server before
 */
gboolean
paddock_subscriptions_receive_notification (PaddockSubscriptions *self,
                                            const PaddockMessage *line)
{
  PaddockMetaMember id = { .key = META_SUBSCRIPTION };
  PaddockSpan honoured;
  GList *item;
  Listen *listen;
  gboolean was_replayed;

  if (!paddock_message_is_method (line, METHOD_WORD))
    return FALSE;
  paddock_meta_read (line->params, &id, 1);
  item = find (self, id.value);
  if (item == NULL)
    return FALSE;
  listen = item->data;
  g_clear_pointer (&listen->honoured, g_bytes_unref);
  if (paddock_json_find_member (line->params, "notifications", &honoured))
    listen->honoured = g_bytes_new (honoured.start, honoured.length);
  was_replayed = listen->is_replayed;
  listen->is_replayed = FALSE;
  return was_replayed;
}

/**
 * paddock_subscriptions_replay:
 * @requests: (element-type PaddockMessage): what a new server is asked is added here
 */
void
paddock_subscriptions_replay (PaddockSubscriptions *self,
                              GPtrArray            *requests)
{
  for (GList *item = self->subscriptions.head; item != NULL; item = item->next) {
    Listen *listen = item->data;

    g_ptr_array_add (requests, paddock_message_copy (listen->request));
    listen->is_replayed = listen->honoured != NULL;
  }
}

/**
 * paddock_subscriptions_tell:
 * @wish: a member of what can be listened for
 * @method: a notification
 * @lines: (element-type GBytes): it is added here once for each who listens for that
 */
void
paddock_subscriptions_tell (const PaddockSubscriptions *self,
                            const char                 *wanted,
                            const char                 *method,
                            GPtrArray                  *lines)
{
  for (const GList *item = self->subscriptions.head; item != NULL; item = item->next) {
    const Listen *listen = item->data;
    PaddockSpan id = listen->request->id;
    g_autofree char *id_text = g_strndup (id.start, id.length);
    g_autoptr (GString) meta = g_string_new (NULL);
    g_autofree char *params = NULL;
    PaddockSpan value;

    paddock_meta_add (meta, META_SUBSCRIPTION, id_text);
    params = paddock_meta_dup_object (meta->str);
    if (paddock_json_find_member (paddock_json_span (listen->honoured), wanted, &value) &&
        paddock_json_get_type (value) == PADDOCK_JSON_TRUE)
      g_ptr_array_add (lines, paddock_message_write_notification (method, params));
  }
}

/**
 * paddock_subscriptions_end_all:
 *
 * There is no server any more that could tell of changes.
 *
 * Returns: (transfer full) (element-type GBytes): lines for the host
 */
GPtrArray *
paddock_subscriptions_end_all (PaddockSubscriptions *self)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  Listen *listen;

  while ((listen = g_queue_pop_head (&self->subscriptions)) != NULL) {
    g_ptr_array_add (lines, paddock_unanswered_error_write (listen->request->id,
                                                            PADDOCK_UNANSWERED_RESTARTED));
    listen_free (listen);
  }
  return lines;
}
