/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-order.h"

#include "paddock-typed-words.h"

#include <glib/gi18n.h>

/* Which folders the list shows, and in which order. Pure functions, so tests need no display. */

/* The rank of each availability. Problems that the user has to solve come first, folders without a
 * problem last. */
static const guint state_ranks[] = {
  [PADDOCK_AVAILABILITY_REPLACED] = 0,
  [PADDOCK_AVAILABILITY_UNREADABLE] = 1,
  [PADDOCK_AVAILABILITY_MISSING] = 2,
  [PADDOCK_AVAILABILITY_EXPIRED] = 3,
  [PADDOCK_AVAILABILITY_UNKNOWN] = 4,
  [PADDOCK_AVAILABILITY_AVAILABLE] = 5,
};

/**
 * paddock_folder_order_from_nick:
 * @nick: (nullable): the value of the setting and of the menu
 *
 * Returns: the order; by name if @nick is unknown
 */
PaddockFolderOrder
paddock_folder_order_from_nick (const char *nick)
{
  static const char * const nicks[] = {
    [PADDOCK_FOLDER_ORDER_NAME] = "name",
    [PADDOCK_FOLDER_ORDER_ADDED] = "added",
    [PADDOCK_FOLDER_ORDER_SERVERS] = "servers",
    [PADDOCK_FOLDER_ORDER_STATE] = "state",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (nicks); i++) {
    if (g_strcmp0 (nick, nicks[i]) == 0)
      return (PaddockFolderOrder) i;
  }
  return PADDOCK_FOLDER_ORDER_NAME;
}

/* Compares two folders by name, then by path: names may be equal, paths never are. */
static int
compare_names (const PaddockRoot *a,
               const PaddockRoot *b)
{
  g_autofree char *label_a = paddock_root_dup_label (a);
  g_autofree char *label_b = paddock_root_dup_label (b);
  int result = g_utf8_collate (label_a, label_b);

  return result != 0 ? result : g_strcmp0 (a->path, b->path);
}

static int
compare_numbers (gint64 a,
                 gint64 b)
{
  return a < b ? -1 : a > b;
}

/**
 * paddock_folder_order_compare:
 *
 * Returns: a negative number if @a comes before @b, a positive one if @a comes after @b
 */
int
paddock_folder_order_compare (PaddockFolderOrder  order,
                              PaddockRootItem    *a,
                              PaddockRootItem    *b)
{
  const PaddockRootView *view_a = paddock_root_item_get_view (a);
  const PaddockRootView *view_b = paddock_root_item_get_view (b);
  int result = 0;

  switch (order) {
    case PADDOCK_FOLDER_ORDER_ADDED:
      result = compare_numbers (view_b->root->added, view_a->root->added);
      break;
    case PADDOCK_FOLDER_ORDER_SERVERS:
      result = compare_numbers (view_b->seen_by, view_a->seen_by);
      break;
    case PADDOCK_FOLDER_ORDER_STATE:
      result = compare_numbers (state_ranks[view_a->status], state_ranks[view_b->status]);
      break;
    case PADDOCK_FOLDER_ORDER_NAME:
    default:
      break;
  }
  return result != 0 ? result : compare_names (view_a->root, view_b->root);
}

/**
 * paddock_folder_order_matches:
 * @words: the result of paddock_typed_words_split()
 *
 * Returns: whether the displayed name and paths of @item contain all words
 */
gboolean
paddock_folder_order_matches (PaddockRootItem    *item,
                              const char * const *words)
{
  g_autofree char *label = NULL;
  g_autofree char *path = NULL;
  g_autofree char *picked = NULL;
  g_autofree char *all = NULL;

  if (words[0] == NULL)
    return TRUE;
  g_object_get (item, "label", &label, "path", &path, "picked", &picked, NULL);
  all = g_strjoin ("\n", label, path, picked, NULL);
  return paddock_typed_words_match (words, all);
}

/**
 * paddock_folder_order_describe:
 * @n_found: how many folders are shown
 * @n_all: how many folders there are
 *
 * Returns: (transfer full): a text with these numbers
 */
char *
paddock_folder_order_describe (guint    n_found,
                               guint    n_all,
                               gboolean is_searching)
{
  if (!is_searching)
    /* Translators: how many folders and files there are */
    return g_strdup_printf (ngettext ("%u folder", "%u folders", n_all), n_all);

  /* Translators: how many folders were found, and how many there are; the forms are the second
   * number's */
  return g_strdup_printf (ngettext ("%u of %u folder", "%u of %u folders", n_all), n_found, n_all);
}
