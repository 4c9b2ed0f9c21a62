/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-input-required.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "paddock-message-edit.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-input-required-state.h"

/* Gives roots to a server of the newest revision (2026-07-28), in which a server cannot send
 * requests.
 *
 * The roots responder owns this filter, which has no I/O of its own. The filter adds the capability
 * `roots` to each request of the host. A server that needs roots answers such a request with
 * `input_required`. If the server asks for nothing else, the filter repeats the request with the
 * roots, under an id of ours. The host sees only the last answer. If the server asks for more, the
 * filter sends the other questions to the host. When the host repeats its request with the answers,
 * the filter adds the roots. The host is never asked for its own roots here. All other lines pass,
 * as far as paddock-admission.c lets them.
 */

/* What the name PADDOCK_META_CAPABILITIES ends with. */
#define CAPABILITIES "clientCapabilities"

typedef struct {
  PaddockMessage           *request; /* (owned) the host's request, with the capability `roots` */
  char                     *own_id; /* (owned) (nullable) the id under which we repeat the request,
                                     * JSON; NULL: the request has the host's id */
  char                     *token;  /* (owned) (nullable) the request's `progressToken`, JSON; NULL:
                                     * it has none */
  double                    progress; /* the progress of the request that the host was told last */
  guint                     n_rounds; /* how often this request was repeated */
  gboolean                  had_roots; /* the host declared roots of its own in this request */
  gboolean                  is_waiting; /* the request waits here for the list of roots */
  gboolean                  is_cancelled; /* the host cancelled the request */
  PaddockInputRequiredState wanted; /* what the server asked for, while the request waits */
  char                     *others; /* (owned) (nullable) the host's answers to the server's other
                                     * questions, as members of a JSON object; NULL: none */
} Call;

struct _PaddockInputRequired
{
  PaddockFilter                    filter;
  PaddockInputRequiredAsk          ask;
  gpointer                         user_data;
  gboolean                         is_strict; /* if a request of the host declares roots, the server
                                               * gets an empty list of roots */
  PaddockDeclared                  declared; /* what the host's requests declared so far about the
                                              * host's own roots */
  GQueue                           calls;   /* (owned) Call: the host's requests without an answer,
                                             * oldest first */
  gsize                            n_bytes; /* how many bytes all requests in @calls have
                                             * together */
  guint64                          prefix;  /* a random number in the ids that we give to repeated
                                             * requests */
  guint                            n_ids;   /* how many ids we gave to repeated requests so far */
  guint8                           key[PADDOCK_INPUT_REQUIRED_KEY_BYTES];
};

static void
call_free (Call *call)
{
  paddock_message_free (call->request);
  g_free (call->own_id);
  g_free (call->token);
  g_free (call->others);
  paddock_input_required_state_clear (&call->wanted);
  g_free (call);
}

static void
drop_call (PaddockInputRequired *self,
           Call                 *call)
{
  self->n_bytes -= call->request->text.length;
  g_queue_remove (&self->calls, call);
  call_free (call);
}

/* The members that copy_members() leaves out of its copy of a JSON object. */
typedef struct {
  const char * const *names;        /* (nullable) the names of members; NULL: none */
  const GPtrArray    *keys;         /* (nullable) char *: further names, as JSON strings; NULL:
                                     * none */
} Without;

static gboolean
is_without (const char  *name,
            PaddockSpan  value,
            gpointer     user_data)
{
  const Without *without = user_data;
  g_autofree char *quoted = NULL;

  if (without->names != NULL && g_strv_contains (without->names, name))
    return FALSE;
  quoted = without->keys != NULL ? paddock_json_quote (name) : NULL;
  for (guint i = 0; without->keys != NULL && i < without->keys->len; i++)
    if (g_str_equal (without->keys->pdata[i], quoted))
      return FALSE;
  return TRUE;
}

static char *
copy_members (PaddockSpan         object,
              const char * const *names,
              const GPtrArray    *keys)
{
  return paddock_message_edit_copy_members (object, is_without, &(Without) { names, keys });
}

static void
refuse (PaddockInputRequired *self,
        PaddockSpan           id,
        int                   code,
        const char           *text)
{
  g_autofree char *copy = g_strndup (id.start, id.length);
  g_autoptr (GBytes) line = paddock_message_write_error (copy, code, text, NULL);

  paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, line);
}

/* Sends the host's request to the server again, with the roots and with the host's answers to other
 * questions. @roots: a JSON array. */
static void
repeat (PaddockInputRequired *self,
        Call                 *call,
        const char           *roots)
{
  static const char * const changed[] = { "inputResponses", "requestState", NULL };
  static const char * const top[] = { "jsonrpc", "id", "method", "params", NULL };
  const PaddockMessage *request = call->request;
  g_autofree char *rest = copy_members (request->params, changed, NULL);
  g_autofree char *more = copy_members (request->text, top, NULL);
  g_autofree char *method = paddock_json_quote (request->method);
  g_autoptr (GString) text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":");
  g_autoptr (GBytes) line = NULL;

  g_string_append_len (text, call->own_id != NULL ? call->own_id : request->id.start,
                       (gssize) (call->own_id != NULL ? strlen (call->own_id)
                                                      : request->id.length));
  g_string_append_printf (text, ",\"method\":%s,\"params\":{\"inputResponses\":{%s", method,
                          call->others != NULL ? call->others : "");
  for (guint i = 0; i < call->wanted.keys->len; i++)
    g_string_append_printf (text, "%s%s:{\"roots\":%s}",
                            i > 0 || (call->others != NULL && *call->others != '\0') ? "," : "",
                            (char *) call->wanted.keys->pdata[i], roots);
  g_string_append_c (text, '}');
  if (call->wanted.state != NULL)
    g_string_append_printf (text, ",\"requestState\":%s", call->wanted.state);
  g_string_append_printf (text, "%s%s}%s%s}", *rest != '\0' ? "," : "", rest,
                          *more != '\0' ? "," : "", more);
  call->is_waiting = FALSE;
  paddock_input_required_state_clear (&call->wanted);
  g_clear_pointer (&call->others, g_free);
  line = g_bytes_new (text->str, text->len);
  paddock_filter_send_line (&self->filter, PADDOCK_TO_SERVER, line);
}

static gboolean
is_repeatable (const char *method)
{
  static const char * const methods[] = {
    PADDOCK_METHOD_TOOLS_CALL, PADDOCK_METHOD_PROMPTS_GET, PADDOCK_METHOD_RESOURCES_READ, NULL,
  };

  return g_strv_contains (methods, method);
}

static Call *
find_call (PaddockInputRequired *self,
           PaddockSpan           id,
           gboolean              of_host)
{
  for (GList *item = self->calls.head; item != NULL; item = item->next) {
    Call *call = item->data;
    PaddockSpan own = call->request->id;

    if (!of_host && call->own_id != NULL)
      own = (PaddockSpan) { call->own_id, strlen (call->own_id) };
    if ((of_host ? !call->is_cancelled : !call->is_waiting) && paddock_json_is_same_id (own,
                                                                                        id))
      return call;
  }
  return NULL;
}

static Call *
add_call (PaddockInputRequired *self,
          PaddockMessage       *request,
          PaddockSpan           token,
          gboolean              had_roots)
{
  Call *call = g_new0 (Call, 1);

  call->request = paddock_message_copy (request);
  call->progress = -HUGE_VAL;
  call->had_roots = had_roots;
  if (token.length > 0)
    call->token = g_strndup (token.start, token.length);
  self->n_bytes += request->text.length;
  g_queue_push_tail (&self->calls, call);
  return call;
}

/* Handles a request that the host repeats with a `requestState` of ours: the request then waits for
 * roots, or is refused. Returns FALSE for any other request, which passes on. */
static gboolean
resume (PaddockInputRequired *self,
        Call                 *call)
{
  const PaddockMessage *request = call->request;
  PaddockSpan state, answers;

  if (!paddock_json_find_member (request->params, "requestState", &state) ||
      !paddock_input_required_state_is_own (state))
    return FALSE;
  if (!paddock_input_required_state_unwrap (state, self->key, request->method, request->params,
                                            g_get_monotonic_time (), &call->wanted)) {
    refuse (self, request->id, PADDOCK_RPC_INVALID_PARAMS, "This requestState is not valid here");
    drop_call (self, call);
    return TRUE;
  }
  paddock_json_find_member (request->params, "inputResponses", &answers);
  call->others = copy_members (answers, NULL, call->wanted.keys);
  call->is_waiting = TRUE;
  self->ask (self->user_data);
  return TRUE;
}

static void
note_declared (PaddockInputRequired *self,
               gboolean              has_roots)
{
  if (has_roots)
    self->declared = PADDOCK_DECLARED_ROOTS;
  else if (self->declared == PADDOCK_DECLARED_NOTHING)
    self->declared = PADDOCK_DECLARED_NO_ROOTS;
}

/* Finds the host's capabilities and the progress token in a request. Returns whether the request is
 * of the newest revision. */
static gboolean
find_capabilities (const PaddockMessage *request,
                   PaddockSpan          *out_capabilities,
                   PaddockSpan          *out_token)
{
  PaddockMetaMember members[] = {
    { .key = PADDOCK_META_VERSION }, { .key = PADDOCK_META_CAPABILITIES },
    { .key = "progressToken" },
  };
  g_autofree char *version = NULL;

  paddock_meta_read (request->params, members, G_N_ELEMENTS (members));
  if (members[1].type != PADDOCK_JSON_OBJECT)
    return FALSE;
  *out_capabilities = members[1].value;
  *out_token = members[2].value;
  version = paddock_json_dup_string (members[0].value);
  return version != NULL && strcmp (version, PADDOCK_VERSION_MODERN) >= 0;
}

/* Handles a request of the host. Returns whether the request goes on unchanged. */
static gboolean
take_request (PaddockInputRequired *self,
              PaddockMessage       *request)
{
  static const PaddockSpan empty = { "{}", 2 };
  PaddockSpan capabilities, token, roots;
  g_autoptr (PaddockMessage) edited = NULL;
  gboolean had_roots, is_over;

  if (!find_capabilities (request, &capabilities, &token))
    return TRUE;

  /* A request that is over a limit is not kept, so it can't be repeated with roots. */
  is_over = self->calls.length >= PADDOCK_INPUT_REQUIRED_CALLS_MAX ||
            request->text.length > PADDOCK_INPUT_REQUIRED_BYTES_MAX - self->n_bytes ||
            find_call (self, request->id, TRUE) != NULL;
  had_roots = paddock_json_find_member (capabilities, "roots", &roots);
  note_declared (self, had_roots);
  if (is_repeatable (request->method) && is_over) {
    /* If the request went on, the server could ask the host for the host's own roots. */
    if (had_roots)
      refuse (self, request->id, PADDOCK_RPC_INTERNAL_ERROR, "Too many requests at once");
    return !had_roots;
  }
  edited = had_roots
           ? paddock_message_edit_replace (request, roots, empty)
           : paddock_message_edit_insert_member (request, capabilities, "\"roots\":{}");
  if (is_repeatable (request->method) && resume (self, add_call (self, edited, token, had_roots)))
    return FALSE;
  paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, edited);
  return FALSE;
}

/* Handles a cancellation that the host sends. Returns whether the cancellation goes on unchanged.
 * While the cancelled request waits here, the server has nothing to cancel. After a repetition, the
 * server knows the request by our id. */
static gboolean
take_cancellation (PaddockInputRequired *self,
                   PaddockMessage       *message)
{
  g_autoptr (PaddockMessage) edited = NULL;
  PaddockSpan id;
  Call *call = NULL;

  if (paddock_json_find_member (message->params, "requestId", &id))
    call = find_call (self, id, TRUE);
  if (call == NULL)
    return TRUE;
  if (call->is_waiting || call->own_id == NULL) {
    gboolean goes_on = !call->is_waiting;

    drop_call (self, call);
    return goes_on;
  }
  edited = paddock_message_edit_replace (message, id,
                                         (PaddockSpan) { call->own_id, strlen (call->own_id) });
  call->is_cancelled = TRUE;
  paddock_filter_send (&self->filter, PADDOCK_TO_SERVER, edited);
  return FALSE;
}

static gboolean
receive_from_host (PaddockFilter  *filter,
                   PaddockMessage *message)
{
  PaddockInputRequired *self = (PaddockInputRequired *) filter;

  /* Most lines of older revisions need no closer look. */
  if (g_queue_is_empty (&self->calls) &&
      (message->kind != PADDOCK_MESSAGE_REQUEST ||
       memmem (message->text.start, message->text.length, CAPABILITIES,
               strlen (CAPABILITIES)) == NULL))
    return TRUE;
  if (message->kind == PADDOCK_MESSAGE_REQUEST)
    return !paddock_message_is_valid (message) || take_request (self, message);
  return message->kind != PADDOCK_MESSAGE_NOTIFICATION ||
         !paddock_message_is_method (message, PADDOCK_METHOD_CANCELLED) ||
         !paddock_message_is_valid (message) || take_cancellation (self, message);
}

/* What a server asks for in `inputRequests`. */
typedef struct {
  GPtrArray  *keys;                 /* char *: the names of the questions about roots, as JSON
                                     * strings */
  GHashTable *names;                /* set of the names of all questions in `inputRequests` */
  guint       n_others;             /* how many of the questions are not about roots */
  gboolean    is_odd;               /* a name comes twice */
} Wants;

static gboolean
on_want (const char      *name,
         PaddockSpan      value,
         PaddockJsonType  type,
         gpointer         user_data)
{
  Wants *wants = user_data;
  PaddockSpan method;
  g_autofree char *text = NULL;

  wants->is_odd |= !g_hash_table_add (wants->names, g_strdup (name));
  if (paddock_json_find_member (value, "method", &method))
    text = paddock_json_dup_string (method);
  if (g_strcmp0 (text, PADDOCK_METHOD_ROOTS_LIST) == 0)
    g_ptr_array_add (wants->keys, paddock_json_quote (name));
  else
    wants->n_others++;
  return TRUE;
}

/* Answers the host's request with the questions of the server that are not about roots, and with a
 * `requestState` of ours that holds @wanted. */
static void
hand_over (PaddockInputRequired      *self,
           Call                      *call,
           PaddockSpan                result,
           PaddockSpan                requests,
           PaddockInputRequiredState *wanted)
{
  static const char * const changed[] = { "inputRequests", "requestState", NULL };
  const PaddockMessage *request = call->request;
  g_autofree char *rest = copy_members (result, changed, NULL);
  g_autofree char *others = copy_members (requests, NULL, wanted->keys);
  g_autofree char *state = NULL;
  g_autofree char *text = NULL;
  g_autofree char *host_id = g_strndup (request->id.start, request->id.length);
  g_autoptr (GBytes) line = NULL;

  state = paddock_input_required_state_wrap (wanted, self->key, request->method, request->params,
                                             g_get_monotonic_time () +
                                             PADDOCK_INPUT_REQUIRED_STATE_S * G_TIME_SPAN_SECOND);
  text = g_strdup_printf ("{%s,\"inputRequests\":{%s},\"requestState\":%s}", rest, others, state);
  line = paddock_message_write_result (host_id, text);
  paddock_filter_send_line (&self->filter, PADDOCK_TO_HOST, line);
  drop_call (self, call);
}

/* If @result, an answer of the server, asks for roots, handles it and returns TRUE. Then the host
 * does not get @result. */
static gboolean
take_questions (PaddockInputRequired *self,
                Call                 *call,
                PaddockSpan           result)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Wants wants = { .keys = keys, .names = names };
  g_auto (PaddockInputRequiredState) wanted = { 0 };
  PaddockSpan type, requests, state;
  g_autofree char *text = NULL;

  if (!paddock_json_find_member (result, "resultType", &type) ||
      !paddock_json_find_member (result, "inputRequests", &requests) ||
      paddock_json_get_type (requests) != PADDOCK_JSON_OBJECT)
    return FALSE;
  text = paddock_json_dup_string (type);
  if (g_strcmp0 (text, "input_required") != 0)
    return FALSE;
  paddock_json_foreach (requests, on_want, &wants);
  if (keys->len == 0)
    return FALSE;
  if (wants.is_odd) {
    refuse (self, call->request->id, PADDOCK_RPC_INTERNAL_ERROR,
            "The server asks in two ways at once");
    drop_call (self, call);
    return TRUE;
  }

  wanted.keys = g_ptr_array_ref (keys);
  if (paddock_json_find_member (result, "requestState", &state))
    wanted.state = g_strndup (state.start, state.length);
  if (wants.n_others > 0) {
    hand_over (self, call, result, requests, &wanted);
    return TRUE;
  }
  if (++call->n_rounds > PADDOCK_INPUT_REQUIRED_ROUNDS_MAX) {
    refuse (self, call->request->id, PADDOCK_RPC_INTERNAL_ERROR,
            "The server asks for roots without end");
    drop_call (self, call);
    return TRUE;
  }
  g_free (call->own_id);
  call->own_id = g_strdup_printf ("\"paddock-%016" G_GINT64_MODIFIER "x-r%u\"", self->prefix,
                                  ++self->n_ids);
  call->wanted = wanted;
  memset (&wanted, 0, sizeof wanted);
  call->is_waiting = TRUE;
  self->ask (self->user_data);
  return TRUE;
}

/* Handles an answer of the server to a request. Returns whether the answer goes on unchanged. */
static gboolean
take_response (PaddockInputRequired *self,
               PaddockMessage       *message)
{
  Call *call = find_call (self, message->id, FALSE);
  g_autoptr (PaddockMessage) edited = NULL;

  /* The server has no request with this id now. If a request of the host with this id waits here,
   * or was repeated under another id, the answer is dropped. Otherwise the answer passes. */
  if (call == NULL)
    return find_call (self, message->id, TRUE) == NULL;
  if (call->is_cancelled) {
    drop_call (self, call);
    return FALSE;
  }
  if (take_questions (self, call, message->result))
    return FALSE;
  if (call->own_id == NULL) {
    drop_call (self, call);
    return TRUE;
  }

  edited = paddock_message_edit_replace (message, message->id, call->request->id);
  drop_call (self, call);
  paddock_filter_send (&self->filter, PADDOCK_TO_HOST, edited);
  return FALSE;
}

/* Handles the server's notification of progress. Returns whether the notification goes on. The
 * progress of a repeated request begins anew, but the host must only see it increase (MCP
 * 2026-07-28, progress). */
static gboolean
take_progress (PaddockInputRequired *self,
               const PaddockMessage *message)
{
  PaddockSpan token, value;
  g_autofree char *text = NULL;
  double progress;

  if (!paddock_json_find_member (message->params, "progressToken", &token) ||
      !paddock_json_find_member (message->params, "progress", &value) ||
      paddock_json_get_type (value) != PADDOCK_JSON_NUMBER)
    return TRUE;
  text = g_strndup (value.start, value.length);
  progress = g_ascii_strtod (text, NULL);
  for (GList *item = self->calls.head; item != NULL; item = item->next) {
    Call *call = item->data;

    if (call->token == NULL ||
        !paddock_json_is_same_id (token, (PaddockSpan) { call->token, strlen (call->token) }))
      continue;
    if (call->n_rounds > 0 && progress <= call->progress)
      return FALSE;
    call->progress = progress;
    return TRUE;
  }
  return TRUE;
}

static gboolean
receive_from_server (PaddockFilter  *filter,
                     PaddockMessage *message)
{
  PaddockInputRequired *self = (PaddockInputRequired *) filter;

  if (g_queue_is_empty (&self->calls))
    return TRUE;
  if (message->kind == PADDOCK_MESSAGE_RESPONSE)
    return !paddock_message_is_valid (message) || take_response (self, message);
  return message->kind != PADDOCK_MESSAGE_NOTIFICATION ||
         !paddock_message_is_method (message, "notifications/progress") ||
         !paddock_message_is_valid (message) || take_progress (self, message);
}

/* Forgets a request whose answer was too long to be read. If the answer has an id of ours, the host
 * gets an error under its own id. */
static void
end_long (PaddockFilter        *filter,
          PaddockWay            way,
          const PaddockMessage *message,
          gboolean              has_passed)
{
  PaddockInputRequired *self = (PaddockInputRequired *) filter;
  Call *call = NULL;

  if (way == PADDOCK_TO_HOST && message->kind == PADDOCK_MESSAGE_RESPONSE)
    call = find_call (self, message->id, FALSE);
  if (call == NULL)
    return;
  if (call->own_id != NULL && !call->is_cancelled)
    refuse (self, call->request->id, PADDOCK_RPC_INTERNAL_ERROR, "The server's answer is too long");
  drop_call (self, call);
}

/* Forgets all requests: no other server gets them. paddock-restart.c answers them with errors. */
static void
forget_server (PaddockFilter *filter)
{
  PaddockInputRequired *self = (PaddockInputRequired *) filter;

  g_queue_clear_full (&self->calls, (GDestroyNotify) call_free);
  self->n_bytes = 0;
}

static const PaddockFilterFuncs filter_funcs = {
  .to_server = receive_from_host,
  .to_host = receive_from_server,
  .end_long = end_long,
  .forget_server = forget_server,
};

/**
 * paddock_input_required_new:
 * @ask: called when a request waits for roots; paddock_input_required_answer() must follow, which
 *   answers all requests that wait
 * @is_strict: whether the server may only get roots that the host has, too. The host is not asked
 *   for its roots here. So if a request of the host declares roots, the server gets an empty list
 * @user_data: for @ask
 *
 * Returns: (transfer full): a new filter
 */
PaddockInputRequired *
paddock_input_required_new (PaddockInputRequiredAsk ask,
                            gboolean                is_strict,
                            gpointer                user_data)
{
  PaddockInputRequired *self = g_new0 (PaddockInputRequired, 1);

  if (getrandom (self->key, sizeof self->key, 0) != sizeof self->key)
    g_error ("The kernel gave no random bytes: %s", g_strerror (errno));
  self->filter.funcs = &filter_funcs;
  self->ask = ask;
  self->is_strict = is_strict;
  self->user_data = user_data;
  self->prefix = (guint64) g_random_int () << 32 | g_random_int ();
  g_queue_init (&self->calls);
  return self;
}

void
paddock_input_required_free (PaddockInputRequired *self)
{
  g_queue_clear_full (&self->calls, (GDestroyNotify) call_free);
  g_free (self);
}

/**
 * paddock_input_required_answer:
 * @list: the roots that the server may see now
 *
 * Repeats all requests that wait for roots.
 */
void
paddock_input_required_answer (PaddockInputRequired  *self,
                               const PaddockRootList *list)
{
  g_autofree char *roots = paddock_root_list_write (list, TRUE);
  GList *item = self->calls.head;

  while (item != NULL) {
    Call *call = item->data;

    item = item->next;
    if (call->is_waiting)
      repeat (self, call, self->is_strict && call->had_roots ? "[]" : roots);
  }
}

/**
 * paddock_input_required_may_ask:
 * @id: the id of an answer of the server
 * @self: a #PaddockInputRequired
 *
 * Returns: whether the answer may ask the host for input, because the request that it answers is
 *   kept here
 */
gboolean
paddock_input_required_may_ask (PaddockSpan id,
                                gpointer    self)
{
  return find_call (self, id, FALSE) != NULL;
}

/**
 * paddock_input_required_get_declared:
 *
 * Returns: what requests of the newest revision have declared so far about the host's own roots.
 *   Once a request declared roots, this stays %PADDOCK_DECLARED_ROOTS
 */
PaddockDeclared
paddock_input_required_get_declared (const PaddockInputRequired *self)
{
  return self->declared;
}

/**
 * paddock_input_required_is_waiting:
 *
 * Returns: whether a request waits for roots
 */
gboolean
paddock_input_required_is_waiting (const PaddockInputRequired *self)
{
  for (const GList *item = self->calls.head; item != NULL; item = item->next)
    if (((const Call *) item->data)->is_waiting)
      return TRUE;
  return FALSE;
}
