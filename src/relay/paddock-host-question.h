/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"

G_BEGIN_DECLS

/* How many roots of a host are looked at. */
#define PADDOCK_HOST_QUESTION_ROOTS_MAX 100

/* A filter. */
typedef struct _PaddockHostQuestion PaddockHostQuestion;

/* What the host's own roots are; NULL: the host could not say. */
typedef void (*PaddockHostQuestionAnswer) (const char * const *uris,
                                           gpointer            user_data);

PaddockHostQuestion *paddock_host_question_new       (PaddockHostQuestionAnswer  answer,
                                                      gpointer                   user_data);
void                 paddock_host_question_free      (PaddockHostQuestion       *self);
void                 paddock_host_question_ask       (PaddockHostQuestion       *self);
gboolean             paddock_host_question_was_asked (const PaddockHostQuestion *self);
GStrv                paddock_host_question_read_roots (JsonObject               *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHostQuestion, paddock_host_question_free)

G_END_DECLS
