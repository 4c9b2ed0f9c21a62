/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-sentences.h"

#include "paddock-name-list.h"
#include "paddock-never.h"
#include "paddock-reason-text.h"
#include "paddock-scope.h"
#include "paddock-server-label.h"
#include "paddock-text.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>
#include <unistd.h>

/* The window's sentences about servers and questions. Pure functions: the current time is an
 * argument. Text from outside is escaped before it becomes part of a sentence. A whole sentence is
 * one translatable text: none is put together from parts. */

static const char *
server_state_text (const PaddockServerView *view,
                   gint64                   now)
{
  const PaddockServer *server = view->server;

  switch (server->standing) {
    case PADDOCK_STANDING_BLOCKED:
      return C_("state of a server", "Blocked");
    case PADDOCK_STANDING_WITHOUT_ROOTS:
      return _("Folder sharing is turned off");
    case PADDOCK_STANDING_ALLOWED:
      return NULL;
    case PADDOCK_STANDING_UNDECIDED:
    default:
      return server->put_off_until > now ? _("You chose to answer later") : _("Not decided yet");
  }
}

/* Whether any session has read the list of roots before, but not since the list changed. */
static gboolean
is_behind (const PaddockServerView *view)
{
  for (guint i = 0; i < view->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (view->sessions, i);

    if (session->last_listed != 0 && !session->has_read)
      return TRUE;
  }

  return FALSE;
}

/* Adds to @names the revoked folders that the server may still use, each once. Returns whether any
 * session may still use such a folder.
 *
 * @out_restarting: (out): whether Paddock is restarting all sessions that may still use such a
 * folder */
static gboolean
collect_held (const PaddockServerView *view,
              GPtrArray               *names,
              gboolean                *out_restarting)
{
  gboolean holds_any = FALSE;

  *out_restarting = FALSE;
  for (guint i = 0; i < view->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (view->sessions, i);
    gboolean is_restarting = session->unenforced == PADDOCK_REASON_RESTARTING;

    if (session->unenforced == PADDOCK_REASON_NONE)
      continue;
    *out_restarting = is_restarting && (!holds_any || *out_restarting);
    holds_any = TRUE;
    for (gsize j = 0; session->held != NULL && session->held[j] != NULL; j++)
      if (!g_ptr_array_find_with_equal_func (names, session->held[j], g_str_equal, NULL))
        g_ptr_array_add (names, session->held[j]);
  }

  return holds_any;
}

static char *
held_text (const PaddockServerView *view)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *joined = NULL;
  gboolean is_restarting;

  if (!collect_held (view, names, &is_restarting))
    return NULL;
  joined = paddock_name_list_to_text (names);
  if (is_restarting)
    /* Translators: %s are folders that were taken back from a server, which Paddock restarts so
     * that it forgets them */
    return g_strdup_printf (_("Restarting · Might still use %s until then"), joined);
  /* Translators: %s are folders that were taken back from a server */
  return g_strdup_printf (_("Might still use %s"), joined);
}

/**
 * paddock_sentences_pause:
 * @servers: (element-type PaddockServerView): all servers
 *
 * Returns: (transfer full): the text that the window shows during a pause
 */
char *
paddock_sentences_pause (GPtrArray *servers)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *joined = NULL, *label = NULL;
  const PaddockServerView *holder = NULL;
  gboolean all_restarting = TRUE;
  guint n_holders = 0;

  for (guint i = 0; i < servers->len; i++) {
    gboolean is_restarting;

    if (!collect_held (servers->pdata[i], names, &is_restarting))
      continue;
    all_restarting &= is_restarting;
    holder = servers->pdata[i];
    n_holders++;
  }
  if (n_holders == 0)
    return g_strdup (_("Sharing is paused: servers see no folders."));
  if (all_restarting)
    return g_strdup_printf (ngettext ("Sharing is paused: restarting %u server…",
                                      "Sharing is paused: restarting %u servers…", n_holders),
                            n_holders);

  joined = paddock_name_list_to_text (names);
  if (n_holders > 1)
    /* Translators: how many servers; which folders */
    return g_strdup_printf (ngettext ("Sharing is paused, but %u server might still use %s.",
                                      "Sharing is paused, but %u servers might still use %s.",
                                      n_holders), n_holders, joined);
  label = paddock_server_label_dup (holder);
  /* Translators: the first %s is a server, the second are folders */
  return g_strdup_printf (_("Sharing is paused, but “%s” might still use %s."), label, joined);
}

/**
 * paddock_sentences_server:
 * @view: a server
 * @count: how many roots it sees, and how many there are
 * @is_paused: whether all sharing is paused
 * @now: µs since the epoch
 *
 * Returns: (transfer full): the subtitle of the server's row: its state in several parts, separated
 *   by dots
 */
char *
paddock_sentences_server (const PaddockServerView *view,
                          const PaddockSightCount *count,
                          gboolean                 is_paused,
                          gint64                   now)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *state = count->sees_all ? NULL : server_state_text (view, now);
  char *held = held_text (view);

  g_ptr_array_add (parts, g_strdup (view->sessions->len > 0 ? _("Connected")
                                                            : _("Not connected")));
  if (state != NULL)
    g_ptr_array_add (parts, g_strdup (state));
  else if (held != NULL && (is_paused || count->n_seen == 0))
    ; /* Does not say what the server sees: the revoked folders that it may still use are more
       * important. */
  else if (is_paused)
    g_ptr_array_add (parts, g_strdup (_("Sees no folders while sharing is paused")));
  else if (count->sees_all && count->n_seen == count->n_roots)
    g_ptr_array_add (parts, g_strdup (_("Sees every folder in your list")));
  else if (count->n_seen == 0)
    g_ptr_array_add (parts, g_strdup (_("Sees no folders")));
  else
    /* Translators: how many of all shared folders and files a server sees */
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("Sees %u of %u folder",
                                                       "Sees %u of %u folders", count->n_roots),
                                             count->n_seen, count->n_roots));
  if (state == NULL && !is_paused && count->runs_differ)
    /* Translators: some running copies of the server see fewer folders than others */
    g_ptr_array_add (parts, g_strdup (_("Some runs see fewer")));
  if (held != NULL)
    g_ptr_array_add (parts, held);
  else if (is_behind (view))
    g_ptr_array_add (parts, g_strdup (_("Hasn’t read the latest list")));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" · ", (char **) parts->pdata);
}

/**
 * paddock_sentences_session:
 * @view: a session
 * @now: µs since the epoch
 *
 * Returns: (transfer full): a line about the session: its process, when it last read the list,
 *   whether the list has changed since, and whether it may still use revoked folders
 */
char *
paddock_sentences_session (const PaddockSessionView *view,
                           gint64                    now)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (view->pid > 0)
    /* Translators: a process number */
    g_ptr_array_add (parts, g_strdup_printf (_("Process %d"), view->pid));
  else
    g_ptr_array_add (parts, g_strdup (_("Unknown process")));
  if (view->last_listed == 0)
    g_ptr_array_add (parts, g_strdup (_("Hasn’t read the list")));
  else {
    g_autofree char *time = paddock_time_text_time (view->last_listed, now);

    if (view->has_read)
      /* Translators: %s is a time, or a day and time */
      g_ptr_array_add (parts, g_strdup_printf (_("Up to date: last read %s"), time));
    else
      /* Translators: %s is a time, or a day and time; the list changed after that */
      g_ptr_array_add (parts, g_strdup_printf (_("Out of date: last read %s"), time));
  }
  if (view->unenforced != PADDOCK_REASON_NONE) {
    const char *why = paddock_reason_text_get (view->unenforced);

    if (view->unenforced == PADDOCK_REASON_IN_USE)
      g_ptr_array_add (parts, g_strdup (_("Still in use")));
    else if (view->unenforced != PADDOCK_REASON_RESTARTING)
      g_ptr_array_add (parts, g_strdup (_("It might use revoked folders until it stops")));
    if (why != NULL)
      g_ptr_array_add (parts, g_strdup (why));
  }
  if (view->pending != NULL) {
    g_autofree char *names = g_strjoinv (", ", view->pending);

    /* Translators: %s are names of folders that a server may use, but doesn’t have yet */
    g_ptr_array_add (parts, g_strdup_printf (_("Doesn’t have %s yet"), names));
    if (paddock_reason_text_get (view->pending_why) != NULL)
      g_ptr_array_add (parts, g_strdup (paddock_reason_text_get (view->pending_why)));
  }
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" · ", (char **) parts->pdata);
}

/**
 * paddock_sentences_grant:
 * @view: (nullable): a server's grant for a root
 * @app: (nullable): the app that starts the server; %NULL: unknown
 * @status: whether the root is available
 * @is_paused: whether all sharing is paused
 * @now: µs since the epoch
 * @out_next: (out): µs since the epoch when the text changes; 0: it does not change by itself
 *
 * Returns: (transfer full): a text that says how the server sees the root, and until when; ""
 *   without a grant
 */
char *
paddock_sentences_grant (const PaddockGrantView *view,
                         const char             *app,
                         PaddockAvailability     status,
                         gboolean                is_paused,
                         gint64                  now,
                         gint64                 *out_next)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  *out_next = 0;
  if (view == NULL)
    return g_strdup ("");

  if (status != PADDOCK_AVAILABILITY_AVAILABLE)
    g_ptr_array_add (parts, g_strdup (_("Not shared until it is available again")));
  else if (is_paused)
    g_ptr_array_add (parts, g_strdup (_("Not shared while sharing is paused")));
  else if (!view->is_visible)
    g_ptr_array_add (parts, g_strdup (_("Not shared right now")));
  if (view->grant->access != PADDOCK_ACCESS_READ_WRITE)
    g_ptr_array_add (parts, g_strdup (_("Read only")));
  if (paddock_scope_has_login (view->grant->scope))
    g_ptr_array_add (parts, g_strdup (_("Until you log out")));
  else if (view->grant->scope != NULL)
    g_ptr_array_add (parts, paddock_time_text_duration (PADDOCK_DURATION_SESSION, app));
  else if (view->grant->expires != 0)
    g_ptr_array_add (parts, paddock_time_text_count_down (view->grant->expires, now, out_next));
  else
    g_ptr_array_add (parts, paddock_time_text_duration (PADDOCK_DURATION_UNTIL_REVOKED, NULL));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" · ", (char **) parts->pdata);
}

/**
 * paddock_sentences_switch:
 * @root: the name of a folder
 * @server: the name of a server
 *
 * Returns: (transfer full): the name of the switch that shares @root with @server, for screen
 *   readers
 */
char *
paddock_sentences_switch (const char *root,
                          const char *server)
{
  /* Translators: the first %s is a folder, the second a server */
  return g_strdup_printf (_("Share %s with %s"), root, server);
}

/**
 * paddock_sentences_how_long:
 * @root: the name of a folder
 * @server: the name of a server
 *
 * Returns: (transfer full): the name of the button for the duration, for screen readers
 */
char *
paddock_sentences_how_long (const char *root,
                            const char *server)
{
  /* Translators: the first %s is a server, the second a folder */
  return g_strdup_printf (_("How long %s sees %s"), server, root);
}

/**
 * paddock_sentences_revoked:
 * @server: the name of a server
 * @root: the name of the revoked root
 * @outer: (nullable): the name of a root around @root that is still shared with @server
 *
 * Returns: (transfer full): a sentence that says what the revocation did
 */
char *
paddock_sentences_revoked (const char *server,
                           const char *root,
                           const char *outer)
{
  if (outer != NULL)
    /* Translators: a server, a folder, and another folder that contains it and is shared too */
    return g_strdup_printf (_("“%s” still sees “%s”, because its parent folder “%s” is shared"),
                            server, root, outer);
  /* Translators: the first %s is a server, the second a folder */
  return g_strdup_printf (_("“%s” no longer sees “%s”"), server, root);
}

/**
 * paddock_sentences_never:
 * @never: a file for which the user answered "Never"
 * @server: (nullable): the label of the server in @never, escaped
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): two lines: where the file is, and who may never read it
 */
char *
paddock_sentences_never (const PaddockNever *never,
                         const char         *server,
                         const char         *home)
{
  g_autofree char *path = paddock_text_shorten (never->path, home);
  g_autofree char *for_whom = NULL;

  if (never->server_id == NULL)
    for_whom = g_strdup (_("Never for apps and other programs"));
  else
    /* Translators: %s is a server, for which a file is never to be read */
    for_whom = g_strdup_printf (_("Never for “%s”"), server != NULL ? server : _("A server"));
  return g_strdup_printf ("%s\n%s", path, for_whom);
}

/**
 * paddock_sentences_sensitive:
 *
 * Returns: (transfer none): a text about the likely contents of a sensitive file
 */
const char *
paddock_sentences_sensitive (PaddockSensitiveKind kind)
{
  switch (kind) {
    case PADDOCK_SENSITIVE_ENVIRONMENT:
      return _("Settings, often with passwords");
    case PADDOCK_SENSITIVE_PRIVATE_KEY:
      return _("A private key");
    case PADDOCK_SENSITIVE_KEY_STORE:
      return _("Stored keys or passwords");
    case PADDOCK_SENSITIVE_CREDENTIALS:
      return _("Login data of a program");
    case PADDOCK_SENSITIVE_HISTORY:
      return _("A history of your commands or opened files");
    case PADDOCK_SENSITIVE_BROWSER:
      return _("Part of a browser’s profile");
    case PADDOCK_SENSITIVE_MAIL:
      return _("Mail or messages");
    case PADDOCK_SENSITIVE_UNCERTAIN:
      return _("Paddock couldn’t check if it contains secrets");
    case PADDOCK_SENSITIVE_SECRET:
    default:
      return _("A secret");
  }
}
