/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-item.h"
#include "paddock-undo.h"

#include "paddock-error.h"

#include "fake-control.h"
#include "private-bus.h"

/* What "Undo" calls on a fake service on a private bus. It restores what there was, on the same
 * terms, and never more. */

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  FakeControl     *fake;
  PaddockClient   *client;
} Fixture;

#define FAR "4000000000000000"

static gboolean
on_deadline (gpointer user_data)
{
  g_error ("waited in vain for %s", (const char *) user_data);
  return G_SOURCE_REMOVE;
}

/* Waits for @condition, at most 20 s. */
#define WAIT_FOR(condition) \
  G_STMT_START { \
    guint deadline_id = g_timeout_add_seconds (20, on_deadline, (gpointer) #condition); \
    while (!(condition)) \
    g_main_context_iteration (NULL, TRUE); \
    g_source_remove (deadline_id); \
  } G_STMT_END

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fixture->client = paddock_client_new (fixture->connection);
  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'a'>, 'path': <b'/a'>, 'picked': <b'/link'>, 'name': <'N'>,"
                       " 'access': <'read-write'>, 'status': <'available'>},"
                       " {'id': <'b'>, 'path': <b'/b'>, 'status': <'missing'>},"
                       " {'id': <'d'>, 'path': <b'/mnt/Docs'>, 'document': <b'd1/Docs'>,"
                       " 'status': <'available'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s'>, 'grants': <["
                       "{'root': <'a'>, 'access': <'read-write'>, 'expires': <int64 " FAR ">},"
                       "{'root': <'b'>, 'access': <'read-only'>, 'expires': <int64 1>}]>},"
                       " {'id': <'t'>}],)");
  fake_control_answer (fixture->fake, "Grant", "('',)");
  fake_control_answer (fixture->fake, "Unblock", "('',)");
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (paddock_client_get_state (fixture->client) == PADDOCK_CLIENT_CONNECTED);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (g_steal_pointer (&fixture->client));
  fake_control_free (fixture->fake);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static void
on_applied (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GError **error = user_data;

  /* FAILED with an empty message stands for success. */
  if (paddock_undo_apply_finish (result, error))
    *error = g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "");
}

/* The error; or one with an empty message after success. */
static GError *
apply (PaddockUndo *undo)
{
  GError *error = NULL;

  paddock_undo_apply_async (undo, on_applied, &error);
  WAIT_FOR (error != NULL);
  return error;
}

static void
assert_applies (PaddockUndo *undo)
{
  g_autoptr (GError) error = apply (undo);

  g_assert_cmpstr (error->message, ==, "");
}

static void
assert_called (Fixture    *fixture,
               const char *method,
               const char *part)
{
  g_autofree char *call = fake_control_dup_call (fixture->fake, method);

  if (part == NULL) {
    g_assert_null (call);
  } else {
    g_assert_nonnull (call);
    if (strstr (call, part) == NULL)
      g_error ("%s was called with %s, not with %s", method, call, part);
  }
}

static void
test_revoke (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_revoke (fixture->client, "s", "a");
  g_autofree char *call = NULL;

  assert_applies (undo);
  call = fake_control_dup_call (fixture->fake, "Grant");
  g_assert_true (g_str_has_prefix (call, "('s', ['a'],"));
  g_assert_nonnull (strstr (call, "'access': <'read-write'>"));
  /* For the rest of the time, not "until-revoked". */
  g_assert_null (strstr (call, "until-revoked"));
}

/* A grant that expired meanwhile is not restored. */
static void
test_expired (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_revoke (fixture->client, "s", "b");

  g_assert_nonnull (undo);
  assert_applies (undo);
  assert_called (fixture, "Grant", NULL);
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  g_assert_null (paddock_undo_new_for_revoke (fixture->client, "t", NULL));
  g_assert_null (paddock_undo_new_for_revoke (fixture->client, "s", "unknown"));
  g_assert_null (paddock_undo_new_for_revoke (fixture->client, "unknown", "a"));
  /* A missing folder could not be added again. */
  g_assert_null (paddock_undo_new_for_removal (fixture->client, "b"));
  g_assert_null (paddock_undo_new_for_removal (fixture->client, "unknown"));
}

static void
test_block (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_block (fixture->client, "s");

  assert_applies (undo);
  assert_called (fixture, "Unblock", "('s',)");
  assert_called (fixture, "Grant", "('s', ['a'],");
}

/* If unblocking fails, nothing is granted. */
static void
test_block_fails (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_block (fixture->client, "s");
  g_autoptr (GError) error = NULL;

  fake_control_fail (fixture->fake, "Unblock", "org.example.Error", "no");
  error = apply (undo);
  g_assert_cmpstr (error->message, !=, "");
  assert_called (fixture, "Grant", NULL);
}

static void
test_removal (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_removal (fixture->client, "a");
  g_autofree char *call = NULL;

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/link'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'new'>}],)");
  assert_applies (undo);
  call = fake_control_dup_call (fixture->fake, "AddRoots");
  g_assert_nonnull (strstr (call, "/link"));
  g_assert_nonnull (strstr (call, "'name': <'N'>"));
  g_assert_nonnull (strstr (call, "'access': <'read-write'>"));
  /* The new root has a new id. */
  assert_called (fixture, "Grant", "('s', ['new'],");
}

/* A service in a sandbox can add the folder again only through its document. */
static void
test_removal_of_document (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_removal (fixture->client, "d");
  g_autofree char *call = NULL;

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/x'>, 'canonical': <b'/mnt/Docs'>, 'verdict': <'accepted'>,"
                       " 'added': <true>, 'id': <'new'>}],)");
  assert_applies (undo);
  call = fake_control_dup_call (fixture->fake, "AddRoots");
  g_assert_nonnull (strstr (call, "/doc/d1/Docs'"));
  g_assert_null (strstr (call, "/mnt"));
}

/* The picked link leads elsewhere now: no grant is restored. */
static void
test_removal_elsewhere (Fixture       *fixture,
                        gconstpointer  data)
{
  const struct {
    const char *answer;
    gboolean    is_removed;
  } cases[] = {
    { "([{'path': <b'/link'>, 'canonical': <b'/secrets'>, 'verdict': <'warned'>,"
      " 'added': <true>, 'id': <'new'>}],)", TRUE },
    { "([{'path': <b'/link'>, 'canonical': <b'/other'>, 'verdict': <'accepted'>,"
      " 'added': <false>, 'id': <'b'>}],)", FALSE },
    { "([{'path': <b'/link'>, 'verdict': <'accepted'>, 'added': <false>, 'id': <'b'>}],)", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockUndo) undo = paddock_undo_new_for_removal (fixture->client, "a");
    g_autoptr (GError) error = NULL;
    g_autofree char *removed = NULL;

    fake_control_answer (fixture->fake, "AddRoots", cases[i].answer);
    error = apply (undo);
    g_assert_cmpstr (error->message, !=, "");
    assert_called (fixture, "Grant", NULL);
    if (cases[i].is_removed)
      WAIT_FOR ((removed = fake_control_dup_call (fixture->fake, "RemoveRoots")) != NULL);
    g_assert_cmpstr (fake_control_dup_call (fixture->fake, "RemoveRoots"), ==, NULL);
  }
}

static const char *
get_name (Fixture    *fixture,
          const char *root_id)
{
  PaddockRootItem *item = paddock_client_lookup_root (fixture->client, root_id);

  return paddock_root_item_get_view (item)->root->name;
}

/* Somebody added the folder before the undo did: no server gets more than it lost. */
static void
test_removal_added_again (Fixture       *fixture,
                          gconstpointer  data)
{
  const struct {
    const char *removed;
    const char *there;              /* NULL: the client does not know the folder yet */
    gboolean    is_given;
  } cases[] = {
    { "'access': <'read-write'>", "'access': <'read-write'>", TRUE },
    { "'access': <'read-write'>", "'access': <'read-only'>", TRUE },
    { "'access': <'read-only'>", "'access': <'read-only'>", TRUE },
    { "'access': <'read-only'>", "'access': <'read-write'>", FALSE },
    { "'access': <'read-only'>", "'access': <'read-only'>, 'expires': <int64 " FAR ">", TRUE },
    { "'access': <'read-only'>, 'expires': <int64 " FAR ">",
      "'access': <'read-only'>, 'expires': <int64 " FAR ">", TRUE },
    { "'access': <'read-only'>, 'expires': <int64 " FAR ">",
      "'access': <'read-only'>, 'expires': <int64 4000000000000001>", FALSE },
    { "'access': <'read-only'>, 'expires': <int64 " FAR ">", "'access': <'read-only'>", FALSE },
    { "'access': <'read-only'>, 'other-file-systems': <true>", "'access': <'read-only'>", TRUE },
    { "'access': <'read-only'>, 'other-file-systems': <true>",
      "'access': <'read-only'>, 'other-file-systems': <true>", TRUE },
    { "'access': <'read-only'>", "'access': <'read-only'>, 'other-file-systems': <true>", FALSE },
    { "'access': <'read-only'>, 'login': <true>",
      "'access': <'read-only'>, 'login': <true>", TRUE },
    { "'access': <'read-only'>", "'access': <'read-only'>, 'login': <true>", TRUE },
    { "'access': <'read-only'>, 'login': <true>", "'access': <'read-only'>", FALSE },
    { "'access': <'read-write'>, 'other-file-systems': <true>", NULL, FALSE },
  };

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/a'>, 'canonical': <b'/a'>, 'verdict': <'accepted'>,"
                       " 'added': <false>, 'id': <'again'>}],)");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *there = g_strdup_printf (", {'id': <'again'>, 'path': <b'/a'>,"
                                              " 'status': <'available'>, %s}", cases[i].there);
    g_autofree char *signal = g_strdup_printf ("([{'id': <'a'>, 'path': <b'/a'>, 'name': <'%u'>,"
                                               " 'status': <'available'>, %s}%s], %s)",
                                               (guint) i, cases[i].removed,
                                               cases[i].there != NULL ? there : "",
                                               cases[i].there != NULL ? "@as []" : "['again']");
    g_autofree char *name = g_strdup_printf ("%u", (guint) i);
    g_autoptr (PaddockUndo) undo = NULL;
    g_autoptr (GError) error = NULL;

    g_test_message ("%s: %s", cases[i].removed, cases[i].there);
    fake_control_emit (fixture->fake, "RootsChanged", signal);
    WAIT_FOR (g_strcmp0 (get_name (fixture, "a"), name) == 0);
    undo = paddock_undo_new_for_removal (fixture->client, "a");
    error = apply (undo);
    g_assert_cmpint (*error->message == '\0', ==, cases[i].is_given);
    assert_called (fixture, "Grant", cases[i].is_given ? "('s', ['again']," : NULL);
  }
}

static void
test_removal_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (PaddockUndo) undo = paddock_undo_new_for_removal (fixture->client, "a");
  g_autoptr (GError) error = NULL;

  fake_control_answer (fixture->fake, "AddRoots",
                       "([{'path': <b'/link'>, 'verdict': <'missing'>}],)");
  error = apply (undo);
  g_assert_cmpstr (error->message, !=, "");
  assert_called (fixture, "Grant", NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/undo/revoke", Fixture, NULL, set_up, test_revoke, tear_down);
  g_test_add ("/undo/expired", Fixture, NULL, set_up, test_expired, tear_down);
  g_test_add ("/undo/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add ("/undo/block", Fixture, NULL, set_up, test_block, tear_down);
  g_test_add ("/undo/block-fails", Fixture, NULL, set_up, test_block_fails, tear_down);
  g_test_add ("/undo/removal", Fixture, NULL, set_up, test_removal, tear_down);
  g_test_add ("/undo/removal-of-document", Fixture, NULL, set_up, test_removal_of_document,
              tear_down);
  g_test_add ("/undo/removal-elsewhere", Fixture, NULL, set_up, test_removal_elsewhere, tear_down);
  g_test_add ("/undo/removal-added-again", Fixture, NULL, set_up, test_removal_added_again,
              tear_down);
  g_test_add ("/undo/removal-fails", Fixture, NULL, set_up, test_removal_fails, tear_down);

  return g_test_run ();
}
