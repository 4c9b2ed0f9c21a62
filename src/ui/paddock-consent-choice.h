/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_CHOICE (paddock_consent_choice_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentChoice, paddock_consent_choice, PADDOCK, CONSENT_CHOICE, AdwBin)

void    paddock_consent_choice_set_client (PaddockConsentChoice *self,
                                           PaddockClient        *client);
void    paddock_consent_choice_show       (PaddockConsentChoice *self,
                                           const PaddockPrompt  *prompt,
                                           const char           *app);
void    paddock_consent_choice_clear      (PaddockConsentChoice *self);
GArray *paddock_consent_choice_get_roots  (PaddockConsentChoice *self);

G_END_DECLS
