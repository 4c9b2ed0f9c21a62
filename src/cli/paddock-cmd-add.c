/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-documents.h"
#include "paddock-export.h"
#include "paddock-lookup.h"
#include "paddock-server-label.h"
#include "paddock-settings.h"
#include "paddock-settle.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

/* `paddock add`: adds folders and files to Paddock. No server sees a new root until it is shared,
 * so the command prints at its end how to share it.
 *
 * Valid paths are added even if others are refused. Paddock reads files for apps in every folder
 * that was added. So if a window is open, the window asks the user, once about all paths of a call.
 *
 * A service in a sandbox can't see a path outside the sandbox. This command exports such a path to
 * the service through the document portal. */

typedef struct {
  char     *name;
  char     *length;               /* (nullable) the duration, as the user typed it; NULL: not
                                   * given */
  char     *duration;             /* (nullable) the duration in the form that the service reads;
                                   * NULL: not given */
  gboolean  read_only;
  gboolean  read_write;
  gboolean  crosses;
  gboolean  accept_warning;
  gboolean  no_wait;
  GStrv     paths;
  GStrv     typed;                /* @paths, made absolute */
  GStrv     exported;             /* (nullable) for each path in @typed its path in the sandbox of
                                   * the service; NULL: the service runs outside a sandbox */
} Options;

/* Returns the access that the user typed, or the user's setting for new folders. */
static PaddockAccess
choose_access (const Options *options)
{
  g_autoptr (GSettings) settings = NULL;

  if (options->read_only || options->read_write)
    return options->read_only ? PADDOCK_ACCESS_READ_ONLY : PADDOCK_ACCESS_READ_WRITE;
  settings = paddock_settings_new ();
  return paddock_settings_get_access (settings);
}

static GVariant *
make_parameters (const Options *options)
{
  GStrv given = options->exported != NULL ? options->exported : options->typed;
  g_auto (GVariantBuilder) paths = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_BYTESTRING_ARRAY);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

  for (guint i = 0; given[i] != NULL; i++)
    g_variant_builder_add (&paths, "^ay", given[i]);
  if (options->name != NULL)
    g_variant_dict_insert (&dict, "name", "s", options->name);
  g_variant_dict_insert (&dict, "access", "s",
                         paddock_root_access_to_nick (choose_access (options)));
  g_variant_dict_insert (&dict, "accept-warnings", "b", options->accept_warning);
  if (options->crosses)
    g_variant_dict_insert (&dict, "other-file-systems", "b", TRUE);
  if (options->duration != NULL)
    g_variant_dict_insert (&dict, "duration", "s", options->duration);
  return g_variant_new ("(aay@a{sv})", &paths, g_variant_dict_end (&dict));
}

/* Whether @word must be quoted, because a shell would change or split it. */
static gboolean
needs_quotes (const char *word)
{
  const char *plain = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_./+:,@-";

  return *word == '\0' || word[strspn (word, plain)] != '\0';
}

static void
tell_warnings (PaddockCli           *cli,
               PaddockPlaceWarnings  warnings)
{
  g_auto (GStrv) texts = paddock_words_warnings (warnings);

  for (guint i = 0; texts[i] != NULL; i++)
    paddock_cli_complain (cli, "  %s", texts[i]);
}

static void
tell_refused (PaddockCli             *cli,
              const PaddockAddResult *result,
              gboolean                accepted)
{
  g_autofree char *path = paddock_text_escape_name (result->path);
  g_autofree char *reason = paddock_words_refusal (result);

  if (result->verdict == PADDOCK_PLACE_WARNED && !accepted) {
    /* Translators: %s is a path; what it means to share it follows, line by line */
    paddock_cli_complain (cli, _("Not added: “%s”"), path);
    tell_warnings (cli, result->warnings);
    paddock_cli_complain (cli, "  %s", _("To add it anyway, type the command again with "
                                         "--accept-warning."));
    return;
  }
  /* Translators: the first %s is a path, the second one the reason and what to do */
  paddock_cli_complain (cli, _("Not added: “%s”: %s"), path, reason);
}

/* Says that a root is inside another root. Servers that see the outer root see the inner root, too,
 * whether it is shared with them or not. */
static void
tell_inside (PaddockCli *cli,
             GPtrArray  *roots,
             const char *outer_id)
{
  for (guint i = 0; roots != NULL && i < roots->len; i++) {
    const PaddockRootView *view = g_ptr_array_index (roots, i);

    if (g_strcmp0 (view->root->id, outer_id) == 0) {
      g_autofree char *path = paddock_text_escape (view->root->path, -1);

      /* Translators: %s is a path */
      paddock_cli_print (cli, _("  It is inside %s. Servers that see that folder see it too.\n"),
                         path);
    }
  }
}

static void
tell_added (PaddockCli             *cli,
            const Options          *options,
            const PaddockAddResult *result,
            GPtrArray              *roots)
{
  g_autofree char *path = paddock_text_escape (result->canonical ? result->canonical : result->path,
                                               -1);

  if (result->added)
    /* Translators: the first %s is a path, the second one its id */
    paddock_cli_print (cli, _("Added %s (id %s)\n"), path, result->root_id);
  else
    /* Translators: the first %s is a path, the second one its id */
    paddock_cli_print (cli, _("Paddock already has %s (id %s)\n"), path, result->root_id);
  if (!result->added && options->crosses)
    /* Translators: "paddock change" is to be typed */
    paddock_cli_print (cli, "  %s\n",
                       _("Mounted drives: unchanged. To include them, type “paddock change "
                         "--other-file-systems=yes ROOT”."));
  if (!result->added && options->duration != NULL)
    /* Translators: "paddock change" is to be typed */
    paddock_cli_print (cli, "  %s\n",
                       _("Duration: unchanged. To change it, type “paddock change --for DURATION "
                         "ROOT”."));
  if (result->inside_id != NULL)
    tell_inside (cli, roots, result->inside_id);
}

/* Returns how a user can type a root in a command: its path, quoted for the shell; or its id if the
 * path contains characters that must be escaped for display. */
static char *
word_for_root (const PaddockAddResult *result)
{
  g_autofree char *escaped = NULL;

  if (result->canonical == NULL)
    return g_strdup (result->root_id);
  escaped = paddock_text_escape (result->canonical, -1);
  if (!g_str_equal (escaped, result->canonical))
    return g_strdup (result->root_id);
  return needs_quotes (escaped) ? g_shell_quote (escaped) : g_steal_pointer (&escaped);
}

/* Prints the command to type next, which shares the new roots (@words). The command names the
 * server if there is only one. */
static void
tell_next (PaddockCli *cli,
           GPtrArray  *words)
{
  g_autoptr (GPtrArray) servers = paddock_lookup_list_servers (cli, NULL);
  g_autofree char *roots = g_strjoinv (" ", (char **) words->pdata);
  g_autofree char *name = NULL;

  if (servers != NULL && servers->len == 1) {
    const PaddockServerView *view = g_ptr_array_index (servers, 0);
    g_autofree char *label = paddock_server_label_dup (view);

    /* A name that looks like an option can't be typed as an argument. */
    if (*label == '-')
      name = g_strdup (view->server->id);
    else
      name = needs_quotes (label) ? g_shell_quote (label) : g_steal_pointer (&label);
  }
  paddock_cli_print (cli, "%s\n  paddock grant %s %s\n",
                     _("To share it with a server, type:"),
                     /* Translators: stands for what the user types in its place */
                     name != NULL ? name : _("SERVER"), roots);
  if (name == NULL)
    /* Translators: SERVER is the word of the line above; "paddock servers" is to be typed */
    paddock_cli_print (cli, "%s\n", _("To list your servers, type “paddock servers”."));
}

/* Puts the path that the user typed into a result. If the path was exported to the sandbox but did
 * not become a root, withdraws the export. */
static void
take_back (PaddockCli       *cli,
           const Options    *options,
           PaddockAddResult *result,
           guint             index)
{
  if (options->exported == NULL || index >= g_strv_length (options->exported))
    return;
  if (result->root_id == NULL)
    paddock_export_withdraw (cli->connection, options->exported[index]);
  g_free (result->path);
  result->path = g_strdup (options->typed[index]);
}

/* Looks up the id of a new root, after the user agreed to add the root. */
static void
find_root (PaddockCli       *cli,
           PaddockAddResult *result)
{
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, NULL);

  for (guint i = 0; roots != NULL && i < roots->len; i++) {
    const PaddockRootView *view = g_ptr_array_index (roots, i);

    if (g_strcmp0 (view->root->path, result->canonical) == 0) {
      g_free (result->root_id);
      result->root_id = g_strdup (view->root->id);
      result->added = TRUE;
    }
  }
}

/* Waits for the answer if the service asks the user. There is one question for all paths. */
static PaddockExit
settle_question (PaddockCli    *cli,
                 const Options *options,
                 GPtrArray     *results)
{
  PaddockExit status = PADDOCK_EXIT_OK;
  const char *request = NULL;

  for (guint i = 0; i < results->len && request == NULL; i++)
    request = ((PaddockAddResult *) g_ptr_array_index (results, i))->request;
  if (request != NULL)
    status = paddock_settle_wait (cli, request, options->no_wait);
  for (guint i = 0; i < results->len && request != NULL && status == PADDOCK_EXIT_OK; i++) {
    PaddockAddResult *result = g_ptr_array_index (results, i);

    if (result->request != NULL)
      find_root (cli, result);
  }
  return status;
}

static GPtrArray *
read_results (GVariant *reply)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_add_result_free);
  g_autoptr (GVariant) list = g_variant_get_child_value (reply, 0);

  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    g_ptr_array_add (results, paddock_add_result_from_variant (dictionary));
  }
  return results;
}

static PaddockExit
tell_results (PaddockCli    *cli,
              GVariant      *reply,
              const Options *options)
{
  g_autoptr (GPtrArray) results = read_results (reply);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) roots = NULL;
  PaddockExit status = settle_question (cli, options, results);

  roots = paddock_lookup_list_roots (cli, NULL);
  for (guint i = 0; i < results->len; i++) {
    PaddockAddResult *result = g_ptr_array_index (results, i);

    if (result->request == NULL || status != PADDOCK_EXIT_PENDING)
      take_back (cli, options, result, i);
    if (result->request != NULL && result->root_id == NULL)
      continue;
    if (result->root_id == NULL || result->error != NULL) {
      tell_refused (cli, result, options->accept_warning);
      status = MAX (status, PADDOCK_EXIT_REFUSED);
      continue;
    }
    tell_added (cli, options, result, roots);
    if (result->added)
      g_ptr_array_add (words, word_for_root (result));
  }

  if (words->len > 0) {
    g_ptr_array_add (words, NULL);
    tell_next (cli, words);
  }
  return status;
}

static GStrv
list_typed (const Options *options)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *directory = g_get_current_dir ();

  for (guint i = 0; options->paths[i] != NULL; i++) {
    g_autofree char *path = paddock_lookup_absolute_path (options->paths[i], directory);

    g_strv_builder_add (builder, path);
  }
  return g_strv_builder_end (builder);
}

/* Exports the paths to the sandbox of the service. Reports paths that can't be exported, and goes
 * on with the others. */
static PaddockExit
export_typed (PaddockCli *cli,
              Options    *options)
{
  g_autoptr (GStrvBuilder) typed = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) exported = g_strv_builder_new ();
  PaddockExit status = PADDOCK_EXIT_OK;

  for (guint i = 0; options->typed[i] != NULL; i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = NULL;
    g_autofree char *shown = paddock_text_escape_name (options->typed[i]);

    path = paddock_export_path (cli->connection, options->typed[i], &error);
    if (path == NULL) {
      /* Translators: the first %s is a path, the second one the reason and what to do */
      paddock_cli_complain (cli, _("Not added: “%s”: %s"), shown, error->message);
      status = PADDOCK_EXIT_REFUSED;
      continue;
    }
    g_strv_builder_add (typed, options->typed[i]);
    g_strv_builder_add (exported, path);
  }
  g_strfreev (options->typed);
  options->typed = g_strv_builder_end (typed);
  options->exported = g_strv_builder_end (exported);
  return status;
}

static PaddockExit
add (PaddockCli        *cli,
     const PaddockVerb *verb,
     Options           *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *sandbox = NULL;
  const char *problem = NULL;
  PaddockExit status = PADDOCK_EXIT_OK;
  PaddockExit told;

  if (options->paths == NULL || options->paths[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing PATH: which folder or file?"));
  if (options->name != NULL && options->paths[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("--name can only be used with one path."));
  if (options->read_only && options->read_write)
    return paddock_cli_misuse (cli, verb, "%s",
                               _("--read-only can’t be combined with --read-write."));
  if (!paddock_cli_is_utf8 (options->name))
    return paddock_cli_misuse (cli, verb, "%s", _("The name isn’t valid UTF-8."));
  if (options->length != NULL)
    problem = paddock_words_misread (options->length, TRUE, g_get_real_time (), &options->duration);
  if (problem != NULL)
    return paddock_cli_misuse (cli, verb, "%s", problem);

  if (paddock_cli_service_get (cli, &error) == NULL)
    return paddock_cli_refuse (cli, error);
  options->typed = list_typed (options);
  sandbox = paddock_cli_service_dup_sandbox (cli);
  if (*sandbox != '\0' && !paddock_documents_is_sandboxed ())
    status = export_typed (cli, options);
  if (options->typed[0] == NULL)
    return status;

  reply = paddock_cli_service_call (cli, "AddRoots", make_parameters (options), &error);
  if (reply == NULL)
    return paddock_cli_refuse (cli, error);
  told = tell_results (cli, reply, options);
  return MAX (status, told);
}

/* Runs `paddock add`. Returns PADDOCK_EXIT_REFUSED if any path was refused. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { NULL };
  const GOptionEntry entries[] = {
    { "name", 'n', 0, G_OPTION_ARG_FILENAME, &options.name,
      N_("Name to show instead of the last part of its path"), N_("NAME") },
    { "read-only", 'r', 0, G_OPTION_ARG_NONE, &options.read_only,
      N_("Tell servers that it is read-only"), NULL },
    { "read-write", 'w', 0, G_OPTION_ARG_NONE, &options.read_write,
      N_("Tell servers that they may write in it"), NULL },
    { "other-file-systems", 0, 0, G_OPTION_ARG_NONE, &options.crosses,
      N_("Include drives and network shares mounted inside"), NULL },
    { "for", 0, 0, G_OPTION_ARG_FILENAME, &options.length,
      N_("How long: hour, today, until-logout, until-revoked, a time span such as 30m, 2h or 7d, "
         "or a date"), N_("DURATION") },
    { "accept-warning", 0, 0, G_OPTION_ARG_NONE, &options.accept_warning,
      N_("Add it despite a warning, such as for your home folder or keys"), NULL },
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.paths, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = add (cli, verb, &options);
  g_free (options.name);
  g_free (options.length);
  g_free (options.duration);
  g_strfreev (options.paths);
  g_strfreev (options.typed);
  g_strfreev (options.exported);
  return status;
}

const PaddockVerb paddock_cmd_add = {
  .name = "add",
  .synopsis =
    N_("[--name NAME] [--read-only|--read-write] [--for DURATION] [--other-file-systems] "
       "[--accept-warning] [--no-wait] PATH…"),
  .summary = N_("Add folders or files to Paddock"),
  .description =
    N_("To share them, type “paddock grant” or use the window. If a server sees their parent "
       "folder, it sees them already."),
  .run = run_command,
};
