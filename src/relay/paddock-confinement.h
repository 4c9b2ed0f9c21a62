/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-box.h"
#include "paddock-confined.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* What the user said about the box on the command line. */
typedef struct {
  gboolean            has_network;
  const char * const *reads;        /* (nullable) what the program of the server needs, read-only */
  const char * const *writes;       /* (nullable) what the server can change besides its folders */
  const char * const *names;        /* (nullable) further variables that the server gets */
  const char * const *argv;         /* (nullable) the server's command line, for which programs are
                                     * found; NULL: none are */
  gboolean            enters_folder; /* it starts in one of its folders */
} PaddockConfinementOptions;

/* How the boxes of one server are made. */
typedef struct _PaddockConfinement PaddockConfinement;

PaddockConfinement *paddock_confinement_new          (const PaddockConfinementOptions *options);
void                paddock_confinement_free         (PaddockConfinement       *self);
void                paddock_confinement_watch        (PaddockConfinement       *self,
                                                      GSourceOnceFunc           opened,
                                                      PaddockBoxChanged         changed,
                                                      gpointer                  user_data);
gboolean            paddock_confinement_open         (PaddockConfinement       *self,
                                                      const PaddockRootList    *list);
gboolean            paddock_confinement_is_open      (const PaddockConfinement *self);
GPtrArray          *paddock_confinement_open_folders (PaddockConfinement       *self,
                                                      const PaddockRootList    *list,
                                                      GError                  **error);
gboolean            paddock_confinement_could_hold_all (PaddockConfinement    *self,
                                                        const PaddockRootList *list,
                                                        const char * const    *held);
GStrv               paddock_confinement_dup_held     (GPtrArray                *folders,
                                                      const PaddockRootList    *list);
PaddockBox         *paddock_confinement_make_box     (PaddockConfinement       *self,
                                                      GPtrArray                *folders,
                                                      const PaddockRootList    *list,
                                                      const char * const       *argv,
                                                      const char * const       *environment,
                                                      const char               *directory,
                                                      GError                  **error);
const PaddockConfined *paddock_confinement_get_confined (const PaddockConfinement *self);
const char * const    *paddock_confinement_get_empty    (const PaddockConfinement *self);
const char            *paddock_confinement_get_server   (const PaddockConfinement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockConfinement, paddock_confinement_free)

G_END_DECLS
