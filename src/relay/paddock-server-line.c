/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-server-line.h"

#include <string.h>

#include "paddock-message.h"
#include "paddock-names.h"

/* Judges whether all readers of JSON understand a line of a server in the same way. A pure
 * function.
 *
 * If a host has roots of its own and gets a `roots/list`, it answers, and the server learns the
 * host's roots. So such a host gets only lines that no reader can take for a hidden `roots/list`.
 * Readers differ, and each difference is a rule here:
 *
 * - Readers of lines (Java, C#, Python's text mode, Node's readline) end a line at a lone CR.
 * - Decoders that ignore case (Go, C#) take "Method" for "method", and the long s for an s.
 * - Decoders with C strings end a name at U+0000.
 * - Decoders take the first or the last of two members with one name.
 * - Python's SDK takes "input_requests" for "inputRequests".
 *
 * The rules apply to the objects that the protocol itself defines: the message, `params`, `result`,
 * `inputRequests`, the requests in it, and `_meta` of each. Nothing here looks at deeper values,
 * for example at the result of a tool. If an object is too large to be read to its end, the line is
 * refused, because a question may be in the rest. In the newest revision, a task may contain
 * questions, too (SEP-2663). Those about roots are refused.
 */

/* A member that the protocol defines. walk_through() sets its value and its type. */
typedef struct {
  const char     *name;
  PaddockSpan     value;
  PaddockJsonType type;             /* PADDOCK_JSON_INVALID: the object has no such member */
} Known;

/* Judges one value of an object, or one element of an array. Returns PADDOCK_REASON_NONE if the
 * value is allowed; otherwise why not. */
typedef PaddockReason (*JudgeValue) (PaddockSpan value);

typedef struct {
  Known        *known;
  guint         n_known;
  JudgeValue    judge_value;        /* (nullable) */
  GHashTable   *seen;               /* (nullable) the names that came so far, after fold(); NULL: an
                                     * array is walked */
  guint         n_members;
  PaddockReason reason;
} Walk;

static const char replacement[] = "\xef\xbf\xbd";

/* Whether @text has no U+FFFD, with which paddock-json.c replaces U+0000 and lone surrogates. No
 * name of the protocol contains that character. */
static gboolean
is_decodable (const char *text)
{
  return strstr (text, replacement) == NULL;
}

/* Returns @text in lower case, so that names which differ only by case become equal. As in Java,
 * the Turkish letters ı and İ become an i. */
static char *
fold (const char *text)
{
  g_autofree char *folded = NULL;
  GString *out;

  if (g_str_is_ascii (text))
    return g_ascii_strdown (text, -1);
  folded = g_utf8_casefold (text, -1);
  out = g_string_new (folded);
  g_string_replace (out, "\xc4\xb1", "i", 0);
  g_string_replace (out, "i\xcc\x87", "i", 0);
  return g_string_free (out, FALSE);
}

/* Whether only readers that ignore case take @text for @name. @folded: the result of fold
 * (@text). */
static gboolean
differs_by_case (const char *text,
                 const char *folded,
                 const char *name)
{
  g_autofree char *folded_name = fold (name);

  return strcmp (folded, folded_name) == 0 && strcmp (text, name) != 0;
}

static PaddockReason
judge_name (Walk            *walk,
            const char      *name,
            PaddockSpan      value,
            PaddockJsonType  type)
{
  g_autofree char *folded = fold (name);

  if (!is_decodable (name))
    return PADDOCK_REASON_AMBIGUOUS;
  for (guint i = 0; i < walk->n_known; i++) {
    Known *known = &walk->known[i];

    if (differs_by_case (name, folded, known->name))
      return PADDOCK_REASON_AMBIGUOUS;
    if (strcmp (name, known->name) == 0) {
      known->value = value;
      known->type = type;
    }
  }
  return g_hash_table_add (walk->seen, g_steal_pointer (&folded)) ? PADDOCK_REASON_NONE
                                                                  : PADDOCK_REASON_AMBIGUOUS;
}

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  Walk *walk = user_data;

  if (walk->seen != NULL && ++walk->n_members > PADDOCK_MESSAGE_MEMBERS_MAX)
    walk->reason = PADDOCK_REASON_LIMIT;
  if (walk->reason == PADDOCK_REASON_NONE && walk->seen != NULL)
    walk->reason = judge_name (walk, name, value, type);
  if (walk->reason == PADDOCK_REASON_NONE && walk->judge_value != NULL)
    walk->reason = walk->judge_value (value);
  return walk->reason == PADDOCK_REASON_NONE;
}

/* Judges the names in @container. If @judge_value is not NULL, judges the values, too. Stores the
 * values of the members that @known names. */
static PaddockReason
walk_through (PaddockSpan  container,
              Known       *known,
              guint        n_known,
              JudgeValue   judge_value)
{
  Walk walk = { .known = known, .n_known = n_known, .judge_value = judge_value };
  g_autoptr (GHashTable) seen = NULL;
  gboolean is_whole;

  if (paddock_json_get_type (container) == PADDOCK_JSON_OBJECT)
    seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk.seen = seen;
  is_whole = paddock_json_foreach (container, on_member, &walk);
  if (walk.reason == PADDOCK_REASON_NONE && !is_whole)
    return PADDOCK_REASON_LIMIT;
  return walk.reason;
}

/* Whether the object has the member @known. All readers treat a null as if the member were
 * missing. */
static gboolean
is_there (const Known *known)
{
  return known->type != PADDOCK_JSON_INVALID && known->type != PADDOCK_JSON_NULL;
}

static PaddockReason
judge_meta (const Known *meta)
{
  Known known[] = {
    { .name = PADDOCK_META_VERSION },
    { .name = PADDOCK_META_CLIENT },
    { .name = PADDOCK_META_CAPABILITIES },
    { .name = PADDOCK_META_RELATED_TASK },
    { .name = "progressToken" },
  };

  if (meta->type != PADDOCK_JSON_OBJECT)
    return PADDOCK_REASON_NONE;
  return walk_through (meta->value, known, G_N_ELEMENTS (known), NULL);
}

enum {
  PARAMS_META,
  PARAMS_INPUT_REQUESTS,
};

static PaddockReason
judge_params (const Known *params,
              Known       *out_requests)
{
  Known known[] = {
    { .name = "_meta" },
    { .name = "inputRequests" },
    { .name = "requestId" },
    { .name = "progressToken" },
    { .name = "progress" },
  };
  PaddockReason reason;

  *out_requests = known[PARAMS_INPUT_REQUESTS];
  if (params->type != PADDOCK_JSON_OBJECT)
    return PADDOCK_REASON_NONE;
  reason = walk_through (params->value, known, G_N_ELEMENTS (known), NULL);
  *out_requests = known[PARAMS_INPUT_REQUESTS];
  return reason == PADDOCK_REASON_NONE ? judge_meta (&known[PARAMS_META]) : reason;
}

/* Compares a value with @wanted. Refuses a value that only some readers would take for @wanted. */
static PaddockReason
compare_word (const Known *word,
              const char  *wanted,
              gboolean    *out_is_wanted)
{
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  *out_is_wanted = FALSE;
  if (word->value.length > PADDOCK_SERVER_LINE_NAME_MAX)
    return PADDOCK_REASON_LIMIT;
  text = paddock_json_dup_string (word->value);
  if (text == NULL)
    return PADDOCK_REASON_MALFORMED;
  folded = fold (text);
  if (!is_decodable (text) || differs_by_case (text, folded, wanted))
    return PADDOCK_REASON_AMBIGUOUS;
  *out_is_wanted = strcmp (text, wanted) == 0;
  return PADDOCK_REASON_NONE;
}

enum {
  MESSAGE_ID,
  MESSAGE_METHOD,
  MESSAGE_PARAMS,
  MESSAGE_RESULT,
  MESSAGE_ERROR,
  MESSAGE_JSONRPC,
  N_MESSAGE,
};

static const Known message_names[N_MESSAGE] = {
  [MESSAGE_ID] = { .name = "id" },
  [MESSAGE_METHOD] = { .name = "method" },
  [MESSAGE_PARAMS] = { .name = "params" },
  [MESSAGE_RESULT] = { .name = "result" },
  [MESSAGE_ERROR] = { .name = "error" },
  [MESSAGE_JSONRPC] = { .name = "jsonrpc" },
};

static PaddockReason
judge_input_request (PaddockSpan  value,
                     gboolean    *out_is_about_roots)
{
  Known known[N_MESSAGE];
  Known requests;
  PaddockReason reason;

  *out_is_about_roots = FALSE;
  memcpy (known, message_names, sizeof known);
  if (paddock_json_get_type (value) != PADDOCK_JSON_OBJECT)
    return PADDOCK_REASON_MALFORMED;
  reason = walk_through (value, known, N_MESSAGE, NULL);
  if (reason == PADDOCK_REASON_NONE)
    reason = compare_word (&known[MESSAGE_METHOD], PADDOCK_METHOD_ROOTS_LIST, out_is_about_roots);
  if (reason == PADDOCK_REASON_NONE)
    reason = judge_params (&known[MESSAGE_PARAMS], &requests);
  return reason == PADDOCK_REASON_NONE && is_there (&requests) ? PADDOCK_REASON_MALFORMED : reason;
}

/* Judges one question in the result of a request. Such a question has no id (MCP 2026-07-28,
 * basic/patterns/mrtr). */
static PaddockReason
judge_wish (PaddockSpan value)
{
  gboolean is_about_roots;

  return judge_input_request (value, &is_about_roots);
}

/* Judges one question of a task. Refuses questions about roots, because Paddock does not answer
 * them in tasks. */
static PaddockReason
judge_task_wish (PaddockSpan value)
{
  gboolean is_about_roots;
  PaddockReason reason = judge_input_request (value, &is_about_roots);

  return reason == PADDOCK_REASON_NONE && is_about_roots ? PADDOCK_REASON_MALFORMED : reason;
}

static PaddockReason
judge_wishes (const Known *requests,
              JudgeValue   judge_value)
{
  return requests->type == PADDOCK_JSON_OBJECT
         ? walk_through (requests->value, NULL, 0, judge_value) : PADDOCK_REASON_MALFORMED;
}

enum {
  RESULT_META,
  RESULT_TYPE,
  RESULT_INPUT_REQUESTS,
  RESULT_TYPE_SNAKE,
  RESULT_INPUT_REQUESTS_SNAKE,
};

static PaddockReason
judge_result (PaddockSpan                   id,
              PaddockSpan                   result,
              const PaddockServerLineRules *rules)
{
  Known known[] = {
    [RESULT_META] = { .name = "_meta" },
    [RESULT_TYPE] = { .name = "resultType" },
    [RESULT_INPUT_REQUESTS] = { .name = "inputRequests" },
    /* The protocol does not define these names with "_", but some readers take them for the names
     * above. */
    [RESULT_TYPE_SNAKE] = { .name = "result_type" },
    [RESULT_INPUT_REQUESTS_SNAKE] = { .name = "input_requests" },
    { .name = "requestState" },
    { .name = "protocolVersion" },
    { .name = "capabilities" },
    { .name = "serverInfo" },
  };
  const Known *requests = &known[RESULT_INPUT_REQUESTS];
  PaddockReason reason = walk_through (result, known, G_N_ELEMENTS (known), NULL);
  gboolean asks = FALSE;

  if (reason == PADDOCK_REASON_NONE && known[RESULT_TYPE].type == PADDOCK_JSON_STRING)
    reason = compare_word (&known[RESULT_TYPE], "input_required", &asks);
  if (reason == PADDOCK_REASON_NONE)
    reason = judge_meta (&known[RESULT_META]);
  if (reason != PADDOCK_REASON_NONE)
    return reason;
  if (is_there (&known[RESULT_TYPE_SNAKE]) || is_there (&known[RESULT_INPUT_REQUESTS_SNAKE]))
    return PADDOCK_REASON_AMBIGUOUS;
  if (asks && (rules->may_ask == NULL || !rules->may_ask (id, rules->user_data)))
    return PADDOCK_REASON_MALFORMED;
  if (!is_there (requests))
    return PADDOCK_REASON_NONE;
  if (!asks)
    return rules->takes_tasks ? judge_wishes (requests, judge_task_wish)
                              : PADDOCK_REASON_AMBIGUOUS;
  return judge_wishes (requests, judge_wish);
}

static PaddockReason
judge_call (const Known                  *known,
            const PaddockServerLineRules *rules)
{
  PaddockJsonType id = known[MESSAGE_ID].type;
  Known requests;
  gboolean is_question;
  PaddockReason reason = compare_word (&known[MESSAGE_METHOD], PADDOCK_METHOD_ROOTS_LIST,
                                       &is_question);

  if (reason != PADDOCK_REASON_NONE)
    return reason;
  if (is_there (&known[MESSAGE_RESULT]) || is_there (&known[MESSAGE_ERROR]))
    return PADDOCK_REASON_AMBIGUOUS;
  if (id != PADDOCK_JSON_INVALID && id != PADDOCK_JSON_STRING && id != PADDOCK_JSON_NUMBER)
    return PADDOCK_REASON_MALFORMED;
  /* Some hosts answer a `roots/list` even if it has no id. */
  if (is_question && id == PADDOCK_JSON_INVALID)
    return PADDOCK_REASON_AMBIGUOUS;
  reason = judge_params (&known[MESSAGE_PARAMS], &requests);
  if (reason != PADDOCK_REASON_NONE || !is_there (&requests))
    return reason;
  return rules->takes_tasks ? judge_wishes (&requests, judge_task_wish) : PADDOCK_REASON_MALFORMED;
}

/* Judges a response. In an error, the id may be null: then the server could not read the id of the
 * request (JSON-RPC 2.0, section 5). */
static PaddockReason
judge_response (const Known                  *known,
                const PaddockServerLineRules *rules)
{
  PaddockJsonType id = known[MESSAGE_ID].type;
  gboolean has_error = is_there (&known[MESSAGE_ERROR]);

  if (known[MESSAGE_RESULT].type == PADDOCK_JSON_INVALID &&
      known[MESSAGE_ERROR].type == PADDOCK_JSON_INVALID)
    return PADDOCK_REASON_MALFORMED;
  if (has_error && is_there (&known[MESSAGE_RESULT]))
    return PADDOCK_REASON_AMBIGUOUS;
  if (id != PADDOCK_JSON_STRING && id != PADDOCK_JSON_NUMBER &&
      !(id == PADDOCK_JSON_NULL && has_error))
    return PADDOCK_REASON_MALFORMED;
  if (known[MESSAGE_RESULT].type != PADDOCK_JSON_OBJECT)
    return PADDOCK_REASON_NONE;
  return judge_result (known[MESSAGE_ID].value, known[MESSAGE_RESULT].value, rules);
}

static PaddockReason
judge_message (PaddockSpan                   text,
               const PaddockServerLineRules *rules)
{
  Known known[N_MESSAGE];
  PaddockReason reason;

  if (paddock_json_get_type (text) != PADDOCK_JSON_OBJECT)
    return PADDOCK_REASON_MALFORMED;
  memcpy (known, message_names, sizeof known);
  reason = walk_through (text, known, N_MESSAGE, NULL);
  if (reason != PADDOCK_REASON_NONE)
    return reason;
  return known[MESSAGE_METHOD].type != PADDOCK_JSON_INVALID ? judge_call (known, rules)
                                                            : judge_response (known, rules);
}

/* Judges one message of a batch. A result in it can't contain questions: the revision in which
 * results do so has no batches. */
static PaddockReason
judge_element (PaddockSpan value)
{
  return judge_message (value, &(PaddockServerLineRules) { .takes_batches = FALSE });
}

static gboolean
on_first (const char      *name,
          PaddockSpan      value,
          PaddockJsonType  type,
          gpointer         user_data)
{
  return FALSE;
}

/**
 * paddock_server_line_is_blank:
 *
 * Returns: whether @line has only white space, so that nobody takes it for a message
 */
gboolean
paddock_server_line_is_blank (PaddockSpan line)
{
  for (gsize i = 0; i < line.length; i++)
    if (!g_ascii_isspace (line.start[i]))
      return FALSE;
  return TRUE;
}

static gboolean
on_possible_method (const char      *name,
                    PaddockSpan      value,
                    PaddockJsonType  type,
                    gpointer         user_data)
{
  g_autofree char *folded = fold (name);
  gboolean *is_call = user_data;

  /* Some readers end a name at U+0000, so only the beginning of the name counts. */
  *is_call = g_str_has_prefix (folded, "method");
  return !*is_call;
}

/**
 * paddock_server_line_is_call:
 * @text: a message that was refused, alone or from a batch
 *
 * Returns: whether a reader may take @text for a request instead of a response
 */
gboolean
paddock_server_line_is_call (PaddockSpan text)
{
  gboolean is_call = FALSE;

  paddock_json_foreach (text, on_possible_method, &is_call);
  return is_call;
}

/**
 * paddock_server_line_judge:
 * @line: without its newline, with the CR before it if there is one
 * @rules: what the conversation allows
 *
 * Returns: %PADDOCK_REASON_NONE if all readers take @line for the same request, notification,
 *   response or batch; otherwise why not
 */
PaddockReason
paddock_server_line_judge (PaddockSpan                   line,
                           const PaddockServerLineRules *rules)
{
  PaddockSpan text = line;

  if (text.length > 0 && text.start[text.length - 1] == '\r')
    text.length--;
  if (!paddock_json_is_valid (text))
    return PADDOCK_REASON_MALFORMED;
  if (memchr (text.start, '\r', text.length) != NULL)
    return PADDOCK_REASON_AMBIGUOUS;
  if (paddock_json_get_type (text) != PADDOCK_JSON_ARRAY)
    return judge_message (text, rules);
  if (!rules->takes_batches || paddock_json_foreach (text, on_first, NULL))
    return PADDOCK_REASON_MALFORMED;
  return walk_through (text, NULL, 0, judge_element);
}
