/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-list.h"

G_BEGIN_DECLS

/* What a question to the service is for. The service is told so (docs/socket.md, `onBehalf`). */
typedef enum {
  PADDOCK_LINK_SERVER,              /* the server reads the list */
  PADDOCK_LINK_SELF,                /* the user is to be asked; the server reads nothing */
  PADDOCK_LINK_START,               /* the server is started with the list */
  PADDOCK_LINK_LOOK,                /* the user is not asked, and the server reads nothing */
} PaddockLinkPurpose;

typedef void (*PaddockLinkAnswer) (PaddockRootList *list,
                                   gpointer         user_data);

typedef struct {
  PaddockLinkPurpose purpose;
  PaddockLinkAnswer  callback;      /* (nullable) NULL: nobody waits for the answer */
  gpointer           user_data;
  gboolean           is_quiet;      /* the server was already told that the list has changed */
  guint              id;            /* of the request on this connection; 0: not sent yet */
  gint64             deadline;      /* µs, monotonic: after that, the link itself answers */
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
