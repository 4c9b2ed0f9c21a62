/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-entry-filter.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SEARCH (paddock_search_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSearch, paddock_search, PADDOCK, SEARCH, GObject)

/* Signals:
 *   changed ()                     it began, an answer came, or it failed
 *   failed (GError *error)         an answer did not come; paddock_search_load() asks again
 */
PaddockSearch            *paddock_search_new        (PaddockClient            *client);
void                      paddock_search_set_filter (PaddockSearch            *self,
                                                     const PaddockEntryFilter *filter);
const PaddockEntryFilter *paddock_search_get_filter (PaddockSearch            *self);
GListModel               *paddock_search_get_model  (PaddockSearch            *self);
gboolean                  paddock_search_is_loading (PaddockSearch            *self);
void                      paddock_search_load       (PaddockSearch            *self);
void                      paddock_search_close      (PaddockSearch            *self);

G_END_DECLS
