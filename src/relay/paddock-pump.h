/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* A pump reads nothing while at least this many bytes wait to be written. The limit is high enough
 * to read a long line while the line before it is written. */
#define PADDOCK_PUMP_PAUSE_BYTES (1024 * 1024)

/* Carries lines from one descriptor to another. */
typedef struct _PaddockPump PaddockPump;

typedef enum {
  PADDOCK_PUMP_NEITHER,
  PADDOCK_PUMP_INPUT,
  PADDOCK_PUMP_OUTPUT,
} PaddockPumpSide;

typedef struct {
  /* Called for each line. @line has no newline, and is valid during the call. Returns whether the
   * pump writes the line unchanged; otherwise it drops the line. */
  gboolean (* line)(PaddockPump *pump,
                    PaddockSpan  line,
                    gpointer     user_data);
  /* Called if a line is longer than the limit. Returns whether the pump writes it; otherwise the
   * pump drops it. */
  gboolean (* too_long)(PaddockPump *pump,
                        gpointer     user_data);
  /* (nullable) Called for each part of a line that is too long, even if the line is dropped.
   * @is_end: whether this is the last part. */
  void     (* part)(PaddockPump *pump,
                    PaddockSpan  part,
                    gboolean     is_end,
                    gpointer     user_data);
  /* (nullable) Called when the input has ended. A line that is sent during this call is still
   * written. */
  void     (* ended)(PaddockPump *pump,
                     gpointer     user_data);
  /* (nullable) Called after the pump wrote bytes that had waited for room in the output. */
  void     (* room)(PaddockPump *pump,
                    gpointer     user_data);
  /* Called once, when everything is written or nobody reads the output any more. Both descriptors
   * are closed. */
  void     (* finished)(PaddockPump *pump,
                        gpointer     user_data);
} PaddockPumpFuncs;

PaddockPump *paddock_pump_new           (int                     input,
                                         int                     output,
                                         gsize                   max_length,
                                         const PaddockPumpFuncs *funcs,
                                         gpointer                user_data);
void         paddock_pump_free          (PaddockPump            *self);
void         paddock_pump_start         (PaddockPump            *self,
                                         PaddockPumpSide         changing);
void         paddock_pump_send          (PaddockPump            *self,
                                         GBytes                 *line);
void         paddock_pump_pass          (PaddockPump            *self,
                                         GBytes                 *line);
void         paddock_pump_set_paused    (PaddockPump            *self,
                                         gboolean                is_paused);
void         paddock_pump_change_input  (PaddockPump            *self,
                                         int                     input);
void         paddock_pump_change_output (PaddockPump            *self,
                                         int                     output);
void         paddock_pump_exhaust       (PaddockPump            *self);
void         paddock_pump_end           (PaddockPump            *self);
gboolean     paddock_pump_is_finished   (const PaddockPump      *self);
gsize        paddock_pump_count_ours    (const PaddockPump      *self);
gsize        paddock_pump_get_pending   (const PaddockPump      *self);
gboolean     paddock_pump_is_read_up    (const PaddockPump      *self);
gboolean     paddock_pump_is_cut_off    (const PaddockPump      *self,
                                         PaddockPumpSide         side);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPump, paddock_pump_free)

G_END_DECLS
