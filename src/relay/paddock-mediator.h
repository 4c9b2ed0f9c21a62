/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-reason.h"
#include "paddock-input-required.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* Questions of a server about roots that may wait for an answer at once. */
#define PADDOCK_MEDIATOR_ASKS_MAX     256
/* Answered questions that are remembered, so that their cancellation goes nowhere. */
#define PADDOCK_MEDIATOR_CONSUMED_MAX 256
/* Messages of one batch that are answered with an error: each is a line. */
#define PADDOCK_MEDIATOR_REFUSALS_MAX 256
/* Of an id of the server's question: what is longer is refused. */
#define PADDOCK_MEDIATOR_ID_BYTES     4096

typedef struct _PaddockMediator PaddockMediator;

/* What the mediator wants. All are called within paddock_mediator_take_…() and _answer(). */
typedef struct {
  void (* to_host)(GBytes             *line,
                   gpointer            user_data);
  void (* to_server)(GBytes             *line,
                     gpointer            user_data);
  /* A line of the host's goes on to the server, in another form. */
  void (* forward)(GBytes             *line,
                   gpointer            user_data);
  /* The server asks for its roots: paddock_mediator_answer() is to follow, once for each. */
  void (* ask)(gpointer            user_data);
  /* The host has said `notifications/initialized`. */
  void (* initialized)(gpointer            user_data);
  /* What the host's own roots are; NULL: the host could not say. */
  void (* host_roots)(const char * const *uris,
                      gpointer            user_data);
  /* A line of the server was thrown away, for the journal. */
  void (* dropped)(PaddockReason       reason,
                   gpointer            user_data);
  /* (nullable) A message that is to go on; requests and notifications of the host, and batches,
   * come before they are dealt with. Returns whether it goes no further. */
  gboolean (* follow)(const PaddockMessage *line,
                      PaddockSpan             text,
                      gboolean                from_host,
                      gpointer                user_data);
} PaddockMediatorFuncs;

PaddockMediator *paddock_mediator_new                 (const PaddockMediatorFuncs *funcs,
                                                       gpointer                    user_data);
void             paddock_mediator_free                (PaddockMediator            *self);
gboolean         paddock_mediator_receive_from_host   (PaddockMediator            *self,
                                                       PaddockSpan                 line);
void             paddock_mediator_learn_of_host       (PaddockMediator            *self,
                                                       gboolean                    has_roots);
gboolean         paddock_mediator_admits              (PaddockMediator            *self,
                                                       PaddockInputRequired       *input,
                                                       PaddockSpan                 line);
gboolean         paddock_mediator_receive_from_server (PaddockMediator            *self,
                                                       PaddockSpan                 line);
gboolean         paddock_mediator_passes_long         (PaddockMediator            *self,
                                                       gboolean                    from_host);
void             paddock_mediator_drop_long           (PaddockMediator            *self,
                                                       const PaddockMessage     *line);
void             paddock_mediator_answer              (PaddockMediator            *self,
                                                       const PaddockRootList      *list);
void             paddock_mediator_tell_changed        (PaddockMediator            *self);
void             paddock_mediator_forget_server       (PaddockMediator            *self);
void             paddock_mediator_ask_host            (PaddockMediator            *self);
gboolean         paddock_mediator_has_host_roots      (const PaddockMediator      *self);
const char      *paddock_mediator_get_server_name     (const PaddockMediator      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMediator, paddock_mediator_free)

G_END_DECLS
