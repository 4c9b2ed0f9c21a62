/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-launch-command.h"
#include "paddock-revocation.h"

G_BEGIN_DECLS

/* If a server without a folder ends within this time after its start, the reason is taken to be the
 * missing folder. The same holds for a later end if the host had asked the server for nothing that
 * may need a folder. */
#define PADDOCK_LAUNCH_CONFIG_AT_ONCE_US (10 * G_TIME_SPAN_SECOND)
/* The shortest time between two restarts that give the server folders, and between two that take
 * folders from it. */
#define PADDOCK_LAUNCH_CONFIG_PERIOD_US   (5 * G_TIME_SPAN_SECOND)
/* The server gets all folders at once that are shared with it within this time. */
#define PADDOCK_LAUNCH_CONFIG_COALESCE_US (300 * G_TIME_SPAN_MILLISECOND)
/* When to decide again about a server that runs tasks. */
#define PADDOCK_LAUNCH_CONFIG_OBSTACLE_US (1 * G_TIME_SPAN_MINUTE)
/* A request of the host makes the service ask the user for folders. Before this time is over,
 * further requests don't make it ask again. */
#define PADDOCK_LAUNCH_CONFIG_PROMPT_US     (1 * G_TIME_SPAN_MINUTE)

/* What to do about a server that runs. */
typedef enum {
  PADDOCK_LAUNCH_CONFIG_CURRENT,    /* do nothing: the server has exactly the folders that it may
                                     * see */
  PADDOCK_LAUNCH_CONFIG_KEEP,       /* do nothing: an obstacle forbids new folders, or all folders
                                     * are gone but the user did not take them back */
  PADDOCK_LAUNCH_CONFIG_TOLD,       /* report that the server keeps folders which were taken back;
                                     * if the reason is PADDOCK_REASON_NO_HANDSHAKE, report it
                                     * later */
  PADDOCK_LAUNCH_CONFIG_LATER,      /* decide again later */
  PADDOCK_LAUNCH_CONFIG_END,        /* end the session: a confined server holds what was taken back,
                                     * and can't be restarted */
  PADDOCK_LAUNCH_CONFIG_RESTART,
} PaddockLaunchConfigStep;

/* Decides when to restart a server that is started with its folders. */
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
gboolean                   paddock_launch_config_is_revoked (const PaddockLaunchConfig *self);
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
PaddockLaunchCommand      *paddock_launch_config_get_command (PaddockLaunchConfig *self);
void                       paddock_launch_config_renew (PaddockLaunchConfig *self);
gboolean                   paddock_launch_config_is_urgent (const PaddockLaunchConfig *self);
PaddockRootList           *paddock_launch_config_get_roots (PaddockLaunchConfig *self);
gint64                     paddock_launch_config_drop_ended (PaddockLaunchConfig *self,
                                                             gint64               now);
gboolean                   paddock_launch_config_takes (PaddockLaunchConfig *self);
PaddockRootList           *paddock_launch_config_limit (const PaddockLaunchConfig *self,
                                                        PaddockRootList           *list);
GStrv                      paddock_launch_config_dup_pending (const PaddockLaunchConfig *self);
GStrv                      paddock_launch_config_dup_lost (const PaddockLaunchConfig *self,
                                                           const char * const        *given);
PaddockReason              paddock_launch_config_restarted (PaddockLaunchConfig *self,
                                                            gint64               now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLaunchConfig, paddock_launch_config_free)

G_END_DECLS
