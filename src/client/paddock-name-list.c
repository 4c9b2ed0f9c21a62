/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-name-list.h"

#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* Several names in a sentence. */

/**
 * paddock_name_list_to_text:
 * @names: (element-type utf8): names of servers or folders
 *
 * Returns: (transfer full): up to three names, or the first two and the number of the others
 */
char *
paddock_name_list_to_text (GPtrArray *names)
{
  g_autofree char *first = NULL, *second = NULL, *third = NULL;
  guint n_more = names->len - MIN (names->len, 2);

  if (names->len == 0)
    return g_strdup (_("folders"));
  first = paddock_text_escape_name (names->pdata[0]);
  if (names->len == 1)
    return g_steal_pointer (&first);
  second = paddock_text_escape_name (names->pdata[1]);
  if (n_more == 0)
    /* Translators: two folders, or two servers */
    return g_strdup_printf (_("%s and %s"), first, second);
  if (n_more == 1) {
    third = paddock_text_escape_name (names->pdata[2]);
    /* Translators: three folders, or three servers */
    return g_strdup_printf (_("%s, %s and %s"), first, second, third);
  }
  /* Translators: two folders or servers, and how many more there are */
  return g_strdup_printf (ngettext ("%s, %s and %u more", "%s, %s and %u more", n_more),
                          first, second, n_more);
}
