/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-call.h"

#include "paddock-alarm.h"
#include "paddock-jitter.h"

/* One request over HTTP with all the streams that go on with its answer.
 *
 * The remote owns one for each line of the host that is under way, and one that only listens. It
 * knows which of the host's requests the server still owes an answer. A stream of events that
 * breaks off before that is gone on with by its last id, after the time that the server named (MCP
 * 2025-11-25, basic/transports, "Resumability and Redelivery"); without an id nobody can say what
 * the server did, and it has ended. Times between attempts grow, and have a part of chance in them:
 * many clients of one server must not come back in step.
 *
 * A server should end the stream with the last answer in it. One that does not would keep the
 * connection for ever, so what it says behind that is heard for a moment only.
 */

struct _PaddockCall
{
  PaddockCallKind         kind;
  const PaddockCallFuncs *funcs;
  gpointer                user_data;
  PaddockExchangeOptions  options;        /* of the next exchange */
  SoupSession            *session;        /* (owned) */
  char                   *url;            /* (owned) (nullable) */
  GStrv                   resume_headers; /* (owned) */
  PaddockExchange        *exchange;       /* (owned) (nullable) */
  GQueue                  open;           /* (owned) GBytes: ids without an answer */
  char                   *last_id;        /* (owned) (nullable) */
  int                     retry;          /* ms, -1: not said */
  guint                   n_attempts;     /* without anything new */
  guint                   n_empty;        /* without a message */
  PaddockAlarm           *alarm;          /* (owned) until the next one */
  PaddockAlarm           *last_alarm;     /* (owned) until nothing more is heard */
  gboolean                is_given_up;    /* nobody waits for what is open */
  gboolean                has_begun;
  gboolean                is_accepted;    /* there is nothing more to come but answers elsewhere */
  gboolean                is_paused;
};

/* Where nothing more is owed. What only listens is owed nothing, and goes on; what is on its way is
 * to arrive. */
static void
expect_end (PaddockCall *self)
{
  gboolean has_arrived = self->has_begun || self->is_given_up;
  guint ms = self->is_accepted ? 0 : PADDOCK_CALL_LAST_MS;

  if (self->kind != PADDOCK_CALL_LISTENS && self->kind != PADDOCK_CALL_HEARS && has_arrived &&
      !paddock_call_is_owed (self))
    paddock_alarm_set (self->last_alarm, ms * G_TIME_SPAN_MILLISECOND);
}

static void
on_sent (PaddockExchange *exchange,
         gpointer         user_data)
{
  PaddockCall *self = user_data;

  self->funcs->sent (self, self->user_data);
}

static void
on_begun (PaddockExchange *exchange,
          gpointer         user_data)
{
  PaddockCall *self = user_data;

  if (self->has_begun || !SOUP_STATUS_IS_SUCCESSFUL (paddock_exchange_get_status (exchange)))
    return;
  self->has_begun = TRUE;
  expect_end (self);
  self->funcs->begun (self, self->user_data);
}

static void
on_message (PaddockExchange *exchange,
            const char      *type,
            PaddockSpool    *message,
            gpointer         user_data)
{
  PaddockCall *self = user_data;

  self->n_attempts = self->n_empty = 0;
  self->funcs->message (self, type, message, self->user_data);
}

/* What the stream said last is where the next one begins. */
static void
remember_place (PaddockCall *self)
{
  const char *id = paddock_exchange_get_last_id (self->exchange);

  if (paddock_exchange_get_retry (self->exchange) >= 0)
    self->retry = paddock_exchange_get_retry (self->exchange);
  if (id == NULL)
    return;
  if (g_strcmp0 (id, self->last_id) != 0)
    self->n_attempts = 0;
  g_free (self->last_id);
  /* An empty one takes back what was said before (HTML, 9.2.6). */
  self->last_id = *id != '\0' ? g_strdup (id) : NULL;
}

/* A server that had the stream once has it again; one that never did says that it has none. */
static gboolean
has_stream_again (PaddockCall        *self,
                  PaddockExchangeEnd  end)
{
  guint status = paddock_exchange_get_status (self->exchange);

  switch (end) {
    case PADDOCK_EXCHANGE_REFUSED:
      if (!self->has_begun)
        return status >= SOUP_STATUS_INTERNAL_SERVER_ERROR && status != SOUP_STATUS_NOT_IMPLEMENTED;
      return status >= SOUP_STATUS_INTERNAL_SERVER_ERROR ||
             status == SOUP_STATUS_REQUEST_TIMEOUT || status == SOUP_STATUS_CONFLICT ||
             status == 429; /* RFC 6585, 4 */
    case PADDOCK_EXCHANGE_TOO_LONG:
      return self->has_begun;
    case PADDOCK_EXCHANGE_DONE:
      /* One that broke off behind its status looks like one without a body. */
      return status == SOUP_STATUS_OK;
    case PADDOCK_EXCHANGE_UNREACHABLE:
    case PADDOCK_EXCHANGE_CUT:
    case PADDOCK_EXCHANGE_SILENT:
      return TRUE;
    case PADDOCK_EXCHANGE_ODD:
    default:
      return FALSE;
  }
}

static gboolean
is_worth_another (PaddockCall        *self,
                  PaddockExchangeEnd  end)
{
  gboolean is_final = end == PADDOCK_EXCHANGE_ODD || end == PADDOCK_EXCHANGE_TOO_LONG ||
                      (end == PADDOCK_EXCHANGE_REFUSED &&
                       paddock_exchange_get_status (self->exchange) < 500);

  switch (self->kind) {
    case PADDOCK_CALL_LISTENS:
      return has_stream_again (self, end);
    case PADDOCK_CALL_RESUMES:
      return !is_final && self->has_begun && self->last_id != NULL &&
             paddock_call_is_owed (self) && self->n_attempts < PADDOCK_CALL_RESUMES_MAX;
    case PADDOCK_CALL_ONCE:
    case PADDOCK_CALL_HEARS:
    case PADDOCK_CALL_ACCEPTED:
    default:
      return FALSE;
  }
}

/* ms, with a quarter more or less. */
static guint
choose_delay (PaddockCall *self)
{
  guint first = self->kind == PADDOCK_CALL_LISTENS ? PADDOCK_CALL_LISTEN_MS : PADDOCK_CALL_RETRY_MS;
  guint grown = MIN (first << MIN (self->n_attempts, 8), PADDOCK_CALL_LISTEN_MAX_MS);
  guint least = MIN (PADDOCK_CALL_PAUSE_MS << MIN (self->n_empty, 8), PADDOCK_CALL_PAUSE_MAX_MS);
  guint wanted = MAX (self->retry >= 0 ? (guint) self->retry : 0, least);

  /* The first time a server is obeyed: it may close its streams to save them. */
  if (self->retry >= 0 && self->n_attempts == 0)
    return wanted;
  return paddock_jitter_spread (MAX (grown, wanted));
}

static void
on_ended (PaddockExchange    *exchange,
          PaddockExchangeEnd  end,
          const char         *why,
          gpointer            user_data)
{
  PaddockCall *self = user_data;

  remember_place (self);
  /* Whatever was said with a good status: some say a word with it that is no JSON. */
  if (self->kind == PADDOCK_CALL_ACCEPTED && self->has_begun) {
    self->is_accepted = TRUE;
    expect_end (self);
    return;
  }
  if (!is_worth_another (self, end)) {
    self->funcs->ended (self, end, why, self->user_data);
    return;
  }
  paddock_alarm_set (self->alarm, choose_delay (self) * G_TIME_SPAN_MILLISECOND);
  self->n_attempts++;
  self->n_empty++;
}

static const PaddockExchangeFuncs exchange_funcs = {
  .sent = on_sent,
  .begun = on_begun,
  .message = on_message,
  .ended = on_ended,
};

static gboolean
on_alarm (gpointer user_data)
{
  PaddockCall *self = user_data;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) headers = NULL;

  g_strv_builder_addv (builder, (const char **) self->resume_headers);
  if (self->last_id != NULL)
    g_strv_builder_add_many (builder, "Last-Event-ID", self->last_id, NULL);
  headers = g_strv_builder_end (builder);
  self->options.method = "GET";
  self->options.body = NULL;
  self->options.headers = (const char * const *) headers;
  g_clear_pointer (&self->exchange, paddock_exchange_free);
  self->exchange = paddock_exchange_new (&self->options, &exchange_funcs, self);
  self->options.headers = NULL;
  paddock_exchange_set_paused (self->exchange, self->is_paused);
  return G_SOURCE_REMOVE;
}

/* Somebody who is not read gets the time to be. What was accepted has nothing more to read. */
static gboolean
on_last_alarm (gpointer user_data)
{
  PaddockCall *self = user_data;

  if (self->is_paused && !self->is_accepted)
    expect_end (self);
  else
    self->funcs->ended (self, PADDOCK_EXCHANGE_DONE, NULL, self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_call_new:
 * @options: the first request; copied but for the address, which must stay
 * @resume_headers: those of the ones that follow, but for the id; copied
 * @funcs: must stay. They may free the call, and are called from the main loop
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a call that has begun, without anything open
 */
PaddockCall *
paddock_call_new (PaddockCallKind               kind,
                  const PaddockExchangeOptions *options,
                  const char * const           *resume_headers,
                  const PaddockCallFuncs       *funcs,
                  gpointer                      user_data)
{
  PaddockCall *self = g_new0 (PaddockCall, 1);

  self->kind = kind;
  self->funcs = funcs;
  self->user_data = user_data;
  self->options = *options;
  self->options.session = self->session = g_object_ref (options->session);
  self->options.url = self->url = g_strdup (options->url);
  self->resume_headers = g_strdupv ((char **) resume_headers);
  self->retry = -1;
  self->alarm = paddock_alarm_new (on_alarm, self);
  self->last_alarm = paddock_alarm_new (on_last_alarm, self);
  g_queue_init (&self->open);
  self->exchange = paddock_exchange_new (&self->options, &exchange_funcs, self);
  return self;
}

void
paddock_call_free (PaddockCall *self)
{
  g_clear_pointer (&self->exchange, paddock_exchange_free);
  paddock_alarm_free (self->alarm);
  paddock_alarm_free (self->last_alarm);
  g_queue_clear_full (&self->open, (GDestroyNotify) g_bytes_unref);
  g_strfreev (self->resume_headers);
  g_object_unref (self->session);
  g_free (self->url);
  g_free (self->last_id);
  g_free (self);
}

void
paddock_call_set_paused (PaddockCall *self,
                         gboolean     is_paused)
{
  self->is_paused = is_paused;
  paddock_exchange_set_paused (self->exchange, is_paused);
}

/**
 * paddock_call_set_resume_headers:
 * @headers: of the streams that follow, but for the id; copied
 */
void
paddock_call_set_resume_headers (PaddockCall        *self,
                                 const char * const *headers)
{
  g_strfreev (self->resume_headers);
  self->resume_headers = g_strdupv ((char **) headers);
}

/**
 * paddock_call_hand_over:
 * @user_data: for the functions, from now on
 */
void
paddock_call_hand_over (PaddockCall *self,
                        gpointer     user_data)
{
  self->user_data = user_data;
}

/**
 * paddock_call_add_open:
 * @id: of a request of the host that is in it
 */
void
paddock_call_add_open (PaddockCall *self,
                       PaddockSpan  id)
{
  g_queue_push_tail (&self->open, g_bytes_new (id.start, id.length));
}

static GList *
find_open (const PaddockCall *self,
           PaddockSpan        id)
{
  for (GList *item = self->open.head; item != NULL; item = item->next)
    if (paddock_json_is_same_id (paddock_json_span (item->data), id))
      return item;
  return NULL;
}

/**
 * paddock_call_remove_open:
 *
 * Returns: whether the server owed an answer to @id; now it does no more
 */
gboolean
paddock_call_remove_open (PaddockCall *self,
                          PaddockSpan  id)
{
  GList *item = find_open (self, id);

  if (item == NULL)
    return FALSE;
  g_bytes_unref (item->data);
  g_queue_delete_link (&self->open, item);
  expect_end (self);
  return TRUE;
}

/**
 * paddock_call_give_up:
 *
 * Nobody waits any more for what the server owes. It may still answer, for a moment.
 */
void
paddock_call_give_up (PaddockCall *self)
{
  self->is_given_up = TRUE;
  expect_end (self);
}

gboolean
paddock_call_has_open (const PaddockCall *self,
                       PaddockSpan        id)
{
  return find_open (self, id) != NULL;
}

/**
 * paddock_call_list_open:
 * @ids: (element-type GBytes): where the ids without an answer are added
 */
void
paddock_call_list_open (const PaddockCall *self,
                        GPtrArray         *ids)
{
  for (const GList *item = self->open.head; item != NULL; item = item->next)
    g_ptr_array_add (ids, g_bytes_ref (item->data));
}

/**
 * paddock_call_pop_open:
 *
 * Returns: (transfer full) (nullable): an id without an answer, which it is no more
 */
GBytes *
paddock_call_pop_open (PaddockCall *self)
{
  return g_queue_pop_head (&self->open);
}

guint
paddock_call_count_open (const PaddockCall *self)
{
  return self->open.length;
}

/**
 * paddock_call_has_begun:
 *
 * Returns: whether the server took it: nobody may send it again
 */
gboolean
paddock_call_has_begun (const PaddockCall *self)
{
  return self->has_begun;
}

/**
 * paddock_call_is_owed:
 *
 * Returns: whether somebody waits for an answer in it
 */
gboolean
paddock_call_is_owed (const PaddockCall *self)
{
  return self->open.length > 0 && !self->is_given_up;
}

/**
 * paddock_call_get_exchange:
 *
 * Returns: (transfer none): the one that is under way, or ended last
 */
PaddockExchange *
paddock_call_get_exchange (const PaddockCall *self)
{
  return self->exchange;
}
