/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-never-files.h"
#include "paddock-plan.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

/* The verbs. The table in paddock-command.c says what each does. */
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

/* A verb with its arguments: what somebody wants done. It may wait for the user's answer. It is
 * planned against the snapshot of the moment in which it is carried out. */
typedef struct {
  PaddockCommandKind   kind;
  char                *server_id;   /* (owned) (nullable) */
  GStrv                root_ids;    /* (owned) (nullable) */
  GVariant            *arguments;   /* (owned) a{sv}: the others, by their names on the bus */
  PaddockPlaceWarnings warnings;    /* ADD_ROOTS, CHANGE_ROOT: for all paths */
  GPtrArray           *roots;       /* (owned) (nullable) PaddockRoot: ADD_ROOTS, at least one */
  PaddockNeverFiles   *never_files; /* (owned) (nullable) TAKE_BACK_NEVER: the stored answers */
} PaddockCommand;

/* Which waiting questions end when a command is carried out. */
typedef enum {
  PADDOCK_SETTLES_NOTHING,
  PADDOCK_SETTLES_SAME,             /* those of other callers who want the same */
  PADDOCK_SETTLES_SERVER,           /* the question about roots of its server */
} PaddockSettles;

typedef PaddockChanges *(*PaddockCommandPlanner) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan);
typedef gboolean        (*PaddockCommandChecker) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan,
                                                  GError                  **error);

/* A row of the table of verbs. */
typedef struct {
  const char            *method;    /* on the bus; see the interface's XML */
  PaddockCommandPlanner  plan;      /* makes its changes */
  PaddockCommandChecker  check;     /* (nullable) whether it makes sense now; NULL: always */
  PaddockPromptKind      prompt;    /* what the user is asked if it widens access */
  PaddockPromptWants     wants;     /* … plus what its arguments say */
  PaddockEvent           asked;     /* the journal event when the user is asked */
  PaddockSettles         settles;
  PaddockVerdict         verdict;   /* … with SETTLES_SERVER: that question's verdict */
  PaddockReason          reason;    /* … and its reason */
  gboolean               takes;     /* removes access: an answer under way is outdated */
  gboolean               is_for_window;   /* only the window may use it to widen; nobody is asked */
  gboolean               may_lapse; /* its question ends if nothing is left to do */
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
