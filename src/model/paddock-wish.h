/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-answers.h"
#include "paddock-plan.h"
#include "paddock-request.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_WISH_ADD_ROOTS,           /* those of the wish, one at least */
  PADDOCK_WISH_REMOVE_ROOTS,
  PADDOCK_WISH_CHANGE_ROOT,
  PADDOCK_WISH_GRANT,
  PADDOCK_WISH_REVOKE,
  PADDOCK_WISH_BLOCK,
  PADDOCK_WISH_UNBLOCK,
  PADDOCK_WISH_FORGET,
  PADDOCK_WISH_PAUSE,
  PADDOCK_WISH_RESUME,
  PADDOCK_WISH_CLEAR_JOURNAL,
  PADDOCK_WISH_CHOOSE,              /* what may be switched on only in the window */
  PADDOCK_WISH_LET_READ,             /* of the choices, the one that others may wish for */
  PADDOCK_WISH_TAKE_BACK_NEVER,      /* of the file at the path, from the answers */
} PaddockWishKind;

/* What somebody wants done, kept until it may be: a verb with its arguments. It is planned against
 * the ledger of the moment at which it is carried out, not of that at which it was wished. */
typedef struct {
  PaddockWishKind  kind;
  char            *server_id;       /* (owned) (nullable) */
  GStrv            root_ids;        /* (owned) (nullable) */
  gboolean         has_access;
  PaddockAccess    access;          /* GRANT, CHANGE_ROOT; else what the root allows */
  PaddockDuration  duration;        /* GRANT; CHANGE_ROOT with has_expires */
  char            *scope;           /* (owned) (nullable) for a session, or a login */
  gboolean         has_name;
  char            *name;            /* (owned) (nullable) CHANGE_ROOT */
  gboolean         has_expires;
  gint64           expires;         /* CHANGE_ROOT */
  gboolean         has_crosses;
  gboolean         crosses;         /* CHANGE_ROOT: other file systems below it, too */
  PaddockFileRecord *record;        /* (owned) (nullable) CHANGE_ROOT: what is there now counts */
  PaddockChoices   which;           /* CHOOSE, LET_READ: those that are made */
  PaddockChoices   choices;         /* … those of them that are switched on */
  GPtrArray       *roots;           /* (owned) (nullable) PaddockRoot: ADD_ROOTS */
  PaddockPlaceWarnings warnings;    /* ADD_ROOTS, CHANGE_ROOT: about any */
  char            *path;            /* (owned) (nullable) TAKE_BACK_NEVER: canonical */
  PaddockFileAnswers *answers;      /* (owned) (nullable) TAKE_BACK_NEVER: without it, nothing */
} PaddockWish;

PaddockWish      *paddock_wish_new        (PaddockWishKind      kind,
                                           const char          *server_id,
                                           const char * const  *root_ids);
void              paddock_wish_free       (PaddockWish         *wish);
void              paddock_wish_fix_access (PaddockWish         *wish,
                                           const PaddockPlan   *plan);
PaddockChangeset *paddock_wish_plan       (const PaddockWish   *wish,
                                           const PaddockPlan   *plan);
PaddockRequestKind paddock_wish_get_request_kind (const PaddockWish *wish);
PaddockRequest   *paddock_wish_to_request (const PaddockWish   *wish,
                                           const PaddockPlan   *plan);
gboolean          paddock_wish_equal      (const PaddockWish   *a,
                                           const PaddockWish   *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWish, paddock_wish_free)

G_END_DECLS
