/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box-find.h"
#include "paddock-box-error.h"

/* Finds programs below TREE/home. */

static Tree *the_tree;

/* "BASE" in a text stands for the directory above the home, "LONG" for 4 KiB. */
static char *
dup_text (const char *text)
{
  GString *result = g_string_new (text);
  g_autofree char *long_text = g_strnfill (4096, 'x');

  g_string_replace (result, "BASE", the_tree->base, 0);
  g_string_replace (result, "LONG", long_text, 0);
  return g_string_free (result, FALSE);
}

static void
make (const char *relative,
      const char *text)
{
  g_autofree char *path = tree_path (the_tree, relative);
  g_autofree char *directory = g_path_get_dirname (relative);
  g_autofree char *filled = dup_text (text);

  tree_mkdir (the_tree, directory);
  g_assert_true (g_file_set_contents (path, filled, -1, NULL));
  g_assert_cmpint (chmod (path, 0755), ==, 0);
}

static void
make_link (const char *relative,
           const char *target)
{
  g_autofree char *directory = g_path_get_dirname (relative);
  g_autofree char *filled = dup_text (target);

  tree_mkdir (the_tree, directory);
  tree_link (the_tree, filled, relative);
}

#define UV "home/.local/share/uv/"
#define VENV(python) "home = " python "\ninclude-system-site-packages = false\n"

static void
make_layouts (void)
{
  make ("home/.nvm/versions/node/v22/bin/node", "\177ELF");
  make ("home/.nvm/versions/node/v22/lib/npx.js", "#!/usr/bin/env node\n");
  make_link ("home/.nvm/versions/node/v22/bin/npx", "../lib/npx.js");
  make_link ("home/.nvm/current", "versions/node/v22");
  make ("home/.local/share/mise/installs/node/22.1/bin/node", "\177ELF");
  make_link ("home/.local/share/mise/installs/node/22", "./22.1");
  make ("home/.asdf/installs/node/20/bin/node", "\177ELF");
  make ("home/.asdf/shims/node", "#!/usr/bin/env bash\nexec asdf exec node\n");
  make ("home/.pyenv/versions/3.12/bin/python3", "\177ELF");
  make ("home/.pyenv/shims/python3", "#!/usr/bin/env bash\n");
  make_link ("home/.local/share/mise/shims/node", "/usr/bin/env");
  make ("home/.local/share/fnm/node-versions/v20/installation/bin/node", "\177ELF");
  make_link ("run/fnm_1", "BASE/home/.local/share/fnm/node-versions/v20/installation");
  make ("home/.volta/bin/volta-shim", "\177ELF");
  make_link ("home/.volta/bin/node", "volta-shim");
  make ("home/.bun/bin/bun", "\177ELF");
  make ("home/.deno/bin/deno", "\177ELF");
  make ("home/.cargo/bin/tool", "\177ELF");
  make ("home/.cargo/credentials.toml", "secret");
  make ("home/go/bin/tool", "\177ELF");
  make ("elsewhere/node/versions/node/v18/bin/node", "\177ELF");
  make ("home/miniconda3/bin/python3", "\177ELF");
  make ("home/miniconda3/conda-meta/history", "");

  make (UV "python/cpython-3.12.4/bin/python3.12", "\177ELF");
  make_link (UV "python/cpython-3.12", "cpython-3.12.4");
  make_link (UV "python/cpython-3.12.4/bin/python3", "python3.12");
  make (UV "tools/notes/pyvenv.cfg", VENV ("BASE/" UV "python/cpython-3.12/bin"));
  make_link (UV "tools/notes/bin/python", "BASE/" UV "python/cpython-3.12/bin/python3.12");
  make (UV "tools/notes/bin/notes", "#!BASE/" UV "tools/notes/bin/python\n");
  make_link ("home/.local/bin/notes", "BASE/" UV "tools/notes/bin/notes");

  make ("home/venv/pyvenv.cfg", VENV ("/usr/bin"));
  make_link ("home/venv/bin/python3", "/usr/bin/python3");
  make ("home/venv/bin/notes", "#!BASE/home/venv/bin/python3\n");
  make ("home/pyvenv.cfg", VENV ("/usr/bin"));
  make ("home/bin/at-home", "\177ELF");
}

static void
make_projects (void)
{
  make ("home/dev/x/package.json", "{}");
  make ("home/dev/x/dist/index.js", "");
  make ("home/dev/x/dist/run", "#!/usr/bin/env -S node --x\n");
  make_link ("home/dev/link.js", "x/dist/index.js");
  make ("home/dev/y/.git/HEAD", "");
  make ("home/dev/y/src/server.py", "");
  make ("home/dev/plain/deep/server.py", "");
  make ("home/package.json", "{}");
  make ("home/index.js", "");
  make ("home/bin/server.py", "");
  make ("home/.config/server.py", "");
  make ("home/.config/tool/server.py", "");
  make ("home/.local/server.py", "");
  make ("home/.local/bin/server.py", "");
  make ("home/Documents/server.py", "");
  make ("home/dev/p/pyproject.toml", "");
  make ("home/dev/p/.venv/pyvenv.cfg", VENV ("BASE/" UV "python/cpython-3.12/bin"));
  make_link ("home/dev/p/.venv/bin/python", "BASE/" UV "python/cpython-3.12/bin/python3.12");
  make ("home/dev/p/.venv/bin/serve", "#!BASE/home/dev/p/.venv/bin/python\n");
  make ("data/x/package.json", "{}");
  make ("data/x/index.js", "");
  make ("data/alone/index.js", "");
}

/* What a server wrote that can write home/open. */
static void
make_planted (void)
{
  make ("home/notes/private", "secret");
  make ("home/notes/program", "\177ELF");
  make ("home/notes/index.js", "");
  make_link ("home/open/link", "../notes/program");
  make_link ("home/open/link.js", "../notes/index.js");
  make ("home/open/script", "#!BASE/home/notes/program\n");
  make ("home/open/argument", "#!/usr/bin/env -S node BASE/home/notes/index.js\n");
  make ("home/open/venv/pyvenv.cfg", VENV ("BASE/home/notes/bin"));
  make ("home/notes/bin/python3", "\177ELF");
  make ("home/open/venv/bin/serve", "\177ELF");
  make ("home/open/uv/pyvenv.cfg", VENV ("BASE/" UV "python/cpython-3.12/bin"));
  make_link ("home/open/uv/bin/python", "BASE/" UV "python/cpython-3.12/bin/python3.12");
  make ("home/open/package/index.js", "");
}

static void
make_bad (void)
{
  make_link ("home/bad/a", "b");
  make_link ("home/bad/b", "a");
  make ("home/bad/long", "#!/usr/bin/LONG\n");
  make ("home/bad/cut", "#!/usr/bin/python3 LONG");
  make ("home/bad/self", "#!BASE/home/bad/self\n");
  make ("home/bad/nothing", "#!\n");
  make ("home/bad/relative", "#!node\n");
  make ("home/bad/gone", "#!BASE/home/bad/no-such\n");
  for (guint i = 0; i < PADDOCK_BOX_FIND_LINKS_MAX + 1; i++) {
    g_autofree char *path = g_strdup_printf ("home/bad/link-%u", i);
    g_autofree char *target = g_strdup_printf ("link-%u", i + 1);

    make_link (path, target);
  }
  make ("home/bad/link-41", "\177ELF");
  for (guint i = 0; i < PADDOCK_BOX_FIND_INTERPRETERS_MAX + 1; i++) {
    g_autofree char *path = g_strdup_printf ("home/bad/script-%u", i);
    g_autofree char *text = g_strdup_printf ("#!BASE/home/bad/script-%u\n", i + 1);

    make (path, text);
  }
  make ("home/bad/script-6", "\177ELF");
  make_link ("home/.keys", "BASE/home/.ssh");
  make ("home/.ssh/bin/tool", "\177ELF");
}

/* Describes what was found, without the part of the path that the tree is in. */
static char *
describe (const PaddockBoxFind *find)
{
  static const char marks[] = {
    [PADDOCK_BOX_FIND_PROGRAM] = 'p', [PADDOCK_BOX_FIND_INTERPRETER] = 'i',
    [PADDOCK_BOX_FIND_ENVIRONMENT] = 'e', [PADDOCK_BOX_FIND_SCRIPT] = 's',
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < find->findings->len; i++) {
    const PaddockBoxFinding *finding = find->findings->pdata[i];

    g_assert_true (g_str_has_prefix (finding->path, the_tree->base));
    g_string_append_printf (text, "%s%c:%s", i > 0 ? " " : "", marks[finding->reason],
                            finding->path + strlen (the_tree->base) + 1);
  }
  return g_string_free (text, FALSE);
}

static char *
describe_links (const PaddockBoxFind *find)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < find->links->len; i++) {
    const PaddockBoxLink *link = find->links->pdata[i];

    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            link->path + strlen (the_tree->base) + 1);
  }
  return g_string_free (text, FALSE);
}

/* @words: without shells. @folders: what the box has, "+" before what can be written */
static PaddockBoxFind *
look (const char  *words,
      const char  *variables,
      const char  *folders,
      GError     **error)
{
  g_autofree char *home = tree_path (the_tree, "home");
  g_autofree char *filled = dup_text (words);
  g_autofree char *all = dup_text (variables);
  g_auto (GStrv) argv = g_strsplit (filled, " ", -1);
  g_auto (GStrv) environment = g_strsplit (all, " ", -1);
  g_auto (GStrv) paths = g_strsplit (folders, " ", -1);
  g_autofree char *directory = tree_path (the_tree, "home/dev/x");
  g_autoptr (GPtrArray) given =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);

  for (gsize i = 0; paths[i] != NULL; i++) {
    PaddockBoxFolder *folder = g_new0 (PaddockBoxFolder, 1);

    folder->is_writable = *paths[i] == '+';
    folder->path = tree_path (the_tree, paths[i] + folder->is_writable);
    folder->fd = -1;
    g_ptr_array_add (given, folder);
  }
  return paddock_box_find_new (&(PaddockBoxFindOptions) {
    .argv = (const char * const *) argv, .environment = (const char * const *) environment,
    .home = home, .directory = directory, .folders = given,
  }, error);
}

#define NODE "PATH=BASE/home/.nvm/versions/node/v22/bin:/usr/bin"
#define NVM "home/.nvm/versions/node/v22"
#define PYTHON UV "python/cpython-3.12.4"

static const struct {
  const char *words;
  const char *variables;
  const char *expected;
  const char *links;                /* NULL: not looked at */
} rows[] = {
  /* What is in the system needs nothing. */
  { "env", "PATH=/usr/bin", "", "" },
  { "env true", "A=b", "", "" },
  { "/bin/sh -c x", "A=b", "", "" },
  { "no-such-program", "PATH=/usr/bin:BASE/home/bin", "", "" },
  { "BASE/home/no-such", "A=b", "", "" },
  { "BASE/home/dev", "A=b", "", "" },

  { "node", NODE, "p:" NVM, "" },
  { "npx -y @x/y", NODE, "p:" NVM, NULL },
  { "env A=b -u C node", NODE, "i:" NVM, "" },
  { "env -S node", NODE, "i:" NVM, "" },
  { "/usr/bin/env -Snode", NODE, "i:" NVM, "" },
  { "node", "PATH=BASE/home/.nvm/current/bin", "p:" NVM, "home/.nvm/current" },
  { "node", "PATH=BASE/home/.local/share/mise/installs/node/22/bin",
    "p:home/.local/share/mise/installs/node/22.1", "home/.local/share/mise/installs/node/22" },
  { "node", "PATH=BASE/home/.asdf/installs/node/20/bin", "p:home/.asdf/installs/node/20", "" },
  { "python3", "PATH=BASE/home/.pyenv/versions/3.12/bin", "p:home/.pyenv/versions/3.12", "" },
  { "node", "PATH=BASE/run/fnm_1/bin", "p:home/.local/share/fnm/node-versions/v20", "run/fnm_1" },
  { "node", "PATH=BASE/home/.volta/bin", "p:home/.volta", NULL },
  { "bun", "PATH=BASE/home/.bun/bin", "p:home/.bun/bin", "" },
  { "deno", "PATH=BASE/home/.deno/bin", "p:home/.deno/bin", "" },
  { "tool", "PATH=BASE/home/.cargo/bin", "p:home/.cargo/bin", "" },
  { "tool", "PATH=BASE/home/go/bin", "p:home/go/bin", "" },
  { "python3", "PATH=BASE/home/miniconda3/bin", "p:home/miniconda3", "" },
  { "node", "PATH=BASE/elsewhere/node/versions/node/v18/bin NVM_DIR=BASE/elsewhere/node",
    "p:elsewhere/node/versions/node/v18", "" },
  { "node", "PATH=BASE/elsewhere/node/versions/node/v18/bin", "", "" },
  /* A tool in the home itself would make each folder an installation. */
  { "BASE/home/dev/y/src/server.py", "UV_TOOL_DIR=BASE/home", "p:home/dev/y/src/server.py", "" },

  { "notes", "PATH=BASE/home/.local/bin", "e:" UV "tools/notes i:" PYTHON,
    "home/.local/bin/notes " UV "python/cpython-3.12" },
  { "BASE/" UV "python/cpython-3.12/bin/python3 -m x", "A=b", "p:" PYTHON,
    UV "python/cpython-3.12" },
  { "BASE/home/venv/bin/notes", "A=b", "e:home/venv", NULL },
  { "BASE/home/venv/bin/python3 -m x", "A=b", "e:home/venv", NULL },
  { "BASE/home/dev/p/.venv/bin/serve", "A=b", "e:home/dev/p i:" PYTHON, NULL },
  { "BASE/home/dev/p/.venv/bin/python -m x", "A=b", "e:home/dev/p i:" PYTHON, NULL },
  /* pyvenv.cfg in the home makes no environment of it. */
  { "BASE/home/bin/at-home", "A=b", "p:home/bin/at-home", "" },
  { "BASE/home/dev/x/dist/index.js", "A=b", "p:home/dev/x/dist/index.js", "" },

  { "/usr/bin/node BASE/home/dev/x/dist/index.js", "A=b", "s:home/dev/x", "" },
  { "/usr/bin/node dist/index.js", "A=b", "s:home/dev/x", "" },
  { "/usr/bin/node --x BASE/home/dev/link.js BASE/home/notes", "A=b", "s:home/dev/x",
    "home/dev/link.js" },
  { "node BASE/home/dev/x/dist/index.js", NODE, "p:" NVM " s:home/dev/x", "" },
  { "env node BASE/home/dev/x/dist/index.js", NODE, "i:" NVM " s:home/dev/x", "" },
  { "BASE/home/dev/x/dist/run", NODE, "i:" NVM " p:home/dev/x", "" },
  { "/usr/bin/python3 -I BASE/home/dev/y/src/server.py", "A=b", "s:home/dev/y", "" },
  { "/usr/bin/python3 -W ignore BASE/home/dev/plain/deep/server.py", "A=b",
    "s:home/dev/plain/deep", "" },
  { "/usr/bin/python3 -m x BASE/home/dev/y/src/server.py", "A=b", "", "" },
  { "/usr/bin/node BASE/home/dev/x/dist/none.js BASE/home/dev/y/src/server.py", "A=b", "", "" },
  { "/usr/bin/node BASE/home/notes", "A=b", "", "" },
  { "/usr/bin/cat BASE/home/dev/x/dist/index.js", "A=b", "", "" },
  { "/usr/bin/node --env-file BASE/home/dev/y/src/server.py BASE/home/dev/x/dist/index.js", "A=b",
    "s:home/dev/x", "" },
  { "/usr/bin/node --import=BASE/home/dev/y/src/server.py dist/index.js", "A=b",
    "s:home/dev/y s:home/dev/x", "" },
  { "uv --directory BASE/home/dev/y/src run x", "PATH=BASE/bin", "s:home/dev/y", "" },
  { "uv run --directory=BASE/home/dev/p x", "PATH=BASE/bin", "s:home/dev/p i:" PYTHON,
    UV "python/cpython-3.12" },
  { "uv run --with x mcp run BASE/home/dev/y/src/server.py", "PATH=BASE/bin", "s:home/dev/y", "" },
  { "uv run x BASE/home/dev/y/src/server.py", "PATH=BASE/bin", "", "" },
  { "uv run --directory BASE/home x", "PATH=BASE/bin", "", "" },
  /* What holds more than a program is not found: the script alone is. */
  { "/usr/bin/node BASE/home/index.js", "A=b", "s:home/index.js", "" },
  { "/usr/bin/python3 BASE/home/bin/server.py", "A=b", "s:home/bin/server.py", "" },
  { "/usr/bin/python3 BASE/home/.config/server.py", "A=b", "s:home/.config/server.py", "" },
  { "/usr/bin/python3 BASE/home/.config/tool/server.py", "A=b", "s:home/.config/tool", "" },
  { "/usr/bin/python3 BASE/home/.local/server.py", "A=b", "s:home/.local/server.py", "" },
  { "/usr/bin/python3 BASE/home/.local/bin/server.py", "A=b", "s:home/.local/bin/server.py", "" },
  { "/usr/bin/python3 BASE/home/Documents/server.py", "A=b", "s:home/Documents/server.py", "" },
  { "/usr/bin/node BASE/data/x/index.js", "A=b", "s:data/x", "" },
  { "/usr/bin/node BASE/data/alone/index.js", "A=b", "s:data/alone/index.js", "" },

  { "BASE/home/bad/nothing", "A=b", "p:home/bad/nothing", "" },
  { "BASE/home/bad/relative", "A=b", "p:home/bad/relative", "" },
  { "BASE/home/bad/gone", "A=b", "p:home/bad/gone", "" },
  { "BASE/home/.keys/bin/tool", "A=b", "p:home/.ssh/bin/tool", "home/.keys" },
  { "BASE/home/bad/link-1", "A=b", "p:home/bad/link-41", NULL },
  { "BASE/home/bad/script-1", "A=b",
    "p:home/bad/script-1 i:home/bad/script-2 i:home/bad/script-3 i:home/bad/script-4 "
    "i:home/bad/script-5 i:home/bad/script-6", "" },
};

static void
test_found (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockBoxFind) find = look (rows[i].words, rows[i].variables, "", &error);
    g_autofree char *got = NULL;
    g_autofree char *links = NULL;

    g_test_message ("%s", rows[i].words);
    g_assert_no_error (error);
    got = describe (find);
    g_assert_cmpstr (got, ==, rows[i].expected);
    links = describe_links (find);
    if (rows[i].links != NULL)
      g_assert_cmpstr (links, ==, rows[i].links);
  }
}

/* What the box has already is not found again, and what a server can write leads nowhere. */
static void
test_given (void)
{
  static const struct { const char *words;
                        const char *folders;
                        const char *expected;
  } given_rows[] = {
    { "node", NVM, "" },
    { "node", "home/.nvm", "" },
    { "node", "+home/.nvm", "" },
    { "/usr/bin/node BASE/home/dev/x/dist/index.js", "home/dev/x", "" },
    { "/usr/bin/node BASE/home/dev/x/dist/index.js", "+home/dev", "" },
    /* The project is larger than what the user shared. */
    { "/usr/bin/node BASE/home/dev/x/dist/index.js", "+home/dev/x/dist", "" },
    { "/usr/bin/node BASE/home/dev/x/dist/index.js", "+home/dev/x/other", "s:home/dev/x" },
    { "BASE/home/venv/bin/notes", "home/venv", "" },
    { "BASE/home/dev/p/.venv/bin/serve", "home/dev/p", "i:" PYTHON },
    { "BASE/home/dev/p/.venv/bin/serve", "+home/dev/p", "i:" PYTHON },
    { "/usr/bin/env", "", "" },

    { "BASE/home/open/link", "", "p:home/notes/program" },
    { "BASE/home/open/link", "+home/open", "" },
    { "/usr/bin/node BASE/home/open/link.js", "", "s:home/notes" },
    { "/usr/bin/node BASE/home/open/link.js", "+home/open", "" },
    { "BASE/home/open/script", "", "p:home/open/script i:home/notes/program" },
    { "BASE/home/open/script", "+home/open", "" },
    { "BASE/home/open/argument", "", "i:" NVM " s:home/notes p:home/open/argument" },
    { "BASE/home/open/argument", "+home/open", "i:" NVM },
    { "BASE/home/open/venv/bin/serve", "", "e:home/open/venv" },
    { "BASE/home/open/venv/bin/serve", "+home/open", "" },
    { "BASE/home/open/uv/bin/python", "+home/open", "i:" PYTHON },
    { "/usr/bin/node BASE/home/open/package/index.js", "+home/open", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (given_rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockBoxFind) find =
      look (given_rows[i].words, NODE, given_rows[i].folders, &error);
    g_autofree char *got = NULL;

    g_test_message ("%s, %s", given_rows[i].words, given_rows[i].folders);
    g_assert_no_error (error);
    got = describe (find);
    g_assert_cmpstr (got, ==, given_rows[i].expected);
  }
}

static void
test_refused (void)
{
  static const struct { const char *words;
                        const char *variables;
                        const char *problem;
  } refused_rows[] = {
    { "BASE/home/bad/a", "A=b", "~/bad/a leads through too many links" },
    { "BASE/home/bad/link-0", "A=b", "~/bad/link-0 leads through too many links" },
    { "/usr/bin/node BASE/home/bad/a", "A=b", "~/bad/a leads through too many links" },
    { "BASE/home/bad/long", "A=b", "~/bad/long has a “#!” line that is too long" },
    { "BASE/home/bad/cut", "A=b", "~/bad/cut has a “#!” line that is too long" },
    { "BASE/home/bad/self", "A=b", "~/bad/self needs too many interpreters" },
    { "BASE/home/bad/script-0", "A=b", "~/bad/script-5 needs too many interpreters" },
    { "node", "PATH=BASE/home/.asdf/shims",
      "~/.asdf/shims/node lets asdf choose a program, so Paddock can’t find it. "
      "Start the program itself, or add --confine-read ~/.asdf" },
    { "python3", "PATH=BASE/home/.pyenv/shims",
      "~/.pyenv/shims/python3 lets pyenv choose a program, so Paddock can’t find it. "
      "Start the program itself, or add --confine-read ~/.pyenv" },
    { "node", "PATH=BASE/home/.local/share/mise/shims",
      "~/.local/share/mise/shims/node lets mise choose a program, so Paddock can’t find it. "
      "Start the program itself, or add --confine-read ~/.local/share/mise" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (refused_rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockBoxFind) find =
      look (refused_rows[i].words, refused_rows[i].variables, "", &error);

    g_test_message ("%s", refused_rows[i].words);
    g_assert_null (find);
    g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
    g_assert_cmpstr (error->message, ==, refused_rows[i].problem);
  }
}

/* How long it takes is only told: a busy computer proves nothing. */
static void
test_time (void)
{
  static const char * const words[] = {
    "npx -y @x/y", "notes", "uv run --directory BASE/home/dev/p x",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++) {
    gint64 before = g_get_monotonic_time ();

    for (guint j = 0; j < 100; j++) {
      g_autoptr (PaddockBoxFind) find =
        look (words[i], NODE ":BASE/home/.local/bin:BASE/bin", "", NULL);

      g_assert_nonnull (find);
    }
    g_test_message ("%s: %.2f ms", words[i], (g_get_monotonic_time () - before) / 100000.0);
  }
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = NULL;
  int status;

  the_tree = tree_new ();
  home = tree_path (the_tree, "home");
  g_setenv ("HOME", home, TRUE);
  make ("bin/uv", "\177ELF");
  make_layouts ();
  make_projects ();
  make_planted ();
  make_bad ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/box-find/found", test_found);
  g_test_add_func ("/box-find/given", test_given);
  g_test_add_func ("/box-find/refused", test_refused);
  g_test_add_func ("/box-find/time", test_time);
  status = g_test_run ();
  tree_free (the_tree);
  return status;
}
