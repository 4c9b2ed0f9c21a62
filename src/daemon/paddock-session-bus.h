/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How long the service waits before it tries to join a lost bus again, in µs: at first, and at
 * most. The longest wait is shorter than the time for which an activated service waits for the
 * locks (paddock-service.c). So if a new bus activates another service, this service has the name
 * before the other one gives up. */
#define PADDOCK_SESSION_BUS_FIRST_WAIT   (G_TIME_SPAN_SECOND / 2)
#define PADDOCK_SESSION_BUS_LONGEST_WAIT (4 * G_TIME_SPAN_SECOND)

#define PADDOCK_TYPE_SESSION_BUS (paddock_session_bus_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSessionBus, paddock_session_bus, PADDOCK, SESSION_BUS, GObject)

/* Signals:
 *   joined ()    there is a connection; whatever can be called must be exported now
 *   lost ()      the connection is lost; the service tries to join again
 *   refused ()   another program had the name at the first attempt */
PaddockSessionBus *paddock_session_bus_new            (void);
gboolean           paddock_session_bus_connect        (PaddockSessionBus  *self,
                                                       GError            **error);
void               paddock_session_bus_join           (PaddockSessionBus  *self);
GDBusConnection   *paddock_session_bus_get_connection (PaddockSessionBus  *self);
void               paddock_session_bus_release_name   (PaddockSessionBus  *self);
void               paddock_session_bus_leave          (PaddockSessionBus  *self);

G_END_DECLS
