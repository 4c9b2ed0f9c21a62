/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-link.h"

G_BEGIN_DECLS

/* How long an answer may wait for the user, in ms. This is less than the time-out of hosts, which
 * is 60 s in the official SDKs. */
#define PADDOCK_CONSENT_WAIT_MS      50000
/* How often Paddock looks whether the user has answered, in ms. */
#define PADDOCK_CONSENT_WAIT_LOOK_MS 250

typedef struct _PaddockConsentWait PaddockConsentWait;

typedef struct {
  /* Returns whether a request still waits for the list of roots. */
  gboolean (* is_wanted)(gpointer user_data);
  /* Called with the list of roots when the wait is over. */
  void     (* answer)(PaddockRootList *list,
                      gpointer         user_data);
} PaddockConsentWaitFuncs;

PaddockConsentWait *paddock_consent_wait_new  (const PaddockConsentWaitFuncs *funcs,
                                               gpointer                       user_data);
void                paddock_consent_wait_free (PaddockConsentWait            *self);
void                paddock_consent_wait_ask  (PaddockConsentWait            *self,
                                               PaddockLink                   *link);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockConsentWait, paddock_consent_wait_free)

G_END_DECLS
