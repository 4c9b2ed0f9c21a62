/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"
#include "paddock-session.h"

G_BEGIN_DECLS

PaddockJournalEntry *paddock_session_log_new_entry (PaddockState   *state,
                                                    PaddockSession *session,
                                                    PaddockEvent    event,
                                                    PaddockReason   reason,
                                                    const char     *detail,
                                                    guint           count);
void paddock_session_log (PaddockState   *state,
                          PaddockSession *session,
                          PaddockEvent    event,
                          PaddockReason   reason,
                          const char     *detail,
                          guint           count);

G_END_DECLS
