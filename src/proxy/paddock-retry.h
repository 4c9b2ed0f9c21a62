/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-line-class.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* Requests of the host that are under way and may be repeated, and the bytes of all of them. One
 * that is over either goes on without the capability: then its server may not ask. */
#define PADDOCK_RETRY_CALLS_MAX 1024
#define PADDOCK_RETRY_BYTES_MAX (32 * 1024 * 1024)
/* How often one request is repeated (as the official SDKs do). */
#define PADDOCK_RETRY_ROUNDS_MAX 10
/* How long a host may take to answer what else its server wanted to know. */
#define PADDOCK_RETRY_STATE_S (60 * 60)

typedef struct _PaddockRetry PaddockRetry;

typedef struct {
  void (* to_host)(GBytes   *line,
                   gpointer  user_data);
  void (* to_server)(GBytes   *line,
                     gpointer  user_data);
  /* Roots are wanted: one paddock_retry_answer() is to follow for all that wait by then. */
  void (* ask)(gpointer  user_data);
  /* A request of the newest revision said whether the host has roots of its own. */
  void (* host)(gboolean has_roots,
                gpointer user_data);
  /* (nullable) A message of the newest revision that is taken from the host, or goes to it. Returns
   * whether it goes no further. */
  gboolean (* follow)(const PaddockLineClass *line,
                      PaddockSpan             text,
                      gboolean                from_host,
                      gpointer                user_data);
} PaddockRetryFuncs;

PaddockRetry *paddock_retry_new              (const PaddockRetryFuncs *funcs,
                                              gboolean                 is_strict,
                                              gpointer                 user_data);
void          paddock_retry_free             (PaddockRetry            *self);
gboolean      paddock_retry_take_from_host   (PaddockRetry            *self,
                                              PaddockSpan              line);
gboolean      paddock_retry_take_from_server (PaddockRetry            *self,
                                              PaddockSpan              line);
gboolean      paddock_retry_may_ask          (PaddockSpan              id,
                                              gpointer                 self);
void          paddock_retry_take_long        (PaddockRetry            *self,
                                              const PaddockLineClass  *line);
void          paddock_retry_answer           (PaddockRetry            *self,
                                              const PaddockRootList   *list);
void          paddock_retry_forget_server    (PaddockRetry            *self);
gboolean      paddock_retry_is_waiting       (const PaddockRetry      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRetry, paddock_retry_free)

G_END_DECLS
