/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-submit.h"

/* The one way by which a call of the control interface becomes a command at the gate, in the name
 * of
 * its caller. Whether it is carried out, asked about or refused is paddock-gate.c's. */

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

/* @has_id: the reply is the id of the question, else it is empty */
static void
answer (PaddockCall  *call,
        GObject      *gate,
        GAsyncResult *result,
        gboolean      has_id)
{
  g_autofree char *request_id = NULL;
  GError *error = NULL;

  request_id = paddock_gate_submit_finish (PADDOCK_GATE (gate), result, &error);
  if (request_id == NULL)
    paddock_control_call_fail (call, error);
  else
    paddock_control_call_return (call, has_id ? g_variant_new ("(s)", request_id) : NULL);
}

static void
on_submitted (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  answer (user_data, source, result, TRUE);
}

static void
on_narrowed (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  answer (user_data, source, result, FALSE);
}

static void
submit (PaddockCall         *call,
        PaddockCommand      *command,
        GAsyncReadyCallback  callback)
{
  paddock_gate_submit_async (call->context->gate, command,
                             paddock_control_submit_get_label (call), callback, call);
}

/**
 * paddock_control_submit:
 * @call: (transfer full): a call that returns the id of a question, "" where it was done
 * @command: (transfer full): what it wants
 */
void
paddock_control_submit (PaddockCall    *call,
                        PaddockCommand *command)
{
  submit (call, command, on_submitted);
}

/**
 * paddock_control_submit_narrow:
 * @call: (transfer full): a call that never becomes a question, and so returns nothing
 * @command: (transfer full): what it wants
 */
void
paddock_control_submit_narrow (PaddockCall    *call,
                               PaddockCommand *command)
{
  submit (call, command, on_narrowed);
}
