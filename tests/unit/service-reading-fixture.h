/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading.h"

#include "service-disk-fixture.h"
#include "service-gate-fixture.h"

G_BEGIN_DECLS

/* A reader with real directories: r1 contains r2, which is read-only; s1 sees r2. */

typedef struct {
  Scene          *scene;
  PaddockReading *reading;
} Fixture;

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->scene = scene_new (PADDOCK_CONSENT_ASK);
  tree_write (fixture->scene->tree, "home/projects/deep/notes");
  tree_write (fixture->scene->tree, "home/outside");
  scene_share (fixture->scene, "r1", "home/projects");
  scene_add_root (fixture->scene, &(PaddockRoot) { .id = "r2" }, "home/projects/deep");
  scene_meet (fixture->scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (fixture->scene, "s2", PADDOCK_STANDING_UNDECIDED);
  scene_meet (fixture->scene, "s3", PADDOCK_STANDING_BLOCKED);
  scene_grant (fixture->scene, "s1", "r2", 0, NULL);
  fixture->reading = paddock_reading_new (fixture->scene->state,
                                          PADDOCK_BOUNDARY (fixture->scene->sessions));
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gpointer reading = fixture->reading;

  /* A running thread keeps a reference until its result is dropped. */
  g_object_add_weak_pointer (G_OBJECT (reading), &reading);
  paddock_reading_close (fixture->reading);
  g_object_unref (fixture->reading);
  WAIT_FOR (reading == NULL);
  scene_free (fixture->scene);
}

static inline PaddockReadingAnswer *
ask (Fixture                     *fixture,
     const PaddockReadingRequest *template,
     const char                  *relative)
{
  g_autofree char *path = tree_path (fixture->scene->tree, relative);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  PaddockReadingRequest request = *template;
  PaddockReadingAnswer *answer;

  request.caller = request.caller != NULL ? request.caller : "test";
  request.reference = path;
  request.length = strlen (path);
  paddock_reading_ask_async (fixture->reading, &request, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  answer = paddock_reading_ask_finish (fixture->reading, result, &error);
  g_assert_no_error (error);
  return answer;
}

static inline void
expect (Fixture                     *fixture,
        const PaddockReadingRequest *template,
        const char                  *relative,
        const char                  *verdict,
        const char                  *root_id)
{
  g_autoptr (PaddockReadingAnswer) answer = ask (fixture, template, relative);
  g_autofree char *path = tree_path (fixture->scene->tree, relative);

  g_test_message ("%s for %s", relative,
                  template->server_id != NULL ? template->server_id : "the user");
  g_assert_cmpstr (paddock_read_verdict_to_nick (answer->verdict), ==, verdict);
  g_assert_cmpstr (answer->root_id, ==, root_id);
  g_assert_cmpstr (answer->path, ==, root_id != NULL ? path : NULL);
  g_assert_cmpint (answer->fd >= 0, ==,
                   root_id != NULL && template->purpose == PADDOCK_READING_COPY);
}

static inline void
expect_read (Fixture       *fixture,
             GAsyncResult **result,
             const char    *verdict)
{
  g_autoptr (PaddockReadingAnswer) answer = NULL;

  WAIT_FOR (*result != NULL);
  answer = paddock_reading_ask_finish (fixture->reading, *result, NULL);
  g_assert_cmpstr (paddock_read_verdict_to_nick (answer->verdict), ==, verdict);
  g_assert_cmpint (answer->fd >= 0, ==, answer->verdict == PADDOCK_READ_ALLOWED);
  g_clear_object (result);
}

/* Blocks threads of the pool, like a hanging disk. */
typedef struct {
  GMutex lock;
  GCond  changed;
  guint  n_held;
  gboolean goes_on;
} Hold;

static inline gpointer
hold_thread (gpointer      data,
             GCancellable *cancellable)
{
  Hold *hold = data;

  g_mutex_lock (&hold->lock);
  hold->n_held++;
  g_cond_broadcast (&hold->changed);
  while (!hold->goes_on)
    g_cond_wait (&hold->changed, &hold->lock);
  hold->n_held--;
  g_cond_broadcast (&hold->changed);
  g_mutex_unlock (&hold->lock);
  return NULL;
}

/* Blocks both threads of the mount of @path until hold_end(). */
static inline void
hold_begin_at (Fixture    *fixture,
               const char *path,
               Hold       *hold)
{
  *hold = (Hold) { 0 };
  g_mutex_init (&hold->lock);
  g_cond_init (&hold->changed);
  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (paddock_state_get_pool (fixture->scene->state), path,
                                 hold_thread, hold, NULL, NULL, NULL, NULL, NULL);
  g_mutex_lock (&hold->lock);
  while (hold->n_held < PADDOCK_FILE_POOL_THREADS_PER_MOUNT)
    g_cond_wait (&hold->changed, &hold->lock);
  g_mutex_unlock (&hold->lock);
}

/* Blocks both threads of the tree's mount. */
static inline void
hold_begin (Fixture *fixture,
            Hold    *hold)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects");

  hold_begin_at (fixture, path, hold);
}

static inline void
hold_end (Hold *hold)
{
  g_mutex_lock (&hold->lock);
  hold->goes_on = TRUE;
  g_cond_broadcast (&hold->changed);
  while (hold->n_held > 0)
    g_cond_wait (&hold->changed, &hold->lock);
  g_mutex_unlock (&hold->lock);
  g_mutex_clear (&hold->lock);
  g_cond_clear (&hold->changed);
}

static inline void
begin_many (Fixture       *fixture,
            const char    *caller,
            GAsyncResult **results,
            guint          n)
{
  g_autofree char *path = tree_path (fixture->scene->tree, "home/projects/file");

  for (guint i = 0; i < n; i++) {
    results[i] = NULL;
    paddock_reading_ask_async (fixture->reading, &(PaddockReadingRequest) {
      .caller = caller, .reference = path, .length = strlen (path),
      .purpose = PADDOCK_READING_COPY,
    }, NULL, on_result, &results[i]);
  }
}

static const PaddockReadingRequest check = { .purpose = PADDOCK_READING_CHECK };
static const PaddockReadingRequest opens = { .purpose = PADDOCK_READING_COPY };
static const PaddockReadingRequest writes = { .purpose = PADDOCK_READING_WRITE_CHECK };

G_END_DECLS
