/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-client.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_DIALOG (paddock_consent_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentDialog, paddock_consent_dialog, PADDOCK, CONSENT_DIALOG,
                      AdwWindow)

PaddockConsentDialog *paddock_consent_dialog_new (GtkWindow     *parent,
                                                  PaddockClient *client);

G_END_DECLS
