/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-reference.h"

#include "paddock-uri.h"

#include <string.h>

typedef struct {
  const char *reference;
  const char *path;
} Case;

static const Case paths[] = {
  /* A path is used byte for byte. */
  { "/", "/" }, { "/a", "/a" }, { "/a/", "/a/" }, { "//a//b", "//a//b" }, { "/a/../b", "/a/../b" },
  { "/..", "/.." }, { "/a/./b", "/a/./b" }, { "/%2e%2e/a", "/%2e%2e/a" }, { "/a%00b", "/a%00b" },
  { "/a?b#c", "/a?b#c" }, { "/a\\b", "/a\\b" }, { "/a\nb", "/a\nb" }, { "/\xff", "/\xff" },
  { "/\xc0\xae", "/\xc0\xae" }, { "/file:///a", "/file:///a" }, { "/ ", "/ " }, { "/~", "/~" },
  /* A URI is decoded once. */
  { "file:///a/b", "/a/b" }, { "file:/a/b", "/a/b" }, { "file://localhost/a", "/a" },
  { "FILE:///a", "/a" }, { "fIlE:/a", "/a" }, { "file://LOCALHOST/a", "/a" },
  { "file:///a%20b", "/a b" }, { "file:///a b", "/a b" }, { "file:///%C3%A9", "/\xc3\xa9" },
  { "file:///%FF%FE", "/\xff\xfe" }, { "file:///%e9t%e9", "/\xe9t\xe9" },
  { "file:///%252e%252e/a", "/%2e%2e/a" }, { "file:///a%25", "/a%" }, { "file:///a%0Ab", "/a\nb" },
  { "file:///a%3Fb%23c", "/a?b#c" }, { "file:///...", "/..." }, { "file:///.a", "/.a" },
  { "file:///..a", "/..a" }, { "file:///%E2%80%AE", "/\xe2\x80\xae" }, { "file:///%41", "/A" },
  { "file:///%E0%A0%80", "/\xe0\xa0\x80" }, { "file:///%F0%90%80%80", "/\xf0\x90\x80\x80" },
  { "file:///%C0", "/\xc0" }, { "file:///%C1x", "/\xc1x" }, { "file:///%5C", "/\\" },
};

static const char * const malformed[] = {
  "", "a", "a/b", ".", "..", "./a", "../a", "~", "~/a", "~root/a", " /a", "\t/a", "\n/a", "-",
  "C:\\a", "C:/a", "\\\\host\\a", "\\a",
  "file", "file:", "file:/" "/", "file:///../a", "file:a", "file:./a", "file:../a", "file:~/a",
  "file: /a", " file:///a", "\nfile:///a", "\"file:///a\"", "<file:///a>",
  "http:///a", "https://localhost/a", "ftp:///a", "data:,a", "smb://h/a", "sftp://h/a",
  "vscode://a", "file+ssh:///a",
  "xfile:///a", "file.:///a", "f%69le:///a", "file%3A///a", "admin:///a",
  "file://host/a", "file://localhost", "file://localhost:0/a", "file://localhost:/a",
  "file://localhost./a", "file://localhost.localdomain/a", "file://127.0.0.1/a", "file://[::1]/a",
  "file://user@localhost/a", "file://:80/a", "file://@/a", "file://./a", "file://../a",
  "file://~/a",
  "file://%6cocalhost/a", "file://localhost%2Fa", "file://a",
  "file:///a?", "file:///a?b", "file:///a#", "file:///a#b", "file:///?/../a", "file:///a;?x",
  "file:///.", "file:///..", "file:///./", "file:///a/..", "file:///a/../b", "file:///a/./b",
  "file:///a/.", "file:///a//../b", "file:/../a", "file:/./a", "file://localhost/../a",
  "file:///%2e", "file:///%2e%2e", "file:///%2E%2E/a", "file:///.%2e/a", "file:///%2e./a",
  "file:///a/%2e%2e", "file:///a/%2E/b", "file:///a/..%2Fb", "file:///..%2f", "file:///%2e%2e%2fa",
  "file:///a%2Fb", "file:///%2fa", "file:///a%2f..%2fb", "file:///a%00", "file:///%00",
  "file:///a%00.txt", "file:///%", "file:///%2", "file:///%%", "file:///%zz", "file:///%2z",
  "file:///%u002e", "file:///%-2", "file:///% 2e", "file:///%2", "file:///a%",
  "file:///a\\b", "file:///..\\a", "file:\\\\\\a", "file:///a\nb", "file:///a\x7f", "file:///a\x01",
  "file:///\xff", "file:///\xc0\xae\xc0\xae/a", "file:///\xc0\xaf",
  /* Overlong UTF-8, escaped: a lenient reader sees dots and slashes. */
  "file:///%c0%ae%c0%ae/a", "file:///%C0%AE%C0%AE%C0%AFa", "file:///a%c0%afb", "file:///%c1%9c",
  "file:///%e0%80%ae", "file:///%e0%80%af", "file:///%e0%9f%bf", "file:///%f0%80%80%ae",
  "file:///%F0%8F%BF%BF", "file:///%c0%80", "file:///a/%c0.%c0%ae",
};

static void
test_paths (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *path = NULL;
    PaddockReadVerdict verdict = paddock_reference_to_path (paths[i].reference,
                                                            strlen (paths[i].reference), &path);

    if (verdict != PADDOCK_READ_ALLOWED)
      g_test_message ("“%s” was refused", paths[i].reference);
    g_assert_cmpint (verdict, ==, PADDOCK_READ_ALLOWED);
    g_assert_cmpstr (path, ==, paths[i].path);
  }
}

static void
test_malformed (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (malformed); i++) {
    char *path = (char *) "unset";
    gsize length = strlen (malformed[i]);
    PaddockReadVerdict verdict = paddock_reference_to_path (malformed[i], length, &path);

    if (verdict != PADDOCK_READ_MALFORMED)
      g_test_message ("“%s” gave “%s”", malformed[i], path);
    g_assert_cmpint (verdict, ==, PADDOCK_READ_MALFORMED);
    g_assert_null (path);
  }
}

/* Bytes, not a string: they may hold a NUL, and need no NUL at the end. */
static void
test_bytes (void)
{
  static const char text[] = "/a\0/b";
  g_autofree char *path = NULL;

  g_assert_cmpint (paddock_reference_to_path (text, 5, &path), ==, PADDOCK_READ_MALFORMED);
  g_assert_null (path);
  g_assert_cmpint (paddock_reference_to_path (text, 3, &path), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (paddock_reference_to_path ("/a\0", 3, &path), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (paddock_reference_to_path (text, 0, &path), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (paddock_reference_to_path (NULL, 0, &path), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (paddock_reference_to_path (text, 2, &path), ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (path, ==, "/a");
}

static PaddockReadVerdict
verdict_of_length (const char *prefix,
                   const char *unit,
                   gsize       count)
{
  g_autoptr (GString) text = g_string_new (prefix);
  g_autofree char *path = NULL;

  for (gsize i = 0; i < count; i++)
    g_string_append (text, unit);
  return paddock_reference_to_path (text->str, text->len, &path);
}

static void
test_limits (void)
{
  gsize most = PADDOCK_REFERENCE_PATH_MAX - 1;

  g_assert_cmpint (verdict_of_length ("/", "a", most), ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpint (verdict_of_length ("/", "a", most + 1), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (verdict_of_length ("/", "a", most + 2), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (verdict_of_length ("/", "a", 1 << 20), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (verdict_of_length ("file:///", "%61", most), ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpint (verdict_of_length ("file:///", "%61", most + 1), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (verdict_of_length ("file:///", "a", most + 1), ==, PADDOCK_READ_MALFORMED);
  g_assert_cmpint (verdict_of_length ("file://localhost/", "%61", most), ==,
                   PADDOCK_READ_ALLOWED);
}

/* A root's URI as it is sent can be read back, whatever bytes its name has. */
static void
test_own_uris (void)
{
  for (int first = 1; first < 256; first++)
    for (int second = 1; second < 256; second++) {
      char name[] = { '/', 'x', (char) first, (char) second, '\0' };
      g_autofree char *uri = paddock_uri_from_path (name);
      g_autofree char *path = NULL;
      gboolean is_overlong = (second & 0xc0) == 0x80 &&
                             (first == 0xc0 || first == 0xc1 || (first == 0xe0 && second < 0xa0) ||
                              (first == 0xf0 && second < 0x90));

      if (first == '/' || second == '/')
        continue;
      g_assert_cmpint (paddock_reference_to_path (uri, strlen (uri), &path), ==,
                       is_overlong ? PADDOCK_READ_MALFORMED : PADDOCK_READ_ALLOWED);
      g_assert_cmpstr (path, ==, is_overlong ? NULL : name);
    }
}

static void
test_below (void)
{
  static const struct {
    const char *path;
    const char *root;
    const char *rest;
  } cases[] = {
    { "/r", "/r", "" }, { "/r/a", "/r", "a" }, { "/r/a/b", "/r", "a/b" }, { "/r/a/", "/r", "a/" },
    { "/r/", "/r", "." }, { "/r/.", "/r", "." }, { "/r/./", "/r", "." }, { "/r//", "/r", "." },
    { "//r//a", "/r", "a" }, { "/./r/./a", "/r", "a" }, { "/r/.a", "/r", ".a" },
    { "/r/..", "/r", ".." }, { "/r/../x", "/r", "../x" }, { "/r/./../x", "/r", "../x" },
    { "/r/a/../../x", "/r", "a/../../x" }, { "/r/a//b", "/r", "a//b" }, { "/r/...", "/r", "..." },
    { "/a", "/", "a" }, { "/", "/", "." }, { "//", "/", "." }, { "/..", "/", ".." },
    { "/a/b/c", "/a/b", "c" }, { "/a/./b//c", "/a/b", "c" }, { "/r/\xff", "/r", "\xff" },
    { "/r/a", "/r/", "a" }, { "/r/a", "//r", "a" }, { "/r\n/a", "/r\n", "a" },
    { "/r.txt", "/r.txt", "" }, { "/r.txt/", "/r.txt", "." }, { "/r.txt/x", "/r.txt", "x" },

    { "/", "/r", NULL }, { "/rx", "/r", NULL }, { "/rx/a", "/r", NULL }, { "/r-/a", "/r", NULL },
    { "/R/a", "/r", NULL }, { "/x/r", "/r", NULL }, { "/x/../r/a", "/r", NULL },
    { "/r/../r/a", "/r/b", NULL }, { "/a/x/../b/c", "/a/b", NULL }, { "/a/../a/b", "/a/b", NULL },
    { "/../r/a", "/r", NULL }, { "/r", "/r/a", NULL }, { "/r /a", "/r", NULL },
    { "/r.", "/r", NULL },
    { "/..r", "/r", NULL }, { "/.r", "/r", NULL }, { "r/a", "/r", NULL }, { "", "/", NULL },
    { "/r/a", "r", NULL }, { "/r/a", "", NULL }, { NULL, "/", NULL }, { "/r", NULL, NULL },
    { "/e\xcc\x81/a", "/\xc3\xa9", NULL }, { "/\xc3\xa9/a", "/e\xcc\x81", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (g_strcmp0 (paddock_reference_below (cases[i].path, cases[i].root), cases[i].rest) != 0)
      g_test_message ("“%s” below “%s”", cases[i].path, cases[i].root);
    g_assert_cmpstr (paddock_reference_below (cases[i].path, cases[i].root), ==, cases[i].rest);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reference/paths", test_paths);
  g_test_add_func ("/reference/malformed", test_malformed);
  g_test_add_func ("/reference/bytes", test_bytes);
  g_test_add_func ("/reference/limits", test_limits);
  g_test_add_func ("/reference/own-uris", test_own_uris);
  g_test_add_func ("/reference/below", test_below);
  return g_test_run ();
}
