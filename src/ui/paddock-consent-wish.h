/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_WISH (paddock_consent_wish_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentWish, paddock_consent_wish, PADDOCK, CONSENT_WISH, AdwBin)

void paddock_consent_wish_show (PaddockConsentWish   *self,
                                PaddockClient        *client,
                                const PaddockRequest *request);

G_END_DECLS
