/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-box.h"
#include "paddock-signals.h"

G_BEGIN_DECLS

/* A server's process, from its start to its exit status. */
typedef struct _PaddockChild PaddockChild;

typedef struct {
  const char * const *argv;         /* the program's name and its arguments */
  const char         *program;      /* (nullable) the path to execute; %NULL: look for the program's
                                     * name on PATH */
  const char * const *environment;  /* (nullable) the server's environment; %NULL: the environment
                                     * of this process */
  const char * const *folders;      /* (nullable) the server starts in the first of these
                                     * directories that it can enter; if it can enter none, in our
                                     * working directory; NULL: none */
  PaddockBox         *box;          /* (nullable) the box in which the server runs; then the other
                                     * members don't matter. NULL: it is not confined */
} PaddockChildOptions;

PaddockChild *paddock_child_spawn        (const PaddockChildOptions *options,
                                          int                        guard,
                                          const PaddockSignalState  *signals,
                                          GError                   **error);
void          paddock_child_free         (PaddockChild              *self);
pid_t         paddock_child_get_pid      (const PaddockChild        *self);
PaddockBox   *paddock_child_get_box      (const PaddockChild        *self);
int           paddock_child_steal_input  (PaddockChild              *self);
int           paddock_child_steal_output (PaddockChild              *self);
void          paddock_child_signal       (PaddockChild              *self,
                                          int                        signal_number);
void          paddock_child_end          (PaddockChild              *self,
                                          int                        signal_number);
gboolean      paddock_child_has_exited   (PaddockChild              *self);
gboolean      paddock_child_reap         (PaddockChild              *self,
                                          int                       *out_status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockChild, paddock_child_free)

G_END_DECLS
