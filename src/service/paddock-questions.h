/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-roster.h"
#include "paddock-strangers.h"

G_BEGIN_DECLS

/* When the user is asked about a server. */
typedef struct _PaddockQuestions PaddockQuestions;

PaddockQuestions *paddock_questions_new    (PaddockRoster          *roster,
                                            PaddockRegistry        *registry,
                                            PaddockConsentQueue    *queue,
                                            PaddockConsentMode      mode,
                                            PaddockStrangers       *strangers);
void              paddock_questions_free   (PaddockQuestions       *self);
void              paddock_questions_asked  (PaddockQuestions       *self,
                                            const char             *server_id,
                                            PaddockAnswer           answer);
void              paddock_questions_open   (PaddockQuestions       *self,
                                            const char             *server_id);
void              paddock_questions_left   (PaddockQuestions       *self,
                                            const char             *server_id);
void              paddock_questions_expired (PaddockQuestions      *self,
                                             GPtrArray             *grants);
void              paddock_questions_follow (PaddockQuestions       *self,
                                            const PaddockChangeset *changes);

G_END_DECLS
