/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_COMMAND (paddock_consent_command_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentCommand, paddock_consent_command, PADDOCK, CONSENT_COMMAND,
                      AdwBin)

void paddock_consent_command_show (PaddockConsentCommand *self,
                                   PaddockClient         *client,
                                   const PaddockPrompt   *prompt);

G_END_DECLS
