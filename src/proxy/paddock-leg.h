/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"

G_BEGIN_DECLS

typedef struct _PaddockLeg PaddockLeg;

/* What a server is to the seat that it is in: two descriptors, and an end. */
typedef struct {
  /* Whether what it gives out that is longer than PADDOCK_LINE_MAX was looked at: it is one message
   * that was understood whole (paddock-server-line.c), and asks nobody for roots. */
  gboolean   vouches;
  /* Where its lines are written, and where they are read. Once each; the caller owns them. */
  int      (* take_input)(PaddockLeg *leg);
  int      (* take_output)(PaddockLeg *leg);
  /* A signal that was meant for it. */
  void     (* pass_signal)(PaddockLeg *leg,
                           int         signal_number);
  /* It is to end; SIGKILL: at once. */
  void     (* end)(PaddockLeg *leg,
                   int         signal_number);
  gboolean (* has_exited)(PaddockLeg *leg);
  /* As waitpid() gives it; FALSE where it has not ended. */
  gboolean (* reap)(PaddockLeg *leg,
                    int        *out_status);
  /* It does nothing now with what it has read. */
  gboolean (* is_calm)(PaddockLeg *leg);
  /* (nullable) It has ended, and another one takes its place: nothing of it may stay. */
  void     (* clear_away)(PaddockLeg *leg);
  /* Also where it has not ended. */
  void     (* free)(PaddockLeg *leg);
} PaddockLegFuncs;

/* To be the first member of whatever implements it. */
struct _PaddockLeg
{
  const PaddockLegFuncs *funcs;
  /* (nullable) Set by the seat: it has ended, of which no signal tells. From the main loop. */
  void                (* exited)(gpointer user_data);
  gpointer               user_data;
};

PaddockLeg *paddock_leg_new_for_child (const PaddockChildOptions  *options,
                                       int                         guard,
                                       const PaddockSignalState   *signals,
                                       GError                    **error);
void        paddock_leg_free          (PaddockLeg                *leg);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLeg, paddock_leg_free)

G_END_DECLS
