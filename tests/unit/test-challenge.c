/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-challenge.h"

static const struct {
  const char *challenges;
  const char *schemes;              /* (nullable) */
  const char *metadata;             /* (nullable) resource_metadata */
} rows[] = {
  { "Bearer", "Bearer", NULL },
  { "Bearer resource_metadata=\"https://a.example/m\"", "Bearer", "https://a.example/m" },
  { "Bearer  resource_metadata = \"m\"", "Bearer", "m" },
  { "Bearer realm=\"a\", resource_metadata=\"m\"", "Bearer", "m" },
  { "Bearer realm=\"a\",resource_metadata=m", "Bearer", "m" },
  { "bearer Resource_Metadata=\"m\"", "bearer", "m" },
  { "Bearer ,, realm=a ,, resource_metadata=\"m\",", "Bearer", "m" },
  { "Basic realm=\"a\", Bearer resource_metadata=\"m\"", "Basic, Bearer", "m" },
  { "Negotiate, Bearer resource_metadata=\"m\"", "Negotiate, Bearer", "m" },
  { "Negotiate YWJj==, Bearer resource_metadata=\"m\"", "Negotiate, Bearer", "m" },
  { "Bearer resource_metadata=\"a\\\"b\\\\c\"", "Bearer", "a\"b\\c" },
  { "Bearer realm=\"x\", scope=\"a b\", resource_metadata=\"\"", "Bearer", "" },
  { "Bearer resource_metadata=\"1\", DPoP resource_metadata=\"2\"", "Bearer, DPoP", "1" },

  /* Names that only look similar. */
  { "Bearer x_resource_metadata=\"m\"", "Bearer", NULL },
  { "Bearer realm=\"resource_metadata=\\\"m\\\"\"", "Bearer", NULL },
  { "Bearer realm=\"a, resource_metadata=m\"", "Bearer", NULL },
  { "Bearer realm=\"a, Basic\", scope=b", "Bearer", NULL },
  { "Bearer resource_metadata=\"m", "Bearer", NULL },
  { "Bearer resource_metadata=\"m\\", "Bearer", NULL },
  { "Bearer resource_metadata=", "Bearer", NULL },
  { "Bearer resource_metadata=\"m\"x", "Bearer", NULL },
  { "Bearer resource_metadata=https://a.example/m", "Bearer", NULL },
  { "Bearer resource_metadata", "Bearer", NULL },
  { "resource_metadata=\"m\"", NULL, NULL },
  { "Bearer realm=\"a\" resource_metadata=\"m\"", "Bearer", NULL },
  { "Bearer/resource_metadata=\"m\"", NULL, NULL },
  { "", NULL, NULL },
  { ", ,", NULL, NULL },
  { "\"Bearer\"", NULL, NULL },
  { "\xff", NULL, NULL },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char *text = rows[i].challenges;
    g_autofree char *schemes = paddock_challenge_list_schemes (text);
    g_autofree char *metadata = paddock_challenge_find_parameter (text, "resource_metadata");

    g_test_message ("%s", text);
    g_assert_cmpstr (schemes, ==, rows[i].schemes);
    g_assert_cmpstr (metadata, ==, rows[i].metadata);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/challenge/rows", test_rows);
  return g_test_run ();
}
