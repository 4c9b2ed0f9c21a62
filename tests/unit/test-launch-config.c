/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-error.h"
#include "paddock-launch-config.h"

/* Lists are paths separated by ",": "" is empty, "!" is empty by the user's will. A path that ends
 * with "#" is read-only. */

#define S     G_TIME_SPAN_SECOND
#define NONE  PADDOCK_OBSTACLE_NONE
#define START (1000 * S)

static PaddockRootList *
list_of (const char *paths)
{
  g_autoptr (GString) text = g_string_new ("{\"roots\":[");
  g_auto (GStrv) parts = g_strsplit (strcmp (paths, "!") == 0 ? "" : paths, ",", -1);

  for (gsize i = 0; parts[i] != NULL; i++) {
    gsize length = strcspn (parts[i], "#");

    g_string_append_printf (text, "%s{\"uri\":\"file://%.*s\"%s}", i > 0 ? "," : "", (int) length,
                            parts[i], parts[i][length] == '#'
                            ? ",\"_meta\":{\"io.github.paddock-mcp/access\":\"read-only\"}" : "");
  }
  g_string_append (text, "],\"_meta\":{");
  if (strcmp (paths, "!") == 0)
    g_string_append (text, "\"io.github.paddock-mcp/empty\":\"taken\"");
  g_string_append (text, "}}");
  return paddock_root_list_read ((PaddockSpan) { text->str, text->len });
}

static void
know (PaddockLaunchConfig *launch,
      const char          *paths)
{
  g_autoptr (PaddockRootList) list = list_of (paths);

  paddock_launch_config_set_roots (launch, list);
}

static PaddockLaunchConfig *
new_launch (PaddockOnRevoke mode)
{
  static const char * const argv[] = { "server", "{roots}", NULL };

  return paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
    .command = { .argv = argv }, .on_revoke = mode,
  });
}

static void
start (PaddockLaunchConfig *launch,
       gint64               now)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (paddock_launch_config_prepare (launch, now, &error));
  g_assert_no_error (error);
}

static void
test_decide (void)
{
  static const struct { const char       *given;
                        const char       *known;
                        PaddockOnRevoke   mode;
                        PaddockObstacle   obstacle;
                        PaddockLaunchConfigStep step;
                        PaddockReason     reason;
  } cases[] = {
    { "", "/a", 0, NONE, PADDOCK_LAUNCH_CONFIG_LATER, 0 },
    { "/a", "/a,/b", 0, NONE, PADDOCK_LAUNCH_CONFIG_LATER, 0 },
    { "/a,/b", "/b", 0, NONE, PADDOCK_LAUNCH_CONFIG_RESTART, 0 },
    { "/a,/b", "/b,/a", 0, NONE, PADDOCK_LAUNCH_CONFIG_LATER, 0 },
    { "/a", "/b", 0, NONE, PADDOCK_LAUNCH_CONFIG_RESTART, 0 },
    { "/a", "!", 0, NONE, PADDOCK_LAUNCH_CONFIG_RESTART, 0 },
    { "/a", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_LAUNCH_CONFIG_RESTART, 0 },
    { "", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_LAUNCH_CONFIG_LATER, 0 },
    /* No restart. */
    { "", "", 0, NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, 0 },
    { "", "!", 0, NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, 0 },
    { "!", "", 0, NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, 0 },
    { "/a,/b", "/a,/b", 0, NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, 0 },
    { "/a", "/a", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_LAUNCH_CONFIG_CURRENT, 0 },
    { "/a,/b", "", 0, NONE, PADDOCK_LAUNCH_CONFIG_KEEP, 0 },
    { "/a", "!", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_LAUNCH_CONFIG_TOLD,
      PADDOCK_REASON_CONFIGURED },
    { "/a,/b", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_LAUNCH_CONFIG_TOLD,
      PADDOCK_REASON_CONFIGURED },
    { "/a", "!", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_LAUNCH_CONFIG_LATER, PADDOCK_REASON_TASKS },
    { "", "/a", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_LAUNCH_CONFIG_LATER, PADDOCK_REASON_TASKS },
    { "/a", "!", 0, PADDOCK_OBSTACLE_BATCHES, PADDOCK_LAUNCH_CONFIG_TOLD, PADDOCK_REASON_BATCHES },
    { "/a", "/a,/b", 0, PADDOCK_OBSTACLE_BATCHES, PADDOCK_LAUNCH_CONFIG_KEEP,
      PADDOCK_REASON_BATCHES },
    { "", "/b", 0, PADDOCK_OBSTACLE_CLOSED, PADDOCK_LAUNCH_CONFIG_KEEP,
      PADDOCK_REASON_PEER_CLOSED },
    { "/a", "!", 0, PADDOCK_OBSTACLE_CLOSED, PADDOCK_LAUNCH_CONFIG_TOLD,
      PADDOCK_REASON_PEER_CLOSED },
    { "", "/a", 0, PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_LAUNCH_CONFIG_TOLD,
      PADDOCK_REASON_NO_HANDSHAKE },
    { "/a", "!", 0, PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_LAUNCH_CONFIG_TOLD,
      PADDOCK_REASON_NO_HANDSHAKE },
    { "/a", "/b", 0, PADDOCK_OBSTACLE_TOO_MUCH, PADDOCK_LAUNCH_CONFIG_TOLD, PADDOCK_REASON_LIMIT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockLaunchConfig) launch = new_launch (cases[i].mode);
    PaddockReason reason;
    gint64 when;

    know (launch, cases[i].given);
    start (launch, START);
    know (launch, cases[i].known);
    g_assert_cmpint (paddock_launch_config_decide (launch, cases[i].obstacle, START, &when,
                                                   &reason), ==,
                     cases[i].step);
    g_assert_cmpint (reason, ==, cases[i].reason);
    if (cases[i].step == PADDOCK_LAUNCH_CONFIG_LATER)
      g_assert_cmpint (when, ==, START + (cases[i].obstacle == NONE
                                          ? PADDOCK_LAUNCH_CONFIG_COALESCE_US
                                          : PADDOCK_LAUNCH_CONFIG_OBSTACLE_US));
  }
}

/* @expected_when: when the restart begins; up to @now: it begins at once. @why: its reason. */
static void
change (PaddockLaunchConfig *launch,
        const char          *paths,
        gint64               now,
        gint64               expected_when,
        PaddockReason        why)
{
  PaddockLaunchConfigStep expected = why == PADDOCK_REASON_NONE ? PADDOCK_LAUNCH_CONFIG_CURRENT
                                     : expected_when > now ? PADDOCK_LAUNCH_CONFIG_LATER
                                                           : PADDOCK_LAUNCH_CONFIG_RESTART;
  PaddockReason reason;
  gint64 when;

  know (launch, paths);
  g_assert_cmpint (paddock_launch_config_decide (launch, NONE, now, &when, &reason), ==, expected);
  if (expected == PADDOCK_LAUNCH_CONFIG_LATER)
    g_assert_cmpint (when, ==, expected_when);
  if (expected != PADDOCK_LAUNCH_CONFIG_RESTART)
    return;
  start (launch, now);
  g_assert_cmpint (paddock_launch_config_restarted (launch, now), ==, why);
}

/* A restart for folders that are gone does not wait for one for folders that came, and the other
 * way around. */
static void
test_period (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
  const gint64 t = START;
  const gint64 period = PADDOCK_LAUNCH_CONFIG_PERIOD_US;
  const gint64 pause = PADDOCK_LAUNCH_CONFIG_COALESCE_US;
  const PaddockReason none = PADDOCK_REASON_NONE;
  const PaddockReason less = PADDOCK_REASON_NARROWED;
  const PaddockReason more = PADDOCK_REASON_WIDENED;
  gint64 u;

  start (launch, t - 1);
  change (launch, "/a", t, t + pause, more);
  change (launch, "/a", t + pause, 0, more);
  change (launch, "/a,/b", t + pause + 1, t + pause + period, more);
  change (launch, "/b", t + pause + 2, 0, less);
  u = t + pause + 2;
  change (launch, "!", u + 1, u + period, less);
  change (launch, "/b", u + 2, 0, none);
  change (launch, "/b,/c", u + 3, u + period, more);
  change (launch, "!", u - 1 + period, u + period, less);
  change (launch, "!", u + period, 0, less);
  u = u + period;
  change (launch, "/c", u + 1, u + 1 + pause, more);
  change (launch, "/c", u + 1 + pause, 0, more);
  change (launch, "/c,/d", u + 2 + pause, u + 1 + pause + period, more);
  change (launch, "!", u + period, 0, less);
}

/* Another order alone begins one restart, too, which gives no reason. */
static void
test_order (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
  PaddockReason reason;
  gint64 when;

  know (launch, "/a,/b");
  start (launch, START);
  know (launch, "/b,/a");
  for (gint64 now = START; now <= START + PADDOCK_LAUNCH_CONFIG_COALESCE_US;
       now += PADDOCK_LAUNCH_CONFIG_COALESCE_US) {
    paddock_launch_config_decide (launch, NONE, now, &when, &reason);
    g_assert_cmpint (when, ==, START + PADDOCK_LAUNCH_CONFIG_COALESCE_US);
  }
  start (launch, when);
  g_assert_cmpint (paddock_launch_config_restarted (launch, when), ==, PADDOCK_REASON_NONE);
}

/* Folders that come one after the other come with one restart, and the later ones don't put it
 * off. A folder that goes again does, and neither does a wait that is over. */
static void
test_coalesce (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
  const gint64 pause = PADDOCK_LAUNCH_CONFIG_COALESCE_US;
  const PaddockReason more = PADDOCK_REASON_WIDENED;
  const gint64 t = START;

  start (launch, t - 1);
  change (launch, "/a", t, t + pause, more);
  change (launch, "/a,/b", t + pause - 1, t + pause, more);
  change (launch, "/a,/b,/c", t + pause, 0, more);
  change (launch, "/a,/b,/c", t + pause + 1, 0, PADDOCK_REASON_NONE);

  change (launch, "/a,/b,/c,/d", t + 100 * S, t + 100 * S + pause, more);
  change (launch, "/a,/b,/c", t + 101 * S, 0, PADDOCK_REASON_NONE);
  change (launch, "/a,/b,/c,/e", t + 102 * S, t + 102 * S + pause, more);
  change (launch, "/a,/b,/c,/e", t + 103 * S, 0, more);
}

#define REQUEST(method) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method "\"}"

static void
test_asks (void)
{
  static const struct { const char *line;
                        gboolean asks;
                        gboolean asks_vacant;
  } cases[] = {
    { REQUEST ("tools/call"), TRUE, TRUE }, { REQUEST ("resources/read"), TRUE, TRUE },
    { REQUEST ("x"), TRUE, TRUE }, { REQUEST ("tools/listing"), TRUE, TRUE },
    { REQUEST ("initialize"), FALSE, TRUE },
    { "[" REQUEST ("ping") "," REQUEST ("prompts/get") "]", TRUE, TRUE },
    { REQUEST ("ping"), FALSE, FALSE }, { REQUEST ("server/discover"), FALSE, FALSE },
    { REQUEST ("tools/list"), FALSE, FALSE },
    { REQUEST ("resources/templates/list"), FALSE, FALSE },
    { REQUEST ("logging/setLevel"), FALSE, FALSE }, { REQUEST ("tools\\/list"), FALSE, FALSE },
    { "[" REQUEST ("ping") "," REQUEST ("tools/list") "]", FALSE, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", FALSE, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}", FALSE, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", FALSE, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", FALSE, FALSE },
    { "[" REQUEST ("tools/call"), FALSE, FALSE }, { "not JSON", FALSE, FALSE },
    { "", FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint is_vacant = 0; is_vacant <= 1; is_vacant++) {
      g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
      g_auto (PaddockMessage) message = { 0 };
      gboolean asks = is_vacant ? cases[i].asks_vacant : cases[i].asks;
      gint64 late = START + PADDOCK_LAUNCH_CONFIG_AT_ONCE_US + 1;

      start (launch, START);
      paddock_message_read ((PaddockSpan) { cases[i].line, strlen (cases[i].line) }, &message);
      g_assert_cmpint (paddock_launch_config_needs_prompt (launch, &message, is_vacant, FALSE,
                                                           START), ==, asks);
      if (!is_vacant)
        g_assert_cmpint (paddock_launch_config_explains_end (launch, late), ==, !asks);
    }
}

static gboolean
calls (PaddockLaunchConfig *launch,
       gboolean             is_pending,
       gint64               now)
{
  static const char line[] = REQUEST ("tools/call");
  g_auto (PaddockMessage) message = { 0 };

  paddock_message_read ((PaddockSpan) { line, strlen (line) }, &message);
  return paddock_launch_config_needs_prompt (launch, &message, FALSE, is_pending, now);
}

static void
test_asks_again (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);

  start (launch, START);
  g_assert_true (calls (launch, FALSE, START));
  g_assert_false (calls (launch, TRUE, START));
  g_assert_false (calls (launch, TRUE, START + PADDOCK_LAUNCH_CONFIG_PROMPT_US - 1));
  g_assert_false (calls (launch, FALSE, START + PADDOCK_LAUNCH_CONFIG_PROMPT_US));
  g_assert_true (calls (launch, TRUE, START + PADDOCK_LAUNCH_CONFIG_PROMPT_US));
  know (launch, "/a");
  start (launch, START);
  g_assert_false (calls (launch, TRUE, START + 10 * PADDOCK_LAUNCH_CONFIG_PROMPT_US));
}

static void
test_explains (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
  const gint64 latest = START + PADDOCK_LAUNCH_CONFIG_AT_ONCE_US;

  start (launch, START);
  g_assert_true (paddock_launch_config_explains_end (launch, G_MAXINT64));
  calls (launch, FALSE, START);
  g_assert_true (paddock_launch_config_explains_end (launch, latest));
  g_assert_false (paddock_launch_config_explains_end (launch, latest + 1));
  start (launch, START);
  g_assert_true (paddock_launch_config_explains_end (launch, latest + 1));
  know (launch, "/a");
  g_assert_true (paddock_launch_config_explains_end (launch, START));
  start (launch, START);
  g_assert_false (paddock_launch_config_explains_end (launch, START));
}

static void
test_prepare (void)
{
  g_autoptr (PaddockLaunchConfig) launch = new_launch (PADDOCK_ON_REVOKE_RESTART);
  const PaddockChildOptions *options;

  g_assert_false (paddock_launch_config_is_prepared (launch));
  g_assert_false (paddock_launch_config_has_any (launch));
  know (launch, "/a,/b");
  g_assert_true (paddock_launch_config_has_any (launch));
  options = paddock_launch_config_prepare (launch, START, NULL);
  g_assert_true (paddock_launch_config_is_prepared (launch));
  g_assert_cmpstr (options->argv[1], ==, "/a");
  g_assert_cmpstr (options->argv[2], ==, "/b");
}

/* A server that can not be started does not count as started. */
static void
test_not_prepared (void)
{
  static const char * const argv[] = { "no-such-program-anywhere", NULL };
  g_autoptr (PaddockLaunchConfig) launch =
    paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
    .command = { .argv = argv, .enters_folder = TRUE },
  });
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_launch_config_prepare (launch, START, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  g_assert_false (paddock_launch_config_is_prepared (launch));
}

#define BUBBLEWRAP "/usr/bin/bwrap"

static PaddockLaunchConfig *
new_confined (void)
{
  static const char * const argv[] = { "true", NULL };
  static const PaddockConfinementOptions confinement = { .has_network = TRUE };

  return paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
    .command = { .argv = argv, .confinement = &confinement },
    .on_revoke = PADDOCK_ON_REVOKE_RESTART,
  });
}

/* What a confined server was granted is taken from it at once, and it never keeps it. */
static const struct {
  const char              *given;
  const char              *known;
  PaddockObstacle          obstacle;
  PaddockLaunchConfigStep  step;
  gboolean                 is_urgent;
} confined_cases[] = {
  { "/a", "/a", NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, FALSE },
  { "/a#", "/a#", NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, FALSE },
  { "", "!", NONE, PADDOCK_LAUNCH_CONFIG_CURRENT, FALSE },

  { "/a,/b", "/b", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a", "/b", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a", "!", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a", "", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a#", "", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a", "/a#", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a,/b", "/a,/b#", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },
  { "/a,/b#", "/a#,/b", NONE, PADDOCK_LAUNCH_CONFIG_RESTART, TRUE },

  { "/a#", "/a", NONE, PADDOCK_LAUNCH_CONFIG_LATER, FALSE },
  { "/a", "/a,/b#", NONE, PADDOCK_LAUNCH_CONFIG_LATER, FALSE },
  { "", "/a", NONE, PADDOCK_LAUNCH_CONFIG_LATER, FALSE },

  { "/a", "!", PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_LAUNCH_CONFIG_END, TRUE },
  { "/a", "", PADDOCK_OBSTACLE_BATCHES, PADDOCK_LAUNCH_CONFIG_END, TRUE },
  { "/a", "/a#", PADDOCK_OBSTACLE_TASKS, PADDOCK_LAUNCH_CONFIG_END, TRUE },
  { "/a", "/b", PADDOCK_OBSTACLE_TOO_MUCH, PADDOCK_LAUNCH_CONFIG_END, TRUE },
  { "/a", "!", PADDOCK_OBSTACLE_CLOSED, PADDOCK_LAUNCH_CONFIG_END, TRUE },
  { "/a#", "/a", PADDOCK_OBSTACLE_TASKS, PADDOCK_LAUNCH_CONFIG_LATER, FALSE },
  { "/a", "/a,/b", PADDOCK_OBSTACLE_BATCHES, PADDOCK_LAUNCH_CONFIG_KEEP, FALSE },
  { "/a", "/a,/b", PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_LAUNCH_CONFIG_TOLD, FALSE },
};

static void
decide_confined (const Tree *tree)
{
  for (gsize i = 0; i < G_N_ELEMENTS (confined_cases); i++) {
    g_autoptr (PaddockLaunchConfig) launch = new_confined ();
    PaddockReason reason;
    gint64 when;

    g_test_message ("“%s”, “%s”", confined_cases[i].given, confined_cases[i].known);
    know (launch, confined_cases[i].given);
    start (launch, START);
    know (launch, confined_cases[i].known);
    g_assert_cmpint (paddock_launch_config_decide (launch, confined_cases[i].obstacle, START, &when,
                                                   &reason), ==, confined_cases[i].step);
    g_assert_cmpint (paddock_launch_config_is_urgent (launch), ==, confined_cases[i].is_urgent);
  }
}

/* There is a pause between restarts that give folders, but none before one that takes some. */
static void
pause_confined (const Tree *tree)
{
  g_autoptr (PaddockLaunchConfig) launch = new_confined ();
  const gint64 t = START;
  const gint64 pause = PADDOCK_LAUNCH_CONFIG_COALESCE_US;

  know (launch, "/a,/b,/c");
  start (launch, t - 1);
  change (launch, "/a,/b", t, 0, PADDOCK_REASON_NARROWED);
  change (launch, "/a,/b#", t + 1, 0, PADDOCK_REASON_NARROWED);
  change (launch, "/a", t + 2, 0, PADDOCK_REASON_NARROWED);
  change (launch, "/a,/b", t + 3, t + 3 + pause, PADDOCK_REASON_WIDENED);
  change (launch, "/a,/b", t + 3 + pause, 0, PADDOCK_REASON_WIDENED);
  change (launch, "/a,/b,/c", t + 4 + pause, t + 3 + pause + PADDOCK_LAUNCH_CONFIG_PERIOD_US,
          PADDOCK_REASON_WIDENED);
  change (launch, "/c", t + 5 + pause, 0, PADDOCK_REASON_NARROWED);
}

/* A box can only be made for an ordinary user, and if there is bubblewrap. */
static void
test_confined (gconstpointer data)
{
  void (*function) (const Tree *tree) = (void (*)(const Tree *tree))data;
  g_autoptr (Tree) tree = tree_new ();

  if (g_file_test (BUBBLEWRAP, G_FILE_TEST_IS_EXECUTABLE))
    run_unprivileged (tree, function);
  else
    g_test_skip ("bubblewrap is missing");
}

/* Nothing of the host's is told to a confined server, and no folder that its box lacks. */
static void
test_limit (void)
{
  static const PaddockConfinementOptions confinement = { .has_network = TRUE };
  static const char * const argv[] = { "true", NULL };

  for (guint is_confined = 0; is_confined <= 1; is_confined++) {
    g_autoptr (PaddockLaunchConfig) launch =
      paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
      .command = { .argv = argv, .confinement = is_confined ? &confinement : NULL },
    });
    g_autoptr (PaddockRootList) list = list_of ("/a,/b#");
    g_autoptr (PaddockRootList) told = paddock_launch_config_limit (launch, list);

    g_assert_cmpint (paddock_root_list_is_empty (told), ==, is_confined);
    g_assert_false (paddock_launch_config_is_urgent (launch));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch-config/decide", test_decide);
  g_test_add_data_func ("/launch-config/confined/decide", decide_confined, test_confined);
  g_test_add_data_func ("/launch-config/confined/pause", pause_confined, test_confined);
  g_test_add_func ("/launch-config/limit", test_limit);
  g_test_add_func ("/launch-config/period", test_period);
  g_test_add_func ("/launch-config/coalesce", test_coalesce);
  g_test_add_func ("/launch-config/order", test_order);
  g_test_add_func ("/launch-config/asks", test_asks);
  g_test_add_func ("/launch-config/asks-again", test_asks_again);
  g_test_add_func ("/launch-config/explains", test_explains);
  g_test_add_func ("/launch-config/prepare", test_prepare);
  g_test_add_func ("/launch-config/not-prepared", test_not_prepared);
  return g_test_run ();
}
