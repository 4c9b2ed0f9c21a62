/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* How many notes Paddock keeps. If there are more, the oldest note whose key no server or no
 * entry has is forgotten. */
#define PADDOCK_APP_NOTES_MAX 1024

/* The notes in a snapshot, in the order in which they were made, and the servers that they name. */
GPtrArray      *paddock_app_notes_list        (const PaddockSnapshot *snapshot);
PaddockAppNote *paddock_app_notes_get         (const PaddockSnapshot *snapshot,
                                               const char            *key);
PaddockAppNote *paddock_app_notes_find        (const PaddockSnapshot *snapshot,
                                               const PaddockIdentity *identity);
PaddockAppNote *paddock_app_notes_find_kept   (const PaddockSnapshot *snapshot,
                                               const PaddockServer   *server);
gboolean        paddock_app_notes_has_server  (const PaddockSnapshot *snapshot,
                                               const PaddockAppNote  *note);
PaddockServer  *paddock_app_notes_find_previous (const PaddockSnapshot *snapshot,
                                                 const PaddockServer   *server);
PaddockAppNote *paddock_app_notes_find_unused (const PaddockSnapshot *snapshot);

G_END_DECLS
