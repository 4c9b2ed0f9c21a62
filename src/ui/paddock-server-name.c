/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-name.h"

#include "paddock-server-label.h"

#include <glib/gi18n.h>
#include <unicode/uspoof.h>

/* Distinguishes servers whose names look the same. A server chooses its name, so it can take the
 * name of another server, or a name that looks the same: with a Cyrillic letter, another case, or
 * more spaces. Then the window shows the app that started the server, and the server's command,
 * beside the name.
 *
 * Unicode's confusables (UTS #39, from ICU) decide which names look the same. This does not protect
 * from names that are only similar ("notes" and "note"), or from commands with confusable
 * letters. */

/* How many characters of a command are shown beside a name. */
#define MAX_CHARS 300

/* Returns the skeleton of @name, as UTS #39 defines it. Names with equal skeletons look the same.
 * Returns NULL if the skeleton is empty, because such a name looks like no other. */
static char *
dup_skeleton (USpoofChecker *checker,
              const char    *name)
{
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uspoof_getSkeletonUTF8 (checker, 0, name, -1, NULL, 0, &status);
  g_autofree char *skeleton = NULL;

  if (status != U_BUFFER_OVERFLOW_ERROR)
    return NULL;
  status = U_ZERO_ERROR;
  skeleton = g_malloc0 ((gsize) length + 1);
  uspoof_getSkeletonUTF8 (checker, 0, name, -1, skeleton, length + 1, &status);
  return U_SUCCESS (status) ? g_steal_pointer (&skeleton) : NULL;
}

static char *
drop_spaces (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at)) {
    if (!g_unichar_isspace (g_utf8_get_char (at)))
      g_string_append_unichar (text, g_utf8_get_char (at));
  }
  return g_string_free (text, FALSE);
}

static void
note (GHashTable        *seen,
      char              *skeleton,
      PaddockServerItem *item,
      GHashTable        *ambiguous)
{
  PaddockServerItem *other = skeleton != NULL ? g_hash_table_lookup (seen, skeleton) : NULL;

  if (other != NULL && other != item) {
    g_hash_table_add (ambiguous, item);
    g_hash_table_add (ambiguous, other);
  }
  if (skeleton != NULL && other == NULL)
    g_hash_table_insert (seen, skeleton, item);
  else
    g_free (skeleton);
}

/**
 * paddock_server_name_compare:
 * @servers: (element-type PaddockServerItem): all servers
 *
 * Marks servers whose names look the same. Each name is compared twice, as it is and in lower case:
 * some letters look alike only in one of these forms. Servers that no list shows don't count.
 */
void
paddock_server_name_compare (GListModel *servers)
{
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open (&status);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ambiguous = g_hash_table_new (NULL, NULL);

  /* Without ICU's data, only servers with equal names are marked. */
  if (U_FAILURE (status))
    g_warning ("No confusables: %s", u_errorName (status));
  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);
    g_autofree char *label = paddock_server_label_dup (paddock_server_item_get_view (item));
    /* UTS #39 does not count other forms of a letter, such as full-width ones, as confusables. So
     * the normalization replaces them with the usual letters. */
    g_autofree char *plain = g_utf8_normalize (label, -1, G_NORMALIZE_ALL_COMPOSE);
    g_autofree char *name = drop_spaces (plain != NULL ? plain : label);
    g_autofree char *folded = g_utf8_casefold (name, -1);

    if (!paddock_server_item_is_listed (item))
      continue;
    note (seen, checker != NULL ? dup_skeleton (checker, name) : g_strdup (name), item, ambiguous);
    note (seen, checker != NULL ? dup_skeleton (checker, folded) : g_strdup (folded), item,
          ambiguous);
  }
  g_clear_pointer (&checker, uspoof_close);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    paddock_server_item_set_ambiguous (item, g_hash_table_contains (ambiguous, item));
  }
}

/**
 * paddock_server_name_origin:
 * @max_chars: how many characters of the command to show; 0: the default number
 *
 * Returns: (transfer full) (nullable): the app that started the server and the server's command, or
 *   what else is known about its origin; %NULL if no other name looks the same
 */
char *
paddock_server_name_origin (PaddockServerItem *item,
                            guint              max_chars)
{
  if (!paddock_server_item_is_ambiguous (item))
    return NULL;
  return paddock_server_label_dup_origin (paddock_server_item_get_view (item),
                                          max_chars != 0 ? max_chars : MAX_CHARS);
}

/**
 * paddock_server_name_full:
 *
 * Returns: (transfer full): the server's name, with its origin if another name looks the same
 */
char *
paddock_server_name_full (PaddockServerItem *item)
{
  g_autofree char *label =
    paddock_server_label_dup (paddock_server_item_get_view (item));
  g_autofree char *origin = paddock_server_name_origin (item, 0);

  if (origin == NULL)
    return g_steal_pointer (&label);
  /* Translators: a server's name, and the app that started it with the command */
  return g_strdup_printf (_("%s (%s)"), label, origin);
}
