/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-properties.h"

#include "config.h"

/* The properties of the control interface. A value is computed when somebody reads the property,
 * and before a change is announced. Nothing is stored here. */

static GVariant *
get_version (const PaddockControlContext *context)
{
  return g_variant_new_string (PACKAGE_VERSION);
}

static GVariant *
get_socket_path (const PaddockControlContext *context)
{
  return g_variant_new_bytestring (context->socket_path);
}

static GVariant *
get_consent_mode (const PaddockControlContext *context)
{
  return g_variant_new_string (paddock_policy_consent_mode_to_nick (context->mode));
}

static GVariant *
get_has_agent (const PaddockControlContext *context)
{
  PaddockConsentAgent *agent = PADDOCK_CONSENT_AGENT (context->agent);

  return g_variant_new_boolean (paddock_consent_agent_is_available (agent));
}

static GVariant *
get_paused (const PaddockControlContext *context)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (context->state);

  return g_variant_new_boolean (paddock_snapshot_is_paused (snapshot));
}

static GVariant *
get_set_aside (const PaddockControlContext *context)
{
  return g_variant_new_bytestring (context->set_aside != NULL ? context->set_aside : "");
}

static GVariant *
get_sandbox (const PaddockControlContext *context)
{
  return g_variant_new_string (context->sandbox != NULL ? context->sandbox : "");
}

static GVariant *
get_refused_often (const PaddockControlContext *context)
{
  return g_variant_new_strv (paddock_refusals_get_servers (context->refusals), -1);
}

static GVariant *
get_import_offer (const PaddockControlContext *context)
{
  return paddock_import_offer_to_variant (paddock_import_get_offer (context->import));
}

static const struct {
  const char *name;
  GVariant *(*get) (const PaddockControlContext *context);
} properties[] = {
  { "Version", get_version },
  { "SocketPath", get_socket_path },
  { "ConsentMode", get_consent_mode },
  { "HasAgent", get_has_agent },
  { "Paused", get_paused },
  { "SetAside", get_set_aside },
  { "Sandbox", get_sandbox },
  { "RefusedOften", get_refused_often },
  { "ImportOffer", get_import_offer },
};

/**
 * paddock_control_properties_get:
 * @context: what the interface works on
 * @name: a property of the interface
 * @error: return location
 *
 * Returns: (transfer floating) (nullable): the current value of the property; %NULL if there is no
 *   such property
 */
GVariant *
paddock_control_properties_get (const PaddockControlContext  *context,
                                const char                   *name,
                                GError                      **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++) {
    if (g_strcmp0 (properties[i].name, name) == 0)
      return properties[i].get (context);
  }
  g_set_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_PROPERTY, "No property “%s”", name);
  return NULL;
}
