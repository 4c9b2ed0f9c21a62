/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-never-files.h"
#include "paddock-plan.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

/* The verbs: what a caller can ask the service to do. The table in paddock-command.c says what each
 * verb does. */
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
  PADDOCK_COMMAND_NOTE_APP,
  PADDOCK_COMMAND_NOTE_APP_GONE,
  PADDOCK_COMMAND_TAKE_OUT,
} PaddockCommandKind;

/* A verb with its arguments. A command may wait for the user's answer. The changes are planned only
 * when the command is carried out, on the snapshot of that moment. */
typedef struct {
  PaddockCommandKind   kind;
  char                *server_id;   /* (owned) (nullable) the server that the verb is about; NULL:
                                     * none */
  GStrv                root_ids;    /* (owned) (nullable) the ids of the roots that the verb is
                                     * about; NULL: none */
  GVariant            *arguments;   /* (owned) a{sv}: all other arguments, named as on the bus */
  PaddockPlaceWarnings warnings;    /* for ADD_ROOTS and CHANGE_ROOT: the warnings about all paths
                                     * of the command */
  GPtrArray           *roots;       /* (owned) (nullable) PaddockRoot; ADD_ROOTS: the roots to add,
                                     * at least one; other verbs: NULL */
  PaddockNeverFiles   *never_files; /* (owned) (nullable) for TAKE_BACK_NEVER: all files for which
                                     * the user answered "Never"; otherwise NULL */
} PaddockCommand;

/* Which waiting questions end when a command is carried out. */
typedef enum {
  PADDOCK_SETTLES_NOTHING,
  PADDOCK_SETTLES_SAME,             /* the questions in which other callers ask for the same */
  PADDOCK_SETTLES_SERVER,           /* the question which roots the command's server may see */
} PaddockSettles;

typedef PaddockChanges *(*PaddockCommandPlanner) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan);
typedef gboolean        (*PaddockCommandChecker) (const PaddockCommand     *command,
                                                  const PaddockPlanContext *plan,
                                                  GError                  **error);

/* A row of the table of verbs. */
typedef struct {
  const char            *method;    /* the verb's method on the bus, which the interface's XML
                                     * describes */
  PaddockCommandPlanner  plan;      /* returns the changes that carry out the command */
  PaddockCommandChecker  check;     /* (nullable) returns whether the command makes sense now; NULL:
                                     * it always does */
  PaddockPromptKind      prompt;    /* the question to the user, if the command widens access */
  PaddockWantsFlags      wants;     /* what the question to the user names, besides the command's
                                     * arguments */
  PaddockEvent           asked;     /* the event in the journal when the user is asked about the
                                     * command */
  PaddockSettles         settles;   /* which waiting questions end when the command is carried
                                     * out */
  PaddockVerdict         verdict;   /* if @settles is SERVER: the verdict with which the waiting
                                     * question ends */
  PaddockReason          reason;    /* if @settles is SERVER: the reason with which the waiting
                                     * question ends */
  gboolean               takes;     /* the command takes access away, so an answer about this server
                                     * that is under way no longer counts */
  gboolean               is_for_window;   /* if the command widens access, every caller but the
                                           * window is refused */
  gboolean               may_lapse; /* the command's waiting question ends as soon as the command
                                     * would change nothing */
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
