/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-param-headers.h"

#include <math.h>
#include <string.h>

#include "paddock-http-headers.h"
#include "paddock-token.h"

/* Finds out which arguments of a tool are sent in headers as well, and adds these headers (MCP
 * 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters").
 *
 * Pure. A server marks such an argument with `x-mcp-header` in the tool's schema. The server is not
 * trusted: if a header would be impossible or ambiguous, the whole tool is invalid. The number of
 * headers and the depth of schemas are limited. The values come from the host. Each value ends up
 * in one header; a value that a header can't hold is sent as base64.
 */

#define ANNOTATION "x-mcp-header"
/* The largest integer that JavaScript represents exactly, 2^53 - 1. */
#define INTEGER_MAX 9007199254740991.0

typedef struct {
  GPtrArray  *params;               /* PaddockParamHeader */
  GHashTable *names;                /* set of char: names of the headers found so far, in lower
                                     * case */
  GPtrArray  *path;                 /* char: names of the members that lead to the current schema */
  guint       depth;
  const char *fault;                /* (nullable) the first fault in the schemas, in words; NULL:
                                     * none was found */
} Scan;

/* A schema whose members are being read. */
typedef struct {
  Scan       *scan;
  gboolean    is_reachable;         /* every step from the top schema to this one is a member of
                                     * `properties` */
  PaddockSpan annotation;
  PaddockSpan type;
  gboolean    is_ambiguous;
} Schema;

/* Members of a schema that hold one other schema, or an array of schemas. */
static const char * const holders[] = {
  "items", "prefixItems", "contains", "additionalItems", "additionalProperties",
  "unevaluatedItems", "unevaluatedProperties", "propertyNames", "contentSchema", "oneOf", "anyOf",
  "allOf", "not", "if", "then", "else", NULL,
};
/* Members of a schema that hold other schemas by name. */
static const char * const maps[] = {
  "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions", NULL,
};

static void visit (Scan        *scan,
                   PaddockSpan  value,
                   gboolean     is_reachable);

static void
param_free (gpointer data)
{
  PaddockParamHeader *self = data;

  g_strfreev (self->path);
  g_free (self->header);
  g_free (self);
}

static gboolean
fail (Scan       *scan,
      const char *fault)
{
  if (scan->fault == NULL)
    scan->fault = fault;
  return FALSE;
}

static gboolean
on_held (const char      *name,
         PaddockSpan      value,
         PaddockJsonType  type,
         gpointer         user_data)
{
  visit (user_data, value, FALSE);
  return ((Scan *) user_data)->fault == NULL;
}

static gboolean
on_property (const char      *name,
             PaddockSpan      value,
             PaddockJsonType  type,
             gpointer         user_data)
{
  const Schema *schema = user_data;
  Scan *scan = schema->scan;

  g_ptr_array_add (scan->path, g_strdup (name));
  visit (scan, value, schema->is_reachable);
  g_ptr_array_set_size (scan->path, (gint) scan->path->len - 1);
  return scan->fault == NULL;
}

static void
keep (Schema      *schema,
      PaddockSpan *place,
      PaddockSpan  value)
{
  schema->is_ambiguous |= place->length > 0;
  *place = value;
}

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  Schema *schema = user_data;
  Scan *scan = schema->scan;

  if (g_str_equal (name, ANNOTATION))
    keep (schema, &schema->annotation, value);
  else if (g_str_equal (name, "type"))
    keep (schema, &schema->type, value);
  else if (g_str_equal (name, "properties") && type == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (value, on_property, schema);
  else if (g_strv_contains (holders, name) && type == PADDOCK_JSON_OBJECT)
    visit (scan, value, FALSE);
  else if ((g_strv_contains (holders, name) && type == PADDOCK_JSON_ARRAY) ||
           (g_strv_contains (maps, name) && type == PADDOCK_JSON_OBJECT))
    paddock_json_foreach (value, on_held, scan);
  return scan->fault == NULL;
}

static gboolean
is_primitive (PaddockSpan type)
{
  static const char * const types[] = { "string", "integer", "boolean", NULL };
  g_autofree char *name = type.length > 0 ? paddock_json_dup_string (type) : NULL;

  return name != NULL && g_strv_contains (types, name);
}

static gboolean
take_annotation (const Schema *schema)
{
  Scan *scan = schema->scan;
  g_autofree char *name = paddock_json_dup_string (schema->annotation);
  PaddockParamHeader *param;

  if (schema->is_ambiguous)
    return fail (scan, "its schema has a member twice");
  if (!schema->is_reachable || scan->path->len == 0)
    return fail (scan, "x-mcp-header is at a place where it must not be");
  if (!is_primitive (schema->type))
    return fail (scan, "x-mcp-header is for a text, an integer or a boolean only");
  if (name == NULL || !paddock_token_is_valid (name))
    return fail (scan, "x-mcp-header is no name of a header");
  if (strlen (name) > PADDOCK_PARAM_HEADERS_NAME_MAX)
    return fail (scan, "x-mcp-header is too long");
  if (!g_hash_table_add (scan->names, g_ascii_strdown (name, -1)))
    return fail (scan, "x-mcp-header names a header twice");
  if (scan->params->len >= PADDOCK_PARAM_HEADERS_MAX)
    return fail (scan, "x-mcp-header comes too often");
  param = g_new0 (PaddockParamHeader, 1);
  param->header = g_strconcat ("Mcp-Param-", name, NULL);
  g_ptr_array_add (scan->path, NULL);
  param->path = g_strdupv ((char **) scan->path->pdata);
  g_ptr_array_set_size (scan->path, (gint) scan->path->len - 1);
  g_ptr_array_add (scan->params, param);
  return TRUE;
}

/* Looks for annotations in the schema @value and in the schemas inside it, down to a nesting of
 * PADDOCK_PARAM_HEADERS_DEPTH_MAX. */
static void
visit (Scan        *scan,
       PaddockSpan  value,
       gboolean     is_reachable)
{
  Schema schema = { .scan = scan, .is_reachable = is_reachable };

  if (scan->fault != NULL || paddock_json_get_type (value) != PADDOCK_JSON_OBJECT)
    return;
  if (scan->depth >= PADDOCK_PARAM_HEADERS_DEPTH_MAX) {
    if (memmem (value.start, value.length, ANNOTATION, strlen (ANNOTATION)) != NULL)
      fail (scan, "its schema is nested too deep");
    return;
  }
  scan->depth++;
  paddock_json_foreach (value, on_member, &schema);
  scan->depth--;
  if (scan->fault == NULL && schema.annotation.length > 0)
    take_annotation (&schema);
}

/* Whether @schema may contain an annotation. Most schemas contain none, and need not be read. The
 * name of an annotation may also be written with escapes. */
static gboolean
may_be_annotated (PaddockSpan schema)
{
  return memmem (schema.start, schema.length, ANNOTATION, strlen (ANNOTATION)) != NULL ||
         memmem (schema.start, schema.length, "\\u", 2) != NULL;
}

/**
 * paddock_param_headers_scan:
 * @schema: the `inputSchema` of a tool, any JSON; empty if there is none
 * @out_fault: (out) (nullable): static text that says what in @schema is forbidden; %NULL: nothing
 *
 * Returns: (transfer container) (element-type PaddockParamHeader) (nullable): the arguments that
 *   are sent in headers; %NULL with @out_fault if the tool must not be used
 */
GPtrArray *
paddock_param_headers_scan (PaddockSpan   schema,
                            const char  **out_fault)
{
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func (param_free);
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Scan scan = { .params = params, .names = names, .path = path };

  if (schema.length > 0 && may_be_annotated (schema))
    visit (&scan, schema, TRUE);
  *out_fault = scan.fault;
  return scan.fault == NULL ? g_steal_pointer (&params) : NULL;
}

/* Returns a number as the server will read it: 1e2 becomes 100. A number that is no integer keeps
 * its text. Returns NULL for an integer that is too large. */
static char *
dup_number (PaddockSpan value)
{
  g_autofree char *text = g_strndup (value.start, value.length);
  double number = g_ascii_strtod (text, NULL);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number) || floor (number) != number)
    return isfinite (number) ? g_steal_pointer (&text) : NULL;
  if (fabs (number) > INTEGER_MAX)
    return NULL;
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.0f", fabs (number) > 0 ? number : 0));
}

static char *
dup_value (PaddockSpan value)
{
  switch (paddock_json_get_type (value)) {
    case PADDOCK_JSON_STRING:
      return paddock_json_dup_string (value);
    case PADDOCK_JSON_NUMBER:
      return dup_number (value);
    case PADDOCK_JSON_TRUE:
      return g_strdup ("true");
    case PADDOCK_JSON_FALSE:
      return g_strdup ("false");
    case PADDOCK_JSON_NULL:
    case PADDOCK_JSON_OBJECT:
    case PADDOCK_JSON_ARRAY:
    case PADDOCK_JSON_INVALID:
    default:
      return NULL;
  }
}

static gboolean
find_value (PaddockSpan  arguments,
            GStrv        path,
            PaddockSpan *out_value)
{
  *out_value = arguments;
  for (guint i = 0; path[i] != NULL; i++)
    if (!paddock_json_find_member (*out_value, path[i], out_value))
      return FALSE;
  return TRUE;
}

/**
 * paddock_param_headers_add:
 * @params: (element-type PaddockParamHeader): the headers of the tool that is called
 * @arguments: the arguments of the call, any JSON; empty if there are none
 * @headers: gets the name and the value of each header
 *
 * Adds the headers for a call of a tool. An argument gets no header if it is missing, null, an
 * array or an object, or too long for a header. The server complains if it needs that header.
 */
void
paddock_param_headers_add (GPtrArray    *params,
                           PaddockSpan   arguments,
                           GStrvBuilder *headers)
{
  for (guint i = 0; i < params->len; i++) {
    const PaddockParamHeader *param = params->pdata[i];
    g_autofree char *text = NULL;
    g_autofree char *code = NULL;
    PaddockSpan value;

    if (!find_value (arguments, param->path, &value) || (text = dup_value (value)) == NULL)
      continue;
    code = paddock_http_headers_encode (text);
    if (strlen (code) <= PADDOCK_HEADER_TEXT_MAX)
      g_strv_builder_add_many (headers, param->header, code, NULL);
  }
}
