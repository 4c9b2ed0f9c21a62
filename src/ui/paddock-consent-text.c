/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-text.h"

#include "paddock-app.h"
#include "paddock-distance.h"
#include "paddock-identity-text.h"
#include "paddock-name-list.h"
#include "paddock-program.h"
#include "paddock-server.h"
#include "paddock-text.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The texts of a question, except its lists: the heading, who asks, what the answer does and can't
 * do, and the buttons. Pure functions. Questions must be short: tests count the words. */

/* The longest name of a server on a button, in bytes. */
#define BUTTON_NAME_MAX 24

/* How many characters of a name, path or other text that a stranger chose a sentence has. So the
 * rest of the sentence, and what stands below, stay in sight. */
#define SHOWN_MAX_CHARS 48

static const char *
get_server (const PaddockPrompt *prompt)
{
  return prompt->server != NULL && *prompt->server != '\0' ? prompt->server : _("A server");
}

/* Returns what the question about a server's folders calls it: without its app, which the line
 * below names. */
static char *
dup_own_name (const PaddockPrompt *prompt)
{
  char *name = prompt->note != NULL && !prompt->is_named
               ? paddock_server_name_to_label (prompt->note->server) : NULL;

  return name != NULL ? name : g_strdup (get_server (prompt));
}

static char *
dup_short_name (const PaddockPrompt *prompt)
{
  g_autofree char *name = dup_own_name (prompt);

  return paddock_text_abbreviate (name, SHOWN_MAX_CHARS);
}

static gboolean
is_renewal (const PaddockPrompt *prompt)
{
  return (prompt->wants.flags & PADDOCK_WANTS_RENEWAL) != 0;
}

static char *
dup_file (const PaddockPrompt *prompt)
{
  g_autofree char *base = prompt->path != NULL ? g_path_get_basename (prompt->path) : NULL;

  return base != NULL ? paddock_text_escape_name (base) : g_strdup (_("A file"));
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

static char *
ask_for_folders (const PaddockPrompt *prompt,
                 const char          *server)
{
  if (is_renewal (prompt))
    /* Translators: %s is a server */
    return g_strdup_printf (_("Go On With “%s”?"), server);
  if (prompt->previous != NULL)
    /* Translators: %s is a server */
    return g_strdup_printf (_("Its Command Changed: Go On With “%s”?"), server);
  return g_strdup_printf (prompt->is_confined
                          /* Translators: %s is a server */
                          ? _("Which Folders May “%s” Open?")
                          /* Translators: %s is a server */
                          : _("Which Folders Should “%s” Use?"), server);
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
      return ask_for_folders (prompt, server);
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
  g_autofree char *server = dup_short_name (prompt);
  g_autofree char *file = dup_file (prompt);
  g_autofree char *reader = dup_reader (prompt);
  g_autofree char *short_file = paddock_text_abbreviate (file, SHOWN_MAX_CHARS);
  g_autofree char *short_reader = paddock_text_abbreviate (reader, SHOWN_MAX_CHARS);

  return ask (prompt, server, short_reader, short_file);
}

/* Returns the name of the app whose settings have the server's entry; NULL: none is known. */
static const char *
get_app (const PaddockPrompt *prompt)
{
  const PaddockApp *app = prompt->note != NULL ? paddock_app_find (prompt->note->app) : NULL;

  return app != NULL ? app->name : NULL;
}

/* Whether a server asks for folders by itself; Paddock makes the question of a renewal. */
static gboolean
asks_for_folders (const PaddockPrompt *prompt)
{
  return prompt->kind == PADDOCK_PROMPT_ROOTS && !is_renewal (prompt);
}

/**
 * paddock_consent_text_closed:
 *
 * Returns: (transfer full): the heading when all sessions of the server that asked have ended
 */
char *
paddock_consent_text_closed (const PaddockPrompt *prompt)
{
  g_autofree char *server = dup_short_name (prompt);

  /* Translators: %s is a server */
  return g_strdup_printf (_("“%s” Closed Before You Answered"), server);
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
  g_autofree char *name = dup_own_name (prompt);
  g_autofree char *server = paddock_text_for_notification (name);
  g_autofree char *reader = dup_reader (prompt);
  g_autofree char *shown = paddock_text_for_notification (reader);

  if (asks_for_folders (prompt) && !prompt->is_named && get_app (prompt) != NULL)
    /* Translators: a server, and the app that starts it */
    return g_strdup_printf (_("“%s” (%s) asks for folders"), server, get_app (prompt));
  if (asks_for_folders (prompt))
    /* Translators: %s is a server */
    return g_strdup_printf (_("“%s” asks for folders"), server);
  if (prompt->kind == PADDOCK_PROMPT_READ)
    /* Translators: %s is a server or an app */
    return g_strdup_printf (_("Let “%s” Read a Sensitive File?"), shown);
  if (prompt->kind == PADDOCK_PROMPT_TAKE_BACK_NEVER)
    return g_strdup (_("Should Paddock Ask Again About a File?"));
  return ask (prompt, server, shown, "");
}

/**
 * paddock_consent_text_waiting:
 * @prompts: (element-type PaddockPrompt): the questions that wait, at least one
 *
 * Returns: (transfer full): a text that says which servers ask for folders or, if anything else
 *   waits, how many questions do. As paddock_consent_text_notice(), it is fit for lock screens
 */
char *
paddock_consent_text_waiting (GPtrArray *prompts)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  for (guint i = 0; i < prompts->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (prompts, i);

    if (asks_for_folders (prompt))
      g_ptr_array_add (names, paddock_text_for_notification (get_server (prompt)));
  }
  if (names->len < prompts->len)
    /* Translators: how many questions wait for an answer */
    return g_strdup_printf (ngettext ("%u request waits for you", "%u requests wait for you",
                                      prompts->len), prompts->len);
  if (prompts->len == 1)
    return paddock_consent_text_notice (g_ptr_array_index (prompts, 0));
  joined = paddock_name_list_to_text (names);
  /* Translators: how many servers, and their names */
  return g_strdup_printf (ngettext ("%u server asks for folders: %s",
                                    "%u servers ask for folders: %s", prompts->len),
                          prompts->len, joined);
}

/* Says who asks. What started the server stands in Details. */
static char *
describe_server (const PaddockPrompt *prompt,
                 const char          *home)
{
  g_autofree char *name = dup_short_name (prompt);
  g_autofree char *address = paddock_who_text_address (prompt->identity);
  g_autofree char *whole = paddock_who_text_program (prompt->identity, home);
  g_autofree char *origin =
    address != NULL ? paddock_text_abbreviate (address, SHOWN_MAX_CHARS) : NULL;
  g_autofree char *program =
    whole != NULL ? paddock_text_abbreviate (whole, SHOWN_MAX_CHARS) : NULL;
  const char *app = get_app (prompt);

  if (origin != NULL && app != NULL)
    /* Translators: a server, its address as in “https://example.org”, and an app */
    return g_strdup_printf (_("“%s” is an MCP server at %s that %s uses"), name, origin, app);
  if (origin != NULL)
    /* Translators: a server, and its address as in “https://example.org” */
    return g_strdup_printf (_("“%s” is an MCP server at %s. It’s in no app’s settings."), name,
                            origin);
  if (app != NULL)
    /* Translators: a server, and an app */
    return g_strdup_printf (_("“%s” is a program (MCP server) that %s runs on this computer"), name,
                            app);
  if (program == NULL)
    /* Translators: %s is a server */
    return g_strdup_printf (_("“%s” is a program (MCP server) on this computer. It’s in no app’s "
                              "settings."), name);
  /* Translators: a server, and what runs, as in “~/bin/notes.py” */
  return g_strdup_printf (_("“%s” is a program (MCP server) on this computer: %s. It’s in no "
                            "app’s settings."), name, program);
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
  g_autofree char *whole = NULL, *caller = NULL;

  if (prompt->kind == PADDOCK_PROMPT_READ && prompt->caller != NULL)
    return g_strdup (_("This app reads files through Paddock."));
  if (paddock_consent_text_is_of_server (prompt))
    return describe_server (prompt, home);

  whole = paddock_who_text_caller (prompt->caller);
  if (whole == NULL)
    return g_strdup (_("Requested by a program, not from this window"));
  caller = paddock_text_abbreviate (whole, SHOWN_MAX_CHARS);
  if (paddock_who_text_caller_is_script (prompt->caller))
    /* Translators: %s is a program that runs scripts, as "python3" or "python3 in GNOME
     * Terminal" */
    return g_strdup_printf (_("Requested by a script (%s), not from this window"), caller);
  /* Translators: %s is a program */
  return g_strdup_printf (_("Requested by %s, not from this window"), caller);
}

static gboolean
has_changed (const PaddockPrompt *prompt,
             PaddockFactKind      kind)
{
  return prompt->kind == PADDOCK_PROMPT_ROOTS && prompt->previous != NULL &&
         prompt->identity != NULL &&
         (paddock_identity_differences (prompt->previous, prompt->identity) & (1u << kind)) != 0;
}

/* Escapes a text, and makes what lies between its first and last words bold. Of those words, which
 * are the same in both texts, only the nearest stay. */
static char *
mark (const char *text,
      gsize       first,
      gsize       last)
{
  const char *start = text + first;
  const char *end = text + strlen (text) - last;
  const char *from = start;
  const char *to = end;
  g_autofree char *before = NULL, *between = NULL, *after = NULL;

  for (guint i = 0; i < SHOWN_MAX_CHARS && from > text; i++)
    from = g_utf8_prev_char (from);
  for (guint i = 0; i < SHOWN_MAX_CHARS && *to != '\0'; i++)
    to = g_utf8_next_char (to);
  before = g_markup_escape_text (from, start - from);
  between = g_markup_escape_text (start, end - start);
  after = g_markup_escape_text (end, to - end);
  return g_strconcat (from > text ? "…" : "", before, "<b>", between, "</b>", after,
                      *to != '\0' ? "…" : "", NULL);
}

/* Counts the bytes of the first, or last, words that two texts have in common. */
static gsize
count_common (const char *a,
              const char *b,
              gsize       most,
              gboolean    is_end)
{
  gsize a_length = strlen (a);
  gsize b_length = strlen (b);
  gsize n_common = 0;

  for (gsize n = 0; n < most; n++) {
    char at_a = is_end ? a[a_length - 1 - n] : a[n];
    char at_b = is_end ? b[b_length - 1 - n] : b[n];

    if (at_a != at_b)
      return n_common;
    if (at_a == ' ')
      n_common = n + 1;
  }
  return n_common;
}

/**
 * paddock_consent_text_change:
 * @out_now: (out) (nullable): likewise, the command now
 *
 * Returns: (transfer full) (nullable): as markup, the command that the server's entry had before,
 *   with the difference in bold; %NULL: it did not change, or only in a value that is not shown
 */
char *
paddock_consent_text_change (const PaddockPrompt  *prompt,
                             char                **out_now)
{
  PaddockFactKind kind = has_changed (prompt, PADDOCK_FACT_ADDRESS) ? PADDOCK_FACT_ADDRESS
                                                                    : PADDOCK_FACT_COMMAND;
  g_autofree char *was = NULL;
  g_autofree char *now = NULL;
  g_autofree char *was_marked = NULL;
  g_autofree char *now_marked = NULL;
  gsize most, first, last;

  *out_now = NULL;
  if (!has_changed (prompt, kind))
    return NULL;
  was = paddock_identity_text_fact_value (
    kind, paddock_identity_get_fact (prompt->previous, kind).value);
  now = paddock_identity_text_fact_value (
    kind, paddock_identity_get_fact (prompt->identity, kind).value);
  if (g_str_equal (was, now))
    return NULL;
  most = MIN (strlen (was), strlen (now));
  first = count_common (was, now, most, FALSE);
  last = count_common (was, now, most - first, TRUE);
  was_marked = mark (was, first, last);
  now_marked = mark (now, first, last);
  /* Translators: %s is the command of a server */
  *out_now = g_strdup_printf (_("Now: %s"), now_marked);
  /* Translators: %s is what a server's program, command line, … was before */
  return g_strdup_printf (_("Was: %s"), was_marked);
}

/**
 * paddock_consent_text_warning:
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full) (nullable): what changed since the user decided about the server's
 *   entry; %NULL: nothing
 */
char *
paddock_consent_text_warning (const PaddockPrompt *prompt,
                              const char          *home)
{
  g_autofree char *now = NULL;
  g_autofree char *was = paddock_consent_text_change (prompt, &now);

  if (was != NULL && prompt->note != NULL && has_changed (prompt, PADDOCK_FACT_COMMAND)) {
    g_autofree char *path = paddock_text_shorten (prompt->note->path, home);
    g_autofree char *file = paddock_text_abbreviate (path, SHOWN_MAX_CHARS);

    /* Translators: %s is an app's file */
    return g_strdup_printf (_("Its command in %s changed"), file);
  }
  return prompt->kind == PADDOCK_PROMPT_ROOTS
         ? paddock_who_text_warning (prompt->identity, prompt->previous) : NULL;
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
  if ((prompt->kind != PADDOCK_PROMPT_READ || prompt->caller == NULL) && get_app (prompt) != NULL)
    return g_strdup (get_app (prompt));
  if (prompt->kind != PADDOCK_PROMPT_READ || prompt->caller == NULL)
    return paddock_who_text_app (prompt->identity);
  return paddock_who_text_caller_app (prompt->caller);
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

/* Describes which files the server can open after the answer. */
static char *
describe_reach (const PaddockPrompt *prompt)
{
  char *distance = paddock_distance_describe (prompt->identity);
  g_autofree char *server = dup_short_name (prompt);

  if (distance != NULL)
    return distance;
  if (prompt->is_confined)
    return g_strdup (_("The system lets it open only the folders you allow here. Until you allow "
                       "one, it can open none."));
  /* Translators: %s is a server */
  return g_strdup_printf (_("“%s” can open any of your files, whatever you choose here. It is only "
                            "told which folders to use."), server);
}

/**
 * paddock_consent_text_note_title:
 *
 * Returns: (transfer full) (nullable): the title of the note; %NULL: it has none
 */
char *
paddock_consent_text_note_title (const PaddockPrompt *prompt)
{
  g_autofree char *server = dup_short_name (prompt);

  if (prompt->kind != PADDOCK_PROMPT_ROOTS || !prompt->is_confined)
    return NULL;
  /* Translators: %s is a server */
  return g_strdup_printf (_("“%s” Is Kept Out of Your Other Files"), server);
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
      return g_strdup (ngettext ("Your app then starts this server without Paddock. It can open "
                                 "any of your files.",
                                 "Your apps then start these servers without Paddock. They can "
                                 "open any of your files.",
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
      return describe_reach (prompt);
    case PADDOCK_PROMPT_GRANT:
    default:
      return describe_sharing (prompt);
  }
}

static const char *
get_refusal (const PaddockPrompt *prompt)
{
  if (prompt->kind == PADDOCK_PROMPT_READ)
    return prompt->caller != NULL ? _("Ne_ver for Any App") : _("Ne_ver for This Server");
  return prompt->kind == PADDOCK_PROMPT_ROOTS && !is_renewal (prompt) ? _("Always _Refuse") : NULL;
}

/* Returns the label of the button that puts a question off. For folders it says until when. */
static const char *
get_delay (const PaddockPrompt *prompt)
{
  if (prompt->kind != PADDOCK_PROMPT_ROOTS)
    return prompt->kind == PADDOCK_PROMPT_READ ? _("_Not Now") : _("_Refuse");
  if (is_renewal (prompt))
    return _("_Let It End");
  switch (prompt->times_put_off) {
    case 0:
      return _("Ask _in 10 Minutes");
    case 1:
      return _("Ask _in 1 Hour");
    default:
      return _("Stop Ask_ing");
  }
}

/**
 * paddock_consent_text_button:
 *
 * Returns: (transfer full) (nullable): the label of a button, with its mnemonic; %NULL: the
 *   question has no such button
 */
char *
paddock_consent_text_button (const PaddockPrompt  *prompt,
                             PaddockConsentButton  button)
{
  g_autofree char *name = dup_own_name (prompt);
  g_autofree char *clipped = paddock_text_clip (name, BUTTON_NAME_MAX);
  g_auto (GStrv) parts = g_strsplit (clipped, "_", -1);
  g_autofree char *literal = g_strjoinv ("__", parts);

  switch (button) {
    case PADDOCK_CONSENT_BLOCK:
      return g_strdup (get_refusal (prompt));
    case PADDOCK_CONSENT_NOT_NOW:
      return g_strdup (get_delay (prompt));
    case PADDOCK_CONSENT_SHARE:
    default:
      if (prompt->kind != PADDOCK_PROMPT_ROOTS)
        return g_strdup (_("_Allow"));
      if (prompt->is_confined)
        /* Translators: the mnemonic differs from that of “Add Folder…” */
        return g_strdup (_("Allo_w"));
      /* Translators: %s is a server */
      return g_strdup_printf (_("_Tell “%s”"), literal);
  }
}

static const char *
describe_share (const PaddockPrompt *prompt)
{
  switch (prompt->kind) {
    case PADDOCK_PROMPT_ROOTS:
      return prompt->is_confined ? _("Lets the server open the selected folders")
                                 : _("Tells the server about the selected folders");
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
  if (is_renewal (prompt))
    return _("Shares nothing. You can be asked again when the server wants folders.");
  if (prompt->times_put_off < 2)
    return _("Shares nothing until then.");
  return _("Shares nothing. You can answer later: choose “Ask Me Now…” on the server’s page.");
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
      if (!is_read && prompt->is_confined)
        return _("It gets no folders and you aren’t asked again. You can undo this in Paddock.");
      if (!is_read)
        return _("It is told of no folders and you aren’t asked again. It can still open your "
                 "files. You can undo this in Paddock.");
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
