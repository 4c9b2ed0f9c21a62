/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

const char *paddock_identity_text_fact_title (PaddockFactKind        kind);
char       *paddock_identity_text_fact_value (PaddockFactKind        kind,
                                              const char            *value);
const char *paddock_identity_text_proof      (PaddockProof           proof);
char       *paddock_identity_text_difference (PaddockFactKind        kind,
                                              const PaddockIdentity *previous,
                                              const char            *value);
gboolean    paddock_identity_text_hides_difference (PaddockFactKind        kind,
                                                    const PaddockIdentity *previous,
                                                    const char            *value);

G_END_DECLS
