/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-note-list.h"
#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* Only for paddock-app-notes.c, whose functions take a snapshot. */
PaddockNoteList *paddock_snapshot_get_notes (const PaddockSnapshot *self);

G_END_DECLS
