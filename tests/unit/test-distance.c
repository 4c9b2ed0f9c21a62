/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-distance.h"

#include <string.h>

static const struct {
  const char *address;              /* (nullable) */
  const char *text;
  const char *other;
} rows[] = {
  { "https://example.org:8443/mcp", "is not on this machine: it is at https://example.org:8443. ",
    "cannot open the files" },
  { "http://192.168.0.2/mcp", "is not on this machine: it is at http://192.168.0.2. ",
    "cannot open the files" },
  { "https://127.0.0.1.example.org/", "As far as Paddock knows", "cannot open the files" },
  { "https://localhost.example.org/", "As far as Paddock knows", "cannot open the files" },
  { "https://[::ffff:10.0.0.1]/", "As far as Paddock knows", "cannot open the files" },
  { "http://127.0.0.1:3000/mcp", "is reached at http://127.0.0.1:3000 ", "is not known" },
  { "http://localhost/mcp", "is reached at http://localhost ", "is not known" },
  { "http://localhost./mcp", "is reached at http://localhost ", "is not known" },
  { "https://a.localhost/mcp", "is reached at https://a.localhost ", "is not known" },
  { "http://[::1]/mcp", "is reached at http://[::1] ", "is not known" },
  { "http://[::ffff:127.0.0.1]/mcp", "is reached at http://[::ffff:127.0.0.1] ", "is not known" },
  { "http://0.0.0.0:8080/mcp", "is reached at http://0.0.0.0:8080 ", "is not known" },
  { "https://[::]/mcp", "is reached at https://[::] ", "is not known" },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {
      [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, rows[i].address },
    };
    g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, facts);
    g_autofree char *text = paddock_distance_add (identity, "And more.");

    g_test_message ("%s: %s", rows[i].address, text);
    g_assert_nonnull (strstr (text, rows[i].text));
    g_assert_nonnull (strstr (text, rows[i].other));
    g_assert_nonnull (strstr (text, "learns the paths"));
    g_assert_true (g_str_has_suffix (text, "\n\nAnd more."));
  }
}

/* Its own name, as a user of the network calls it. */
static void
test_own_name (void)
{
  g_autofree char *address = g_strdup_printf ("https://%s/mcp", g_get_host_name ());
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, address },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, facts);
  g_autofree char *text = paddock_distance_add (identity, "And more.");

  g_assert_nonnull (strstr (text, "is not known"));
}

static void
test_none (void)
{
  static const char * const odd[] = { NULL, "", "nowhere", "file:///etc/passwd" };

  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {
      [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, odd[i] },
    };
    g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, facts);
    g_autofree char *text = paddock_distance_add (identity, "And more.");
    g_autofree char *without = paddock_distance_add (NULL, "And more.");

    g_assert_cmpstr (text, ==, "And more.");
    g_assert_cmpstr (without, ==, "And more.");
  }
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
