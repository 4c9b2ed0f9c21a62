/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* Requests of the host that are under way and may be repeated, and the bytes of all of them. One
 * that is over either goes on without the capability: then its server may not ask. */
#define PADDOCK_INPUT_REQUIRED_CALLS_MAX 1024
#define PADDOCK_INPUT_REQUIRED_BYTES_MAX (32 * 1024 * 1024)
/* How often one request is repeated (as the official SDKs do). */
#define PADDOCK_INPUT_REQUIRED_ROUNDS_MAX 10
/* How long a host may take to answer what else its server wanted to know. */
#define PADDOCK_INPUT_REQUIRED_STATE_S (60 * 60)

typedef struct _PaddockInputRequired PaddockInputRequired;

typedef struct {
  void (* to_host)(GBytes   *line,
                   gpointer  user_data);
  void (* to_server)(GBytes   *line,
                     gpointer  user_data);
  /* Roots are wanted: one paddock_input_required_answer() is to follow for all that wait by then.
   * */
  void (* ask)(gpointer  user_data);
  /* A request of the newest revision said whether the host has roots of its own. */
  void (* host)(gboolean has_roots,
                gpointer user_data);
  /* (nullable) A message of the newest revision that is taken from the host, or goes to it. Returns
   * whether it goes no further. */
  gboolean (* follow)(const PaddockMessage *line,
                      PaddockSpan             text,
                      gboolean                from_host,
                      gpointer                user_data);
} PaddockInputRequiredFuncs;

PaddockInputRequired *paddock_input_required_new (const PaddockInputRequiredFuncs *funcs,
                                                  gboolean                         is_strict,
                                                  gpointer                         user_data);
void                  paddock_input_required_free (PaddockInputRequired *self);
gboolean              paddock_input_required_receive_from_host (PaddockInputRequired *self,
                                                                PaddockSpan           line);
gboolean              paddock_input_required_receive_from_server (PaddockInputRequired *self,
                                                                  PaddockSpan           line);
gboolean              paddock_input_required_may_ask (PaddockSpan id,
                                                      gpointer    self);
void                  paddock_input_required_receive_long (PaddockInputRequired   *self,
                                                           const PaddockMessage   *line);
void                  paddock_input_required_answer (PaddockInputRequired  *self,
                                                     const PaddockRootList *list);
void                  paddock_input_required_forget_server (PaddockInputRequired *self);
gboolean              paddock_input_required_is_waiting (const PaddockInputRequired *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInputRequired, paddock_input_required_free)

G_END_DECLS
