/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-unanswered-error.h"

#include "paddock-message.h"
#include "paddock-message-write.h"

/* Writes the error for a request that the server does not answer, for example because of a restart.
 * All callers use this function, so the texts are the same everywhere. */

/**
 * paddock_unanswered_error_write:
 * @id: the id of the host's request, JSON text
 * @why: why the server does not answer
 *
 * Returns: (transfer full): a line for the host
 */
GBytes *
paddock_unanswered_error_write (PaddockSpan       id,
                                PaddockUnanswered why)
{
  static const struct {
    const char *text;
    const char *data;
  } answers[] = {
    [PADDOCK_UNANSWERED_RESTARTED] = { PADDOCK_UNANSWERED_ERROR_TEXT,
                                       PADDOCK_UNANSWERED_ERROR_DATA },
    [PADDOCK_UNANSWERED_NO_FOLDER] = { PADDOCK_NO_FOLDER_TEXT, PADDOCK_NO_FOLDER_DATA },
    [PADDOCK_UNANSWERED_SESSION_LOST] = { PADDOCK_SESSION_LOST_TEXT, PADDOCK_SESSION_LOST_DATA },
    [PADDOCK_UNANSWERED_NO_SESSION] = { PADDOCK_NO_SESSION_TEXT, PADDOCK_SESSION_LOST_DATA },
    [PADDOCK_UNANSWERED_SESSIONS_END] = { PADDOCK_SESSIONS_END_TEXT, PADDOCK_SESSION_LOST_DATA },
    [PADDOCK_UNANSWERED_TOO_LONG] = { PADDOCK_TOO_LONG_TEXT, NULL },
  };
  g_autofree char *text = g_strndup (id.start, id.length);

  return paddock_message_write_error (text, PADDOCK_RPC_INTERNAL_ERROR, answers[why].text,
                                      answers[why].data);
}
