/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-facts.h"

#include "paddock-client-private.h"
#include "paddock-control-bus.h"
#include "paddock-server-item.h"
#include "paddock-server-label.h"

/* Facts about the service, read from the properties of its proxy. Nothing is stored here, so
 * without a service there are no facts. */

static PaddockBusControl *
get_control (PaddockClient *self)
{
  GDBusProxy *proxy = paddock_client_get_proxy (self);

  return proxy != NULL ? PADDOCK_BUS_CONTROL (proxy) : NULL;
}

/**
 * paddock_client_facts_get_consent_mode:
 *
 * Returns: (transfer none) (nullable): what the service does if consent is needed: "ask", "deny" or
 *   "allow"; %NULL while there is no service
 */
const char *
paddock_client_facts_get_consent_mode (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL ? paddock_bus_control_get_consent_mode (proxy) : NULL;
}

/**
 * paddock_client_facts_get_version:
 *
 * Returns: (transfer none) (nullable): the service's version; %NULL while there is no service
 */
const char *
paddock_client_facts_get_version (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL ? paddock_bus_control_get_version (proxy) : NULL;
}

/**
 * paddock_client_facts_get_set_aside:
 *
 * Returns: (transfer none) (nullable): the path of a damaged database, in GLib's file name
 *   encoding. The service replaced the database, and the user may delete this file. %NULL if there
 *   is none, or no service
 */
const char *
paddock_client_facts_get_set_aside (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);
  const char *path = proxy != NULL ? paddock_bus_control_get_set_aside (proxy) : NULL;

  return path != NULL && *path != '\0' ? path : NULL;
}

/**
 * paddock_client_facts_get_sandbox:
 *
 * Returns: (transfer none): the kind of the service's sandbox, one of PADDOCK_SANDBOX_…; "" if the
 *   service runs outside a sandbox, or if there is no service
 */
const char *
paddock_client_facts_get_sandbox (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);
  const char *sandbox = proxy != NULL ? paddock_bus_control_get_sandbox (proxy) : NULL;

  return sandbox != NULL ? sandbox : "";
}

/**
 * paddock_client_facts_dup_import_offer:
 *
 * Returns: (transfer full) (nullable): the data of another installation, which the service found
 *   and offers to import; %NULL if there is no offer, or no service
 */
PaddockImportOffer *
paddock_client_facts_dup_import_offer (PaddockClient *self)
{
  PaddockBusControl *proxy = get_control (self);

  return proxy != NULL
           ? paddock_import_offer_from_variant (paddock_bus_control_get_import_offer (proxy))
           : NULL;
}

/**
 * paddock_client_facts_get_refused:
 *
 * Returns: (transfer none): the servers and programs that were refused so many files that the user
 *   should look. Each is the id of a server, or ':' and the name of a program. An element stays in
 *   the list until the user acknowledges it. Empty without a service
 */
const char * const *
paddock_client_facts_get_refused (PaddockClient *self)
{
  static const char * const none[] = { NULL };
  PaddockBusControl *proxy = get_control (self);
  const char * const *ids = proxy != NULL ? paddock_bus_control_get_refused_often (proxy) : NULL;

  return ids != NULL ? ids : none;
}

/**
 * paddock_client_facts_dup_refused_label:
 *
 * Returns: (transfer full) (nullable): the name of the first server or program in the list of
 *   paddock_client_facts_get_refused(); %NULL if the list is empty, or if the service does not know
 *   that server any more
 */
char *
paddock_client_facts_dup_refused_label (PaddockClient *self)
{
  const char *id = paddock_client_facts_get_refused (self)[0];
  PaddockServerItem *item;

  if (id == NULL)
    return NULL;
  if (*id == ':')
    return g_strdup (id + 1);
  item = paddock_client_lookup_server (self, id);
  return item != NULL ? paddock_server_label_dup (paddock_server_item_get_view (item)) : NULL;
}
