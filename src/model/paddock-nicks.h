/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Converts enum values to the texts that are stored and sent over the bus. Each enum has one table
 * of nicks, beside its functions, with an entry for every value from 0 on. */

static inline const char *
paddock_nicks_get (const char * const *nicks,
                   gsize               n_nicks,
                   gsize               value)
{
  return nicks[value < n_nicks ? value : 0];
}

/* Returns FALSE, and does not change @out_value, if @nick is NULL or not in the table. */
static inline gboolean
paddock_nicks_find (const char * const *nicks,
                    gsize               n_nicks,
                    const char         *nick,
                    gsize              *out_value)
{
  for (gsize i = 0; nick != NULL && i < n_nicks; i++) {
    if (g_strcmp0 (nicks[i], nick) == 0) {
      *out_value = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* The value of @nick; 0 if it is unknown. In these enums, 0 is the value that denies. */
static inline gsize
paddock_nicks_find_or_zero (const char * const *nicks,
                            gsize               n_nicks,
                            const char         *nick)
{
  gsize value = 0;

  paddock_nicks_find (nicks, n_nicks, nick, &value);
  return value;
}

G_END_DECLS
