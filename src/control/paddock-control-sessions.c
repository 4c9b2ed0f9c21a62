/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-sessions.h"

#include "paddock-control-submit.h"
#include "paddock-error.h"
#include "paddock-session-log.h"

/* The method Disconnect ends the open connections of a server. It changes no grant, so it is no
 * command for the gate. Any caller may use it, and the journal names the caller. A server that
 * connected by itself sees its connection end. `paddock run` gets the reason, and ends its server
 * instead of connecting again. The host decides whether to start the server again. */

/**
 * paddock_control_sessions_disconnect:
 * @call: (transfer full): a call of Disconnect
 * @parameters: server
 *
 * Ends the connections of the server, and answers the call.
 */
void
paddock_control_sessions_disconnect (PaddockCall *call,
                                     GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;
  const char *caller = paddock_control_submit_get_label (call);
  PaddockReason reason = caller == NULL ? PADDOCK_REASON_USER_DISCONNECTED
                                        : PADDOCK_REASON_COMMAND_DENIED;
  g_autoptr (GPtrArray) sessions = NULL;
  const char *server_id;

  g_variant_get (parameters, "(&s)", &server_id);
  if (paddock_snapshot_get_server (paddock_state_get_snapshot (context->state),
                                   server_id) == NULL) {
    paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                                  "No server has the id “%s”", server_id));
    return;
  }
  sessions = paddock_sessions_list_sessions (context->sessions, server_id);
  if (sessions->len == 0) {
    paddock_control_call_fail (call, g_error_new_literal (PADDOCK_ERROR,
                                                          PADDOCK_ERROR_INVALID_ARGUMENT,
                                                          "The server is not connected"));
    return;
  }

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    paddock_session_log (context->state, session, PADDOCK_EVENT_SERVER_DISCONNECTED, reason,
                         caller, 1);
    paddock_session_close (session, PADDOCK_REASON_USER_DISCONNECTED);
  }
  paddock_control_call_return (call, NULL);
}
