/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* What is known about a server when somebody asks why it sees what it sees. */
typedef struct {
  const PaddockServerView *server;
  GPtrArray               *roots;     /* PaddockRootView: all roots */
  PaddockConsentMode       mode;      /* the service's */
  gboolean                 is_paused; /* all sharing */
  gboolean                 is_asked;  /* a question about the server waits for the user */
  gint64                   now;       /* µs since the epoch */
} PaddockExplanationFacts;

typedef struct {
  const char *nick;                   /* the row of the table: for programs and tests */
  gboolean    counts;                 /* @why only says how many folders it sees */
  char       *why;                    /* (owned) one sentence, translated */
  char       *advice;                 /* (owned) what the user can do, translated; "": nothing */
  char       *command;                /* (owned) (nullable) arguments of `paddock` to do it */
} PaddockExplanation;

PaddockExplanation *paddock_explanation_new_for_server (const PaddockExplanationFacts *facts);
PaddockExplanation *paddock_explanation_new_for_root   (const PaddockExplanationFacts *facts,
                                                        const PaddockRootView         *root);
void                paddock_explanation_free           (PaddockExplanation            *explanation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockExplanation, paddock_explanation_free)

G_END_DECLS
