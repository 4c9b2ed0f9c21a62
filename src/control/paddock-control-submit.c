/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-submit.h"

/* The one way by which a call of the control interface becomes a command at the gate, in the name
 * of its caller. The gate decides whether it is carried out, asked about or refused. */

/**
 * paddock_control_submit_get_label:
 *
 * Returns: (transfer none) (nullable): who is named in the journal and in a question; %NULL for the
 *   window, which acts for the user and is not named
 */
const char *
paddock_control_submit_get_label (const PaddockCall *call)
{
  return call->from_agent ? NULL : call->caller->label;
}

/* The interface's XML says which methods may become a question: those that return its id. */
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
 * @call: (transfer full): a call that returns nothing, or the id of a question, "" if it was done
 * @command: (transfer full): what it wants
 */
void
paddock_control_submit (PaddockCall    *call,
                        PaddockCommand *command)
{
  paddock_gate_submit_async (call->context->gate, command,
                             paddock_control_submit_get_label (call), on_submitted, call);
}
