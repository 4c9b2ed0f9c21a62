/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-mention.h"

#include "paddock-app-file.h"

#include <string.h>

/* Which entries start Paddock, whatever their form. */

typedef struct {
  const char *app;
  const char *entry;                /* JSON, without the braces around it */
} Row;

static gboolean
find (const Row *row)
{
  const PaddockApp *app = paddock_app_find (row->app);
  g_autofree char *text = g_strdup_printf ("{\"s\":{%s}}", row->entry);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, &error);

  g_assert_no_error (error);
  return paddock_app_mention_find (app, tree, paddock_config_tree_find (tree, 0, "s", NULL));
}

static void
test_named (void)
{
  static const Row rows[] = {
    { "cursor", "\"command\":\"paddock\"" },
    { "cursor", "\"command\":\"paddock\",\"args\":[\"mcp\"]" },
    { "cursor", "\"command\":\"/opt/x/paddock-host\",\"args\":[\"run\",\"--new\",\"--\",\"x\"]" },
    { "cursor", "\"command\":\"p\\u0061ddock\",\"args\":[1,\"run\"]" },
    { "cursor", "\"command\":\"paddock\",\"args\":\"run -- x\"" },
    { "cursor", "\"command\":\"x\",\"command\":\"paddock\"" },
    { "cursor", "\"args\":[\"run\"],\"command\":\"paddock\",\"args\":[]" },
    { "cursor", "\"command\":\"paddock\",\"url\":\"https://example.org\"" },
    { "cursor", "\"command\":{\"path\":\"paddock\",\"args\":[]}" },
    { "cursor", "\"transport\":{\"command\":\"paddock\"}" },
    { "cursor", "\"command\":\"env\",\"args\":[\"A=1\",\"paddock\",\"run\",\"--\",\"x\"]" },
    { "cursor", "\"command\":\"env\",\"args\":[\"-i\",\"/p/paddock\",\"run\",\"--key\",\"K\","
      "\"--\",\"x\"]" },
    { "cursor", "\"command\":\"env\",\"args\":[\"-i\",\"paddock\",\"run\",\"--\",\"x\"]" },
    { "cursor", "\"command\":\"sh\",\"args\":[\"-c\",\"paddock run x\"]" },
    { "cursor", "\"command\":\"sh\",\"args\":[\"-c\",\"cd /x&&exec '/p/paddock' run -- x\"]" },
    { "cursor", "\"command\":\"sh\",\"args\":[\"-c\",\"cd /x\\npaddock run x\"]" },
    { "zed", "\"command\":\"paddock run -- x\"" },
    { "zed", "\"command\":\"A=1 paddock run -- x\"" },
    { "opencode", "\"command\":[\"paddock\",\"run\",2]" },
    { "opencode", "\"command\":[\"env\",\"paddock\",\"run\",\"x\"]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!find (&rows[i]))
      g_error ("%s isn't found", rows[i].entry);
}

static void
test_near_misses (void)
{
  static const Row rows[] = {
    { "cursor", "" },
    { "cursor", "\"command\":\"npx\",\"args\":[\"-y\",\"paddock\"]" },
    { "cursor", "\"command\":\"npx\",\"args\":[\"server-filesystem\",\"/home/me/paddock\"]" },
    { "cursor", "\"command\":\"npx\",\"args\":[\"-y\",\"paddock-server\",\"run\"]" },
    { "cursor", "\"command\":\"/home/me/paddock/server\",\"args\":[\"run\"]" },
    { "cursor", "\"command\":\"paddocks\",\"args\":[\"run\",\"--\",\"x\"]" },
    { "cursor", "\"command\":\"x\",\"description\":\"paddock run\"" },
    { "cursor", "\"command\":\"x\",\"env\":{\"P\":\"paddock run -- x\",\"paddock\":\"run\"}" },
    { "cursor", "\"command\":\"uv\",\"args\":[\"--directory\",\"/src/paddock\",\"run\",\"x.py\"]" },
    { "cursor", "\"command\":\"uv\",\"args\":[\"--directory\",\"/src/paddock\",\"run\",\"--with\","
      "\"y\",\"x.py\"]" },
    { "cursor", "\"command\":\"uv\",\"args\":[\"--directory=/src/paddock\",\"run\",\"x.py\"]" },
    { "cursor", "\"command\":\"npm\",\"args\":[\"--prefix\",\"/src/paddock\",\"run\",\"mcp\"]" },
    { "cursor", "\"command\":\"npm\",\"args\":[\"--prefix\",\"/src/my paddock\",\"run\",\"mcp\"]" },
    { "cursor", "\"command\":\"sh\",\"args\":[\"-c\",\"cd /src/paddock && npm run mcp\"]" },
    { "cursor", "\"command\":\"sh\",\"args\":[\"-c\",\"cd /src/paddock; run\"]" },
    { "cursor", "\"url\":\"https://example.org/paddock\"" },
    { "opencode", "\"command\":[\"x\",\"paddock\"]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (find (&rows[i]))
      g_error ("%s is found", rows[i].entry);
}

static void
test_anywhere (void)
{
  static const struct {
    const char *text;
    gboolean    is_named;
  } rows[] = {
    { "{\"a\":[1,{\"b\":\"paddock\"}]}", TRUE },
    { "{\"a\":\"exec /opt/paddock run\"}", TRUE },
    { "{\"paddock\":[\"paddocks\",\"--paddock\",1,null]}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (rows[i].text, strlen (rows[i].text));
    g_autoptr (PaddockConfigTree) tree =
      paddock_app_file_scan (paddock_app_find ("cursor"), bytes, NULL);

    g_assert_cmpint (paddock_app_mention_find_anywhere (tree, 0), ==, rows[i].is_named);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-mention/named", test_named);
  g_test_add_func ("/app-mention/near-misses", test_near_misses);
  g_test_add_func ("/app-mention/anywhere", test_anywhere);
  return g_test_run ();
}
