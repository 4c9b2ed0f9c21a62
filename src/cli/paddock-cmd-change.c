/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-lookup.h"
#include "paddock-settle.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock change`: changes a folder's name, access or duration, or whether it includes other file
 * systems mounted inside it. If a server could then see more, or for longer, and a window is open,
 * the window asks the user to confirm. */

typedef struct {
  char     *name;                 /* (nullable) the new name; NULL: unchanged */
  char     *length;               /* (nullable) the new duration, as the user typed it; NULL:
                                   * unchanged */
  char     *crosses;              /* (nullable) whether to include file systems mounted inside the
                                   * root, as the user typed it; NULL: unchanged */
  gboolean  read_only;
  gboolean  read_write;
  gboolean  no_wait;
  GStrv     arguments;
} Options;

/* Puts the changes into @dict. Returns a sentence about what is wrong with the options; NULL if
 * nothing is wrong. */
static const char *
read_changes (const Options *options,
              GVariantDict  *dict)
{
  g_autofree char *duration = NULL;
  const char *problem = NULL;

  if (options->arguments == NULL || options->arguments[0] == NULL)
    return _("Missing PATH: which folder or file?");
  if (options->arguments[1] != NULL)
    return _("Give only one folder or file.");
  if (options->name == NULL && options->length == NULL && options->crosses == NULL &&
      !options->read_only && !options->read_write)
    return _("Nothing to change: give --name, --for, --read-only, --read-write or "
             "--other-file-systems.");
  if (options->read_only && options->read_write)
    return _("--read-only can’t be combined with --read-write.");
  if (!paddock_cli_is_utf8 (options->name))
    return _("The name isn’t valid UTF-8.");
  if (options->crosses != NULL && !g_str_equal (options->crosses, "yes") &&
      !g_str_equal (options->crosses, "no"))
    /* Translators: "yes" and "no" are to be typed as they are */
    return _("--other-file-systems must be yes or no.");
  if (options->length != NULL)
    problem = paddock_words_misread (options->length, TRUE, g_get_real_time (), &duration);
  if (problem != NULL)
    return problem;

  if (options->name != NULL)
    g_variant_dict_insert (dict, "name", "s", options->name);
  if (duration != NULL)
    g_variant_dict_insert (dict, "duration", "s", duration);
  if (options->crosses != NULL)
    g_variant_dict_insert (dict, "other-file-systems", "b", g_str_equal (options->crosses, "yes"));
  if (options->read_only || options->read_write)
    g_variant_dict_insert (dict, "access", "s",
                           paddock_root_access_to_nick (options->read_only
                                                        ? PADDOCK_ACCESS_READ_ONLY
                                                                      : PADDOCK_ACCESS_READ_WRITE));
  return NULL;
}

static PaddockExit
change (PaddockCli        *cli,
        const PaddockVerb *verb,
        const Options     *options)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = NULL;
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  const char *problem = read_changes (options, &dict);

  if (problem != NULL)
    return paddock_cli_misuse (cli, verb, "%s", problem);
  ids = paddock_lookup_root_ids (cli, options->arguments, &error);
  if (ids == NULL)
    return paddock_cli_refuse (cli, error);
  return paddock_settle_call (cli, "ChangeRoot",
                              g_variant_new ("(s@a{sv})", ids[0], g_variant_dict_end (&dict)),
                              options->no_wait);
}

/* Runs `paddock change`. Returns PADDOCK_EXIT_PENDING if the user was asked, but has not answered
 * yet. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "name", 'n', 0, G_OPTION_ARG_FILENAME, &options.name,
      N_("Name to show; \"\" for the last part of its path"), N_("NAME") },
    { "for", 0, 0, G_OPTION_ARG_FILENAME, &options.length,
      N_("How long from now: hour, today, until-logout, until-revoked, a time span such as 30m, 2h "
         "or 7d, or a date"), N_("DURATION") },
    { "read-only", 'r', 0, G_OPTION_ARG_NONE, &options.read_only,
      N_("Tell servers that it is read-only"), NULL },
    { "read-write", 'w', 0, G_OPTION_ARG_NONE, &options.read_write,
      N_("Tell servers that they may write in it"), NULL },
    { "other-file-systems", 0, 0, G_OPTION_ARG_FILENAME, &options.crosses,
      N_("Whether to include drives and network shares mounted inside"),
      "yes|no" },
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = change (cli, verb, &options);
  g_free (options.name);
  g_free (options.length);
  g_free (options.crosses);
  g_strfreev (options.arguments);
  return status;
}

const PaddockVerb paddock_cmd_change = {
  .name = "change",
  .synopsis =
    N_("[--name NAME] [--for DURATION] [--read-only|--read-write] [--other-file-systems=yes|no] "
       "[--no-wait] ROOT"),
  .summary = N_("Change a folder or file in Paddock: its name, access or duration"),
  .description =
    N_("ROOT is an id, a path or a URI. If Paddock can open its window, it asks you before a "
       "server sees more, or for longer."),
  .run = run_command,
};
