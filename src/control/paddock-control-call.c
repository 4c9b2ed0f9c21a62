/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-call.h"

/* Answers calls of the control interface. The interface (paddock-control.c) creates calls, and
 * their handlers answer them. */

static void
call_free (PaddockCall *call)
{
  call->on_ended (call->interface);
  g_object_unref (call->invocation);
  g_clear_pointer (&call->caller, paddock_caller_free);
  g_free (call);
}

/**
 * paddock_control_call_return:
 * @call: (transfer full): a call
 * @reply: (nullable): the reply, a tuple; %NULL: the method returns nothing
 *
 * Answers a call, and frees it.
 */
void
paddock_control_call_return (PaddockCall *call,
                             GVariant    *reply)
{
  g_dbus_method_invocation_return_value (g_object_ref (call->invocation), reply);
  call_free (call);
}

/**
 * paddock_control_call_return_with_descriptors:
 * @call: (transfer full): a call
 * @reply: the reply, a tuple
 * @descriptors: (nullable): the descriptors to which the handles in @reply refer
 *
 * Answers a call, and frees it.
 */
void
paddock_control_call_return_with_descriptors (PaddockCall *call,
                                              GVariant    *reply,
                                              GUnixFDList *descriptors)
{
  g_dbus_method_invocation_return_value_with_unix_fd_list (g_object_ref (call->invocation), reply,
                                                           descriptors);
  call_free (call);
}

/**
 * paddock_control_call_fail:
 * @call: (transfer full): a call
 * @error: (transfer full): the error to return
 *
 * Answers a call with an error, and frees it.
 */
void
paddock_control_call_fail (PaddockCall *call,
                           GError      *error)
{
  g_dbus_method_invocation_take_error (g_object_ref (call->invocation), error);
  call_free (call);
}
