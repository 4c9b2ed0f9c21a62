/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "service-fixtures.h"

G_BEGIN_DECLS

/* What a scene's journal has, the collected rows with it. */

static inline GPtrArray *
scene_read_journal (Scene *scene)
{
  PaddockJournalQuery query = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  GPtrArray *entries;

  paddock_registry_flush (scene->registry);
  paddock_store_read_journal_async (scene->store, &query, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  entries = paddock_store_read_journal_finish (scene->store, result, NULL);
  g_assert_nonnull (entries);
  return entries;
}

/* How many rows there are of @event, repeats counted; of @reason, unless that is NONE. */
static inline guint
scene_count_rows (Scene         *scene,
                  PaddockEvent   event,
                  PaddockReason  reason)
{
  g_autoptr (GPtrArray) entries = scene_read_journal (scene);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockEntry *entry = g_ptr_array_index (entries, i);

    if (entry->event == event && (reason == PADDOCK_REASON_NONE || entry->reason == reason))
      n += entry->count;
  }
  return n;
}

/* How many rows there are for @reason that name the caller, repeats counted. */
static inline guint
scene_count_rows_of (Scene         *scene,
                     PaddockReason  reason,
                     const char    *caller)
{
  g_autoptr (GPtrArray) entries = scene_read_journal (scene);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockEntry *entry = g_ptr_array_index (entries, i);

    if (entry->reason == reason && g_strcmp0 (entry->detail, caller) == 0)
      n += entry->count;
  }
  return n;
}

G_END_DECLS
