/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box-programs.h"
#include "paddock-box-error.h"
#include "paddock-error.h"

static int
compare (const void *a,
         const void *b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

static void
check_environment (const char * const *environment,
                   const char         *more,
                   gboolean            has_network,
                   const char         *expected)
{
  g_auto (GStrv) more_names = more != NULL ? g_strsplit (more, "|", -1) : NULL;
  g_auto (GStrv) got =
    paddock_box_programs_dup_environment (environment, (const char * const *) more_names, "/h",
                                          has_network);
  g_autofree char *all = g_strdup_printf ("%s|HOME=/h|XDG_RUNTIME_DIR=/run/user/%u|"
                                          "npm_config_update_notifier=false%s", expected,
                                          (guint) getuid (),
                                          has_network ? "" : "|npm_config_offline=true|"
                                          "UV_OFFLINE=1");
  g_auto (GStrv) wanted = g_strsplit (all, "|", -1);

  qsort (got, g_strv_length (got), sizeof *got, compare);
  qsort (wanted, g_strv_length (wanted), sizeof *wanted, compare);
  g_assert_cmpstrv (got, wanted);
}

/* Only what a program needs is passed on: all else may hold secrets, or lead out of the box. */
static void
test_environment (void)
{
  static const char * const environment[] = {
    "PATH=/x:/y", "AWS_SECRET_ACCESS_KEY=s", "USER=u", "LOGNAME=l", "LANG=C", "LC_ALL=C",
    "LC_=e", "LCX=x", "LANGUAGE=x", "TZ=UTC", "TERM=t", "http_proxy=p", "HTTPS_PROXY=q=r",
    "no_proxy=n", "all_proxy=a", "ftp_proxy=f", "SSL_CERT_FILE=/c", "SSLKEYLOGFILE=/k",
    "NODE_EXTRA_CA_CERTS=/ca", "NODE_OPTIONS=--require=/x", "PADDOCK_ROOTS=[]", "PADDOCK_SOCKET=/s",
    "LD_PRELOAD=/evil.so", "LD_LIBRARY_PATH=/l", "SSH_AUTH_SOCK=/a", "DBUS_SESSION_BUS_ADDRESS=d",
    "DISPLAY=:0", "WAYLAND_DISPLAY=w", "XAUTHORITY=/x", "GITHUB_TOKEN=g", "HOME=/other",
    "XDG_RUNTIME_DIR=/other", "path=p", "npm_config_cache=/c", "PYTHONPATH=/p", "TERMINAL=t",
    "NOVALUE", "", "=x", "NL=a\nb", NULL,
  };
  static const char basic[] =
    "PATH=/x:/y|USER=u|LOGNAME=l|LANG=C|LC_ALL=C|LC_=e|TZ=UTC|TERM=t|http_proxy=p|HTTPS_PROXY=q=r|"
    "no_proxy=n|all_proxy=a|ftp_proxy=f|SSL_CERT_FILE=/c|NODE_EXTRA_CA_CERTS=/ca|PADDOCK_ROOTS=[]";
  static const char more[] =
    "PATH=/x:/y|USER=u|LOGNAME=l|LANG=C|LC_ALL=C|LC_=e|TZ=UTC|TERM=t|http_proxy=p|HTTPS_PROXY=q=r|"
    "no_proxy=n|all_proxy=a|ftp_proxy=f|SSL_CERT_FILE=/c|NODE_EXTRA_CA_CERTS=/ca|PADDOCK_ROOTS=[]|"
    "GITHUB_TOKEN=g|NL=a\nb";

  for (guint has_network = 0; has_network <= 1; has_network++) {
    check_environment (environment, NULL, has_network, basic);
    check_environment (environment, "GITHUB_TOKEN|NL|NONE|NOVALUE|GITHUB", has_network, more);
    check_environment (environment, "HOME|XDG_RUNTIME_DIR|PATH|NL=a|*", has_network, basic);
  }
}

/* A server always has a path. What the user set for npm stays. */
static void
test_defaults (void)
{
  static const char * const nothing[] = { NULL };
  static const char * const npm[] = {
    "PATH=", "npm_config_offline=false", "UV_OFFLINE=0", NULL
  };
  static const char * const names[] = { "npm_config_offline", "UV_OFFLINE", NULL };
  g_auto (GStrv) set = paddock_box_programs_dup_environment (npm, names, "/h", FALSE);

  check_environment (nothing, NULL, TRUE, "PATH=/usr/local/bin:/usr/bin:/bin");
  g_assert_cmpstr (g_environ_getenv (set, "npm_config_offline"), ==, "false");
  g_assert_cmpstr (g_environ_getenv (set, "UV_OFFLINE"), ==, "0");
  g_assert_cmpstr (g_environ_getenv (set, "PATH"), ==, "");
}

/* What is read-only below the home is not where programs keep their data. */
static void
test_move_data (void)
{
  static const struct { const char *path;
                        gboolean    is_moved;
  } moved_rows[] = {
    { "/h/.local", TRUE }, { "/h/.local/bin/tool", TRUE }, { "/h/.local/share/uv/python/3", TRUE },
    { "/h/.localx", FALSE }, { "/h/.nvm", FALSE }, { "/opt/.local", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (moved_rows); i++) {
    PaddockBoxFolder folder = { (char *) moved_rows[i].path, -1, FALSE, FALSE };
    g_autoptr (GPtrArray) folders = g_ptr_array_new ();
    g_auto (GStrv) got = NULL;
    g_auto (GStrv) set = g_environ_setenv (NULL, "XDG_DATA_HOME", "/mine", TRUE);

    g_ptr_array_add (folders, &folder);
    got = paddock_box_programs_move_data (g_new0 (char *, 1), folders, "/h");
    g_assert_cmpstr (g_environ_getenv (got, "XDG_DATA_HOME"), ==,
                     moved_rows[i].is_moved ? "/h/.paddock/share" : NULL);
    g_assert_cmpstr (g_environ_getenv (got, "XDG_STATE_HOME"), ==,
                     moved_rows[i].is_moved ? "/h/.paddock/state" : NULL);
    set = paddock_box_programs_move_data (g_steal_pointer (&set), folders, "/h");
    g_assert_cmpstr (g_environ_getenv (set, "XDG_DATA_HOME"), ==, "/mine");
  }
}

/* Looks for programs below the directory that stands for the home, in a box that has only
 * "home/given" of it. */
typedef struct {
  Tree           *tree;
  char           *home;
  PaddockBoxPlan *plan;
} Fixture;

static void
make_program (const Tree *tree,
              const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  g_autofree char *directory = g_path_get_dirname (relative);

  tree_mkdir (tree, directory);
  tree_write (tree, relative);
  tree_chmod (tree, relative, 0755);
}

/* @interpreter: after "#!", "BASE" stands for the directory above the home */
static void
make_script (const Tree *tree,
             const char *relative,
             const char *interpreter)
{
  g_autofree char *path = tree_path (tree, relative);
  GString *text = g_string_new ("#!");

  make_program (tree, relative);
  g_string_append (text, interpreter);
  g_string_replace (text, "BASE", tree->base, 0);
  g_assert_true (g_file_set_contents_full (path, text->str, -1, G_FILE_SET_CONTENTS_NONE, 0755,
                                           NULL));
  g_string_free (text, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const char * const nothing[] = { NULL };
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_autofree char *given = NULL;
  PaddockBoxFolder folder = { .fd = -1 };

  fixture->tree = tree_new ();
  fixture->home = tree_path (fixture->tree, "home");
  given = folder.path = tree_path (fixture->tree, "home/given");
  g_ptr_array_add (folders, &folder);
  fixture->plan = paddock_box_plan_new (&(PaddockBoxPlanOptions) {
    .home = fixture->home, .private_home = -1, .folders = folders, .mountinfo = "",
    .environment = nothing, .directory = "/",
  });
  make_program (fixture->tree, "home/given/bin/tool");
  make_program (fixture->tree, "home/.nvm/versions/node/v22/bin/node");
  make_program (fixture->tree, "home/.nvm/versions/node/v22/lib/cli.js");
  make_program (fixture->tree, "home/bin/tool");
  make_program (fixture->tree, "home/given/bin/both");
  make_program (fixture->tree, "home/bin/both");
  make_program (fixture->tree, "elsewhere/thing");
  make_program (fixture->tree, "home/.local/bin/uvx");
  make_program (fixture->tree, "home/.local/pipx/bin/x");
  make_program (fixture->tree, "home/lone");
  make_program (fixture->tree, "thing");
  tree_mkdir (fixture->tree, "home/bin/dir");
  tree_write (fixture->tree, "home/bin/data");
  tree_chmod (fixture->tree, "home/bin/data", 0644);
  tree_link (fixture->tree, "../.nvm/versions/node/v22/bin/node", "home/bin/npx");
  tree_link (fixture->tree, "../.nvm/versions/node/v22/lib/cli.js", "home/.nvm/link");
  tree_link (fixture->tree, "../../.nvm/versions/node/v22/lib/cli.js", "home/given/bin/out");
  tree_link (fixture->tree, "../given/bin/tool", "home/bin/in");
  tree_link (fixture->tree, "given", "home/alias");
  tree_link (fixture->tree, "/usr/bin/env", "home/given/bin/system");
  tree_link (fixture->tree, "nowhere", "home/bin/dangling");
  make_script (fixture->tree, "home/given/s/system", "/bin/sh\n");
  make_script (fixture->tree, "home/given/s/env", "/usr/bin/env no-such-program\n");
  make_script (fixture->tree, "home/given/s/given", " \tBASE/home/given/bin/tool\targument\n");
  make_script (fixture->tree, "home/given/s/venv", "BASE/home/bin/tool -I\n");
  make_script (fixture->tree, "home/given/s/short", "BASE/home/bin/tool");
  make_script (fixture->tree, "home/given/s/link", "BASE/home/given/bin/out\n");
  make_script (fixture->tree, "home/given/s/twice", "BASE/home/given/s/venv\n");
  make_script (fixture->tree, "home/given/s/circle", "BASE/home/given/s/circle\n");
  make_script (fixture->tree, "home/given/s/gone", "BASE/home/given/gone\n");
  make_script (fixture->tree, "home/given/s/relative", "bin/tool\n");
  make_script (fixture->tree, "home/given/s/empty", "\nBASE/home/bin/tool\n");
  make_script (fixture->tree, "home/bin/script", "BASE/home/given/bin/tool\n");
  make_program (fixture->tree, "home/given/s/closed");
  tree_chmod (fixture->tree, "home/given/s/closed", 0111);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_box_plan_free (fixture->plan);
  g_free (fixture->home);
  tree_free (fixture->tree);
}

#define MISSING(name, prefix) "“" name "” is in " prefix ", which the box doesn’t have. " \
  "Add --confine-read " prefix
#define NONE "No such file or directory"

/* "BASE" stands for the directory above the home. */
static const struct {
  const char *name;
  const char *path;
  const char *problem;              /* NULL: the box has the program */
} rows[] = {
  { "env", "/usr/bin", NULL },
  { "/usr/bin/env", "", NULL },
  { "/bin/sh", "", NULL },
  { "BASE/home/given/bin/tool", "", NULL },
  { "BASE/home/given/bin/system", "", NULL },
  { "BASE/home/alias/bin/tool", "", NULL },
  { "tool", "BASE/home/given/bin:BASE/home/bin", NULL },
  { "both", "BASE/none:BASE/home/given/bin", NULL },

  { "node", "/usr/none:BASE/home/.nvm/versions/node/v22/bin",
    MISSING ("node", "~/.nvm/versions/node/v22") },
  { "npx", "BASE/home/bin", MISSING ("npx", "~/bin") },
  { "in", "BASE/home/bin", MISSING ("in", "~/bin") },
  { "BASE/home/.nvm/link", "", MISSING ("BASE/home/.nvm/link", "~/.nvm") },
  { "out", "BASE/home/given/bin", MISSING ("out", "~/.nvm/versions/node/v22/lib") },
  { "both", "BASE/home/bin:BASE/home/given/bin", MISSING ("both", "~/bin") },
  { "uvx", "BASE/home/.local/bin", MISSING ("uvx", "~/.local/bin") },
  { "BASE/home/.local/pipx/bin/x", "", MISSING ("BASE/home/.local/pipx/bin/x", "~/.local/pipx") },
  { "BASE/home/lone", "", MISSING ("BASE/home/lone", "~/lone") },
  { "BASE/thing", "", MISSING ("BASE/thing", "BASE/thing") },
  { "BASE/elsewhere/thing", "", MISSING ("BASE/elsewhere/thing", "BASE/elsewhere") },

  { "system", "BASE/home/given/s", NULL },
  { "env", "BASE/home/given/s", NULL },
  { "given", "BASE/home/given/s", NULL },
  { "circle", "BASE/home/given/s", NULL },
  { "relative", "BASE/home/given/s", NULL },
  { "empty", "BASE/home/given/s", NULL },
  { "closed", "BASE/home/given/s", NULL },
  { "venv", "BASE/home/given/s", MISSING ("BASE/home/bin/tool", "~/bin") },
  { "short", "BASE/home/given/s", MISSING ("BASE/home/bin/tool", "~/bin") },
  { "twice", "BASE/home/given/s", MISSING ("BASE/home/bin/tool", "~/bin") },
  { "link", "BASE/home/given/s",
    MISSING ("BASE/home/given/bin/out", "~/.nvm/versions/node/v22/lib") },
  { "gone", "BASE/home/given/s", NONE },
  { "script", "BASE/home/bin", MISSING ("script", "~/bin") },

  { "no-such-program", "/usr/bin:BASE/home/bin", NONE },
  { "data", "BASE/home/bin", NONE },
  { "dir", "BASE/home/bin", NONE },
  { "dangling", "BASE/home/bin", NONE },
  { "BASE/home/none", "", NONE },
  { "BASE/home/bin/dangling", "", NONE },
  { "", "/usr/bin", NONE },
};

static char *
dup_with_base (Fixture    *fixture,
               const char *text)
{
  GString *result = g_string_new (text);

  g_string_replace (result, "BASE", fixture->tree->base, 0);
  return g_string_free (result, FALSE);
}

static void
test_check (Fixture       *fixture,
            gconstpointer  data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *name = dup_with_base (fixture, rows[i].name);
    g_autofree char *path = dup_with_base (fixture, rows[i].path);
    g_autofree char *variable = g_strconcat ("PATH=", path, NULL);
    g_autofree char *problem =
      rows[i].problem != NULL ? dup_with_base (fixture, rows[i].problem) : NULL;
    const char * const environment[] = { variable, NULL };
    g_autoptr (GError) error = NULL;
    gboolean is_there = paddock_box_programs_check (name, fixture->plan, environment, fixture->home,
                                                    &error);

    g_test_message ("%s", rows[i].name);
    g_assert_cmpint (is_there, ==, rows[i].problem == NULL);
    g_assert_cmpstr (error != NULL ? error->message : NULL, ==, problem);
    if (error != NULL && g_str_equal (problem, NONE))
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
    else if (error != NULL)
      g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/box-programs/environment", test_environment);
  g_test_add_func ("/box-programs/defaults", test_defaults);
  g_test_add_func ("/box-programs/move-data", test_move_data);
  g_test_add ("/box-programs/check", Fixture, NULL, set_up, test_check, tear_down);
  return g_test_run ();
}
