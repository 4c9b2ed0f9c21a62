/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-program.h"

#include <string.h>

/* What Paddock knows about the programs that usually start servers. Paddock uses this to name a
 * server after its script or package, and to see whether a command line depends on its directory.
 *
 * This file only uses names from the command line, which are unproven. These names only decide what
 * is shown, and whether the directory becomes part of an identity. A directory makes an identity
 * stricter, never looser. */

/* An interpreter or package runner. */
typedef struct {
  const char *name;
  const char *language;   /* (nullable) the language of the scripts that the program runs; NULL:
                           * any */
  const char *packages;   /* (nullable) the registry from which the program fetches packages; NULL:
                           * none */
} KnownProgram;

static const KnownProgram interpreters[] = {
  { "node", "Node.js", NULL }, { "nodejs", "Node.js", NULL }, { "tsx", "Node.js", NULL },
  { "ts-node", "Node.js", NULL }, { "python", "Python", NULL }, { "pypy", "Python", NULL },
  { "ruby", "Ruby", NULL }, { "perl", "Perl", NULL }, { "php", "PHP", NULL },
  { "java", "Java", NULL }, { "dotnet", ".NET", NULL }, { "sh", "Shell", NULL },
  { "bash", "Shell", NULL }, { "dash", "Shell", NULL }, { "zsh", "Shell", NULL },
  { "fish", "Shell", NULL }, { "lua", "Lua", NULL }, { "Rscript", "R", NULL },
  { "julia", "Julia", NULL },
};

static const KnownProgram runners[] = {
  { "npx", "Node.js", "npm" }, { "npm", "Node.js", "npm" }, { "pnpm", "Node.js", "npm" },
  { "pnpx", "Node.js", "npm" }, { "yarn", "Node.js", "npm" }, { "yarnpkg", "Node.js", "npm" },
  { "bunx", "Bun", "npm" }, { "bun", "Bun", "npm" }, { "uvx", "Python", "Python" },
  { "uv", "Python", "Python" }, { "pipx", "Python", "Python" }, { "deno", "Deno", "Deno" },
  { "corepack", "Node.js", "npm" }, { "poetry", "Python", "Python" },
  { "pdm", "Python", "Python" }, { "hatch", "Python", "Python" }, { "rye", "Python", "Python" },
  { "cargo", "Rust", "Rust" }, { "go", "Go", "Go" }, { "make", NULL, NULL },
  { "just", NULL, NULL }, { "mise", NULL, NULL }, { "bundle", "Ruby", "Ruby" },
};

/* Apps that start servers, and terminals, by the names of their programs. */
static const struct {
  const char *program;
  const char *app;
} apps[] = {
  { "claude", "Claude Code" }, { "claude-desktop", "Claude Desktop" }, { "code", "VS Code" },
  { "code-insiders", "VS Code" }, { "codium", "VSCodium" }, { "codex", "Codex" },
  { "cursor", "Cursor" }, { "gemini", "Gemini CLI" }, { "goose", "Goose" },
  { "windsurf", "Windsurf" }, { "zed", "Zed" }, { "zed-editor", "Zed" },
  { "gnome-terminal-server", "GNOME Terminal" }, { "kgx", "Console" },
  { "gnome-console", "Console" }, { "ptyxis", "Ptyxis" }, { "ptyxis-agent", "Ptyxis" },
  { "konsole", "Konsole" }, { "xfce4-terminal", "Xfce Terminal" },
};

static const char * const shells[] = { "sh", "bash", "dash", "zsh", "fish" };

/* Words that may come between a runner and the package, as in "npm exec PACKAGE". */
static const char * const runner_verbs[] = {
  "exec", "x", "dlx", "run", "tool", "run-script", "start",
};

/* Options of runners and interpreters whose value is the next argument. */
static const char * const options_with_value[] = {
  "-p", "--package", "--from", "--with", "--python", "--prefix", "--directory", "--project", "-r",
  "--require", "--import", "--loader", "-W", "-X", "-C", "--cwd", "--spec", "--index-url",
};

/* File names, without suffix, that very many scripts have. */
static const char * const common_stems[] = {
  "index", "main", "__main__", "__init__", "app", "bin", "cli", "entry", "launch", "launcher",
  "mcp", "mcp-server", "mcp_server", "mod", "program", "run", "server", "start", "stdio",
};

/* Names of directories that say nothing about a program: parts of a build, a source tree or a
 * system. */
static const char * const common_directories[] = {
  ".", "app", "bin", "build", "bundle", "cjs", "cmd", "code", "current", "debug", "dist", "esm",
  "js", "lib", "libexec", "mcp", "out", "output", "package", "release", "scripts", "server", "src",
  "target", "ts", "versions",
};

/* Directories that hold one directory for each package. A directory above such a directory does not
 * say what the package is, so the search for a name ends there. */
static const char * const shelves[] = {
  "node_modules", "site-packages", "dist-packages", "vendor",
};

/* A part of a path is not used as a name if it contains one of these characters, which occur in
 * addresses, assignments and home directories. The same is true for HIDDEN: paddock-command-line.c
 * writes this character before the hash of a secret. */
#define NOT_IN_A_NAME ":=?#&@\\~"
#define HIDDEN        "‹"

static gboolean
is_listed (const char * const *list,
           gsize               n_list,
           const char         *name)
{
  for (gsize i = 0; i < n_list; i++) {
    if (strcmp (list[i], name) == 0)
      return TRUE;
  }
  return FALSE;
}

static const KnownProgram *
find_known (const KnownProgram *list,
            gsize               n_list,
            const char         *name)
{
  for (gsize i = 0; i < n_list; i++) {
    if (strcmp (list[i].name, name) == 0)
      return &list[i];
  }
  return NULL;
}

/* Returns the base name of a program without its version: "python" for "/usr/bin/python3.11". */
static char *
dup_plain_name (const char *program)
{
  char *name = g_path_get_basename (program);
  gsize length = strlen (name);

  while (length > 1 && (g_ascii_isdigit (name[length - 1]) || name[length - 1] == '.'))
    length--;
  name[length] = '\0';
  return name;
}

static gboolean
is_code_option (const char *argument)
{
  return strcmp (argument, "-c") == 0 || strcmp (argument, "-e") == 0 ||
         strcmp (argument, "--eval") == 0 || strcmp (argument, "-p") == 0 ||
         strcmp (argument, "--call") == 0;
}

/* Returns a package without its version: "@scope/name" for "@scope/name@1.2", "name" for
 * "name==1.2". */
static char *
dup_package_name (const char *package)
{
  const char *end = strchr (*package == '@' ? package + 1 : package, '@');
  const char *equals = strstr (package, "==");

  if (equals != NULL && (end == NULL || equals < end))
    end = equals;
  return end != NULL && end != package ? g_strndup (package, (gsize) (end - package))
                                       : g_strdup (package);
}

static gboolean
is_file_like (const char *argument)
{
  return *argument == '/' || *argument == '.' || g_str_has_suffix (argument, ".js") ||
         g_str_has_suffix (argument, ".mjs") || g_str_has_suffix (argument, ".ts") ||
         g_str_has_suffix (argument, ".py");
}

/* Whether very many scripts have this file name, such as "index.js" or "index". */
static gboolean
is_common_script (const char *name)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = dot != NULL && dot != name ? g_strndup (name, (gsize) (dot - name))
                                                     : g_strdup (name);

  return is_listed (common_stems, G_N_ELEMENTS (common_stems), stem);
}

/* Whether @name is a version such as "1.2.3" or "v20". */
static gboolean
is_version (const char *name)
{
  if (*name == 'v')
    name++;
  return g_ascii_isdigit (*name) && name[strspn (name, "0123456789.")] == '\0';
}

/* Returns the directory after which a script with a common file name can be named; NULL if there is
 * none. Skips directories right below "/" and "/home", because they say where something is, not
 * what it is. */
static const char *
find_telling (char     **parts,
              gboolean   is_absolute)
{
  guint first = 0;

  if (is_absolute)
    first = g_strcmp0 (parts[1], "home") == 0 || g_strcmp0 (parts[1], "Users") == 0 ? 3 : 2;
  for (guint i = g_strv_length (parts) - 1; i-- > first;) {
    if (*parts[i] == '\0' || is_version (parts[i]) ||
        is_listed (common_directories, G_N_ELEMENTS (common_directories), parts[i]))
      continue;
    if (strcmp (parts[i], "..") == 0 || strpbrk (parts[i], NOT_IN_A_NAME) != NULL ||
        strstr (parts[i], HIDDEN) != NULL ||
        is_listed (shelves, G_N_ELEMENTS (shelves), parts[i]))
      return NULL;
    return parts[i];
  }
  return NULL;
}

/* Returns the file name of a script. If very many scripts have that name, returns the name of a
 * directory instead, if possible: "mail" for ".../mail/dist/index.js". */
static char *
dup_script_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_auto (GStrv) parts = NULL;
  const char *telling;

  if (!is_common_script (base) || g_str_has_suffix (path, "/") || strstr (path, "://") != NULL)
    return g_steal_pointer (&base);
  parts = g_strsplit (path, "/", -1);
  telling = find_telling (parts, *path == '/');
  return telling != NULL ? g_strdup (telling) : g_steal_pointer (&base);
}

/* Whether an argument comes before the package or script: an option, or a word such as "run". */
static gboolean
is_before_subject (const char *argument)
{
  return *argument == '-' || *argument == '\0' ||
         is_listed (runner_verbs, G_N_ELEMENTS (runner_verbs), argument);
}

static gboolean
has_value (const char * const *arguments)
{
  return is_listed (options_with_value, G_N_ELEMENTS (options_with_value), arguments[0]) &&
         arguments[1] != NULL;
}

static PaddockSubject
find_of_runner (const KnownProgram *runner,
                const char * const *arguments)
{
  for (gsize i = 0; arguments[i] != NULL; i++) {
    if (has_value (arguments + i))
      i++;
    else if (is_before_subject (arguments[i]))
      continue;
    else if (is_file_like (arguments[i]))
      return (PaddockSubject) { PADDOCK_SUBJECT_SCRIPT, runner->language, arguments[i] };
    else if (paddock_program_get_kind (arguments[i]) != PADDOCK_PROGRAM_PLAIN)
      return paddock_program_find_subject (arguments[i], arguments + i + 1);
    else
      return (PaddockSubject) { PADDOCK_SUBJECT_PACKAGE, runner->packages, arguments[i] };
  }
  return (PaddockSubject) { PADDOCK_SUBJECT_PROGRAM };
}

static PaddockSubject
find_of_interpreter (const KnownProgram *interpreter,
                     const char * const *arguments)
{
  for (gsize i = 0; arguments[i] != NULL; i++) {
    if (strcmp (arguments[i], "-m") == 0 && arguments[i + 1] != NULL)
      return (PaddockSubject) { PADDOCK_SUBJECT_MODULE, interpreter->language, arguments[i + 1] };
    if (strcmp (arguments[i], "-jar") == 0 && arguments[i + 1] != NULL)
      return (PaddockSubject) { PADDOCK_SUBJECT_ARCHIVE, interpreter->language, arguments[i + 1] };
    if (is_code_option (arguments[i]))
      return (PaddockSubject) { PADDOCK_SUBJECT_CODE, interpreter->language };
    if (has_value (arguments + i))
      i++;
    else if (*arguments[i] != '-' && *arguments[i] != '\0')
      return (PaddockSubject) { PADDOCK_SUBJECT_SCRIPT, interpreter->language, arguments[i] };
  }
  return (PaddockSubject) { PADDOCK_SUBJECT_PROGRAM };
}

/**
 * paddock_program_get_kind:
 * @program: name or path of a program
 *
 * Returns: the kind of program, by its name
 */
PaddockProgramKind
paddock_program_get_kind (const char *program)
{
  g_autofree char *name = dup_plain_name (program);

  if (find_known (runners, G_N_ELEMENTS (runners), name) != NULL)
    return PADDOCK_PROGRAM_RUNNER;
  if (find_known (interpreters, G_N_ELEMENTS (interpreters), name) != NULL)
    return PADDOCK_PROGRAM_INTERPRETER;
  return PADDOCK_PROGRAM_PLAIN;
}

/**
 * paddock_program_loads_relative:
 * @argv: a command line, not empty
 *
 * Returns: whether the program is an interpreter that may load code from the working directory. It
 *   may if it runs a module by name, a script without an absolute path, or code on the command line
 */
gboolean
paddock_program_loads_relative (const char * const *argv)
{
  if (paddock_program_get_kind (argv[0]) != PADDOCK_PROGRAM_INTERPRETER)
    return FALSE;

  for (gsize i = 1; argv[i] != NULL; i++) {
    if (strcmp (argv[i], "-m") == 0 || is_code_option (argv[i]))
      return TRUE;
    if (*argv[i] != '-')
      return *argv[i] != '/';
  }
  return FALSE;
}

/**
 * paddock_program_skip:
 * @executable: (nullable): the path of a program
 * @argv: the program's command line, not empty; its first word may be the program, or already an
 *   argument
 * @out_program: (out): the runner or interpreter with which @argv begins, otherwise @executable;
 *   borrowed
 *
 * Skips the first word of a command line if it is the program.
 *
 * Returns: (transfer none): the arguments in @argv
 */
const char * const *
paddock_program_skip (const char          *executable,
                      const char * const  *argv,
                      const char         **out_program)
{
  g_autofree char *base = NULL;
  g_autofree char *first = NULL;

  *out_program = argv[0];
  if (executable == NULL || paddock_program_get_kind (argv[0]) != PADDOCK_PROGRAM_PLAIN)
    return argv + 1;

  *out_program = executable;
  base = g_path_get_basename (executable);
  first = g_path_get_basename (argv[0]);
  return strcmp (base, first) == 0 ? argv + 1 : argv;
}

/**
 * paddock_program_find_subject:
 * @program: name or path of a program
 * @arguments: the arguments after it
 *
 * Returns: what the command line really runs. The name is @program or one of @arguments; escape it
 *   before you show it
 */
PaddockSubject
paddock_program_find_subject (const char         *program,
                              const char * const *arguments)
{
  g_autofree char *name = dup_plain_name (program);
  const KnownProgram *runner = find_known (runners, G_N_ELEMENTS (runners), name);
  const KnownProgram *interpreter = find_known (interpreters, G_N_ELEMENTS (interpreters), name);
  PaddockSubject subject = { PADDOCK_SUBJECT_PROGRAM };

  if (runner != NULL)
    subject = find_of_runner (runner, arguments);
  else if (interpreter != NULL)
    subject = find_of_interpreter (interpreter, arguments);
  if (subject.name == NULL)
    subject.name = program;
  return subject;
}

/**
 * paddock_program_dup_subject:
 * @program: name or path of a program
 * @arguments: the arguments after it
 *
 * Returns: (transfer full): the name of what the command line really runs: the package, the script
 *   or the program. A script with a common name, such as index.js, gets the name of a directory
 *   around it. Escape the result before you show it
 */
char *
paddock_program_dup_subject (const char         *program,
                             const char * const *arguments)
{
  PaddockSubject subject = paddock_program_find_subject (program, arguments);

  switch (subject.kind) {
    case PADDOCK_SUBJECT_SCRIPT:
      return dup_script_name (subject.name);
    case PADDOCK_SUBJECT_PACKAGE:
      return dup_package_name (subject.name);
    case PADDOCK_SUBJECT_PROGRAM:
    case PADDOCK_SUBJECT_MODULE:
    case PADDOCK_SUBJECT_ARCHIVE:
    case PADDOCK_SUBJECT_CODE:
    default:
      return g_path_get_basename (subject.name);
  }
}

/**
 * paddock_program_dup_app:
 * @program: name or path of the program of an app
 *
 * Returns: (transfer full): the usual name of the app; the program's base name if the app is
 *   unknown
 */
char *
paddock_program_dup_app (const char *program)
{
  char *name = g_path_get_basename (program);

  for (gsize i = 0; i < G_N_ELEMENTS (apps); i++) {
    if (strcmp (apps[i].program, name) == 0) {
      g_free (name);
      return g_strdup (apps[i].app);
    }
  }
  return name;
}

/**
 * paddock_program_is_shell:
 * @program: name or path of a program
 *
 * Returns: whether @program is a shell. A shell is not the app that started a server
 */
gboolean
paddock_program_is_shell (const char *program)
{
  g_autofree char *name = g_path_get_basename (program);

  return is_listed (shells, G_N_ELEMENTS (shells), name);
}
