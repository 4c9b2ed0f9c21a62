/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <sys/types.h>

#include "paddock-box-plan.h"
#include "paddock-rare-fd.h"

G_BEGIN_DECLS

/* How many folders a box may have, and how long it may take to build it. */
#define PADDOCK_BOX_FOLDERS_MAX 256
#define PADDOCK_BOX_BUILD_MS    5000

/* A box in which one server runs. */
typedef struct _PaddockBox PaddockBox;

/* Called once when the box must make room for another one, because a mount came or went in one
 * of its folders. @is_breach: this happened in the box itself, which is killed right after this
 * call. */
typedef void (*PaddockBoxChanged) (gboolean is_breach,
                                   gpointer user_data);

typedef struct {
  const char * const *argv;         /* the server's command line */
  const char * const *environment;  /* the environment of this process */
  const char * const *more_names;   /* further variables that the server gets */
  GPtrArray          *folders;      /* PaddockBoxFolder: what the user shared, and what the program
                                     * needs */
  GPtrArray          *links;        /* (nullable) PaddockBoxLink: how it finds its program */
  GPtrArray          *copies;       /* (nullable) PaddockBoxCopy: files that the kept home has */
  GPtrArray          *withheld;     /* (nullable) (element-type filename) what the server must not
                                     * see, although it lies below directories of the system */
  const char * const *empty;        /* (nullable) paths at which it has an empty folder */
  const char         *private_home; /* (nullable) the directory that the server has as its home; it
                                     * is made if it is missing; NULL: an empty one that ends with
                                     * the box */
  const char         *package;      /* (nullable) what npx starts, which is copied into
                                     * @private_home; NULL: nothing is */
  const char         *directory;    /* (nullable) where the server starts, if the box has this
                                     * directory; NULL: the directory of this process */
  gboolean            has_network;
  PaddockBoxChanged   changed;      /* (nullable) */
  gpointer            user_data;    /* for @changed, which must stay valid while the box exists */
} PaddockBoxOptions;

PaddockBox         *paddock_box_new              (const PaddockBoxOptions  *options,
                                                  GError                  **error);
PaddockBox         *paddock_box_ref              (PaddockBox               *self);
void                paddock_box_unref            (PaddockBox               *self);
const char * const *paddock_box_get_argv         (PaddockBox               *self);
const int          *paddock_box_get_descriptors  (PaddockBox               *self);
gboolean            paddock_box_begin            (PaddockBox               *self,
                                                  pid_t                     bubblewrap,
                                                  GError                  **error);
gboolean            paddock_box_has_network      (const PaddockBox         *self);
int                 paddock_box_get_first        (const PaddockBox         *self);
void                paddock_box_signal           (PaddockBox               *self,
                                                  int                       signal_number);
gboolean            paddock_box_has_ended        (PaddockBox               *self);
PaddockRareFd      *paddock_box_watch_end        (PaddockBox               *self,
                                                  PaddockRareFdFunc         ended,
                                                  gpointer                  user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBox, paddock_box_unref)

G_END_DECLS
