/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-answers.h"
#include "paddock-plan.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

/* The verbs. What each of them means stands in the table of paddock-command.c. */
typedef enum {
  PADDOCK_COMMAND_ADD_ROOTS,
  PADDOCK_COMMAND_REMOVE_ROOTS,
  PADDOCK_COMMAND_CHANGE_ROOT,
  PADDOCK_COMMAND_GRANT,
  PADDOCK_COMMAND_REVOKE,
  PADDOCK_COMMAND_BLOCK,
  PADDOCK_COMMAND_UNBLOCK,
  PADDOCK_COMMAND_FORGET,
  PADDOCK_COMMAND_PAUSE,
  PADDOCK_COMMAND_RESUME,
  PADDOCK_COMMAND_CLEAR_JOURNAL,
  PADDOCK_COMMAND_CHOOSE,
  PADDOCK_COMMAND_LET_READ,
  PADDOCK_COMMAND_TAKE_BACK_NEVER,
  PADDOCK_COMMAND_RENAME,
} PaddockCommandKind;

/* What somebody wants done, kept until it may be: a verb with its arguments. The snapshot may
 * change until then: a command is planned against that of the moment at which it is carried out. */
typedef struct {
  PaddockCommandKind   kind;
  char                *server_id;   /* (owned) (nullable) */
  GStrv                root_ids;    /* (owned) (nullable) */
  GVariant            *arguments;   /* (owned) a{sv}: all others, by their names on the bus */
  PaddockPlaceWarnings warnings;    /* ADD_ROOTS, CHANGE_ROOT: about any of the paths */
  GPtrArray           *roots;       /* (owned) (nullable) PaddockRoot: ADD_ROOTS, one at least */
  PaddockFileAnswers  *answers;     /* (owned) (nullable) TAKE_BACK_NEVER: without it, nothing */
} PaddockCommand;

/* Which questions are answered when a command was carried out. */
typedef enum {
  PADDOCK_SETTLES_NOTHING,
  PADDOCK_SETTLES_SAME,             /* those of others who want just that */
  PADDOCK_SETTLES_SERVER,           /* that of its server about roots */
} PaddockSettles;

typedef PaddockChanges *(*PaddockCommandPlanner) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan);
typedef gboolean        (*PaddockCommandChecker) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan,
                                                  GError                  **error);

/* A row of the table of verbs. */
typedef struct {
  const char            *method;    /* on the bus; the interface's XML has its arguments */
  PaddockCommandPlanner  plan;      /* what it changes */
  PaddockCommandChecker  check;     /* (nullable) whether it makes sense now; NULL: always */
  PaddockPromptKind      prompt;    /* what the user is asked if it widens */
  PaddockPromptWants     wants;     /* … besides what its arguments say */
  PaddockEvent           asked;     /* what the journal says when the user is asked */
  PaddockSettles         settles;
  PaddockVerdict         verdict;   /* … with SETTLES_SERVER: how that question ended */
  PaddockReason          reason;    /* … and why */
  gboolean               takes;     /* something from its server: an answer under way is outdated */
  gboolean               is_for_window;   /* it widens only for the window; nobody is asked */
  gboolean               may_lapse; /* its question ends when nothing is left to be done */
} PaddockCommandRow;

PaddockCommand          *paddock_command_new         (PaddockCommandKind        kind,
                                                      const char               *server_id,
                                                      const char * const       *root_ids,
                                                      GVariant                 *arguments);
PaddockCommand          *paddock_command_new_adding  (GPtrArray                *roots,
                                                      PaddockPlaceWarnings      warnings);
void                     paddock_command_free        (PaddockCommand           *command);
const PaddockCommandRow *paddock_command_get_row     (const PaddockCommand     *command);
gboolean                 paddock_command_find        (const char               *method,
                                                      PaddockCommandKind       *out_kind);
gboolean                 paddock_command_has         (const PaddockCommand     *command,
                                                      const char               *key);
void                     paddock_command_fix_access  (PaddockCommand           *command,
                                                      const PaddockPlanContext *plan);
gboolean                 paddock_command_check       (const PaddockCommand     *command,
                                                      const PaddockPlanContext *plan,
                                                      GError                  **error);
PaddockChanges          *paddock_command_plan        (const PaddockCommand     *command,
                                                      const PaddockPlanContext *plan);
PaddockPrompt           *paddock_command_to_prompt   (const PaddockCommand     *command,
                                                      const PaddockPlanContext *plan);
gboolean                 paddock_command_equal       (const PaddockCommand     *a,
                                                      const PaddockCommand     *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockCommand, paddock_command_free)

G_END_DECLS
