/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompt.h"

G_BEGIN_DECLS

/* The buttons of a question. */
typedef enum {
  PADDOCK_CONSENT_BLOCK,            /* blocks the server; for reading a file: "Never" */
  PADDOCK_CONSENT_NOT_NOW,
  PADDOCK_CONSENT_SHARE,
} PaddockConsentButton;

gboolean    paddock_consent_text_is_of_server (const PaddockPrompt *prompt);

char       *paddock_consent_text_heading (const PaddockPrompt *prompt);
char       *paddock_consent_text_closed  (const PaddockPrompt *prompt);
char       *paddock_consent_text_who     (const PaddockPrompt *prompt,
                                          const char          *home);
char       *paddock_consent_text_warning (const PaddockPrompt *prompt,
                                          const char          *home);
char       *paddock_consent_text_change  (const PaddockPrompt *prompt,
                                          char               **out_now);
char       *paddock_consent_text_app     (const PaddockPrompt *prompt);
char       *paddock_consent_text_note    (const PaddockPrompt *prompt);
char       *paddock_consent_text_note_title (const PaddockPrompt *prompt);
char       *paddock_consent_text_button  (const PaddockPrompt *prompt,
                                          PaddockConsentButton button);
const char *paddock_consent_text_outcome (const PaddockPrompt  *prompt,
                                          PaddockConsentButton  button);

/* The texts of a notification: the question, who asks it, and what several questions are about. */
char *paddock_consent_text_notice      (const PaddockPrompt *prompt);
char *paddock_consent_text_who_briefly (const PaddockPrompt *prompt);
char *paddock_consent_text_waiting     (GPtrArray           *prompts);

G_END_DECLS
