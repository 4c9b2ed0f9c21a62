/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"

#include "paddock-document-revoker.h"

#include "fake-documents.h"

#define SOON (20 * G_TIME_SPAN_MILLISECOND)

typedef struct {
  FakeDocuments   *portal;
  Scene           *scene;
  GDBusConnection *bus;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->portal = fake_documents_new (5);
  fixture->bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_dbus_connection_set_exit_on_close (fixture->bus, FALSE);
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  scene_free (fixture->scene);
  g_object_unref (fixture->bus);
  fake_documents_free (fixture->portal);
}

static void
put (Fixture    *fixture,
     const char *root_id,
     const char *document)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autofree char *path = g_strconcat ("/mnt/", root_id, NULL);
  g_autoptr (PaddockRoot) root = NULL;

  root = paddock_root_new (&(PaddockRoot) { .id = root_id, .path = path, .document = document });
  paddock_changes_put_root (changes, root);
  scene_commit (fixture->scene, changes);
}

static void
drop (Fixture    *fixture,
      const char *root_id)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_drop_root (changes, root_id);
  scene_commit (fixture->scene, changes);
}

static PaddockDocumentRevoker *
new_returns (Fixture *fixture,
             gint64   delay)
{
  return paddock_document_revoker_new (fixture->scene->state, fixture->scene->queue, fixture->bus,
                                       delay);
}

/* Somebody wants to add these documents. */
static const char *
ask (Fixture            *fixture,
     const char * const *documents)
{
  const char *id = paddock_prompts_ask (fixture->scene->queue, &(PaddockPrompt) {
    .kind = PADDOCK_PROMPT_ADD_ROOTS, .caller = "paddock (1)",
    .wants = { .paths = documents, .documents = documents },
  }, NULL, NULL);

  g_assert_nonnull (id);
  return id;
}

/* Waits for the next document that the portal deletes, which must be @id. */
static void
assert_deleted (Fixture    *fixture,
                const char *id)
{
  g_autofree char *deleted = NULL;

  WAIT_FOR ((deleted = g_async_queue_try_pop (fixture->portal->deleted)) != NULL);
  g_assert_cmpstr (deleted, ==, id);
}

/* A document stays while a root needs it, even if two roots lie in it. An unneeded one is
 * revoked. */
static void
test_given_back (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (PaddockDocumentRevoker) revoker = NULL;

  put (fixture, "r1", "a1/Photos");
  put (fixture, "r2", "a1/Photos/below");
  put (fixture, "r3", "b2/Notes");
  put (fixture, "r4", NULL);
  revoker = new_returns (fixture, SOON);

  drop (fixture, "r4");
  drop (fixture, "r1");
  drop (fixture, "r3");
  assert_deleted (fixture, "b2");
  drop (fixture, "r2");
  assert_deleted (fixture, "a1");
  put (fixture, "r5", "c3/x");
  put (fixture, "r5", "d4/x");
  assert_deleted (fixture, "c3");
  g_assert_cmpint (g_async_queue_length (fixture->portal->deleted), ==, 0);
}

/* The user undoes a removal in time. */
static void
test_undone (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (PaddockDocumentRevoker) revoker = NULL;

  put (fixture, "r1", "a1/Photos");
  put (fixture, "r2", "b2/Notes");
  revoker = new_returns (fixture, SOON);
  drop (fixture, "r1");
  put (fixture, "r3", "a1/Photos");
  drop (fixture, "r2");
  assert_deleted (fixture, "b2");
  g_assert_cmpint (g_async_queue_length (fixture->portal->deleted), ==, 0);
}

/* The service ends before the time is over, and waits for the portal: later calls never pass the
 * bus filter of its sandbox. */
static void
test_end (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *deleted = NULL;
  PaddockDocumentRevoker *revoker;

  put (fixture, "r1", "a1/Photos");
  put (fixture, "r2", "b2/Notes");
  revoker = new_returns (fixture, PADDOCK_DOCUMENT_REVOKER_DELAY);
  drop (fixture, "r1");
  paddock_document_revoker_free (revoker);
  deleted = g_async_queue_try_pop (fixture->portal->deleted);
  g_assert_cmpstr (deleted, ==, "a1");
  g_assert_cmpint (g_async_queue_length (fixture->portal->deleted), ==, 0);
}

/* A document in a question is needed until the answer, and after a yes. */
static void
test_asked (Fixture       *fixture,
            gconstpointer  data)
{
  static const char * const allowed[] = { "a1/Photos", "b2/Notes", NULL };
  static const char * const refused[] = { "b2/Notes", "c3/Letters", NULL };
  static const char * const later[] = { "d4/Later", NULL };
  PaddockDocumentRevoker *revoker = new_returns (fixture, SOON);
  g_autofree char *first = g_strdup (ask (fixture, allowed));
  g_autofree char *second = g_strdup (ask (fixture, refused));

  put (fixture, "r1", "a1/Photos");
  put (fixture, "r2", "b2/Notes");
  paddock_prompts_finish (fixture->scene->queue, first, PADDOCK_VERDICT_ALLOW,
                          PADDOCK_REASON_USER_ALLOWED);
  paddock_prompts_finish (fixture->scene->queue, second, PADDOCK_VERDICT_DENY,
                          PADDOCK_REASON_USER_DENIED);
  assert_deleted (fixture, "c3");
  ask (fixture, later);
  drop (fixture, "r1");
  assert_deleted (fixture, "a1");
  paddock_document_revoker_free (revoker);
  g_dbus_connection_flush_sync (fixture->bus, NULL, NULL);
  assert_deleted (fixture, "d4");
  g_assert_cmpint (g_async_queue_length (fixture->portal->deleted), ==, 0);
}

#define ADD(name, func) \
  g_test_add ("/document-revoker/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("given-back", test_given_back);
  ADD ("undone", test_undone);
  ADD ("end", test_end);
  ADD ("asked", test_asked);
  return g_test_run ();
}
