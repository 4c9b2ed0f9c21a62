/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-submit.h"

/* Submits a command to the gate, in the name of its caller. The methods of the control interface
 * that are commands use this. The gate carries the command out, asks the user, or refuses it. */

/**
 * paddock_control_submit_get_label:
 *
 * Returns: (transfer none) (nullable): the caller's name for the journal and for questions; %NULL
 *   for the window, which acts for the user
 */
const char *
paddock_control_submit_get_label (const PaddockCall *call)
{
  return call->from_agent ? NULL : call->caller->label;
}

/* Answers the call after the gate has handled its command. If the method has a result in the XML,
 * the result is the id of the question to the user, or "" if there is no question. */
static void
on_submitted (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  PaddockCall *call = user_data;
  const GDBusMethodInfo *method = g_dbus_method_invocation_get_method_info (call->invocation);
  g_autofree char *prompt_id = NULL;
  GError *error = NULL;

  if (!paddock_gate_submit_finish (PADDOCK_GATE (source), result, &prompt_id, &error))
    paddock_control_call_fail (call, error);
  else if (method->out_args == NULL || method->out_args[0] == NULL)
    paddock_control_call_return (call, NULL);
  else
    paddock_control_call_return (call,
                                 g_variant_new ("(s)", prompt_id != NULL ? prompt_id : ""));
}

/**
 * paddock_control_submit:
 * @call: (transfer full): a call. Its method returns nothing, or the id of the question to the
 *   user; "" if the command was carried out without a question
 * @command: (transfer full): the command
 *
 * Submits the command, and answers the call with the result.
 */
void
paddock_control_submit (PaddockCall    *call,
                        PaddockCommand *command)
{
  paddock_gate_submit_async (call->context->gate, command,
                             paddock_control_submit_get_label (call), on_submitted, call);
}
