/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-json-forms.h"
#include "paddock-lookup.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <unistd.h>

/* `paddock check`: says whether a server, or any app, may read files. The answer is only advice: a
 * moment later another file may be at the path. */

typedef struct {
  char     *server;
  gboolean  write;
  gboolean  json;
  GStrv     arguments;
} Options;

/* Puts the working directory before a relative path. Asks the kernel for the working directory,
 * because $PWD may lead through a link. `..` stays in the path. */
static char *
reference_of (const char *text)
{
  char *directory = getcwd (NULL, 0);
  char *reference = paddock_lookup_absolute_path (text, directory != NULL ? directory : "");

  free (directory);
  return reference;
}

static void
tell (PaddockCli                *cli,
      const char                *argument,
      const PaddockAccessResult *result)
{
  g_autofree char *shown = paddock_text_escape_name (argument);

  if (result->verdict == PADDOCK_READ_ALLOWED)
    /* Translators: %s is a path as it was typed */
    paddock_cli_print (cli, _("Allowed: “%s”\n"), shown);
  else
    /* Translators: the first %s is a path as it was typed, the second one the reason and what to
     * do */
    paddock_cli_complain (cli, _("Not allowed: “%s”: %s"), shown,
                          paddock_words_read_verdict (result->verdict));
}

/* Asks the service about one path or URI. Returns NULL with @error set if there is no answer. */
static PaddockAccessResult *
check_one (PaddockCli     *cli,
           const Options  *options,
           const char     *server_id,
           const char     *argument,
           GError        **error)
{
  g_autofree char *reference = reference_of (argument);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) dictionary = NULL;

  g_variant_dict_insert (&dict, "write", "b", options->write);
  reply = paddock_cli_service_call (cli, "CheckAccess",
                                    g_variant_new ("(s^ay@a{sv})", server_id, reference,
                                                   g_variant_dict_end (&dict)),
                                    error);
  if (reply == NULL)
    return NULL;
  dictionary = g_variant_get_child_value (reply, 0);
  return paddock_access_result_from_variant (dictionary);
}

static PaddockExit
check (PaddockCli        *cli,
       const PaddockVerb *verb,
       const Options     *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *server_id = NULL;
  g_autoptr (GPtrArray) results =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_access_result_free);
  PaddockExit status = PADDOCK_EXIT_OK;

  if (options->arguments == NULL || options->arguments[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing PATH: which file?"));
  server_id = options->server != NULL ? paddock_lookup_server_id (cli, options->server, &error)
                                      : g_strdup ("");
  if (server_id == NULL)
    return paddock_cli_refuse (cli, error);

  for (guint i = 0; options->arguments[i] != NULL; i++) {
    PaddockAccessResult *one = check_one (cli, options, server_id, options->arguments[i], &error);

    if (one == NULL)
      return paddock_cli_refuse (cli, error);
    g_ptr_array_add (results, one);
    if (one->verdict != PADDOCK_READ_ALLOWED)
      status = PADDOCK_EXIT_REFUSED;
    if (!options->json)
      tell (cli, options->arguments[i], one);
  }
  if (options->json) {
    g_autofree char *text = paddock_json_forms_access ((const char * const *) options->arguments,
                                                       results);

    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  }
  paddock_cli_service_tell_paused (cli);
  return status;
}

/* Runs `paddock check`. Returns PADDOCK_EXIT_REFUSED if any file may not be read. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "server", 's', 0, G_OPTION_ARG_FILENAME, &options.server,
      N_("Check against what this server sees, not against everything you share"), N_("SERVER") },
    { "write", 'w', 0, G_OPTION_ARG_NONE, &options.write,
      N_("Check for writing instead of reading"), NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, N_("Print JSON"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = check (cli, verb, &options);
  g_free (options.server);
  g_strfreev (options.arguments);
  return status;
}

const PaddockVerb paddock_cmd_check = {
  .name = "check",
  .synopsis = N_("[--server SERVER] [--write] [--json] PATH|URI…"),
  .summary = N_("Check whether files are inside what you share"),
  .description =
    N_("Files can change after the check. The exit status is 1 if any file isn’t allowed.\n\n"
       "Without --server, this checks against everything you share with any server. Paddock "
       "resolves paths as the system does, and refuses links that lead out of a shared folder."),
  .run = run_command,
};
