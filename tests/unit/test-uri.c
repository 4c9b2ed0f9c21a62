/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-uri.h"

#include "paddock-error.h"

typedef struct {
  const char *uri;
  const char *path;
} Case;

/* Both directions. */
static const Case canonical[] = {
  { "file:///", "/" },
  { "file:///home/user", "/home/user" },
  { "file:///a%20b", "/a b" },
  { "file:///trailing%20", "/trailing " },
  { "file:///100%25", "/100%" },
  { "file:///%252F", "/%2F" },
  { "file:///%23hash%3Fquery", "/#hash?query" },
  { "file:///new%0Aline", "/new\nline" },
  { "file:///tab%09bell%07", "/tab\tbell\a" },
  { "file:///latin%E9", "/latin\xe9" },
  { "file:///caf%C3%A9", "/café" },
  { "file:///%ED%95%9C", "/한" },
  { "file:///%FF%FE%80", "/\xff\xfe\x80" },
  { "file:///a:b@c=d&e+f,g$h!i'j(k)l*m~n_o-p.q", "/a:b@c=d&e+f,g$h!i'j(k)l*m~n_o-p.q" },
  { "file:///semi%3Bcolon", "/semi;colon" },
  { "file:///%5B1%5D%7B2%7D%7C%5C%5E%60%3C%3E%22", "/[1]{2}|\\^`<>\"" },
  { "file:///.hidden/...dots", "/.hidden/...dots" },
  { "file:///..a/b..", "/..a/b.." },
  { "file:///%7F", "/\x7f" },
};

/* Accepted, but not written by the encoder. */
static const Case lenient[] = {
  { "FILE:///a", "/a" },
  { "File:///A", "/A" },
  { "file://localhost/a", "/a" },
  { "file://LOCALHOST/a", "/a" },
  { "file://localhost/", "/" },
  { "file:/a/b", "/a/b" },
  { "file:///a/", "/a" },
  { "file:///a///", "/a" },
  { "file:///a//b", "/a/b" },
  { "file:////host/share", "/host/share" },
  { "file:///%61%62", "/ab" },
  { "file:///%e9", "/\xe9" },
  { "file:///a b", "/a b" },
  { "file:///café", "/café" },
  { "file:///a;b", "/a;b" },
  { "file:///[x]", "/[x]" },
};

static const char * const refused[] = {
  "", "/", "/home/user", "home", "file", "file:", "file:/" "/", "file://x", "file:a", "file:a/b",
  "file:./a",
  "file:?", "file:#",
  "http:///a", "https://example.org/a", "ftp:///a", "files:///a", "xfile:///a", " file:///a",
  "smb://host/a", "data:,x", "sftp://host/a", "trash:///a", "file+x:///a", "f%69le:///a",
  "file://host/a", "file://localhost.example/a", "file://localhost", "file://localhost:80/a",
  "file://127.0.0.1/a", "file://user@localhost/a", "file://user@/a", "file://:80/a", "file://./a",
  "file://../a", "file://%6Cocalhost/a", "file://c:/a",
  "file:///a?b", "file:///a?", "file:///?", "file:///a#b", "file:///a#", "file:///#",
  "file:///a%00", "file:///%00", "file:///a%00/b", "file:///a%2Fb", "file:///a%2fb", "file:///%2F",
  "file:///..%2F..%2Fetc",
  "file:///%", "file:///a%", "file:///a%2", "file:///%2", "file:///%zz", "file:///%2g",
  "file:///%g2",
  "file:///% 2", "file:///%-1", "file:///%%20", "file:///%u0041",
  "file:///.", "file:///..", "file:///./a", "file:///../a", "file:///a/.", "file:///a/..",
  "file:///a/./b", "file:///a/../b", "file:///a/../../b", "file:///a/../", "file:///%2e",
  "file:///%2E%2e",
  "file:///a/%2e%2e/b", "file:///a/.%2e/b", "file:///a/%2e/b", "file:////../a",
  "file://localhost/../a",
  "file:///a\\b", "file:///..\\..\\etc", "file:///\\",
  "file:///a\nb", "file:///a\tb", "file:///a\x01", "file:///a\x7f", "file:///a\r", "\nfile:///a",
  "file:///\xff", "file:///caf\xe9", "file:///\xc0\xaf",
};

static void
test_canonical (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (canonical); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *uri = paddock_uri_from_path (canonical[i].path);
    g_autofree char *path = paddock_uri_to_path (canonical[i].uri, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (uri, ==, canonical[i].uri);
    g_assert_cmpstr (path, ==, canonical[i].path);
  }
}

static void
test_lenient (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lenient); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = paddock_uri_to_path (lenient[i].uri, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (path, ==, lenient[i].path);
  }
}

static void
test_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = paddock_uri_to_path (refused[i], &error);

    if (path != NULL)
      g_test_message ("“%s” gave “%s”", refused[i], path);
    g_assert_null (path);
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
  }
}

static void
test_from_path (void)
{
  g_autofree char *slashes = paddock_uri_from_path ("/a//");

  g_assert_cmpstr (slashes, ==, "file:///a");
  g_assert_null (paddock_uri_from_path (NULL));
  g_assert_null (paddock_uri_from_path (""));
  g_assert_null (paddock_uri_from_path ("relative"));
}

/* The encoder writes what GLib's does, byte for byte, and everything can be read back. */
static void
test_every_byte (void)
{
  for (int byte = 1; byte < 256; byte++) {
    char path[] = { '/', 'x', (char) byte, 'y', '\0' };
    g_autoptr (GError) error = NULL;
    g_autofree char *uri = paddock_uri_from_path (path);
    g_autofree char *glib_uri = g_filename_to_uri (path, NULL, NULL);
    g_autofree char *back = paddock_uri_to_path (uri, &error);

    g_assert_cmpstr (uri, ==, glib_uri);
    g_assert_no_error (error);
    g_assert_cmpstr (back, ==, path);
  }
}

static void
test_longest_path (void)
{
  g_autofree char *name = g_strnfill (4094, '\xe9');
  g_autofree char *path = g_strconcat ("/", name, NULL);
  g_autofree char *uri = paddock_uri_from_path (path);
  g_autofree char *back = paddock_uri_to_path (uri, NULL);

  g_assert_cmpuint (strlen (uri), ==, strlen ("file:///") + 3 * 4094);
  g_assert_cmpstr (back, ==, path);
}

static void
test_read_text (void)
{
  static const struct { const char *text, *path;
  } rows[] = {
    { "/a/b", "/a/b" }, { " \t/a b/c \n", "/a b/c" }, { "/", "/" },
    { "~", "/home/u" }, { "~/", "/home/u" }, { "~/x", "/home/u/x" },
    { "/a/b/", "/a/b" }, { "~/x//", "/home/u/x" }, { "//", "/" }, { "file:///a/", "/a" },
    { "file:///a%20b", "/a b" }, { "FILE://localhost/a\r\n", "/a" },
    /* Not a place: the text stays as it was. */
    { "", "" }, { "  ", "" }, { "~x/y", "~x/y" }, { "a/b", "a/b" }, { "./a", "./a" },
    { "a/", "a/" },
    { "https://example.org/a", "https://example.org/a" }, { "file://host/a", "file://host/a" },
    { "file:///a/../b", "file:///a/../b" }, { "\"/a\"", "\"/a\"" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = paddock_uri_read_text (rows[i].text, "/home/u");

    g_assert_cmpstr (path, ==, rows[i].path);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/uri/canonical", test_canonical);
  g_test_add_func ("/uri/lenient", test_lenient);
  g_test_add_func ("/uri/refused", test_refused);
  g_test_add_func ("/uri/from-path", test_from_path);
  g_test_add_func ("/uri/every-byte", test_every_byte);
  g_test_add_func ("/uri/longest-path", test_longest_path);
  g_test_add_func ("/uri/read-text", test_read_text);

  return g_test_run ();
}
