/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first and the longest time between two attempts to connect. */
#define PADDOCK_SERVICE_DIALER_RETRY_MS     50
#define PADDOCK_SERVICE_DIALER_RETRY_MAX_MS 5000
/* If there is no service within this many ms after the start, absent() is called, once. */
#define PADDOCK_SERVICE_DIALER_ABSENT_MS    5000

/* Connects to the service, and connects again whenever it is gone. */
typedef struct _PaddockServiceDialer PaddockServiceDialer;

typedef struct {
  /* The service sent a line. @line has no newline. */
  void (* line)(GBytes  *line,
                gpointer user_data);
  /* The connection is lost. @was_begun: whether paddock_service_dialer_begun() was called for this
   * connection. */
  void (* lost)(gboolean was_begun,
                gpointer user_data);
  /* Nobody listens on the socket. Called once each time the service is gone. */
  void (* unreachable)(gpointer user_data);
  /* There was no service within PADDOCK_SERVICE_DIALER_ABSENT_MS after the start. */
  void (* absent)(gpointer user_data);
  /* The system forbids this process to connect, for example in a sandbox. Called at most once, when
   * that is noticed. Must not free the dialer. */
  void (* forbidden)(const char *reason,
                     gpointer    user_data);
} PaddockServiceDialerFuncs;

PaddockServiceDialer *paddock_service_dialer_new      (const char                      *path,
                                                       guint                            grace,
                                                       const PaddockServiceDialerFuncs *funcs,
                                                       gpointer                         user_data);
void                  paddock_service_dialer_set_guard (PaddockServiceDialer *self,
                                                        int                   guard);
void                  paddock_service_dialer_free     (PaddockServiceDialer *self);
void                  paddock_service_dialer_start    (PaddockServiceDialer *self);
void                  paddock_service_dialer_begun    (PaddockServiceDialer *self);
void                  paddock_service_dialer_abandon  (PaddockServiceDialer *self);
void                  paddock_service_dialer_send     (PaddockServiceDialer *self,
                                                       GBytes               *line);
gboolean              paddock_service_dialer_is_sending (const PaddockServiceDialer *self);
const char           *paddock_service_dialer_get_path (const PaddockServiceDialer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockServiceDialer, paddock_service_dialer_free)

G_END_DECLS
