/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-lists.h"

#include "service-control-fixture.h"

/* ListRoots, ListServers and ListRequests, page by page. */

/* The ids of a page, and the number for the next page. */
static char *
page (Desk       *desk,
      const char *method,
      gint64     *after,
      guint       limit)
{
  g_autofree char *arguments = g_strdup_printf ("(@x %" G_GINT64_FORMAT ", @u %u)", *after, limit);
  g_autoptr (GVariant) reply = desk_call (desk, desk->command, method, arguments);
  g_autoptr (GVariant) list = g_variant_get_child_value (reply, 0);
  GString *ids = g_string_new (NULL);

  g_variant_get_child (reply, 1, "x", after);
  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);
    const char *id;

    g_variant_lookup (dictionary, "id", "&s", &id);
    g_string_append_printf (ids, "%s ", id);
  }
  return g_string_free (ids, FALSE);
}

static void
test_roots_and_servers (void)
{
  static const char * const methods[] = { "ListRoots", "ListServers" };
  static const char * const ids[][2] = { { "r1 r2 ", "r3 " }, { "s1 s2 ", "s3 " } };
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_share (desk->scene, "r2", "home/projects/deep");
  scene_share (desk->scene, "r3", "home/projects/deep/er");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_UNDECIDED);
  scene_meet (desk->scene, "s2", PADDOCK_STANDING_ALLOWED);
  scene_meet (desk->scene, "s3", PADDOCK_STANDING_BLOCKED);

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++) {
    gint64 after = 0;
    g_autofree char *first = page (desk, methods[i], &after, 2);
    g_autofree char *second = page (desk, methods[i], &after, 2);

    g_assert_cmpstr (first, ==, ids[i][0]);
    g_assert_cmpstr (second, ==, ids[i][1]);
    g_assert_cmpint (after, ==, 0);
    desk_refuse (desk, desk->command, methods[i], "(@x 1, @u 0)", "NotFound");
  }
}

static void
test_requests (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  gint64 after = 0;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *expected = NULL;
  const char *one;
  const char *two;

  one = paddock_prompts_ask (desk->scene->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS, .server_id = "s1", .sessions = 1,
  }, NULL, NULL);
  two = paddock_prompts_ask (desk->scene->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ROOTS, .server_id = "s2", .sessions = 1,
  }, NULL, NULL);
  expected = g_strdup_printf ("%s %s ", one, two);
  first = page (desk, "ListRequests", &after, 1);
  second = page (desk, "ListRequests", &after, 1);
  g_assert_cmpint (after, ==, 0);
  g_assert_true (g_str_has_prefix (expected, first) && g_str_has_suffix (expected, second));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-lists/roots-and-servers", test_roots_and_servers);
  g_test_add_func ("/control-lists/requests", test_requests);
  return g_test_run ();
}
