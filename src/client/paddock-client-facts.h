/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-import-offer.h"

G_BEGIN_DECLS

/* Facts about the service, as the service reports them. Without a service there are none. */
const char         *paddock_client_facts_get_consent_mode  (PaddockClient *self);
const char         *paddock_client_facts_get_version       (PaddockClient *self);
const char         *paddock_client_facts_get_set_aside     (PaddockClient *self);
const char         *paddock_client_facts_get_sandbox       (PaddockClient *self);
PaddockImportOffer *paddock_client_facts_dup_import_offer  (PaddockClient *self);
const char * const *paddock_client_facts_get_refused       (PaddockClient *self);
char               *paddock_client_facts_dup_refused_label (PaddockClient *self);

G_END_DECLS
