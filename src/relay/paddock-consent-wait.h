/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-link.h"

G_BEGIN_DECLS

/* A wait is shorter than the time-out of hosts (60 s in the official SDKs). The second one is how
 * often it looks whether the user has answered. */
#define PADDOCK_CONSENT_WAIT_MS      50000
#define PADDOCK_CONSENT_WAIT_LOOK_MS 250

typedef struct _PaddockConsentWait PaddockConsentWait;

typedef struct {
  /* Somebody still waits for the list. */
  gboolean (* is_wanted)(gpointer user_data);
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
