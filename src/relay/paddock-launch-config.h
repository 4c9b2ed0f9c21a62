/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"
#include "paddock-revocation.h"

G_BEGIN_DECLS

/* A server without a folder that ends within so much of its start, or before it was asked for
 * anything, ended because it has none. */
#define PADDOCK_LAUNCH_CONFIG_AT_ONCE_US (10 * G_TIME_SPAN_SECOND)
/* Between two restarts for folders that came, at least, unless all were taken back meanwhile; and
 * between two looks at what stands against one. */
#define PADDOCK_LAUNCH_CONFIG_PERIOD_US  (1 * G_TIME_SPAN_MINUTE)
/* Between two restarts for folders that are gone. A folder comes back once a minute at most. */
#define PADDOCK_LAUNCH_CONFIG_NARROW_US  (5 * G_TIME_SPAN_SECOND)
/* Between two requests of the host that put the same question. */
#define PADDOCK_LAUNCH_CONFIG_PROMPT_US     (1 * G_TIME_SPAN_MINUTE)

typedef enum {
  PADDOCK_LAUNCH_CONFIG_CURRENT,              /* it has what it may see */
  PADDOCK_LAUNCH_CONFIG_KEEP,              /* nothing is there now,
      but nobody took it back; or it cannot
                                     * get what came */
  PADDOCK_LAUNCH_CONFIG_TOLD,              /* it has more, and keeps it */
  PADDOCK_LAUNCH_CONFIG_LATER,             /* not now */
  PADDOCK_LAUNCH_CONFIG_RESTART,
} PaddockLaunchConfigStep;

/* What a server is started with that gets its folders then. */
typedef struct _PaddockLaunchConfig PaddockLaunchConfig;

typedef struct {
  const char * const *argv;          /* of the server, with templates */
  gboolean            is_literal;    /* what looks like a template is none */
  gboolean            enters_folder; /* it starts in the first folder */
  PaddockOnRevoke     on_revoke;
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
