/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A nick is the text for an enum value in the database and on the bus. Each enum has one table of
 * nicks, beside its functions, with an entry for every value from 0 on. */

/* Returns the nick of @value; the nick of 0 if @value is not in the table. */
static inline const char *
paddock_nicks_get (const char * const *nicks,
                   gsize               n_nicks,
                   gsize               value)
{
  return nicks[value < n_nicks ? value : 0];
}

/* Finds the value of @nick. Returns FALSE, and does not change @out_value, if @nick is NULL or not
 * in the table. */
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

/* Returns the value of @nick; 0 if @nick is NULL or not in the table. Only for enums in which 0 is
 * the value that denies. */
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
