/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"

G_BEGIN_DECLS

/* How many seconds the application may take from its activation to its registration as agent. */
#define PADDOCK_BUS_AGENT_SUMMON_SECONDS 8

#define PADDOCK_TYPE_BUS_AGENT (paddock_bus_agent_get_type ())
G_DECLARE_FINAL_TYPE (PaddockBusAgent, paddock_bus_agent, PADDOCK, BUS_AGENT, GObject)

PaddockBusAgent *paddock_bus_agent_new             (GDBusConnection      *connection);
void             paddock_bus_agent_set_bus         (PaddockBusAgent      *self,
                                                    GDBusConnection      *connection);

/* These two functions ask the bus whether the connection @bus_name belongs to the application now.
 * Registering also makes that connection the agent. */
void             paddock_bus_agent_register_async  (PaddockBusAgent      *self,
                                                    const char           *bus_name,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
void             paddock_bus_agent_confirm_async   (PaddockBusAgent      *self,
                                                    const char           *bus_name,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean         paddock_bus_agent_finish          (PaddockBusAgent      *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
void             paddock_bus_agent_unregister      (PaddockBusAgent      *self,
                                                    const char           *bus_name);

G_END_DECLS
