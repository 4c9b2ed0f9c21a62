/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-pump.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Carries lines from one descriptor to another, byte for byte, past somebody who looks at each.
 *
 * The proxy owns one for each direction. Lines that go on are written from the buffer that they
 * were read into, many at once; only what the reader at the other end has no room for is kept, and
 * while it is, nothing more is read. It keeps one incomplete line of bounded length. A longer one
 * is either passed through unread or thrown away; lines of ours wait until it has ended, never
 * stand in the middle of one. What a line means it does not know.
 */

/* A buffer of this size and more is handed over instead of being copied. */
#define STEAL_BYTES PADDOCK_PUMP_BYTES

/* What a pipe holds that carries long lines; by default it is 64 KiB. */
#define WIDE_BYTES (256 * 1024)

/* Of PADDOCK_PUMP_BYTES each, at the end of whoever wrote: others may go on writing. */
#define EXHAUST_READS 64

typedef struct {
  GBytes  *bytes;                   /* (owned) */
  gboolean is_injected;
} Chunk;

typedef enum {
  LINE_READ,                        /* kept until its end and looked at */
  LINE_PASSED,                      /* too long: what comes goes on, until its end */
  LINE_DROPPED,                     /* too long: thrown away until its end */
} LineState;

struct _PaddockPump
{
  int                     input;    /* (owned) -1: closed */
  int                     output;   /* (owned) -1: closed */
  gboolean                input_is_socket;
  gboolean                output_is_socket;
  gboolean                input_is_wide;
  gboolean                output_is_wide;
  gsize                   max_length;
  const PaddockPumpFuncs *funcs;
  gpointer                user_data;

  guint8                 *buffer;   /* (owned) (nullable) */
  gsize                   capacity;
  gsize                   usual;    /* that the last long line needed: growing copies */
  gsize                   start;    /* the first byte that is not dealt with */
  gsize                   run;      /* lines up to here go on, and are not written yet */
  gsize                   end;      /* behind the last byte */
  LineState               line_state;

  GQueue                  queue;    /* (owned) Chunk: what is to be written */
  gsize                   written;  /* of the first chunk */
  gsize                   pending;  /* bytes in the queue */
  gsize                   injected; /* of them, ours */
  GQueue                  delayed;  /* (owned) GBytes: lines of ours, behind one that is passed */

  GSource                *source;   /* (owned) */
  gpointer                input_tag;  /* (nullable) */
  gpointer                output_tag; /* (nullable) */
  gboolean                is_started;
  gboolean                is_paused;
  gboolean                is_ending;  /* what is there now is all */
  gboolean                input_changes;  /* its end is not that of the pump */
  gboolean                output_changes; /* likewise */
  gboolean                has_ended;  /* the input */
  gboolean                is_finished;
};

static gboolean
is_socket (int fd)
{
  struct stat info;

  return fstat (fd, &info) == 0 && S_ISSOCK (info.st_mode);
}

/* A pipe in which a long line is written bit by bit gets more room, once: its pages count against
 * what the user may have in all pipes, so one without long lines stays as it is. */
static void
widen (int       fd,
       gboolean *is_wide)
{
  if (!*is_wide)
    fcntl (fd, F_SETPIPE_SZ, WIDE_BYTES);
  *is_wide = TRUE;
}

static void
chunk_free (Chunk *chunk)
{
  g_bytes_unref (chunk->bytes);
  g_free (chunk);
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* Says what is waited for: a descriptor that is not waited for is not in the poll at all, since its
 * end would be reported again and again. */
static void
set_wait (PaddockPump  *self,
          gpointer     *tag,
          int           fd,
          GIOCondition  condition,
          gboolean      is_wanted)
{
  if (is_wanted && fd >= 0) {
    if (*tag == NULL)
      *tag = g_source_add_unix_fd (self->source, fd, condition);
  } else if (*tag != NULL) {
    g_source_remove_unix_fd (self->source, *tag);
    *tag = NULL;
  }
}

static void
arm (PaddockPump *self)
{
  gboolean wants_input = self->is_started && !self->has_ended && !self->is_paused &&
                         self->pending < PADDOCK_PUMP_PAUSE_BYTES;

  set_wait (self, &self->input_tag, self->input, G_IO_IN, wants_input);
  set_wait (self, &self->output_tag, self->output, G_IO_OUT, self->pending > 0);
  /* What is there now is read without being waited for. */
  g_source_set_ready_time (self->source, self->is_ending && wants_input ? 0 : -1);
}

static void
finish (PaddockPump *self)
{
  if (self->is_finished)
    return;

  self->is_finished = TRUE;
  self->has_ended = TRUE;
  set_wait (self, &self->input_tag, -1, 0, FALSE);
  set_wait (self, &self->output_tag, -1, 0, FALSE);
  g_source_set_ready_time (self->source, -1);
  close_fd (&self->input);
  close_fd (&self->output);
  g_queue_clear_full (&self->queue, (GDestroyNotify) chunk_free);
  self->pending = self->injected = 0;
  self->funcs->finished (self, self->user_data);
}

/* Nobody reads there any more: the end, or what is to be written waits for nobody. */
static void
lose_output (PaddockPump *self)
{
  if (!self->output_changes) {
    finish (self);
    return;
  }
  set_wait (self, &self->output_tag, -1, 0, FALSE);
  close_fd (&self->output);
  g_queue_clear_full (&self->queue, (GDestroyNotify) chunk_free);
  g_queue_clear_full (&self->delayed, (GDestroyNotify) g_bytes_unref);
  self->written = self->pending = self->injected = 0;
}

/* How many bytes were taken, maybe 0; -1: nobody reads there any more. */
static gssize
write_some (PaddockPump  *self,
            const guint8 *data,
            gsize         length)
{
  ssize_t n;

  do
    n = self->output_is_socket ? send (self->output, data, length, MSG_DONTWAIT | MSG_NOSIGNAL)
                               : write (self->output, data, length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
  return n;
}

static void
push (PaddockPump *self,
      GBytes      *bytes,
      gboolean     is_injected)
{
  Chunk *chunk = g_new (Chunk, 1);

  chunk->bytes = bytes;
  chunk->is_injected = is_injected;
  self->pending += g_bytes_get_size (bytes);
  if (is_injected)
    self->injected += g_bytes_get_size (bytes);
  g_queue_push_tail (&self->queue, chunk);
}

static void
flush (PaddockPump *self)
{
  Chunk *chunk;

  while ((chunk = g_queue_peek_head (&self->queue)) != NULL) {
    gsize size;
    const guint8 *data = g_bytes_get_data (chunk->bytes, &size);
    gssize n = write_some (self, data + self->written, size - self->written);

    if (n < 0) {
      lose_output (self);
      return;
    }
    self->written += (gsize) n;
    self->pending -= (gsize) n;
    if (chunk->is_injected)
      self->injected -= (gsize) n;
    if (self->written < size)
      return;
    self->written = 0;
    chunk_free (g_queue_pop_head (&self->queue));
  }
}

/* Queues the buffer with what there was no room for; what stands behind that begins a new one. */
static void
hand_over (PaddockPump *self,
           gsize        length)
{
  gsize n_after = self->end - self->run;
  guint8 *after = n_after > 0 ? g_malloc (n_after + PADDOCK_PUMP_BYTES) : NULL;
  GBytes *all;

  if (after != NULL)
    memcpy (after, self->buffer + self->run, n_after);
  all = g_bytes_new_take (g_steal_pointer (&self->buffer), self->end);
  push (self, g_bytes_new_from_bytes (all, self->start, length), FALSE);
  g_bytes_unref (all);
  self->buffer = after;
  self->capacity = after != NULL ? n_after + PADDOCK_PUMP_BYTES : 0;
  self->start = self->run = 0;
  self->end = n_after;
}

/* Writes the lines that go on, or keeps what there is no room for. @may_move: nobody holds offsets
 * of what stands behind them. */
static void
commit (PaddockPump *self,
        gboolean     may_move)
{
  gsize length = self->run - self->start;
  gssize n = 0;

  if (length == 0)
    return;
  if (self->output < 0) {
    self->start = self->run;
    return;
  }
  if (self->pending == 0)
    n = write_some (self, self->buffer + self->start, length);
  if (n < 0) {
    self->start = self->run;
    lose_output (self);
    return;
  }

  self->start += (gsize) n;
  length -= (gsize) n;
  if (length >= STEAL_BYTES)
    widen (self->output, &self->output_is_wide);
  if (length >= STEAL_BYTES && (may_move || self->run == self->end)) {
    hand_over (self, length);
  } else if (length > 0) {
    push (self, g_bytes_new (self->buffer + self->start, length), FALSE);
    self->start = self->run;
  }
}

static void
inject (PaddockPump *self,
        GBytes      *line,
        gboolean     is_injected)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (line, &size);
  guint8 *copy = g_malloc (size + 1);

  memcpy (copy, data, size);
  copy[size] = '\n';
  push (self, g_bytes_new_take (copy, size + 1), is_injected);
}

static void
inject_delayed (PaddockPump *self)
{
  GBytes *line;

  while ((line = g_queue_pop_head (&self->delayed)) != NULL) {
    inject (self, line, TRUE);
    g_bytes_unref (line);
  }
}

/* Drops what stands between what goes on and @to. */
static void
skip_to (PaddockPump *self,
         gsize        to)
{
  commit (self, FALSE);
  if (!self->is_finished && self->buffer != NULL)
    self->start = self->run = to;
}

static void
show_part (PaddockPump *self,
           gsize        to,
           gboolean     is_end)
{
  PaddockSpan part = { (const char *) self->buffer + self->run, to - self->run };

  if (self->funcs->part != NULL)
    self->funcs->part (self, part, is_end, self->user_data);
}

/* @at: the newline, or the end of the last line, which has none. */
static void
take_line (PaddockPump *self,
           gsize        at,
           gsize        next)
{
  PaddockSpan line = { (const char *) self->buffer + self->run, at - self->run };
  LineState state = self->line_state;

  if (state != LINE_READ)
    show_part (self, at, TRUE);
  self->line_state = LINE_READ;
  if (state == LINE_PASSED) {
    self->run = next;
    commit (self, FALSE);
    inject_delayed (self);
  } else if (state == LINE_DROPPED || !self->funcs->line (self, line, self->user_data)) {
    if (!self->is_finished)
      skip_to (self, next);
  } else {
    self->run = next;
  }
}

static void
check_length (PaddockPump *self)
{
  if (self->line_state == LINE_READ && self->end - self->run > self->max_length + 1)
    self->line_state = self->funcs->too_long (self, self->user_data) ? LINE_PASSED : LINE_DROPPED;

  if (self->line_state != LINE_READ && self->end > self->run)
    show_part (self, self->end, FALSE);
  if (self->line_state == LINE_PASSED)
    self->run = self->end;
  else if (self->line_state == LINE_DROPPED)
    skip_to (self, self->end);
}

/* Looks at what came since @from. A line of ours that is sent meanwhile commits what goes before
 * it, and may take the buffer: offsets, not pointers. */
static void
process (PaddockPump *self,
         gsize        from)
{
  while (!self->is_finished && from < self->end) {
    const guint8 *newline = memchr (self->buffer + from, '\n', self->end - from);
    gsize at, length;

    if (newline == NULL)
      break;
    at = (gsize) (newline - self->buffer);
    length = at - self->run;
    if (length > 0 && self->buffer[at - 1] == '\r')
      length--;
    if (self->line_state == LINE_READ && length > self->max_length)
      self->line_state = self->funcs->too_long (self, self->user_data) ? LINE_PASSED : LINE_DROPPED;
    from = at + 1;
    if (length > PADDOCK_PUMP_BYTES)
      self->usual = MIN (length, self->max_length) + PADDOCK_PUMP_BYTES;
    take_line (self, at, at + 1);
  }
  if (!self->is_finished)
    check_length (self);
  if (!self->is_finished)
    commit (self, TRUE);
}

static void
make_room (PaddockPump *self)
{
  gsize used = self->end - self->start;

  if (self->start > 0 && used > 0)
    memmove (self->buffer, self->buffer + self->start, used);
  self->run -= self->start;
  self->start = 0;
  self->end = used;

  if (used + PADDOCK_PUMP_BYTES > self->capacity) {
    self->capacity = used + MAX (used / 2, PADDOCK_PUMP_BYTES);
    if (used >= PADDOCK_PUMP_BYTES)
      self->capacity = MAX (self->capacity, self->usual);
    self->buffer = g_realloc (self->buffer, self->capacity);
  }
}

/* The last line may have no newline: it is looked at like all others. */
static void
end_input (PaddockPump *self)
{
  self->has_ended = !self->input_changes;
  if (!self->has_ended) {
    set_wait (self, &self->input_tag, -1, 0, FALSE);
    close_fd (&self->input);
  }
  if (self->end > self->run)
    take_line (self, self->end, self->end);
  if (self->is_finished)
    return;
  commit (self, FALSE);
  inject_delayed (self);
  if (!self->is_finished && self->funcs->ended != NULL)
    self->funcs->ended (self, self->user_data);
}

/* Whether there was anything. */
static gboolean
read_some (PaddockPump *self)
{
  gsize from;
  ssize_t n;

  make_room (self);
  from = self->end;
  do
    n = self->input_is_socket
        ? recv (self->input, self->buffer + from, self->capacity - from, MSG_DONTWAIT)
        : read (self->input, self->buffer + from, self->capacity - from);
  while (n < 0 && errno == EINTR);

  if (n > 0) {
    if (n >= PADDOCK_PUMP_BYTES)
      widen (self->input, &self->input_is_wide);
    self->end += (gsize) n;
    process (self, from);
  } else if (n == 0 || self->is_ending || (errno != EAGAIN && errno != EWOULDBLOCK)) {
    end_input (self);
  }
  if (self->start == self->end) {
    g_clear_pointer (&self->buffer, g_free);
    self->capacity = self->start = self->run = self->end = 0;
  }
  return n > 0;
}

static gboolean
on_ready (PaddockPump *self)
{
  if (self->pending > 0) {
    flush (self);
    if (!self->is_finished && self->funcs->room != NULL)
      self->funcs->room (self, self->user_data);
  }
  if (!self->is_finished && self->input_tag != NULL &&
      (self->is_ending || g_source_query_unix_fd (self->source, self->input_tag) != 0))
    read_some (self);
  if (!self->is_finished && self->has_ended && self->pending == 0)
    finish (self);
  if (!self->is_finished)
    arm (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     user_data)
{
  return on_ready (user_data);
}

static GSourceFuncs source_funcs = { .dispatch = dispatch };

/**
 * paddock_pump_new:
 * @input: a descriptor to read from, not blocking or a socket; the pump closes it
 * @output: one to write to, not blocking or a socket; the pump closes it
 * @max_length: of a line that is looked at, in bytes, without its newline
 * @funcs: must stay
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a pump that does nothing until it is started
 */
PaddockPump *
paddock_pump_new (int                     input,
                  int                     output,
                  gsize                   max_length,
                  const PaddockPumpFuncs *funcs,
                  gpointer                user_data)
{
  PaddockPump *self = g_new0 (PaddockPump, 1);

  self->input = input;
  self->output = output;
  self->input_is_socket = is_socket (input);
  self->output_is_socket = is_socket (output);
  self->max_length = max_length;
  self->funcs = funcs;
  self->user_data = user_data;
  g_queue_init (&self->queue);
  g_queue_init (&self->delayed);
  self->source = g_source_new (&source_funcs, sizeof (GSource));
  g_source_set_callback (self->source, NULL, self, NULL);
  g_source_set_static_name (self->source, "paddock-pump");
  return self;
}

void
paddock_pump_free (PaddockPump *self)
{
  g_source_destroy (self->source);
  g_source_unref (self->source);
  close_fd (&self->input);
  close_fd (&self->output);
  g_queue_clear_full (&self->queue, (GDestroyNotify) chunk_free);
  g_queue_clear_full (&self->delayed, (GDestroyNotify) g_bytes_unref);
  g_free (self->buffer);
  g_free (self);
}

/**
 * paddock_pump_start:
 *
 * Begins to read, in the thread's default main context. Once.
 */
void
paddock_pump_start (PaddockPump *self)
{
  self->is_started = TRUE;
  arm (self);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

static void
send_line (PaddockPump *self,
           GBytes      *line,
           gboolean     is_injected)
{
  if (self->is_finished || self->output < 0)
    return;

  if (self->line_state == LINE_PASSED) {
    g_queue_push_tail (&self->delayed, g_bytes_ref (line));
    return;
  }
  commit (self, FALSE);
  if (self->is_finished)
    return;
  inject (self, line, is_injected);
  if (self->pending == g_bytes_get_size (line) + 1)
    flush (self);
  if (!self->is_finished)
    arm (self);
}

/**
 * paddock_pump_send:
 * @line: a line without newline; must hold none
 *
 * Writes a line of ours behind all that has gone on so far, never inside another line. It is for
 * the caller to bound how many (paddock_pump_get_injected()). After the end nothing happens.
 */
void
paddock_pump_send (PaddockPump *self,
                   GBytes      *line)
{
  send_line (self, line, TRUE);
}

/**
 * paddock_pump_pass:
 * @line: a line without newline; must hold none
 *
 * Writes a line that came through this pump and was kept for a while or edited: like
 * paddock_pump_send(), but it is not one of ours, and counts like all that passes.
 */
void
paddock_pump_pass (PaddockPump *self,
                   GBytes      *line)
{
  send_line (self, line, FALSE);
}

/**
 * paddock_pump_set_paused:
 *
 * While paused nothing is read; what came is still written.
 */
void
paddock_pump_set_paused (PaddockPump *self,
                         gboolean     is_paused)
{
  self->is_paused = is_paused;
  if (!self->is_finished)
    arm (self);
}

/**
 * paddock_pump_change_input:
 * @input: as for paddock_pump_new(), or -1: nothing is read until the next change
 *
 * Goes on with somebody else's lines. An incomplete one of before is not looked at; where half of
 * it went on already, it ends here. Not to be called from the pump's own functions.
 */
void
paddock_pump_change_input (PaddockPump *self,
                           int          input)
{
  if (self->is_finished) {
    close_fd (&input);
    return;
  }
  set_wait (self, &self->input_tag, -1, 0, FALSE);
  close_fd (&self->input);
  g_clear_pointer (&self->buffer, g_free);
  self->capacity = self->start = self->run = self->end = 0;
  if (self->line_state == LINE_PASSED)
    push (self, g_bytes_new_static ("\n", 1), FALSE);
  self->line_state = LINE_READ;
  inject_delayed (self);

  self->input = input;
  self->input_is_socket = input >= 0 && is_socket (input);
  self->input_is_wide = FALSE;
  self->is_ending = FALSE;
  arm (self);
}

/**
 * paddock_pump_change_output:
 * @output: as for paddock_pump_new(), or -1: nobody until the next change; then what comes goes
 *   nowhere
 *
 * Goes on writing to somebody else. What the one before did not read is thrown away, and the rest
 * of a line of which it got the beginning. Not to be called from the pump's own functions.
 */
void
paddock_pump_change_output (PaddockPump *self,
                            int          output)
{
  if (self->is_finished) {
    close_fd (&output);
    return;
  }
  set_wait (self, &self->output_tag, -1, 0, FALSE);
  close_fd (&self->output);
  g_queue_clear_full (&self->queue, (GDestroyNotify) chunk_free);
  g_queue_clear_full (&self->delayed, (GDestroyNotify) g_bytes_unref);
  self->written = self->pending = self->injected = 0;
  if (self->line_state == LINE_PASSED)
    self->line_state = LINE_DROPPED;

  self->output = output;
  self->output_is_socket = output >= 0 && is_socket (output);
  self->output_is_wide = FALSE;
  arm (self);
}

/**
 * paddock_pump_set_changing:
 * @input: whether the input may end and another one follow (paddock_pump_change_input())
 * @output: whether nobody may read the output, and somebody else follow
 *
 * Then the end of the one is not the end of the pump; without an output, what comes is looked at
 * and goes nowhere. To be called before it is started.
 */
void
paddock_pump_set_changing (PaddockPump *self,
                           gboolean     input,
                           gboolean     output)
{
  self->input_changes = input;
  self->output_changes = output;
}

/**
 * paddock_pump_exhaust:
 *
 * Reads and looks at what is there now, at most a few MiB: whoever wrote it has ended. Not to be
 * called from the pump's own functions.
 */
void
paddock_pump_exhaust (PaddockPump *self)
{
  for (guint i = 0; i < EXHAUST_READS && self->input >= 0 && !self->is_finished; i++)
    if (!read_some (self))
      break;
  if (!self->is_finished)
    arm (self);
}

/**
 * paddock_pump_end:
 *
 * Takes what is there now for all there will be: whoever wrote it has ended, and only somebody else
 * may still hold the other end open.
 */
void
paddock_pump_end (PaddockPump *self)
{
  self->is_ending = TRUE;
  self->is_paused = FALSE;
  self->input_changes = FALSE;
  self->has_ended |= self->input < 0;
  if (self->is_finished)
    return;
  if (self->has_ended && self->pending == 0)
    finish (self);
  else
    arm (self);
}

gboolean
paddock_pump_is_finished (const PaddockPump *self)
{
  return self->is_finished;
}

/* Of paddock_pump_send(), not written yet. */
gsize
paddock_pump_get_injected (const PaddockPump *self)
{
  gsize waiting = self->injected;

  for (const GList *item = self->delayed.head; item != NULL; item = item->next)
    waiting += g_bytes_get_size (item->data) + 1;
  return waiting;
}

gsize
paddock_pump_get_pending (const PaddockPump *self)
{
  return self->pending;
}

/**
 * paddock_pump_is_read_up:
 *
 * Returns: whether all that was sent so far has been read, as far as can be seen
 */
gboolean
paddock_pump_is_read_up (const PaddockPump *self)
{
  int waiting = 0;

  if (self->pending > 0)
    return FALSE;
  return self->output < 0 || self->output_is_socket ||
         ioctl (self->output, FIONREAD, &waiting) != 0 || waiting == 0;
}

/* Nobody has the other end any more, though something may wait to be read. */
static gboolean
is_cut_off (int fd)
{
  struct pollfd poll_fd = { .fd = fd, .events = 0 };

  return fd < 0 || (poll (&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLERR | POLLHUP)) != 0);
}

gboolean
paddock_pump_is_unread (const PaddockPump *self)
{
  return is_cut_off (self->output);
}

gboolean
paddock_pump_is_unfed (const PaddockPump *self)
{
  return is_cut_off (self->input);
}
