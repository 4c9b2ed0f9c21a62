/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"

G_BEGIN_DECLS

/* The most roots that are taken from the host's answer. Further roots in it are ignored. */
#define PADDOCK_HOST_QUESTION_ROOTS_MAX 100

/* The filter that asks the host for its own roots. */
typedef struct _PaddockHostQuestion PaddockHostQuestion;

typedef struct {
  /* The host sent `notifications/initialized`: it may be asked from now on. */
  void (* ready)(gpointer user_data);
  /* The host said that its own roots changed. */
  void (* changed)(gpointer user_data);
  /* The host answered. @uris: the URIs of its own roots; NULL: its answer has no valid result. */
  void (* answer)(const char * const *uris,
                  gpointer            user_data);
} PaddockHostQuestionFuncs;

PaddockHostQuestion *paddock_host_question_new        (const PaddockHostQuestionFuncs *funcs,
                                                       gpointer                        user_data);
void                 paddock_host_question_free       (PaddockHostQuestion            *self);
gboolean             paddock_host_question_is_ready   (const PaddockHostQuestion      *self);
void                 paddock_host_question_ask        (PaddockHostQuestion            *self);
gboolean             paddock_host_question_was_asked  (const PaddockHostQuestion      *self);
GStrv                paddock_host_question_read_roots (JsonObject                     *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHostQuestion, paddock_host_question_free)

G_END_DECLS
