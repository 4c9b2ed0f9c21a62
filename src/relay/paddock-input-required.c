/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-input-required.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-input-required-state.h"

/* Roots in the newest revision (2026-07-28), where a server cannot ask on its own.
 *
 * The proxy owns one. It has no I/O: lines come in, and it says whether they end here. Every
 * request of the host gets the capability. A server that wants roots ends a request with
 * `input_required`; where it wants nothing else, the request is repeated from here under an id of
 * ours, with the roots, and the host sees the last answer only. Where it wants more, the host is
 * asked for that, and our part is added to its next try. Whatever is no such answer to such a
 * request passes, unless the host has roots of its own (paddock-mediator.c). These are never asked
 * for.
 */

#define CAPABILITIES      "clientCapabilities"
#define META_CAPABILITIES "io.modelcontextprotocol/" CAPABILITIES

typedef struct {
  GBytes                   *line;   /* (owned) the host's, with the capability */
  GBytes                   *id;     /* (owned) the host's, as its bytes */
  char                     *method; /* (owned) */
  char                     *own_id; /* (owned) (nullable) of the try under way, NULL: the host's */
  char                     *token;  /* (owned) (nullable) for its progress, as its bytes */
  double                    progress; /* as the host was last told */
  gboolean                  has_progress;
  guint                     n_rounds;
  gboolean                  had_roots; /* the host declared roots of its own */
  gboolean                  is_waiting; /* for roots */
  gboolean                  is_cancelled; /* its answer is for nobody */
  PaddockInputRequiredState wanted; /* while it waits */
  char                     *others; /* (owned) (nullable) what the host answered, members */
} Call;

struct _PaddockInputRequired
{
  const PaddockInputRequiredFuncs *funcs;
  gpointer                         user_data;
  gboolean                         is_strict;
  GQueue                           calls;   /* (owned) Call, oldest first */
  gsize                            n_bytes; /* of their lines */
  guint64                          prefix;  /* of our ids */
  guint                            n_ids;
  guint8                           key[PADDOCK_INPUT_REQUIRED_KEY_BYTES];
};

static void
call_free (Call *call)
{
  g_bytes_unref (call->line);
  g_bytes_unref (call->id);
  g_free (call->method);
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
  self->n_bytes -= g_bytes_get_size (call->line);
  g_queue_remove (&self->calls, call);
  call_free (call);
}

/* @text in the place of @part of @line. */
static GBytes *
replace (PaddockSpan  line,
         PaddockSpan  part,
         const char  *text)
{
  GByteArray *out = g_byte_array_sized_new ((guint) (line.length + strlen (text)));
  const char *rest = part.start + part.length;

  g_byte_array_append (out, (const guint8 *) line.start, (guint) (part.start - line.start));
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (out, (const guint8 *) rest, (guint) (line.start + line.length - rest));
  return g_byte_array_free_to_bytes (out);
}

typedef struct {
  GString            *out;
  const char * const *without;      /* (nullable) names that are left out */
  const GPtrArray    *without_keys; /* (nullable) the same, quoted */
} Copy;

static gboolean
on_copied_member (const char      *name,
                  PaddockSpan      value,
                  PaddockJsonType  type,
                  gpointer         user_data)
{
  Copy *copy = user_data;
  g_autofree char *quoted = paddock_json_quote (name);

  if (copy->without != NULL && g_strv_contains (copy->without, name))
    return TRUE;
  for (guint i = 0; copy->without_keys != NULL && i < copy->without_keys->len; i++)
    if (g_str_equal (copy->without_keys->pdata[i], quoted))
      return TRUE;
  if (copy->out->len > 0)
    g_string_append_c (copy->out, ',');
  g_string_append_printf (copy->out, "%s:", quoted);
  g_string_append_len (copy->out, value.start, (gssize) value.length);
  return TRUE;
}

static char *
copy_members (PaddockSpan         object,
              const char * const *without,
              const GPtrArray    *without_keys)
{
  Copy copy = { g_string_new (NULL), without, without_keys };

  if (object.length > 0 && paddock_json_get_type (object) == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (object, on_copied_member, &copy);
  return g_string_free (copy.out, FALSE);
}

/* Whether a message goes no further, for others who look at what passes. */
static gboolean
ends_here (PaddockInputRequired *self,
           const PaddockMessage *class,
           PaddockSpan           line,
           gboolean              from_host)
{
  return self->funcs->follow != NULL &&
         self->funcs->follow (class, line, from_host, self->user_data);
}

static void
tell_host (PaddockInputRequired *self,
           GBytes               *line)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read (paddock_json_span (line), &class);
  if (!ends_here (self, &class, paddock_json_span (line), FALSE))
    self->funcs->to_host (line, self->user_data);
}

static void
refuse (PaddockInputRequired *self,
        GBytes               *id,
        int                   code,
        const char           *text)
{
  PaddockSpan span = paddock_json_span (id);
  g_autofree char *copy = g_strndup (span.start, span.length);
  g_autoptr (GBytes) line = paddock_message_write_error (copy, code, text, NULL);

  tell_host (self, line);
}

/* The request once more, with what was wanted. */
static void
repeat (PaddockInputRequired *self,
        Call                 *call,
        const char           *roots)
{
  static const char * const changed[] = { "inputResponses", "requestState", NULL };
  static const char * const top[] = { "jsonrpc", "id", "method", "params", NULL };
  g_auto (PaddockMessage) class = { 0 };
  g_autofree char *rest = NULL;
  g_autofree char *more = NULL;
  g_autofree char *method = paddock_json_quote (call->method);
  g_autoptr (GString) text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":");
  g_autoptr (GBytes) line = NULL;
  PaddockSpan id = paddock_json_span (call->id);

  paddock_message_read (paddock_json_span (call->line), &class);
  rest = copy_members (class.params, changed, NULL);
  more = copy_members (paddock_json_span (call->line), top, NULL);

  g_string_append_len (text, call->own_id != NULL ? call->own_id : id.start,
                       (gssize) (call->own_id != NULL ? strlen (call->own_id) : id.length));
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
  self->funcs->to_server (line, self->user_data);
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
    PaddockSpan own = paddock_json_span (call->id);

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
          GBytes               *line,
          const PaddockMessage *class,
          PaddockSpan           meta,
          gboolean              had_roots)
{
  Call *call = g_new0 (Call, 1);
  PaddockSpan token;

  call->line = g_bytes_ref (line);
  call->id = g_bytes_new (class->id.start, class->id.length);
  call->method = g_strdup (class->method);
  call->had_roots = had_roots;
  if (paddock_json_find_member (meta, "progressToken", &token))
    call->token = g_strndup (token.start, token.length);
  self->n_bytes += g_bytes_get_size (line);
  g_queue_push_tail (&self->calls, call);
  return call;
}

/* The host's next try of what was half ours. Returns whether it waits for roots, or was refused. */
static gboolean
resume (PaddockInputRequired *self,
        Call                 *call,
        const PaddockMessage *class)
{
  PaddockSpan state, answers;

  if (!paddock_json_find_member (class->params, "requestState", &state) ||
      !paddock_input_required_state_is_own (state))
    return FALSE;
  if (!paddock_input_required_state_unwrap (state, self->key, call->method, class->params,
                                            g_get_monotonic_time (), &call->wanted)) {
    refuse (self, call->id, PADDOCK_RPC_INVALID_PARAMS, "This requestState is not valid here");
    drop_call (self, call);
    return TRUE;
  }
  paddock_json_find_member (class->params, "inputResponses", &answers);
  call->others = copy_members (answers, NULL, call->wanted.keys);
  call->is_waiting = TRUE;
  self->funcs->ask (self->user_data);
  return TRUE;
}

static gboolean
on_any_member (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  return FALSE;
}

static gboolean
take_request (PaddockInputRequired *self,
              PaddockSpan           line,
              const PaddockMessage *class)
{
  PaddockSpan meta, version, capabilities, roots, id;
  g_autofree char *name = NULL;
  g_autoptr (GBytes) out = NULL;
  gboolean had_roots, is_over;
  Call *call;

  if (!paddock_json_find_member (class->params, "_meta", &meta) ||
      !paddock_json_find_member (meta, PADDOCK_META_VERSION, &version) ||
      !paddock_json_find_member (meta, META_CAPABILITIES, &capabilities) ||
      paddock_json_get_type (capabilities) != PADDOCK_JSON_OBJECT)
    return FALSE;
  name = paddock_json_dup_string (version);
  if (name == NULL || strcmp (name, PADDOCK_VERSION_MODERN) < 0)
    return FALSE;

  /* Only what can be repeated may be asked about. */
  is_over = self->calls.length >= PADDOCK_INPUT_REQUIRED_CALLS_MAX ||
            line.length > PADDOCK_INPUT_REQUIRED_BYTES_MAX - self->n_bytes ||
            find_call (self, class->id, TRUE) != NULL;
  had_roots = paddock_json_find_member (capabilities, "roots", &roots);
  self->funcs->host (had_roots, self->user_data);
  id = class->id;
  if (is_repeatable (class->method) && is_over) {
    g_autoptr (GBytes) own = g_bytes_new (id.start, id.length);

    /* Its server could ask the host itself. */
    if (had_roots)
      refuse (self, own, PADDOCK_RPC_INTERNAL_ERROR, "Too many requests at once");
    return had_roots;
  }
  if (ends_here (self, class, line, TRUE))
    return TRUE;
  if (had_roots) {
    out = replace (line, roots, "{}");
  } else {
    gboolean is_empty = paddock_json_foreach (capabilities, on_any_member, NULL);

    out = replace (line, (PaddockSpan) { capabilities.start + 1, 0 },
                   is_empty ? "\"roots\":{}" : "\"roots\":{},");
  }
  if (is_repeatable (class->method) && id.length > 0) {
    call = add_call (self, out, class, meta, had_roots);
    if (resume (self, call, class))
      return TRUE;
  }
  self->funcs->to_server (out, self->user_data);
  return TRUE;
}

/* While the host's request waits here its server has nothing to cancel; later it knows our id. */
static gboolean
take_cancellation (PaddockInputRequired *self,
                   PaddockSpan           line,
                   const PaddockMessage *class)
{
  g_autoptr (GBytes) out = NULL;
  PaddockSpan id;
  Call *call = NULL;

  if (paddock_json_find_member (class->params, "requestId", &id))
    call = find_call (self, id, TRUE);
  if (call == NULL)
    return FALSE;
  if (!call->is_waiting && call->own_id == NULL) {
    drop_call (self, call);
    return FALSE;
  }
  if (ends_here (self, class, line, TRUE))
    return TRUE;
  if (call->is_waiting) {
    drop_call (self, call);
    return TRUE;
  }
  out = replace (line, id, call->own_id);
  call->is_cancelled = TRUE;
  self->funcs->to_server (out, self->user_data);
  return TRUE;
}

/**
 * paddock_input_required_new:
 * @funcs: must stay
 * @is_strict: whether a host that has roots of its own is to narrow ours: as they are not asked
 *   for here, its requests then get none
 *
 * Returns: (transfer full): a new one, without a request under way
 */
PaddockInputRequired *
paddock_input_required_new (const PaddockInputRequiredFuncs *funcs,
                            gboolean                         is_strict,
                            gpointer                         user_data)
{
  PaddockInputRequired *self = g_new0 (PaddockInputRequired, 1);

  if (getrandom (self->key, sizeof self->key, 0) != sizeof self->key)
    g_error ("The kernel gave no random bytes: %s", g_strerror (errno));
  self->funcs = funcs;
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
 * paddock_input_required_receive_from_host:
 * @line: a line without its newline
 *
 * Returns: whether it ends here
 */
gboolean
paddock_input_required_receive_from_host (PaddockInputRequired *self,
                                          PaddockSpan           line)
{
  g_auto (PaddockMessage) class = { 0 };

  /* Most lines of older revisions are told apart without being read. */
  if (g_queue_is_empty (&self->calls) &&
      memmem (line.start, line.length, CAPABILITIES, strlen (CAPABILITIES)) == NULL)
    return FALSE;
  paddock_message_read (line, &class);
  if (class.kind == PADDOCK_MESSAGE_REQUEST)
    return paddock_json_is_valid (line) && take_request (self, line, &class);
  return class.kind == PADDOCK_MESSAGE_NOTIFICATION &&
         paddock_message_is_method (&class, PADDOCK_METHOD_CANCELLED) &&
         paddock_json_is_valid (line) &&
         take_cancellation (self, line, &class);
}

typedef struct {
  GPtrArray  *keys;                 /* (owned) of questions about roots, quoted */
  GHashTable *names;                /* (owned) all */
  guint       n_others;
  gboolean    is_odd;               /* one comes twice */
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

/* The host is asked for the rest, under its own id. */
static void
hand_over (PaddockInputRequired      *self,
           Call                      *call,
           PaddockSpan                result,
           PaddockSpan                requests,
           PaddockInputRequiredState *wanted)
{
  static const char * const changed[] = { "inputRequests", "requestState", NULL };
  g_auto (PaddockMessage) class = { 0 };
  g_autofree char *rest = copy_members (result, changed, NULL);
  g_autofree char *others = copy_members (requests, NULL, wanted->keys);
  g_autofree char *state = NULL;
  g_autofree char *text = NULL;
  PaddockSpan id = paddock_json_span (call->id);
  g_autofree char *host_id = g_strndup (id.start, id.length);
  g_autoptr (GBytes) line = NULL;

  paddock_message_read (paddock_json_span (call->line), &class);
  state = paddock_input_required_state_wrap (wanted, self->key, call->method, class.params,
                                             g_get_monotonic_time () +
                                             PADDOCK_INPUT_REQUIRED_STATE_S * G_TIME_SPAN_SECOND);
  text = g_strdup_printf ("{%s,\"inputRequests\":{%s},\"requestState\":%s}", rest, others, state);
  line = paddock_message_write_result (host_id, text);
  tell_host (self, line);
  drop_call (self, call);
}

/* Whether the server wants roots of a request that is under way, and is dealt with. */
static gboolean
remove_command (PaddockInputRequired *self,
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
    refuse (self, call->id, PADDOCK_RPC_INTERNAL_ERROR, "The server asks in two ways at once");
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
    refuse (self, call->id, PADDOCK_RPC_INTERNAL_ERROR, "The server asks for roots without end");
    drop_call (self, call);
    return TRUE;
  }
  g_free (call->own_id);
  call->own_id = g_strdup_printf ("\"paddock-%016" G_GINT64_MODIFIER "x-r%u\"", self->prefix,
                                  ++self->n_ids);
  call->wanted = wanted;
  memset (&wanted, 0, sizeof wanted);
  call->is_waiting = TRUE;
  self->funcs->ask (self->user_data);
  return TRUE;
}

static gboolean
take_response (PaddockInputRequired *self,
               PaddockSpan           line,
               const PaddockMessage *class)
{
  Call *call = find_call (self, class->id, FALSE);
  g_autoptr (GBytes) out = NULL;
  g_autofree char *id = NULL;
  PaddockSpan host_id;

  /* Under the host's id while another try is under way: it would be an answer to nothing. */
  if (call == NULL)
    return find_call (self, class->id, TRUE) != NULL;
  if (call->is_cancelled) {
    drop_call (self, call);
    return TRUE;
  }
  if (remove_command (self, call, class->result))
    return TRUE;
  if (call->own_id == NULL) {
    drop_call (self, call);
    return FALSE;
  }

  host_id = paddock_json_span (call->id);
  id = g_strndup (host_id.start, host_id.length);
  out = replace (line, class->id, id);
  drop_call (self, call);
  tell_host (self, out);
  return TRUE;
}

/* A request that is repeated begins anew; the host is to see it grow (MCP 2026-07-28, progress). */
static gboolean
take_progress (PaddockInputRequired *self,
               const PaddockMessage *class)
{
  PaddockSpan token, value;
  g_autofree char *text = NULL;
  double progress;

  if (!paddock_json_find_member (class->params, "progressToken", &token) ||
      !paddock_json_find_member (class->params, "progress", &value) ||
      paddock_json_get_type (value) != PADDOCK_JSON_NUMBER)
    return FALSE;
  text = g_strndup (value.start, value.length);
  progress = g_ascii_strtod (text, NULL);
  for (GList *item = self->calls.head; item != NULL; item = item->next) {
    Call *call = item->data;

    if (call->token == NULL ||
        !paddock_json_is_same_id (token, (PaddockSpan) { call->token, strlen (call->token) }))
      continue;
    if (call->n_rounds > 0 && call->has_progress && progress <= call->progress)
      return TRUE;
    call->has_progress = TRUE;
    call->progress = progress;
    return FALSE;
  }
  return FALSE;
}

/**
 * paddock_input_required_receive_from_server:
 * @line: a line without its newline
 *
 * Returns: whether it ends here
 */
gboolean
paddock_input_required_receive_from_server (PaddockInputRequired *self,
                                            PaddockSpan           line)
{
  g_auto (PaddockMessage) class = { 0 };

  if (g_queue_is_empty (&self->calls))
    return FALSE;
  paddock_message_read (line, &class);
  if (class.kind == PADDOCK_MESSAGE_RESPONSE && paddock_json_is_valid (line))
    return take_response (self, line, &class);
  return class.kind == PADDOCK_MESSAGE_NOTIFICATION &&
         paddock_message_is_method (&class, "notifications/progress") &&
         paddock_json_is_valid (line) &&
         take_progress (self, &class);
}

/**
 * paddock_input_required_may_ask:
 * @id: of an answer of the server
 * @self: a #PaddockInputRequired
 *
 * Returns: whether the revision lets that answer ask for input
 */
gboolean
paddock_input_required_may_ask (PaddockSpan id,
                                gpointer    self)
{
  return find_call (self, id, FALSE) != NULL;
}

/**
 * paddock_input_required_receive_long:
 * @line: what a line of the server was that was too long to be read
 *
 * Under an id of ours nobody but us knows what it answers.
 */
void
paddock_input_required_receive_long (PaddockInputRequired *self,
                                     const PaddockMessage *line)
{
  Call *call = line->kind == PADDOCK_MESSAGE_RESPONSE ? find_call (self, line->id, FALSE) : NULL;

  if (call == NULL)
    return;
  if (call->own_id != NULL && !call->is_cancelled)
    refuse (self, call->id, PADDOCK_RPC_INTERNAL_ERROR, "The server's answer is too long");
  drop_call (self, call);
}

/**
 * paddock_input_required_answer:
 * @list: what the server may see now
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
 * paddock_input_required_forget_server:
 *
 * Another server takes its place: what is under way is answered by others, and never repeated.
 */
void
paddock_input_required_forget_server (PaddockInputRequired *self)
{
  g_queue_clear_full (&self->calls, (GDestroyNotify) call_free);
  self->n_bytes = 0;
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
