/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-file-answers.h"
#include "paddock-state.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FILE_PROMPTS (paddock_file_prompts_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFilePrompts, paddock_file_prompts, PADDOCK, FILE_PROMPTS,
                      GObject)

/* What the user is asked: whether a caller may read a sensitive file below a root that the caller
 * may see. */
typedef struct {
  PaddockFileCommand   command;
  PaddockSensitiveKind kind;
  const char          *caller;      /* (nullable) the label of the program that asks over the bus
                                     * (PaddockCaller.label); NULL: a server asks */
} PaddockFilePrompt;

/* Signal: never-changed ()   the set of files with the answer "never" changed */
PaddockFilePrompts *paddock_file_prompts_new       (PaddockState        *state,
                                                    PaddockPrompts      *queue);
void                paddock_file_prompts_close     (PaddockFilePrompts  *self);
void                paddock_file_prompts_set_agent (PaddockFilePrompts  *self,
                                                    PaddockConsentAgent *agent);
void                paddock_file_prompts_set_wait  (PaddockFilePrompts  *self,
                                                    guint                wait);
void                paddock_file_prompts_set_bus   (PaddockFilePrompts  *self,
                                                    GDBusConnection     *connection);

PaddockNeverFiles *paddock_file_prompts_get_never_files (PaddockFilePrompts *self);
PaddockFileAnswer  paddock_file_prompts_peek            (PaddockFilePrompts       *self,
                                                         const PaddockFileCommand *command);
void               paddock_file_prompts_ask_async       (PaddockFilePrompts      *self,
                                                         const PaddockFilePrompt *question,
                                                         GCancellable            *cancellable,
                                                         GAsyncReadyCallback      callback,
                                                         gpointer                 user_data);
gboolean           paddock_file_prompts_ask_finish      (PaddockFilePrompts *self,
                                                         GAsyncResult       *result,
                                                         gint64             *out_until);
void               paddock_file_prompts_give_back       (PaddockFilePrompts       *self,
                                                         const PaddockFileCommand *command,
                                                         gint64                    once_until);
void               paddock_file_prompts_end             (PaddockFilePrompts *self,
                                                         const char         *session);

G_END_DECLS
