/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-queue.h"
#include "paddock-file-answers.h"
#include "paddock-registry.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FILE_QUESTIONS (paddock_file_questions_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFileQuestions, paddock_file_questions, PADDOCK, FILE_QUESTIONS,
                      GObject)

/* A sensitive file that was found below a root which the asker may see. */
typedef struct {
  PaddockFileWish       wish;
  PaddockSensitiveKind  kind;
  const char           *caller;     /* (nullable) who asks on the bus, as of PaddockCaller.label */
} PaddockFileQuestion;

/* Signal: never-changed ()   what the user said is never to be read */
PaddockFileQuestions *paddock_file_questions_new (PaddockRegistry            *registry,
                                                  PaddockConsentQueue        *queue);
void                  paddock_file_questions_close (PaddockFileQuestions       *self);
void                  paddock_file_questions_set_agent (PaddockFileQuestions       *self,
                                                        PaddockConsentAgent        *agent);
void                  paddock_file_questions_set_wait (PaddockFileQuestions       *self,
                                                       guint                       wait);
void                  paddock_file_questions_set_bus (PaddockFileQuestions       *self,
                                                      GDBusConnection            *connection);

PaddockFileAnswers   *paddock_file_questions_get_answers (PaddockFileQuestions      *self);
PaddockFileAnswer     paddock_file_questions_peek (PaddockFileQuestions       *self,
                                                   const PaddockFileWish      *wish);
void                  paddock_file_questions_ask_async (PaddockFileQuestions       *self,
                                                        const PaddockFileQuestion  *question,
                                                        GCancellable               *cancellable,
                                                        GAsyncReadyCallback         callback,
                                                        gpointer                    user_data);
gboolean              paddock_file_questions_ask_finish (PaddockFileQuestions       *self,
                                                         GAsyncResult               *result,
                                                         gint64                     *out_until);
void                  paddock_file_questions_give_back (PaddockFileQuestions       *self,
                                                        const PaddockFileWish      *wish,
                                                        gint64                      once_until);
void                  paddock_file_questions_end (PaddockFileQuestions       *self,
                                                  const char                 *session);

G_END_DECLS
