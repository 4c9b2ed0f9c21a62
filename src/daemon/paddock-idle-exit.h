/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* How long a service stays after its last use, in µs, if nothing needs it. The second time is for a
 * service that should end soon. */
#define PADDOCK_IDLE_EXIT_IDLE_TIMEOUT  (10 * G_TIME_SPAN_MINUTE)
#define PADDOCK_IDLE_EXIT_QUIET_TIMEOUT (2 * G_TIME_SPAN_SECOND)

/* What may need the service, so that it does not end by itself. */
typedef enum {
  PADDOCK_IDLE_EXIT_SESSIONS  = 1 << 0,  /* a server is connected */
  PADDOCK_IDLE_EXIT_PROMPTS = 1 << 1,  /* a question waits for the user */
  PADDOCK_IDLE_EXIT_CALLS     = 1 << 2,  /* a call on the bus is not answered yet */
  PADDOCK_IDLE_EXIT_AGENT     = 1 << 3,  /* a window is registered */
  PADDOCK_IDLE_EXIT_EXPIRY    = 1 << 4,  /* a grant or something else expires at a certain time */
  PADDOCK_IDLE_EXIT_LOGIN     = 1 << 5,  /* the user wants the service to start at login, and then
                                          * to stay */
} PaddockIdleExitNeeds;

#define PADDOCK_TYPE_IDLE_EXIT (paddock_idle_exit_get_type ())
G_DECLARE_FINAL_TYPE (PaddockIdleExit, paddock_idle_exit, PADDOCK, IDLE_EXIT, GObject)

/* Signal: over (gboolean replaced)   nothing needs this service any more, or another version is
 * installed (@replaced) */
PaddockIdleExit *paddock_idle_exit_new          (gint64               idle_timeout,
                                                 const char          *executable);
void             paddock_idle_exit_set_need     (PaddockIdleExit     *self,
                                                 PaddockIdleExitNeeds need,
                                                 gboolean             is_needed);
void             paddock_idle_exit_set_bound    (PaddockIdleExit     *self,
                                                 gboolean             is_bound);
void             paddock_idle_exit_set_bus_lost (PaddockIdleExit     *self,
                                                 gboolean             is_stranded);
void             paddock_idle_exit_use          (PaddockIdleExit     *self);

G_END_DECLS
