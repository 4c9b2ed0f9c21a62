/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-import-offer.h"
#include "paddock-state.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_IMPORT (paddock_import_get_type ())
G_DECLARE_FINAL_TYPE (PaddockImport, paddock_import, PADDOCK, IMPORT, GObject)

/* Signal: changed ()   the user is offered something else now, or nothing any more */
PaddockImport            *paddock_import_new       (PaddockState  *state,
                                                    const char    *directory,
                                                    const char    *own_directory);
void                      paddock_import_look      (PaddockImport *self);
void                      paddock_import_close     (PaddockImport *self);
const PaddockImportOffer *paddock_import_get_offer (PaddockImport *self);

void       paddock_import_answer_async  (PaddockImport      *self,
                                         gboolean            accept,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
GPtrArray *paddock_import_answer_finish (PaddockImport      *self,
                                         GAsyncResult       *result,
                                         GError            **error);

G_END_DECLS
