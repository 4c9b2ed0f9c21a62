/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-consent-wait.h"

#include "paddock-alarm.h"

/* Waits until the user has decided which roots a server may see, and then passes the list on.
 *
 * The roots responder owns the wait, and frees it after the link. A server of the newest revision
 * (2026-07-28) is never told of changes: it keeps the list that it gets with a request. So that
 * request waits while the user is being asked, but never longer than PADDOCK_CONSENT_WAIT_MS. If
 * nobody is asking the user, the request does not wait at all.
 */
struct _PaddockConsentWait {
  const PaddockConsentWaitFuncs *funcs;
  gpointer                       user_data;

  PaddockLink                   *link;      /* (nullable) the link to the service; NULL until the
                                             * first paddock_consent_wait_ask() */
  gboolean                       is_asking; /* the link was asked for the list and has not answered
                                             * yet */
  gint64                         ends;      /* when the wait for the user ends, in µs, monotonic; 0:
                                             * there is no wait */
  PaddockAlarm                  *look;      /* (owned) calls on_look() again and again during the
                                             * wait */
};

static void
on_answer (PaddockRootList *list,
           gpointer         user_data)
{
  PaddockConsentWait *self = user_data;
  gint64 now = g_get_monotonic_time ();

  self->is_asking = FALSE;
  if (paddock_link_is_pending (self->link)) {
    if (self->ends == 0)
      self->ends = now + PADDOCK_CONSENT_WAIT_MS * G_TIME_SPAN_MILLISECOND;
    if (now < self->ends) {
      paddock_alarm_set (self->look, PADDOCK_CONSENT_WAIT_LOOK_MS * G_TIME_SPAN_MILLISECOND);
      return;
    }
  }
  self->ends = 0;
  paddock_alarm_clear (self->look);
  self->funcs->answer (list, self->user_data);
}

static gboolean
on_look (gpointer user_data)
{
  PaddockConsentWait *self = user_data;

  if (!self->funcs->is_wanted (self->user_data)) {
    self->ends = 0;
  } else if (paddock_link_is_pending (self->link) && g_get_monotonic_time () < self->ends) {
    paddock_link_look (self->link);
    paddock_alarm_set (self->look, PADDOCK_CONSENT_WAIT_LOOK_MS * G_TIME_SPAN_MILLISECOND);
  } else {
    paddock_consent_wait_ask (self, self->link);
  }
  return G_SOURCE_REMOVE;
}

/**
 * paddock_consent_wait_new:
 * @funcs: must outlive the wait
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a wait that has not begun
 */
PaddockConsentWait *
paddock_consent_wait_new (const PaddockConsentWaitFuncs *funcs,
                          gpointer                       user_data)
{
  PaddockConsentWait *self = g_new0 (PaddockConsentWait, 1);

  self->funcs = funcs;
  self->user_data = user_data;
  self->look = paddock_alarm_new (on_look, self);
  return self;
}

void
paddock_consent_wait_free (PaddockConsentWait *self)
{
  paddock_alarm_free (self->look);
  g_free (self);
}

/**
 * paddock_consent_wait_ask:
 * @link: the link to ask, the same in each call
 *
 * Asks for the list of roots, and returns at once. While the user is being asked, the answer is
 * delayed. If this is called again before the answer, there is one answer for all calls.
 */
void
paddock_consent_wait_ask (PaddockConsentWait *self,
                          PaddockLink        *link)
{
  self->link = link;
  if (self->is_asking || paddock_alarm_is_set (self->look))
    return;
  self->is_asking = TRUE;
  paddock_link_ask (link, on_answer, self);
}
