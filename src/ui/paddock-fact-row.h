/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_FACT_ROW (paddock_fact_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFactRow, paddock_fact_row, PADDOCK, FACT_ROW, GtkListBoxRow)

GtkWidget *paddock_fact_row_new (PaddockFactKind        kind,
                                 PaddockFact            fact,
                                 const PaddockIdentity *previous);

G_END_DECLS
