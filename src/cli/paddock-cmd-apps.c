/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-add-result.h"
#include "paddock-app-choice.h"
#include "paddock-app-note-dict.h"
#include "paddock-app-survey.h"
#include "paddock-cli-service.h"
#include "paddock-command-line.h"
#include "paddock-documents.h"
#include "paddock-error.h"
#include "paddock-json-forms.h"
#include "paddock-own-command.h"
#include "paddock-settings.h"
#include "paddock-settle.h"
#include "paddock-table.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* `paddock apps`: lists the servers in the configuration files of apps, lets them go through
 * Paddock (`connect`) and takes Paddock out again (`restore`).
 *
 * This command writes the files itself, and works without the service and without a display. It
 * tells the service what it did. Taking Paddock out widens what servers may do, so if the service
 * can show a window, the user is asked there.
 *
 * With --folders, folders among the arguments become `{roots}`, and are added to Paddock. Without
 * it they stay, and the command says that Paddock can't take them away.
 */

/* How often a file is read again if its app keeps on writing it. */
#define MAX_ATTEMPTS 10

/* Limits of the service: entries in one question, and bytes of a server's name. */
#define MAX_ENTRIES 64
#define MAX_NAME 256

typedef struct {
  gboolean json;
  gboolean all;
  gboolean dry_run;
  gboolean moves_folders;
  gboolean no_wait;
  GStrv    folders;                 /* (nullable) */
  GStrv    arguments;               /* (nullable) the subcommand and what follows */
} Options;

static char *
describe_state (const PaddockAppFile  *file,
                const PaddockAppEntry *entry)
{
  g_autofree char *typed = paddock_app_choice_dup_label (file, entry->name, NULL);

  if (entry->is_connected && entry->kind == PADDOCK_APP_ENTRY_ADDRESS)
    /* Translators: whether a server goes through Paddock; %s is the server; "paddock apps restore"
     * is to be typed */
    return g_strdup_printf (_("yes. If the app can’t sign in to this server, type “paddock apps "
                              "restore %s”."), typed);
  if (entry->is_connected)
    return g_strdup (_("yes"));
  if (file->trouble != NULL)
    /* Translators: whether a server goes through Paddock; %s is why that can't be changed */
    return g_strdup_printf (_("no: %s"), file->trouble);
  if (entry->obstacle != PADDOCK_APP_OBSTACLE_NONE)
    return g_strdup_printf (_("no: %s"), paddock_app_obstacle_get_text (entry->obstacle));
  if (paddock_app_entry_is_left_alone (entry))
    return g_strdup (_("no, left alone because it’s at an address"));
  return g_strdup (_("no"));
}

static void
add_rows (PaddockTable         *table,
          const PaddockAppFile *file)
{
  g_autofree char *path = file->path != NULL ? paddock_text_escape (file->path, -1) : g_strdup ("");

  for (guint i = 0; i < file->entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (file->entries, i);
    g_autofree char *label = paddock_app_choice_dup_label (file, entry->name, entry->project);
    g_autofree char *state = describe_state (file, entry);
    const char * const cells[] = { label, path, state, NULL };

    paddock_table_add_row (table, cells);
  }
  if (!file->is_parsed) {
    const char * const cells[] = { file->app->id, path, file->trouble, NULL };

    paddock_table_add_row (table, cells);
  }
}

static PaddockExit
show (PaddockCli *cli,
      gboolean    json)
{
  const char * const headers[] = {
    /* Translators: headers of the columns of a table */
    C_("column", "APP/SERVER"), C_("column", "FILE"), C_("column", "THROUGH PADDOCK"), NULL
  };
  g_autoptr (GPtrArray) files = paddock_app_survey_run (NULL);
  g_autoptr (PaddockTable) table = paddock_table_new (headers);
  g_autofree char *text = NULL;

  if (json) {
    text = paddock_json_forms_apps (files);
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
    return PADDOCK_EXIT_OK;
  }
  for (guint i = 0; i < files->len; i++)
    add_rows (table, g_ptr_array_index (files, i));
  text = paddock_table_to_text (table);
  paddock_cli_print (cli, "%s", text);
  return PADDOCK_EXIT_OK;
}

/* Returns the name of a server as the service accepts it: UTF-8, not too long and not empty. */
static char *
dup_sendable_name (const char *server)
{
  g_autofree char *valid = g_utf8_make_valid (server, -1);

  return *valid != '\0' ? paddock_text_clip (valid, MAX_NAME) : g_strdup ("\"\"");
}

/* Tells the service about an entry. Without a service nobody hears it, and the file is right all
 * the same. */
static void
note (PaddockCli                 *cli,
      const PaddockAppPlan       *plan,
      const PaddockAppPlanChange *change)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *server = dup_sendable_name (change->server);
  g_autofree char *path = g_utf8_make_valid (plan->file->path, -1);
  g_autofree char *key = change->key != NULL ? g_utf8_make_valid (change->key, -1) : NULL;
  g_autofree char *project = g_utf8_make_valid (change->project != NULL ? change->project : "", -1);

  if (key == NULL || paddock_cli_service_get (cli, NULL) == NULL)
    return;
  /* Also before the entry loses the key, because the entry can get it again only if the service
   * knows whose it was. */
  reply = paddock_cli_service_call (cli, "NoteApp",
                                    g_variant_new ("(sssss)", key, plan->file->app->id, server,
                                                   path, project), &error);
  if (plan->kind == PADDOCK_APP_PLAN_RESTORE) {
    g_clear_error (&error);
    g_clear_pointer (&reply, g_variant_unref);
    reply = paddock_cli_service_call (cli, "NoteAppGone", g_variant_new ("(s)", key), &error);
  }
  if (reply == NULL && !g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD))
    paddock_cli_complain (cli, "%s", error->message);
}

/* Says that a folder isn't added. */
static void
tell_not_added (PaddockCli *cli,
                const char *folder)
{
  g_autofree char *quoted = g_shell_quote (folder);
  g_autofree char *shown = paddock_text_escape (quoted, -1);

  /* Translators: %s is a path; "paddock add" is to be typed */
  paddock_cli_complain (cli, _("The folder isn’t in Paddock yet. To add it, type “paddock add "
                               "%s”."), shown);
}

/* Returns the options of AddRoots: the access that the user has set for new folders. */
static GVariant *
make_options (void)
{
  g_autoptr (GSettings) settings = paddock_settings_new ();
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  PaddockAccess access = paddock_settings_get_access (settings);

  g_variant_dict_insert (&dict, "access", "s", paddock_root_access_to_nick (access));
  return g_variant_dict_end (&dict);
}

/* Adds the folders that servers had among their arguments. No server sees them before the user
 * shares them. */
static void
add_folders (PaddockCli         *cli,
             const char * const *folders)
{
  g_autofree char *sandbox = NULL;

  if (paddock_cli_service_get (cli, NULL) != NULL)
    sandbox = paddock_cli_service_dup_sandbox (cli);
  for (; *folders != NULL; folders++) {
    const char * const one[] = { *folders, NULL };
    g_autoptr (GVariant) reply = NULL;
    g_autoptr (GVariant) list = NULL;
    g_autoptr (GVariant) dictionary = NULL;
    PaddockAddResult *result;

    /* A service in a sandbox doesn't see the folder; “paddock add” exports it. */
    if (sandbox != NULL && *sandbox == '\0')
      reply = paddock_cli_service_call (cli, "AddRoots",
                                        g_variant_new ("(^aay@a{sv})", one, make_options ()),
                                        NULL);
    if (reply == NULL) {
      tell_not_added (cli, *folders);
      continue;
    }
    list = g_variant_get_child_value (reply, 0);
    dictionary = g_variant_get_child_value (list, 0);
    result = paddock_add_result_from_variant (dictionary);
    if (result->root_id == NULL &&
        (result->request == NULL ||
         paddock_settle_wait (cli, result->request, FALSE) != PADDOCK_EXIT_OK))
      tell_not_added (cli, *folders);
    paddock_add_result_free (result);
  }
}

/* Says what the user must do so that the app reads its file. */
static void
tell_reload (PaddockCli       *cli,
             const PaddockApp *app)
{
  switch (app->reload) {
    case PADDOCK_APP_RELOAD_QUIT:
      /* Translators: %s is the name of an app */
      paddock_cli_print (cli, _("If %s is running, quit it completely, and start it again.\n"),
                         app->name);
      break;
    case PADDOCK_APP_RELOAD_SESSION:
      /* Translators: %s is the name of an app */
      paddock_cli_print (cli, _("Start a new session in %s.\n"), app->name);
      break;
    case PADDOCK_APP_RELOAD_BUTTON:
      /* Translators: %s is the name of an app */
      paddock_cli_print (cli, _("Refresh the servers in %s.\n"), app->name);
      break;
    case PADDOCK_APP_RELOAD_EDITOR:
      /* Translators: %s is the name of an app */
      paddock_cli_print (cli, _("Save the file in the editor of %s.\n"), app->name);
      break;
    case PADDOCK_APP_RELOAD_NOTHING:
      break;
    case PADDOCK_APP_RELOAD_UNKNOWN:
    case PADDOCK_APP_RELOAD_RESTART:
    default:
      /* Translators: %s is the name of an app */
      paddock_cli_print (cli, _("If %s is running, restart it.\n"), app->name);
  }
}

/* Prints the lines of an entry before and after the change. */
static void
print_lines (PaddockCli *cli,
             const char *sign,
             const char *lines)
{
  g_auto (GStrv) parts = g_strsplit (lines, "\n", -1);

  for (guint i = 0; parts[i] != NULL; i++) {
    g_autofree char *shown = paddock_text_escape (parts[i], -1);

    if (parts[i + 1] != NULL || *parts[i] != '\0')
      paddock_cli_print (cli, "  %s %s\n", sign, shown);
  }
}

/* Says that a server keeps the folders among its arguments. */
static void
tell_kept_folders (PaddockCli           *cli,
                   const PaddockAppPlan *plan,
                   const char           *server)
{
  g_autofree char *label = paddock_app_choice_dup_label (plan->file, server, NULL);

  for (guint i = 0; i < plan->file->entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (plan->file->entries, i);
    g_autofree char *folder = entry->folders[0] != NULL
                              ? paddock_text_escape (entry->folders[0], -1) : NULL;

    if (folder == NULL || !g_str_equal (entry->name, server))
      continue;
    /* Translators: the first %s is a path, the others are a server */
    paddock_cli_print (cli, _("  Its arguments name the folder %s, so it has this folder whatever "
                              "you choose in Paddock.\n  To choose in Paddock instead, type "
                              "“paddock apps restore %s”, then “paddock apps connect --folders "
                              "%s”.\n"),
                       folder, label, label);
    return;
  }
}

/* Says what became of one entry, and tells the service. */
static void
finish_change (PaddockCli                 *cli,
               const PaddockAppPlan       *plan,
               const PaddockAppPlanChange *change)
{
  g_autofree char *label = paddock_app_choice_dup_label (plan->file, change->server,
                                                         change->project);

  if (plan->kind == PADDOCK_APP_PLAN_RESTORE)
    /* Translators: %s is a server */
    paddock_cli_print (cli, _("%s doesn’t go through Paddock any more.\n"), label);
  else
    /* Translators: %s is a server */
    paddock_cli_print (cli, _("%s goes through Paddock now.\n"), label);
  if (change->folders[0] != NULL && g_str_equal (change->before, change->after)) {
    paddock_cli_print (cli, "  %s\n", _("A hidden value changed."));
  } else if (change->folders[0] != NULL) {
    print_lines (cli, "-", change->before);
    print_lines (cli, "+", change->after);
  } else if (plan->kind == PADDOCK_APP_PLAN_CONNECT) {
    tell_kept_folders (cli, plan, change->server);
  }
  note (cli, plan, change);
  if (plan->kind == PADDOCK_APP_PLAN_CONNECT)
    add_folders (cli, (const char * const *) change->folders);
}

/* Says which entries of a plan stay as they are. */
static PaddockExit
tell_troubles (PaddockCli           *cli,
               const PaddockAppPlan *plan)
{
  PaddockExit status = PADDOCK_EXIT_OK;

  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (plan->changes, i);
    g_autofree char *label = paddock_app_choice_dup_label (plan->file, change->server,
                                                           change->project);

    if (change->trouble == NULL)
      continue;
    /* Translators: the first %s is a server or an app, the second one the reason */
    paddock_cli_complain (cli, _("Not changed: %s: %s"), label, change->trouble);
    status = PADDOCK_EXIT_REFUSED;
  }
  return status;
}

/* Writes the file of a plan. If somebody else wrote it meanwhile, plans anew. Takes the plan. */
static PaddockExit
carry_out (PaddockCli     *cli,
           PaddockAppPlan *given)
{
  g_autoptr (PaddockAppPlan) plan = given;
  g_autoptr (GError) error = NULL;
  g_autofree char *label = paddock_app_choice_dup_label (plan->file, NULL, NULL);
  g_autofree char *path = paddock_text_escape (plan->file->path, -1);
  gboolean is_written = paddock_app_plan_write (plan, &error);

  for (guint i = 1; i < MAX_ATTEMPTS && !is_written &&
       g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE); i++) {
    g_autoptr (GError) reason = NULL;
    PaddockAppPlan *again = paddock_app_plan_new_again (plan, &reason);

    g_usleep (i * 10 * 1000);
    if (again == NULL) {
      g_clear_error (&error);
      error = g_steal_pointer (&reason);
      break;
    }
    paddock_app_plan_free (plan);
    plan = again;
    g_clear_error (&error);
    is_written = paddock_app_plan_write (plan, &error);
  }
  if (!is_written) {
    /* Translators: the first %s is an app, the second one a path, the third one the reason */
    paddock_cli_complain (cli, _("Not changed: %s (%s): %s"), label, path, error->message);
    return PADDOCK_EXIT_REFUSED;
  }
  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (plan->changes, i);

    if (change->trouble == NULL)
      finish_change (cli, plan, change);
  }
  tell_reload (cli, plan->file->app);
  return PADDOCK_EXIT_OK;
}

/* Asks the user in the window whether Paddock may be taken out of these entries. Without a service
 * or a window, the command that the user typed is enough. */
static PaddockExit
ask_about (PaddockCli         *cli,
           const Options      *options,
           const char * const *entries)
{
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  const char *request = NULL;

  reply = paddock_cli_service_call (cli, "TakeOut", g_variant_new ("(^as)", entries), &error);
  if (reply == NULL)
    return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD)
           ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
  g_variant_get (reply, "(&s)", &request);
  return *request != '\0' ? paddock_settle_wait (cli, request, options->no_wait)
                          : PADDOCK_EXIT_OK;
}

/* Asks about all entries of the plans, in as many questions as the service's limit needs. */
static PaddockExit
ask (PaddockCli    *cli,
     const Options *options,
     GPtrArray     *plans)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_free);
  PaddockExit status = PADDOCK_EXIT_OK;

  for (guint i = 0; i < plans->len; i++) {
    const PaddockAppPlan *plan = g_ptr_array_index (plans, i);

    for (guint j = 0; j < plan->changes->len; j++) {
      const PaddockAppPlanChange *change = g_ptr_array_index (plan->changes, j);
      g_autofree char *server = dup_sendable_name (change->server);

      if (change->trouble == NULL)
        g_ptr_array_add (entries, g_strdup_printf ("%s/%s", plan->file->app->id, server));
    }
  }
  if (paddock_cli_service_get (cli, NULL) == NULL)
    return PADDOCK_EXIT_OK;
  for (guint i = 0; i < entries->len && status == PADDOCK_EXIT_OK; i += MAX_ENTRIES) {
    const char *some[MAX_ENTRIES + 1] = { NULL };

    for (guint j = 0; j < MAX_ENTRIES && i + j < entries->len; j++)
      some[j] = g_ptr_array_index (entries, i + j);
    status = ask_about (cli, options, some);
  }
  return status;
}

/* Returns the keys that entries had earlier. Without a service each entry gets a new key. */
static PaddockAppKeyring *
make_keyring (PaddockCli *cli,
              GPtrArray  *files)
{
  g_autoptr (GPtrArray) notes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  g_autoptr (GVariant) list = NULL;

  if (paddock_cli_service_get (cli, NULL) != NULL)
    list = paddock_cli_service_list (cli, "ListApps", NULL, 0, NULL);
  for (gsize i = 0; list != NULL && i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);
    PaddockAppNote *note = paddock_app_note_dict_from_variant (dictionary);

    if (note != NULL)
      g_ptr_array_add (notes, note);
  }
  return paddock_app_keyring_new (notes, files);
}

static PaddockAppPlan *
make_plan (const Options       *options,
           PaddockAppPlanKind   kind,
           PaddockAppFile      *file,
           GPtrArray           *entries,
           const char          *program,
           PaddockAppKeyring   *keyring,
           GError             **error)
{
  return kind == PADDOCK_APP_PLAN_CONNECT
         ? paddock_app_plan_new_connect (file, entries, program, options->moves_folders, keyring,
                                         error)
         : paddock_app_plan_new_restore (file, entries, (const char * const *) options->folders,
                                         error);
}

/* Says why each of these entries can't be changed. */
static void
tell_reasons (PaddockCli             *cli,
              const Options          *options,
              PaddockAppPlanKind      kind,
              const PaddockAppChoice *choice,
              const char             *program)
{
  for (guint i = 0; i < choice->entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (choice->entries, i);
    g_autofree char *label = paddock_app_choice_dup_label (choice->file, entry->name,
                                                           entry->project);
    g_autoptr (GPtrArray) one = g_ptr_array_new ();
    g_autoptr (PaddockAppPlan) plan = NULL;
    g_autoptr (GError) error = NULL;

    g_ptr_array_add (one, entry);
    plan = make_plan (options, kind, choice->file, one, program, NULL, &error);
    if (plan == NULL)
      /* Translators: the first %s is a server or an app, the second one the reason */
      paddock_cli_complain (cli, _("Not changed: %s: %s"), label, error->message);
  }
}

/* Plans the change of each file. Files that can't be changed are left out, with the reason. */
static PaddockExit
make_plans (PaddockCli         *cli,
            const Options      *options,
            PaddockAppPlanKind  kind,
            GPtrArray          *files,
            GPtrArray          *choices,
            GPtrArray          *plans)
{
  g_autofree char *program = paddock_own_command_find (BINDIR);
  g_autoptr (PaddockAppKeyring) keyring = NULL;
  PaddockExit status = PADDOCK_EXIT_OK;

  if (program == NULL && kind == PADDOCK_APP_PLAN_CONNECT) {
    paddock_cli_complain (cli, "%s", _("Paddock doesn’t find its own command, which apps should "
                                       "start. Reinstall Paddock."));
    return PADDOCK_EXIT_REFUSED;
  }
  if (choices->len > 0 && kind == PADDOCK_APP_PLAN_CONNECT)
    keyring = make_keyring (cli, files);
  for (guint i = 0; i < choices->len; i++) {
    PaddockAppChoice *choice = g_ptr_array_index (choices, i);
    PaddockAppPlan *plan = make_plan (options, kind, choice->file, choice->entries, program,
                                      keyring, NULL);

    if (plan == NULL) {
      tell_reasons (cli, options, kind, choice, program);
      status = PADDOCK_EXIT_REFUSED;
      continue;
    }
    if (tell_troubles (cli, plan) != PADDOCK_EXIT_OK)
      status = PADDOCK_EXIT_REFUSED;
    g_ptr_array_add (plans, plan);
  }
  return status;
}

/* Prints a diff on a terminal, without what controls the terminal. */
static void
print_escaped (PaddockCli *cli,
               const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);

  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || *lines[i] != '\0'); i++) {
    g_auto (GStrv) parts = g_strsplit (lines[i], "\t", -1);

    for (guint j = 0; parts[j] != NULL; j++) {
      g_autofree char *shown = paddock_text_escape (parts[j], -1);

      paddock_cli_print (cli, "%s%s", j > 0 ? "\t" : "", shown);
    }
    paddock_cli_print (cli, "\n");
  }
}

/* Whether an entry's lines differ only in what is hidden. */
static gboolean
has_hidden_change (const PaddockAppPlan *plan)
{
  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = g_ptr_array_index (plan->changes, i);

    if (change->trouble == NULL && g_str_equal (change->before, change->after))
      return TRUE;
  }
  return FALSE;
}

static void
print_diffs (PaddockCli *cli,
             GPtrArray  *plans)
{
  gboolean hides_values = FALSE, has_hidden = FALSE;

  for (guint i = 0; i < plans->len; i++) {
    const PaddockAppPlan *plan = g_ptr_array_index (plans, i);
    g_autofree char *diff = paddock_app_plan_dup_diff (plan);

    hides_values |= strstr (diff, PADDOCK_COMMAND_LINE_MASK) != NULL;
    has_hidden |= has_hidden_change (plan);
    if (isatty (fileno (cli->out)))
      print_escaped (cli, diff);
    else
      paddock_cli_print_raw (cli, diff);
  }
  /* These are no part of the diff. */
  if (has_hidden)
    paddock_cli_complain (cli, "%s", _("A hidden value changed."));
  if (hides_values)
    paddock_cli_complain (cli, "%s", _("Secrets stay in the file. Paddock doesn’t show them."));
}

static PaddockExit
change (PaddockCli         *cli,
        const Options      *options,
        PaddockAppPlanKind  kind)
{
  g_autoptr (GPtrArray) files = paddock_app_survey_run (NULL);
  g_autoptr (GPtrArray) choices = NULL;
  g_autoptr (GPtrArray) plans =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_plan_free);
  PaddockExit asked, planned, status;

  status = paddock_app_choice_make (cli, files,
                                    options->all ? NULL
                                                 : (const char * const *) options->arguments + 1,
                                    kind, &choices);
  if (choices == NULL)
    return status;
  planned = make_plans (cli, options, kind, files, choices, plans);
  status = MAX (status, planned);
  if (options->dry_run) {
    print_diffs (cli, plans);
    return status;
  }
  if (plans->len == 0) {
    if (status == PADDOCK_EXIT_OK)
      paddock_cli_print (cli, "%s\n", _("Nothing to change."));
    return status;
  }
  asked = kind == PADDOCK_APP_PLAN_RESTORE ? ask (cli, options, plans) : PADDOCK_EXIT_OK;
  if (asked != PADDOCK_EXIT_OK)
    return asked;
  /* If the disk is full, write() must fail, and not end this process. */
  signal (SIGXFSZ, SIG_IGN);
  while (plans->len > 0)
    if (carry_out (cli, g_ptr_array_steal_index (plans, 0)) != PADDOCK_EXIT_OK)
      status = PADDOCK_EXIT_REFUSED;
  return status;
}

/* The sandbox of Flatpak hides the files of apps. */
static PaddockExit
refuse_in_sandbox (PaddockCli *cli)
{
  g_autofree char *program = paddock_own_command_find (BINDIR);

  /* Translators: %s is the path of a program, "apps" is to be typed */
  paddock_cli_complain (cli, _("Paddock’s sandbox hides the files of your apps. Outside the "
                               "sandbox, type “%s apps”."),
                        program != NULL ? program : "paddock-host");
  return PADDOCK_EXIT_REFUSED;
}

static PaddockExit
run (PaddockCli        *cli,
     const PaddockVerb *verb,
     const Options     *options)
{
  guint n = options->arguments != NULL ? g_strv_length (options->arguments) : 0;
  gboolean is_connect = n > 0 && g_str_equal (options->arguments[0], "connect");
  gboolean is_restore = n > 0 && g_str_equal (options->arguments[0], "restore");
  gboolean has_options = options->all || options->dry_run || options->no_wait;

  if (n == 0 && (has_options || options->moves_folders || options->folders != NULL))
    return paddock_cli_misuse (cli, verb, "%s", _("Only --json can be used without “connect” or "
                                                  "“restore”."));
  if (paddock_documents_is_sandboxed ())
    return refuse_in_sandbox (cli);
  if (n == 0)
    return show (cli, options->json);
  if (!is_connect && !is_restore)
    return paddock_cli_misuse (cli, verb, "%s", _("Give “connect” or “restore” first."));
  if (options->json)
    return paddock_cli_misuse (cli, verb, "%s", _("--json can’t be combined with “connect” or "
                                                  "“restore”."));
  if (options->all == (n > 1))
    return paddock_cli_misuse (cli, verb, "%s", _("Give APP, APP/SERVER or --all: which servers?"));
  if ((options->moves_folders && !is_connect) || (options->folders != NULL && !is_restore))
    return paddock_cli_misuse (cli, verb, "%s", _("--folders can only be used with “connect”, and "
                                                  "--folder with “restore”."));
  return change (cli, options, is_connect ? PADDOCK_APP_PLAN_CONNECT : PADDOCK_APP_PLAN_RESTORE);
}

/* Runs `paddock apps`. Returns PADDOCK_EXIT_REFUSED if a server that is named can't be changed, and
 * PADDOCK_EXIT_PENDING if the user was asked, and has not answered. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, N_("Print JSON"), NULL },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &options.all, N_("All servers of all apps"), NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run,
      N_("Print the change as a diff, and change nothing"), NULL },
    { "folders", 0, 0, G_OPTION_ARG_NONE, &options.moves_folders,
      N_("Replace folders in the arguments by {roots}, and add them to Paddock"), NULL },
    { "folder", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.folders,
      N_("What replaces {roots} in the arguments; can be repeated"), N_("FOLDER") },
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = run (cli, verb, &options);
  g_strfreev (options.folders);
  g_strfreev (options.arguments);
  return status;
}

const PaddockVerb paddock_cmd_apps = {
  .name = "apps",
  .synopsis =
    N_("[--json] | connect [--folders] [--dry-run] --all|APP[/SERVER]… | restore "
       "[--folder FOLDER]… [--dry-run] [--no-wait] --all|APP[/SERVER]…"),
  .summary = N_("List the servers of your apps, and let them go through Paddock or not"),
  .description =
    N_("Paddock changes only the entries of these servers in the files of the apps. “restore” "
       "undoes it. Before you remove Paddock, type “paddock apps restore --all”. “connect” leaves "
       "a server at an address alone, unless you name it as APP/SERVER."),
  .run = run_command,
};
