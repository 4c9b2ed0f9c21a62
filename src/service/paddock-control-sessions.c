/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-sessions.h"

#include "paddock-control-submit.h"
#include "paddock-error.h"
#include "paddock-session-log.h"

/* Disconnect: ends what a server has open. It decides nothing and changes no grant, so it is no
 * wish for the gate: whoever may call at all may do it, and the journal names the caller. A server
 * that dials in itself sees its connection end; `paddock run` is told why, and ends its server with
 * it instead of connecting again. Whether it comes back is its host's affair. */

/**
 * paddock_control_disconnect:
 * @call: (transfer full): of Disconnect
 * @parameters: its arguments
 */
void
paddock_control_disconnect (PaddockCall *call,
                            GVariant    *parameters)
{
  const PaddockControlContext *context = paddock_control_get_context (call->control);
  const char *caller = paddock_control_get_label (call);
  PaddockReason reason = caller == NULL ? PADDOCK_REASON_USER_DISCONNECTED
                                        : PADDOCK_REASON_COMMAND_DENIED;
  g_autoptr (GPtrArray) sessions = NULL;
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (paddock_ledger_get_server (paddock_registry_get_ledger (context->registry),
                                 server_id) == NULL) {
    paddock_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                          "No server has the id “%s”", server_id));
    return;
  }
  sessions = paddock_roster_list_sessions (context->roster, server_id);
  if (sessions->len == 0) {
    paddock_call_fail (call, g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                  "The server is not connected"));
    return;
  }

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    paddock_session_log (context->registry, session, PADDOCK_EVENT_SERVER_DISCONNECTED, reason,
                         caller, 1);
    paddock_session_close (session, PADDOCK_REASON_USER_DISCONNECTED);
  }
  paddock_call_return (call, NULL);
}
