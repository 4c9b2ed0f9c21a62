/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-items.h"

/* Items keep their identity and notify only what changed. */

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static PaddockRootView *
root (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_root_view_from_variant (dictionary);
}

static PaddockServerView *
server (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_server_view_from_variant (dictionary);
}

static void
on_notify (GObject    *object,
           GParamSpec *pspec,
           GString    *names)
{
  g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", pspec->name);
}

#define ROOT "'id': <'r'>, 'path': <b'/a'>, 'uri': <'file:///a'>, 'kind': <'directory'>"

typedef struct {
  const char *update;
  const char *notified;               /* in the order of the properties */
} RootCase;

static const RootCase root_cases[] = {
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>}", "" },
  { "{" ROOT ", 'access': <'read-write'>, 'status': <'available'>}", "access" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'missing'>}", "status" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'name': <'N'>}", "label" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'servers': <uint32 2>}",
    "seen-by" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'expires': <int64 5>}",
    "expires" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'login': <true>}",
    "until-logout" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'has-events': <true>}",
    "has-events" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'picked': <b'/b'>}", "picked" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'markers': <['.git']>}",
    "markers" },
  { "{" ROOT ", 'access': <'read-only'>, 'status': <'available'>, 'added': <int64 5>}", "added" },
  { "{'id': <'r'>, 'path': <b'/z'>, 'kind': <'file'>, 'status': <'available'>}",
    "label path uri kind" },
};

static void
test_root_notifies (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (root_cases); i++) {
    g_autoptr (PaddockRootItem) item =
      paddock_root_item_new (root ("{" ROOT ", 'access': <'read-only'>, 'status': <'available'>}"));
    g_autoptr (GString) names = g_string_new (NULL);

    g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
    paddock_root_item_set_view (item, root (root_cases[i].update));
    g_assert_cmpstr (names->str, ==, root_cases[i].notified);
  }
}

static void
test_root_properties (void)
{
  g_autoptr (PaddockRootItem) item =
    paddock_root_item_new (root ("{'id': <'r'>, 'path': <b'/a/b\\033c'>, 'kind': <'file'>,"
                                 " 'picked': <b'/l'>, 'access': <'read-write'>,"
                                 " 'status': <'replaced'>, 'servers': <uint32 3>}"));
  g_autofree char *id = NULL, *label = NULL, *path = NULL, *picked = NULL, *uri = NULL;
  int kind, access, status;
  guint seen_by;

  g_object_get (item, "id", &id, "label", &label, "path", &path, "picked", &picked, "uri", &uri,
                "kind", &kind, "access", &access, "status", &status, "seen-by", &seen_by, NULL);
  g_assert_cmpstr (id, ==, "r");
  g_assert_cmpstr (label, ==, "b\\x1Bc");
  g_assert_cmpstr (path, ==, "/a/b\\x1Bc");
  g_assert_cmpstr (picked, ==, "/l");
  g_assert_cmpstr (uri, ==, "file:///a/b%1Bc");
  g_assert_cmpint (kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_cmpint (access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (status, ==, PADDOCK_AVAILABILITY_REPLACED);
  g_assert_cmpuint (seen_by, ==, 3);
  g_assert_cmpstr (paddock_root_item_get_view (item)->root->path, ==, "/a/b\033c");
}

static void
count (gpointer  object,
       guint    *n)
{
  (*n)++;
}

typedef struct {
  const char *update;
  const char *notified;
  guint       changed;
} ServerCase;

static const ServerCase server_cases[] = {
  { "{'id': <'s'>, 'claimed-name': <'a'>}", "", 0 },
  { "{'id': <'s'>, 'claimed-name': <'b'>}", "label", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'standing': <'allowed'>}", "standing", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'last-seen': <int64 9>}", "", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'sessions': <[{'id': <'1'>}]>}", "n-sessions", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'grants': <[{'root': <'r'>}]>}", "", 1 },
  { "{'id': <'s'>, 'claimed-name': <'a'>, 'grants': <[{'root': <'r'>, 'visible': <true>}]>}",
    "n-visible", 1 },
};

/* Whether its label is ambiguous is notified once, and stays when its value changes. */
static void
test_server_ambiguous (void)
{
  g_autoptr (PaddockServerItem) item =
    paddock_server_item_new (server ("{'id': <'s'>, 'claimed-name': <'a'>}"));
  g_autoptr (GString) names = g_string_new (NULL);
  guint changed = 0;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  g_signal_connect (item, "changed", G_CALLBACK (count), &changed);
  g_assert_false (paddock_server_item_is_ambiguous (item));
  paddock_server_item_set_ambiguous (item, FALSE);
  paddock_server_item_set_ambiguous (item, TRUE);
  paddock_server_item_set_ambiguous (item, TRUE);
  g_assert_true (paddock_server_item_is_ambiguous (item));
  g_assert_cmpstr (names->str, ==, "is-ambiguous");
  g_assert_cmpuint (changed, ==, 1);
  paddock_server_item_set_view (item, server ("{'id': <'s'>, 'claimed-name': <'b'>}"));
  g_assert_true (paddock_server_item_is_ambiguous (item));
}

static void
test_server_notifies (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (server_cases); i++) {
    g_autoptr (PaddockServerItem) item =
      paddock_server_item_new (server ("{'id': <'s'>, 'claimed-name': <'a'>}"));
    g_autoptr (GString) names = g_string_new (NULL);
    guint changed = 0;

    g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
    g_signal_connect (item, "changed", G_CALLBACK (count), &changed);
    paddock_server_item_set_view (item, server (server_cases[i].update));
    g_assert_cmpstr (names->str, ==, server_cases[i].notified);
    g_assert_cmpuint (changed, ==, server_cases[i].changed);
  }
}

static void
test_server_grants (void)
{
  g_autoptr (PaddockServerItem) item =
    paddock_server_item_new (server ("{'id': <'s'>, 'grants': <[{'root': <'a'>},"
                                     " {'root': <'b'>, 'visible': <true>}]>}"));
  g_autofree char *label = NULL;
  guint n_visible;

  g_object_get (item, "label", &label, "n-visible", &n_visible, NULL);
  g_assert_cmpuint (n_visible, ==, 1);
  g_assert_cmpstr (label, !=, "");
  g_assert_false (paddock_server_item_get_grant (item, "a")->is_visible);
  g_assert_true (paddock_server_item_get_grant (item, "b")->is_visible);
  g_assert_null (paddock_server_item_get_grant (item, "c"));
  g_assert_null (paddock_server_item_get_grant (item, NULL));
  g_assert_cmpuint (paddock_server_item_get_view (item)->grants->len, ==, 2);
}

static PaddockPrompt *
prompt (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_prompt_from_variant (dictionary);
}

static void
test_request (void)
{
  g_autoptr (PaddockPrompt) first = prompt ("{'id': <'q'>, 'serial': <uint32 1>}");
  g_autoptr (PaddockPrompt) same = prompt ("{'id': <'q'>, 'serial': <uint32 1>}");
  g_autoptr (PaddockPrompt) other = prompt ("{'id': <'q'>, 'serial': <uint32 1>,"
                                            " 'sessions': <uint32 4>}");
  g_autoptr (PaddockPrompt) newer = prompt ("{'id': <'q'>, 'serial': <uint32 2>}");
  g_autoptr (PaddockPromptItem) item = paddock_prompt_item_new (first);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *id = NULL;
  guint serial;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  paddock_prompt_item_set_prompt (item, same);
  g_assert_cmpstr (names->str, ==, "");
  paddock_prompt_item_set_prompt (item, other);
  g_assert_cmpstr (names->str, ==, "serial");
  g_assert_true (paddock_prompt_item_get_prompt (item) == other);
  paddock_prompt_item_set_prompt (item, newer);
  g_assert_cmpstr (names->str, ==, "serial serial");

  g_object_get (item, "id", &id, "serial", &serial, NULL);
  g_assert_cmpstr (id, ==, "q");
  g_assert_cmpuint (serial, ==, 2);
}

static PaddockJournalEntry *
entry (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_entry_from_variant (dictionary);
}

static void
test_entry (void)
{
  g_autoptr (PaddockJournalEntry) first = entry ("{'number': <int64 7>, 'time': <int64 10>,"
                                                 " 'last': <int64 10>, 'count': <uint32 1>}");
  g_autoptr (PaddockJournalEntry) repeat = entry ("{'number': <int64 7>, 'time': <int64 10>,"
                                                  " 'last': <int64 20>, 'count': <uint32 2>}");
  g_autoptr (PaddockEntryItem) item = paddock_entry_item_new (first);
  g_autoptr (GString) names = g_string_new (NULL);
  gint64 number, time, last;
  guint times;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  paddock_entry_item_set_entry (item, first);
  g_assert_cmpstr (names->str, ==, "");
  paddock_entry_item_set_entry (item, repeat);
  g_assert_cmpstr (names->str, ==, "last count");
  g_assert_true (paddock_entry_item_get_entry (item) == repeat);

  g_object_get (item, "number", &number, "time", &time, "last", &last, "count", &times, NULL);
  g_assert_cmpint (number, ==, 7);
  g_assert_cmpint (time, ==, 10);
  g_assert_cmpint (last, ==, 20);
  g_assert_cmpuint (times, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/items/root/notifies", test_root_notifies);
  g_test_add_func ("/items/root/properties", test_root_properties);
  g_test_add_func ("/items/server/notifies", test_server_notifies);
  g_test_add_func ("/items/server-ambiguous", test_server_ambiguous);
  g_test_add_func ("/items/server/grants", test_server_grants);
  g_test_add_func ("/items/request", test_request);
  g_test_add_func ("/items/entry", test_entry);
  return g_test_run ();
}
