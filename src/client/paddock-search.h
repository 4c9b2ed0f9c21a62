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
 *   changed ()                     the filter changed, or a request ended
 *   failed (GError *error)         a request failed; paddock_search_load() repeats it */
PaddockSearch            *paddock_search_new        (PaddockClient            *client);
void                      paddock_search_set_filter (PaddockSearch            *self,
                                                     const PaddockEntryFilter *filter);
const PaddockEntryFilter *paddock_search_get_filter (PaddockSearch            *self);
GListModel               *paddock_search_get_model  (PaddockSearch            *self);
gboolean                  paddock_search_is_loading (PaddockSearch            *self);
void                      paddock_search_load       (PaddockSearch            *self);
void                      paddock_search_close      (PaddockSearch            *self);

G_END_DECLS
