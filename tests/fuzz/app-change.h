/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "fuzz.h"

#include "paddock-app-change.h"
#include "paddock-app-file.h"
#include "paddock-app-mask.h"

#include <string.h>

static GPtrArray *
read_file (const PaddockApp   *app,
           GBytes             *bytes,
           PaddockConfigTree **out_tree)
{
  *out_tree = paddock_app_file_scan (app, bytes, NULL);
  return *out_tree != NULL ? paddock_app_file_read (app, &app->places[0], *out_tree, NULL) : NULL;
}

/* Connects one entry of a file, and restores it. */
static void
change (const PaddockApp        *app,
        const PaddockConfigTree *tree,
        GPtrArray               *entries,
        guint                    index)
{
  static const PaddockAppConnection connection = { "paddock", "K", NULL };
  PaddockAppEntry *entry = g_ptr_array_index (entries, index);
  g_autoptr (GBytes) restored = paddock_app_change_restore (app, tree, entry, NULL, NULL, NULL);
  g_autoptr (GBytes) connected = NULL, again = NULL;
  g_autoptr (PaddockConfigTree) new_tree = NULL;
  g_autoptr (GPtrArray) new_entries = NULL;

  g_assert_true (restored == NULL || entry->is_connected);
  connected = paddock_app_change_connect (app, tree, entry, &connection, NULL, NULL);
  if (connected == NULL)
    return;
  new_entries = read_file (app, connected, &new_tree);
  g_assert (new_entries != NULL);
  again = paddock_app_change_restore (app, new_tree, g_ptr_array_index (new_entries, index), NULL,
                                      NULL, NULL);
  g_assert_nonnull (again);
  g_assert_true (g_bytes_equal (again, paddock_config_tree_get_bytes (tree)));
}

static guint
count_lines (GBytes *bytes)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  guint n = 0;

  for (gsize i = 0; i < size; i++)
    n += text[i] == '\n';
  return n;
}

/* Hides the secrets of a file, also in a part of it. */
static void
hide (const PaddockApp *app,
      GBytes           *bytes)
{
  gsize size = g_bytes_get_size (bytes);
  g_autoptr (GBytes) all = paddock_app_mask_make (app, bytes, 0, size);
  g_autoptr (GBytes) part = paddock_app_mask_make (app, bytes, size / 3, size / 2);

  g_assert_cmpuint (count_lines (all), ==, count_lines (bytes));
  g_assert_cmpuint (count_lines (part), ==, count_lines (bytes));
}

/* Connects and restores each entry of a file that any of these apps may have, and hides the secrets
 * of the file. */
static void
change_all (const char * const *ids,
            const uint8_t      *data,
            size_t              size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  for (; *ids != NULL; ids++) {
    const PaddockApp *app = paddock_app_find (*ids);
    g_autoptr (PaddockConfigTree) tree = NULL;
    g_autoptr (GPtrArray) entries = read_file (app, bytes, &tree);

    hide (app, bytes);
    for (guint j = 0; entries != NULL && j < entries->len; j++)
      change (app, tree, entries, j);
  }
}
