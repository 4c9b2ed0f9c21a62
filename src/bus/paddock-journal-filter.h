/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-entry-filter.h"

G_BEGIN_DECLS

GVariant           *paddock_journal_filter_to_variant   (const PaddockEntryFilter *filter);
PaddockEntryFilter *paddock_journal_filter_from_variant (GVariant                 *variant,
                                                         GError                  **error);

G_END_DECLS
