/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-answers.h"
#include "paddock-plan.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_COMMAND_ADD_ROOTS,           /* those of the command, one at least */
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
  PADDOCK_COMMAND_CHOOSE,              /* what may be switched on only in the window */
  PADDOCK_COMMAND_LET_READ,             /* of the choices, the one that others may command for */
  PADDOCK_COMMAND_TAKE_BACK_NEVER,      /* of the file at the path, from the answers */
} PaddockCommandKind;

/* What somebody wants done, kept until it may be: a verb with its arguments. It is planned against
 * the snapshot of the moment at which it is carried out, not of that at which it was wished. */
typedef struct {
  PaddockCommandKind   kind;
  char                *server_id;   /* (owned) (nullable) */
  GStrv                root_ids;    /* (owned) (nullable) */
  gboolean             has_access;
  PaddockAccess        access;      /* GRANT, CHANGE_ROOT; else what the root allows */
  PaddockDuration      duration;    /* GRANT; CHANGE_ROOT with has_expires */
  char                *scope;       /* (owned) (nullable) for a session, or a login */
  gboolean             has_name;
  char                *name;        /* (owned) (nullable) CHANGE_ROOT */
  gboolean             has_expires;
  gint64               expires;     /* CHANGE_ROOT */
  gboolean             has_crosses;
  gboolean             crosses;     /* CHANGE_ROOT: other file systems below it, too */
  PaddockFileRecord   *record;      /* (owned) (nullable) CHANGE_ROOT: what is there now counts */
  PaddockChoices       which;       /* CHOOSE, LET_READ: those that are made */
  PaddockChoices       choices;     /* … those of them that are switched on */
  GPtrArray           *roots;       /* (owned) (nullable) PaddockRoot: ADD_ROOTS */
  PaddockPlaceWarnings warnings;    /* ADD_ROOTS, CHANGE_ROOT: about any */
  char                *path;        /* (owned) (nullable) TAKE_BACK_NEVER: canonical */
  PaddockFileAnswers  *answers;     /* (owned) (nullable) TAKE_BACK_NEVER: without it, nothing */
} PaddockCommand;

PaddockCommand   *paddock_command_new             (PaddockCommandKind        kind,
                                                   const char               *server_id,
                                                   const char * const       *root_ids);
void              paddock_command_free            (PaddockCommand           *command);
void              paddock_command_fix_access      (PaddockCommand           *command,
                                                   const PaddockPlanContext *plan);
PaddockChanges   *paddock_command_plan            (const PaddockCommand     *command,
                                                   const PaddockPlanContext *plan);
PaddockPromptKind paddock_command_get_prompt_kind (const PaddockCommand     *command);
PaddockPrompt    *paddock_command_to_prompt       (const PaddockCommand     *command,
                                                   const PaddockPlanContext *plan);
gboolean          paddock_command_equal           (const PaddockCommand     *a,
                                                   const PaddockCommand     *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockCommand, paddock_command_free)

G_END_DECLS
