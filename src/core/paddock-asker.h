/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which session and program put a question into the queue. Immutable; copied from a template. The
 * service keeps this while the question waits, and sends it to nobody. */
typedef struct {
  const char *session;              /* (nullable) the session of the server or host that asked: an
                                     * answer "this session" counts for it; NULL: not known */
  const char *origin;               /* (nullable) the program that asked; NULL: not known */
  gboolean    is_vouched_for;       /* the server that asked has a key from Paddock, or the user has
                                     * decided about it */
} PaddockAsker;

PaddockAsker *paddock_asker_copy            (const PaddockAsker *template);
void          paddock_asker_free            (PaddockAsker       *asker);
gboolean      paddock_asker_is_same_session (const PaddockAsker *a,
                                             const PaddockAsker *b);
gboolean      paddock_asker_shares_session  (const PaddockAsker *a,
                                             const PaddockAsker *b);
gboolean      paddock_asker_shares_origin   (const PaddockAsker *a,
                                             const PaddockAsker *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAsker, paddock_asker_free)

G_END_DECLS
