/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-box-plan.h"
#include "paddock-file-record.h"

G_BEGIN_DECLS

/* How long a file system may take to answer, in ms. */
#define PADDOCK_BOX_OPENINGS_MS 2000

/* Folders that are being opened for a box. */
typedef struct _PaddockBoxOpenings PaddockBoxOpenings;

PaddockBoxOpenings *paddock_box_openings_new        (GSourceOnceFunc           opened,
                                                     gpointer                  user_data);
void                paddock_box_openings_free       (PaddockBoxOpenings       *self);
void                paddock_box_openings_begin      (PaddockBoxOpenings       *self,
                                                     const char               *path,
                                                     const PaddockFileRecord  *record);
gboolean            paddock_box_openings_is_waiting (const PaddockBoxOpenings *self);
PaddockBoxFolder   *paddock_box_openings_finish     (PaddockBoxOpenings       *self,
                                                     const char               *path,
                                                     const PaddockFileRecord  *record,
                                                     guint                     ms,
                                                     GError                  **error);
void                paddock_box_openings_drop       (PaddockBoxOpenings       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBoxOpenings, paddock_box_openings_free)

G_END_DECLS
