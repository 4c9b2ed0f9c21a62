/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-address.h"

#include <string.h>

#include "paddock-error.h"

static const struct {
  const char *text;
  const char *url;
  const char *name;
  const char *user;                 /* (nullable) */
  gboolean    is_secure;
  gboolean    is_loopback;
} good[] = {
  { "https://example.org/mcp", "https://example.org/mcp", "https://example.org/mcp", NULL, TRUE },
  { "https://example.org", "https://example.org/", "https://example.org/", NULL, TRUE },
  { "HTTPS://Example.ORG:443/MCP", "https://example.org/MCP", "https://example.org/MC"
    "P", NULL, TRUE },
  { "https://example.org:8443/", "https://example.org:8443/", "https://example.org:"
    "8443/", NULL, TRUE },
  { "https://example.org/mcp?key=s3cret#part", "https://example.org/mcp?key=s3cret",
    "https://example.org/mcp", NULL, TRUE },
  { "https://me:pass%3Aword@example.org/mcp", "https://example.org/mcp", "https://example.org/mcp",
    "me:pass:word", TRUE },
  { "https://example.org/a%2Fb", "https://example.org/a%2Fb", "https://example.org/a%2F"
    "b", NULL, TRUE },
  { "https://example.org/a//b/", "https://example.org/a//b/", "https://example.org/a//b"
    "/", NULL, TRUE },
  { "https://b\xc3\xbc" "cher.example/x", "https://xn--bcher-kva.example/x",
    "https://xn--bcher-kva.example/x", NULL, TRUE },
  { "http://localhost:3000/mcp", "http://localhost:3000/mcp", "http://localhost:"
    "3000/mcp", NULL, FALSE,
    TRUE },
  { "http://127.0.0.1/mcp", "http://127.0.0.1/mcp", "http://127.0.0.1/mcp", NULL, FALSE, TRUE },
  { "http://127.8.8.8:80/", "http://127.8.8.8/", "http://127.8.8.8/", NULL, FALSE, TRUE },
  { "http://[::1]:8080/mcp", "http://[::1]:8080/mcp", "http://[::1]:8080/mcp", NULL, FALSE, TRUE },
  { "http://[0:0::0:1]:8080/mcp", "http://[::1]:8080/mcp", "http://[::1]:8080/mcp", NULL, FALSE,
    TRUE },
  { "https://Example.org./mcp", "https://example.org/mcp", "https://example.org/mcp", NULL, TRUE },
  { "https://192.0.2.1.:8443/", "https://192.0.2.1:8443/", "https://192.0.2.1:8443/", NULL, TRUE },
  { "http://localhost./", "http://localhost/", "http://localhost/", NULL, FALSE, TRUE },
  { "https://a.0x7g/", "https://a.0x7g/", "https://a.0x7g/", NULL, TRUE },
  { "http://192.168.0.1/", "http://192.168.0.1/", "http://192.168.0.1/", NULL, FALSE, FALSE },
  { "http://localhost.example.org/", "http://localhost.example.org/", "http://localhost.example.o"
    "rg/",
    NULL, FALSE, FALSE },
  { "http://127.0.0.1.example.org/", "http://127.0.0.1.example.org/", "http://127.0.0.1.example.o"
    "rg/",
    NULL, FALSE, FALSE },
};

static const char * const bad[] = {
  "https://exa%20mple.org/", "https://exa%00mple.org/", "https://example.org%2f/",
  "https://example.org../", "https://./", "https://a..b/", "https://.a/",
  "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.0.0.1/",
  "https://0177.0.0.01/", "https://1.2.3.4.5/", "https://a.0x/", "https://example.1/",
  "https://a,b/", "https://a+b/", "https://(a)/", "https://a%5Bb/", "https://[::1%25lo]/",
  "https://[1:2]/", "https://[::g]/", "https://[]/",
  "",
  "/mcp",
  "example.org/mcp",
  "https:",
  "https:///mcp",
  "https:/example.org",
  "https://",
  "https://@/",
  "ftp://example.org/",
  "file:///etc/passwd",
  "ws://example.org/",
  "https://example.org:0/",
  "https://example.org:65536/",
  "https://example.org:x/",
  "https://example.org/a b",
  "https://example.org/\xc3\xbc",
  "https://example.org/?q=\xc3\xbc",
  "https://example.org/a\nb",
  "https://example.org/a\\b",
  "https://example.org/%",
  "https://example.org/%zz",
  "https://example.org/%00",
  "https://example.org/./a",
  "https://example.org/a/../b",
  "https://example.org/a/%2e%2E/b",
  "https://exa mple.org/",
  "https://exa%2Fmple.org/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockAddress) address = paddock_address_new (good[i].text, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (address->url, ==, good[i].url);
    g_assert_cmpstr (address->name, ==, good[i].name);
    g_assert_cmpstr (address->user, ==, good[i].user);
    g_assert_true (address->is_secure == good[i].is_secure);
    g_assert_true (address->is_loopback == good[i].is_loopback);
    g_assert_true (g_str_has_prefix (address->name, address->origin));
  }
}

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockAddress) address = NULL;

    g_test_message ("%s", bad[i]);
    address = paddock_address_new (bad[i], &error);
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
    g_assert_null (address);
    g_assert_true (*bad[i] == '\0' || strstr (error->message, bad[i]) == NULL);
    g_assert_null (paddock_address_dup_name (bad[i]));
  }
}

static void
test_here (void)
{
  static const struct {
    const char *text;
    gboolean    is_here;
    gboolean    is_loopback;
  } places[] = {
    { "http://localhost/", TRUE, TRUE },
    { "http://127.0.0.9/", TRUE, TRUE },
    { "http://[::1]/", TRUE, TRUE },
    { "http://a.localhost/", TRUE, FALSE },
    { "http://0.0.0.0/", TRUE, FALSE },
    { "http://[::]/", TRUE, FALSE },
    { "http://[::ffff:127.0.0.1]/", TRUE, FALSE },
    { "http://[::ffff:0.0.0.0]/", TRUE, FALSE },
    { "http://[::ffff:10.0.0.1]/", FALSE, FALSE },
    { "http://[::127.0.0.1]/", FALSE, FALSE },
    { "http://10.0.0.1/", FALSE, FALSE },
    { "http://localhost.example.org/", FALSE, FALSE },
    { "http://notlocalhost/", FALSE, FALSE },
    { "http://127.0.0.1.example.org/", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (PaddockAddress) address = paddock_address_new (places[i].text, NULL);

    g_test_message ("%s", places[i].text);
    g_assert_cmpint (address->is_here, ==, places[i].is_here);
    g_assert_cmpint (address->is_loopback, ==, places[i].is_loopback);
  }
}

static void
test_length (void)
{
  for (guint more = 0; more < 2; more++) {
    const char *origin = "https://example.org/";
    g_autofree char *fill = g_strnfill (PADDOCK_ADDRESS_MAX - strlen (origin) + more, 'x');
    g_autofree char *text = g_strconcat (origin, fill, NULL);
    g_autofree char *name = paddock_address_dup_name (text);

    g_assert_true ((name == NULL) == (more == 1));
  }
}

static const struct {
  const char *reference;
  const char *url;                  /* (nullable) NULL: not within */
} within[] = {
  { "/messages?sessionId=1", "https://example.org:8443/messages?sessionId=1" },
  { "messages", "https://example.org:8443/a/messages" },
  { "?x", "https://example.org:8443/a/mcp?x" },
  { "https://EXAMPLE.org:8443/b", "https://example.org:8443/b" },
  { "//example.org:8443/b", "https://example.org:8443/b" },
  { "https://example.org/b", NULL },
  { "http://example.org:8443/b", NULL },
  { "//evil.example/b", NULL },
  { "https://evil.example:8443/b", NULL },
  { "https://example.org:8443@evil.example/b", NULL },
  { "https://me@example.org:8443/b", NULL },
  { "javascript:1", NULL },
  { "/a b", NULL },
};

static void
test_within (void)
{
  g_autoptr (PaddockAddress) address = paddock_address_new ("https://example.org:8443/a/mcp?k=1",
                                                            NULL);

  for (guint i = 0; i < G_N_ELEMENTS (within); i++) {
    g_autofree char *url = paddock_address_dup_within (address, within[i].reference);

    g_test_message ("%s", within[i].reference);
    g_assert_cmpstr (url, ==, within[i].url);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address/good", test_good);
  g_test_add_func ("/address/bad", test_bad);
  g_test_add_func ("/address/here", test_here);
  g_test_add_func ("/address/length", test_length);
  g_test_add_func ("/address/within", test_within);
  return g_test_run ();
}
