/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-reading.h"

#include "paddock-access-result.h"
#include "paddock-error.h"

#include <gio/gunixfdlist.h>

/* CheckAccess and OpenAccess turn a reference into a request for the reader, and the reader's
 * answer into a dictionary. Neither widens access: the caller reaches only what is shared already.
 * The result of a check may be out of date at once, so it is only advice. The descriptor of
 * OpenAccess stays valid.
 *
 * Any caller may ask in the name of a server, to see what that server sees. But the request counts
 * for the caller's connection, and never for the server.
 */

static GVariant *
answer_to_variant (const PaddockReadingAnswer *answer,
                   gint64                      limit,
                   int                         handle)
{
  PaddockAccessResult result = {
    .verdict = answer->verdict,
    .path = answer->path,
    .root_id = answer->root_id,
    .access = answer->access,
    .size = answer->size,
    .limit = limit,
    .handle = handle,
  };

  return g_variant_new ("(@a{sv})", paddock_access_result_to_variant (&result));
}

static void
on_asked (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  PaddockCall *call = user_data;
  PaddockReading *reading = PADDOCK_READING (source);
  g_autoptr (PaddockReadingAnswer) answer = NULL;
  g_autoptr (GUnixFDList) descriptors = NULL;
  GError *error = NULL;
  int handle = -1;

  answer = paddock_reading_ask_finish (reading, result, &error);
  if (answer != NULL && answer->fd >= 0) {
    descriptors = g_unix_fd_list_new ();
    handle = g_unix_fd_list_append (descriptors, answer->fd, &error);
  }
  if (error != NULL) {
    paddock_control_call_fail (call, error);
    return;
  }
  paddock_control_call_return_with_descriptors (
    call, answer_to_variant (answer, paddock_reading_get_size_limit (reading), handle),
    descriptors);
}

static void
ask (PaddockCall           *call,
     GVariant              *parameters,
     PaddockReadingPurpose  purpose)
{
  const PaddockControlContext *context = call->context;
  g_autoptr (GVariant) reference = g_variant_get_child_value (parameters, 1);
  g_autoptr (GVariant) options = g_variant_get_child_value (parameters, 2);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (options);
  PaddockReadingRequest request = {
    .purpose = purpose, .label = call->caller->label, .session = call->caller->bus_name,
    .caller = call->caller->bus_name,
  };
  gboolean writes = FALSE;
  const char *server_id;

  g_variant_get_child (parameters, 0, "&s", &server_id);
  if (*server_id != '\0' &&
      paddock_snapshot_get_server (paddock_state_get_snapshot (context->state),
                                   server_id) == NULL) {
    paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                                  "No server has the id “%s”", server_id));
    return;
  }
  g_variant_dict_lookup (&dict, "write", "b", &writes);
  if (writes && purpose == PADDOCK_READING_COPY) {
    paddock_control_call_fail (call, g_error_new_literal (PADDOCK_ERROR,
                                                          PADDOCK_ERROR_INVALID_ARGUMENT,
                                                          "Paddock opens files for reading only"));
    return;
  }

  if (writes)
    request.purpose = PADDOCK_READING_WRITE_CHECK;
  request.server_id = *server_id != '\0' ? server_id : NULL;
  request.reference = g_variant_get_fixed_array (reference, &request.length, sizeof (char));
  /* As everywhere on this interface, a NUL ends the bytes. The reader refuses a reference with an
   * earlier NUL. */
  if (request.length > 0 && request.reference[request.length - 1] == '\0')
    request.length--;
  paddock_reading_ask_async (context->reading, &request, NULL, on_asked, call);
}

/**
 * paddock_control_reading_check_access:
 * @call: (transfer full): a call of CheckAccess
 * @parameters: server, reference, options
 *
 * Answers the call: says whether a file could be read or written.
 */
void
paddock_control_reading_check_access (PaddockCall *call,
                                      GVariant    *parameters)
{
  ask (call, parameters, PADDOCK_READING_CHECK);
}

/**
 * paddock_control_reading_open_access:
 * @call: (transfer full): a call of OpenAccess
 * @parameters: server, reference, options
 *
 * Answers the call with a copy of a file.
 */
void
paddock_control_reading_open_access (PaddockCall *call,
                                     GVariant    *parameters)
{
  ask (call, parameters, PADDOCK_READING_COPY);
}

/**
 * paddock_control_reading_acknowledge_refusals:
 * @call: (transfer full): a call of AcknowledgeRefusals
 * @parameters: none
 *
 * Empties the list of servers and programs that were refused too many files, because the user has
 * seen the list.
 */
void
paddock_control_reading_acknowledge_refusals (PaddockCall *call,
                                              GVariant    *parameters)
{
  if (!call->from_agent) {
    paddock_control_call_fail (call,
                               g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT,
                                                    "Only the window of Paddock may do this"));
    return;
  }
  paddock_refusals_acknowledge (call->context->refusals);
  paddock_control_call_return (call, NULL);
}
