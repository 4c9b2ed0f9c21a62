/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-run-line.h"

#define FOREIGN PADDOCK_RUN_LINE_FOREIGN
#define OTHER PADDOCK_RUN_LINE_OTHER
#define UNKNOWN PADDOCK_RUN_LINE_UNKNOWN
#define COMMAND PADDOCK_RUN_LINE_COMMAND
#define ADDRESS PADDOCK_RUN_LINE_ADDRESS

typedef struct {
  const char         *line;         /* words with "|" between them */
  PaddockRunLineKind  kind;
  guint               first;        /* the server's first word, or the address */
  const char         *key;
  gboolean            is_literal;
  gboolean            is_not_ours;
} Case;

static const Case cases[] = {
  { "npx|-y|x", FOREIGN, 0, NULL },
  { "paddocks|run|--|x", FOREIGN, 0, NULL },
  { "/opt/paddock/npx|run", FOREIGN, 0, NULL },
  { "", FOREIGN, 0, NULL },
  { "paddock", OTHER, 0, NULL },
  { "paddock|mcp", OTHER, 0, NULL },
  { "paddock|runs|--|x", OTHER, 0, NULL },
  { "paddock|--|run|x", OTHER, 0, NULL },

  { "paddock|run|--|npx", COMMAND, 3, NULL },
  { "/usr/bin/paddock|run|--key|K|--|npx|-y", COMMAND, 5, "K" },
  { "/x/paddock-host|run|--key|K|--literal|--|npx", COMMAND, 6, "K", TRUE },
  { "paddock|run|--key|run|--|--|x", COMMAND, 5, "run" },
  { "paddock|run|--key|--|--|x", COMMAND, 5, "--" },
  { "paddock|run|--|npx|--url|u|--key|K", COMMAND, 3, NULL },
  { "paddock|run|--|paddock|run|--|x", COMMAND, 3, NULL },
  { "paddock|run|npx|-y", COMMAND, 2, NULL, FALSE, TRUE },
  { "paddock|run|--name|N|--|npx", COMMAND, 5, NULL, FALSE, TRUE },
  { "paddock|run|--chdir|--env|--|npx", COMMAND, 5, NULL, FALSE, TRUE },
  { "paddock|run|--host-roots|ignore|--on-revoke|notify|--|npx", COMMAND, 7, NULL, FALSE, TRUE },
  { "paddock|run|--socket|/s|npx", COMMAND, 4, NULL, FALSE, TRUE },

  { "paddock|run|--key=K|--|npx", COMMAND, 4, "K", FALSE, TRUE },
  { "paddock|run|--key=|--|npx", COMMAND, 4, "", FALSE, TRUE },
  { "paddock|run|--name=N|npx", COMMAND, 3, NULL, FALSE, TRUE },
  { "paddock|run|--key|K|--confine|--|npx|-y", COMMAND, 6, "K", FALSE, TRUE },
  { "paddock|run|--confine|npx|--confine|--key|K", COMMAND, 3, NULL, FALSE, TRUE },
  { "paddock|run|--confine|--literal|--|npx", COMMAND, 5, NULL, TRUE, TRUE },
  { "paddock|run|--confine|--confine-network|none|--|npx", COMMAND, 6, NULL, FALSE, TRUE },
  { "paddock|run|--confine|--confine-network=none|--key|K|npx", COMMAND, 6, "K", FALSE, TRUE },
  { "paddock|run|--confine|--confine-read|/opt/x|--confine-read=~/y|--|npx", COMMAND, 7, NULL,
    FALSE, TRUE },
  { "paddock|run|--confine|--confine-read|--|--|npx", COMMAND, 6, NULL, FALSE, TRUE },
  { "paddock|run|--confine|--confine-env|TOKEN|--confine-env=OTHER|npx|-y", COMMAND, 6, NULL, FALSE,
    TRUE },

  { "paddock|run|--url|u", ADDRESS, 3, NULL },
  { "paddock|run|--key|K|--url|u", ADDRESS, 5, "K" },
  { "paddock|run|--url|u|--", ADDRESS, 3, NULL },
  { "paddock|run|--url|u|--bearer-file|f", ADDRESS, 3, NULL, FALSE, TRUE },
  { "paddock|run|--url|u|--insecure", ADDRESS, 3, NULL, FALSE, TRUE },

  { "paddock|run", UNKNOWN, 0, NULL },
  { "paddock|run|--", UNKNOWN, 0, NULL },
  { "paddock|run|--|", UNKNOWN, 0, NULL },
  { "paddock|run|--key", UNKNOWN, 0, NULL },
  { "paddock|run|--key|K", UNKNOWN, 0, "K" },
  { "paddock|run|--url|u|--|npx", UNKNOWN, 0, NULL },
  { "paddock|run|--frobnicate|--|npx", UNKNOWN, 0, NULL },
  { "paddock|run|--url=u", UNKNOWN, 0, NULL },
  { "paddock|run|--confine", UNKNOWN, 0, NULL },
  { "paddock|run|--confine=yes|--|npx", UNKNOWN, 0, NULL },
  { "paddock|run|--confine|--confine-read", UNKNOWN, 0, NULL },
  { "paddock|run|--confines|--|npx", UNKNOWN, 0, NULL },
  { "paddock|run|-h", UNKNOWN, 0, NULL },
};

static void
test_parse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = *cases[i].line != '\0' ? g_strsplit (cases[i].line, "|", -1)
                                                  : g_strsplit ("x", "|", -1);
    PaddockRunLine line = paddock_run_line_parse ((const char * const *) words);

    g_test_message ("%s", cases[i].line);
    g_assert_cmpint (line.kind, ==, cases[i].kind);
    g_assert_cmpstr (line.key, ==, cases[i].key);
    if (line.kind == COMMAND)
      g_assert_cmpuint (line.n_own, ==, cases[i].first);
    if (line.kind == ADDRESS)
      g_assert_cmpuint (line.url, ==, cases[i].first);
    if (line.kind == COMMAND || line.kind == ADDRESS) {
      g_assert_cmpint (line.is_literal, ==, cases[i].is_literal);
      g_assert_cmpint (line.is_ours, ==, !cases[i].is_not_ours);
    }
  }
}

static void
test_templates (void)
{
  static const struct {
    const char *arguments;
    gboolean    has_templates;
  } rows[] = {
    { "x", FALSE }, { "{roots}", TRUE }, { "--dir={roots}", FALSE }, { "--dir={root}", TRUE },
    { "x|y|{root}", TRUE }, { "{Root}|{ root }", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = g_strsplit (rows[i].arguments, "|", -1);

    g_assert_cmpint (paddock_run_line_has_templates ((const char * const *) words), ==,
                     rows[i].has_templates);
  }
}

/* Also behind other programs, and not where a folder is called so. */
static void
test_run_within (void)
{
  static const struct {
    const char *words;
    gboolean    has_run;
  } rows[] = {
    { "paddock|run", TRUE }, { "env|/x/paddock-host|run|x", TRUE }, { "env|--|paddock|run", TRUE },
    { "env|-i|paddock|run|--|x", TRUE }, { "env|-i|paddock|run|--key=K|x", TRUE },
    { "", FALSE }, { "run|paddock", FALSE }, { "paddock|mcp", FALSE }, { "x|paddocks|run", FALSE },
    { "uv|--directory|/s/paddock|run", FALSE }, { "uv|--directory|paddock|run|x", FALSE },
    { "uv|--directory|/s/paddock|run|--with|x", FALSE }, { "uv|--d=/s/paddock|run|--|x", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) words = g_strsplit (rows[i].words, "|", -1);

    g_assert_cmpint (paddock_run_line_has_run ((const char * const *) words), ==, rows[i].has_run);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-line/parse", test_parse);
  g_test_add_func ("/run-line/templates", test_templates);
  g_test_add_func ("/run-line/run-within", test_run_within);
  return g_test_run ();
}
