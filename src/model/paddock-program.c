/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-program.h"

#include <string.h>

/* What is known of the programs that servers are usually started with: enough to name a server
 * after its script or package, and to see that a command line depends on its directory.
 *
 * Names only, from the command line as claimed: nothing is decided by them but what is shown, and
 * that a directory becomes part of an identity (more of it, never less). */

static const char * const interpreters[] = {
  "node", "nodejs", "python", "pypy", "ruby", "perl", "php", "java", "dotnet", "sh", "bash", "dash",
  "zsh", "fish", "lua", "Rscript", "julia", "tsx", "ts-node",
};

static const char * const runners[] = {
  "npx", "npm", "pnpm", "pnpx", "yarn", "yarnpkg", "bunx", "bun", "uvx", "uv", "pipx", "deno",
  "corepack", "poetry", "pdm", "hatch", "rye", "cargo", "go", "make", "just", "mise", "bundle",
};

/* Words of runners before the package. */
static const char * const runner_verbs[] = {
  "exec", "x", "dlx", "run", "tool", "run-script", "start",
};

/* Options of runners and interpreters with a value in the next argument. */
static const char * const options_with_value[] = {
  "-p", "--package", "--from", "--with", "--python", "--prefix", "--directory", "--project", "-r",
  "--require", "--import", "--loader", "-W", "-X", "-C", "--cwd", "--spec", "--index-url",
};

/* What half of all scripts are called, without their ending, */
static const char * const common_stems[] = {
  "index", "main", "__main__", "__init__", "app", "bin", "cli", "entry", "launch", "launcher",
  "mcp", "mcp-server", "mcp_server", "mod", "program", "run", "server", "start", "stdio",
};

/* and directories that say no more: of a build, of a source tree, of a system. */
static const char * const common_directories[] = {
  ".", "app", "bin", "build", "bundle", "cjs", "cmd", "code", "current", "debug", "dist", "esm",
  "js", "lib", "libexec", "mcp", "out", "output", "package", "release", "scripts", "server", "src",
  "target", "ts", "versions",
};

/* Below these each directory is a package, and they themselves are in something else. */
static const char * const shelves[] = {
  "node_modules", "site-packages", "dist-packages", "vendor",
};

/* An address, an assignment, or somebody's home has one of these; what is hidden in a command line
 * begins with the other. */
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

/* "python3.11" is python; "node20" is node. */
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

/* "@scope/name@1.2" and "name==1.2" without the version. */
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

/* "index.js" is index, and so is "index". */
static gboolean
is_common_script (const char *name)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = dot != NULL && dot != name ? g_strndup (name, (gsize) (dot - name))
                                                     : g_strdup (name);

  return is_listed (common_stems, G_N_ELEMENTS (common_stems), stem);
}

/* "1.2.3", "v20" */
static gboolean
is_version (const char *name)
{
  if (*name == 'v')
    name++;
  return g_ascii_isdigit (*name) && name[strspn (name, "0123456789.")] == '\0';
}

/* The directory that a script with a common name is called after; NULL where none says more. What
 * is next to the root, or a user's home, is where something is and not what it is. */
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

/* The last part of the path, or what says more: ".../mail/dist/index.js" is mail. */
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

static char *
dup_package_of_runner (const char * const *arguments)
{
  for (gsize i = 0; arguments[i] != NULL; i++) {
    if (is_listed (options_with_value, G_N_ELEMENTS (options_with_value), arguments[i]) &&
        arguments[i + 1] != NULL)
      i++;
    else if (*arguments[i] == '-' || *arguments[i] == '\0' ||
             is_listed (runner_verbs, G_N_ELEMENTS (runner_verbs), arguments[i]))
      continue;
    else if (is_file_like (arguments[i]))
      return dup_script_name (arguments[i]);
    else if (paddock_program_get_kind (arguments[i]) != PADDOCK_PROGRAM_PLAIN)
      return paddock_program_dup_subject (arguments[i], arguments + i + 1);
    else
      return dup_package_name (arguments[i]);
  }
  return NULL;
}

static char *
dup_script_of_interpreter (const char * const *arguments)
{
  for (gsize i = 0; arguments[i] != NULL; i++) {
    if ((strcmp (arguments[i], "-m") == 0 || strcmp (arguments[i], "-jar") == 0) &&
        arguments[i + 1] != NULL)
      return g_path_get_basename (arguments[i + 1]);
    if (is_code_option (arguments[i]))
      return NULL;
    if (is_listed (options_with_value, G_N_ELEMENTS (options_with_value), arguments[i]) &&
        arguments[i + 1] != NULL)
      i++;
    else if (*arguments[i] != '-' && *arguments[i] != '\0')
      return dup_script_name (arguments[i]);
  }
  return NULL;
}

/**
 * paddock_program_get_kind:
 * @program: name or path of a program
 *
 * Returns: what kind of program that is, by its name
 */
PaddockProgramKind
paddock_program_get_kind (const char *program)
{
  g_autofree char *name = dup_plain_name (program);

  if (is_listed (runners, G_N_ELEMENTS (runners), name))
    return PADDOCK_PROGRAM_RUNNER;
  if (is_listed (interpreters, G_N_ELEMENTS (interpreters), name))
    return PADDOCK_PROGRAM_INTERPRETER;
  return PADDOCK_PROGRAM_PLAIN;
}

/**
 * paddock_program_loads_relative:
 * @argv: a command line, not empty
 *
 * Returns: whether its program is an interpreter that takes its code from the working directory: a
 *   module by name, a script without an absolute path, or code on the command line
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
 * paddock_program_dup_subject:
 * @program: name or path of a program
 * @arguments: the arguments after it
 *
 * Returns: (transfer full): the name of what is really run: the package or the script, or else the
 *   program itself; where the script has a name that many have, the directory that says more; from
 *   the command line as it is, so to be escaped before it is shown
 */
char *
paddock_program_dup_subject (const char         *program,
                             const char * const *arguments)
{
  char *subject = NULL;

  switch (paddock_program_get_kind (program)) {
    case PADDOCK_PROGRAM_INTERPRETER:
      subject = dup_script_of_interpreter (arguments);
      break;
    case PADDOCK_PROGRAM_RUNNER:
      subject = dup_package_of_runner (arguments);
      break;
    case PADDOCK_PROGRAM_PLAIN:
    default:
      break;
  }
  return subject != NULL ? subject : g_path_get_basename (program);
}
