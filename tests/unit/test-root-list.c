/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-list.h"

#include <string.h>

#define EXPIRES "\"io.github.paddock-mcp/expires\""
#define ACCESS "\"io.github.paddock-mcp/access\""

static PaddockRootList *
read_list (const char *text)
{
  return paddock_root_list_read ((PaddockSpan) { text, strlen (text) });
}

static void
check_written (const PaddockRootList *list,
               gboolean               has_meta,
               const char            *expected)
{
  g_autofree char *text = paddock_root_list_write (list, has_meta);

  g_assert_cmpstr (text, ==, expected);
}

/* What is read is written again. What makes no sense is left out. */
static void
test_read (void)
{
  static const struct { const char *text, *written;
  } table[] = {
    { "{\"roots\":[]}", "[]" },
    { "{\"roots\":[{\"uri\":\"file:///a\"}]}", "[{\"uri\":\"file:///a\"}]" },
    { "{\"roots\":[{\"name\":\"N\\\"\",\"uri\":\"file:///a\",\"x\":1}]}",
      "[{\"uri\":\"file:///a\",\"name\":\"N\\\"\"}]" },
    { "{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"read-only\",\"x\":1}}]}",
      "[{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"read-only\"}}]" },
    { "{\"roots\":[{\"uri\":\"file:///a\",\"name\":null},{\"uri\":\"file:///b\",\"name\":\"\"}]}",
      "[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}]" },
    { "{\"roots\":[1,null,\"file:///a\",[],{},{\"uri\":1},{\"uri\":\"http://a/\"},"
      "{\"uri\":\"FILE:///a\"},{\"uri\":\"file://host/a\"},{\"uri\":\"\"}]}",
      "[]" },
    { "{\"roots\":[{\"uri\":\"http://a/\",\"\\u0075ri\":\"file:\\/\\/\\/a\"}]}",
      "[{\"uri\":\"file:///a\"}]" },
    { "{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":[\"read-only\"]}}]}",
      "[{\"uri\":\"file:///a\"}]" },
    { "{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":[]}],\"_meta\":1}",
      "[{\"uri\":\"file:///a\"}]" },
  };
  static const char * const no_lists[] = { "{}", "{\"roots\":{}}", "{\"roots\":null}",
                                           "{\"Roots\":[]}", "{\"roots\":\"[]\"}" };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (PaddockRootList) list = read_list (table[i].text);

    g_test_message ("%s", table[i].text);
    check_written (list, TRUE, table[i].written);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (no_lists); i++)
    g_assert_null (read_list (no_lists[i]));
  g_assert_null (read_list (""));
  g_assert_null (read_list ("[]"));
}

static void
test_meta (void)
{
  g_autoptr (PaddockRootList) list =
    read_list ("{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"read-only\"}}]}");

  check_written (list, FALSE, "[{\"uri\":\"file:///a\"}]");
}

#define HOST "\"io.github.paddock-mcp/hostRoots\""
#define KEEP "\"io.github.paddock-mcp/keep\""
#define EMPTY "\"io.github.paddock-mcp/empty\""

static void
test_taken (void)
{
  static const struct {
    const char *text;
    gboolean    is_revoked_by_user;
  } rows[] = {
    { "{\"roots\":[],\"_meta\":{" EMPTY ":\"taken\"}}", TRUE },
    { "{\"roots\":[]}", FALSE },
    { "{\"roots\":[],\"_meta\":7}", FALSE },
    { "{\"roots\":[],\"_meta\":{" EMPTY ":true}}", FALSE },
    { "{\"roots\":[],\"_meta\":{" EMPTY ":\"away\"}}", FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" EMPTY ":\"taken\"}}", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRootList) list = read_list (rows[i].text);
    g_autoptr (PaddockRootList) later = paddock_root_list_at (list, 1);

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (paddock_root_list_is_revoked_by_user (list), ==, rows[i].is_revoked_by_user);
    g_assert_false (paddock_root_list_is_revoked_by_user (later));
  }
}

/* In doubt the list is neither made larger nor kept. */
static void
test_choices (void)
{
  static const struct {
    const char *text;
    gboolean    uses_host;
    gboolean    is_kept;
  } rows[] = {
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" HOST ":\"union\"," KEEP ":true}}", TRUE,
      TRUE },
    { "{\"roots\":[],\"_meta\":{" HOST ":\"union\"," KEEP ":true}}", TRUE, FALSE },
    { "{\"roots\":[],\"_meta\":{" EMPTY ":\"taken\"," HOST ":\"union\"," KEEP ":true}}", FALSE,
      FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}]}", FALSE, FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" HOST ":true," KEEP ":1}}", FALSE, FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" HOST ":\"Union\"," KEEP ":\"true\"}}",
      FALSE, FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" HOST ":[\"union\"]," KEEP ":false}}",
      FALSE, FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" HOST ":null," KEEP ":null}}", FALSE,
      FALSE },
    { "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":[]," HOST ":\"union\"," KEEP ":true}",
      FALSE, FALSE },
  };
  g_autoptr (PaddockRootList) ending = read_list (
    "{\"roots\":[{\"uri\":\"file:///a\"}],\"_meta\":{" EXPIRES ":{\"file:///a\":1}," HOST
    ":\"union\"," KEEP ":true}}");
  g_autoptr (PaddockRootList) before = paddock_root_list_at (ending, 0);
  g_autoptr (PaddockRootList) after = paddock_root_list_at (ending, G_TIME_SPAN_MILLISECOND);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockRootList) list = read_list (rows[i].text);

    g_test_message ("%s", rows[i].text);
    g_assert_cmpint (paddock_root_list_uses_host (list), ==, rows[i].uses_host);
    g_assert_cmpint (paddock_root_list_is_kept (list), ==, rows[i].is_kept);
  }
  g_assert_true (paddock_root_list_uses_host (before) && paddock_root_list_is_kept (before));
  g_assert_false (paddock_root_list_uses_host (after) || paddock_root_list_is_kept (after));
  g_assert_false (paddock_root_list_equal (before, after));
}

static void
test_with (void)
{
#define OWN "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}"
  static const struct { const char *host, *written;
  } table[] = {
    { "", OWN "]" },
    { "file:///home/u/q", OWN ",{\"uri\":\"file:///home/u/q\"}]" },
    { "file:///home/u/q/ file:///home/u/q", OWN ",{\"uri\":\"file:///home/u/q\"}]" },
    { "file:///home/u/p", OWN "]" },
    { "file:///home/u/p/", OWN "]" },
    { "file:///home/u/p/in/side", OWN "]" },
    { "file:///home/u/p/../q", OWN "]" },
    { "file:///home/u/p2", OWN ",{\"uri\":\"file:///home/u/p2\"}]" },
    { "file:///home/u file:///home/u/x", OWN ",{\"uri\":\"file:///home/u\"}]" },
    { "file:///z file:///a", OWN ",{\"uri\":\"file:///z\"},{\"uri\":\"file:///a\"}]" },
    { "https://home/u/q", OWN "]" },
    { "file://other/home/u/q /home/u/q file:///q%00", OWN "]" },
  };
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}],"
    "\"_meta\":{" HOST ":\"union\"}}");
  g_autoptr (PaddockRootList) plain = read_list (
    "{\"roots\":[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}]}");

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_auto (GStrv) uris = g_strsplit (table[i].host, " ", -1);
    g_autoptr (PaddockRootList) all = paddock_root_list_with (list, (const char * const *) uris);
    g_autoptr (PaddockRootList) none = paddock_root_list_with (plain, (const char * const *) uris);

    g_test_message ("%s", table[i].host);
    check_written (all, TRUE, table[i].written);
    check_written (none, TRUE, OWN "]");
  }
#undef OWN
}

static void
test_paths (void)
{
  g_autoptr (PaddockRootList) list =
    read_list ("{\"roots\":[{\"uri\":\"file:///a%20b\"},{\"uri\":\"file:///c\"}]}");
  g_auto (GStrv) paths = paddock_root_list_dup_paths (list);
  const char * const expected[] = { "/a b", "/c", NULL };

  g_assert_cmpstrv (paths, expected);
}

static void
test_expiry (void)
{
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///never\"},{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"},"
    "{\"uri\":\"file:///odd\"}],"
    "\"_meta\":{" EXPIRES ":{\"file:///a\":1000,\"file:///b\":2000,\"file:///odd\":\"soon\"}}}");
  static const struct { gint64 now_ms;
                        const char *written;
                        gint64 next_ms;
  } table[] = {
    { 0, "[{\"uri\":\"file:///never\"},{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"},"
      "{\"uri\":\"file:///odd\"}]", 1 },
    { 1, "[{\"uri\":\"file:///never\"},{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}]", 1000 },
    { 999, "[{\"uri\":\"file:///never\"},{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}]", 1000 },
    { 1000, "[{\"uri\":\"file:///never\"},{\"uri\":\"file:///b\"}]", 2000 },
    { 2000, "[{\"uri\":\"file:///never\"}]", -1 },
    { 9999, "[{\"uri\":\"file:///never\"}]", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    gint64 now = table[i].now_ms * G_TIME_SPAN_MILLISECOND;
    g_autoptr (PaddockRootList) left = paddock_root_list_at (list, now);

    check_written (left, TRUE, table[i].written);
    g_assert_cmpint (paddock_root_list_next_expiry (left, now), ==,
                     table[i].next_ms < 0 ? G_MAXINT64
                                          : table[i].next_ms * G_TIME_SPAN_MILLISECOND);
  }
}

static void
test_equal (void)
{
  static const char * const different[] = {
    "{\"roots\":[]}", "{\"roots\":[{\"uri\":\"file:///a\"}]}",
    "{\"roots\":[{\"uri\":\"file:///b\"}]}",
    "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"x\"}]}",
    "{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"read-only\"}}]}",
    "{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}]}",
    "{\"roots\":[{\"uri\":\"file:///b\"},{\"uri\":\"file:///a\"}]}",
  };
  g_autoptr (PaddockRootList) plain = read_list (different[1]);
  g_autoptr (PaddockRootList) ending = read_list ("{\"roots\":[{\"uri\":\"file:///a\"}],"
                                                  "\"_meta\":{" EXPIRES ":{\"file:///a\":1}}}");

  for (gsize i = 0; i < G_N_ELEMENTS (different); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (different); j++) {
      g_autoptr (PaddockRootList) a = read_list (different[i]);
      g_autoptr (PaddockRootList) b = read_list (different[j]);

      g_assert_cmpint (paddock_root_list_equal (a, b), ==, i == j);
    }
  g_assert_true (paddock_root_list_equal (plain, ending));
}

/* The result is never outside the list, whatever the host says. */
static void
test_within (void)
{
  static const struct { const char *host, *written;
  } table[] = {
    { "file:///home/u/p", "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}]" },
    { "file:///home/u/p/", "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}]" },
    { "file:///home/u", "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"}]" },
    { "file:///", "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"},{\"uri\":\"file:///q\"}]" },
    { "file:///home/u/p/in%20side/", "[{\"uri\":\"file:///home/u/p/in%20side\"}]" },
    { "file:///home/u/p/../p/x", "[]" },
    { "file:///q", "[{\"uri\":\"file:///q\"}]" },
    { "file:///home/u/p2", "[]" },
    { "file:///home/u/p/..", "[]" },
    { "file:///home/u/p/../../v", "[]" },
    { "file:///etc", "[]" },
    { "https://home/u/p", "[]" }, { "", "[]" }, { "file://other/home/u/p", "[]" },
    { "/home/u/p", "[]" }, { "file:///home/u/p%00", "[]" },
  };
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"},{\"uri\":\"file:///q\"}]}");
  const char * const none[] = { NULL };
  const char * const twice[] = { "file:///q", "file:///", "file:///q", NULL };
  g_autoptr (PaddockRootList) of_none = paddock_root_list_within (list, none);
  g_autoptr (PaddockRootList) of_twice = paddock_root_list_within (list, twice);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    const char * const uris[] = { table[i].host, NULL };
    g_autoptr (PaddockRootList) narrowed = paddock_root_list_within (list, uris);

    g_test_message ("%s", table[i].host);
    check_written (narrowed, TRUE, table[i].written);
  }
  g_assert_true (paddock_root_list_is_empty (of_none));
  check_written (of_twice, TRUE,
                 "[{\"uri\":\"file:///home/u/p\",\"name\":\"P\"},{\"uri\":\"file:///q\"}]");
}

#define RECORD "\"io.github.paddock-mcp/record\""
#define SERVER "\"io.github.paddock-mcp/server\""

static void
add_root (const char *path,
          const char *record,
          gboolean    is_writable,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "%s %s %s\n", path, record != NULL ? record : "-",
                          is_writable ? "rw" : "ro");
}

/* In doubt a root is read-only, and nothing identifies it. */
static void
test_foreach (void)
{
  static const struct { const char *root;
                        const char *expected;
                        const char *grants;
  } rows[] = {
    { "{\"uri\":\"file:///a%20b\",\"_meta\":{" RECORD ":\"(1, b'x')\"}}", "/a b (1, b'x') rw\n",
      "read (1, b'x') /a b|write (1, b'x') /a b" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" RECORD ":\"r\"," ACCESS ":\"read-only\"}}",
      "/a r ro\n", "read r /a" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" RECORD ":\"r\"," ACCESS ":\"read-write\"}}",
      "/a r rw\n", "read r /a|write r /a" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"Read-Write\"}}", "/a - ro\n", "read  /a" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"\"}}", "/a - ro\n", "read  /a" },
    { "{\"uri\":\"file:///a\"}", "/a - rw\n", "read  /a|write  /a" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" RECORD ":7}}", "/a - rw\n", "read  /a|write  /a" },
    { "{\"uri\":\"file:///a\",\"_meta\":{" RECORD ":null}}", "/a - rw\n", "read  /a|write  /a" },
    { "{\"uri\":\"file:///b\"},{\"uri\":\"file:///a\",\"_meta\":{" ACCESS ":\"read-only\"}}",
      "/b - rw\n/a - ro\n", "read  /b|write  /b|read  /a" },
    { "{\"uri\":\"http://a/\"}", "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = g_strdup_printf ("{\"roots\":[%s]}", rows[i].root);
    g_autoptr (PaddockRootList) list = read_list (text);
    g_autoptr (GString) got = g_string_new (NULL);
    g_auto (GStrv) grants = paddock_root_list_dup_grants (list);
    g_autofree char *all = g_strjoinv ("|", grants);

    g_test_message ("%s", rows[i].root);
    paddock_root_list_foreach (list, add_root, got);
    g_assert_cmpstr (got->str, ==, rows[i].expected);
    g_assert_cmpstr (all, ==, rows[i].grants);
    g_assert_null (paddock_root_list_get_server (list));
  }
}

/* When a root expires, the server is the same, and so are the other roots. */
static void
test_stays (void)
{
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///a\",\"_meta\":{" RECORD ":\"r\"}},{\"uri\":\"file:///b\"}],"
    "\"_meta\":{" EXPIRES ":{\"file:///b\":1}," SERVER ":\"s\"}}");
  g_autoptr (PaddockRootList) later = paddock_root_list_at (list, G_TIME_SPAN_MILLISECOND);
  g_autoptr (GString) got = g_string_new (NULL);

  paddock_root_list_foreach (later, add_root, got);
  g_assert_cmpstr (got->str, ==, "/a r rw\n");
  g_assert_cmpstr (paddock_root_list_get_server (later), ==, "s");
}

static void
test_server (void)
{
  static const struct { const char *value;
                        const char *server_id;
  } rows[] = {
    { "\"s-1\"", "s-1" }, { "\"\\u0073\"", "s" }, { "\"\"", "" }, { "7", NULL }, { "null", NULL },
    { "[\"s\"]", NULL }, { "{}", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = g_strdup_printf ("{\"roots\":[],\"_meta\":{" SERVER ":%s}}",
                                             rows[i].value);
    g_autoptr (PaddockRootList) list = read_list (text);

    g_test_message ("%s", text);
    g_assert_cmpstr (paddock_root_list_get_server (list), ==, rows[i].server_id);
  }
}

/* Keeps the roots with these paths, and what is said of them. */
static void
test_with_paths (void)
{
  static const struct { const char *paths;
                        const char *expected;
  } rows[] = {
    { "/a|/b c", "/a r ro\n/b c s rw\n" }, { "/b c|/a", "/a r ro\n/b c s rw\n" },
    { "/b c", "/b c s rw\n" }, { "/b", "" }, { "/a/", "" }, { "", "" },
  };
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"N\",\"_meta\":{" RECORD ":\"r\"," ACCESS
    ":\"read-only\"}},{\"uri\":\"file:///b%20c\",\"_meta\":{" RECORD ":\"s\"}}],\"_meta\":{" HOST
    ":\"union\"," KEEP ":true}}");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) paths = g_strsplit (rows[i].paths, "|", -1);
    g_autoptr (PaddockRootList) left =
      paddock_root_list_with_paths (list, (const char * const *) paths);
    g_autoptr (GString) got = g_string_new (NULL);

    paddock_root_list_foreach (left, add_root, got);
    g_assert_cmpstr (got->str, ==, rows[i].expected);
    g_assert_cmpint (paddock_root_list_is_kept (left), ==, *rows[i].expected != '\0');
    g_assert_false (paddock_root_list_uses_host (left));
  }
}

/* A list that is empty by the user's will stays so. */
static void
test_with_paths_revoked (void)
{
  static const char * const nothing[] = { NULL };
  g_autoptr (PaddockRootList) list = read_list ("{\"roots\":[],\"_meta\":{" EMPTY ":\"taken\"}}");
  g_autoptr (PaddockRootList) left = paddock_root_list_with_paths (list, nothing);

  g_assert_true (paddock_root_list_is_revoked_by_user (left));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/root-list/read", test_read);
  g_test_add_func ("/root-list/meta", test_meta);
  g_test_add_func ("/root-list/taken", test_taken);
  g_test_add_func ("/root-list/choices", test_choices);
  g_test_add_func ("/root-list/with", test_with);
  g_test_add_func ("/root-list/foreach", test_foreach);
  g_test_add_func ("/root-list/stays", test_stays);
  g_test_add_func ("/root-list/server", test_server);
  g_test_add_func ("/root-list/with-paths", test_with_paths);
  g_test_add_func ("/root-list/with-paths-revoked", test_with_paths_revoked);
  g_test_add_func ("/root-list/paths", test_paths);
  g_test_add_func ("/root-list/expiry", test_expiry);
  g_test_add_func ("/root-list/equal", test_equal);
  g_test_add_func ("/root-list/within", test_within);
  return g_test_run ();
}
