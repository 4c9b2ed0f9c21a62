/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-link.h"
#include "paddock-launch-config.h"
#include "paddock-restart.h"

G_BEGIN_DECLS

/* The filter that restarts a server which is started with its folders. It does so when the folders
 * change. */
typedef struct _PaddockLaunchManager PaddockLaunchManager;

PaddockLaunchManager      *paddock_launch_manager_new          (PaddockLaunchConfig  *launch,
                                                                PaddockRestart       *restart,
                                                                GSourceOnceFunc       wanted,
                                                                gpointer              user_data);
void                       paddock_launch_manager_free         (PaddockLaunchManager *self);
void                       paddock_launch_manager_attach       (PaddockLaunchManager *self,
                                                                PaddockLink          *link);
gboolean                   paddock_launch_manager_is_confined  (PaddockLaunchManager *self);
gboolean                   paddock_launch_manager_is_ready     (PaddockLaunchManager *self);
gboolean                   paddock_launch_manager_open         (PaddockLaunchManager *self);
const PaddockChildOptions *paddock_launch_manager_prepare      (PaddockLaunchManager *self,
                                                                GError              **error);
const PaddockChildOptions *
paddock_launch_manager_prepare_again (PaddockLaunchManager *self,
                                      gboolean              was_quick);
void                       paddock_launch_manager_look         (PaddockLaunchManager *self);
void                       paddock_launch_manager_check        (PaddockLaunchManager *self);
void                       paddock_launch_manager_answered     (PaddockLaunchManager *self,
                                                                PaddockRootList      *list);
void                       paddock_launch_manager_consider     (PaddockLaunchManager *self);
PaddockRootList           *paddock_launch_manager_limit        (PaddockLaunchManager *self,
                                                                PaddockRootList      *list);
PaddockReason              paddock_launch_manager_restarted    (PaddockLaunchManager *self);
gboolean                   paddock_launch_manager_handle_exit  (PaddockLaunchManager *self);
void                       paddock_launch_manager_started      (PaddockLaunchManager *self);
void                       paddock_launch_manager_refused      (PaddockLaunchManager *self,
                                                                const GError         *problem);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunchManager, paddock_launch_manager_free)

G_END_DECLS
