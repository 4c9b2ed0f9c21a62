/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-pump.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

#include "paddock-read-buffer.h"
#include "paddock-write-queue.h"

/* Carries lines from one descriptor to another, byte for byte, and calls a function for each line.
 *
 * The server slot owns one pump for each direction. A pump writes lines straight from the buffer
 * into which it read them, many lines at once. If the output has no room, the pump queues the rest.
 * While the queue is too long, the pump reads nothing. It keeps one incomplete line of limited
 * length. A longer line is written or dropped part by part. A line of Paddock's own waits until
 * that longer line has ended, so no line stands inside another. The pump doesn't know what a line
 * means.
 */

/* If at least this many bytes of complete lines have to wait, they are not copied: the queue takes
 * their buffer over. */
#define STEAL_BYTES PADDOCK_READ_BUFFER_BYTES

/* How often paddock_pump_exhaust() reads at most. Without a limit it might not end: other processes
 * may go on writing to the pipe. */
#define EXHAUST_READS 64

/* What happens to the line that is being read. */
typedef enum {
  LINE_READ,                        /* the line is kept until its end, then passed to line() of
                                     * PaddockPumpFuncs */
  LINE_PASSED,                      /* the line is too long: its bytes are written as they come */
  LINE_DROPPED,                     /* the line is too long: its bytes are thrown away */
} LineState;

typedef enum {
  PUMP_CARRIES,
  PUMP_ENDING,                      /* the pump reads what is there now, and nothing that comes
                                     * later */
  PUMP_ENDED,                       /* the pump has read everything, but not yet written it */
  PUMP_FINISHED,                    /* the pump has closed both of its ends */
} PumpState;

struct _PaddockPump
{
  PaddockPipeEnd          input;
  PaddockPipeEnd          output;
  gsize                   max_length;
  const PaddockPumpFuncs *funcs;
  gpointer                user_data;

  PaddockReadBuffer       buffer;
  LineState               line_state;
  PaddockWriteQueue       queue;

  GSource                *source;   /* (owned) */
  PumpState               state;
  PaddockPumpSide         changing; /* the side that may end while the pump goes on */
  gboolean                is_paused;
};

static void
arm (PaddockPump *self)
{
  gboolean wants_input = self->state < PUMP_ENDED && !self->is_paused &&
                         self->queue.n_pending < PADDOCK_PUMP_PAUSE_BYTES;

  paddock_pipe_end_set_wait (&self->input, self->source, G_IO_IN, wants_input);
  paddock_pipe_end_set_wait (&self->output, self->source, G_IO_OUT, self->queue.n_pending > 0);
  /* In the state PUMP_ENDING, the pump reads at once, without waiting for input. */
  g_source_set_ready_time (self->source, self->state == PUMP_ENDING && wants_input ? 0 : -1);
}

static void
finish (PaddockPump *self)
{
  if (self->state == PUMP_FINISHED)
    return;

  self->state = PUMP_FINISHED;
  g_source_set_ready_time (self->source, -1);
  paddock_pipe_end_close (&self->input, self->source);
  paddock_pipe_end_close (&self->output, self->source);
  paddock_write_queue_clear (&self->queue);
  self->funcs->finished (self, self->user_data);
}

/* Nobody reads the output any more. Ends the pump, unless another output may follow. */
static void
lose_output (PaddockPump *self)
{
  if (self->changing != PADDOCK_PUMP_OUTPUT) {
    finish (self);
    return;
  }
  paddock_pipe_end_close (&self->output, self->source);
  paddock_write_queue_clear (&self->queue);
}

static void
flush (PaddockPump *self)
{
  if (!paddock_write_queue_flush (&self->queue, &self->output))
    lose_output (self);
}

/* Writes the run, which is the complete lines that go on, or queues it if the output has no room.
 * @may_move: whether the bytes behind the run may move, because nobody keeps offsets of them. */
static void
commit (PaddockPump *self,
        gboolean     may_move)
{
  PaddockReadBuffer *buffer = &self->buffer;
  gsize length = buffer->run - buffer->start;
  gssize n = 0;

  if (length == 0)
    return;
  if (self->output.fd < 0) {
    buffer->start = buffer->run;
    return;
  }
  if (self->queue.n_pending == 0)
    n = paddock_pipe_end_write (&self->output, buffer->data + buffer->start, length);
  if (n < 0) {
    buffer->start = buffer->run;
    lose_output (self);
    return;
  }

  buffer->start += (gsize) n;
  length -= (gsize) n;
  if (length >= STEAL_BYTES)
    paddock_pipe_end_widen (&self->output);
  if (length >= STEAL_BYTES && (may_move || buffer->run == buffer->end)) {
    paddock_write_queue_push (&self->queue, paddock_read_buffer_steal_run (buffer), FALSE);
  } else if (length > 0) {
    paddock_write_queue_push (&self->queue, g_bytes_new (buffer->data + buffer->start, length),
                              FALSE);
    buffer->start = buffer->run;
  }
}

/* Writes the run, which is the complete lines that go on. Drops the bytes from the end of the run
 * to the offset @to. */
static void
skip_to (PaddockPump *self,
         gsize        to)
{
  commit (self, FALSE);
  if (self->state != PUMP_FINISHED && self->buffer.data != NULL)
    self->buffer.start = self->buffer.run = to;
}

static void
show_part (PaddockPump *self,
           gsize        to,
           gboolean     is_end)
{
  PaddockSpan part = { (const char *) self->buffer.data + self->buffer.run, to - self->buffer.run };

  if (self->funcs->part != NULL)
    self->funcs->part (self, part, is_end, self->user_data);
}

/* Handles the end of a line. @at: the offset of its newline; for a last line without a newline, the
 * offset of its end. @next: the offset of the next line. */
static void
end_line (PaddockPump *self,
          gsize        at,
          gsize        next)
{
  PaddockReadBuffer *buffer = &self->buffer;
  PaddockSpan line = { (const char *) buffer->data + buffer->run, at - buffer->run };
  LineState state = self->line_state;

  if (state != LINE_READ)
    show_part (self, at, TRUE);
  self->line_state = LINE_READ;
  if (state == LINE_PASSED) {
    self->buffer.run = next;
    commit (self, FALSE);
    paddock_write_queue_push_delayed (&self->queue);
  } else if (state == LINE_DROPPED || !self->funcs->line (self, line, self->user_data)) {
    if (self->state != PUMP_FINISHED)
      skip_to (self, next);
  } else {
    self->buffer.run = next;
  }
}

static void
check_length (PaddockPump *self)
{
  if (self->line_state == LINE_READ && self->buffer.end - self->buffer.run > self->max_length + 1)
    self->line_state = self->funcs->too_long (self, self->user_data) ? LINE_PASSED : LINE_DROPPED;

  if (self->line_state != LINE_READ && self->buffer.end > self->buffer.run)
    show_part (self, self->buffer.end, FALSE);
  if (self->line_state == LINE_PASSED)
    self->buffer.run = self->buffer.end;
  else if (self->line_state == LINE_DROPPED)
    skip_to (self, self->buffer.end);
}

/* Finds the lines in the bytes from the offset @from on. A function of #PaddockPumpFuncs may send a
 * line, which writes the run and may replace the buffer. So this function keeps offsets, not
 * pointers. */
static void
process (PaddockPump *self,
         gsize        from)
{
  while (self->state != PUMP_FINISHED && from < self->buffer.end) {
    const guint8 *newline = memchr (self->buffer.data + from, '\n', self->buffer.end - from);
    gsize at, length;

    if (newline == NULL)
      break;
    at = (gsize) (newline - self->buffer.data);
    length = at - self->buffer.run;
    if (length > 0 && self->buffer.data[at - 1] == '\r')
      length--;
    if (self->line_state == LINE_READ && length > self->max_length)
      self->line_state = self->funcs->too_long (self, self->user_data) ? LINE_PASSED : LINE_DROPPED;
    from = at + 1;
    if (length > PADDOCK_READ_BUFFER_BYTES)
      self->buffer.usual = MIN (length, self->max_length) + PADDOCK_READ_BUFFER_BYTES;
    end_line (self, at, at + 1);
  }
  if (self->state != PUMP_FINISHED)
    check_length (self);
  if (self->state != PUMP_FINISHED)
    commit (self, TRUE);
}

/* Handles the end of the input. If the last line has no newline, shows it like all other lines. */
static void
end_input (PaddockPump *self)
{
  if (self->changing == PADDOCK_PUMP_INPUT)
    paddock_pipe_end_close (&self->input, self->source);
  else
    self->state = PUMP_ENDED;
  if (self->buffer.end > self->buffer.run)
    end_line (self, self->buffer.end, self->buffer.end);
  if (self->state == PUMP_FINISHED)
    return;
  commit (self, FALSE);
  paddock_write_queue_push_delayed (&self->queue);
  if (self->state != PUMP_FINISHED && self->funcs->ended != NULL)
    self->funcs->ended (self, self->user_data);
}

/* Reads once. Returns whether there was anything to read. */
static gboolean
read_some (PaddockPump *self)
{
  PaddockReadBuffer *buffer = &self->buffer;
  gsize from;
  gssize n;

  paddock_read_buffer_make_room (buffer);
  from = buffer->end;
  n = paddock_pipe_end_read (&self->input, buffer->data + from, buffer->capacity - from);
  if (n > 0) {
    if (n >= PADDOCK_READ_BUFFER_BYTES)
      paddock_pipe_end_widen (&self->input);
    buffer->end += (gsize) n;
    process (self, from);
  } else if (n == 0 || self->state == PUMP_ENDING || (errno != EAGAIN && errno != EWOULDBLOCK)) {
    end_input (self);
  }
  if (buffer->start == buffer->end)
    paddock_read_buffer_clear (buffer);
  return n > 0;
}

static gboolean
on_ready (PaddockPump *self)
{
  if (self->queue.n_pending > 0) {
    flush (self);
    if (self->state != PUMP_FINISHED && self->funcs->room != NULL)
      self->funcs->room (self, self->user_data);
  }
  if (self->state != PUMP_FINISHED && self->input.tag != NULL &&
      (self->state == PUMP_ENDING ||
       g_source_query_unix_fd (self->source, self->input.tag) != 0))
    read_some (self);
  if (self->state == PUMP_ENDED && self->queue.n_pending == 0)
    finish (self);
  if (self->state != PUMP_FINISHED)
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
 * @input: a descriptor to read from, non-blocking or a socket; the pump closes it
 * @output: a descriptor to write to, non-blocking or a socket; the pump closes it
 * @max_length: the longest line that is shown as a whole, in bytes, without its newline
 * @funcs: must stay valid
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

  paddock_pipe_end_open (&self->input, input);
  paddock_pipe_end_open (&self->output, output);
  self->max_length = max_length;
  self->funcs = funcs;
  self->user_data = user_data;
  paddock_write_queue_init (&self->queue);
  self->source = g_source_new (&source_funcs, sizeof (GSource));
  g_source_set_callback (self->source, NULL, self, NULL);
  g_source_set_static_name (self->source, "paddock-pump");
  return self;
}

void
paddock_pump_free (PaddockPump *self)
{
  paddock_pipe_end_close (&self->input, self->source);
  paddock_pipe_end_close (&self->output, self->source);
  g_source_destroy (self->source);
  g_source_unref (self->source);
  paddock_write_queue_clear (&self->queue);
  paddock_read_buffer_clear (&self->buffer);
  g_free (self);
}

/**
 * paddock_pump_start:
 * @changing: the side that may end while the pump goes on, until the side gets another descriptor
 *   (paddock_pump_change_input(), paddock_pump_change_output())
 *
 * Begins to read, in the thread's default main context. Call it once. If the output may change and
 * is closed, the pump still shows lines, and drops them.
 */
void
paddock_pump_start (PaddockPump     *self,
                    PaddockPumpSide  changing)
{
  self->changing = changing;
  arm (self);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

static void
send_line (PaddockPump *self,
           GBytes      *line,
           gboolean     is_ours)
{
  if (self->state == PUMP_FINISHED || self->output.fd < 0)
    return;

  if (self->line_state == LINE_PASSED) {
    paddock_write_queue_delay (&self->queue, line);
    return;
  }
  commit (self, FALSE);
  if (self->state == PUMP_FINISHED)
    return;
  paddock_write_queue_push_line (&self->queue, line, is_ours);
  if (self->queue.n_pending == g_bytes_get_size (line) + 1)
    flush (self);
  if (self->state != PUMP_FINISHED)
    arm (self);
}

/**
 * paddock_pump_send:
 * @line: a line, which contains no newline
 *
 * Writes a line of Paddock's own after all lines that were written so far, never inside another
 * line. The caller limits how many bytes wait (paddock_pump_count_ours()). Does nothing after the
 * end.
 */
void
paddock_pump_send (PaddockPump *self,
                   GBytes      *line)
{
  send_line (self, line, TRUE);
}

/**
 * paddock_pump_pass:
 * @line: a line, which contains no newline
 *
 * Like paddock_pump_send(), for a line that this pump showed, and that a filter kept or changed. It
 * does not count as a line of Paddock's own.
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
 * Pauses the pump, or lets it go on. A paused pump reads nothing, but writes what it has read.
 */
void
paddock_pump_set_paused (PaddockPump *self,
                         gboolean     is_paused)
{
  self->is_paused = is_paused;
  if (self->state != PUMP_FINISHED)
    arm (self);
}

static void
close_fd (int fd)
{
  if (fd >= 0)
    close (fd);
}

/**
 * paddock_pump_change_input:
 * @input: as for paddock_pump_new(), or -1: nothing is read until the next change
 *
 * Reads from another descriptor from now on. Drops an incomplete line of the old descriptor. If a
 * part of that line is written already, ends it with a newline. Don't call this from
 * #PaddockPumpFuncs.
 */
void
paddock_pump_change_input (PaddockPump *self,
                           int          input)
{
  if (self->state == PUMP_FINISHED) {
    close_fd (input);
    return;
  }
  paddock_pipe_end_close (&self->input, self->source);
  paddock_read_buffer_clear (&self->buffer);
  if (self->line_state == LINE_PASSED)
    paddock_write_queue_push (&self->queue, g_bytes_new_static ("\n", 1), FALSE);
  self->line_state = LINE_READ;
  paddock_write_queue_push_delayed (&self->queue);

  paddock_pipe_end_open (&self->input, input);
  if (self->state == PUMP_ENDING)
    self->state = PUMP_CARRIES;
  arm (self);
}

/**
 * paddock_pump_change_output:
 * @output: as for paddock_pump_new(), or -1: lines are dropped until the next change
 *
 * Writes to another descriptor from now on. Drops the bytes that wait for the old descriptor. If
 * the old descriptor got only the beginning of a line, drops the rest of that line, too. Don't call
 * this from #PaddockPumpFuncs.
 */
void
paddock_pump_change_output (PaddockPump *self,
                            int          output)
{
  if (self->state == PUMP_FINISHED) {
    close_fd (output);
    return;
  }
  paddock_pipe_end_close (&self->output, self->source);
  paddock_write_queue_clear (&self->queue);
  if (self->line_state == LINE_PASSED)
    self->line_state = LINE_DROPPED;

  paddock_pipe_end_open (&self->output, output);
  arm (self);
}

/**
 * paddock_pump_exhaust:
 *
 * Reads and shows what is there now, at most a few MiB, because the writer has ended. Don't call
 * this from #PaddockPumpFuncs.
 */
void
paddock_pump_exhaust (PaddockPump *self)
{
  for (guint i = 0; i < EXHAUST_READS && self->input.fd >= 0 && self->state != PUMP_FINISHED; i++)
    if (!read_some (self))
      break;
  if (self->state != PUMP_FINISHED)
    arm (self);
}

/**
 * paddock_pump_end:
 *
 * Tells the pump that the writer has ended. The pump reads what is there now and then ends, even if
 * another process keeps the other end open.
 */
void
paddock_pump_end (PaddockPump *self)
{
  self->is_paused = FALSE;
  if (self->changing == PADDOCK_PUMP_INPUT)
    self->changing = PADDOCK_PUMP_NEITHER;
  if (self->state == PUMP_CARRIES)
    self->state = self->input.fd < 0 ? PUMP_ENDED : PUMP_ENDING;
  if (self->state == PUMP_FINISHED)
    return;
  if (self->state == PUMP_ENDED && self->queue.n_pending == 0)
    finish (self);
  else
    arm (self);
}

gboolean
paddock_pump_is_finished (const PaddockPump *self)
{
  return self->state == PUMP_FINISHED;
}

/**
 * paddock_pump_count_ours:
 *
 * Returns: how many bytes of lines from paddock_pump_send() are not written yet
 */
gsize
paddock_pump_count_ours (const PaddockPump *self)
{
  return paddock_write_queue_count_ours (&self->queue);
}

/**
 * paddock_pump_get_pending:
 *
 * Returns: how many bytes of all lines wait to be written
 */
gsize
paddock_pump_get_pending (const PaddockPump *self)
{
  return self->queue.n_pending;
}

/**
 * paddock_pump_is_read_up:
 *
 * Returns: whether the reader has read all that was sent so far. For a socket, whether all was
 *   written: more can't be known
 */
gboolean
paddock_pump_is_read_up (const PaddockPump *self)
{
  return self->queue.n_pending == 0 && paddock_pipe_end_is_read_up (&self->output);
}

/**
 * paddock_pump_is_cut_off:
 *
 * Returns: whether nobody has the other end of @side open any more. Bytes may still wait to be read
 */
gboolean
paddock_pump_is_cut_off (const PaddockPump *self,
                         PaddockPumpSide    side)
{
  return paddock_pipe_end_is_cut_off (side == PADDOCK_PUMP_INPUT ? &self->input : &self->output);
}
