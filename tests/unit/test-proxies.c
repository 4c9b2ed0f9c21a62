/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-proxies.h"

static const struct {
  const char *environment;          /* with spaces between the variables */
  const char *url;
  const char *proxy;                /* (nullable) the environment says nothing */
} rows[] = {
  { "HOME=/home/u", "https://a.example/", NULL },
  { "http_proxy= https_proxy=", "https://a.example/", NULL },
  { "no_proxy=a.example", "https://a.example/", NULL },
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
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) environment = g_strsplit (rows[i].environment, " ", -1);
    g_autoptr (GProxyResolver) resolver = NULL;
    g_auto (GStrv) found = NULL;
    g_autoptr (GError) error = NULL;

    g_test_message ("%s: %s", rows[i].environment, rows[i].url);
    resolver = paddock_proxies_new ((const char * const *) environment);
    if (rows[i].proxy == NULL) {
      g_assert_null (resolver);
      continue;
    }
    found = g_proxy_resolver_lookup (resolver, rows[i].url, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (found[0], ==, rows[i].proxy);
    g_assert_null (found[1]);
  }
}

static void
test_authorization (void)
{
  static const struct {
    const char *proxy;
    const char *exception;
    const char *value;              /* (nullable) */
  } pairs[] = {
    { "http://me:word@p:1", "", "Basic bWU6d29yZA==" },
    { "me:word@p:1", "", "Basic bWU6d29yZA==" },
    { "http://me@p:1", "", "Basic bWU6" },
    { "http://m%65:w%3Ard@p:1", "", "Basic bWU6dzpyZA==" },
    { "https://me:word@p:1", "", "Basic bWU6d29yZA==" },
    { "http://p:1", "", NULL },
    { "socks5://me:word@p:1", "", NULL },
    { "http://me:word@p:x", "", NULL },
    { "http://me:word@p:1", "a.example", NULL },
    { "http://me:word@p:1", "*", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autofree char *proxy = g_strconcat ("https_proxy=", pairs[i].proxy, NULL);
    g_autofree char *exception = g_strconcat ("no_proxy=", pairs[i].exception, NULL);
    const char * const environment[] = { proxy, exception, NULL };
    g_autoptr (GProxyResolver) resolver = paddock_proxies_new (environment);
    g_autofree char *value = NULL;

    g_test_message ("%s, %s", proxy, exception);
    value = paddock_proxies_dup_authorization (resolver, "https://a.example/mcp");
    g_assert_cmpstr (value, ==, pairs[i].value);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/proxies/rows", test_rows);
  g_test_add_func ("/proxies/authorization", test_authorization);
  return g_test_run ();
}
