/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "paddock-launch-claim.h"
#include "paddock-message.h"

static char *
dup_member (const char *claim,
            const char *name)
{
  PaddockSpan value;

  g_assert_true (paddock_json_validate (claim, strlen (claim), NULL));
  if (!paddock_json_find_member ((PaddockSpan) { claim, strlen (claim) }, name, &value))
    return NULL;
  return g_strndup (value.start, value.length);
}

static void
check_member (const char *claim,
              const char *name,
              const char *expected)
{
  g_autofree char *value = dup_member (claim, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
test_full (void)
{
  const char * const argv[] = { "sh", "-c", "a \"b\"\n", "", NULL };
  const char * const options[] = { "--chdir", "--env", NULL };
  g_autofree char *claim = paddock_launch_claim_write (argv, options, "/usr/bin/host",
                                                       "/a.AppImage",
                                                       "secret", "Name");
  g_autofree char *program = g_find_program_in_path ("sh");
  g_autofree char *quoted = paddock_json_quote (program);

  check_member (claim, "command", "[\"sh\",\"-c\",\"a \\\"b\\\"\\u000a\",\"\"]");
  check_member (claim, "options", "[\"--chdir\",\"--env\"]");
  check_member (claim, "exe", quoted);
  check_member (claim, "cwd", "\"/\"");
  check_member (claim, "host", "\"/usr/bin/host\"");
  check_member (claim, "appimage", "\"/a.AppImage\"");
  check_member (claim, "key", "\"secret\"");
  check_member (claim, "name", "\"Name\"");
}

/* A member that is not known is left out. The program is absolute all the same. */
static void
test_bare (void)
{
  const char * const argv[] = { "./no-such\xff", NULL };
  const char * const none[] = { NULL };
  g_autofree char *claim = paddock_launch_claim_write (argv, none, NULL, "not absolute", NULL, "");

  check_member (claim, "command", "[\"./no-such\xef\xbf\xbd\"]");
  check_member (claim, "exe", "\"/no-such\xef\xbf\xbd\"");
  check_member (claim, "options", NULL);
  check_member (claim, "host", NULL);
  check_member (claim, "appimage", NULL);
  check_member (claim, "key", NULL);
  check_member (claim, "name", NULL);
}

/* A path stays as it is, although a program of its name can be found. */
static void
test_find_program (void)
{
  static const struct { const char *name;
                        const char *expected;
  } cases[] = {
    { "tool", "DIR/bin/tool" }, { "./tool", "DIR/tool" }, { "bin/tool", "DIR/bin/tool" },
    { "bin/../tool", "DIR/tool" }, { "none/tool", "DIR/none/tool" },
    { "/none/tool", "/none/tool" }, { "none", NULL }, { "", NULL },
  };
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autofree char *directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  g_autofree char *bin = g_build_filename (directory, "bin", NULL);
  g_autofree char *tool = g_build_filename (bin, "tool", NULL);

  g_assert_cmpint (g_mkdir (bin, 0700), ==, 0);
  g_assert_true (g_file_set_contents_full (tool, "", 0, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  g_assert_cmpint (g_chdir (directory), ==, 0);
  g_assert_true (g_setenv ("PATH", bin, TRUE));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *got = paddock_launch_claim_find_program (cases[i].name);
    g_autoptr (GString) expected = g_string_new (cases[i].expected);

    g_string_replace (expected, "DIR", directory, 1);
    g_assert_cmpstr (got, ==, cases[i].expected != NULL ? expected->str : NULL);
  }

  g_assert_true (g_setenv ("PATH", path, TRUE));
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_assert_cmpint (g_unlink (tool), ==, 0);
  g_assert_cmpint (g_rmdir (bin), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static void
test_options (void)
{
  for (guint i = 0; i < 16; i++) {
    g_auto (GStrv) options = paddock_launch_claim_dup_options (i & 1, i & 2, i & 4, i & 8, NULL);
    const char * const *words = (const char * const *) options;

    g_assert_cmpint (g_strv_contains (words, "--chdir"), ==, (i & 1) != 0);
    g_assert_cmpint (g_strv_contains (words, "--env"), ==, (i & 2) != 0);
    g_assert_cmpint (g_strv_contains (words, "--literal"), ==, (i & 4) != 0);
    g_assert_cmpint (g_strv_contains (words, "--on-revoke=notify"), ==, (i & 8) != 0);
  }
}

/* The service sees a confined server as another one if its box is another one. */
static void
test_confined (void)
{
  static const char * const paths[] = { "/opt/x y", "rel/ative", NULL };
  static const char * const names[] = { "TOKEN", NULL };
  static const struct { PaddockConfinementOptions options;
                        const char *words;
  } rows[] = {
    { { TRUE, NULL, NULL }, "--confine" },
    { { FALSE, NULL, NULL }, "--confine|--confine-network=none" },
    { { TRUE, NULL, paths }, "--confine|--confine-write=/opt/x y|--confine-write=rel/ative" },
    { { TRUE, paths, NULL }, "--confine|--confine-read=/opt/x y|--confine-read=rel/ative" },
    { { FALSE, paths, NULL, names }, "--confine|--confine-network=none|--confine-read=/opt/x y|"
      "--confine-read=rel/ative|--confine-env=TOKEN" },
    { { TRUE, paths + 2, paths + 2, names + 1 }, "--confine" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) options =
      paddock_launch_claim_dup_options (FALSE, FALSE, FALSE, FALSE, &rows[i].options);
    g_auto (GStrv) more =
      paddock_launch_claim_dup_options (TRUE, FALSE, TRUE, FALSE, &rows[i].options);
    g_autofree char *words = g_strjoinv ("|", options);

    g_assert_cmpstr (words, ==, rows[i].words);
    g_assert_true (g_strv_contains ((const char * const *) more, "--confine"));
    g_assert_true (g_strv_contains ((const char * const *) more, "--chdir"));
    g_assert_true (g_strv_contains ((const char * const *) more, "--literal"));
  }
}

static void
test_appimage (void)
{
  static const struct { const char *environment;
                        gsize       length;
                        const char *expected;
  } cases[] = {
    { "A=b\0APPIMAGE=/opt/Host.AppImage\0C=d\0", 37, "/opt/Host.AppImage" },
    { "APPIMAGE=/a", 11, "/a" }, { "APPIMAGE=", 9, "" },
    { "", 0, NULL }, { "A=b\0", 4, NULL }, { "\0\0\0", 3, NULL },
    { "XAPPIMAGE=/a\0", 13, NULL }, { "A=APPIMAGE=/a", 13, NULL }, { "APPIMAGE\0", 9, NULL },
  };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "paddock-test-XXXXXX", NULL);
  int fd = g_mkstemp (path);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *got = NULL;

    g_assert_true (g_file_set_contents (path, cases[i].environment, (gssize) cases[i].length,
                                        NULL));
    got = paddock_launch_claim_read_appimage (path);
    g_assert_cmpstr (got, ==, cases[i].expected);
  }
  g_assert_true (g_close (fd, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (paddock_launch_claim_read_appimage (path));
}

static void
test_host (void)
{
  g_autofree char *host = paddock_launch_claim_find_host ();
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", getppid ());
  g_autofree char *expected = g_file_read_link (link, NULL);

  g_assert_cmpstr (host, ==, expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  g_test_add_func ("/launch-claim/full", test_full);
  g_test_add_func ("/launch-claim/bare", test_bare);
  g_test_add_func ("/launch-claim/find-program", test_find_program);
  g_test_add_func ("/launch-claim/options", test_options);
  g_test_add_func ("/launch-claim/confined", test_confined);
  g_test_add_func ("/launch-claim/appimage", test_appimage);
  g_test_add_func ("/launch-claim/host", test_host);
  return g_test_run ();
}
