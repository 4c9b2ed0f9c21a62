/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-channel.h"

#include <errno.h>
#include <sys/socket.h>

#include "paddock-error.h"
#include "paddock-line-reader.h"

/* Sends and receives lines over a socket, and never waits.
 *
 * A session owns a channel, which calls the session's functions. The channel reads when bytes are
 * there. It writes at once, as far as the socket has room. While nobody sends anything, the channel
 * runs no code and keeps no buffer.
 *
 * Limits keep a peer from taking all time and memory. In one turn the channel handles a limited
 * number of bytes and lines. It stops reading while too many answers wait to be written. If still
 * more answers come, it closes. All channels of a process share a limit on memory, because many
 * peers may each send half a line. The channel does not look into the lines.
 */

/* If the queue is empty, and its buffer is larger than this, in bytes, the channel frees the
 * buffer. */
#define KEEP_BYTES 4096

typedef enum {
  INPUT_OPEN,
  INPUT_OVERLONG,                   /* a line was too long, and the owner was not told yet */
  INPUT_ENDED,                      /* nothing more is read */
} Input;

struct _PaddockChannel
{
  GObject            parent_instance;

  GIOStream         *stream;        /* (owned) (nullable) the socket; NULL: the channel is closed */
  const PaddockChannelFuncs *funcs; /* (unowned) called for lines and for the end */
  gpointer           user_data;     /* the last argument of @funcs */
  int                fd;            /* the descriptor of @stream */
  PaddockLineReader *reader;        /* (owned) */
  GString           *queue;         /* (owned) bytes to send, some of them maybe sent already */
  gsize              written;       /* how many bytes of @queue are sent already */
  gsize              kept;          /* how many bytes this channel contributes to kept_in_all */
  GError            *end_error;     /* (owned) (nullable) why the input or the channel ended; NULL:
                                     * no error so far */

  GSource           *source;        /* (owned) (nullable) runs on_ready(); NULL after dispose() */
  gpointer           tag;           /* (nullable) identifies @fd in @source; NULL: @source has no
                                     * descriptor */
  GIOCondition       awaited;       /* what @source waits for at @fd: input, output or both; 0: for
                                     * nothing */

  Input              input;
  gboolean           is_paused;     /* the channel reads nothing until the peer has read enough
                                     * answers */
  gboolean           is_in_turn;    /* a turn is running: answers are collected, to be sent
                                     * together */
};

/* How many bytes all channels of this process keep together. The first PADDOCK_CHANNEL_KEPT_FREE
 * bytes of each channel do not count. */
static gsize kept_in_all;

G_DEFINE_FINAL_TYPE (PaddockChannel, paddock_channel, G_TYPE_OBJECT)

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     user_data)
{
  return callback != NULL ? callback (user_data) : G_SOURCE_REMOVE;
}

static GSourceFuncs source_funcs = { .dispatch = dispatch };

/* Makes the source wait for @condition: input, output, both or nothing. To wait for nothing,
 * removes the descriptor: otherwise a peer that hung up would wake the channel again and again.
 * Does nothing if @condition is unchanged, because GLib wakes the main context at each change. */
static void
wait_for (PaddockChannel *self,
          GIOCondition    condition)
{
  if (condition == self->awaited)
    return;
  if (self->awaited == 0)
    self->tag = g_source_add_unix_fd (self->source, self->fd, condition);
  else if (condition == 0)
    g_source_remove_unix_fd (self->source, g_steal_pointer (&self->tag));
  else
    g_source_modify_unix_fd (self->source, self->tag, condition);
  self->awaited = condition;
}

/* Sets the priority of the source, but only if it differs: GLib wakes the main context at each call
 * of g_source_set_priority(). */
static void
set_priority (PaddockChannel *self,
              int             priority)
{
  if (g_source_get_priority (self->source) != priority)
    g_source_set_priority (self->source, priority);
}

static void
set_kept (PaddockChannel *self,
          gsize           bytes)
{
  gsize kept = bytes - MIN (bytes, PADDOCK_CHANNEL_KEPT_FREE);

  kept_in_all = kept_in_all - self->kept + kept;
  self->kept = kept;
}

static void
release_stream (PaddockChannel *self)
{
  set_kept (self, 0);
  if (self->stream == NULL)
    return;
  wait_for (self, 0);
  g_io_stream_close (self->stream, NULL, NULL);
  g_clear_object (&self->stream);
}

/* Ends the channel. @error: (nullable): why; the channel owns it from now on. The owner is told
 * later, from the main loop, and never during a call of the owner to the channel. */
static void
finish (PaddockChannel *self,
        GError         *error)
{
  release_stream (self);
  if (error != self->end_error) {
    g_clear_error (&self->end_error);
    self->end_error = error;
  }
  set_priority (self, G_PRIORITY_DEFAULT);
  g_source_set_ready_time (self->source, 0);
}

static void
set_error (GError **error)
{
  int code = errno;

  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (code), g_strerror (code));
}

/* Like read(), but never waits. */
static gssize
receive_some (PaddockChannel  *self,
              char            *data,
              gsize            size,
              GError         **error)
{
  gssize n;

  do{
    n = recv (self->fd, data, size, MSG_DONTWAIT);
  }while (n < 0 && errno == EINTR);
  if (n < 0)
    set_error (error);
  return n;
}

/* Like write(), but never waits and never causes SIGPIPE. */
static gssize
send_some (PaddockChannel  *self,
           const char      *data,
           gsize            size,
           GError         **error)
{
  gssize n;

  do{
    n = send (self->fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  }while (n < 0 && errno == EINTR);
  if (n < 0)
    set_error (error);
  return n;
}

/* Sends as much of the queue as the socket takes now. */
static void
flush (PaddockChannel *self)
{
  if (self->stream == NULL)
    return;

  while (self->written < self->queue->len) {
    g_autoptr (GError) error = NULL;
    gssize n = send_some (self, self->queue->str + self->written, self->queue->len - self->written,
                          &error);

    if (n < 0) {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        finish (self, self->input != INPUT_OPEN ? self->end_error : g_steal_pointer (&error));
      else if (self->written > PADDOCK_CHANNEL_PAUSE_BYTES) {
        g_string_erase (self->queue, 0, (gssize) self->written);
        self->written = 0;
      }
      return;
    }
    self->written += (gsize) n;
  }

  self->written = 0;
  g_string_truncate (self->queue, 0);
  if (self->queue->allocated_len > KEEP_BYTES) {
    g_string_free (self->queue, TRUE);
    self->queue = g_string_new (NULL);
  }
}

/* Decides what makes on_ready() run next, or ends the channel. */
static void
arm (PaddockChannel *self)
{
  gsize pending = paddock_channel_pending (self);
  gboolean has_line = paddock_line_reader_has_line (self->reader);
  gboolean wants_turn, wants_input;

  if (self->stream == NULL)
    return;
  if (self->input == INPUT_ENDED && !has_line && pending == 0) {
    finish (self, self->end_error);
    return;
  }

  set_kept (self, paddock_line_reader_pending (self->reader) + pending);
  if (self->kept > 0 && kept_in_all > PADDOCK_CHANNEL_KEPT_IN_ALL) {
    finish (self, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                               "More than %d bytes of all peers are kept",
                               PADDOCK_CHANNEL_KEPT_IN_ALL));
    return;
  }

  if (pending > PADDOCK_CHANNEL_PAUSE_BYTES)
    self->is_paused = TRUE;
  else if (pending < PADDOCK_CHANNEL_PAUSE_BYTES / 2)
    self->is_paused = FALSE;
  wants_turn = has_line && !self->is_paused;
  wants_input = !has_line && !self->is_paused && self->input == INPUT_OPEN;

  wait_for (self, (wants_input ? G_IO_IN : 0) | (pending > 0 ? G_IO_OUT : 0));

  /* If a peer sent more than fits in one turn, the rest waits until all other peers are served. */
  set_priority (self, wants_turn ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT);
  g_source_set_ready_time (self->source, wants_turn ? 0 : -1);
}

static void
end_input (PaddockChannel *self,
           Input           input,
           GError         *error)
{
  self->input = input;
  self->end_error = error;
}

static void
read_some (PaddockChannel *self)
{
  char data[PADDOCK_CHANNEL_TURN_BYTES];
  g_autoptr (GError) error = NULL;
  gssize n;

  n = receive_some (self, data, sizeof data, &error);
  if (n > 0) {
    if (!paddock_line_reader_feed (self->reader, data, (gsize) n, &error))
      end_input (self, INPUT_OVERLONG, g_steal_pointer (&error));
  } else if (n == 0)
    end_input (self, INPUT_ENDED, NULL);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    end_input (self, INPUT_ENDED, g_steal_pointer (&error));
}

/* Passes the complete lines to the owner, until the turn ends. After the last one, tells the owner
 * if the next line is too long. */
static void
run_turn (PaddockChannel *self)
{
  gsize bytes = 0;

  self->is_in_turn = TRUE;
  for (guint lines = 0; lines < PADDOCK_CHANNEL_TURN_LINES; lines++) {
    g_autoptr (GBytes) line = NULL;

    if (self->stream == NULL || bytes >= PADDOCK_CHANNEL_TURN_BYTES ||
        paddock_channel_pending (self) > PADDOCK_CHANNEL_PAUSE_BYTES)
      break;
    line = paddock_line_reader_next (self->reader);
    if (line == NULL)
      break;
    bytes += g_bytes_get_size (line);
    if (g_bytes_get_size (line) > 0)
      self->funcs->line (self, line, self->user_data);
  }
  if (self->input == INPUT_OVERLONG && self->stream != NULL &&
      !paddock_line_reader_has_line (self->reader)) {
    self->input = INPUT_ENDED;
    if (self->funcs->overlong != NULL)
      self->funcs->overlong (self, self->end_error, self->user_data);
  }
  self->is_in_turn = FALSE;
}

static gboolean
on_ready (gpointer user_data)
{
  g_autoptr (PaddockChannel) self = g_object_ref (user_data);

  /* A function of the owner may run the main loop, which calls on_ready() again. The source allows
   * this recursion (g_source_set_can_recurse()): otherwise GLib would wake the main context each
   * time the source runs. */
  if (self->is_in_turn)
    return G_SOURCE_CONTINUE;
  if (self->stream == NULL) {
    g_source_destroy (self->source);
    if (self->funcs->closed != NULL)
      self->funcs->closed (self, self->end_error, self->user_data);
    return G_SOURCE_REMOVE;
  }

  flush (self);
  if (self->stream != NULL && (self->awaited & G_IO_IN) != 0)
    read_some (self);
  run_turn (self);
  flush (self);
  arm (self);
  return G_SOURCE_CONTINUE;
}

static void
paddock_channel_dispose (GObject *object)
{
  PaddockChannel *self = PADDOCK_CHANNEL (object);

  release_stream (self);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);

  G_OBJECT_CLASS (paddock_channel_parent_class)->dispose (object);
}

static void
paddock_channel_finalize (GObject *object)
{
  PaddockChannel *self = PADDOCK_CHANNEL (object);

  paddock_line_reader_free (self->reader);
  g_string_free (self->queue, TRUE);
  g_clear_error (&self->end_error);

  G_OBJECT_CLASS (paddock_channel_parent_class)->finalize (object);
}

static void
paddock_channel_class_init (PaddockChannelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_channel_dispose;
  object_class->finalize = paddock_channel_finalize;
}

static void
paddock_channel_init (PaddockChannel *self)
{
  self->reader = paddock_line_reader_new (PADDOCK_LINE_MAX);
  self->queue = g_string_new (NULL);
  self->source = g_source_new (&source_funcs, sizeof (GSource));
  g_source_set_callback (self->source, on_ready, self, NULL);
  g_source_set_can_recurse (self->source, TRUE);
  g_source_set_static_name (self->source, "paddock-channel");
}

/**
 * paddock_channel_new:
 * @stream: a #GSocketConnection that does not block; the channel closes it
 *
 * Returns: (transfer full): a channel that does nothing before paddock_channel_start()
 */
PaddockChannel *
paddock_channel_new (GIOStream *stream)
{
  PaddockChannel *self;

  g_return_val_if_fail (G_IS_SOCKET_CONNECTION (stream), NULL);

  self = g_object_new (PADDOCK_TYPE_CHANNEL, NULL);
  self->stream = g_object_ref (stream);
  self->fd = g_socket_get_fd (g_socket_connection_get_socket (G_SOCKET_CONNECTION (stream)));
  return self;
}

/**
 * paddock_channel_start:
 * @funcs: the functions of the owner; must stay valid as long as the channel
 * @user_data: for @funcs
 *
 * Begins to read, in the thread's default main context. Call it once.
 */
void
paddock_channel_start (PaddockChannel            *self,
                       const PaddockChannelFuncs *funcs,
                       gpointer                   user_data)
{
  if (g_source_is_destroyed (self->source))
    return;

  self->funcs = funcs;
  self->user_data = user_data;
  flush (self);
  arm (self);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

/**
 * paddock_channel_send:
 * @line: must contain no newline
 *
 * Sends a line: at once if the socket has room, and during a turn together with the other answers
 * of the turn. If more than %PADDOCK_CHANNEL_MAX_BYTES wait, the channel ends with
 * %PADDOCK_ERROR_LIMIT. Does nothing after the end.
 */
void
paddock_channel_send (PaddockChannel *self,
                      GBytes         *line)
{
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  if (self->stream == NULL)
    return;

  g_string_append_len (self->queue, text, (gssize) length);
  g_string_append_c (self->queue, '\n');
  if ((self->awaited & G_IO_OUT) == 0 &&
      (!self->is_in_turn || paddock_channel_pending (self) > PADDOCK_CHANNEL_PAUSE_BYTES))
    flush (self);

  if (paddock_channel_pending (self) > PADDOCK_CHANNEL_MAX_BYTES)
    finish (self, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                               "More than %d bytes wait for a peer that does not read them",
                               PADDOCK_CHANNEL_MAX_BYTES));
  else if (!self->is_in_turn)
    arm (self);
}

/**
 * paddock_channel_close:
 *
 * Ends the channel from outside. Writes as much as the socket takes now, drops the rest, and calls
 * no function of the owner from now on.
 */
void
paddock_channel_close (PaddockChannel *self)
{
  flush (self);
  release_stream (self);
  g_source_destroy (self->source);
}

gboolean
paddock_channel_is_open (PaddockChannel *self)
{
  return self->stream != NULL;
}

/**
 * paddock_channel_pending:
 *
 * Returns: how many bytes wait for the socket to take them
 */
gsize
paddock_channel_pending (PaddockChannel *self)
{
  return self->queue->len - self->written;
}
