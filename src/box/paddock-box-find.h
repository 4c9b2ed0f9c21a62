/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-box-plan.h"

G_BEGIN_DECLS

/* How many links and interpreters are followed. The kernel follows as many. */
#define PADDOCK_BOX_FIND_LINKS_MAX        40
#define PADDOCK_BOX_FIND_INTERPRETERS_MAX 5

/* Why a box needs a path. */
typedef enum {
  PADDOCK_BOX_FIND_PROGRAM,         /* it has the server's program */
  PADDOCK_BOX_FIND_INTERPRETER,     /* it has what runs that program */
  PADDOCK_BOX_FIND_ENVIRONMENT,     /* it is the virtual environment of Python that has it */
  PADDOCK_BOX_FIND_SCRIPT,          /* it has the script that the program runs */
} PaddockBoxFindReason;

typedef struct {
  char                *path;        /* (owned) a folder or file, without links */
  PaddockBoxFindReason reason;
} PaddockBoxFinding;

/* What a box needs for a command. */
typedef struct {
  GPtrArray *findings;              /* (owned) PaddockBoxFinding, none in another one */
  GPtrArray *links;                 /* (owned) PaddockBoxLink: the links on the way there */
} PaddockBoxFind;

typedef struct {
  const char * const *argv;         /* the server's command line */
  const char * const *environment;  /* that of the host */
  const char         *home;         /* the path of the user's home, without links */
  const char         *directory;    /* (nullable) where the server starts; NULL: not known, so words
                                     * that are relative paths name nothing */
  GPtrArray          *folders;      /* PaddockBoxFolder: what the box has already */
} PaddockBoxFindOptions;

PaddockBoxFind *paddock_box_find_new  (const PaddockBoxFindOptions *options,
                                       GError                     **error);
void            paddock_box_find_free (PaddockBoxFind              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBoxFind, paddock_box_find_free)

G_END_DECLS
