/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-list.h"

G_BEGIN_DECLS

/* What a question to the service is for. The service learns this from `onBehalf` in the question
 * (docs/socket.md). */
typedef enum {
  PADDOCK_LINK_SERVER,              /* the server asks for the list of roots, and reads it */
  PADDOCK_LINK_SELF,                /* Paddock asks for the list, so that the service asks the user;
                                     * the server does not read the list */
  PADDOCK_LINK_START,               /* the server is started with the roots in the list; the user is
                                     * not asked */
  PADDOCK_LINK_LOOK,                /* Paddock asks for the list, but the service does not ask the
                                     * user; the server does not read the list */
} PaddockLinkPurpose;

typedef void (*PaddockLinkAnswer) (PaddockRootList *list,
                                   gpointer         user_data);

typedef struct {
  PaddockLinkPurpose purpose;
  PaddockLinkAnswer  callback;      /* (nullable) NULL: nobody waits for the answer */
  gpointer           user_data;
  gboolean           is_quiet;      /* when the answer comes, the server is not told of a change:
                                     * the server was told already */
  guint              id;            /* the id of the request that carries the question; 0: it was
                                     * not sent yet */
  gint64             deadline;      /* when the link itself answers if the service did not, in µs,
                                     * monotonic */
} PaddockLinkQuestion;

typedef void (*PaddockLinkQuestionFunc) (PaddockLinkQuestion *question,
                                         gpointer             user_data);

/* The questions to the service that have no answer yet. */
typedef struct _PaddockLinkQuestions PaddockLinkQuestions;

PaddockLinkQuestions *paddock_link_questions_new         (guint                    timeout,
                                                          GSourceFunc              late,
                                                          gpointer                 user_data);
void                  paddock_link_questions_free        (PaddockLinkQuestions    *self);
PaddockLinkQuestion  *paddock_link_questions_add         (PaddockLinkQuestions    *self,
                                                          PaddockLinkPurpose       purpose,
                                                          PaddockLinkAnswer        callback,
                                                          gpointer                 user_data);
guint                 paddock_link_questions_number      (PaddockLinkQuestions    *self,
                                                          PaddockLinkQuestion     *question);
PaddockLinkQuestion  *paddock_link_questions_steal       (PaddockLinkQuestions    *self,
                                                          const char              *id);
void                  paddock_link_questions_lose_sent   (PaddockLinkQuestions    *self);
void                  paddock_link_questions_expire      (PaddockLinkQuestions    *self,
                                                          PaddockLinkQuestionFunc  func,
                                                          gpointer                 user_data);
void                  paddock_link_questions_foreach     (PaddockLinkQuestions    *self,
                                                          PaddockLinkQuestionFunc  func,
                                                          gpointer                 user_data);
void                  paddock_link_questions_arm         (PaddockLinkQuestions    *self);
gboolean              paddock_link_questions_is_empty    (PaddockLinkQuestions    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLinkQuestions, paddock_link_questions_free)

G_END_DECLS
