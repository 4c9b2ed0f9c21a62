/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-text.h"

#include "paddock-distance.h"
#include "paddock-program.h"
#include "paddock-text.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>

/* The texts of a question, except its lists: the heading, who asks, what the answer does and can't
 * do, and the buttons. Pure functions. Questions must be short: tests count the words. */

static const char *
get_server (const PaddockPrompt *prompt)
{
  return prompt->server != NULL && *prompt->server != '\0' ? prompt->server : _("A server");
}

static char *
dup_file (const PaddockPrompt *prompt)
{
  g_autofree char *base = prompt->path != NULL ? g_path_get_basename (prompt->path) : NULL;

  return base != NULL ? paddock_text_escape (base, -1) : g_strdup (_("A file"));
}

/* Returns the name of the reader of a file: a server, or an app that reads through Paddock. */
static char *
dup_reader (const PaddockPrompt *prompt)
{
  char *caller = paddock_who_text_caller (prompt->caller);

  if (caller != NULL)
    return caller;
  return g_strdup (prompt->caller != NULL ? _("A program") : get_server (prompt));
}

static char *
ask_to_add (const PaddockWants *wants)
{
  guint n = paddock_wants_count_paths (wants);

  if (wants->n_files == 0)
    /* Translators: %u is a number of folders */
    return g_strdup_printf (ngettext ("Add a Folder to Paddock?", "Add %u Folders to Paddock?", n),
                            n);
  if (wants->n_files >= n)
    /* Translators: %u is a number of files */
    return g_strdup_printf (ngettext ("Add a File to Paddock?", "Add %u Files to Paddock?", n), n);
  /* Translators: %u is a number, of both together; two at least */
  return g_strdup_printf (ngettext ("Add %u Folder or File to Paddock?",
                                    "Add %u Folders and Files to Paddock?", n), n);
}

/**
 * paddock_consent_text_is_of_server:
 *
 * Returns: %TRUE if a server asks for folders, or if a server or app asks to read a file; %FALSE if
 *   a program wants to widen something, so that the answer is only yes or no
 */
gboolean
paddock_consent_text_is_of_server (const PaddockPrompt *prompt)
{
  return prompt->kind == PADDOCK_PROMPT_ROOTS || prompt->kind == PADDOCK_PROMPT_READ;
}

/* Returns the text of the question. @server, @reader, @file: the names of the server, of who wants
 * to read, and of the file, as they are shown */
static char *
ask (const PaddockPrompt *prompt,
     const char          *server,
     const char          *reader,
     const char          *file)
{
  guint n_entries = paddock_wants_count_entries (&prompt->wants);

  switch (prompt->kind) {
    case PADDOCK_PROMPT_GRANT:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Share Folders With “%s”?"), server);
    case PADDOCK_PROMPT_UNBLOCK:
      if ((prompt->wants.flags & PADDOCK_WANTS_FORGETTING) != 0)
        /* Translators: %s is a server */
        return g_strdup_printf (_("Forget Blocked Server “%s”?"), server);
      /* Translators: %s is a server */
      return g_strdup_printf (_("Unblock “%s”?"), server);
    case PADDOCK_PROMPT_RESUME:
      return g_strdup (_("Resume Sharing?"));
    case PADDOCK_PROMPT_CLEAR:
      return g_strdup (_("Clear Activity?"));
    case PADDOCK_PROMPT_TAKE_BACK_NEVER:
      /* Translators: %s is a file */
      return g_strdup_printf (_("Should Paddock Ask Again About “%s”?"), file);
    case PADDOCK_PROMPT_ADD_ROOTS:
      return ask_to_add (&prompt->wants);
    case PADDOCK_PROMPT_CHANGE_ROOT:
      return g_strdup (_("Change How a Folder Is Shared?"));
    case PADDOCK_PROMPT_TAKE_OUT:
      /* Translators: %u is a number of servers, which an app starts */
      return g_strdup_printf (ngettext ("Start a Server Without Paddock?",
                                        "Start %u Servers Without Paddock?", n_entries),
                              n_entries);
    case PADDOCK_PROMPT_READ:
      /* Translators: the first %s is a server or an app, the second a file */
      return g_strdup_printf (_("Let “%s” Read “%s”?"), reader, file);
    case PADDOCK_PROMPT_LET_READ:
      /* Translators: %s is a server */
      return g_strdup_printf (_("Let Paddock Read Files for “%s”?"), server);
    case PADDOCK_PROMPT_ROOTS:
    default:
      if ((prompt->wants.flags & PADDOCK_WANTS_RENEWAL) != 0)
        /* Translators: %s is a server */
        return g_strdup_printf (_("Share Again With “%s”?"), server);
      /* Translators: %s is a server */
      return g_strdup_printf (_("Share Folders With “%s”?"), server);
  }
}

/**
 * paddock_consent_text_heading:
 *
 * Returns: (transfer full): the question
 */
char *
paddock_consent_text_heading (const PaddockPrompt *prompt)
{
  g_autofree char *file = dup_file (prompt);
  g_autofree char *reader = dup_reader (prompt);

  return ask (prompt, get_server (prompt), reader, file);
}

/**
 * paddock_consent_text_notice:
 *
 * Returns: (transfer full): the question for a notification. Lock screens show it. So the text
 *   names a server or an app with at most 64 characters, and no folder and no file
 */
char *
paddock_consent_text_notice (const PaddockPrompt *prompt)
{
  g_autofree char *server = paddock_text_for_notification (get_server (prompt));
  g_autofree char *reader = dup_reader (prompt);
  g_autofree char *shown = paddock_text_for_notification (reader);

  if (prompt->kind == PADDOCK_PROMPT_READ)
    /* Translators: %s is a server or an app */
    return g_strdup_printf (_("Let “%s” Read a Sensitive File?"), shown);
  if (prompt->kind == PADDOCK_PROMPT_TAKE_BACK_NEVER)
    return g_strdup (_("Should Paddock Ask Again About a File?"));
  return ask (prompt, server, shown, "");
}

/**
 * paddock_consent_text_who:
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): one line about who asks
 */
char *
paddock_consent_text_who (const PaddockPrompt *prompt,
                          const char          *home)
{
  g_autofree char *caller = NULL;

  if (prompt->kind == PADDOCK_PROMPT_READ && prompt->caller != NULL)
    return g_strdup (_("This app reads files through Paddock."));
  if (paddock_consent_text_is_of_server (prompt))
    return paddock_who_text_server (prompt->identity, home);

  caller = paddock_who_text_caller (prompt->caller);
  if (caller == NULL)
    return g_strdup (_("Requested by a program, not from this window"));
  if (paddock_program_get_kind (caller) != PADDOCK_PROGRAM_PLAIN)
    /* Translators: %s is a program that runs scripts, as "python3" */
    return g_strdup_printf (_("Requested by a script (%s), not from this window"), caller);
  /* Translators: %s is a program */
  return g_strdup_printf (_("Requested by %s, not from this window"), caller);
}

/**
 * paddock_consent_text_who_briefly:
 *
 * Returns: (transfer full): one line about who asks, for a notification; it names no folder
 */
char *
paddock_consent_text_who_briefly (const PaddockPrompt *prompt)
{
  g_autofree char *caller = NULL;
  g_autofree char *shown = NULL;

  if (paddock_consent_text_is_of_server (prompt))
    return prompt->caller != NULL ? paddock_consent_text_who (prompt, NULL)
                                  : paddock_who_text_brief (prompt->identity);

  caller = paddock_who_text_caller (prompt->caller);
  if (caller == NULL)
    return g_strdup (_("Requested by a program"));
  shown = paddock_text_for_notification (caller);
  /* Translators: %s is a program */
  return g_strdup_printf (_("Requested by %s"), shown);
}

/**
 * paddock_consent_text_app:
 *
 * Returns: (transfer full) (nullable): the app to name in the duration "Until … closes it"; %NULL:
 *   unknown
 */
char *
paddock_consent_text_app (const PaddockPrompt *prompt)
{
  g_autofree char *caller = NULL;

  if (prompt->kind != PADDOCK_PROMPT_READ || prompt->caller == NULL)
    return paddock_who_text_app (prompt->identity);
  caller = paddock_who_text_caller (prompt->caller);
  return caller != NULL && paddock_who_text_is_app (caller) ? g_steal_pointer (&caller) : NULL;
}

static char *
describe_sharing (const PaddockPrompt *prompt)
{
  char *distance = paddock_distance_describe (prompt->identity);

  if (distance != NULL)
    return distance;
  if (prompt->wants.root_ids != NULL && g_strv_length ((char **) prompt->wants.root_ids) == 1)
    return g_strdup (_("Paddock tells the server about this folder. It can’t stop this server from "
                       "opening other files."));
  return g_strdup (_("Paddock tells the server about these folders. It can’t stop this server from "
                     "opening other files."));
}

/* Describes what adding folders or files to Paddock does. Hosts can then read files in an added
 * folder through Paddock, even if no server sees that folder yet. */
static const char *
describe_adding (const PaddockWants *wants)
{
  guint n = paddock_wants_count_paths (wants);

  if (n > 0 && wants->n_files >= n)
    return ngettext ("Apps that read files through Paddock can then read this file. No server is "
                     "told about it yet.",
                     "Apps that read files through Paddock can then read these files. No server is "
                     "told about them yet.", n);
  return ngettext ("Apps that read files through Paddock can then read everything in this folder. "
                   "No server is told about it yet.",
                   "Apps that read files through Paddock can then read everything in these "
                   "folders. No server is told about them yet.", n);
}

static const char *
describe_change (const PaddockWants *wants)
{
  if ((wants->flags & PADDOCK_WANTS_ACCESS) != 0 && wants->access == PADDOCK_ACCESS_READ_WRITE)
    return _("Servers that see this folder are told that they may write in it.");
  if ((wants->flags & PADDOCK_WANTS_CROSSING) != 0)
    return _("Paddock can then read drives and network shares mounted in this folder, now or "
             "later.");
  return _("Every server that you share this folder with then sees it again, or for longer.");
}

/**
 * paddock_consent_text_note:
 *
 * Returns: (transfer full): what the answer does, and what it can't prevent. The dialog shows this
 *   text above the buttons, where it never scrolls out of sight
 */
char *
paddock_consent_text_note (const PaddockPrompt *prompt)
{
  switch (prompt->kind) {
    case PADDOCK_PROMPT_UNBLOCK:
      return g_strdup (_("The server can then ask for folders again."));
    case PADDOCK_PROMPT_RESUME:
      return g_strdup (_("Servers will again see the folders that you shared with them. Paddock "
                         "can’t stop servers from opening other files."));
    case PADDOCK_PROMPT_CLEAR:
      return g_strdup (_("This permanently deletes all activity. What you share doesn’t change."));
    case PADDOCK_PROMPT_TAKE_BACK_NEVER:
      return g_strdup (_("This won’t share the file. You’ll be asked again when a program wants "
                         "it."));
    case PADDOCK_PROMPT_ADD_ROOTS:
      return g_strdup (describe_adding (&prompt->wants));
    case PADDOCK_PROMPT_TAKE_OUT:
      return g_strdup (ngettext ("The app then starts this server directly. Paddock can’t tell it "
                                 "about folders, or stop it from opening files.",
                                 "Apps then start these servers directly. Paddock can’t tell them "
                                 "about folders, or stop them from opening files.",
                                 paddock_wants_count_entries (&prompt->wants)));
    case PADDOCK_PROMPT_CHANGE_ROOT:
      return g_strdup (describe_change (&prompt->wants));
    case PADDOCK_PROMPT_READ:
      return g_strdup (_("Files like this often contain passwords or keys. A program that "
                         "reads it can pass it on."));
    case PADDOCK_PROMPT_LET_READ:
      return g_strdup (_("Paddock then gives the server the contents of files in the folders that "
                         "the server sees."));
    case PADDOCK_PROMPT_ROOTS:
    case PADDOCK_PROMPT_GRANT:
    default:
      return describe_sharing (prompt);
  }
}

/**
 * paddock_consent_text_button:
 *
 * Returns: (transfer none) (nullable): the label of a button, with its mnemonic; %NULL: the
 *   question has no such button
 */
const char *
paddock_consent_text_button (const PaddockPrompt  *prompt,
                             PaddockConsentButton  button)
{
  gboolean is_read = prompt->kind == PADDOCK_PROMPT_READ;
  gboolean is_of_server = paddock_consent_text_is_of_server (prompt);

  switch (button) {
    case PADDOCK_CONSENT_BLOCK:
      if (!is_of_server)
        return NULL;
      if (!is_read)
        return _("_Block This Server");
      return prompt->caller != NULL ? _("Ne_ver for Any App") : _("Ne_ver for This Server");
    case PADDOCK_CONSENT_NOT_NOW:
      return is_of_server ? _("_Not Now") : _("_Refuse");
    case PADDOCK_CONSENT_SHARE:
    default:
      return is_of_server && !is_read ? _("_Share") : _("_Allow");
  }
}

static const char *
describe_share (const PaddockPrompt *prompt)
{
  switch (prompt->kind) {
    case PADDOCK_PROMPT_ROOTS:
      return _("Tells the server about the selected folders");
    case PADDOCK_PROMPT_READ:
      return _("Gives this file’s contents to the app or server that asked");
    case PADDOCK_PROMPT_GRANT:
    case PADDOCK_PROMPT_UNBLOCK:
    case PADDOCK_PROMPT_CHANGE_ROOT:
    case PADDOCK_PROMPT_RESUME:
    case PADDOCK_PROMPT_LET_READ:
    case PADDOCK_PROMPT_CLEAR:
    case PADDOCK_PROMPT_TAKE_BACK_NEVER:
    case PADDOCK_PROMPT_ADD_ROOTS:
    case PADDOCK_PROMPT_TAKE_OUT:
    default:
      return _("Allows this request");
  }
}

/* Describes the button "Not Now". A renewal is offered only once, so its text is different. */
static const char *
describe_not_now (const PaddockPrompt *prompt)
{
  if (prompt->kind == PADDOCK_PROMPT_READ)
    return _("Doesn’t read the file. You can be asked again after a minute.");
  if (prompt->kind != PADDOCK_PROMPT_ROOTS)
    return _("Changes nothing");
  if ((prompt->wants.flags & PADDOCK_WANTS_RENEWAL) != 0)
    return _("Shares nothing. You can be asked again when the server wants folders.");
  return _("Shares nothing. Asks again after 10 minutes, then after an hour, then only if you "
           "choose “Ask Me Now…”.");
}

/**
 * paddock_consent_text_outcome:
 *
 * Returns: (transfer none): a description of what a button does
 */
const char *
paddock_consent_text_outcome (const PaddockPrompt  *prompt,
                              PaddockConsentButton  button)
{
  gboolean is_read = prompt->kind == PADDOCK_PROMPT_READ;

  switch (button) {
    case PADDOCK_CONSENT_BLOCK:
      if (!is_read)
        return _("Shares nothing. The server can’t ask again until you unblock it.");
      return prompt->caller != NULL
             ? _("No app can read this file through Paddock. You can change this in "
                 "Preferences.")
             : _("This server can’t read this file through Paddock. You can change this in "
                 "Preferences.");
    case PADDOCK_CONSENT_NOT_NOW:
      return describe_not_now (prompt);
    case PADDOCK_CONSENT_SHARE:
    default:
      return describe_share (prompt);
  }
}
