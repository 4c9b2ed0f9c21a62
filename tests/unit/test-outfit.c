/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-outfit.h"

#include <string.h>

#include "paddock-arguments.h"
#include "paddock-error.h"

/* Lists are written as paths with "," between them: "" is empty, "!" empty by the user's will. */

#define S     G_TIME_SPAN_SECOND
#define NONE  PADDOCK_OBSTACLE_NONE
#define START (1000 * S)

static PaddockRootList *
list_of (const char *paths)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GString) text = g_string_new ("{\"roots\":[");
  g_auto (GStrv) parts = g_strsplit (strcmp (paths, "!") == 0 ? "" : paths, ",", -1);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; parts[i] != NULL; i++)
    g_string_append_printf (text, "%s{\"uri\":\"file://%s\"}", i > 0 ? "," : "", parts[i]);
  g_string_append (text, "],\"_meta\":{");
  if (strcmp (paths, "!") == 0)
    g_string_append (text, "\"io.github.paddock-mcp/empty\":\"taken\"");
  g_string_append (text, "}}");
  json_parser_load_from_data (parser, text->str, -1, &error);
  g_assert_no_error (error);
  return paddock_root_list_read (json_node_get_object (json_parser_get_root (parser)));
}

static void
know (PaddockOutfit *outfit,
      const char    *paths)
{
  g_autoptr (PaddockRootList) list = list_of (paths);

  paddock_outfit_know (outfit, list);
}

static PaddockOutfit *
new_outfit (PaddockOnRevoke mode)
{
  static const char * const argv[] = { "server", "{roots}", NULL };

  return paddock_outfit_new (&(PaddockOutfitOptions) { .argv = argv, .on_revoke = mode });
}

static void
start (PaddockOutfit *outfit,
       gint64         now)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (paddock_outfit_pack (outfit, now, &error));
  g_assert_no_error (error);
}

static void
test_decide (void)
{
  static const struct { const char       *given;
                        const char       *known;
                        PaddockOnRevoke   mode;
                        PaddockObstacle   obstacle;
                        PaddockOutfitStep step;
                        PaddockReason     reason;
  } cases[] = {
    { "", "/a", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a", "/a,/b", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a,/b", "/b", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a,/b", "/b,/a", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a", "/b", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a", "!", 0, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "/a", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    { "", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_OUTFIT_RESTART, 0 },
    /* Not. */
    { "", "", 0, NONE, PADDOCK_OUTFIT_FITS, 0 },
    { "", "!", 0, NONE, PADDOCK_OUTFIT_FITS, 0 },
    { "!", "", 0, NONE, PADDOCK_OUTFIT_FITS, 0 },
    { "/a,/b", "/a,/b", 0, NONE, PADDOCK_OUTFIT_FITS, 0 },
    { "/a", "/a", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_OUTFIT_FITS, 0 },
    { "/a,/b", "", 0, NONE, PADDOCK_OUTFIT_KEEP, 0 },
    { "/a", "!", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_OUTFIT_TOLD, PADDOCK_REASON_CONFIGURED },
    { "/a,/b", "/b", PADDOCK_ON_REVOKE_NOTIFY, NONE, PADDOCK_OUTFIT_TOLD,
      PADDOCK_REASON_CONFIGURED },
    { "/a", "!", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_OUTFIT_LATER, PADDOCK_REASON_TASKS },
    { "", "/a", 0, PADDOCK_OBSTACLE_TASKS, PADDOCK_OUTFIT_LATER, PADDOCK_REASON_TASKS },
    { "/a", "!", 0, PADDOCK_OBSTACLE_BATCHES, PADDOCK_OUTFIT_TOLD, PADDOCK_REASON_BATCHES },
    { "/a", "/a,/b", 0, PADDOCK_OBSTACLE_BATCHES, PADDOCK_OUTFIT_KEEP, PADDOCK_REASON_BATCHES },
    { "", "/b", 0, PADDOCK_OBSTACLE_CLOSED, PADDOCK_OUTFIT_KEEP, PADDOCK_REASON_PEER_CLOSED },
    { "/a", "!", 0, PADDOCK_OBSTACLE_CLOSED, PADDOCK_OUTFIT_TOLD, PADDOCK_REASON_PEER_CLOSED },
    { "", "/a", 0, PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_OUTFIT_TOLD,
      PADDOCK_REASON_NO_HANDSHAKE },
    { "/a", "!", 0, PADDOCK_OBSTACLE_NO_HANDSHAKE, PADDOCK_OUTFIT_TOLD,
      PADDOCK_REASON_NO_HANDSHAKE },
    { "/a", "/b", 0, PADDOCK_OBSTACLE_TOO_MUCH, PADDOCK_OUTFIT_TOLD, PADDOCK_REASON_LIMIT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockOutfit) outfit = new_outfit (cases[i].mode);
    PaddockReason reason;
    gint64 when;

    know (outfit, cases[i].given);
    start (outfit, START);
    know (outfit, cases[i].known);
    g_assert_cmpint (paddock_outfit_decide (outfit, cases[i].obstacle, START, &when, &reason), ==,
                     cases[i].step);
    g_assert_cmpint (reason, ==, cases[i].reason);
    if (cases[i].step == PADDOCK_OUTFIT_LATER)
      g_assert_cmpint (when, ==, START + PADDOCK_OUTFIT_PERIOD_US);
  }
}

static void
change (PaddockOutfit     *outfit,
        const char        *paths,
        gint64             now,
        PaddockOutfitStep  expected,
        gint64             expected_when)
{
  PaddockReason reason;
  gint64 when;

  know (outfit, paths);
  g_assert_cmpint (paddock_outfit_decide (outfit, NONE, now, &when, &reason), ==, expected);
  g_assert_cmpint (when, ==, expected_when);
  if (expected != PADDOCK_OUTFIT_RESTART)
    return;
  start (outfit, now);
  paddock_outfit_restarted (outfit, now);
}

/* What is gone waits some seconds, what came a minute, and neither waits for the other. */
static void
test_period (void)
{
  g_autoptr (PaddockOutfit) outfit = new_outfit (PADDOCK_ON_REVOKE_RESTART);
  const gint64 t = START;
  const gint64 minute = PADDOCK_OUTFIT_PERIOD_US;
  const gint64 some = PADDOCK_OUTFIT_NARROW_US;

  start (outfit, t - 1);
  change (outfit, "/a", t, PADDOCK_OUTFIT_RESTART, 0);
  change (outfit, "/a,/b", t + 1, PADDOCK_OUTFIT_LATER, t + minute);
  change (outfit, "/b", t + 2, PADDOCK_OUTFIT_RESTART, 0);
  change (outfit, "!", t + 3, PADDOCK_OUTFIT_LATER, t + 2 + some);
  change (outfit, "/b", t + 4, PADDOCK_OUTFIT_FITS, 0);
  change (outfit, "/b,/c", t + 5, PADDOCK_OUTFIT_LATER, t + 2 + minute);
  change (outfit, "!", t + 1 + some, PADDOCK_OUTFIT_LATER, t + 2 + some);
  change (outfit, "!", t + 2 + some, PADDOCK_OUTFIT_RESTART, 0);
  change (outfit, "/c", t + 3 + some, PADDOCK_OUTFIT_RESTART, 0);
  change (outfit, "/c,/d", t + 4 + some, PADDOCK_OUTFIT_LATER, t + 3 + some + minute);
  change (outfit, "!", t + 3 + minute, PADDOCK_OUTFIT_RESTART, 0);
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
      g_autoptr (PaddockOutfit) outfit = new_outfit (PADDOCK_ON_REVOKE_RESTART);
      PaddockSpan line = { cases[i].line, strlen (cases[i].line) };
      gboolean asks = is_vacant ? cases[i].asks_vacant : cases[i].asks;
      gint64 late = START + PADDOCK_OUTFIT_AT_ONCE_US + 1;

      start (outfit, START);
      g_assert_cmpint (paddock_outfit_asks (outfit, line, is_vacant, FALSE, START), ==, asks);
      if (!is_vacant)
        g_assert_cmpint (paddock_outfit_explains (outfit, late), ==, !asks);
    }
}

static gboolean
calls (PaddockOutfit *outfit,
       gboolean       is_pending,
       gint64         now)
{
  static const char line[] = REQUEST ("tools/call");

  return paddock_outfit_asks (outfit, (PaddockSpan) { line, strlen (line) }, FALSE, is_pending,
                              now);
}

static void
test_asks_again (void)
{
  g_autoptr (PaddockOutfit) outfit = new_outfit (PADDOCK_ON_REVOKE_RESTART);

  start (outfit, START);
  g_assert_true (calls (outfit, FALSE, START));
  g_assert_false (calls (outfit, TRUE, START));
  g_assert_false (calls (outfit, TRUE, START + PADDOCK_OUTFIT_ASK_US - 1));
  g_assert_false (calls (outfit, FALSE, START + PADDOCK_OUTFIT_ASK_US));
  g_assert_true (calls (outfit, TRUE, START + PADDOCK_OUTFIT_ASK_US));
  know (outfit, "/a");
  start (outfit, START);
  g_assert_false (calls (outfit, TRUE, START + 10 * PADDOCK_OUTFIT_ASK_US));
}

static void
test_explains (void)
{
  g_autoptr (PaddockOutfit) outfit = new_outfit (PADDOCK_ON_REVOKE_RESTART);
  const gint64 latest = START + PADDOCK_OUTFIT_AT_ONCE_US;

  start (outfit, START);
  g_assert_true (paddock_outfit_explains (outfit, G_MAXINT64));
  calls (outfit, FALSE, START);
  g_assert_true (paddock_outfit_explains (outfit, latest));
  g_assert_false (paddock_outfit_explains (outfit, latest + 1));
  start (outfit, START);
  g_assert_true (paddock_outfit_explains (outfit, latest + 1));
  know (outfit, "/a");
  g_assert_true (paddock_outfit_explains (outfit, START));
  start (outfit, START);
  g_assert_false (paddock_outfit_explains (outfit, START));
}

static void
test_pack (void)
{
  static const char * const argv[] = { "./sh", "{roots}", "x={root}", NULL };
  g_autofree char *here = g_get_current_dir ();

  for (guint i = 0; i < 4; i++) {
    gboolean enters = (i & 1) != 0, is_literal = (i & 2) != 0;
    g_autoptr (PaddockOutfit) outfit = paddock_outfit_new (&(PaddockOutfitOptions) {
      .argv = argv, .is_literal = is_literal, .enters_folder = enters,
    });
    g_autofree char *program = g_strconcat (here, "/sh", NULL);
    const PaddockChildOptions *options;
    g_autofree char *text = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_outfit_is_packed (outfit));
    g_assert_false (paddock_outfit_has_any (outfit));
    know (outfit, "/a%20b,/c%FF");
    g_assert_true (paddock_outfit_has_any (outfit));
    options = paddock_outfit_pack (outfit, START, &error);
    g_assert_no_error (error);
    g_assert_true (paddock_outfit_is_packed (outfit));
    text = g_strjoinv ("|", (char **) options->argv);
    g_assert_cmpstr (text, ==, is_literal ? "./sh|{roots}|x={root}" : "./sh|/a b|/c\xff|x=/a b");
    g_assert_cmpstr (options->program, ==, enters ? program : NULL);
    g_assert_cmpint (options->folders != NULL, ==, enters);
    if (enters)
      g_assert_cmpstr (options->folders[0], ==, "/a b");
    g_assert_cmpstr (g_environ_getenv ((char **) options->environment, PADDOCK_ENV_ROOTS), ==,
                     "[{\"uri\":\"file:///a%20b\"},{\"uri\":\"file:///c%FF\"}]");
  }
}

/* A folder that is entered is no place to look for the program. */
static void
test_no_program (void)
{
  static const char * const argv[] = { "no-such-program-anywhere", NULL };

  for (guint enters = 0; enters <= 1; enters++) {
    g_autoptr (PaddockOutfit) outfit = paddock_outfit_new (&(PaddockOutfitOptions) {
      .argv = argv, .enters_folder = enters,
    });
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (paddock_outfit_pack (outfit, START, &error) == NULL, ==, enters);
    g_assert_cmpint (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND), ==, enters);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outfit/decide", test_decide);
  g_test_add_func ("/outfit/period", test_period);
  g_test_add_func ("/outfit/asks", test_asks);
  g_test_add_func ("/outfit/asks-again", test_asks_again);
  g_test_add_func ("/outfit/explains", test_explains);
  g_test_add_func ("/outfit/pack", test_pack);
  g_test_add_func ("/outfit/no-program", test_no_program);
  return g_test_run ();
}
