/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/roots-provider-fixture.h"

#include "paddock-names.h"

static void
add_root (TestProvider *provider,
          const char   *path,
          gint64        expires)
{
  g_ptr_array_add (provider->roots, paddock_root_new (&(PaddockRoot) {
    .id = path, .path = path, .access = PADDOCK_ACCESS_READ_WRITE, .expires = expires,
  }));
}

/* Nobody is there to say what may be told: then nothing is. */
static void
test_nobody (void)
{
  g_autoptr (GString) ends = g_string_new (NULL);
  PaddockAnswer answer = PADDOCK_ANSWER_ASK;
  PaddockRecipient nobody = { 0 };
  g_auto (GStrv) entries = paddock_roots_provider_dup_entries (NULL, &nobody, &answer, ends);

  g_assert_cmpuint (g_strv_length (entries), ==, 0);
  g_assert_cmpint (answer, ==, PADDOCK_ANSWER_EMPTY);
  g_assert_cmpstr (ends->str, ==, "");
}

static void
test_entries (void)
{
  g_autoptr (TestProvider) provider = g_object_new (TEST_TYPE_PROVIDER, NULL);
  PaddockRootsProvider *interface = PADDOCK_ROOTS_PROVIDER (provider);
  PaddockRecipient recipient =
  { .version = paddock_handshake_find_version (PADDOCK_VERSION_LATEST) };
  g_autoptr (GString) ends = g_string_new (NULL);
  g_auto (GStrv) entries = NULL;
  g_auto (GStrv) again = NULL;
  PaddockAnswer answer;

  add_root (provider, "/z", 2 * G_TIME_SPAN_MILLISECOND + 1);
  add_root (provider, "/a \"", 0);
  add_root (provider, "/m", 3 * G_TIME_SPAN_MILLISECOND);
  provider->answer = PADDOCK_ANSWER_ASK;

  entries = paddock_roots_provider_dup_entries (interface, &recipient, &answer, ends);
  g_assert_cmpint (answer, ==, PADDOCK_ANSWER_ASK);
  g_assert_cmpuint (g_strv_length (entries), ==, 3);
  g_assert_cmpstr (entries[0], ==, "{\"uri\":\"file:///z\"}");
  g_assert_cmpstr (entries[1], ==, "{\"uri\":\"file:///a%20%22\"}");
  g_assert_cmpstr (ends->str, ==, ",\"io.github.paddock-mcp/expires\":"
                   "{\"file:///z\":2,\"file:///m\":3}");

  again = paddock_roots_provider_dup_entries (interface, &recipient, &answer, NULL);
  g_assert_true (g_strv_equal ((const char * const *) entries, (const char * const *) again));
  g_assert_cmpuint (provider->asked, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roots-provider/nobody", test_nobody);
  g_test_add_func ("/roots-provider/entries", test_entries);
  return g_test_run ();
}
