/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-programs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "paddock-box-error.h"
#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-path-text.h"

/* What a server in a box needs to run: variables of the environment, and its program. */

/* The variables that a server gets from the environment of its host. All others may hold secrets,
 * or the addresses of agents. */
static const char * const kept[] = {
  "PATH", "USER", "LOGNAME", "LANG", "TZ", "TERM", "NODE_EXTRA_CA_CERTS", PADDOCK_ENV_ROOTS,
  "http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy",
  "HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY", NULL,
};
static const char * const kept_prefixes[] = { "LC_", "SSL_" };

/* Where programs are if nobody says it. */
#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

static gboolean
is_kept (const char         *name,
         const char * const *more_names)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kept_prefixes); i++)
    if (g_str_has_prefix (name, kept_prefixes[i]))
      return TRUE;
  return g_strv_contains (kept, name) || (more_names != NULL && g_strv_contains (more_names, name));
}

/**
 * paddock_box_programs_dup_environment:
 * @environment: the environment of the host
 * @more_names: (nullable): further variables that the user wants to pass on
 *
 * Returns: (transfer full): the environment of the server
 */
GStrv
paddock_box_programs_dup_environment (const char * const *environment,
                                      const char * const *more_names,
                                      const char         *home,
                                      gboolean            has_network)
{
  g_autofree char *runtime = g_strdup_printf ("/run/user/%u", (guint) getuid ());
  GStrv result = g_new0 (char *, 1);

  for (gsize i = 0; environment[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit (environment[i], "=", 2);

    if (g_strv_length (parts) == 2 && is_kept (parts[0], more_names))
      result = g_environ_setenv (result, parts[0], parts[1], TRUE);
  }
  result = g_environ_setenv (result, "PATH", USUAL_PATH, FALSE);
  result = g_environ_setenv (result, "HOME", home, TRUE);
  result = g_environ_setenv (result, "XDG_RUNTIME_DIR", runtime, TRUE);
  result = g_environ_setenv (result, "npm_config_update_notifier", "false", FALSE);
  /* Without it, npm tries for over a minute before it gives up. */
  if (!has_network) {
    result = g_environ_setenv (result, "npm_config_offline", "true", FALSE);
    result = g_environ_setenv (result, "UV_OFFLINE", "1", FALSE);
  }
  return result;
}

/**
 * paddock_box_programs_find:
 * @name: the first word of a command line
 *
 * Returns: (transfer full) (nullable): the path of the program that execvp() would run; %NULL if
 *   there is none
 */
char *
paddock_box_programs_find (const char         *name,
                           const char * const *environment)
{
  const char *variable = g_environ_getenv ((char **) environment, "PATH");
  g_auto (GStrv) directories = NULL;

  if (strchr (name, '/') != NULL)
    return g_canonicalize_filename (name, NULL);
  directories = g_strsplit (variable != NULL ? variable : USUAL_PATH, ":", -1);
  for (gsize i = 0; directories[i] != NULL; i++) {
    g_autofree char *path = g_build_filename (*directories[i] != '\0' ? directories[i] : ".", name,
                                              NULL);

    if (access (path, X_OK) == 0 && !g_file_test (path, G_FILE_TEST_IS_DIR))
      return g_canonicalize_filename (path, NULL);
  }
  return NULL;
}

/**
 * paddock_box_programs_move_data:
 * @environment: (transfer full): that of a server
 * @folders: (element-type PaddockBoxFolder): what its box has
 *
 * Lets the server keep its data elsewhere in its private home if it can't write below ~/.local: in
 * a box, that is read-only if something in it was shared.
 *
 * Returns: (transfer full): the environment
 */
GStrv
paddock_box_programs_move_data (GStrv       environment,
                                GPtrArray  *folders,
                                const char *home)
{
  static const struct { const char *name;
                        const char *place;
  } variables[] = {
    { "XDG_DATA_HOME", ".paddock/share" },
    { "XDG_STATE_HOME", ".paddock/state" },
  };
  g_autofree char *local = g_build_filename (home, ".local", NULL);
  gboolean is_read_only = FALSE;

  for (guint i = 0; i < folders->len; i++) {
    const PaddockBoxFolder *folder = folders->pdata[i];

    is_read_only |= paddock_path_text_is_within (folder->path, local);
  }
  for (gsize i = 0; is_read_only && i < G_N_ELEMENTS (variables); i++) {
    g_autofree char *place = g_build_filename (home, variables[i].place, NULL);

    environment = g_environ_setenv (environment, variables[i].name, place, FALSE);
  }
  return environment;
}

/* Returns: (transfer full): @path as users write it */
char *
paddock_box_programs_dup_shown (const char *path,
                                const char *home)
{
  return paddock_path_text_is_within (path, home) ? g_strconcat ("~", path + strlen (home), NULL)
                                                  : g_strdup (path);
}

/* Whether @path holds more than programs: files of the user, or of other programs. */
static gboolean
is_too_large (const char *path,
              const char *home)
{
  g_autofree char *local = g_build_filename (home, ".local", NULL);

  return g_str_equal (path, local) || paddock_path_text_is_within (home, path);
}

/* Returns the directory that a program was installed into, that above its "bin"; its own directory,
 * or the program, if that is too large. As users write it. */
static char *
dup_prefix (const char *program,
            const char *home)
{
  g_autofree char *directory = g_path_get_dirname (program);
  g_autofree char *name = g_path_get_basename (directory);
  g_autofree char *above = g_path_get_dirname (directory);
  const char *prefix = g_str_equal (name, "bin") && !is_too_large (above, home) ? above
                       : !is_too_large (directory, home) ? directory : program;

  return paddock_box_programs_dup_shown (prefix, home);
}

static gboolean
check_path (const char      *name,
            PaddockBoxPlan  *plan,
            const char      *path,
            const char      *home,
            GError         **error)
{
  g_autofree char *prefix = NULL;

  if (paddock_box_plan_has (plan, path))
    return TRUE;
  prefix = dup_prefix (path, home);
  g_set_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
               "“%s” is in %s, which the box doesn’t have. Add --confine-read %s", name, prefix,
               prefix);
  return FALSE;
}

/* @path: (nullable): where it is; %NULL: nowhere */
static gboolean
check_program (const char      *name,
               const char      *path,
               PaddockBoxPlan  *plan,
               const char      *home,
               GError         **error)
{
  g_autofree char *directory = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *place = NULL;
  char *real_directory = directory != NULL ? realpath (directory, NULL) : NULL;
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  gboolean is_there;

  if (real == NULL || real_directory == NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, g_strerror (ENOENT));
    free (real_directory);
    free (real);
    return FALSE;
  }
  /* The program may be a link, and both must be there. */
  place = g_build_filename (real_directory, base, NULL);
  is_there = check_path (name, plan, place, home, error) &&
             check_path (name, plan, real, home, error);
  free (real_directory);
  free (real);
  return is_there;
}

/* Returns the program that the kernel starts for a script; NULL if @path is none. */
static char *
dup_interpreter (const char *path)
{
  char line[256] = "";              /* the kernel reads no more */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  ssize_t length = fd >= 0 ? read (fd, line, sizeof line - 1) : -1;
  char *interpreter = line + strlen ("#!");

  if (fd >= 0)
    close (fd);
  if (length <= 0 || !g_str_has_prefix (line, "#!"))
    return NULL;
  interpreter += strspn (interpreter, " \t");
  interpreter[strcspn (interpreter, " \t\n")] = '\0';
  return g_path_is_absolute (interpreter) ? g_strdup (interpreter) : NULL;
}

/**
 * paddock_box_programs_check:
 * @name: the first word of the server's command line
 * @environment: that of the server
 *
 * Returns: whether the box has the program that @name runs, and if that is a script, its
 *   interpreter; %FALSE with %PADDOCK_BOX_ERROR_PROGRAM, and a message that says what to do, or
 *   with %PADDOCK_ERROR_NOT_FOUND if there is no such program
 */
gboolean
paddock_box_programs_check (const char          *name,
                            PaddockBoxPlan      *plan,
                            const char * const  *environment,
                            const char          *home,
                            GError             **error)
{
  g_autofree char *path = paddock_box_programs_find (name, environment);
  gboolean is_there = check_program (name, path, plan, home, error);

  /* An interpreter may be a script itself. The kernel follows five. */
  for (int i = 0; is_there && i < 5; i++) {
    char *interpreter = dup_interpreter (path);

    if (interpreter == NULL)
      break;
    g_free (path);
    path = interpreter;
    is_there = check_program (path, path, plan, home, error);
  }
  return is_there;
}
