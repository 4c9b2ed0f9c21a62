/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-launch-command.h"
#include "paddock-revocation.h"

G_BEGIN_DECLS

/* A server that has no folder ends because of that if it ends so soon after its start, or before
 * anybody asked it for anything. */
#define PADDOCK_LAUNCH_CONFIG_AT_ONCE_US (10 * G_TIME_SPAN_SECOND)
/* The shortest time between two restarts for folders that came, unless all were taken back
 * meanwhile. Also between two looks at an obstacle. */
#define PADDOCK_LAUNCH_CONFIG_PERIOD_US  (1 * G_TIME_SPAN_MINUTE)
/* The shortest time between two restarts for folders that are gone. */
#define PADDOCK_LAUNCH_CONFIG_NARROW_US  (5 * G_TIME_SPAN_SECOND)
/* The shortest time between two requests of the host that ask the user again. */
#define PADDOCK_LAUNCH_CONFIG_PROMPT_US     (1 * G_TIME_SPAN_MINUTE)

typedef enum {
  PADDOCK_LAUNCH_CONFIG_CURRENT,    /* it has what it may see */
  PADDOCK_LAUNCH_CONFIG_KEEP,       /* it stays: it can't get what came, or its folders are gone
                                     * although nobody took them back */
  PADDOCK_LAUNCH_CONFIG_TOLD,       /* it has more than it may see, and keeps that */
  PADDOCK_LAUNCH_CONFIG_LATER,      /* not now */
  PADDOCK_LAUNCH_CONFIG_RESTART,
} PaddockLaunchConfigStep;

/* When a server that is started with its folders is to be started again. */
typedef struct _PaddockLaunchConfig PaddockLaunchConfig;

typedef struct {
  PaddockLaunchCommandOptions command;
  PaddockOnRevoke             on_revoke;
} PaddockLaunchConfigOptions;

PaddockLaunchConfig       *paddock_launch_config_new (const PaddockLaunchConfigOptions *options);
void                       paddock_launch_config_free (PaddockLaunchConfig *self);
void                       paddock_launch_config_set_roots (PaddockLaunchConfig *self,
                                                            PaddockRootList     *list);
gboolean                   paddock_launch_config_has_any (const PaddockLaunchConfig *self);
gboolean                   paddock_launch_config_is_prepared (const PaddockLaunchConfig *self);
const PaddockChildOptions *paddock_launch_config_prepare (PaddockLaunchConfig  *self,
                                                          gint64                now,
                                                          GError              **error);
gboolean                   paddock_launch_config_needs_prompt (PaddockLaunchConfig *self,
                                                               PaddockMessage      *message,
                                                               gboolean             is_vacant,
                                                               gboolean             is_pending,
                                                               gint64               now);
gboolean                   paddock_launch_config_explains_end (const PaddockLaunchConfig *self,
                                                               gint64                     now);
PaddockLaunchConfigStep    paddock_launch_config_decide (PaddockLaunchConfig *self,
                                                         PaddockObstacle      obstacle,
                                                         gint64               now,
                                                         gint64              *out_when,
                                                         PaddockReason       *out_reason);
GStrv                      paddock_launch_config_dup_lost (const PaddockLaunchConfig *self);
void                       paddock_launch_config_restarted (PaddockLaunchConfig *self,
                                                            gint64               now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunchConfig, paddock_launch_config_free)

G_END_DECLS
