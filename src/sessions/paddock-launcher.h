/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-confined.h"
#include "paddock-journal-entry.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_LAUNCHER (paddock_launcher_get_type ())
G_DECLARE_FINAL_TYPE (PaddockLauncher, paddock_launcher, PADDOCK, LAUNCHER, GObject)

/* What the `paddock run` at the other end of a session says. Signals:
 *   paced (gboolean)         `paddock run` said whether its server asks for roots at its start; at
 *                            most once in a session
 *   reported (PaddockEvent, PaddockReason, guint count)   `paddock run` reported an event for the
 *                            journal; the enums are passed as int
 *   changed ()               the answer of get_unenforced(), get_held(), get_pending(),
 *                            get_confined() or get_suggestions() changed
 */
PaddockLauncher *paddock_launcher_new (void);

void                paddock_launcher_set_lists_early (PaddockLauncher    *self,
                                                      gboolean            lists_early);
gboolean            paddock_launcher_lists_early     (PaddockLauncher    *self);
void                paddock_launcher_receive_pace    (PaddockLauncher    *self,
                                                      gboolean            lists_early);
void                paddock_launcher_set_suggestions (PaddockLauncher    *self,
                                                      const char * const *uris);
const char * const *paddock_launcher_get_suggestions (PaddockLauncher    *self);
void                paddock_launcher_receive_report  (PaddockLauncher    *self,
                                                      PaddockEvent        event,
                                                      PaddockReason       reason,
                                                      guint               count);
void                paddock_launcher_receive_held    (PaddockLauncher    *self,
                                                      PaddockReason       why,
                                                      const char * const *paths);
void                paddock_launcher_receive_pending (PaddockLauncher    *self,
                                                      PaddockReason       why,
                                                      const char * const *paths);
const char * const *paddock_launcher_get_pending     (PaddockLauncher    *self,
                                                      PaddockReason      *out_why);
PaddockReason       paddock_launcher_get_unenforced  (PaddockLauncher    *self);
const char * const *paddock_launcher_get_held        (PaddockLauncher    *self);
void                paddock_launcher_receive_confined (PaddockLauncher       *self,
                                                       const PaddockConfined *confined);
const PaddockConfined *paddock_launcher_get_confined (PaddockLauncher *self);

G_END_DECLS
