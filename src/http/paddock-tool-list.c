/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-tool-list.h"

#include <string.h>

#include "paddock-names.h"
#include "paddock-param-headers.h"
#include "paddock-text.h"

/* Knows for each tool of a server which arguments the server wants in HTTP headers as well (MCP
 * 2026-07-28, basic/transports/streamable-http).
 *
 * Each session owns a tool list. The list learns from every answer to `tools/list`, whether the
 * host or Paddock sent the request. It removes from the answer each tool whose schema this revision
 * of MCP forbids, because a host must not get such a tool. Pages come in any order. If a name comes
 * twice, the last tool counts.
 *
 * Nothing expires. If a server later wants other headers, it refuses a call because of its headers,
 * and Paddock requests the list again (paddock-relisting.c). The size is limited, however many
 * tools the server lists.
 */

struct _PaddockToolList
{
  PaddockToolListLeftOut left_out;
  gpointer               user_data;
  GHashTable            *known;     /* (owned) name of a tool -> PaddockParamHeader array */
  gsize                  n_bytes;   /* approximate size of @known, in bytes */
  GHashTable            *said;      /* (owned) set: names of the removed tools that were reported
                                     * already */
};

/* An answer to `tools/list`, while this file reads it. */
typedef struct {
  PaddockToolList *list;
  GArray          *out;             /* PaddockSpan: the tools to remove, in order */
} Page;

typedef struct {
  PaddockSpan name;
  PaddockSpan schema;
  gboolean    is_ambiguous;
} Tool;

/**
 * paddock_tool_list_new:
 * @left_out: called once for each removed tool: its name, fit for display, and the reason
 * @user_data: for @left_out
 *
 * Returns: (transfer full): an empty list
 */
PaddockToolList *
paddock_tool_list_new (PaddockToolListLeftOut left_out,
                       gpointer               user_data)
{
  PaddockToolList *self = g_new0 (PaddockToolList, 1);

  self->left_out = left_out;
  self->user_data = user_data;
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) g_ptr_array_unref);
  self->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
paddock_tool_list_free (PaddockToolList *self)
{
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->said);
  g_free (self);
}

static gsize
measure (const char *name,
         GPtrArray  *params)
{
  gsize n = strlen (name) + sizeof (GPtrArray);

  for (guint i = 0; i < params->len; i++) {
    const PaddockParamHeader *param = params->pdata[i];

    n += strlen (param->header) + sizeof *param;
    for (guint j = 0; param->path[j] != NULL; j++)
      n += strlen (param->path[j]) + sizeof param->path[j];
  }
  return n;
}

static void
learn (PaddockToolList *self,
       const char      *name,
       GPtrArray       *params)
{
  gsize n = measure (name, params);

  paddock_tool_list_forget (self, name);
  if (params->len == 0 || n > PADDOCK_TOOL_LIST_KNOWN_MAX)
    return;
  if (n > PADDOCK_TOOL_LIST_KNOWN_MAX - self->n_bytes) {
    g_hash_table_remove_all (self->known);
    self->n_bytes = 0;
  }
  g_hash_table_insert (self->known, g_strdup (name), g_ptr_array_ref (params));
  self->n_bytes += n;
}

static void
say (PaddockToolList *self,
     const char      *name,
     const char      *fault)
{
  g_autofree char *escaped = paddock_text_escape (name, -1);
  g_autofree char *shown = paddock_text_clip (escaped, 128);

  if (g_hash_table_size (self->said) < PADDOCK_TOOL_LIST_SAID_MAX &&
      g_hash_table_add (self->said, g_strdup (shown)))
    self->left_out (shown, fault, self->user_data);
}

static gboolean
on_tool_member (const char      *name,
                PaddockSpan      value,
                PaddockJsonType  type,
                gpointer         user_data)
{
  Tool *tool = user_data;
  PaddockSpan *place = g_str_equal (name, "name") ? &tool->name
                     : g_str_equal (name, "inputSchema") ? &tool->schema : NULL;

  if (place == NULL)
    return TRUE;
  tool->is_ambiguous |= place->length > 0;
  *place = value;
  return TRUE;
}

/* Called for each element of the array "tools". Learns which headers a call of this tool needs, or
 * notes that the tool must be removed. An element that is no object stays: the host judges it. */
static gboolean
on_tool (const char      *unused,
         PaddockSpan      value,
         PaddockJsonType  type,
         gpointer         user_data)
{
  Page *page = user_data;
  Tool tool = { 0 };
  const char *fault = NULL;
  g_autoptr (GPtrArray) params = NULL;
  g_autofree char *name = NULL;

  if (type != PADDOCK_JSON_OBJECT)
    return TRUE;
  paddock_json_foreach (value, on_tool_member, &tool);
  name = tool.name.length > 0 ? paddock_json_dup_string (tool.name) : NULL;
  params = paddock_param_headers_scan (tool.schema, &fault);
  if (fault == NULL && params->len > 0 && tool.is_ambiguous)
    fault = "it has a member twice";
  if (name == NULL && fault == NULL)
    return TRUE;
  if (fault == NULL) {
    learn (page->list, name, params);
    return TRUE;
  }
  if (name != NULL)
    paddock_tool_list_forget (page->list, name);
  say (page->list, name != NULL ? name : "?", fault);
  g_array_append_val (page->out, value);
  return TRUE;
}

static gboolean
on_result_member (const char      *name,
                  PaddockSpan      value,
                  PaddockJsonType  type,
                  gpointer         user_data)
{
  if (type == PADDOCK_JSON_ARRAY && g_str_equal (name, "tools"))
    paddock_json_foreach (value, on_tool, user_data);
  return TRUE;
}

static const char *
skip_space (const char *at,
            const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

/* Copies @text to @copy without the array elements in @out. Also leaves out the comma after each
 * element, or the comma before it if the element is the last of its array. Elements that follow
 * each other are left out as one.
 *
 * Returns FALSE if @copy could not be written. */
static gboolean
copy_without (PaddockSpan   text,
              const GArray *out,
              PaddockSpool *copy)
{
  const char *end = text.start + text.length;
  const char *done = text.start;

  for (guint i = 0; i < out->len; i++) {
    PaddockSpan span = g_array_index (out, PaddockSpan, i);
    const char *stop = span.start;
    const char *next = skip_space (span.start + span.length, end);

    while (i + 1 < out->len && *next == ',' &&
           skip_space (next + 1, end) == g_array_index (out, PaddockSpan, i + 1).start) {
      span = g_array_index (out, PaddockSpan, ++i);
      next = skip_space (span.start + span.length, end);
    }
    if (*next == ',') {
      next = skip_space (next + 1, end);
    } else {
      while (stop > done && g_ascii_isspace (stop[-1]))
        stop--;
      if (stop > done && stop[-1] == ',')
        stop--;
    }
    if (!paddock_spool_add (copy, (PaddockSpan) { done, (gsize) (stop - done) }))
      return FALSE;
    done = next;
  }
  return paddock_spool_add (copy, (PaddockSpan) { done, (gsize) (end - done) });
}

/**
 * paddock_tool_list_filter:
 * @answer: (transfer full): the answer to `tools/list`, one JSON message
 *
 * Learns from @answer which headers a call of each tool needs, and removes from @answer the tools
 * that must not be used.
 *
 * Returns: (transfer full) (nullable): @answer without these tools; %NULL if it is too long to
 *   check
 */
PaddockSpool *
paddock_tool_list_filter (PaddockToolList *self,
                          PaddockSpool    *answer)
{
  g_autoptr (PaddockSpool) whole = answer;
  g_autoptr (PaddockSpool) rest = NULL;
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PaddockSpan));
  PaddockSpan text = paddock_spool_get_text (whole);
  PaddockSpan result;
  Page page = { self, out };

  if (text.length == 0 || text.length > PADDOCK_TOOL_LIST_BYTES_MAX)
    return NULL;
  if (paddock_json_find_member (text, "result", &result))
    paddock_json_foreach (result, on_result_member, &page);
  if (out->len == 0)
    return g_steal_pointer (&whole);
  rest = paddock_spool_new ();
  return copy_without (text, out, rest) ? g_steal_pointer (&rest) : NULL;
}

/**
 * paddock_tool_list_has:
 *
 * Returns: whether the list knows headers that a call of @tool needs
 */
gboolean
paddock_tool_list_has (const PaddockToolList *self,
                       const char            *tool)
{
  return g_hash_table_contains (self->known, tool);
}

/**
 * paddock_tool_list_forget:
 *
 * Forgets which headers a call of @tool needs. Call this if the server said that the headers are
 * wrong.
 */
void
paddock_tool_list_forget (PaddockToolList *self,
                          const char      *tool)
{
  GPtrArray *params = g_hash_table_lookup (self->known, tool);

  if (params == NULL)
    return;
  self->n_bytes -= measure (tool, params);
  g_hash_table_remove (self->known, tool);
}

/**
 * paddock_tool_list_add_headers:
 * @line: a message of the host
 *
 * If @line calls a known tool, adds to @headers the arguments that the server wants in headers.
 */
void
paddock_tool_list_add_headers (const PaddockToolList *self,
                               const PaddockMessage  *line,
                               GStrvBuilder          *headers)
{
  g_autofree char *name = NULL;
  PaddockSpan value, arguments;
  GPtrArray *params;

  if (!paddock_message_is_method (line, PADDOCK_METHOD_TOOLS_CALL) ||
      !paddock_json_find_member (line->params, "name", &value) ||
      (name = paddock_json_dup_string (value)) == NULL)
    return;
  params = g_hash_table_lookup (self->known, name);
  if (params != NULL && paddock_json_find_member (line->params, "arguments", &arguments))
    paddock_param_headers_add (params, arguments, headers);
}
