/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session-log.h"

#include "paddock-text.h"

/* Writes journal entries about a session, under the current name of its server. */

/**
 * paddock_session_log_new_entry:
 * @state: has the servers' names
 * @session: the session that the entry is about
 * @event: what happened
 * @reason: why
 * @detail: (nullable): a text fit for display
 * @count: how often this happened since the last such entry
 *
 * Returns: (transfer full): the entry, for paddock_state_log(), which sets the entry's time
 */
PaddockJournalEntry *
paddock_session_log_new_entry (PaddockState   *state,
                               PaddockSession *session,
                               PaddockEvent    event,
                               PaddockReason   reason,
                               const char     *detail,
                               guint           count)
{
  const char *server_id = paddock_session_get_recipient (session)->server_id;
  const PaddockServer *server = NULL;
  g_autofree char *label = NULL;

  if (server_id != NULL)
    server = paddock_snapshot_get_server (paddock_state_get_snapshot (state), server_id);
  if (server != NULL)
    label = paddock_server_dup_label (server);
  else if (paddock_session_get_peer (session)->executable != NULL)
    label = paddock_text_escape (paddock_session_get_peer (session)->executable, -1);

  return paddock_journal_entry_new (&(PaddockJournalEntry) {
    .event = event,
    .reason = reason,
    .count = count,
    .server_id = server_id,
    .server = label,
    .detail = detail,
  });
}

/**
 * paddock_session_log:
 * @state: gets the entry
 * @session: the session that the entry is about
 * @event: what happened
 * @reason: why
 * @detail: (nullable): a text fit for display
 * @count: how often this happened since the last such entry
 *
 * Writes an entry into the journal.
 */
void
paddock_session_log (PaddockState   *state,
                     PaddockSession *session,
                     PaddockEvent    event,
                     PaddockReason   reason,
                     const char     *detail,
                     guint           count)
{
  g_autoptr (PaddockJournalEntry) entry =
    paddock_session_log_new_entry (state, session, event, reason, detail, count);

  paddock_state_log (state, entry);
}
