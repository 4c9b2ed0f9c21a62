/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One end of a pipe or of a socket. */
typedef struct {
  int      fd;                      /* (owned) -1: closed */
  gboolean is_socket;
  gboolean is_wide;                 /* the pipe was given more room */
  gpointer tag;                     /* (nullable) identifies @fd in the GSource that waits for it;
                                     * NULL: none waits */
} PaddockPipeEnd;

void     paddock_pipe_end_open       (PaddockPipeEnd       *self,
                                      int                   fd);
void     paddock_pipe_end_close      (PaddockPipeEnd       *self,
                                      GSource              *source);
void     paddock_pipe_end_set_wait   (PaddockPipeEnd       *self,
                                      GSource              *source,
                                      GIOCondition          condition,
                                      gboolean              is_wanted);
gssize   paddock_pipe_end_read       (PaddockPipeEnd       *self,
                                      guint8               *data,
                                      gsize                 length);
gssize   paddock_pipe_end_write      (PaddockPipeEnd       *self,
                                      const guint8         *data,
                                      gsize                 length);
void     paddock_pipe_end_widen      (PaddockPipeEnd       *self);
gboolean paddock_pipe_end_is_read_up (const PaddockPipeEnd *self);
gboolean paddock_pipe_end_is_cut_off (const PaddockPipeEnd *self);

G_END_DECLS
