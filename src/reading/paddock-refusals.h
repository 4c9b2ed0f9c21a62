/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"
#include "paddock-read-verdict.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_REFUSALS (paddock_refusals_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRefusals, paddock_refusals, PADDOCK, REFUSALS, GObject)

/* Signal: changed ()   another server or program is in the list, or the list was emptied */
PaddockRefusals    *paddock_refusals_new         (void);
void                paddock_refusals_set_agent   (PaddockRefusals     *self,
                                                  PaddockConsentAgent *agent);
void                paddock_refusals_note        (PaddockRefusals     *self,
                                                  const char          *name,
                                                  PaddockReadVerdict   verdict,
                                                  gint64               now);
const char * const *paddock_refusals_get_servers (PaddockRefusals     *self);
void                paddock_refusals_acknowledge (PaddockRefusals     *self);

G_END_DECLS
