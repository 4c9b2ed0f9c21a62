/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"

G_BEGIN_DECLS

/* How long the end of a box is waited for after bubblewrap's, in ms. */
#define PADDOCK_TRANSPORT_BOX_END_MS 2000

typedef struct _PaddockTransport PaddockTransport;

/* What a kind of transport does. */
typedef struct {
  /* Whether the transport judges each line of the server that is longer than PADDOCK_LINE_MAX
   * (paddock-server-line.c). If so, such a line is one message, and it does not ask for roots. */
  gboolean   vouches;
  /* Return the descriptor to write lines to the server, and the one to read its lines. Called once
   * each; the caller owns the descriptors. */
  int      (* take_input)(PaddockTransport *transport);
  int      (* take_output)(PaddockTransport *transport);
  /* Passes on to the server a signal that this process got, but that was meant for the server. */
  void     (* pass_signal)(PaddockTransport *transport,
                           int         signal_number);
  /* Ends the server. If @signal_number is SIGKILL, ends it at once. */
  void     (* end)(PaddockTransport *transport,
                   int         signal_number);
  gboolean (* has_exited)(PaddockTransport *transport);
  /* Gets the server's exit status, as waitpid() gives it. Returns FALSE if the server has not
   * ended. */
  gboolean (* reap)(PaddockTransport *transport,
                    int        *out_status);
  /* Whether the server has handled all that it has read. */
  gboolean (* is_quiescent)(PaddockTransport *transport);
  /* (nullable) Removes what the server left behind. Called when the server has ended, before
   * another one starts. */
  void     (* clear_away)(PaddockTransport *transport);
  /* Frees the transport, even if the server has not ended. */
  void     (* free)(PaddockTransport *transport);
} PaddockTransportFuncs;

/* The base of all transports. The struct of each transport has it as its first member. */
struct _PaddockTransport
{
  const PaddockTransportFuncs *funcs;
  /* (nullable) Set by the server slot. If no SIGCHLD tells of the server's end, the transport calls
   * this from the main loop when the server has ended. */
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
