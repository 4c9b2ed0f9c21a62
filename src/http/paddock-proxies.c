/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-proxies.h"

#include <string.h>

/* Chooses the proxy for an address. Reads which proxy the environment names: http_proxy,
 * https_proxy, all_proxy and no_proxy, as curl and others do.
 *
 * GLib knows the desktop's settings. It reads the environment only through an installed module,
 * which some desktops lack. The configuration of a host can set the environment of one server, so
 * the environment has priority over the desktop's settings. Credentials in a proxy's address are
 * sent in the same way, whether the environment or the desktop names the proxy.
 *
 * GIO compares the scheme of a proxy's address byte by byte, and knows fewer schemes than curl. So
 * each address is written anew, whoever named it.
 */

#define PADDOCK_TYPE_PROXIES (paddock_proxies_get_type ())
G_DECLARE_FINAL_TYPE (PaddockProxies, paddock_proxies, PADDOCK, PROXIES, GObject)

struct _PaddockProxies
{
  GObject         parent_instance;

  GProxyResolver *inner;            /* (owned) knows the proxies of the environment or of the
                                     * desktop */
};

/* What GIO calls a scheme. GIO lets each proxy of these kinds resolve the server's name, except
 * that of socks4. */
static const struct {
  const char *scheme;
  const char *names[4];             /* the proxies to try, in this order */
} spellings[] = {
  { "socks5h", { "socks5", NULL } },
  /* The version is not known. GSimpleProxyResolver tries these. */
  { "socks", { "socks5", "socks4a", "socks4", NULL } },
};

/* Adds the proxy @address to @addresses, as GIO wants it. */
static void
add_address (GStrvBuilder *addresses,
             const char   *address)
{
  const char *rest = strstr (address, "://");
  g_autofree char *scheme = rest != NULL ? g_ascii_strdown (address, rest - address) : NULL;
  const char * const unchanged[] = { scheme, NULL };
  const char * const *names = unchanged;

  if (scheme == NULL) {
    g_strv_builder_add (addresses, address);
    return;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (g_str_equal (scheme, spellings[i].scheme))
      names = spellings[i].names;
  for (gsize i = 0; names[i] != NULL; i++) {
    g_autofree char *spelled = g_strconcat (names[i], rest, NULL);

    g_strv_builder_add (addresses, spelled);
  }
}

/* Writes the addresses that a resolver found anew. @found: (transfer full) (nullable) */
static GStrv
spell (GStrv found)
{
  g_auto (GStrv) owned = found;
  g_autoptr (GStrvBuilder) addresses = NULL;

  if (owned == NULL)
    return NULL;
  addresses = g_strv_builder_new ();
  for (gsize i = 0; owned[i] != NULL; i++)
    add_address (addresses, owned[i]);
  return g_strv_builder_end (addresses);
}

static gboolean
is_supported (GProxyResolver *resolver)
{
  return TRUE;
}

static GStrv
lookup (GProxyResolver  *resolver,
        const char      *uri,
        GCancellable    *cancellable,
        GError         **error)
{
  return spell (g_proxy_resolver_lookup (PADDOCK_PROXIES (resolver)->inner, uri, cancellable,
                                         error));
}

static void
on_looked_up (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  GStrv found = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, &error);

  if (found == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, spell (found), (GDestroyNotify) g_strfreev);
}

static void
lookup_async (GProxyResolver      *resolver,
              const char          *uri,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  GTask *task = g_task_new (resolver, cancellable, callback, user_data);

  g_task_set_source_tag (task, lookup_async);
  g_proxy_resolver_lookup_async (PADDOCK_PROXIES (resolver)->inner, uri, cancellable, on_looked_up,
                                 task);
}

static GStrv
lookup_finish (GProxyResolver  *resolver,
               GAsyncResult    *result,
               GError         **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
paddock_proxies_init_interface (GProxyResolverInterface *interface)
{
  interface->is_supported = is_supported;
  interface->lookup = lookup;
  interface->lookup_async = lookup_async;
  interface->lookup_finish = lookup_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (PaddockProxies, paddock_proxies, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY_RESOLVER,
                                                      paddock_proxies_init_interface))

static void
paddock_proxies_finalize (GObject *object)
{
  g_object_unref (PADDOCK_PROXIES (object)->inner);

  G_OBJECT_CLASS (paddock_proxies_parent_class)->finalize (object);
}

static void
paddock_proxies_class_init (PaddockProxiesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_proxies_finalize;
}

static void
paddock_proxies_init (PaddockProxies *self)
{
}

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

/* Returns (transfer full) (nullable) a resolver for the proxies of @environment; NULL if
 * @environment names none. */
static GProxyResolver *
new_for_environment (const char * const *environment)
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
 * paddock_proxies_new:
 * @environment: as g_get_environ() gives it
 * @desktop: what to ask if @environment names no proxy: g_proxy_resolver_get_default()
 *
 * Returns: (transfer full): a resolver for proxies, with addresses that GIO understands
 */
GProxyResolver *
paddock_proxies_new (const char * const *environment,
                     GProxyResolver     *desktop)
{
  PaddockProxies *self = g_object_new (PADDOCK_TYPE_PROXIES, NULL);

  self->inner = new_for_environment (environment);
  if (self->inner == NULL)
    self->inner = g_object_ref (desktop);
  return G_PROXY_RESOLVER (self);
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
