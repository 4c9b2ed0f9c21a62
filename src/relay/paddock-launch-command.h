/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"
#include "paddock-confinement.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

typedef struct {
  const char * const *argv;          /* the command line, maybe with `{roots}` and `{root}` */
  gboolean            is_literal;    /* `{roots}` and `{root}` are not replaced */
  gboolean            enters_folder; /* the server starts in its first folder */
  const PaddockConfinementOptions *confinement; /* (nullable) NULL: the server is not confined */
} PaddockLaunchCommandOptions;

/* The command of a server that is started with its folders. */
typedef struct _PaddockLaunchCommand PaddockLaunchCommand;

PaddockLaunchCommand      *paddock_launch_command_new  (const PaddockLaunchCommandOptions *options);
void                       paddock_launch_command_free (PaddockLaunchCommand  *self);
const PaddockChildOptions *paddock_launch_command_fill (PaddockLaunchCommand   *self,
                                                        const PaddockRootList  *list,
                                                        GError                **error);
GStrv                      paddock_launch_command_dup_given (const PaddockLaunchCommand *self,
                                                             const PaddockRootList      *list);
const char * const        *paddock_launch_command_get_given (const PaddockLaunchCommand *self);
const char * const        *paddock_launch_command_get_held (const PaddockLaunchCommand *self);
PaddockConfinement        *paddock_launch_command_get_confinement (PaddockLaunchCommand *self);
PaddockBox                *paddock_launch_command_get_box (PaddockLaunchCommand *self);
gboolean                   paddock_launch_command_is_filled (const PaddockLaunchCommand *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunchCommand, paddock_launch_command_free)

G_END_DECLS
