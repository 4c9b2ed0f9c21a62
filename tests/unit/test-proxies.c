/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-proxies.h"

static const struct {
  const char *environment;          /* variables, separated by spaces */
  const char *url;
  const char *proxy;                /* separated by spaces; the desktop's address if the
                                     * environment names none */
} rows[] = {
  { "HOME=/home/u", "https://a.example/", "http://desktop:9" },
  { "http_proxy= https_proxy=", "https://a.example/", "http://desktop:9" },
  { "no_proxy=a.example", "https://a.example/", "http://desktop:9" },
  { "https_proxy=http://p:1", "https://a.example/", "http://p:1" },
  { "https_proxy=http://p:1", "http://a.example/", "direct://" },
  { "http_proxy=http://p:1", "http://a.example/", "http://p:1" },
  { "http_proxy=http://p:1", "https://a.example/", "direct://" },
  { "http_proxy=http://p:1 https_proxy=http://q:2", "https://a.example/", "http://q:2" },
  { "HTTPS_PROXY=http://p:1", "https://a.example/", "http://p:1" },
  { "HTTPS_PROXY=http://p:1 https_proxy=http://q:2", "https://a.example/", "http://q:2" },
  { "https_proxy= HTTPS_PROXY=http://p:1", "https://a.example/", "http://p:1" },
  { "all_proxy=socks5://p:1", "https://a.example/", "socks5://p:1" },
  { "ALL_PROXY=http://p:1 https_proxy=http://q:2", "http://a.example/", "http://p:1" },
  { "https_proxy=p:1", "https://a.example/", "http://p:1" },
  { "https_proxy=http://me:word@p:1", "https://a.example/", "http://me:word@p:1" },
  { "https_proxy=http://p:1 no_proxy=a.example", "https://a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=a.example", "https://b.a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=.a.example", "https://b.a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=.a.example", "https://a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=*.a.example", "https://b.a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=b.example,,a.example", "https://a.example/", "direct://" },
  { "https_proxy=http://p:1 NO_PROXY=a.example", "https://a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=*", "https://a.example/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=10.0.0.0/8", "https://10.1.2.3/", "direct://" },
  { "https_proxy=http://p:1 no_proxy=192.0.2.1", "https://192.0.2.1/", "direct://" },

  { "https_proxy=http://p:1 no_proxy=a.example", "https://xa.example/", "http://p:1" },
  { "https_proxy=http://p:1 no_proxy=a.example", "https://a.example.org/", "http://p:1" },
  { "https_proxy=http://p:1 no_proxy=b.a.example", "https://a.example/", "http://p:1" },
  { "https_proxy=http://p:1 no_proxy=.", "https://a.example/", "http://p:1" },
  { "https_proxy=http://p:1 no_proxy=,", "https://a.example/", "http://p:1" },
  { "https_proxy=http://p:1 no_proxy=10.0.0.0/8", "https://11.1.2.3/", "http://p:1" },
};

static void
test_rows (void)
{
  g_autoptr (GProxyResolver) desktop = g_simple_proxy_resolver_new ("http://desktop:9", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) environment = g_strsplit (rows[i].environment, " ", -1);
    g_autoptr (GProxyResolver) resolver = NULL;
    g_auto (GStrv) found = NULL;
    g_autofree char *all = NULL;
    g_autoptr (GError) error = NULL;

    g_test_message ("%s: %s", rows[i].environment, rows[i].url);
    resolver = paddock_proxies_new ((const char * const *) environment, desktop);
    found = g_proxy_resolver_lookup (resolver, rows[i].url, NULL, &error);
    g_assert_no_error (error);
    all = g_strjoinv (" ", found);
    g_assert_cmpstr (all, ==, rows[i].proxy);
  }
}

static void
on_looked_up (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  GStrv *found = user_data;

  *found = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, &error);
  g_assert_no_error (error);
}

/* Each spelling of a scheme that GIO or curl knows, from the environment and from the desktop. */
static void
test_schemes (void)
{
  static const struct {
    const char *written;
    const char *spelled;            /* separated by spaces */
  } schemes[] = {
    { "http://p:1", "http://p:1" },
    { "HTTP://p:1", "http://p:1" },
    { "https://p:1", "https://p:1" },
    { "Https://p:1", "https://p:1" },
    { "socks4://p:1", "socks4://p:1" },
    { "SOCKS4://p:1", "socks4://p:1" },
    { "socks4a://p:1", "socks4a://p:1" },
    { "Socks4A://p:1", "socks4a://p:1" },
    { "socks5://p:1", "socks5://p:1" },
    { "SOCKS5://Me:Word@P:1", "socks5://Me:Word@P:1" },
    { "socks5h://p:1", "socks5://p:1" },
    { "SOCKS5H://Me:Word@P:1/", "socks5://Me:Word@P:1/" },
    { "socks://p:1", "socks5://p:1 socks4a://p:1 socks4://p:1" },
    { "SOCKS://p:1", "socks5://p:1 socks4a://p:1 socks4://p:1" },
    { "direct://", "direct://" },
    /* GIO refuses these. */
    { "socks6://p:1", "socks6://p:1" },
    { "socks5hh://p:1", "socks5hh://p:1" },
  };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (schemes); i++) {
    const char *written = schemes[i / 2].written;
    g_autofree char *variable = g_strconcat ("all_proxy=", written, NULL);
    const char * const environment[] = { i % 2 == 0 ? variable : "HOME=/", NULL };
    g_autoptr (GProxyResolver) desktop =
      g_simple_proxy_resolver_new (i % 2 == 0 ? "http://desktop:9" : written, NULL);
    g_autoptr (GProxyResolver) resolver = paddock_proxies_new (environment, desktop);
    g_auto (GStrv) found = NULL;
    g_autofree char *all = NULL;

    g_test_message ("%s", written);
    g_assert_true (g_proxy_resolver_is_supported (resolver));
    g_proxy_resolver_lookup_async (resolver, "https://a.example/", NULL, on_looked_up, &found);
    while (found == NULL)
      g_main_context_iteration (NULL, TRUE);
    all = g_strjoinv (" ", found);
    g_assert_cmpstr (all, ==, schemes[i / 2].spelled);
  }
}

/* The desktop's resolver fails. */
static void
test_failure (void)
{
  const char * const environment[] = { NULL };
  g_autoptr (GProxyResolver) desktop = g_simple_proxy_resolver_new ("http://desktop:9", NULL);
  g_autoptr (GProxyResolver) resolver = paddock_proxies_new (environment, desktop);
  g_autoptr (GError) error = NULL;

  g_assert_null (g_proxy_resolver_lookup (resolver, "no address", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static GSocketAddress *
make_peer (const char *protocol,
           const char *name,
           const char *password)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);

  if (protocol == NULL)
    return g_inet_socket_address_new (loopback, 1);
  return g_proxy_address_new (loopback, 1, protocol, "a.example", 443, name, password);
}

static void
test_authorization (void)
{
  static const struct {
    const char *protocol;           /* (nullable) NULL: no proxy */
    const char *name;               /* (nullable) */
    const char *password;           /* (nullable) */
    const char *value;              /* (nullable) */
  } pairs[] = {
    { "http", "me", "word", "Basic bWU6d29yZA==" },
    { "http", "me", "", "Basic bWU6" },
    { "http", "me", NULL, "Basic bWU6" },
    { "http", "me", "w:rd", "Basic bWU6dzpyZA==" },
    { "http", NULL, NULL, NULL },
    { "http", NULL, "word", NULL },
    { "https", "me", "word", NULL },
    { "socks5", "me", "word", NULL },
    { "direct", "me", "word", NULL },
    { NULL, NULL, NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (GSocketAddress) peer = make_peer (pairs[i].protocol, pairs[i].name,
                                                 pairs[i].password);
    g_autofree char *value = paddock_proxies_dup_authorization (peer);

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (value, ==, pairs[i].value);
  }
  g_assert_null (paddock_proxies_dup_authorization (NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/proxies/rows", test_rows);
  g_test_add_func ("/proxies/schemes", test_schemes);
  g_test_add_func ("/proxies/failure", test_failure);
  g_test_add_func ("/proxies/authorization", test_authorization);
  return g_test_run ();
}
