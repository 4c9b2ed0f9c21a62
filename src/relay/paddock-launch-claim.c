/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-claim.h"

#include <string.h>
#include <unistd.h>

#include "paddock-json.h"

/* Writes what `paddock run` tells the service about its server (docs/socket.md, `launch`). This
 * process writes what it knows of itself. To the service, all of it is an unproven claim.
 */

static void
append_member (GString    *text,
               const char *name,
               const char *value)
{
  g_autofree char *quoted = NULL;

  if (value == NULL || *value == '\0')
    return;
  quoted = paddock_json_quote (value);
  g_string_append_printf (text, ",\"%s\":%s", name, quoted);
}

static void
append_words (GString            *text,
              const char * const *words)
{
  g_string_append_c (text, '[');
  for (gsize i = 0; words[i] != NULL; i++) {
    g_autofree char *quoted = paddock_json_quote (words[i]);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", quoted);
  }
  g_string_append_c (text, ']');
}

/**
 * paddock_launch_claim_find_program:
 * @name: a program as it is written in a command line
 *
 * Finds the program that starting @name here would run. A name with a slash is a path, and is not
 * looked for: execvp() does the same. Newer versions of g_find_program_in_path() would look for
 * such a path, too.
 *
 * Returns: (transfer full) (nullable): the program's absolute path; %NULL if @name has no slash and
 *   is not on PATH
 */
char *
paddock_launch_claim_find_program (const char *name)
{
  g_autofree char *found = NULL;

  if (strchr (name, '/') != NULL)
    return g_canonicalize_filename (name, NULL);
  found = g_find_program_in_path (name);
  return found != NULL ? g_canonicalize_filename (found, NULL) : NULL;
}

/* Appends to @text the members that every claim ends with. Returns the whole claim, and frees
 * @text. */
static char *
finish_claim (GString            *text,
              const char * const *options,
              const char         *host,
              const char         *appimage,
              const char         *key,
              const char         *name)
{
  if (options[0] != NULL) {
    g_string_append (text, ",\"options\":");
    append_words (text, options);
  }
  append_member (text, "host", host);
  if (appimage != NULL && g_path_is_absolute (appimage))
    append_member (text, "appimage", appimage);
  append_member (text, "key", key);
  append_member (text, "name", name);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/**
 * paddock_launch_claim_write:
 * @argv: the server's command line as the user wrote it
 * @options: the options of `paddock run` that say how the server is started, always in the same
 *   order; never a secret
 * @host: (nullable): the path of the host's program
 * @appimage: (nullable): the AppImage file from which the host runs
 * @key: (nullable): the secret in the command line of `paddock run`
 * @name: (nullable): a name for the server
 *
 * Writes the claim about a server that is started as a process.
 *
 * Returns: (transfer full): the value of `launch`, JSON
 */
char *
paddock_launch_claim_write (const char * const *argv,
                            const char * const *options,
                            const char         *host,
                            const char         *appimage,
                            const char         *key,
                            const char         *name)
{
  g_autofree char *found = paddock_launch_claim_find_program (argv[0]);
  g_autofree char *executable = found != NULL ? g_steal_pointer (&found)
                                              : g_canonicalize_filename (argv[0], NULL);
  g_autofree char *directory = g_get_current_dir ();
  GString *text = g_string_new ("{\"command\":");

  append_words (text, argv);
  append_member (text, "exe", executable);
  append_member (text, "cwd", directory);
  return finish_claim (text, options, host, appimage, key, name);
}

/**
 * paddock_launch_claim_write_remote:
 * @url: the origin and path of the server's address; never a query, which may be secret
 *
 * Writes the claim about a server behind an address. The other parameters are those of
 * paddock_launch_claim_write().
 *
 * Returns: (transfer full): the value of `launch`, JSON
 */
char *
paddock_launch_claim_write_remote (const char         *url,
                                   const char * const *options,
                                   const char         *host,
                                   const char         *appimage,
                                   const char         *key,
                                   const char         *name)
{
  g_autofree char *quoted = paddock_json_quote (url);
  GString *text = g_string_new ("{\"url\":");

  g_string_append (text, quoted);
  return finish_claim (text, options, host, appimage, key, name);
}

static void
add_each (GStrvBuilder       *words,
          const char         *option,
          const char * const *values)
{
  for (; values != NULL && *values != NULL; values++) {
    g_autofree char *word = g_strconcat (option, "=", *values, NULL);

    g_strv_builder_add (words, word);
  }
}

static void
add_confinement (GStrvBuilder                    *words,
                 const PaddockConfinementOptions *confinement)
{
  g_strv_builder_add (words, "--confine");
  if (!confinement->has_network)
    g_strv_builder_add (words, "--confine-network=none");
  add_each (words, "--confine-read", confinement->reads);
  add_each (words, "--confine-write", confinement->writes);
  add_each (words, "--confine-env", confinement->names);
}

/**
 * paddock_launch_claim_dup_options:
 * @keeps: whether the server is not restarted when a folder is taken back
 * @confinement: (nullable): %NULL: the server is not confined
 *
 * Lists the options of `paddock run` that belong to the claim. If these options change, the user's
 * decision about the server does not count any more.
 *
 * Returns: (transfer full): the options, as in a command line
 */
GStrv
paddock_launch_claim_dup_options (gboolean                         enters_folder,
                                  gboolean                         sets_roots,
                                  gboolean                         is_literal,
                                  gboolean                         keeps,
                                  const PaddockConfinementOptions *confinement)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  if (enters_folder)
    g_strv_builder_add (words, "--chdir");
  if (sets_roots)
    g_strv_builder_add (words, "--env");
  if (is_literal)
    g_strv_builder_add (words, "--literal");
  if (keeps)
    g_strv_builder_add (words, "--on-revoke=notify");
  if (confinement != NULL)
    add_confinement (words, confinement);
  return g_strv_builder_end (words);
}

/**
 * paddock_launch_claim_find_host:
 *
 * Returns: (transfer full) (nullable): the path of the program of our parent process, the host. If
 *   that program was deleted, the path that it had. %NULL if the path can't be read
 */
char *
paddock_launch_claim_find_host (void)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", getppid ());
  g_autofree char *path = g_file_read_link (link, NULL);

  if (path != NULL && g_str_has_suffix (path, " (deleted)"))
    path[strlen (path) - strlen (" (deleted)")] = '\0';
  return g_steal_pointer (&path);
}

/**
 * paddock_launch_claim_read_appimage:
 * @path: a file with an environment, as the kernel shows it (proc_pid_environ(5))
 *
 * Returns: (transfer full) (nullable): the value of the variable APPIMAGE in that file; %NULL if it
 *   is not there
 */
char *
paddock_launch_claim_read_appimage (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  for (gsize at = 0; at < length; at += strlen (text + at) + 1)
    if (g_str_has_prefix (text + at, "APPIMAGE="))
      return g_strdup (text + at + strlen ("APPIMAGE="));
  return NULL;
}

/**
 * paddock_launch_claim_find_appimage:
 *
 * Finds the AppImage file from which the host runs. An AppImage is mounted in another place at each
 * start, so only its file tells one host from another. Hosts do not pass the variable APPIMAGE on.
 * So it is read from the environment of our parent process, the host.
 *
 * Returns: (transfer full) (nullable): the path of that file, as the host's environment says
 */
char *
paddock_launch_claim_find_appimage (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", getppid ());

  return paddock_launch_claim_read_appimage (path);
}
