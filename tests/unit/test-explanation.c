/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-explanation.h"

#include "model-fixtures.h"

/* The roots of every row: /a with /a/b inside, a single file, and one for each way not to be
 * available. Each row has its own server and facts. */
static const char * const roots[] = {
  "{'id': <'a'>, 'path': <b'/a'>, 'status': <'available'>}",
  "{'id': <'ab'>, 'path': <b'/a/b'>, 'status': <'available'>}",
  "{'id': <'f'>, 'path': <b'/f'>, 'kind': <'file'>, 'status': <'available'>}",
  "{'id': <'missing'>, 'path': <b'/m'>, 'status': <'missing'>}",
  "{'id': <'unreadable'>, 'path': <b'/u'>, 'status': <'unreadable'>}",
  "{'id': <'replaced'>, 'path': <b'/r'>, 'status': <'replaced'>}",
  "{'id': <'expired'>, 'path': <b'/e'>, 'status': <'expired'>}",
  "{'id': <'unknown'>, 'path': <b'/k'>, 'status': <'unknown'>}",
};

#define SEES(id) "{'root': <'" id "'>, 'visible': <true>, 'access': <'read-write'>}"
#define MAY(id)  "{'root': <'" id "'>}"
#define GRANTS(list)   "'grants': <[" list "]>"
#define SESSIONS(list) "'sessions': <[" list "]>"
#define READ    "{'id': <'1'>, 'last-listed': <int64 5>, 'read': <true>}"
#define BEHIND  "{'id': <'2'>, 'last-listed': <int64 5>}"
#define SILENT  "{'id': <'3'>}"
#define KEPT    "{'id': <'4'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'unenforced': <'in-command'>}"
#define BOXED(network) "{'id': <'6'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'confined': <{'network': <'" network "'>}>}"
#define LAGGING "{'id': <'7'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'confined': <{'network': <'none'>}>, 'unenforced': <'restarting'>}"
#define RESTARTING "{'id': <'5'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'unenforced': <'restarting'>}"
#define IN_USE  "{'id': <'6'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'unenforced': <'in-use'>}"
#define PENDING "{'id': <'7'>, 'last-listed': <int64 5>, 'read': <true>, " \
  "'pending-why': <'batches'>, 'pending': <['a']>}"
#define ALLOWED "'standing': <'allowed'>, "
#define PARTLY(id) "'runs': <uint32 2>, 'partly': <{'" id "': uint32 1}>"
#define HOST    "'share-host-roots': <true>, "
#define FILES_SERVER "'identity-kind': <'launch'>, 'facts': <[('command', 'claimed', " \
  "\"npx -y @modelcontextprotocol/server-filesystem\")]>, "
#define LATER   "'put-off-until': <int64 9223372036854775807>"

enum { PAUSED = 1, ASKED = 2, ALLOWING = 4, DENYING = 8 };

static const struct {
  const char *server;
  const char *root;                 /* NULL: about the server as a whole */
  guint       how;
  const char *nick;
  const char *command;
} cases[] = {
  { "'standing': <'blocked'>", NULL, PAUSED, "paused", "resume" },
  { "'standing': <'blocked'>", "a", PAUSED, "paused", "resume" },
  { "'standing': <'blocked'>, " GRANTS (SEES ("a")), "a", 0, "blocked", "unblock s" },
  { "'standing': <'without-roots'>", NULL, 0, "without-roots", "forget s" },
  { "'standing': <'undecided'>", NULL, ALLOWING, "allowed-to-all", NULL },
  { SESSIONS (SILENT), NULL, ASKED, "asked", "grant s FOLDER" },
  { LATER, NULL, ASKED, "asked", "grant s FOLDER" },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (READ), "a", ASKED, "seen", "revoke s a" },
  { LATER, NULL, 0, "put-off", "grant s FOLDER" },
  { LATER ", " SESSIONS (READ), "a", 0, "put-off", "grant s FOLDER" },
  { "'put-off-until': <int64 1>", NULL, 0, "undecided", "grant s FOLDER" },
  { SESSIONS (READ), NULL, DENYING, "denied", "grant s FOLDER" },
  { SESSIONS (SILENT ", " SILENT), NULL, 0, "never-asked", NULL },
  { SESSIONS (SILENT ", " READ), NULL, 0, "undecided", "grant s FOLDER" },
  { "'first-seen': <int64 1>", NULL, 0, "undecided", "grant s FOLDER" },

  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (KEPT), NULL, 0, "told-only", NULL },
  { ALLOWED SESSIONS (KEPT ", " READ), NULL, 0, "told-only", NULL },
  { ALLOWED SESSIONS (RESTARTING), NULL, 0, "restarting", NULL },
  { ALLOWED SESSIONS (RESTARTING), NULL, PAUSED, "restarting", NULL },
  { ALLOWED SESSIONS (IN_USE), NULL, 0, "in-use", NULL },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (PENDING), NULL, 0, "pending", NULL },
  { ALLOWED SESSIONS (IN_USE ", " RESTARTING), NULL, PAUSED, "restarting", NULL },
  { ALLOWED SESSIONS (KEPT), NULL, PAUSED, "told-only", NULL },
  { ALLOWED SESSIONS (READ), NULL, 0, "nothing-shared", "grant s FOLDER" },
  { ALLOWED GRANTS (MAY ("missing") ", " MAY ("expired")) ", " SESSIONS (READ), NULL, 0,
    "none-there", "list" },
  { ALLOWED GRANTS (SEES ("a")), NULL, 0, "away", NULL },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (READ ", " BEHIND), NULL, 0, "behind", NULL },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (SILENT), NULL, 0, "not-listed", NULL },
  { ALLOWED FILES_SERVER GRANTS (SEES ("f")) ", " SESSIONS (READ), NULL, 0, "ignores-files",
    "grant s FOLDER" },
  { ALLOWED FILES_SERVER GRANTS (SEES ("a")) ", " SESSIONS (READ), NULL, 0, "misses-some",
    "grant s FOLDER" },
  { ALLOWED GRANTS (SEES ("f")) ", " SESSIONS (READ), NULL, 0, "misses-some", "grant s FOLDER" },
  /* /a/b is seen through /a; nobody sees what is not there. */
  { ALLOWED GRANTS (SEES ("a") ", " SEES ("f")) ", " SESSIONS (READ), NULL, 0, "others-away",
    "list" },
  { "'standing': <'undecided'>", "a", ALLOWING, "root-allowed-to-all", NULL },
  { SESSIONS (READ), "missing", ALLOWING, "missing", NULL },

  { ALLOWED HOST GRANTS (SEES ("a") ", " SEES ("f")) ", " SESSIONS (READ), NULL, 0, "with-host",
    NULL },
  { ALLOWED HOST GRANTS (SEES ("a")) ", " SESSIONS (BEHIND), NULL, 0, "behind", NULL },
  { ALLOWED HOST GRANTS (MAY ("missing")) ", " SESSIONS (READ), NULL, 0, "none-there", "list" },
  { HOST SESSIONS (READ), NULL, 0, "undecided", "grant s FOLDER" },
  { ALLOWED HOST GRANTS (SEES ("a")) ", " SESSIONS (READ), "f", 0, "from-host", NULL },
  { ALLOWED HOST GRANTS (SEES ("a")) ", " SESSIONS (READ), "ab", 0, "through-outer", "revoke s a" },
  { ALLOWED HOST GRANTS (SEES ("a")) ", " SESSIONS (READ), "a", 0, "seen", "revoke s a" },
  { ALLOWED HOST GRANTS (MAY ("a")) ", " SESSIONS (READ), "f", 0, "not-shared", "grant s f" },

  { ALLOWED SESSIONS (READ), "unknown", 0, "unknown", NULL },
  { ALLOWED GRANTS (MAY ("missing")), "missing", 0, "missing", NULL },
  { ALLOWED GRANTS (MAY ("unreadable")), "unreadable", 0, "unreadable", NULL },
  { ALLOWED GRANTS (MAY ("replaced")), "replaced", 0, "replaced", NULL },
  { ALLOWED GRANTS (MAY ("expired")), "expired", 0, "expired", NULL },
  { ALLOWED GRANTS (SEES ("a")), "ab", 0, "through-outer", "revoke s a" },
  { ALLOWED GRANTS (SEES ("a") ", " MAY ("ab")), "ab", 0, "through-outer", "revoke s a" },
  { ALLOWED GRANTS (MAY ("a")), "ab", 0, "not-shared", "grant s ab" },
  { ALLOWED GRANTS (SEES ("ab")), "a", 0, "not-shared", "grant s a" },
  { ALLOWED GRANTS (MAY ("a")) ", " SESSIONS (READ), "a", 0, "not-seen", "grant s a" },
  { ALLOWED GRANTS (SEES ("a")) ", " PARTLY ("a") ", " SESSIONS (READ), "a", 0,
    "root-runs-differ", "grant s a" },
  { ALLOWED GRANTS (SEES ("a")) ", " PARTLY ("ab") ", " SESSIONS (READ), "a", 0, "seen",
    "revoke s a" },
  { ALLOWED GRANTS (SEES ("a")) ", " PARTLY ("ab") ", " SESSIONS (READ), NULL, 0, "runs-differ",
    NULL },
  { ALLOWED GRANTS (SEES ("a")), "a", 0, "root-away", NULL },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (BEHIND), "a", 0, "root-behind", NULL },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (SILENT), "a", 0, "root-not-listed", NULL },
  { ALLOWED FILES_SERVER GRANTS (SEES ("f")) ", " SESSIONS (READ), "f", 0, "root-ignores-files",
    NULL },
  { ALLOWED FILES_SERVER GRANTS (SEES ("a") ", " SEES ("f")) ", " SESSIONS (READ), "a", 0, "seen",
    "revoke s a" },
  { ALLOWED GRANTS ("{'root': <'a'>, 'visible': <true>, 'access': <'read-only'>}") ", "
    SESSIONS (READ), "a", 0, "read-only", "revoke s a" },
  { ALLOWED GRANTS ("{'root': <'a'>, 'visible': <true>, 'access': <'read-only'>}") ", "
    SESSIONS (BOXED ("none")), "a", 0, "confined-read-only", "revoke s a" },
  { ALLOWED GRANTS ("{'root': <'a'>, 'visible': <true>, 'access': <'read-only'>}") ", "
    SESSIONS (BOXED ("none") ", " READ), "a", 0, "read-only", "revoke s a" },
  { ALLOWED GRANTS (SEES ("ab") ", " SEES ("a")) ", " SESSIONS (READ), "ab", 0, "seen",
    "revoke s ab" },
  { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (READ), "a", DENYING, "seen", "revoke s a" },
};

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return variant;
}

static GPtrArray *
read_roots (void)
{
  GPtrArray *views = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_view_free);

  for (gsize i = 0; i < G_N_ELEMENTS (roots); i++) {
    g_autoptr (GVariant) variant = parse (roots[i]);

    g_ptr_array_add (views, paddock_root_view_from_variant (variant));
  }
  return views;
}

static void
test_table (void)
{
  g_autoptr (GPtrArray) views = read_roots ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("{'id': <'s'>, %s}", cases[i].server);
    g_autoptr (GVariant) variant = parse (text);
    g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (variant);
    g_autoptr (PaddockExplanation) got = NULL;
    PaddockExplanationFacts facts = {
      .server = server, .roots = views, .now = NOW,
      .is_paused = cases[i].how & PAUSED, .is_asked = cases[i].how & ASKED,
      .mode = cases[i].how & ALLOWING ? PADDOCK_CONSENT_ALLOW
              : cases[i].how & DENYING ? PADDOCK_CONSENT_DENY
                                       : PADDOCK_CONSENT_ASK,
    };

    for (guint j = 0; cases[i].root != NULL && j < views->len; j++) {
      const PaddockRootView *root = g_ptr_array_index (views, j);

      if (g_str_equal (root->root->id, cases[i].root))
        got = paddock_explanation_new_for_root (&facts, root);
    }
    if (cases[i].root == NULL)
      got = paddock_explanation_new_for_server (&facts);

    g_test_message ("%s %s", cases[i].server, cases[i].root);
    g_assert_cmpstr (got->nick, ==, cases[i].nick);
    g_assert_cmpstr (got->command, ==, cases[i].command);
    g_assert_true (g_str_has_suffix (got->why, "."));
    g_assert_true (*got->advice == '\0' || g_str_has_suffix (got->advice, "."));
  }
}

/* The same count as beside the server's name in the window. */
static void
test_count (void)
{
  const struct {
    const char *grants;
    guint       n_roots;              /* so many of them, from the first */
    const char *nick;
    const char *why;
  } counts[] = {
    { SEES ("ab"), 8, "misses-some", "The server sees 1 of 8 folders." },
    { SEES ("a"), 8, "misses-some", "The server sees 2 of 8 folders." },
    { SEES ("a") ", " SEES ("f"), 4, "others-away", "The server sees 3 of 4 folders." },
    { SEES ("a") ", " SEES ("f"), 3, "sees-all", "The server sees every folder in your list." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++) {
    g_autoptr (GPtrArray) views = read_roots ();
    g_autofree char *text = g_strdup_printf ("{'id': <'s'>, " ALLOWED GRANTS ("%s") ", "
                                             SESSIONS (READ) "}", counts[i].grants);
    g_autoptr (GVariant) variant = parse (text);
    g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (variant);
    PaddockExplanationFacts facts = { .server = server, .roots = views, .now = NOW };
    g_autoptr (PaddockExplanation) got = NULL;

    g_ptr_array_set_size (views, (int) counts[i].n_roots);
    got = paddock_explanation_new_for_server (&facts);
    g_assert_cmpstr (got->nick, ==, counts[i].nick);
    g_assert_cmpstr (got->why, ==, counts[i].why);
    g_assert_true (got->counts);
  }
}

/* What the command names stays true whatever is decided, and no sentence denies it. */
static void
test_named (void)
{
  static const struct {
    const char *server;
    const char *root;
    guint       how;
    const char *named[3];
    const char *nick;
    const char *sentence;
  } rows[] = {
    { LATER, NULL, 0, { "/a", "/x" }, "put-off",
      "Its command also gives it /a and /x, whatever you share." },
    { LATER, NULL, 0, { NULL }, "put-off", NULL },
    { "'standing': <'blocked'>", NULL, 0, { "/x" }, "blocked",
      "Its command also gives it /x, whatever you share." },
    { "'standing': <'undecided'>", NULL, PAUSED, { "/x" }, "paused",
      "Its command also gives it /x, whatever you share." },
    { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (READ), NULL, 0, { "/x" }, "misses-some",
      "Its command also gives it /x, whatever you share." },
    { LATER, "a", 0, { "/a" }, "in-command", NULL },
    { LATER, "ab", 0, { "/x", "/a" }, "in-command", NULL },
    { "'standing': <'blocked'>", "ab", PAUSED, { "/" }, "in-command", NULL },
    { ALLOWED SESSIONS (READ), "f", 0, { "/a" }, "not-shared", NULL },
    { ALLOWED SESSIONS (READ), "f", 0, { "/ff" }, "not-shared", NULL },
    { ALLOWED SESSIONS (READ), "a", 0, { "/a/b/c", "/x" }, "not-shared",
      "Its command also gives it /a/b/c, whatever you share." },
    { ALLOWED SESSIONS (READ), "missing", 0, { "/m" }, "missing",
      "Its command also gives it /m, whatever you share." },
    { ALLOWED GRANTS (SEES ("a")) ", " SESSIONS (READ), "a", 0, { "/a" }, "seen",
      "Its command also gives it /a, whatever you share." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) views = read_roots ();
    g_autofree char *text = g_strdup_printf ("{'id': <'s'>, %s}", rows[i].server);
    g_autoptr (GVariant) variant = parse (text);
    g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (variant);
    g_autoptr (PaddockExplanation) got = NULL;
    PaddockExplanationFacts facts = {
      .server = server, .roots = views, .now = NOW, .named = rows[i].named,
      .is_paused = rows[i].how & PAUSED,
    };

    for (guint j = 0; rows[i].root != NULL && j < views->len; j++)
      if (g_str_equal (((PaddockRootView *) views->pdata[j])->root->id, rows[i].root))
        got = paddock_explanation_new_for_root (&facts, views->pdata[j]);
    if (rows[i].root == NULL)
      got = paddock_explanation_new_for_server (&facts);
    g_test_message ("%s %s", rows[i].server, rows[i].root);
    g_assert_cmpstr (got->nick, ==, rows[i].nick);
    g_assert_cmpstr (got->named, ==, rows[i].sentence);
  }
}

#define FILES "The system lets this server open only these folders, and its own program."
#define WROTE   "{'id': <'8'>, 'last-listed': <int64 5>, 'read': <true>, 'confined': <{" \
  "'network': <'none'>, 'read': <[b'/r']>, 'write': <[b'/db', b'/x y']>, 'more': <uint32 2>}>}"
#define CUT     "{'id': <'9'>, 'last-listed': <int64 5>, 'read': <true>, 'confined': <{" \
  "'network': <'host'>, 'write': <[b'/db']>, 'more': <uint32 2>}>}"
#define NETWORK " It can use the network, and programs on this computer that listen there."

/* The sentence is only said if it is true for each run. */
static void
test_confined (void)
{
  static const struct {
    const char *sessions;
    const char *sentence;
  } rows[] = {
    { BOXED ("host"), FILES NETWORK }, { BOXED ("none"), FILES },
    { BOXED ("none") ", " BOXED ("host"), FILES NETWORK },
    { WROTE, FILES " It can also change /db and /x y." },
    { BOXED ("none") ", " WROTE ", " WROTE, FILES " It can also change /db and /x y." },
    { CUT, FILES " It can also change /db and …." NETWORK }, { READ ", " WROTE, NULL },
    { "", NULL }, { READ, NULL },
    { BOXED ("none") ", " READ, NULL }, { READ ", " BOXED ("none"), NULL },
    { LAGGING, NULL }, { BOXED ("none") ", " LAGGING, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    gboolean is_any = *rows[i].sessions != '\0';
    g_autofree char *text = g_strdup_printf ("{'id': <'s'>, " SESSIONS ("%s") "}",
                                             rows[i].sessions);
    g_autoptr (GVariant) variant = parse (is_any ? text : "{'id': <'s'>}");
    g_autoptr (PaddockServerView) server = paddock_server_view_from_variant (variant);
    g_autofree char *sentence = paddock_explanation_dup_confined (server);

    g_test_message ("%s", rows[i].sessions);
    g_assert_cmpstr (sentence, ==, rows[i].sentence);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explanation/table", test_table);
  g_test_add_func ("/explanation/count", test_count);
  g_test_add_func ("/explanation/named", test_named);
  g_test_add_func ("/explanation/confined", test_confined);
  return g_test_run ();
}
