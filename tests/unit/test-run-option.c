/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-run-option.h"

typedef struct {
  const char *line;                 /* words with "|" between them */
  guint       n_words;
  const char *name;                 /* the option that has a value, and the value; NULL: none */
  const char *value;
} Case;

static const Case cases[] = {
  { "--name|N|x", 2, "--name", "N" },
  { "--key|K", 2, "--key", "K" },
  { "--key|--", 2, "--key", "--" },
  { "--key|", 2, "--key", "" },
  { "--key=K|x", 1, "--key", "K" },
  { "--key=|x", 1, "--key", "" },
  { "--key=a=b", 1, "--key", "a=b" },
  { "--socket|/s", 2, "--socket", "/s" },
  { "--host-roots=ignore", 1, "--host-roots", "ignore" },
  { "--on-revoke|notify", 2, "--on-revoke", "notify" },
  { "--url|u", 2, "--url", "u" },
  { "--header-file|f", 2, "--header-file", "f" },
  { "--bearer-file|f", 2, "--bearer-file", "f" },
  { "--insecure|x", 1 },
  { "--chdir|x", 1 },
  { "--env|x", 1 },
  { "--literal", 1 },
  { "--confine|x", 1 },
  { "--confine", 1 },
  { "--confine-network|none|x", 2, "--confine-network", "none" },
  { "--confine-network=none|x", 1, "--confine-network", "none" },
  { "--confine-read|/opt/x|x", 2, "--confine-read", "/opt/x" },
  { "--confine-read=/opt/x", 1, "--confine-read", "/opt/x" },
  { "--confine-write|/opt/x|x", 2, "--confine-write", "/opt/x" },
  { "--confine-write=/opt/x", 1, "--confine-write", "/opt/x" },
  { "--confine-env|NAME|x", 2, "--confine-env", "NAME" },
  { "--confine-env=NAME", 1, "--confine-env", "NAME" },

  { "", 0 },
  { "x|--name", 0 },
  { "-|x", 0 },
  { "--|x", 0 },
  { "-h|x", 0 },
  { "--help|x", 0 },
  { "--key", 0 },
  { "--confine-network", 0 },
  { "--confine-read", 0 },
  { "--confine-write", 0 },
  { "--confine-env", 0 },
  { "--confine=yes|x", 0 },
  { "--confine-|x", 0 },
  { "--confine-networks|x", 0 },
  { "--confin|x", 0 },
  { "--literal=1|x", 0 },
  { "--chdir=/|x", 0 },
  { "--Key|K", 0 },
  { "--keys=K|x", 0 },
  { "-key|K", 0 },
  { "--frobnicate|x", 0 },
};

static void
test_count (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = *cases[i].line != '\0' ? g_strsplit (cases[i].line, "|", -1)
                                                  : g_strsplit ("=", "=", 1);

    g_test_message ("%s", cases[i].line);
    g_assert_cmpuint (paddock_run_option_count_words ((const char * const *) words), ==,
                      cases[i].n_words);
  }
}

/* Each option has its own value, and no other one's. */
static void
test_value (void)
{
  static const char * const names[] = {
    "--name", "--key", "--socket", "--host-roots", "--on-revoke", "--url", "--header-file",
    "--bearer-file", "--confine-network", "--confine-read", "--confine-write",
    "--confine-env",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) words = g_strsplit (cases[i].line, "|", -1);

    if (cases[i].n_words == 0)
      continue;
    g_test_message ("%s", cases[i].line);
    for (gsize j = 0; j < G_N_ELEMENTS (names); j++)
      g_assert_cmpstr (paddock_run_option_get_value ((const char * const *) words, names[j]), ==,
                       g_strcmp0 (cases[i].name, names[j]) == 0 ? cases[i].value : NULL);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-option/count", test_count);
  g_test_add_func ("/run-option/value", test_value);
  return g_test_run ();
}
