/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Enum values as they are stored and cross the bus. Each enum has one table of nicks, beside its
 * functions, with an entry for every value from zero on. */

static inline const char *
paddock_nicks_get (const char * const *nicks,
                   gsize               n_nicks,
                   gsize               value)
{
  return nicks[value < n_nicks ? value : 0];
}

/* FALSE, and @out_value untouched, where @nick is NULL or not in the table. */
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

/* The value of @nick, zero where it is unknown: enums are made so that zero denies. */
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
