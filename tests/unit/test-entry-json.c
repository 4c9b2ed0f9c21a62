/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-entry-json.h"

#include "paddock-views.h"

/* The exact form of an entry that docs/cli.md documents. */

typedef struct {
  const char *dictionary;
  const char *json;
} Case;

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static const Case entry_cases[] = {
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'granted'>,"
    " 'reason': <'user-allowed'>, 'name': <'alpha'>, 'path': <'/a'>, 'detail': <'x'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"granted\",\"server\":\"alpha\","
    "\"root\":\"/a\",\"file\":null,\"reason\":\"user-allowed\",\"count\":1,"
    "\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'service-started'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"service-started\",\"server\":null,"
    "\"root\":null,\"file\":null,\"reason\":null,\"count\":1,"
    "\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  /* The detail is a member only if it is a file. */
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'file-refused'>,"
    " 'reason': <'outside'>, 'name': <'alpha'>, 'detail': <'/etc/x'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"file-refused\",\"server\":\"alpha\","
    "\"root\":null,\"file\":\"/etc/x\",\"reason\":\"outside\",\"count\":1,"
    "\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'file-asked'>,"
    " 'reason': <'undecided'>, 'name': <'alpha'>, 'detail': <'/etc/x'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"file-asked\",\"server\":\"alpha\","
    "\"root\":null,\"file\":\"/etc/x\",\"reason\":\"undecided\",\"count\":1,"
    "\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'file-answered'>,"
    " 'reason': <'user-denied'>, 'name': <'alpha'>, 'detail': <'/etc/x'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"file-answered\",\"server\":\"alpha\","
    "\"root\":null,\"file\":\"/etc/x\",\"reason\":\"user-denied\",\"count\":1,"
    "\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  { "{'number': <int64 1>, 'time': <int64 3000000>, 'event': <'never-taken-back'>,"
    " 'reason': <'user-allowed'>, 'name': <'alpha (paddock (1))'>, 'path': <'/etc'>,"
    " 'detail': <'/etc/x, paddock (1)'>}",
    "{\"time\":\"1970-01-01T00:00:03.000Z\",\"event\":\"never-taken-back\","
    "\"server\":\"alpha (paddock (1))\",\"root\":\"/etc\",\"file\":\"/etc/x, paddock (1)\","
    "\"reason\":\"user-allowed\",\"count\":1,\"last\":\"1970-01-01T00:00:03.000Z\"}" },
  /* Any text stays in one line of valid JSON. */
  { "{'number': <int64 1>, 'time': <int64 1234567>, 'last': <int64 2000000>, 'count': <uint32 3>,"
    " 'event': <'blocked'>, 'name': <'\"\\\\\\n\\t\\u0001\\u007f\\u202e/é'>}",
    "{\"time\":\"1970-01-01T00:00:01.234Z\",\"event\":\"blocked\","
    "\"server\":\"\\\"\\\\\\n\\t\\u0001\\u007f\u202e/é\",\"root\":null,\"file\":null,"
    "\"reason\":null,\"count\":3,\"last\":\"1970-01-01T00:00:02.000Z\"}" },
  { "{'number': <int64 1>, 'event': <'of-tomorrow'>}",
    "{\"time\":null,\"event\":\"other\",\"server\":null,\"root\":null,\"file\":null,"
    "\"reason\":null,\"count\":1,\"last\":null}" },
};

static void
test_entries (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (entry_cases); i++) {
    g_autoptr (GVariant) dictionary = parse (entry_cases[i].dictionary);
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);
    g_autofree char *json = paddock_entry_json_write (entry);

    /* Exactly one line. */
    g_assert_cmpstr (json, ==, entry_cases[i].json);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entry-json/entries", test_entries);
  return g_test_run ();
}
