/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* What an explanation is made from. The caller owns all of it. */
typedef struct {
  const PaddockServerView *server;
  GPtrArray               *roots;     /* PaddockRootView: all roots */
  PaddockConsentMode       mode;      /* the consent mode of the service */
  gboolean                 is_paused; /* whether all sharing is paused */
  const char * const      *named;     /* (nullable) the folders that the server has by its command:
                                       * paddock_named_folders_dup() */
  gboolean                 is_asked;  /* a question about the server waits for the user */
  gint64                   now;       /* µs since the epoch */
} PaddockExplanationFacts;

typedef struct {
  const char *nick;                   /* name of the explanation, for programs and tests */
  gboolean    counts;                 /* @why only says how many folders the server sees */
  char       *why;                    /* (owned) one sentence, translated */
  char       *named;                  /* (owned) (nullable) which folders the server has by its
                                       * command, if @why doesn't say so, translated; NULL: none */
  char       *advice;                 /* (owned) what the user can do, translated; "": nothing */
  char       *command;                /* (owned) (nullable) the `paddock` arguments that do @advice;
                                       * NULL: none */
} PaddockExplanation;

PaddockExplanation *paddock_explanation_new_for_server (const PaddockExplanationFacts *facts);
PaddockExplanation *paddock_explanation_new_for_root   (const PaddockExplanationFacts *facts,
                                                        const PaddockRootView         *root);
char               *paddock_explanation_dup_confined   (const PaddockServerView       *server);
void                paddock_explanation_free           (PaddockExplanation            *explanation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockExplanation, paddock_explanation_free)

G_END_DECLS
