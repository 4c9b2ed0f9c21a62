/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-distance.h"

#include <string.h>

#define ELSEWHERE "This server is probably on another computer. If not, Paddock can’t stop it " \
  "from opening other files."
#define HERE "Paddock tells the server about these folders. It can’t stop this server from " \
  "opening other files."

static const struct {
  const char *address;              /* (nullable) */
  const char *text;
} rows[] = {
  { "https://example.org:8443/mcp", ELSEWHERE },
  { "http://192.168.0.2/mcp", ELSEWHERE },
  { "https://127.0.0.1.example.org/", ELSEWHERE },
  { "https://localhost.example.org/", ELSEWHERE },
  { "https://[::ffff:10.0.0.1]/", ELSEWHERE },
  { "http://127.0.0.1:3000/mcp", HERE },
  { "http://localhost/mcp", HERE },
  { "http://localhost./mcp", HERE },
  { "https://a.localhost/mcp", HERE },
  { "http://[::1]/mcp", HERE },
  { "http://[::ffff:127.0.0.1]/mcp", HERE },
  { "http://0.0.0.0:8080/mcp", HERE },
  { "https://[::]/mcp", HERE },
};

static char *
describe (const char *address)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, address },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, facts);

  return paddock_distance_describe (identity);
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = describe (rows[i].address);

    g_test_message ("%s: %s", rows[i].address, text);
    g_assert_cmpstr (text, ==, rows[i].text);
  }
}

/* The machine's own name in the network. */
static void
test_own_name (void)
{
  g_autofree char *address = g_strdup_printf ("https://%s/mcp", g_get_host_name ());
  g_autofree char *text = describe (address);

  g_assert_nonnull (strstr (text, HERE));
}

static void
test_none (void)
{
  static const char * const odd[] = { NULL, "", "nowhere", "file:///etc/passwd" };

  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
    g_assert_null (describe (odd[i]));
  g_assert_null (paddock_distance_describe (NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distance/rows", test_rows);
  g_test_add_func ("/distance/own-name", test_own_name);
  g_test_add_func ("/distance/none", test_none);
  return g_test_run ();
}
