/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-verify.h"

#include "paddock-app-file.h"
#include "paddock-error.h"

#include <string.h>

/* What may differ after a change, and what may not. */

#define BEFORE \
  "{\"a\":1,\"mcpServers\":{\"x\":{\"command\":\"n\",\"args\":[\"y\"],\"env\":{\"A\":\"b\"}}," \
  "\"z\":{}}}"
#define AFTER(command, args, more) \
  "{\"a\":1,\"mcpServers\":{\"x\":{\"command\":\"" command "\",\"args\":[" args "]" more \
  "},\"z\":{}}}"
#define OWN "\"run\",\"--key\",\"K\",\"--\",\"n\",\"y\""
#define ENV ",\"env\":{\"A\":\"b\"}"

static gboolean
verify (const char  *changed,
        GError     **error)
{
  static const char * const words[] = { "n", "y", NULL };
  PaddockAppExpectation expectation = { TRUE, words, NULL, "K" };
  const PaddockApp *app = paddock_app_find ("cursor");
  g_autoptr (GBytes) before = g_bytes_new (BEFORE, strlen (BEFORE));
  g_autoptr (GBytes) after = g_bytes_new (changed, strlen (changed));
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, before, NULL);
  g_autoptr (GPtrArray) entries = paddock_app_file_read (app, &app->places[0], tree, NULL);

  return paddock_app_verify (app, tree, g_ptr_array_index (entries, 0), after, &expectation, error);
}

static void
test_right (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (verify (AFTER ("paddock", OWN, ENV), &error));
  g_assert_no_error (error);
  g_assert_true (verify (AFTER ("/x/paddock-host", " " OWN, " ,\"env\": {\"A\" :\"b\"}"), NULL));
}

static void
test_wrong (void)
{
  static const char * const rows[] = {
    "",
    "{",
    BEFORE,
    /* Another command, argument or key, or a form that can't be taken out again. */
    AFTER ("paddock", "\"run\",\"--key\",\"K\",\"--\",\"m\",\"y\"", ENV),
    AFTER ("paddock", "\"run\",\"--key\",\"K\",\"--\",\"n\",\"x\"", ENV),
    AFTER ("paddock", "\"run\",\"--key\",\"K\",\"--\",\"n\"", ENV),
    AFTER ("paddock", "\"run\",\"--key\",\"K\",\"--\",\"n\",\"y\",\"z\"", ENV),
    AFTER ("paddock", "\"run\",\"--key\",\"L\",\"--\",\"n\",\"y\"", ENV),
    AFTER ("paddock", "\"run\",\"--\",\"n\",\"y\"", ENV),
    AFTER ("paddock", "\"mcp\",\"--key\",\"K\",\"--\",\"n\",\"y\"", ENV),
    AFTER ("other", OWN, ENV),
    AFTER ("paddock", OWN, ENV ",\"args\":[]"),
    AFTER ("paddock", OWN, ENV ",\"url\":\"https://x.org\""),
    /* Another member of the entry. */
    AFTER ("paddock", OWN, ""),
    AFTER ("paddock", OWN, ",\"env\":{\"A\":\"c\"}"),
    AFTER ("paddock", OWN, ",\"env\":{\"A\":\"\\u0062\"}"),
    AFTER ("paddock", OWN, ",\"en\":{\"A\":\"b\"}"),
    AFTER ("paddock", OWN, ENV ",\"b\":1"),
    /* A byte outside of the entry. */
    " " AFTER ("paddock", OWN, ENV),
    AFTER ("paddock", OWN, ENV) "\n",
    "{\"a\":2,\"mcpServers\":{\"x\":{\"command\":\"paddock\",\"args\":[" OWN "]" ENV "},\"z\":{}}}",
    "{\"a\":1,\"mcpServers\":{\"w\":{\"command\":\"paddock\",\"args\":[" OWN "]" ENV "},\"z\":{}}}",
    "{\"a\":1,\"mcpServers\":{\"x\":{\"command\":\"paddock\",\"args\":[" OWN "]" ENV "}}}",
    /* The bytes at both ends are equal, and there is an entry more. */
    AFTER ("paddock", OWN, ENV "},\"y\":{\"command\":\"evil\""),
    AFTER ("paddock", OWN, "},\"y\":{\"command\":\"evil\"" ENV),
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", rows[i]);
    g_assert_false (verify (rows[i], &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-verify/right", test_right);
  g_test_add_func ("/app-verify/wrong", test_wrong);
  return g_test_run ();
}
