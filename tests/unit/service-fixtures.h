/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-error.h"
#include "paddock-gate.h"
#include "paddock-sessions.h"

#include "../support/test-tree.h"
#include "plan-fixtures.h"
#include "service-agent-fixture.h"

G_BEGIN_DECLS

/* The parts of the service with real directories and a real database, but without peers. */

typedef struct {
  Tree            *tree;            /* (owned) */
  char            *data_dir;        /* (owned) own/data in the tree */
  PaddockStore    *store;           /* (owned) */
  PaddockState    *state;           /* (owned) */
  PaddockPrompts  *queue;           /* (owned) */
  PaddockSessions *sessions;        /* (owned) */
  PaddockGate     *gate;            /* (owned) without an agent */
  PaddockSnapshot *snapshot;        /* the state's */
} Scene;

static inline char *
on_scene_scope_wanted (const char *server_id,
                       gpointer    user_data)
{
  return paddock_sessions_dup_scope (user_data, server_id);
}

static inline void
scene_open (Scene              *scene,
            PaddockConsentMode  mode)
{
  g_autoptr (GError) error = NULL;

  scene->store = paddock_store_open (scene->data_dir, &error);
  g_assert_no_error (error);
  scene->state = paddock_state_new (scene->store, scene->tree->places);
  g_assert_true (paddock_state_load (scene->state, &error));
  g_assert_no_error (error);
  scene->snapshot = paddock_state_get_snapshot (scene->state);
  scene->queue = paddock_prompts_new ();
  scene->sessions = paddock_sessions_new (scene->state, scene->queue, mode);
  scene->gate = paddock_gate_new (scene->state, scene->queue);
  paddock_gate_set_scope_finder (scene->gate, on_scene_scope_wanted, scene->sessions);
}

/* All objects must be freed, so nothing may be under way. */
static inline void
scene_close (Scene *scene)
{
  paddock_sessions_close (scene->sessions);
  paddock_state_close (scene->state);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&scene->gate));
  g_assert_finalize_object (g_steal_pointer (&scene->sessions));
  g_assert_finalize_object (g_steal_pointer (&scene->queue));
  g_assert_finalize_object (g_steal_pointer (&scene->state));
  g_assert_finalize_object (g_steal_pointer (&scene->store));
}

static inline Scene *
scene_new (PaddockConsentMode mode)
{
  Scene *scene = g_new0 (Scene, 1);

  scene->tree = tree_new ();
  scene->data_dir = tree_path (scene->tree, "own/data");
  scene_open (scene, mode);
  return scene;
}

/* Ends the service, and starts another one with the data on the disk. */
static inline void
scene_reopen (Scene *scene)
{
  scene_close (scene);
  scene_open (scene, PADDOCK_CONSENT_ASK);
}

static inline void
scene_free (Scene *scene)
{
  scene_close (scene);
  g_clear_pointer (&scene->tree, tree_free);
  g_free (scene->data_dir);
  g_free (scene);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

static inline gboolean
scene_try_commit (Scene           *scene,
                  PaddockChanges  *changes,
                  GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_state_commit_async (scene->state, changes, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  return paddock_state_commit_finish (scene->state, result, error);
}

static inline void
scene_commit (Scene          *scene,
              PaddockChanges *changes)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (scene_try_commit (scene, changes, &error));
  g_assert_no_error (error);
}

/* Adds an existing root. @template has everything except the path and the record. */
static inline void
scene_add_root (Scene             *scene,
                const PaddockRoot *template,
                const char        *relative)
{
  g_autofree char *path = tree_path (scene->tree, relative);
  PaddockFileRecord *record = record_of (scene->tree, relative);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = NULL;
  PaddockRoot edited = *template;

  edited.path = path;
  edited.record = record;
  root = paddock_root_new (&edited);
  paddock_file_record_free (record);
  paddock_changes_put_root (changes, root);
  scene_commit (scene, changes);
  WAIT_FOR (paddock_snapshot_get_availability (scene->snapshot, template->id) !=
            PADDOCK_AVAILABILITY_UNKNOWN);
}

/* Grants read-write access without an end. */
static inline void
scene_share (Scene      *scene,
             const char *id,
             const char *relative)
{
  PaddockRoot template = { .id = id, .access = PADDOCK_ACCESS_READ_WRITE };

  scene_add_root (scene, &template, relative);
}

static inline void
scene_meet (Scene           *scene,
            const char      *server_id,
            PaddockStanding  standing)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_server (changes, server_id, standing);
  scene_commit (scene, changes);
}

static inline void
scene_meet_anonymous (Scene      *scene,
                      const char *server_id)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {[PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" } };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, facts);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = server_id, .identity = identity,
  });

  paddock_changes_put_server (changes, server);
  paddock_state_note (scene->state, changes);
}

static inline void
scene_grant (Scene      *scene,
             const char *server_id,
             const char *root_id,
             gint64      expires,
             const char *scope)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_grant (changes, server_id, root_id, PADDOCK_ACCESS_READ_WRITE, expires, scope);
  scene_commit (scene, changes);
}

static inline void
scene_wait_availability (Scene               *scene,
                         const char          *root_id,
                         PaddockAvailability  availability)
{
  WAIT_FOR (paddock_snapshot_get_availability (scene->snapshot, root_id) == availability);
}

/* Everything in the snapshot, in the form of fixture_describe(). */
static inline char *
scene_dup_state (Scene *scene)
{
  g_autoptr (PaddockChanges) all = paddock_changes_new ();
  GPtrArray *roots = paddock_snapshot_get_roots (scene->snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (scene->snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (scene->snapshot, NULL, NULL);

  for (guint i = 0; i < roots->len; i++)
    paddock_changes_put_root (all, g_ptr_array_index (roots, i));
  for (guint i = 0; i < servers->len; i++)
    paddock_changes_put_server (all, g_ptr_array_index (servers, i));
  for (guint i = 0; i < grants->len; i++)
    paddock_changes_put_grant (all, g_ptr_array_index (grants, i));
  if (paddock_snapshot_is_paused (scene->snapshot))
    paddock_changes_set_paused (all, TRUE);
  return fixture_describe (all);
}

static inline void
scene_assert_state (Scene      *scene,
                    const char *expected)
{
  g_autofree char *state = scene_dup_state (scene);

  g_assert_cmpstr (state, ==, expected);
}

/* All grants in order, in the form of fixture_describe(). */
static inline char *
scene_dup_grants (Scene *scene)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (scene->snapshot, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < grants->len; i++) {
    if (i > 0)
      g_string_append_c (text, ' ');
    fixture_describe_grant (text, g_ptr_array_index (grants, i));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static inline void
scene_assert_grants (Scene      *scene,
                     const char *expected)
{
  g_autofree char *grants = scene_dup_grants (scene);

  g_assert_cmpstr (grants, ==, expected);
}

static inline PaddockStanding
scene_get_standing (Scene      *scene,
                    const char *server_id)
{
  const PaddockServer *server = paddock_snapshot_get_server (scene->snapshot, server_id);

  g_assert_nonnull (server);
  return server->standing;
}

static inline char *
scene_submit (Scene           *scene,
              PaddockCommand  *command,
              const char      *caller,
              GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  char *prompt_id = NULL;

  paddock_gate_submit_async (scene->gate, command, caller, on_result, &result);
  g_assert_null (result);
  WAIT_FOR (result != NULL);
  if (!paddock_gate_submit_finish (scene->gate, result, &prompt_id, error))
    return NULL;
  return prompt_id != NULL ? prompt_id : g_strdup ("");
}

G_END_DECLS
