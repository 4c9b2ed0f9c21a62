/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-index.h"

#include "fake-control.h"

#include <string.h>

/* What the page Apps says about entries, from a fake service on a private bus that noted keys and
 * knows servers. */

#define KEY(letter) "cursor-" letter "00000000000"
#define NOTED(letter, server) \
  "{'key': <'" KEY (letter) "'>, 'app': <'cursor'>, 'server': <'" server "'>, 'path': <'/f'>," \
  " 'project': <''>, 'noted': <int64 1>}"

/* A note about an entry that doesn't go through Paddock any more. */
#define GONE(letter, server) \
  "{'key': <'" KEY (letter) "'>, 'app': <'cursor'>, 'server': <'" server "'>, 'path': <'/f'>," \
  " 'project': <''>, 'gone': <true>, 'noted': <int64 1>}"

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  FakeControl     *fake;
  PaddockClient   *client;
  PaddockAppFile  *file;
  PaddockAppIndex *index;
} Fixture;

static gboolean
on_deadline (gpointer user_data)
{
  g_error ("it didn’t answer in time");
  return G_SOURCE_REMOVE;
}

/* An entry with Paddock and this letter's key; without a letter, one without Paddock. */
static PaddockAppEntry *
make_entry (const char *name,
            const char *letter)
{
  PaddockAppEntry *entry = g_new0 (PaddockAppEntry, 1);

  entry->name = g_strdup (name);
  entry->is_connected = letter != NULL;
  entry->key = letter != NULL ? g_strdup_printf ("cursor-%s00000000000", letter) : NULL;
  return entry;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fixture->client = paddock_client_new (fixture->connection);
  fake_control_answer (fixture->fake, "ListApps",
                       "([" NOTED ("a", "connected") "," NOTED ("b", "away") ","
                       NOTED ("c", "waiting") "," NOTED ("d", "taken") "," NOTED ("e", "lost")
                       "," NOTED ("g", "lost") "," GONE ("h", "restored") "],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'1'>, 'noted': <" NOTED ("a", "connected") ">},"
                       " {'id': <'2'>, 'noted': <" NOTED ("a", "connected") ">,"
                       "  'sessions': <[{'id': <'x'>}]>},"
                       " {'id': <'3'>, 'noted': <" NOTED ("a", "connected") ">},"
                       " {'id': <'4'>, 'noted': <" NOTED ("b", "away") ">}, {'id': <'5'>}],)");
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  while (paddock_client_get_state (fixture->client) != PADDOCK_CLIENT_CONNECTED)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (deadline_id);
  fixture->file = paddock_app_file_new_without (paddock_app_find ("cursor"));
  fixture->file->path = g_strdup ("/f");
  fixture->index = paddock_app_index_new (fixture->client);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_app_index_free (fixture->index);
  paddock_app_file_unref (fixture->file);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&fixture->client));
  fake_control_free (fixture->fake);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static PaddockAppState
find_state (Fixture         *fixture,
            PaddockAppEntry *entry)
{
  return paddock_app_index_find_state (fixture->index, fixture->file, entry);
}

static void
test_states (Fixture       *fixture,
             gconstpointer  data)
{
  const struct {
    const char     *name;
    const char     *letter;
    PaddockAppState state;
  } cases[] = {
    { "connected", "a", PADDOCK_APP_STATE_CONNECTED },
    { "away", "b", PADDOCK_APP_STATE_AWAY },
    { "waiting", "c", PADDOCK_APP_STATE_WAITING },
    { "taken", NULL, PADDOCK_APP_STATE_CHANGED },
    { "never", NULL, PADDOCK_APP_STATE_DIRECT },
    { "restored", NULL, PADDOCK_APP_STATE_DIRECT },
    { "restored", "h", PADDOCK_APP_STATE_WAITING },
    /* A key that nobody noted, because no service ran. */
    { "new", "f", PADDOCK_APP_STATE_WAITING },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockAppEntry) entry = make_entry (cases[i].name, cases[i].letter);

    g_assert_cmpint (find_state (fixture, entry), ==, cases[i].state);
  }
}

static void
test_other_keys (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (PaddockAppEntry) entry = make_entry ("hand", "a");

  g_free (entry->key);
  entry->key = g_strdup ("my-own-key");
  g_assert_cmpint (find_state (fixture, entry), ==, PADDOCK_APP_STATE_THROUGH);
  g_assert_false (paddock_app_index_needs_note (fixture->index, fixture->file, entry));
  g_clear_pointer (&entry->key, g_free);
  g_assert_cmpint (find_state (fixture, entry), ==, PADDOCK_APP_STATE_THROUGH);
  g_assert_false (paddock_app_index_needs_note (fixture->index, fixture->file, entry));
}

/* An entry of one project says nothing about the entry with the same name of another one. */
static void
test_projects (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (PaddockAppEntry) inner = make_entry ("taken", NULL);
  g_autoptr (PaddockAppEntry) outer = make_entry ("taken", NULL);
  PaddockAppEntry *through = make_entry ("taken", "d");

  inner->project = g_strdup ("/p");
  g_assert_cmpint (find_state (fixture, inner), ==, PADDOCK_APP_STATE_DIRECT);
  g_assert_cmpint (find_state (fixture, outer), ==, PADDOCK_APP_STATE_CHANGED);
  through->project = g_strdup ("/q");
  g_ptr_array_add (fixture->file->entries, through);
  g_assert_cmpint (find_state (fixture, outer), ==, PADDOCK_APP_STATE_DIRECT);
}

static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GPtrArray) lost = paddock_app_index_find_lost (fixture->index, fixture->file, "taken");
  g_autoptr (GPtrArray) none = paddock_app_index_find_lost (fixture->index, fixture->file, "x");

  g_assert_cmpuint (lost->len, ==, 1);
  g_assert_cmpstr (((PaddockAppNote *) lost->pdata[0])->key, ==, KEY ("d"));
  g_assert_cmpuint (none->len, ==, 0);
}

/* Of several servers with one key, the connected one counts. */
static void
test_servers (Fixture       *fixture,
              gconstpointer  data)
{
  PaddockServerItem *server = paddock_app_index_find_server (fixture->index, KEY ("a"));

  g_assert_cmpstr (paddock_server_item_get_view (server)->server->id, ==, "2");
  g_assert_null (paddock_app_index_find_server (fixture->index, KEY ("c")));
  g_assert_null (paddock_app_index_find_server (fixture->index, NULL));
  g_assert_nonnull (paddock_app_index_lookup_server (fixture->index, "5"));
  g_assert_null (paddock_app_index_lookup_server (fixture->index, NULL));
}

static void
test_gone (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GPtrArray) unread = paddock_app_index_find_gone (fixture->index, fixture->file);
  g_autoptr (GPtrArray) gone = NULL;
  const char * const names[] = { "connected", "away", "waiting", "taken" };

  /* Nobody knows what a file has that can't be read. */
  g_assert_cmpuint (unread->len, ==, 0);
  fixture->file->is_parsed = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (fixture->file->entries, make_entry (names[i], NULL));
  gone = paddock_app_index_find_gone (fixture->index, fixture->file);
  g_assert_cmpuint (gone->len, ==, 1);
  g_assert_cmpstr (((PaddockAppNote *) gone->pdata[0])->server, ==, "lost");
}

static void
test_notes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (PaddockAppEntry) known = make_entry ("waiting", "c"), fresh = make_entry ("new", "f");
  g_autoptr (PaddockAppEntry) direct = make_entry ("never", NULL);
  g_autoptr (PaddockAppFile) zed = paddock_app_file_new_without (paddock_app_find ("zed"));

  g_assert_false (paddock_app_index_needs_note (fixture->index, fixture->file, known));
  g_assert_false (paddock_app_index_needs_note (fixture->index, fixture->file, direct));
  g_assert_true (paddock_app_index_needs_note (fixture->index, fixture->file, fresh));
  /* Somebody copied the entry into the file of another app. */
  g_assert_false (paddock_app_index_needs_note (fixture->index, zed, fresh));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app-index/states", Fixture, NULL, set_up, test_states, tear_down);
  g_test_add ("/app-index/other-keys", Fixture, NULL, set_up, test_other_keys, tear_down);
  g_test_add ("/app-index/projects", Fixture, NULL, set_up, test_projects, tear_down);
  g_test_add ("/app-index/lost", Fixture, NULL, set_up, test_lost, tear_down);
  g_test_add ("/app-index/servers", Fixture, NULL, set_up, test_servers, tear_down);
  g_test_add ("/app-index/gone", Fixture, NULL, set_up, test_gone, tear_down);
  g_test_add ("/app-index/notes", Fixture, NULL, set_up, test_notes, tear_down);

  return g_test_run ();
}
