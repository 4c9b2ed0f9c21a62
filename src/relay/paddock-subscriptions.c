/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-subscriptions.h"

#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-unanswered-error.h"

/* Remembers the streams of changes that a host listens to (MCP 2026-07-28, `subscriptions/listen`).
 *
 * The replay owns this object, which has no I/O. The request of a stream stays open as long as the
 * host listens, so a restart does not wait for its answer. A new server gets the same request with
 * the same id. The host does not get the new server's acknowledgement, because the first server's
 * was enough.
 */

#define METHOD_WORD       "notifications/subscriptions/acknowledged"
#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"

/* One stream. */
typedef struct {
  PaddockMessage *request;          /* (owned) the request of the host that began the stream */
  GBytes         *honoured;         /* (owned) (nullable) the changes that the server agreed to tell
                                     * of, JSON; NULL: it has not agreed yet */
  gboolean        is_replayed;      /* an earlier server agreed to the stream, and the current one
                                     * has not yet */
} Listen;

struct _PaddockSubscriptions
{
  GQueue subscriptions;             /* (owned) Listen: the streams, oldest first */
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
 * @request: a `subscriptions/listen` of the host
 *
 * Remembers a new stream.
 *
 * Returns: %FALSE if there are too many streams, or if @request is too long
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
 * @id: the id of a request
 *
 * Forgets the stream with this id, if there is one: the host cancelled it, or the server ended it.
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
 * Notes what the server agreed to, if @line is an acknowledgement of a stream.
 *
 * Returns: whether @line acknowledges a repeated request, so that the host must not get @line
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
 * @requests: (element-type PaddockMessage): gets the messages
 *
 * Adds the request of each stream to @requests, for a new server.
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
 * @wanted: the name of a kind of change in `notifications`, for example "toolsListChanged"
 * @method: the method of the notification for this kind
 * @lines: (element-type GBytes): gets the lines
 *
 * Adds a notification to @lines for each stream that listens to this kind of change.
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
 * Ends all streams, because there is no server any more.
 *
 * Returns: (transfer full) (element-type GBytes): an error for each stream, for the host
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
