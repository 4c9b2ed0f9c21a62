/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <signal.h>

G_BEGIN_DECLS

/* How signals were set before paddock_signals_open(). Programs that this process starts get signals
 * set in this way. */
typedef struct {
  sigset_t         mask;
  struct sigaction pipe;
} PaddockSignalState;

int      paddock_signals_open     (PaddockSignalState       *out_before,
                                   GError                  **error);
int      paddock_signals_read     (int                       fd);
gboolean paddock_signals_is_group (int                       signal_number);
gboolean paddock_signals_is_end   (int                       signal_number);
void     paddock_signals_restore  (const PaddockSignalState *before);
void     paddock_signals_die_of   (int                       signal_number);

G_END_DECLS
