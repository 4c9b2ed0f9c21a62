/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-read-consent.h"

/* Holds the sensitive file that one request came to, and the user's answer about that file. This
 * code decides nothing: the reader (paddock-reading.c) asks the user and notes the answer here. */

/**
 * paddock_read_consent_begin:
 * @self: a consent that has no file yet
 * @prompt: the question to the user
 *
 * Remembers which file the user is asked about.
 *
 * Returns: (transfer none): a cancellable; paddock_read_consent_stop() cancels it
 */
GCancellable *
paddock_read_consent_begin (PaddockReadConsent      *self,
                            const PaddockFilePrompt *prompt)
{
  g_free (self->path);
  self->path = g_strdup (prompt->command.path);
  self->device = prompt->command.device;
  self->inode = prompt->command.inode;
  g_clear_object (&self->asking);
  self->asking = g_cancellable_new ();
  return self->asking;
}

/**
 * paddock_read_consent_stop:
 * @self: a consent
 *
 * Makes the request stop waiting for the user.
 */
void
paddock_read_consent_stop (PaddockReadConsent *self)
{
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

/**
 * paddock_read_consent_clear:
 * @self: a consent; its contents are freed, but not @self itself
 */
void
paddock_read_consent_clear (PaddockReadConsent *self)
{
  paddock_read_consent_stop (self);
  g_clear_pointer (&self->path, g_free);
}
