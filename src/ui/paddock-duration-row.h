/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-duration.h"

G_BEGIN_DECLS

/* Which durations the row offers. */
typedef enum {
  PADDOCK_DURATIONS_SESSION,
  PADDOCK_DURATIONS_LONGER,
  PADDOCK_DURATIONS_ALL,
} PaddockDurations;

#define PADDOCK_TYPE_DURATION_ROW (paddock_duration_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockDurationRow, paddock_duration_row, PADDOCK, DURATION_ROW, AdwComboRow)

void             paddock_duration_row_offer        (PaddockDurationRow *self,
                                                    PaddockDurations    offer,
                                                    const char         *app);
void             paddock_duration_row_explain      (PaddockDurationRow *self);
void             paddock_duration_row_set_kind     (PaddockDurationRow *self,
                                                    PaddockDurationKind kind);
void             paddock_duration_row_begin_with   (PaddockDurationRow *self,
                                                    PaddockDuration     duration);
void             paddock_duration_row_change_offer (PaddockDurationRow *self,
                                                    PaddockDurations    offer);
PaddockDuration  paddock_duration_row_get_duration (PaddockDurationRow *self);

G_END_DECLS
