/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"

G_BEGIN_DECLS

typedef struct _PaddockTransport PaddockTransport;

/* A server, as the server slot sees it: two descriptors, and an end. */
typedef struct {
  /* Whether it looked at each line that it gives out and that is longer than PADDOCK_LINE_MAX. Such
   * a line is one message that was understood whole (paddock-server-line.c), and asks nobody for
   * roots. */
  gboolean   vouches;
  /* Where its lines are written, and where they are read. Called once each; the caller owns
   * them. */
  int      (* take_input)(PaddockTransport *transport);
  int      (* take_output)(PaddockTransport *transport);
  /* A signal that was meant for it. */
  void     (* pass_signal)(PaddockTransport *transport,
                           int         signal_number);
  /* It is to end; SIGKILL: at once. */
  void     (* end)(PaddockTransport *transport,
                   int         signal_number);
  gboolean (* has_exited)(PaddockTransport *transport);
  /* The exit status, as waitpid() gives it; FALSE if it has not ended. */
  gboolean (* reap)(PaddockTransport *transport,
                    int        *out_status);
  /* Whether it has dealt with all that it has read. */
  gboolean (* is_quiescent)(PaddockTransport *transport);
  /* (nullable) It has ended, and another one takes its place: it must leave nothing behind. */
  void     (* clear_away)(PaddockTransport *transport);
  /* Also called if it has not ended. */
  void     (* free)(PaddockTransport *transport);
} PaddockTransportFuncs;

/* The first member of whatever implements it. */
struct _PaddockTransport
{
  const PaddockTransportFuncs *funcs;
  /* (nullable) Set by the server slot. To be called from the main loop when the server has ended
   * and no signal tells of it. */
  void                (* exited)(gpointer user_data);
  gpointer               user_data;
};

PaddockTransport *paddock_transport_new_for_child (const PaddockChildOptions  *options,
                                                   int                         guard,
                                                   const PaddockSignalState   *signals,
                                                   GError                    **error);
void              paddock_transport_free          (PaddockTransport          *transport);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockTransport, paddock_transport_free)

G_END_DECLS
