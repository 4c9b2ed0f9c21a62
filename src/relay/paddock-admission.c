/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-admission.h"

#include "paddock-message-batch.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-server-line.h"

/* Decides which lines of a server go on to a host that may have roots of its own.
 *
 * The proxy owns this filter, which is the one next to the server. The filter keeps no state: it
 * asks the mediator and the #PaddockInputRequired what the host has declared.
 *
 * If a host declared roots, it would answer a question about roots that Paddock lets through. Then
 * the server would learn the host's folders. So if the host declared roots, or may still do so,
 * Paddock must understand a whole line of the server (paddock-server-line.c). Otherwise that line
 * does not go on. If the host declared that it has no roots, there is nothing to protect, and every
 * line goes on unchanged.
 *
 * A handshake declares this for the whole conversation. In the newest revision (2026-07-28), each
 * request declares it anew. There, any later request may declare roots. Even if a request declares
 * none, the answer to it can't be trusted. The host may split lines in another way than Paddock,
 * and find another message in the answer.
 */

struct _PaddockAdmission
{
  PaddockFilter           filter;
  PaddockMediator        *mediator;
  PaddockInputRequired   *input;
  PaddockAdmissionDropped dropped;
  gpointer                user_data;
};

static gboolean
is_guarded (const PaddockAdmission *self)
{
  return paddock_mediator_get_declared (self->mediator) != PADDOCK_DECLARED_NO_ROOTS ||
         paddock_input_required_get_declared (self->input) == PADDOCK_DECLARED_ROOTS;
}

/* Whether the host sent requests of the newest revision of MCP, and no handshake. */
static gboolean
is_modern (const PaddockAdmission *self)
{
  return paddock_mediator_get_declared (self->mediator) == PADDOCK_DECLARED_NOTHING &&
         paddock_input_required_get_declared (self->input) != PADDOCK_DECLARED_NOTHING;
}

static const char *
describe (PaddockReason reason)
{
  return reason == PADDOCK_REASON_MALFORMED ? "A line that is no message of this revision"
         : reason == PADDOCK_REASON_LIMIT ? "A message that is over a limit"
         : "A message that can be read in two ways";
}

static void
refuse (PaddockAdmission *self,
        PaddockSpan       id,
        const char       *text)
{
  g_autofree char *copy = g_strndup (id.start, id.length);
  g_autoptr (GBytes) line = paddock_message_write_error (copy, PADDOCK_RPC_INVALID_REQUEST, text,
                                                         NULL);

  paddock_filter_answer_server (&self->filter, line);
}

/* Sends an error to the peer that waits: to the server if @message is a request, to the host if it
 * is a response. If the id of @message is not valid JSON, sends nothing: an error would have to
 * repeat that id. */
static void
answer_dropped (PaddockAdmission     *self,
                const PaddockMessage *message,
                PaddockReason         reason)
{
  g_autofree char *id = NULL;
  g_autoptr (GBytes) error = NULL;

  if (message->id.length == 0 || !paddock_json_is_valid (message->id))
    return;
  if (paddock_server_line_is_call (message->text)) {
    refuse (self, message->id, describe (reason));
    return;
  }
  id = g_strndup (message->id.start, message->id.length);
  error = paddock_message_write_error (id, PADDOCK_RPC_INTERNAL_ERROR, describe (reason), NULL);
  /* The error is sent as if the server had answered, so that other filters forget the request,
   * too. */
  paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, error);
}

typedef struct {
  PaddockAdmission *self;
  PaddockReason     reason;
  guint             n_answered;
} DroppedBatch;

static gboolean
on_dropped_element (PaddockMessage *message,
                    gpointer        user_data)
{
  DroppedBatch *batch = user_data;

  answer_dropped (batch->self, message, batch->reason);
  return ++batch->n_answered < PADDOCK_ADMISSION_REFUSALS_MAX;
}

static void
drop (PaddockAdmission *self,
      PaddockMessage   *message,
      PaddockReason     reason)
{
  DroppedBatch batch = { .self = self, .reason = reason };

  self->dropped (reason, self->user_data);
  if (message->kind == PADDOCK_MESSAGE_BATCH)
    paddock_message_batch_foreach (message, on_dropped_element, &batch);
  else
    answer_dropped (self, message, reason);
}

static gboolean
receive_from_server (PaddockFilter  *filter,
                     PaddockMessage *message)
{
  PaddockAdmission *self = (PaddockAdmission *) filter;
  PaddockServerLineRules rules = {
    .may_ask = paddock_input_required_may_ask,
    .user_data = self->input,
  };
  PaddockReason reason;

  if (!is_guarded (self) || paddock_server_line_is_blank (message->text))
    return TRUE;
  rules.takes_tasks = is_modern (self);
  rules.takes_batches = !rules.takes_tasks &&
                        !paddock_mediator_is_since (self->mediator, PADDOCK_VERSION_ROOT_META);
  reason = paddock_server_line_judge (message->text, &rules);
  if (reason != PADDOCK_REASON_NONE)
    drop (self, message, reason);
  return reason == PADDOCK_REASON_NONE;
}

static gboolean
begin_long (PaddockFilter *filter,
            PaddockWay     way,
            gboolean       is_vouched)
{
  PaddockAdmission *self = (PaddockAdmission *) filter;

  if (way == PADDOCK_TO_SERVER || is_vouched || !is_guarded (self))
    return TRUE;
  self->dropped (PADDOCK_REASON_LIMIT, self->user_data);
  return FALSE;
}

/* If a request of the server was too long and was dropped, sends an error to the server. This
 * happens at the end of the line, because only then the id of the request is known. */
static void
end_long (PaddockFilter        *filter,
          PaddockWay            way,
          const PaddockMessage *message,
          gboolean              has_passed)
{
  if (way == PADDOCK_TO_HOST && !has_passed && message->kind == PADDOCK_MESSAGE_REQUEST)
    refuse ((PaddockAdmission *) filter, message->id, "A line that is too long");
}

static const PaddockFilterFuncs filter_funcs = {
  .to_host = receive_from_server,
  .begin_long = begin_long,
  .end_long = end_long,
};

/**
 * paddock_admission_new:
 * @mediator: knows what the host declared in its handshake; must outlive the filter
 * @input: knows what the host declared in requests of the newest revision; must outlive the filter
 * @dropped: called for each line of the server that is dropped
 * @user_data: for @dropped
 *
 * Returns: (transfer full): a new filter
 */
PaddockAdmission *
paddock_admission_new (PaddockMediator         *mediator,
                       PaddockInputRequired    *input,
                       PaddockAdmissionDropped  dropped,
                       gpointer                 user_data)
{
  PaddockAdmission *self = g_new0 (PaddockAdmission, 1);

  self->filter.funcs = &filter_funcs;
  self->mediator = mediator;
  self->input = input;
  self->dropped = dropped;
  self->user_data = user_data;
  return self;
}

void
paddock_admission_free (PaddockAdmission *self)
{
  g_free (self);
}
