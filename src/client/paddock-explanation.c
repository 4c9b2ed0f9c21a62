/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-explanation.h"

#include "paddock-named-folders.h"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

/* Explains in one sentence why a server sees what it sees, and what the user can do about it.
 *
 * The window and the command line use the same table. The first row that applies gives the answer.
 * Obstacles for the whole server come before obstacles for one folder. Obstacles that the user can
 * remove come before others. Pure functions: they use only their arguments. */

/* The facts from which a row of the table finds out whether it applies. */
typedef struct {
  const PaddockExplanationFacts *known;
  const PaddockRootView         *root;        /* (nullable) the root to explain; NULL: explain what
                                               * the server sees */
  const PaddockGrantView        *grant;       /* (nullable) the server's grant for @root; NULL:
                                               * none */
  const PaddockRoot             *outer;       /* (nullable) a root around @root that the server
                                               * sees; NULL: none */
  PaddockStanding                standing;
  gboolean                       is_restarting;
  gboolean                       is_in_use;
  gboolean                       is_pending;
  gboolean                       is_told_only;
  gboolean                       sees_files;  /* the server sees single files, but ignores them */
  guint                          n_sessions;
  guint                          n_listed;    /* how many sessions have read the list of roots */
  guint                          n_behind;    /* how many sessions read only an older list */
  guint                          n_visible;
  guint                          n_seen;      /* how many roots the server sees, also through outer
                                               * roots */
  guint                          n_unseen;    /* how many available roots the server does not see */
} Case;

/* What a row of the table explains: all that a server sees, or why the server sees one root or
 * not. */
typedef enum {
  ABOUT_SERVER = 1 << 0,
  ABOUT_ROOT   = 1 << 1,
  ABOUT_BOTH   = ABOUT_SERVER | ABOUT_ROOT,
} About;

typedef struct {
  About       about;
  const char *nick;
  gboolean  (*applies)(const Case *c);
  const char *why;
  const char *advice;
  const char *command;              /* (nullable) arguments of `paddock`, in which dup_command()
                                     * replaces SERVER, ROOT and OUTER by ids; NULL: none */
} Row;

/* Words in the command line of servers that support only folders. Such a server ignores a single
 * file in the list of roots. Tested with server-filesystem 2025.8.21. */
static const char * const ignore_files[] = { "server-filesystem" };

static gboolean
is_paused (const Case *c)
{
  return c->known->is_paused;
}

static gboolean
is_blocked (const Case *c)
{
  return c->standing == PADDOCK_STANDING_BLOCKED;
}

static gboolean
is_without_roots (const Case *c)
{
  return c->standing == PADDOCK_STANDING_WITHOUT_ROOTS;
}

static gboolean
is_allowed_to_all (const Case *c)
{
  return c->known->mode == PADDOCK_CONSENT_ALLOW;
}

static gboolean
is_undecided (const Case *c)
{
  return c->standing == PADDOCK_STANDING_UNDECIDED && !is_allowed_to_all (c);
}

static gboolean
is_asked (const Case *c)
{
  return is_undecided (c) && c->known->is_asked;
}

static gboolean
is_put_off (const Case *c)
{
  return is_undecided (c) && c->known->server->server->put_off_until > c->known->now;
}

static gboolean
is_denied (const Case *c)
{
  return is_undecided (c) && c->known->mode == PADDOCK_CONSENT_DENY;
}

static gboolean
never_asked (const Case *c)
{
  return is_undecided (c) && c->n_sessions > 0 && c->n_listed == 0;
}

static gboolean
is_restarting (const Case *c)
{
  return c->is_restarting;
}

static gboolean
is_in_use (const Case *c)
{
  return c->is_in_use;
}

static gboolean
is_pending (const Case *c)
{
  return c->is_pending;
}

static gboolean
is_told_only (const Case *c)
{
  return c->is_told_only;
}

static gboolean
has_no_grant (const Case *c)
{
  return c->known->server->grants->len == 0;
}

static gboolean
sees_none (const Case *c)
{
  return c->n_visible == 0;
}

static gboolean
is_away (const Case *c)
{
  return c->n_sessions == 0;
}

static gboolean
is_behind (const Case *c)
{
  return c->n_behind > 0;
}

static gboolean
has_not_listed (const Case *c)
{
  return c->n_listed == 0;
}

static gboolean
sees_files (const Case *c)
{
  return c->sees_files;
}

/* Whether the server also gets the host's own folders, as the user chose. That choice works only if
 * the server sees at least one root. */
static gboolean
uses_host (const Case *c)
{
  return (c->known->server->server->choices & PADDOCK_CHOICE_HOST_ROOTS) != 0 && c->n_visible > 0;
}

static gboolean
misses_some (const Case *c)
{
  return c->n_unseen > 0;
}

static gboolean
others_are_away (const Case *c)
{
  return c->n_seen < c->known->roots->len;
}

static gboolean
is_told_like_all (const Case *c)
{
  return is_allowed_to_all (c) && c->root->status == PADDOCK_AVAILABILITY_AVAILABLE;
}

static gboolean
is_unknown (const Case *c)
{
  return c->root->status == PADDOCK_AVAILABILITY_UNKNOWN;
}

static gboolean
is_missing (const Case *c)
{
  return c->root->status == PADDOCK_AVAILABILITY_MISSING;
}

static gboolean
is_unreadable (const Case *c)
{
  return c->root->status == PADDOCK_AVAILABILITY_UNREADABLE;
}

static gboolean
is_replaced (const Case *c)
{
  return c->root->status == PADDOCK_AVAILABILITY_REPLACED;
}

static gboolean
is_expired (const Case *c)
{
  return c->root->status == PADDOCK_AVAILABILITY_EXPIRED;
}

static gboolean
is_seen (const Case *c)
{
  return c->grant != NULL && c->grant->is_visible;
}

/* Whether only some runs of the server see the root; without a root, whether that is so for any
 * root. */
static gboolean
runs_differ (const Case *c)
{
  if (c->root != NULL)
    return paddock_server_view_get_partly (c->known->server, c->root->root->id) > 0;
  return g_hash_table_size (c->known->server->partly) > 0;
}

static gboolean
is_seen_through_outer (const Case *c)
{
  return !is_seen (c) && c->outer != NULL;
}

static gboolean
may_come_from_host (const Case *c)
{
  return !is_seen (c) && uses_host (c);
}

static gboolean
is_not_shared (const Case *c)
{
  return c->grant == NULL;
}

static gboolean
is_not_seen (const Case *c)
{
  return !is_seen (c);
}

/* Whether the server's command gives it the root, which isn't shared with it. */
static gboolean
is_in_command (const Case *c)
{
  const char * const *named = c->known->named;

  if (is_seen (c) || is_missing (c) || is_unreadable (c))
    return FALSE;
  for (; named != NULL && *named != NULL; named++)
    if (paddock_path_text_is_within (c->root->root->path, *named))
      return TRUE;
  return FALSE;
}

static gboolean
is_read_only (const Case *c)
{
  return c->grant->grant->access == PADDOCK_ACCESS_READ_ONLY;
}

/* Whether the system holds the server to what it is told. */
static gboolean
is_held (const PaddockServerView *server)
{
  for (guint i = 0; i < server->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (server->sessions, i);

    if (session->confined == NULL || session->unenforced != PADDOCK_REASON_NONE)
      return FALSE;
  }
  return server->sessions->len > 0;
}

static gboolean
is_held_read_only (const Case *c)
{
  return is_read_only (c) && is_held (c->known->server);
}

static gboolean
always (const Case *c)
{
  return TRUE;
}

#define SHARE N_("Share a folder with it.")
#define USE_IT N_("Use the server once, or restart its app.")
#define NEVER_ASKS \
  N_("Some servers ask when they are first used, and some never ask. If a server takes folders " \
     "as arguments, put {roots} in its command. Paddock replaces it with the shared folders.")

static const Row rows[] = {
  { ABOUT_SERVER, "restarting", is_restarting,
    N_("The server might still use revoked folders. Paddock is restarting it."),
    N_("Wait until Paddock has restarted it."), NULL },
  { ABOUT_SERVER, "in-use", is_in_use,
    N_("A revoked folder is still in use: the server’s last run hasn’t ended yet."), "", NULL },
  { ABOUT_SERVER, "told-only", is_told_only,
    N_("The server was told that folders were revoked, but might still use them."),
    N_("To be sure, restart its app."), NULL },
  { ABOUT_ROOT, "in-command", is_in_command,
    N_("The server has it whatever you share, because its command names it or a folder around it."),
    N_("To choose in Paddock, take the folder out of the command, and restart the server’s app."),
    NULL },
  { ABOUT_BOTH, "paused", is_paused,
    N_("Paddock shares nothing with the server, because sharing is paused."),
    N_("Resume sharing. The server then sees again what you share with it."), "resume" },
  { ABOUT_BOTH, "blocked", is_blocked,
    N_("Paddock shares nothing with the server, because you blocked it."),
    N_("Unblock the server. When it asks again, Paddock asks you."), "unblock SERVER" },
  { ABOUT_BOTH, "without-roots", is_without_roots,
    N_("Folder sharing is turned off for the server."),
    N_("Forget the server. When it asks again, Paddock asks you."), "forget SERVER" },
  { ABOUT_SERVER, "allowed-to-all", is_allowed_to_all,
    N_("The server sees every folder in your list, as every server does: the service was started "
       "with --consent=allow."),
    N_("To be asked, start the service without that option."), NULL },
  { ABOUT_ROOT, "root-allowed-to-all", is_told_like_all,
    N_("The server sees it, as every server does: the service was started with "
       "--consent=allow."),
    N_("To be asked, start the service without that option."), NULL },
  { ABOUT_BOTH, "asked", is_asked,
    N_("Paddock shares nothing with the server yet. It asked for folders, and the question waits "
       "for your answer."),
    N_("Answer the question, or share a folder with it."), "grant SERVER FOLDER" },
  { ABOUT_BOTH, "put-off", is_put_off,
    N_("Paddock shares nothing with the server, because you chose to answer later."),
    N_("Choose “Ask Me Now…” on the server’s page in the window, or share a folder with "
       "it."), "grant SERVER FOLDER" },
  { ABOUT_BOTH, "denied", is_denied,
    N_("Paddock shares nothing with the server, and you aren’t asked: the service was started with "
       "--consent=deny."),
    SHARE, "grant SERVER FOLDER" },
  { ABOUT_BOTH, "never-asked", never_asked,
    N_("Paddock shares nothing with the server. It is connected, but has never asked for "
       "folders."), NEVER_ASKS, NULL },
  { ABOUT_BOTH, "undecided", is_undecided,
    N_("Paddock shares nothing with the server yet. You are asked when it next wants folders."),
    N_("You can also share a folder with it now."), "grant SERVER FOLDER" },

  { ABOUT_SERVER, "nothing-shared", has_no_grant,
    N_("You share nothing with the server."), SHARE, "grant SERVER FOLDER" },
  { ABOUT_SERVER, "none-there", sees_none,
    N_("Paddock shares nothing with the server, because none of the folders shared with it is "
       "available."),
    N_("Check the state of each folder."), "list" },
  { ABOUT_SERVER, "away", is_away,
    N_("The server isn’t connected. When it connects, it sees what you share with it."),
    N_("Start its app."), NULL },
  { ABOUT_SERVER, "pending", is_pending,
    N_("The server doesn’t have all of its folders yet."),
    N_("It gets them when its app starts it again."), NULL },
  { ABOUT_SERVER, "behind", is_behind,
    N_("The server was told about a change, but hasn’t read the new list. It might still use the "
       "old one."),
    USE_IT, NULL },
  { ABOUT_SERVER, "not-listed", has_not_listed,
    N_("The server can see what you share with it, but hasn’t asked since it connected."),
    NEVER_ASKS, NULL },
  { ABOUT_SERVER, "ignores-files", sees_files,
    N_("You shared a file, but this server supports only folders."),
    N_("Share the folder that the file is in."), "grant SERVER FOLDER" },
  { ABOUT_SERVER, "with-host", uses_host,
    N_("The server sees what you share with it, and its app’s own folders, as you chose. Paddock "
       "doesn’t know which folders the app shares."),
    N_("To share only the folders that you choose, turn off “Also Share the App’s Own Folders” for "
       "this server in the window."), NULL },
  { ABOUT_SERVER, "runs-differ", runs_differ,
    N_("The server runs more than once, and some of its runs see fewer folders. You shared some "
       "folders only until a run disconnects."),
    N_("Share these folders again, or for longer. Then every run sees them."), NULL },
  { ABOUT_SERVER, "misses-some", misses_some, NULL,
    N_("If it needs more, share more with it."), "grant SERVER FOLDER" },
  { ABOUT_SERVER, "others-away", others_are_away, NULL,
    N_("The other folders aren’t available right now."), "list" },
  { ABOUT_SERVER, "sees-all", always, N_("The server sees every folder in your list."), "",
    NULL },

  { ABOUT_ROOT, "unknown", is_unknown,
    N_("The server doesn’t see it, because the file system hasn’t responded yet."), "", NULL },
  { ABOUT_ROOT, "missing", is_missing,
    N_("The server doesn’t see it, because the folder or file is missing."),
    N_("When it is available again, the server sees it again."), NULL },
  { ABOUT_ROOT, "unreadable", is_unreadable,
    N_("The server doesn’t see it, because Paddock can’t read the folder or "
       "file."), N_("Change the permissions of the "
                    "folder or file."),
    NULL },
  { ABOUT_ROOT, "replaced", is_replaced,
    N_("The server doesn’t see it, because something else is at its path now."),
    N_("To share what is there now, choose “Use the New Folder” in the window, or add it "
       "again."), NULL },
  { ABOUT_ROOT, "expired", is_expired,
    N_("The server doesn’t see it, because sharing expired."),
    N_("Share it again."), NULL },
  { ABOUT_ROOT, "root-runs-differ", runs_differ,
    N_("Only some runs of the server see it, because you shared it until they disconnect."),
    N_("Share it again, or for longer. Then every run sees it."), "grant SERVER ROOT" },
  { ABOUT_ROOT, "through-outer", is_seen_through_outer,
    N_("Visible because its parent folder is shared."),
    N_("To change that, stop sharing the parent folder."), "revoke SERVER OUTER" },
  { ABOUT_ROOT, "from-host", may_come_from_host,
    N_("You don’t share it with this server, but its app might: you chose to also share the app’s "
       "own folders."),
    N_("To share only the folders that you choose, turn off “Also Share the App’s Own Folders” for "
       "this server in the window."), NULL },
  { ABOUT_ROOT, "not-shared", is_not_shared,
    N_("The server doesn’t see it, because you don’t share it with this server."),
    N_("Share it."), "grant SERVER ROOT" },
  { ABOUT_ROOT, "not-seen", is_not_seen,
    N_("The server doesn’t see it. You shared it only with an earlier run of this server, or with "
       "another running copy."),
    N_("Share it for longer."), "grant SERVER ROOT" },
  { ABOUT_ROOT, "root-away", is_away,
    N_("The server can see it, but isn’t connected."),
    N_("Start its app."), NULL },
  { ABOUT_ROOT, "root-behind", is_behind,
    N_("The server can see it, but hasn’t read the list since it changed."), USE_IT, NULL },
  { ABOUT_ROOT, "root-not-listed", has_not_listed,
    N_("The server can see it, but hasn’t asked for its folders since it connected."), NEVER_ASKS,
    NULL },
  { ABOUT_ROOT, "root-ignores-files", sees_files,
    N_("You shared this file, but the server supports only folders."),
    N_("Share the folder that the file is in."), NULL },
  { ABOUT_ROOT, "confined-read-only", is_held_read_only,
    N_("The server sees it. The system lets the server read it, but not change it."), "",
    "revoke SERVER ROOT" },
  { ABOUT_ROOT, "read-only", is_read_only,
    N_("The server sees it and is told that it is read-only. Paddock can’t enforce that."), "",
    "revoke SERVER ROOT" },
  { ABOUT_ROOT, "seen", always, N_("The server sees it, as you decided."), "", "revoke SERVER "
    "ROOT" },
};

static gboolean
is_file (const PaddockRootView *view)
{
  return view->root->record != NULL && view->root->record->kind == PADDOCK_FILE_KIND_REGULAR;
}

static gboolean
takes_folders_only (const PaddockServer *server)
{
  PaddockFact command = paddock_identity_get_fact (server->identity, PADDOCK_FACT_COMMAND);

  for (gsize i = 0; command.value != NULL && i < G_N_ELEMENTS (ignore_files); i++)
    if (strstr (command.value, ignore_files[i]) != NULL)
      return TRUE;
  return FALSE;
}

static const PaddockGrantView *
find_grant (const PaddockServerView *server,
            const PaddockRootView   *root)
{
  for (guint i = 0; i < server->grants->len; i++) {
    const PaddockGrantView *view = g_ptr_array_index (server->grants, i);

    if (g_strcmp0 (view->grant->root_id, root->root->id) == 0)
      return view;
  }
  return NULL;
}

static void
count_sessions (Case *c)
{
  for (guint i = 0; i < c->known->server->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (c->known->server->sessions, i);

    c->n_sessions++;
    c->n_listed += session->last_listed != 0;
    c->n_behind += session->last_listed != 0 && !session->has_read;
    c->is_restarting |= session->unenforced == PADDOCK_REASON_RESTARTING;
    c->is_pending |= session->pending != NULL;
    c->is_in_use |= session->unenforced == PADDOCK_REASON_IN_USE;
    c->is_told_only |= session->unenforced != PADDOCK_REASON_NONE;
  }
}

/* Returns the first root in @visible that contains @root; NULL if there is none. */
static const PaddockRoot *
find_outer (const PaddockRootView *root,
            GPtrArray             *visible)
{
  for (guint i = 0; i < visible->len; i++) {
    const PaddockRootView *outer = g_ptr_array_index (visible, i);

    if (outer != root && g_strcmp0 (root->root->path, outer->root->path) != 0 &&
        paddock_path_text_is_within (root->root->path, outer->root->path))
      return outer->root;
  }
  return NULL;
}

static void
count_roots (Case *c)
{
  g_autoptr (GPtrArray) visible = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  gboolean folders_only = takes_folders_only (c->known->server->server);

  for (guint i = 0; i < c->known->roots->len; i++) {
    PaddockRootView *root = g_ptr_array_index (c->known->roots, i);
    const PaddockGrantView *grant = find_grant (c->known->server, root);

    if (grant == NULL || !grant->is_visible) {
      g_ptr_array_add (others, root);
      continue;
    }
    g_ptr_array_add (visible, root);
    if (is_file (root) && folders_only && (c->root == NULL || c->root == root))
      c->sees_files = TRUE;
  }

  c->n_visible = c->n_seen = visible->len;
  for (guint i = 0; c->root == NULL && i < others->len; i++) {
    const PaddockRootView *root = g_ptr_array_index (others, i);
    gboolean is_within = find_outer (root, visible) != NULL;

    c->n_unseen += root->status == PADDOCK_AVAILABILITY_AVAILABLE && !is_within;
    c->n_seen += root->status != PADDOCK_AVAILABILITY_MISSING &&
                 root->status != PADDOCK_AVAILABILITY_UNREADABLE && is_within;
  }
  if (c->root != NULL)
    c->outer = find_outer (c->root, visible);
}

static char *
dup_command (const Case *c,
             const char *template)
{
  GString *text;

  if (template == NULL)
    return NULL;
  text = g_string_new (template);
  g_string_replace (text, "SERVER", c->known->server->server->id, 1);
  if (c->root != NULL)
    g_string_replace (text, "ROOT", c->root->root->id, 1);
  if (c->outer != NULL)
    g_string_replace (text, "OUTER", c->outer->id, 1);
  return g_string_free (text, FALSE);
}

/* Returns which folders the server has by its command. If a root is explained, only those within
 * the root. */
static char *
dup_named (const Case *c)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) named = NULL;
  g_autofree char *names = NULL;

  for (guint i = 0; c->known->named != NULL && c->known->named[i] != NULL; i++)
    if (c->root == NULL || paddock_path_text_is_within (c->known->named[i], c->root->root->path))
      g_strv_builder_add (builder, c->known->named[i]);
  named = g_strv_builder_end (builder);
  if (named[0] == NULL)
    return NULL;
  names = paddock_named_folders_to_text ((const char * const *) named, g_get_home_dir ());
  /* Translators: %s are names of folders */
  return g_strdup_printf (_("Its command also gives it %s, whatever you share."), names);
}

static PaddockExplanation *
explain (const PaddockExplanationFacts *facts,
         const PaddockRootView         *root)
{
  Case c = { .known = facts, .root = root };
  About about = root != NULL ? ABOUT_ROOT : ABOUT_SERVER;
  PaddockExplanation *explanation = g_new0 (PaddockExplanation, 1);
  const Row *row = rows;

  c.standing = paddock_server_get_standing (facts->server->server,
                                            facts->server->server->decision_scope, facts->now);
  c.grant = root != NULL ? find_grant (facts->server, root) : NULL;
  count_sessions (&c);
  count_roots (&c);

  /* The loop finds a row: the last row of the table always applies, for servers and for roots. */
  while (!(row->about & about) || !row->applies (&c))
    row++;

  explanation->nick = row->nick;
  explanation->counts = row->why == NULL || g_str_equal (row->nick, "sees-all");
  if (row->why != NULL)
    explanation->why = g_strdup (_(row->why));
  else
    /* Translators: how many of all shared folders and files a server sees */
    explanation->why = g_strdup_printf (ngettext ("The server sees %u of %u folder.",
                                                  "The server sees %u of %u "
                                                  "folders.", facts->roots->len),
                                        c.n_seen, facts->roots->len);
  if (row->applies != is_in_command)
    explanation->named = dup_named (&c);
  explanation->advice = g_strdup (row->advice[0] != '\0' ? _(row->advice) : "");
  explanation->command = dup_command (&c, row->command);
  return explanation;
}

/**
 * paddock_explanation_new_for_server:
 *
 * Returns: (transfer full): why the server of @facts sees what it sees
 */
PaddockExplanation *
paddock_explanation_new_for_server (const PaddockExplanationFacts *facts)
{
  return explain (facts, NULL);
}

/**
 * paddock_explanation_new_for_root:
 * @root: one of the roots of @facts
 *
 * Returns: (transfer full): why the server sees @root, or why not
 */
PaddockExplanation *
paddock_explanation_new_for_root (const PaddockExplanationFacts *facts,
                                  const PaddockRootView         *root)
{
  return explain (facts, root);
}

/* Returns what one of the server's runs can change besides its folders, as a sentence; NULL if
 * nothing. */
static char *
dup_written (const PaddockServerView *server)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) all = NULL;
  g_autofree char *names = NULL;
  gboolean is_cut = FALSE;

  for (guint i = 0; i < server->sessions->len; i++) {
    const PaddockConfined *confined = ((PaddockSessionView *) server->sessions->pdata[i])->confined;

    is_cut |= confined->writes[0] != NULL && confined->reads[0] == NULL && confined->n_more > 0;
    for (guint j = 0; confined->writes[j] != NULL; j++)
      if (g_hash_table_add (known, confined->writes[j]))
        g_strv_builder_add (builder, confined->writes[j]);
  }
  if (is_cut)
    g_strv_builder_add (builder, "…");
  all = g_strv_builder_end (builder);
  if (all[0] == NULL)
    return NULL;
  names = paddock_named_folders_to_text ((const char * const *) all, g_get_home_dir ());
  /* Translators: %s are paths */
  return g_strdup_printf (_("It can also change %s."), names);
}

/**
 * paddock_explanation_dup_confined:
 *
 * Returns: (transfer full) (nullable): what the system lets the server open, translated; %NULL if
 *   it lets one of its runs open more, or if it still holds a revoked folder
 */
char *
paddock_explanation_dup_confined (const PaddockServerView *server)
{
  const char *files = _("The system lets this server open only these folders, and its own "
                        "program.");
  g_autoptr (GPtrArray) sentences = g_ptr_array_new ();
  g_autofree char *written = NULL;
  gboolean has_network = FALSE;

  if (!is_held (server))
    return NULL;
  for (guint i = 0; i < server->sessions->len; i++)
    has_network |= ((PaddockSessionView *) server->sessions->pdata[i])->confined->has_network;
  written = dup_written (server);
  g_ptr_array_add (sentences, (char *) files);
  if (written != NULL)
    g_ptr_array_add (sentences, written);
  if (has_network)
    g_ptr_array_add (sentences, _("It can use the network, and programs on this computer that "
                                  "listen there."));
  g_ptr_array_add (sentences, NULL);
  return g_strjoinv (" ", (char **) sentences->pdata);
}

void
paddock_explanation_free (PaddockExplanation *explanation)
{
  g_free (explanation->why);
  g_free (explanation->named);
  g_free (explanation->advice);
  g_free (explanation->command);
  g_free (explanation);
}
