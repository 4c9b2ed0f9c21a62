/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-proxies.h"

#include <string.h>

/* Reads which proxy the environment names: http_proxy, https_proxy, all_proxy and no_proxy, as curl
 * and others do.
 *
 * GLib knows the desktop's settings. It reads the environment only through an installed module,
 * which some desktops lack. The configuration of a host can set the environment of one server, so
 * the environment has priority over the desktop's settings. Credentials in a proxy's address are
 * sent in the same way, whether the environment or the desktop names the proxy.
 */

static const char *
find (const char * const *environment,
      const char         *name)
{
  g_autofree char *upper = g_ascii_strup (name, -1);
  const char *value = g_environ_getenv ((char **) environment, name);

  if (value == NULL || *value == '\0')
    value = g_environ_getenv ((char **) environment, upper);
  return value != NULL && *value != '\0' ? value : NULL;
}

static char *
dup_proxy (const char * const *environment,
           const char         *name)
{
  const char *value = find (environment, name);

  if (value == NULL)
    value = find (environment, "all_proxy");
  if (value == NULL)
    return NULL;
  return strstr (value, "://") != NULL ? g_strdup (value) : g_strconcat ("http://", value, NULL);
}

/* Returns the hosts that need no proxy, as GIO wants them. In no_proxy, a name stands for itself
 * and for all its subdomains. */
static GStrv
list_exceptions (const char *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit_set (text != NULL ? text : "", ", \t", -1);

  for (guint i = 0; words[i] != NULL; i++) {
    const char *word = words[i] + (g_str_has_prefix (words[i], "*.") ? 1 : 0);
    g_autofree char *below = g_strconcat (*word == '.' ? "" : ".", word, NULL);

    if (*word == '\0' || g_str_equal (word, "."))
      continue;
    g_strv_builder_add (builder, *word == '.' ? word + 1 : word);
    if (!g_ascii_isdigit (*word) && strchr (word, ':') == NULL && strchr (word, '/') == NULL)
      g_strv_builder_add (builder, below);
  }
  return g_strv_builder_end (builder);
}

/**
 * paddock_proxies_new:
 * @environment: as g_get_environ() gives it
 *
 * Returns: (transfer full) (nullable): a resolver for the proxies of @environment; %NULL if
 *   @environment names none
 */
GProxyResolver *
paddock_proxies_new (const char * const *environment)
{
  g_autofree char *plain = dup_proxy (environment, "http_proxy");
  g_autofree char *secure = dup_proxy (environment, "https_proxy");
  const char *exceptions = find (environment, "no_proxy");
  g_auto (GStrv) hosts = list_exceptions (exceptions);
  GProxyResolver *resolver;

  if (plain == NULL && secure == NULL)
    return NULL;
  if (g_strcmp0 (exceptions, "*") == 0)
    return g_simple_proxy_resolver_new (NULL, NULL);
  resolver = g_simple_proxy_resolver_new (NULL, hosts);
  if (plain != NULL)
    g_simple_proxy_resolver_set_uri_proxy (G_SIMPLE_PROXY_RESOLVER (resolver), "http", plain);
  if (secure != NULL)
    g_simple_proxy_resolver_set_uri_proxy (G_SIMPLE_PROXY_RESOLVER (resolver), "https", secure);
  return resolver;
}

/**
 * paddock_proxies_dup_authorization:
 * @peer: (nullable): the other end of a connection
 *
 * Makes the credentials for an HTTP proxy. Any other proxy, such as SOCKS, gets its credentials
 * from GIO; there, this header would arrive at the server, which must not get the credentials.
 *
 * Returns: (transfer full) (nullable): the value of Proxy-Authorization (RFC 9110, 11.7.2) if @peer
 *   is an HTTP proxy whose address contains a user name; %NULL for any other peer
 */
char *
paddock_proxies_dup_authorization (GSocketAddress *peer)
{
  GProxyAddress *proxy = G_IS_PROXY_ADDRESS (peer) ? G_PROXY_ADDRESS (peer) : NULL;
  const char *name = proxy != NULL ? g_proxy_address_get_username (proxy) : NULL;
  const char *password = proxy != NULL ? g_proxy_address_get_password (proxy) : NULL;
  g_autofree char *pair = NULL;
  g_autofree char *code = NULL;

  if (name == NULL || !g_str_equal (g_proxy_address_get_protocol (proxy), "http"))
    return NULL;
  pair = g_strconcat (name, ":", password != NULL ? password : "", NULL);
  code = g_base64_encode ((const guchar *) pair, strlen (pair));
  return g_strconcat ("Basic ", code, NULL);
}
