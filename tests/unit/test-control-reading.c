/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-reading.h"

#include "paddock-access-result.h"

#include "service-control-fixture.h"

#include <gio/gunixfdlist.h>

/* CheckAccess and OpenAccess over a bus: r1, and s1, which sees nothing. */

static Desk *
desk_new_with_file (void)
{
  Desk *desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_ALLOWED);
  return desk;
}

/* @options: the dictionary, as text. */
static GVariant *
call (Desk         *desk,
      const char   *method,
      const char   *server_id,
      const char   *relative,
      const char   *options,
      GUnixFDList **out_descriptors,
      GError      **error)
{
  g_autofree char *path = tree_path (desk->scene->tree, relative);
  g_autoptr (GAsyncResult) result = NULL;

  g_dbus_connection_call_with_unix_fd_list (
    desk->command, g_dbus_connection_get_unique_name (desk->service), PADDOCK_SERVICE_OBJECT_PATH,
    paddock_bus_control_interface_info ()->name, method,
    g_variant_new ("(s^ay@a{sv})", server_id, path, g_variant_new_parsed (options)), NULL,
    G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  return g_dbus_connection_call_with_unix_fd_list_finish (desk->command, out_descriptors, result,
                                                          error);
}

static PaddockAccessResult *
ask (Desk         *desk,
     const char   *method,
     const char   *server_id,
     const char   *relative,
     GUnixFDList **out_descriptors)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = call (desk, method, server_id, relative, "@a{sv} {}",
                                     out_descriptors, &error);
  g_autoptr (GVariant) dictionary = NULL;

  g_assert_no_error (error);
  dictionary = g_variant_get_child_value (reply, 0);
  return paddock_access_result_from_variant (dictionary);
}

static void
test_check (void)
{
  g_autoptr (Desk) desk = desk_new_with_file ();
  g_autofree char *path = tree_path (desk->scene->tree, "home/projects/file");
  g_autoptr (GUnixFDList) descriptors = NULL;
  g_autoptr (PaddockAccessResult) result = ask (desk, "CheckAccess", "", "home/projects/file",
                                                &descriptors);

  g_assert_cmpint (result->verdict, ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (result->path, ==, path);
  g_assert_cmpstr (result->root_id, ==, "r1");
  g_assert_cmpint (result->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (result->size, ==, 4);
  g_assert_cmpint (result->limit, ==, PADDOCK_READING_SIZE_LIMIT);
  g_assert_cmpint (result->handle, ==, -1);
  g_assert_null (descriptors);
}

static void
test_open (void)
{
  g_autoptr (Desk) desk = desk_new_with_file ();
  g_autoptr (GUnixFDList) descriptors = NULL;
  g_autoptr (PaddockAccessResult) result = ask (desk, "OpenAccess", "", "home/projects/file",
                                                &descriptors);
  char text[8];
  int fd;

  g_assert_cmpint (result->verdict, ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpint (result->handle, ==, 0);
  g_assert_cmpint (g_unix_fd_list_get_length (descriptors), ==, 1);
  fd = g_unix_fd_list_get (descriptors, 0, NULL);
  g_assert_cmpint (read (fd, text, sizeof text), ==, 4);
  close (fd);
}

static void
test_refused (void)
{
  g_autoptr (Desk) desk = desk_new_with_file ();
  static const char * const methods[] = { "CheckAccess", "OpenAccess" };
  static const struct {
    const char         *server_id;
    const char         *relative;
    PaddockReadVerdict  verdict;
  } rows[] = {
    { "", "home/file", PADDOCK_READ_OUTSIDE },
    { "", "home/projects/none", PADDOCK_READ_MISSING },
    { "", "home/projects", PADDOCK_READ_NOT_A_FILE },
    { "s1", "home/projects/file", PADDOCK_READ_OUTSIDE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows) * 2; i++) {
    g_autoptr (GUnixFDList) descriptors = NULL;
    g_autoptr (PaddockAccessResult) result = ask (desk, methods[i % 2], rows[i / 2].server_id,
                                                  rows[i / 2].relative, &descriptors);

    g_assert_cmpint (result->verdict, ==, rows[i / 2].verdict);
    g_assert_null (result->path);
    g_assert_null (descriptors);
  }
}

static void
test_bad_calls (void)
{
  static const struct {
    const char *method;
    const char *arguments;
    const char *error;
  } rows[] = {
    { "CheckAccess", "('nobody', b'/x', @a{sv} {})", "NotFound" },
    { "OpenAccess", "('nobody', b'/x', @a{sv} {})", "NotFound" },
    { "OpenAccess", "('r1', b'/x', @a{sv} {})", "NotFound" },
    { "OpenAccess", "('', b'/x', {'write': <true>})", "InvalidArgument" },
  };
  static const struct {
    const char *reference;
    const char *verdict;
  } references[] = {
    { "@ay []", "malformed" },
    { "@ay [0]", "malformed" },
    { "@ay [47, 0, 0]", "malformed" },
    { "@ay [47, 0, 47]", "malformed" },
    { "@ay [47]", "outside" },
    { "@ay [47, 0]", "outside" },
    { "b'\\377'", "malformed" },
    { "b'/\\377'", "outside" },
  };
  g_autoptr (Desk) desk = desk_new_with_file ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    desk_refuse (desk, desk->command, rows[i].method, rows[i].arguments, rows[i].error);
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++) {
    g_autofree char *arguments = g_strdup_printf ("('', %s, {'write': <7>, 'new': <1>})",
                                                  references[i].reference);
    g_autofree char *expected = g_strdup_printf ("({'verdict': <'%s'>},)", references[i].verdict);

    desk_expect (desk, desk->command, "CheckAccess", arguments, expected);
  }
}

static PaddockChoices
get_choices (Desk *desk)
{
  return paddock_snapshot_get_server (desk->scene->snapshot, "s1")->choices;
}

/* Switching it on leads to a question for a command, and acts at once for the window. Every caller
 * can switch it off. */
static void
test_set_reading (void)
{
  static const struct {
    const char *arguments;
    const char *error;
  } rows[] = {
    { "('nobody', true)", "NotFound" }, { "('', false)", "NotFound" },
    { "('r1', true)", "NotFound" }, { "('s2', true)", "Refused" }, { "('l', true)", "Refused" },
  };
  g_autoptr (Desk) desk = desk_new_with_file ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) launch = fixture_launch ("server");
  g_autoptr (PaddockServer) launched = paddock_server_new (&(PaddockServer) {
    .id = "l", .identity = launch, .standing = PADDOCK_STANDING_ALLOWED,
  });
  GPtrArray *waiting = paddock_prompts_get_requests (desk->scene->queue);
  g_autoptr (GVariant) question = NULL;

  paddock_changes_put_server (changes, launched);
  scene_commit (desk->scene, changes);
  scene_meet (desk->scene, "s2", PADDOCK_STANDING_UNDECIDED);
  desk_become_agent (desk);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    desk_refuse (desk, desk->command, "SetServerReading", rows[i].arguments, rows[i].error);
    desk_refuse (desk, desk->window, "SetServerReading", rows[i].arguments, rows[i].error);
  }
  desk_expect (desk, desk->command, "SetServerReading", "('s2', false)", "('',)");

  desk_expect (desk, desk->window, "SetServerReading", "('s1', true)", "('',)");
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_READING);
  desk_expect (desk, desk->command, "SetServerReading", "('s1', true)", "('',)");
  desk_expect (desk, desk->command, "SetServerReading", "('s1', false)", "('',)");
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_NONE);
  g_assert_cmpuint (waiting->len, ==, 0);

  question = desk_call (desk, desk->command, "SetServerReading", "('s1', true)");
  g_assert_cmpuint (waiting->len, ==, 1);
  g_assert_cmpint (((PaddockPrompt *) waiting->pdata[0])->kind, ==, PADDOCK_PROMPT_LET_READ);
  g_assert_cmpuint (get_choices (desk), ==, PADDOCK_CHOICE_NONE);
  /* Switching off settles no waiting question; switching on does. */
  desk_expect (desk, desk->window, "SetServerReading", "('s1', false)", "('',)");
  g_assert_cmpuint (waiting->len, ==, 1);
  desk_expect (desk, desk->window, "SetServerReading", "('s1', true)", "('',)");
  g_assert_cmpuint (waiting->len, ==, 0);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_READING_ON, 0), ==, 2);
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_READING_OFF, 0), ==, 1);
}

/* All reads of one connection are counted together, for whatever server it asks. Nobody can use up
 * another one's limit. */
static void
test_counted (void)
{
  g_autoptr (Desk) desk = desk_new_with_file ();
  gboolean is_over = FALSE;

  for (guint i = 0; i < 1000 && !is_over; i++) {
    g_autoptr (GVariant) reply = desk_call (desk, desk->command, "CheckAccess",
                                            "('s1', b'/x', @a{sv} {})");
    g_autofree char *text = g_variant_print (reply, FALSE);

    is_over = g_str_equal (text, "({'verdict': <'rate-limited'>},)");
  }
  g_assert_true (is_over);
  desk_expect (desk, desk->window, "CheckAccess", "('s1', b'/x', @a{sv} {})",
               "({'verdict': <'outside'>},)");
  desk_expect (desk, desk->command, "CheckAccess", "('', b'/x', @a{sv} {})",
               "({'verdict': <'rate-limited'>},)");
}

/* The window hears about a program with too many refusals, until it acknowledges that. The refusals
 * count for the program, not for the server in whose name it asked. Checks do not count. */
static void
test_refused_often (void)
{
  g_autoptr (Desk) desk = desk_new_with_file ();
  g_autoptr (PaddockCaller) caller = paddock_caller_new_for_pid (":1.1", (guint32) getpid (),
                                                                 NULL);
  g_autofree char *expected = g_strdup_printf ("(<[':%s']>,)", caller->label);
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *text = NULL;

  paddock_reading_set_refusals (desk->reading, desk->refusals);
  for (guint i = 0; i < 60; i++) {
    g_autoptr (GVariant) answer = desk_call (desk, desk->command,
                                             i < 30 ? "CheckAccess" : "OpenAccess",
                                             i % 2 ? "('s1', b'/x', @a{sv} {})"
                                                   : "('', b'/x', @a{sv} {})");

    if (i < 30)
      g_assert_null (paddock_refusals_get_servers (desk->refusals)[0]);
  }
  WAIT_FOR (strstr (desk->heard->str, "refused\n") != NULL);
  reply = test_bus_call (desk->command, g_dbus_connection_get_unique_name (desk->service),
                         PADDOCK_SERVICE_OBJECT_PATH, "org.freedesktop.DBus.Properties", "Get",
                         g_variant_new ("(ss)", paddock_bus_control_interface_info ()->name,
                                        "RefusedOften"), NULL);
  text = g_variant_print (reply, FALSE);
  g_assert_cmpstr (text, ==, expected);

  desk_refuse (desk, desk->command, "AcknowledgeRefusals", NULL, "NotAgent");
  desk_become_agent (desk);
  desk_expect (desk, desk->window, "AcknowledgeRefusals", NULL, "()");
  g_assert_null (paddock_refusals_get_servers (desk->refusals)[0]);
  paddock_reading_set_refusals (desk->reading, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-reading/check", test_check);
  g_test_add_func ("/control-reading/open", test_open);
  g_test_add_func ("/control-reading/refused", test_refused);
  g_test_add_func ("/control-reading/bad-calls", test_bad_calls);
  g_test_add_func ("/control-reading/counted", test_counted);
  g_test_add_func ("/control-reading/refused-often", test_refused_often);
  g_test_add_func ("/control-reading/set-reading", test_set_reading);
  return g_test_run ();
}
