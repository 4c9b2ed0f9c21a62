/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session-reads.h"

#include <string.h>

#include "paddock-json.h"
#include "paddock-limits.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-read-local.h"

/* The reads of files for one session: `client/readLocalFile`, from the request to its answer. The
 * session owns this object.
 *
 * This object asks the provider whether Paddock may read files for the server: when the request
 * comes, after each change, and before the contents are sent. If Paddock may not, the answer is
 * "Method not found". A request that is refused at once touches no file. paddock-reading.c decides
 * which files may be read, and learns which session asks.
 *
 * Each read waits on its own, for a disk or for the user, and delays no other message. If a server
 * does not accept its answers, reading stops when its channel is full.
 */
struct _PaddockSessionReads
{
  PaddockRecipient     *recipient;  /* (unowned) who the server is; the session owns this */
  PaddockChannel       *channel;    /* (owned) */
  PaddockRootsProvider *provider;   /* (weak) */
  PaddockReading       *reading;    /* (weak) (nullable) reads the files; NULL: no file is read */
  gboolean              are_offered;
  GPtrArray            *reads;      /* (owned) Read: the requests without an answer */
};

/* A request that waits for its answer. on_read() frees it. PaddockSessionReads does not. */
typedef struct {
  PaddockSessionReads *owner;       /* (unowned) (nullable) who sends the answer; NULL: the request
                                     * gets no answer any more */
  char                *id;          /* (owned) JSON text */
  char                *task;        /* (owned) (nullable) JSON text of the task that the answer must
                                     * repeat; NULL: there is none */
  GCancellable        *cancellable; /* (owned) */
} Read;

static void
read_free (Read *read)
{
  g_free (read->id);
  g_free (read->task);
  g_object_unref (read->cancellable);
  g_free (read);
}

/* Cancels a read. The request for it gets no answer. */
static void
read_abandon (Read *read)
{
  read->owner = NULL;
  g_cancellable_cancel (read->cancellable);
}

/**
 * paddock_session_reads_new:
 * @recipient: the server that asks; must outlive the result
 * @channel: gets the answers
 * @provider: says whether Paddock may read files for @recipient; a weak reference
 *
 * Returns: (transfer full): an object without reads
 */
PaddockSessionReads *
paddock_session_reads_new (PaddockRecipient     *recipient,
                           PaddockChannel       *channel,
                           PaddockRootsProvider *provider)
{
  PaddockSessionReads *self = g_new0 (PaddockSessionReads, 1);

  self->recipient = recipient;
  self->channel = g_object_ref (channel);
  g_set_weak_pointer (&self->provider, provider);
  self->reads = g_ptr_array_new ();
  return self;
}

/**
 * paddock_session_reads_free:
 * @self: (transfer full): the object to free; cancels the reads under way
 */
void
paddock_session_reads_free (PaddockSessionReads *self)
{
  paddock_session_reads_close (self);
  g_ptr_array_unref (self->reads);
  g_clear_weak_pointer (&self->provider);
  g_clear_weak_pointer (&self->reading);
  g_object_unref (self->channel);
  g_free (self);
}

/**
 * paddock_session_reads_set_reading:
 * @self: reads
 * @reading: (nullable): reads the files; a weak reference. %NULL: no file is read
 * @are_offered: whether `initialize` offers to read files
 *
 * Call this before the session starts.
 */
void
paddock_session_reads_set_reading (PaddockSessionReads *self,
                                   PaddockReading      *reading,
                                   gboolean             are_offered)
{
  g_set_weak_pointer (&self->reading, reading);
  self->are_offered = are_offered && reading != NULL;
}

/**
 * paddock_session_reads_are_offered:
 * @self: reads
 *
 * Returns: whether `initialize` offers to read files. Each request is still checked on its own
 */
gboolean
paddock_session_reads_are_offered (PaddockSessionReads *self)
{
  return self->are_offered;
}

static gboolean
is_permitted (PaddockSessionReads *self)
{
  return self->reading != NULL && paddock_roots_provider_may_read (self->provider, self->recipient);
}

static GBytes *
write_not_known (const char *id)
{
  return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
}

static char *
dup_string (const char *json)
{
  return paddock_json_dup_string ((PaddockSpan) { json, strlen (json) });
}

/* Whether two ids are equal. Strings may be escaped in different ways. Numbers are compared as
 * text. */
static gboolean
is_same_id (const char *a,
            const char *b)
{
  g_autofree char *first = dup_string (a);
  g_autofree char *second = dup_string (b);

  if (first != NULL && second != NULL)
    return g_str_equal (first, second);
  return first == NULL && second == NULL && g_str_equal (a, b);
}

static gboolean
find (PaddockSessionReads *self,
      const char          *id,
      guint               *out_index)
{
  for (guint i = 0; i < self->reads->len; i++) {
    const Read *read = g_ptr_array_index (self->reads, i);

    if (is_same_id (read->id, id)) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* Writes the answer to a read, or an error if the channel has no space for the answer: a channel
 * that gets too full closes. */
static GBytes *
write_answer (PaddockSessionReads        *self,
              const Read                 *read,
              const PaddockReadingAnswer *answer)
{
  gsize waiting = paddock_channel_pending (self->channel);
  g_autoptr (GBytes) line = NULL;

  if (answer == NULL)
    return paddock_read_local_write_refusal (read->id, PADDOCK_READ_BUSY);
  if (answer->verdict != PADDOCK_READ_ALLOWED)
    return paddock_read_local_write_refusal (read->id, answer->verdict);

  line = paddock_read_local_write_result (read->id, answer->path, answer->bytes, read->task);
  if (g_bytes_get_size (line) >= PADDOCK_CHANNEL_MAX_BYTES)
    return paddock_read_local_write_refusal (read->id, PADDOCK_READ_TOO_LARGE);
  if (waiting + g_bytes_get_size (line) >= PADDOCK_CHANNEL_MAX_BYTES)
    return paddock_read_local_write_refusal (read->id, PADDOCK_READ_BUSY);
  return g_steal_pointer (&line);
}

static void
on_read (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Read *read = user_data;
  PaddockSessionReads *self = read->owner;
  g_autoptr (PaddockReadingAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) line = NULL;

  answer = paddock_reading_ask_finish (PADDOCK_READING (source), result, &error);
  if (self != NULL) {
    g_ptr_array_remove (self->reads, read);
    line = is_permitted (self) ? write_answer (self, read, answer) : write_not_known (read->id);
    paddock_channel_send (self->channel, line);
  }
  read_free (read);
}

/* Returns the task of the request as JSON text, or NULL if the answer need not repeat a task. */
static char *
dup_task (PaddockSessionReads  *self,
          const PaddockMessage *request)
{
  const PaddockVersion *version = self->recipient->version;

  if (version == NULL || !version->has_related_task)
    return NULL;
  return paddock_meta_dup (paddock_message_get_body (request), PADDOCK_META_RELATED_TASK);
}

static gboolean
is_too_long (const char *text)
{
  return text != NULL && strlen (text) > PADDOCK_LIMIT_READ_ID_BYTES;
}

static Read *
read_new (PaddockSessionReads *self,
          const char          *id,
          const char          *task)
{
  Read *read = g_new0 (Read, 1);

  read->owner = self;
  read->id = g_strdup (id);
  read->task = g_strdup (task);
  read->cancellable = g_cancellable_new ();
  return read;
}

/**
 * paddock_session_reads_begin:
 * @self: reads
 * @request: a request of the method %PADDOCK_METHOD_READ_LOCAL_FILE
 *
 * Refuses a request, or begins to read the file.
 *
 * Returns: (transfer full) (nullable): the answer; %NULL: the answer is sent once the file was read
 *   or refused
 */
GBytes *
paddock_session_reads_begin (PaddockSessionReads *self,
                             PaddockMessage      *request)
{
  const char *id = paddock_message_get_id (request);
  const char *server_id = self->recipient->server_id;
  g_autoptr (PaddockReadLocal) wanted = NULL;
  g_autofree char *task = NULL;
  PaddockReadingRequest reading;
  const char *problem;
  guint index;
  Read *read;

  if (!is_permitted (self) || server_id == NULL)
    return write_not_known (id);

  wanted = paddock_read_local_parse (request, &problem);
  if (wanted == NULL)
    return paddock_message_write_error (id, PADDOCK_RPC_INVALID_PARAMS, problem,
                                        "{\"reason\":\"malformed\"}");
  /* The id and the task stay in memory while Paddock waits for the file or the user, so their
   * length is limited. */
  task = dup_task (self, request);
  if (is_too_long (id) || is_too_long (task))
    return paddock_message_write_error (id, PADDOCK_RPC_INVALID_REQUEST,
                                        "The id, or that of the task, is too long",
                                        PADDOCK_RPC_DATA_LONG_ID);
  if (find (self, id, &index))
    return paddock_message_write_error (id, PADDOCK_RPC_INVALID_REQUEST,
                                        "A request with this id is not answered yet",
                                        PADDOCK_RPC_DATA_DUPLICATE_ID);

  reading = (PaddockReadingRequest) {
    .server_id = server_id,
    .in_session = TRUE,
    .scope = self->recipient->scope,
    .caller = server_id,
    .session = self->recipient->scope,
    .reference = wanted->uri,
    .length = strlen (wanted->uri),
    .purpose = PADDOCK_READING_BYTES,
    .range = wanted->range,
    .most = PADDOCK_READ_LOCAL_MAX,
  };
  if (self->reads->len >= PADDOCK_LIMIT_READS_PER_SESSION)
    return paddock_read_local_write_refusal (id, paddock_reading_turn_away (self->reading,
                                                                            &reading));

  read = read_new (self, id, task);
  g_ptr_array_add (self->reads, read);
  paddock_reading_ask_async (self->reading, &reading, read->cancellable, on_read, read);
  return NULL;
}

/**
 * paddock_session_reads_cancel:
 * @self: reads
 * @notification: `notifications/cancelled` (MCP 2025-11-25, cancellation)
 *
 * Cancels a read, whose request then gets no answer. An unknown request is ignored: it was answered
 * meanwhile.
 */
void
paddock_session_reads_cancel (PaddockSessionReads *self,
                              PaddockMessage      *notification)
{
  g_autofree char *id = paddock_message_dup_member (notification, "requestId");
  guint index;

  if (id != NULL && find (self, id, &index))
    read_abandon (g_ptr_array_remove_index (self->reads, index));
}

/**
 * paddock_session_reads_review:
 * @self: reads
 *
 * Call this after a change. If Paddock may not read files for the server any more, refuses all
 * requests that wait.
 */
void
paddock_session_reads_review (PaddockSessionReads *self)
{
  if (self->reads->len == 0 || is_permitted (self))
    return;

  for (guint i = 0; i < self->reads->len; i++) {
    Read *read = g_ptr_array_index (self->reads, i);
    g_autoptr (GBytes) line = write_not_known (read->id);

    paddock_channel_send (self->channel, line);
  }
  paddock_session_reads_close (self);
}

/**
 * paddock_session_reads_close:
 * @self: reads
 *
 * Cancels all reads. No answers are sent.
 */
void
paddock_session_reads_close (PaddockSessionReads *self)
{
  for (guint i = 0; i < self->reads->len; i++)
    read_abandon (g_ptr_array_index (self->reads, i));
  g_ptr_array_set_size (self->reads, 0);
}
