/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* Reading stops while so many bytes wait to be written. That is enough to read one long line while
 * the one before it is written. */
#define PADDOCK_PUMP_PAUSE_BYTES (1024 * 1024)

typedef struct _PaddockPump PaddockPump;

typedef enum {
  PADDOCK_PUMP_NEITHER,
  PADDOCK_PUMP_INPUT,
  PADDOCK_PUMP_OUTPUT,
} PaddockPumpSide;

typedef struct {
  /* One line, without its newline, valid during the call. Returns whether it goes on as it is. */
  gboolean (* line)(PaddockPump *pump,
                    PaddockSpan  line,
                    gpointer     user_data);
  /* A line is longer than the limit. Returns whether it goes on, unread. */
  gboolean (* too_long)(PaddockPump *pump,
                        gpointer     user_data);
  /* (nullable) A part of such a line, also if it is dropped; @is_end: that was all of it. */
  void     (* part)(PaddockPump *pump,
                    PaddockSpan  part,
                    gboolean     is_end,
                    gpointer     user_data);
  /* (nullable) Nothing more will come. A line that is sent now is still written. */
  void     (* ended)(PaddockPump *pump,
                     gpointer     user_data);
  /* (nullable) There is room again: something that waited was written. */
  void     (* room)(PaddockPump *pump,
                    gpointer     user_data);
  /* All that came was written, or nobody reads it. Both ends are closed. Called once. */
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
