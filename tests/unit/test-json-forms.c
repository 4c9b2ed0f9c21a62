/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-json-forms.h"

#include <json-glib/json-glib.h>

/* The exact forms that docs/cli.md documents. */

#define NOW G_GINT64_CONSTANT (1000000000)

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE ("aa{sv}"), text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static GPtrArray *
roots (const char *text)
{
  g_autoptr (GVariant) list = parse (text);
  GPtrArray *views = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_view_free);

  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    g_ptr_array_add (views, paddock_root_view_from_variant (dictionary));
  }
  return views;
}

static GPtrArray *
servers (const char *text)
{
  g_autoptr (GVariant) list = parse (text);
  GPtrArray *views = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_server_view_free);

  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    g_ptr_array_add (views, paddock_server_view_from_variant (dictionary));
  }
  return views;
}

/* Compares without the layout, but with the order of members. */
static void
assert_json (const char *json,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = json_from_string (json, &error);
  g_autofree char *compact = NULL;

  g_assert_no_error (error);
  compact = json_to_string (node, FALSE);
  g_assert_cmpstr (compact, ==, expected);
}

typedef struct {
  const char *dictionaries;
  const char *json;
} Case;

static const Case root_cases[] = {
  { "[]", "[]" },
  { "[{'id': <'r'>, 'path': <b'/a b'>, 'kind': <'directory'>, 'access': <'read-write'>,"
    " 'status': <'available'>}]",
    "[{\"id\":\"r\",\"uri\":\"file:///a%20b\",\"path\":\"/a b\",\"name\":null,"
    "\"kind\":\"directory\",\"access\":\"read-write\",\"status\":\"available\","
    "\"expires\":null,\"untilLogout\":false,\"otherFileSystems\":false}]" },
  { "[{'id': <'r'>, 'path': <b'/f\\377'>, 'name': <'N \"q\"'>, 'kind': <'file'>,"
    " 'access': <'read-only'>, 'status': <'missing'>, 'expires': <int64 1500000>,"
    " 'login': <true>, 'other-file-systems': <true>}]",
    "[{\"id\":\"r\",\"uri\":\"file:///f%FF\",\"path\":\"/f\xef\xbf\xbd\",\"name\":\"N \\\"q\\\"\","
    "\"kind\":\"file\",\"access\":\"read-only\",\"status\":\"missing\","
    "\"expires\":\"1970-01-01T00:00:01.500Z\",\"untilLogout\":true,\"otherFileSystems\":true}]" },
};

static void
test_roots (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (root_cases); i++) {
    g_autoptr (GPtrArray) views = roots (root_cases[i].dictionaries);
    g_autofree char *json = paddock_json_forms_roots (views);

    assert_json (json, root_cases[i].json);
  }
}

static const Case server_cases[] = {
  { "[]", "[]" },
  { "[{'id': <'s'>, 'claimed-name': <'alpha'>}]",
    "[{\"id\":\"s\",\"name\":\"Unknown program: alpha\",\"claimedName\":\"alpha\",\"listed\":false,"
    "\"decision\":\"undecided\",\"roots\":[],\"sessions\":[]}]" },
  /* Grants are in the order of the roots. Expired ones, and those of unknown roots, are left
   * out. */
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'allowed'>, 'grants': <["
    "{'root': <'2'>}, {'root': <'1'>, 'expires': <int64 1000000001>},"
    " {'root': <'3'>, 'expires': <int64 1000000000>}, {'root': <'gone'>}]>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,\"decision\":\"allowed\","
    "\"roots\":[\"file:///1\",\"file:///2\"],\"sessions\":[]}]" },
  /* An expired decision counts as none. */
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'allowed'>,"
    " 'decision-ends': <int64 999999999>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,"
    "\"decision\":\"undecided\",\"roots\":[],\"sessions\":[]}]" },
  { "[{'id': <'s'>, 'given-name': <'a\\u001b'>, 'standing': <'blocked'>, 'sessions': <["
    "{'id': <'1'>, 'pid': <42>, 'exe': <'/bin/x'>, 'version': <'2025-11-25'>,"
    " 'last-listed': <int64 2000000>}, {'id': <'2'>}, {'id': <'3'>, 'confined': <{"
    "'network': <'none'>, 'read': <[b'/a', b'/\\377']>, 'more': <uint32 2>}>}, {'id': <'4'>, "
    "'confined': <{'network': <'host'>}>}]>}]",
    "[{\"id\":\"s\",\"name\":\"a\\\\x1B\",\"listed\":true,"
    "\"decision\":\"blocked\",\"roots\":[],\"sessions\":["
    "{\"pid\":42,\"exe\":\"/bin/x\",\"protocolVersion\":\"2025-11-25\","
    "\"lastListed\":\"1970-01-01T00:00:02.000Z\"},"
    "{\"pid\":null,\"exe\":null,\"protocolVersion\":null,\"lastListed\":null},"
    "{\"pid\":null,\"exe\":null,\"protocolVersion\":null,\"lastListed\":null,"
    "\"confined\":{\"network\":\"none\",\"read\":[\"/a\",\"/\357\277\275\"],\"more\":2}},"
    "{\"pid\":null,\"exe\":null,\"protocolVersion\":null,\"lastListed\":null,"
    "\"confined\":{\"network\":\"host\",\"read\":[]}}]}]" },
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'allowed'>, 'keep-roots': <true>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,\"decision\":\"allowed\",\"roots\":[],"
    "\"choices\":[\"keep-roots\"],\"sessions\":[]}]" },
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'allowed'>, 'keep-roots': <true>,"
    " 'share-host-roots': <true>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,\"decision\":\"allowed\",\"roots\":[],"
    "\"choices\":[\"share-host-roots\",\"keep-roots\"],\"sessions\":[]}]" },
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'allowed'>, 'reading': <true>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,\"decision\":\"allowed\",\"roots\":[],"
    "\"choices\":[\"reading\"],\"sessions\":[]}]" },
  { "[{'id': <'s'>, 'given-name': <'a'>, 'identity-kind': <'launch'>,"
    " 'facts': <[('command', 'claimed', 'x /usr /dev/null --lib=/usr/lib')]>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":false,\"decision\":\"undecided\",\"roots\":[],"
    "\"inCommand\":[\"file:///usr\",\"file:///usr/lib\"],\"sessions\":[]}]" },
  { "[{'id': <'s'>, 'given-name': <'a'>, 'standing': <'without-roots'>}]",
    "[{\"id\":\"s\",\"name\":\"a\",\"listed\":true,"
    "\"decision\":\"without-roots\",\"roots\":[],\"sessions\":[]}]" },
};

static void
test_servers (void)
{
  g_autoptr (GPtrArray) all = roots ("[{'id': <'1'>, 'path': <b'/1'>},"
                                     " {'id': <'2'>, 'path': <b'/2'>},"
                                     " {'id': <'3'>, 'path': <b'/3'>}]");
  g_autoptr (PaddockNamedFolders) named = paddock_named_folders_new ();

  for (guint i = 0; i < G_N_ELEMENTS (server_cases); i++) {
    g_autoptr (GPtrArray) views = servers (server_cases[i].dictionaries);
    g_autofree char *json = NULL;

    paddock_named_folders_wait (named, views);
    json = paddock_json_forms_servers (views, NULL, all, named, PADDOCK_CONSENT_ASK, NOW);

    assert_json (json, server_cases[i].json);
  }
}

/* A private home stands at its server. */
static void
test_homes (void)
{
  g_autoptr (GPtrArray) all = roots ("@aa{sv} []");
  g_autoptr (GPtrArray) views = servers ("[{'id': <'s'>, 'given-name': <'a'>},"
                                         " {'id': <'t'>, 'given-name': <'b'>},"
                                         " {'id': <'u'>, 'given-name': <'c'>}]");
  g_autoptr (GVariant) homes =
    g_variant_ref_sink (g_variant_new_parsed ("[('u', uint64 4096, true), ('s', 8192, false)]"));
  g_autoptr (PaddockNamedFolders) named = paddock_named_folders_new ();
  g_autofree char *json = paddock_json_forms_servers (views, homes, all, named,
                                                      PADDOCK_CONSENT_ASK, NOW);

  assert_json (json,
               "[{\"id\":\"s\",\"name\":\"a\",\"listed\":false,"
               "\"decision\":\"undecided\",\"roots\":[],"
               "\"privateHome\":{\"bytes\":8192,\"atLeast\":false},\"sessions\":[]},"
               "{\"id\":\"t\",\"name\":\"b\",\"listed\":false,"
               "\"decision\":\"undecided\",\"roots\":[],"
               "\"sessions\":[]},"
               "{\"id\":\"u\",\"name\":\"c\",\"listed\":false,"
               "\"decision\":\"undecided\",\"roots\":[],"
               "\"privateHome\":{\"bytes\":4096,\"atLeast\":true},\"sessions\":[]}]");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-forms/roots", test_roots);
  g_test_add_func ("/json-forms/servers", test_servers);
  g_test_add_func ("/json-forms/homes", test_homes);
  return g_test_run ();
}
