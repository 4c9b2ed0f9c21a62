/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-credentials.h"

#include <glib/gstdio.h>
#include <string.h>

#include "paddock-error.h"
#include "paddock-names.h"

static const struct {
  const char *headers;
  const char *bearer;
  const char *user;
  const char *result;               /* joined; (nullable) NULL: refused */
} rows[] = {
  { NULL, NULL, NULL, "" },
  { "X-Key: s3cret", NULL, NULL, "X-Key|s3cret" },
  { "X-Key:s3cret\r\nX-Other:  a b \n", NULL, NULL, "X-Key|s3cret|X-Other|a b" },
  { "\n# a comment: x\n  \nX-Key: s3cret:x\n", NULL, NULL, "X-Key|s3cret:x" },
  { NULL, "s3cret", NULL, "Authorization|Bearer s3cret" },
  { NULL, "  s3cret\n", NULL, "Authorization|Bearer s3cret" },
  { NULL, NULL, "me:s3cret", "Authorization|Basic bWU6czNjcmV0" },
  { "X-Key: a", "s3cret", NULL, "X-Key|a|Authorization|Bearer s3cret" },
  { "authorization: Basic s3cret", NULL, NULL, "authorization|Basic s3cret" },
  { "Cookie: s3cret", NULL, NULL, "Cookie|s3cret" },

  { "s3cret", NULL, NULL, NULL },
  { ": s3cret", NULL, NULL, NULL },
  { "X-Key:", NULL, NULL, NULL },
  { "X Key: s3cret", NULL, NULL, NULL },
  { "X-K\xc3\xa9y: s3cret", NULL, NULL, NULL },
  { "X-Key: s3cret\xc3\xa9", NULL, NULL, NULL },
  { "X-Key: s3\x01" "cret", NULL, NULL, NULL },
  { "X-Key: s3\rcret", NULL, NULL, NULL },
  { "Host: s3cret", NULL, NULL, NULL },
  { "content-length: 1", NULL, NULL, NULL },
  { "Transfer-Encoding: s3cret", NULL, NULL, NULL },
  { "Accept: s3cret", NULL, NULL, NULL },
  { "Mcp-Session-Id: s3cret", NULL, NULL, NULL },
  { "MCP-Protocol-Version: s3cret", NULL, NULL, NULL },
  { "Last-Event-ID: s3cret", NULL, NULL, NULL },
  { "Proxy-Authorization: s3cret", NULL, NULL, NULL },
  { "Authorization: s3cret\nAUTHORIZATION: x", NULL, NULL, NULL },
  { "Authorization: s3cret", "s3cret", NULL, NULL },
  { "Authorization: s3cret", NULL, "me:s3cret", NULL },
  { NULL, "s3cret", "me:s3cret", NULL },
  { NULL, "", NULL, NULL },
  { NULL, " \n", NULL, NULL },
  { NULL, "s3cret s3cret", NULL, NULL },
  { NULL, "s3cret\nX-Key: x", NULL, NULL },
  { NULL, "s3cret\xc3\xa9", NULL, NULL },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) pairs = paddock_credentials_parse (rows[i].headers, rows[i].bearer, rows[i].user,
                                                      &error);
    g_autofree char *joined = pairs != NULL ? g_strjoinv ("|", pairs) : NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (joined, ==, rows[i].result);
    if (joined == NULL) {
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT);
      g_assert_null (strstr (error->message, "cret"));
    } else {
      g_assert_no_error (error);
    }
  }
}

static void
assert_read (const char *headers,
             const char *bearer,
             const char *result)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) pairs = paddock_credentials_read (headers, bearer, NULL, &error);
  g_autofree char *joined = pairs != NULL ? g_strjoinv ("|", pairs) : NULL;

  g_assert_cmpstr (joined, ==, result);
  g_assert_true ((error == NULL) == (result != NULL));
}

/* A file goes before the environment, and must exist. */
static void
test_files (void)
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *token = g_build_filename (directory, "token", NULL);
  g_autofree char *headers = g_build_filename (directory, "headers", NULL);
  g_autofree char *missing = g_build_filename (directory, "missing", NULL);
  g_autofree char *fill = g_strnfill (PADDOCK_CREDENTIALS_MAX + 1, 'x');

  g_unsetenv (PADDOCK_ENV_BEARER_TOKEN);
  g_unsetenv (PADDOCK_ENV_HTTP_HEADERS);
  g_assert_true (g_file_set_contents (token, "of-the-file\n", -1, NULL));
  g_assert_true (g_file_set_contents (headers, "X-Key: of the file\n", -1, NULL));
  assert_read (NULL, NULL, "");
  assert_read (headers, token, "X-Key|of the file|Authorization|Bearer of-the-file");
  g_setenv (PADDOCK_ENV_BEARER_TOKEN, "of-the-environment", TRUE);
  g_setenv (PADDOCK_ENV_HTTP_HEADERS, "X-Key: of the environment\nX-Other: x", TRUE);
  assert_read (NULL, NULL, "X-Key|of the environment|X-Other|x|Authorization|Bearer "
               "of-the-environment");
  assert_read (headers, token, "X-Key|of the file|Authorization|Bearer of-the-file");
  g_setenv (PADDOCK_ENV_HTTP_HEADERS "_2", "X-Second: y", TRUE);
  g_setenv (PADDOCK_ENV_HTTP_HEADERS "_16", "X-Last: z", TRUE);
  g_setenv (PADDOCK_ENV_HTTP_HEADERS "_17", "X-Too-Many: z", TRUE);
  assert_read (NULL, NULL, "X-Key|of the environment|X-Other|x|X-Second|y|X-Last|z|Authorization|"
               "Bearer of-the-environment");
  g_unsetenv (PADDOCK_ENV_HTTP_HEADERS "_2");
  g_unsetenv (PADDOCK_ENV_HTTP_HEADERS "_16");
  g_unsetenv (PADDOCK_ENV_HTTP_HEADERS "_17");
  g_setenv (PADDOCK_ENV_BEARER_TOKEN, "", TRUE);
  g_setenv (PADDOCK_ENV_HTTP_HEADERS, "", TRUE);
  assert_read (NULL, NULL, "");
  assert_read (missing, NULL, NULL);
  assert_read (NULL, missing, NULL);
  assert_read (directory, NULL, NULL);
  g_assert_true (g_file_set_contents (token, "a\0b", 3, NULL));
  assert_read (NULL, token, NULL);
  g_assert_true (g_file_set_contents (token, fill, PADDOCK_CREDENTIALS_MAX + 1, NULL));
  assert_read (NULL, token, NULL);
  g_unlink (token);
  g_unlink (headers);
  g_rmdir (directory);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/credentials/rows", test_rows);
  g_test_add_func ("/credentials/files", test_files);
  return g_test_run ();
}
