/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-launcher.h"

#include "paddock-limits.h"

static void
on_paced (PaddockLauncher *launcher,
          gboolean         lists_early,
          GString         *events)
{
  g_string_append (events, lists_early ? "early " : "late ");
}

static void
on_reported (PaddockLauncher *launcher,
             int              event,
             int              reason,
             guint            count,
             GString         *events)
{
  g_string_append_printf (events, "%s:%s:%u ",
                          paddock_journal_entry_event_to_nick ((PaddockEvent) event),
                          paddock_reason_to_nick ((PaddockReason) reason), count);
}

static void
on_changed (PaddockLauncher *launcher,
            GString         *events)
{
  g_string_append (events, "changed ");
}

static PaddockLauncher *
make (GString *events)
{
  PaddockLauncher *launcher = paddock_launcher_new ();

  g_signal_connect (launcher, "paced", G_CALLBACK (on_paced), events);
  g_signal_connect (launcher, "reported", G_CALLBACK (on_reported), events);
  g_signal_connect (launcher, "changed", G_CALLBACK (on_changed), events);
  return launcher;
}

static void
test_pace (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) launcher = make (events);

  g_assert_false (paddock_launcher_lists_early (launcher));
  paddock_launcher_set_lists_early (launcher, TRUE);
  g_assert_true (paddock_launcher_lists_early (launcher));

  /* Only the first one counts. */
  paddock_launcher_receive_pace (launcher, FALSE);
  paddock_launcher_receive_pace (launcher, TRUE);
  g_assert_cmpstr (events->str, ==, "late ");
}

static void
test_report (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) launcher = make (events);

  paddock_launcher_receive_report (launcher, PADDOCK_EVENT_RESTARTED, PADDOCK_REASON_NONE, 3);
  g_assert_true (g_str_has_suffix (events->str, ":3 "));
}

static void
test_held (void)
{
  static const char * const one[] = { "/a", NULL };
  static const char * const two[] = { "/a", "/b", NULL };
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) launcher = make (events);

  paddock_launcher_receive_held (launcher, PADDOCK_REASON_NONE, one);
  g_assert_cmpstr (events->str, ==, "");
  paddock_launcher_receive_held (launcher, PADDOCK_REASON_TASKS, one);
  paddock_launcher_receive_held (launcher, PADDOCK_REASON_TASKS, one);
  g_assert_cmpstr (events->str, ==, "changed ");
  g_assert_cmpint (paddock_launcher_get_unenforced (launcher), ==, PADDOCK_REASON_TASKS);
  paddock_launcher_receive_held (launcher, PADDOCK_REASON_TASKS, two);
  g_assert_cmpstr (events->str, ==, "changed changed ");
  g_assert_cmpstr (paddock_launcher_get_held (launcher)[1], ==, "/b");

  /* Without a reason nothing is held, whatever the paths say. */
  paddock_launcher_receive_held (launcher, PADDOCK_REASON_NONE, two);
  g_assert_cmpstr (events->str, ==, "changed changed changed ");
  g_assert_null (paddock_launcher_get_held (launcher)[0]);
}

static void
test_pending (void)
{
  static const char * const one[] = { "/a", NULL };
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) launcher = make (events);
  PaddockReason why;

  g_assert_null (paddock_launcher_get_pending (launcher, &why));
  g_assert_cmpint (why, ==, PADDOCK_REASON_NONE);
  paddock_launcher_receive_pending (launcher, PADDOCK_REASON_BATCHES, one);
  paddock_launcher_receive_pending (launcher, PADDOCK_REASON_BATCHES, one);
  g_assert_cmpstr (events->str, ==, "changed ");
  g_assert_cmpstr (paddock_launcher_get_pending (launcher, &why)[0], ==, "/a");
  g_assert_cmpint (why, ==, PADDOCK_REASON_BATCHES);
  g_assert_null (paddock_launcher_get_held (launcher));
  paddock_launcher_receive_pending (launcher, PADDOCK_REASON_NONE, one);
  g_assert_cmpstr (events->str, ==, "changed changed ");
  g_assert_null (paddock_launcher_get_pending (launcher, &why)[0]);
  g_assert_cmpint (why, ==, PADDOCK_REASON_NONE);
}

/* Only the first one is for the journal. */
static void
test_confined (void)
{
  static const char * const none[] = { NULL };
  static const char * const one[] = { "/a", NULL };
  g_autoptr (PaddockConfined) first = paddock_confined_new (TRUE, NULL, none, 0);
  g_autoptr (PaddockConfined) second = paddock_confined_new (TRUE, NULL, one, 0);
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) launcher = make (events);

  g_assert_null (paddock_launcher_get_confined (launcher));
  paddock_launcher_receive_confined (launcher, first);
  paddock_launcher_receive_confined (launcher, first);
  g_assert_cmpstr (events->str, ==, "confined:none:1 changed ");
  g_assert_true (paddock_confined_equal (paddock_launcher_get_confined (launcher), first));
  g_string_truncate (events, 0);
  paddock_launcher_receive_confined (launcher, second);
  g_assert_cmpstr (events->str, ==, "changed ");
  g_assert_cmpstr (paddock_launcher_get_confined (launcher)->reads[0], ==, "/a");
}

static void
test_suggestions (void)
{
  g_autofree char *longest = g_strnfill (PADDOCK_LIMIT_CLAIMS_IN_ALL - 1, 'x');
  const char * const all[] = { longest, NULL };
  static const char * const one[] = { "file:///a", NULL };
  static const char * const none[] = { NULL };
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (PaddockLauncher) first = paddock_launcher_new ();
  g_autoptr (PaddockLauncher) second = make (events);

  g_assert_null (paddock_launcher_get_suggestions (first));
  paddock_launcher_set_suggestions (first, all);
  g_assert_cmpuint (g_strv_length ((GStrv) paddock_launcher_get_suggestions (first)), ==, 1);

  /* All launchers share one limit. */
  paddock_launcher_set_suggestions (second, one);
  g_assert_null (paddock_launcher_get_suggestions (second));
  g_assert_cmpstr (events->str, ==, "");
  g_clear_object (&first);
  paddock_launcher_set_suggestions (second, one);
  g_assert_cmpstr (events->str, ==, "changed ");
  paddock_launcher_set_suggestions (second, one);
  g_assert_cmpstr (events->str, ==, "changed ");
  g_assert_cmpstr (paddock_launcher_get_suggestions (second)[0], ==, "file:///a");
  paddock_launcher_set_suggestions (second, NULL);
  g_assert_null (paddock_launcher_get_suggestions (second));
  paddock_launcher_set_suggestions (second, none);
  g_assert_cmpstr (events->str, ==, "changed changed ");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launcher/pace", test_pace);
  g_test_add_func ("/launcher/report", test_report);
  g_test_add_func ("/launcher/held", test_held);
  g_test_add_func ("/launcher/pending", test_pending);
  g_test_add_func ("/launcher/confined", test_confined);
  g_test_add_func ("/launcher/suggestions", test_suggestions);
  return g_test_run ();
}
