/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_ROW (paddock_consent_row_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentRow, paddock_consent_row, PADDOCK, CONSENT_ROW, GtkListBoxRow)

GtkWidget       *paddock_consent_row_new           (PaddockRootItem   *item);
PaddockRootItem *paddock_consent_row_get_item      (PaddockConsentRow *self);
gboolean         paddock_consent_row_is_ticked     (PaddockConsentRow *self);
PaddockAccess    paddock_consent_row_get_access    (PaddockConsentRow *self);
void             paddock_consent_row_clear         (PaddockConsentRow *self);
gboolean         paddock_consent_row_tick          (PaddockConsentRow *self);
void             paddock_consent_row_set_place     (PaddockConsentRow *self,
                                                    guint              place);
guint            paddock_consent_row_get_place     (PaddockConsentRow *self);

G_END_DECLS
