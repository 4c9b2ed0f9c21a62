/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-control-fixture.h"

#include <sched.h>

/* The interface itself: who may call, and which methods exist. */

static char *
get_property (Desk       *desk,
              const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  reply = test_bus_call (desk->command, g_dbus_connection_get_unique_name (desk->service),
                         PADDOCK_SERVICE_OBJECT_PATH, "org.freedesktop.DBus.Properties", "Get",
                         g_variant_new ("(ss)", paddock_bus_control_interface_info ()->name, name),
                         &error);
  if (reply == NULL)
    return g_dbus_error_get_remote_error (error);
  return g_variant_print (reply, FALSE);
}

static void
assert_property (Desk       *desk,
                 const char *name,
                 const char *expected)
{
  g_autofree char *value = get_property (desk, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
test_properties (void)
{
  const struct {
    PaddockConsentMode  mode;
    const char         *text;
  } modes[] = {
    { PADDOCK_CONSENT_ASK, "(<'ask'>,)" },
    { PADDOCK_CONSENT_DENY, "(<'deny'>,)" },
    { PADDOCK_CONSENT_ALLOW, "(<'allow'>,)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autoptr (Desk) desk = desk_new (modes[i].mode);
    g_autofree char *version = get_property (desk, "Version");

    g_assert_true (g_pattern_match_simple ("(<'?*.?*.?*'>,)", version));
    assert_property (desk, "ConsentMode", modes[i].text);
    assert_property (desk, "SocketPath", "(<b'/run/caf\\351/mcp.sock'>,)");
    assert_property (desk, "Paused", "(<false>,)");
    desk_expect (desk, desk->command, "Pause", NULL, "()");
    assert_property (desk, "Paused", "(<true>,)");
    assert_property (desk, "HasAgent", "(<false>,)");
    desk_become_agent (desk);
    assert_property (desk, "HasAgent", "(<true>,)");
    assert_property (desk, "Nothing", "org.freedesktop.DBus.Error.InvalidArgs");
  }
}

static void
test_unknown_methods (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  desk_refuse (desk, desk->command, "GrantEverything", NULL, "UnknownMethod");
  desk_refuse (desk, desk->command, "listRoots", NULL, "UnknownMethod");
  desk_refuse (desk, desk->command, "ListRoots", "('x',)", "InvalidArgs");
  desk_refuse (desk, desk->command, "Block", NULL, "InvalidArgs");
  desk_refuse (desk, desk->command, "Block", "(['s1'],)", "InvalidArgs");
  desk_refuse (desk, desk->command, "Grant", "('s1', ['r1'])", "InvalidArgs");
}

/* A value of each type, for the arguments of a method; NULL if it has none. */
static char *
make_arguments (const GDBusMethodInfo *method)
{
  static const struct {
    const char *signature;
    const char *value;
  } samples[] = {
    { "s", "'x'" }, { "b", "false" }, { "x", "@x 0" }, { "u", "@u 1" }, { "as", "['x']" },
    { "ay", "b'/x'" }, { "aay", "@aay []" }, { "a{sv}", "@a{sv} {}" },
  };
  g_autoptr (GString) text = g_string_new ("(");

  if (method->in_args == NULL || method->in_args[0] == NULL)
    return NULL;
  for (gsize i = 0; method->in_args[i] != NULL; i++) {
    gsize length = text->len;

    for (gsize j = 0; j < G_N_ELEMENTS (samples); j++) {
      if (g_str_equal (samples[j].signature, method->in_args[i]->signature))
        g_string_append_printf (text, "%s%s%s", i > 1 ? ", " : "", samples[j].value,
                                i == 0 ? ", " : "");
    }
    if (text->len == length)
      g_error ("%s: no sample of %s", method->name, method->in_args[i]->signature);
  }
  return g_string_free (g_string_append_c (g_steal_pointer (&text), ')'), FALSE);
}

/* Each method that the XML declares has a handler. */
static void
test_every_method_is_handled (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  GDBusInterfaceInfo *info = paddock_bus_control_interface_info ();

  for (gsize i = 0; info->methods[i] != NULL; i++) {
    g_autofree char *arguments = make_arguments (info->methods[i]);
    g_autoptr (GError) error = NULL;
    g_autoptr (GVariant) reply = NULL;

    reply = desk_try (desk, desk->command, info->methods[i]->name, arguments, &error);
    if (reply == NULL) {
      g_autofree char *remote = g_dbus_error_get_remote_error (error);

      g_test_message ("%s: %s", info->methods[i]->name, remote);
      g_assert_true (g_str_has_prefix (remote, PADDOCK_ERROR_BUS_PREFIX));
    }
  }
}

static void
test_export (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockControl) second = NULL;
  g_autoptr (GVariant) roots = NULL;
  g_autoptr (GError) error = NULL;

  /* A connection can have one interface at a time; the first one stays. */
  second = paddock_control_new (&desk->context);
  g_assert_false (paddock_control_export (second, desk->service, &error));
  g_assert_nonnull (error);
  paddock_control_unexport (second);
  desk_expect (desk, desk->command, "ListRoots", NULL, "([], 0)");

  paddock_control_unexport (desk->control);
  paddock_control_unexport (desk->control);
  desk_refuse (desk, desk->command, "ListRoots", NULL, "UnknownMethod");
  scene_share (desk->scene, "r1", "home/projects");
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpstr (desk->heard->str, ==, "");
  g_assert_true (paddock_control_export (desk->control, desk->service, NULL));
  roots = desk_call (desk, desk->command, "ListRoots", NULL);
  g_assert_true (g_variant_is_of_type (roots, G_VARIANT_TYPE ("(aa{sv}x)")));
}

static void
on_used (PaddockControl *control,
         guint          *n_used)
{
  (*n_used)++;
}

static void
test_busy (void)
{
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);
  guint n_used = 0;

  g_signal_connect (desk->control, "used", G_CALLBACK (on_used), &n_used);
  g_assert_false (paddock_control_is_busy (desk->control));
  desk_expect (desk, desk->command, "ListRoots", NULL, "([], 0)");
  g_assert_cmpuint (n_used, ==, 2);
  desk_refuse (desk, desk->command, "Block", "('nobody',)", "NotFound");
  g_assert_cmpuint (n_used, ==, 4);
  g_assert_false (paddock_control_is_busy (desk->control));
  g_signal_handlers_disconnect_by_data (desk->control, &n_used);
}

/* A program in the sandbox of another application: its root directory has the file that Flatpak
 * creates. */
static int
call_from_sandbox (char **argv)
{
  g_autofree char *uid_map = g_strdup_printf ("%u %u 1", getuid (), getuid ());
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_root = getuid () == 0;

  if (!is_root && (unshare (CLONE_NEWUSER) != 0 ||
                   !g_file_set_contents_full ("/proc/self/uid_map", uid_map, -1,
                                              G_FILE_SET_CONTENTS_NONE, 0, NULL)))
    return SKIPPED; /* and the test skips, saying why */
  connection = g_dbus_connection_new_for_address_sync (
    argv[2],
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);
  if (connection == NULL || chroot (argv[4]) != 0)
    return SKIPPED; /* and the test skips, saying why */

  reply = g_dbus_connection_call_sync (connection, argv[3], PADDOCK_SERVICE_OBJECT_PATH,
                                       paddock_bus_control_interface_info ()->name, "ListRoots",
                                       g_variant_new ("(xu)", (gint64) 0, 0), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  if (reply != NULL)
    return 0;
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED) ? 1 : 2;
}

static void
on_child_ended (GPid     pid,
                int      status,
                gpointer user_data)
{
  *(int *) user_data = WIFEXITED (status) ? WEXITSTATUS (status) : 127;
}

static int
run_in_sandbox (Desk       *desk,
                const char *flatpak_info)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *root = tree_path (desk->scene->tree, "sandbox");
  g_autofree char *info = tree_path (desk->scene->tree, "sandbox/.flatpak-info");
  const char *argv[] = {
    self, "sandboxed", g_test_dbus_get_bus_address (desk->bus),
    g_dbus_connection_get_unique_name (desk->service), root, NULL,
  };
  int status = -1;
  GPid pid;

  tree_mkdir (desk->scene->tree, "sandbox");
  if (flatpak_info != NULL)
    g_assert_true (g_file_set_contents (info, flatpak_info, -1, NULL));
  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                &pid, NULL));
  g_child_watch_add (pid, on_child_ended, &status);
  WAIT_FOR (status >= 0);
  return status;
}

static void
test_sandboxes (void)
{
  const struct {
    const char *flatpak_info;
    int         status;
  } cases[] = {
    { NULL, 0 },
    { "[Application]\nname=" PADDOCK_APP_ID "\n", 0 },
    { "[Application]\nname=org.example.Other\n", 1 },
    { "[Application]\nname=" PADDOCK_APP_ID ".Devel\n", 1 },
    { "[Application]\n", 1 },
    { "[Runtime]\nname=" PADDOCK_APP_ID "\n", 1 },
    { "", 1 },
    { "no key file", 1 },
  };
  g_autoptr (Desk) desk = desk_new (PADDOCK_CONSENT_ASK);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    int status = run_in_sandbox (desk, cases[i].flatpak_info);

    if (status == SKIPPED) {
      g_test_skip ("this user may not change the root of a process");
      return;
    }
    g_assert_cmpint (status, ==, cases[i].status);
  }
}

int
main (int    argc,
      char **argv)
{
  /* Exits at once: a sanitizer's final work needs the original root directory. */
  if (argc == 5 && g_str_equal (argv[1], "sandboxed"))
    _exit (call_from_sandbox (argv));

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control/properties", test_properties);
  g_test_add_func ("/control/unknown-methods", test_unknown_methods);
  g_test_add_func ("/control/every-method-is-handled", test_every_method_is_handled);
  g_test_add_func ("/control/export", test_export);
  g_test_add_func ("/control/busy", test_busy);
  g_test_add_func ("/control/sandboxes", test_sandboxes);
  return g_test_run ();
}
