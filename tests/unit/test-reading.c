/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-limits.h"

#include "service-reading-fixture.h"

/* What is read on behalf, and what is not. test-reading-sensitive.c has the files that may hold
 * secrets. */

/* Each file as the user may read it, and as s1 may. */
static void
test_who_sees_what (Fixture       *fixture,
                    gconstpointer  data)
{
  static const struct {
    const char *relative;
    const char *for_user, *root;
    const char *for_server, *server_root;
  } rows[] = {
    { "home/projects/file", "allowed", "r1", "outside", NULL },
    { "home/projects/deep/notes", "allowed", "r2", "allowed", "r2" },
    { "home/projects/deep/none", "missing", NULL, "missing", NULL },
    { "home/projects/none", "missing", NULL, "outside", NULL },
    { "home/projects/deep", "not-a-file", NULL, "not-a-file", NULL },
    { "home/projects/deep/er", "not-a-file", NULL, "not-a-file", NULL },
    { "home/projects", "not-a-file", NULL, "outside", NULL },
    { "home/projects/deep/../file", "allowed", NULL, "outside", NULL },
    { "home/projects/../outside", "outside", NULL, "outside", NULL },
    { "home/outside", "outside", NULL, "outside", NULL },
    { "home/projectsx", "outside", NULL, "outside", NULL },
    { "own/paddock.db", "outside", NULL, "outside", NULL },
    { "nowhere", "outside", NULL, "outside", NULL },
  };
  PaddockReadingRequest server = { .server_id = "s1", .purpose = PADDOCK_READING_COPY };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    /* The canonical name differs from the requested one. */
    gboolean is_other = strstr (rows[i].relative, "deep/../") != NULL;

    if (!is_other)
      expect (fixture, &opens, rows[i].relative, rows[i].for_user, rows[i].root);
    expect (fixture, &server, rows[i].relative, rows[i].for_server, rows[i].server_root);
  }
}

/* An inner root may refuse because of where the path leads; then an outer one may allow it. */
static void
test_innermost_first (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (PaddockReadingAnswer) back = ask (fixture, &check, "home/projects/deep/../file");

  g_assert_cmpint (back->verdict, ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (back->root_id, ==, "r1");
  expect (fixture, &check, "home/projects/deep/notes", "allowed", "r2");
  expect (fixture, &writes, "home/projects/deep/notes", "allowed", "r1");
  expect (fixture, &writes, "home/projects/file", "allowed", "r1");
}

static void
test_read_only (Fixture       *fixture,
                gconstpointer  data)
{
  PaddockReadingRequest server = { .server_id = "s1", .purpose = PADDOCK_READING_WRITE_CHECK };

  expect (fixture, &server, "home/projects/deep/notes", "read-only", NULL);
  /* Nobody even looks whether it is there. */
  expect (fixture, &server, "home/projects/deep/none", "read-only", NULL);
  expect (fixture, &server, "home/projects/file", "outside", NULL);
}

static void
test_servers_without (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char * const ids[] = { "s2", "s3", "nobody", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++) {
    PaddockReadingRequest server = { .server_id = ids[i], .purpose = PADDOCK_READING_COPY };

    expect (fixture, &server, "home/projects/deep/notes", "outside", NULL);
  }
}

/* A grant for one process means nothing to another process, nor to a session without one. */
static void
test_sessions (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), getpid ());
  g_autofree char *scope = paddock_peer_dup_scope (peer);
  PaddockReadingRequest any = { .server_id = "s1", .purpose = PADDOCK_READING_COPY };
  PaddockReadingRequest here = { .server_id = "s1", .in_session = TRUE, .scope = scope };
  PaddockReadingRequest there = { .server_id = "s1", .in_session = TRUE, .scope = "2:2" };
  PaddockReadingRequest unproven = { .server_id = "s1", .in_session = TRUE };

  scene_grant (fixture->scene, "s1", "r1", 0, scope);
  expect (fixture, &here, "home/projects/file", "allowed", "r1");
  expect (fixture, &there, "home/projects/file", "outside", NULL);
  expect (fixture, &unproven, "home/projects/file", "outside", NULL);
  expect (fixture, &any, "home/projects/file", "outside", NULL);
  expect (fixture, &unproven, "home/projects/deep/notes", "allowed", "r2");
}

static void
test_paused (Fixture       *fixture,
             gconstpointer  data)
{
  PaddockReadingRequest server = { .server_id = "s1", .purpose = PADDOCK_READING_COPY };
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_changes_set_paused (changes, TRUE);
  scene_commit (fixture->scene, changes);
  expect (fixture, &opens, "home/projects/file", "outside", NULL);
  expect (fixture, &server, "home/projects/deep/notes", "outside", NULL);
}

static void
test_text (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/file");
  g_autofree char *uri = g_strconcat ("file://", path, NULL);
  g_autofree char *escaped = g_strconcat ("file://", path, "%2e", NULL);
  g_autofree char *cut = g_strconcat (path, "xy", NULL);
  const struct {
    const char         *reference;
    gsize               length;
    PaddockReadVerdict  verdict;
  } rows[] = {
    { path, strlen (path), PADDOCK_READ_ALLOWED },
    { uri, strlen (uri), PADDOCK_READ_ALLOWED },
    { path, strlen (path) + 1, PADDOCK_READ_MALFORMED },
    { cut, strlen (path), PADDOCK_READ_ALLOWED },
    { escaped, strlen (escaped), PADDOCK_READ_MISSING },
    { "", 0, PADDOCK_READ_MALFORMED },
    { NULL, 0, PADDOCK_READ_MALFORMED },
    { "file", 4, PADDOCK_READ_MALFORMED },
    { "https://example.org/", 20, PADDOCK_READ_MALFORMED },
    { "/", 1, PADDOCK_READ_OUTSIDE },
    { "/etc/passwd", 11, PADDOCK_READ_OUTSIDE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockReadingRequest request = {
      .caller = "test", .reference = rows[i].reference, .length = rows[i].length,
    };
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (PaddockReadingAnswer) answer = NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    paddock_reading_ask_async (fixture->reading, &request, NULL, on_result, &result);
    WAIT_FOR (result != NULL);
    answer = paddock_reading_ask_finish (fixture->reading, result, NULL);
    g_assert_cmpint (answer->verdict, ==, rows[i].verdict);
  }
}

static void
test_too_long (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *reference = g_strnfill (1024 * 1024, '/');
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (PaddockReadingAnswer) answer = NULL;

  paddock_reading_ask_async (fixture->reading, &(PaddockReadingRequest) {
    .caller = "test", .reference = reference, .length = 1024 * 1024,
  }, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  answer = paddock_reading_ask_finish (fixture->reading, result, NULL);
  g_assert_cmpint (answer->verdict, ==, PADDOCK_READ_MALFORMED);
}

/* The file has four bytes. */
static void
test_size (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_cmpint (paddock_reading_get_size_limit (fixture->reading), ==,
                   PADDOCK_READING_SIZE_LIMIT);
  paddock_reading_set_size_limit (fixture->reading, 4);
  expect (fixture, &opens, "home/projects/file", "allowed", "r1");
  paddock_reading_set_size_limit (fixture->reading, 3);
  expect (fixture, &opens, "home/projects/file", "too-large", NULL);
  expect (fixture, &check, "home/projects/file", "too-large", NULL);
  /* A check for writing reads nothing, so the size does not matter. */
  expect (fixture, &writes, "home/projects/file", "allowed", "r1");
  paddock_reading_set_size_limit (fixture->reading, -1);
  expect (fixture, &opens, "home/projects/file", "too-large", NULL);
}

static void
test_descriptor (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (PaddockReadingAnswer) answer = ask (fixture, &opens, "home/projects/file");
  char text[8];

  g_assert_cmpint (answer->size, ==, 4);
  g_assert_cmpint (answer->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpint (fcntl (answer->fd, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
  g_assert_cmpint (read (answer->fd, text, sizeof text), ==, 4);
  g_assert_cmpint (memcmp (text, "text", 4), ==, 0);
  /* A copy that nobody can change: neither its owner, nor whoever changes the file. */
  g_assert_cmpint (write (answer->fd, "x", 1), ==, -1);
  g_assert_cmpint (ftruncate (answer->fd, 1), ==, -1);
  g_assert_cmpint (ftruncate (answer->fd, 8), ==, -1);
  g_assert_cmpint (fcntl (answer->fd, F_ADD_SEALS, F_SEAL_WRITE), ==, -1);
  tree_remove (fixture->scene->tree, "home/projects/file");
  g_assert_cmpint (pread (answer->fd, text, sizeof text, 0), ==, 4);
}

static void
expect_bytes (Fixture    *fixture,
              guint64     offset,
              gsize       length,
              const char *verdict,
              const char *text)
{
  PaddockReadingRequest request = {
    .purpose = PADDOCK_READING_BYTES, .range = { offset, length },
  };
  g_autoptr (PaddockReadingAnswer) answer = ask (fixture, &request, "home/projects/file");

  g_assert_cmpstr (paddock_read_verdict_to_nick (answer->verdict), ==, verdict);
  g_assert_cmpint (answer->fd, ==, -1);
  if (text == NULL)
    g_assert_null (answer->bytes);
  else
    g_assert_cmpmem (g_bytes_get_data (answer->bytes, NULL), g_bytes_get_size (answer->bytes),
                     text, strlen (text));
}

/* Parts of a file with the four bytes “text”. */
static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  expect_bytes (fixture, 0, G_MAXSIZE, "allowed", "text");
  expect_bytes (fixture, 1, 2, "allowed", "ex");
  expect_bytes (fixture, 3, 100, "allowed", "t");
  expect_bytes (fixture, 4, 1, "allowed", "");
  expect_bytes (fixture, G_MAXINT64, 1, "allowed", "");
  expect_bytes (fixture, 0, 0, "allowed", "");
  paddock_reading_set_size_limit (fixture->reading, 3);
  expect_bytes (fixture, 0, G_MAXSIZE, "too-large", NULL);
  expect_bytes (fixture, 0, 4, "too-large", NULL);
  expect_bytes (fixture, 1, 3, "allowed", "ext");
  expect_bytes (fixture, 1, G_MAXSIZE, "allowed", "ext");
  paddock_reading_set_size_limit (fixture->reading, 2);
  expect_bytes (fixture, 1, G_MAXSIZE, "too-large", NULL);
}

/* Refusals count like other requests, and each caller counts alone. */
/* Asks until it is too often; it may ask more if time has passed since @begin. */
static void
use_up (Fixture *fixture,
        gint64   begin)
{
  guint n = 0;

  for (;;) {
    g_autoptr (PaddockReadingAnswer) answer = ask (fixture, &check, "home/projects/file");
    gint64 passed = g_get_monotonic_time () - begin;

    if (answer->verdict == PADDOCK_READ_RATE_LIMITED)
      return;
    n++;
    g_assert_cmpint (n, <=, passed * PADDOCK_LIMIT_READS_PER_MINUTE / G_TIME_SPAN_MINUTE + 1);
  }
}

static void
test_rate (Fixture       *fixture,
           gconstpointer  data)
{
  PaddockReadingRequest other = { .caller = "other", .purpose = PADDOCK_READING_COPY };

  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < PADDOCK_LIMIT_READS_PER_MINUTE; i++)
    expect (fixture, &check, i % 2 ? "home/outside" : "home/projects/file",
            i % 2 ? "outside" : "allowed", i % 2 ? NULL : "r1");
  use_up (fixture, begin);
  expect (fixture, &check, "home/outside", "rate-limited", NULL);
  expect (fixture, &other, "home/projects/file", "allowed", "r1");
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_REFUSED,
                                      PADDOCK_REASON_RATE_LIMITED), ==, 2);
}

#define MANY (PADDOCK_LIMIT_READS_PER_MOUNT + PADDOCK_LIMIT_READS_WAITING)

/* So many requests at once that no thread has answered yet: each gets its turn. One more is refused
 * at once; other callers are not concerned. */
static void
test_at_once (Fixture       *fixture,
              gconstpointer  data)
{
  GAsyncResult *results[MANY + 1];
  GAsyncResult *other;
  Hold hold;

  hold_begin (fixture, &hold);
  begin_many (fixture, "test", results, MANY + 1);
  begin_many (fixture, "other", &other, 1);
  expect_read (fixture, &results[MANY], "busy");
  for (guint i = 0; i < MANY; i++)
    g_assert_null (results[i]);
  hold_end (&hold);
  for (guint i = 0; i < MANY; i++)
    expect_read (fixture, &results[i], "allowed");
  expect_read (fixture, &other, "allowed");
  expect (fixture, &opens, "home/projects/file", "allowed", "r1");
}

/* If nothing comes back, nobody waits long. A hanging read goes on when it can. */
static void
test_hangs (Fixture       *fixture,
            gconstpointer  data)
{
  GAsyncResult *results[PADDOCK_LIMIT_READS_PER_MOUNT + 1];
  gint64 begin = g_get_monotonic_time ();
  Hold hold;

  hold_begin (fixture, &hold);
  begin_many (fixture, "test", results, PADDOCK_LIMIT_READS_PER_MOUNT + 1);
  expect_read (fixture, &results[PADDOCK_LIMIT_READS_PER_MOUNT], "busy");
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, PADDOCK_READ_TURN_MS * 1000);
  hold_end (&hold);
  for (guint i = 0; i < PADDOCK_LIMIT_READS_PER_MOUNT; i++)
    expect_read (fixture, &results[i], "allowed");
}

/* If a root is revoked while a request waits for its turn, nobody looks into it. Nobody loses a
 * turn: the request goes on with another root, and other requests go on. */
static void
test_revoked_in_queue (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/deep/notes");
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  GAsyncResult *results[PADDOCK_LIMIT_READS_PER_MOUNT];
  GAsyncResult *waiting[4] = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Hold hold;

  hold_begin (fixture, &hold);
  begin_many (fixture, "test", results, G_N_ELEMENTS (results));
  for (guint i = 0; i < G_N_ELEMENTS (waiting); i++)
    paddock_reading_ask_async (fixture->reading, &(PaddockReadingRequest) {
      .server_id = i < 2 ? "s1" : NULL, .caller = "test", .reference = path,
      .length = strlen (path), .purpose = PADDOCK_READING_COPY,
    }, i == 3 ? cancellable : NULL, on_result, &waiting[i]);
  g_cancellable_cancel (cancellable);
  WAIT_FOR (waiting[3] != NULL);
  g_assert_null (paddock_reading_ask_finish (fixture->reading, waiting[3], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_object_unref (waiting[3]);
  paddock_changes_drop_grant (changes, "s1", "r2");
  paddock_state_note (fixture->scene->state, changes);
  hold_end (&hold);
  for (guint i = 0; i < 3; i++)
    expect_read (fixture, &waiting[i], i < 2 ? "outside" : "allowed");
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    expect_read (fixture, &results[i], "allowed");
}

/* A root that is revoked while a thread looks is not given. */
static void
test_revoked_meanwhile (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/deep/notes");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockReadingAnswer) answer = NULL;

  paddock_reading_ask_async (fixture->reading, &(PaddockReadingRequest) {
    .server_id = "s1", .caller = "test", .reference = path, .length = strlen (path),
    .purpose = PADDOCK_READING_COPY,
  }, NULL, on_result, &result);
  paddock_changes_drop_grant (changes, "s1", "r2");
  paddock_state_note (fixture->scene->state, changes);
  WAIT_FOR (result != NULL);
  answer = paddock_reading_ask_finish (fixture->reading, result, NULL);
  g_assert_cmpint (answer->verdict, ==, PADDOCK_READ_OUTSIDE);
  g_assert_cmpint (answer->fd, ==, -1);
}

static void
expect_cancelled (Fixture      *fixture,
                  GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_reading_ask_finish (fixture->reading, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/file");
  PaddockReadingRequest request = {
    .caller = "test", .reference = path, .length = strlen (path), .purpose = PADDOCK_READING_COPY,
  };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *results[4] = { NULL };

  paddock_reading_ask_async (fixture->reading, &request, cancellable, on_result, &results[0]);
  g_cancellable_cancel (cancellable);
  paddock_reading_ask_async (fixture->reading, &request, cancellable, on_result, &results[1]);
  paddock_reading_ask_async (fixture->reading, &request, NULL, on_result, &results[2]);
  paddock_reading_close (fixture->reading);
  paddock_reading_ask_async (fixture->reading, &request, NULL, on_result, &results[3]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++) {
    WAIT_FOR (results[i] != NULL);
    expect_cancelled (fixture, results[i]);
    g_object_unref (results[i]);
  }
  /* Nothing was read, and the journal does not say so either. */
  g_assert_cmpuint (scene_count_rows (fixture->scene, PADDOCK_EVENT_FILE_READ, 0), ==, 0);
}

#define TEST(name, function) \
  g_test_add ("/reading/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("who-sees-what", test_who_sees_what);
  TEST ("innermost-first", test_innermost_first);
  TEST ("read-only", test_read_only);
  TEST ("servers-without", test_servers_without);
  TEST ("sessions", test_sessions);
  TEST ("paused", test_paused);
  TEST ("text", test_text);
  TEST ("too-long", test_too_long);
  TEST ("size", test_size);
  TEST ("descriptor", test_descriptor);
  TEST ("bytes", test_bytes);
  TEST ("rate", test_rate);
  TEST ("at-once", test_at_once);
  TEST ("hangs", test_hangs);
  TEST ("revoked-in-queue", test_revoked_in_queue);
  TEST ("revoked-meanwhile", test_revoked_meanwhile);
  TEST ("cancelled", test_cancelled);
  return g_test_run ();
}
