/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-text.h"

#include "paddock-command-line.h"
#include "paddock-named-folders.h"
#include "paddock-text.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The texts about apps, their files, and what changes in these files. Pure functions. Names and
 * commands come from files that any program may have written, so they are escaped and clipped. */

/* The longest command that a row shows, in bytes. */
#define MAX_COMMAND 300

/* Some apps write their whole file on one line. Of such a line, a change is shown with this many
 * bytes on both sides of it. */
#define MAX_AROUND 120
#define MAX_LINE 400
#define MAX_LINES 12000

/**
 * paddock_app_text_start:
 *
 * Returns: (transfer full): what the app starts or connects to, without secrets; "" if Paddock
 *   doesn't know
 */
char *
paddock_app_text_start (const PaddockAppEntry *entry)
{
  const char *address[] = { entry->url, NULL };
  const char * const *words = entry->url != NULL ? address : (const char * const *) entry->words;
  g_auto (GStrv) masked = paddock_command_line_mask (words);
  g_autofree char *line = paddock_command_line_to_text ((const char * const *) masked);

  return paddock_text_clip (line, MAX_COMMAND);
}

static char *
text_connected (PaddockAppTextTime *time)
{
  gint64 passed = MAX (0, time->now - time->seen);
  guint minutes = (guint) (passed / G_TIME_SPAN_MINUTE);
  g_autofree char *when = NULL;

  if (passed >= G_TIME_SPAN_HOUR) {
    when = paddock_time_text_time (time->seen, time->now);
    /* Translators: %s is a time, or a day and time */
    return g_strdup_printf (_("Running since %s"), when);
  }
  time->next = time->seen + (minutes + 1) * G_TIME_SPAN_MINUTE;
  if (minutes == 0)
    return g_strdup (_("Started just now"));
  return g_strdup_printf (ngettext ("Started %u minute ago", "Started %u minutes ago", minutes),
                          minutes);
}

/**
 * paddock_app_text_state:
 * @time: (inout): the times; sets @next
 *
 * Returns: (transfer full): what @app does with a server; "" if there is nothing to say
 */
char *
paddock_app_text_state (const PaddockApp   *app,
                        PaddockAppState     state,
                        PaddockAppTextTime *time)
{
  g_autofree char *when = NULL;

  time->next = 0;
  switch (state) {
    case PADDOCK_APP_STATE_CHANGED:
      return g_strdup (_("Another program took Paddock out"));
    case PADDOCK_APP_STATE_GONE:
      return g_strdup (_("Another program removed this server"));
    case PADDOCK_APP_STATE_LEAVING:
      return g_strdup (_("Still running through Paddock"));
    case PADDOCK_APP_STATE_THROUGH:
      return g_strdup (_("Goes through Paddock"));
    case PADDOCK_APP_STATE_WAITING:
      /* Translators: %s is an app */
      return g_strdup_printf (_("Waiting for %s…"), app->name);
    case PADDOCK_APP_STATE_AWAY:
      when = paddock_time_text_time (time->seen, time->now);
      /* Translators: %s is a time, or a day and time */
      return g_strdup_printf (_("Not running. Last used: %s"), when);
    case PADDOCK_APP_STATE_CONNECTED:
      return text_connected (time);
    case PADDOCK_APP_STATE_DIRECT:
    default:
      return g_strdup ("");
  }
}

/**
 * paddock_app_text_reload:
 *
 * Returns: (transfer full): what the user does, so that @app reads its changed file
 */
char *
paddock_app_text_reload (const PaddockApp *app)
{
  switch (app->reload) {
    case PADDOCK_APP_RELOAD_QUIT:
      /* Translators: %s is an app */
      return g_strdup_printf (_("Quit %s completely, and start it again"), app->name);
    case PADDOCK_APP_RELOAD_SESSION:
      /* Translators: %s is an app */
      return g_strdup_printf (_("Start a new session in %s"), app->name);
    case PADDOCK_APP_RELOAD_BUTTON:
      /* Translators: %s is an app. Its list of servers has a button for this. */
      return g_strdup_printf (_("Refresh the servers in %s"), app->name);
    case PADDOCK_APP_RELOAD_EDITOR:
      /* Translators: %s is an app with an editor for its file of servers */
      return g_strdup_printf (_("Open the file in %s and save it"), app->name);
    case PADDOCK_APP_RELOAD_NOTHING:
      /* Translators: %s is an app */
      return g_strdup_printf (_("%s notices the change by itself"), app->name);
    case PADDOCK_APP_RELOAD_RESTART:
    case PADDOCK_APP_RELOAD_UNKNOWN:
    default:
      /* Translators: %s is an app */
      return g_strdup_printf (_("Restart %s"), app->name);
  }
}

/**
 * paddock_app_text_trouble:
 *
 * Returns: (transfer full): why Paddock can't change this file
 */
char *
paddock_app_text_trouble (const PaddockAppFile *file)
{
  const PaddockAppEntry *first = file->entries->len > 0 ? file->entries->pdata[0] : NULL;

  if (file->trouble != NULL)
    return paddock_text_escape (file->trouble, -1);
  if (first == NULL)
    return g_strdup (_("The file has no servers."));
  return g_strdup (paddock_app_obstacle_get_text (first->obstacle));
}

/**
 * paddock_app_text_unreadable:
 * @file: a file whose servers Paddock doesn't know
 * @path: its path, for display
 *
 * Returns: (transfer full): why Paddock can't read it, and what follows
 */
char *
paddock_app_text_unreadable (const PaddockAppFile *file,
                             const char           *path)
{
  /* Translators: %s is a path */
  g_autofree char *first = g_strdup_printf (_("Can’t read %s"), path);
  g_autofree char *reason = paddock_text_escape (file->trouble, -1);
  /* Translators: %s is an app */
  g_autofree char *last = g_strdup_printf (_("Paddock doesn’t know what %s starts."),
                                           file->app->name);

  return g_strjoin ("\n", first, reason, last, NULL);
}

/**
 * paddock_app_text_folders:
 * @folders: (nullable): folders in the command of a server
 * @is_connected: whether the server goes through Paddock
 * @home: (nullable): the home directory
 *
 * Returns: (transfer full): a sentence about them; "" if there are none
 */
char *
paddock_app_text_folders (const char * const *folders,
                          gboolean            is_connected,
                          const char         *home)
{
  g_autofree char *list = NULL;

  if (folders == NULL || folders[0] == NULL)
    return g_strdup ("");
  list = paddock_named_folders_to_text (folders, home);
  return g_strdup_printf (is_connected
                          /* Translators: %s are names of folders */
                            ? _("Its command also gives it %s")
                          /* Translators: %s are names of folders */
                            : _("Its command names %s"), list);
}

/**
 * paddock_app_text_known:
 *
 * Returns: (transfer full): the names of the apps whose files Paddock can change
 */
char *
paddock_app_text_known (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < paddock_app_get_count (); i++) {
    const PaddockApp *app = paddock_app_get (i);

    if (app->syntax != PADDOCK_APP_SYNTAX_NONE)
      g_ptr_array_add (names, (gpointer) app->name);
  }
  g_ptr_array_add (names, NULL);
  /* Translators: between the names of two apps */
  return g_strjoinv (_(", "), (GStrv) names->pdata);
}

/* Moves @at back to the begin of a character. */
static gsize
to_character (const char *text,
              gsize       at)
{
  while (at > 0 && ((guchar) text[at] & 0xC0) == 0x80)
    at--;
  return at;
}

/* Finds what two texts begin and end with. */
static void
find_common (const char *one,
             const char *other,
             gsize      *out_front,
             gsize      *out_back)
{
  gsize length = strlen (one), other_length = strlen (other);
  gsize least = MIN (length, other_length), front = 0, back = 0;

  while (front < least && one[front] == other[front])
    front++;
  while (back < least - front && one[length - back - 1] == other[other_length - back - 1])
    back++;
  *out_front = front;
  *out_back = back;
}

/* Returns the lines of a text, without most of what is the same in the other text. */
static GStrv
split_lines (const char *text,
             gsize       front,
             gsize       back)
{
  gsize length = strlen (text);
  gsize begin = front > MAX_AROUND ? to_character (text, front - MAX_AROUND) : 0;
  gsize end = back > MAX_AROUND ? to_character (text, length - back + MAX_AROUND) : length;
  g_autofree char *middle = g_strndup (text + begin, end - begin);
  g_autofree char *shown = g_strconcat (begin > 0 ? "…" : "", middle, end < length ? "…" : "",
                                        NULL);

  return g_strsplit (shown, "\n", -1);
}

/* Returns how many spaces and tabs all lines of both texts begin with. */
static gsize
count_indentation (GStrv one,
                   GStrv other)
{
  const GStrv both[] = { one, other };
  gsize least = G_MAXSIZE;

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint j = 0; both[i][j] != NULL; j++)
      if (*both[i][j] != '\0')
        least = MIN (least, strspn (both[i][j], " \t"));
  return least;
}

static void
append_lines (GString    *out,
              const char *mark,
              GStrv       lines,
              gsize       indentation)
{
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) parts = NULL;
    g_autofree char *spaced = NULL, *shown = NULL;

    if (lines[i + 1] == NULL && *lines[i] == '\0')
      break;
    parts = g_strsplit (*lines[i] != '\0' ? lines[i] + indentation : "", "\t", -1);
    spaced = g_strchomp (g_strjoinv ("  ", parts));
    shown = paddock_text_escape (spaced, -1);
    g_string_append_printf (out, "%s%s %s", out->len > 0 ? "\n" : "", mark, shown);
  }
}

/**
 * paddock_app_text_lines:
 * @before: whole lines of a file
 * @after: what replaces them
 *
 * Returns: (transfer full): both, for display. Each line begins with a sign: "−" before, or "+"
 *   after the change
 */
char *
paddock_app_text_lines (const char *before,
                        const char *after)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) old_lines = NULL, new_lines = NULL;
  gsize front = 0, back = 0, indentation;
  const char *end = strchr (before, '\n');

  if (MAX (strlen (before), strlen (after)) > MAX_LINE && (end == NULL || end[1] == '\0'))
    find_common (before, after, &front, &back);
  old_lines = split_lines (before, front, back);
  new_lines = split_lines (after, front, back);
  indentation = count_indentation (old_lines, new_lines);
  append_lines (out, "−", old_lines, indentation);
  append_lines (out, "+", new_lines, indentation);
  return paddock_text_clip (out->str, MAX_LINES);
}

/**
 * paddock_app_text_done:
 * @plans: (element-type PaddockAppPlan): plans of one kind that were written
 *
 * Returns: (transfer full): what they did
 */
char *
paddock_app_text_done (GPtrArray *plans)
{
  const PaddockAppPlan *first = plans->pdata[0];
  gboolean connects = first->kind == PADDOCK_APP_PLAN_CONNECT;
  const char *server = "";
  g_autofree char *name = NULL;
  guint n_servers = 0;

  for (guint i = 0; i < plans->len; i++) {
    const PaddockAppPlan *plan = plans->pdata[i];

    for (guint j = 0; j < plan->changes->len; j++) {
      const PaddockAppPlanChange *change = plan->changes->pdata[j];

      n_servers += change->trouble == NULL;
      server = change->trouble == NULL ? change->server : server;
    }
  }
  if (n_servers != 1)
    return g_strdup_printf (connects
                              ? ngettext ("%u server goes through Paddock now",
                                          "%u servers go through Paddock now", n_servers)
                              : ngettext ("%u server doesn’t go through Paddock any more",
                                          "%u servers don’t go through Paddock any "
                                          "more", n_servers),
                            n_servers);
  name = paddock_text_escape_name (server);
  return g_strdup_printf (connects
                          /* Translators: %s is a server */
                            ? _("“%s” goes through Paddock now")
                          /* Translators: %s is a server */
                            : _("“%s” doesn’t go through Paddock any more"), name);
}
