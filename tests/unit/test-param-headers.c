/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-param-headers.h"

#include <string.h>

#include "paddock-http-headers.h"

#define REGION "{\"type\":\"string\",\"x-mcp-header\":\"Region\"}"

static PaddockSpan
span_of (const char *text)
{
  return (PaddockSpan) { text, strlen (text) };
}

/* Each header with the path to its value. */
static char *
describe (GPtrArray *params)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < params->len; i++) {
    const PaddockParamHeader *param = params->pdata[i];
    g_autofree char *path = g_strjoinv ("/", param->path);

    g_string_append_printf (text, "%s=%s;", param->header, path);
  }
  return g_string_free (text, FALSE);
}

static const struct {
  const char *schema;
  const char *params;
} good[] = {
  { "", "" },
  { "true", "" },
  { "7", "" },
  { "[{\"x-mcp-header\":\"A\"}]", "" },
  { "{}", "" },
  { "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}", "" },
  { "{\"properties\":{\"region\":" REGION "}}", "Mcp-Param-Region=region;" },
  { "{\"properties\":{\"a\":{\"properties\":{\"b\":"
    "{\"type\":\"integer\",\"x-mcp-header\":\"Deep\"}}},"
    "\"c\":{\"x-mcp-header\":\"Flag\",\"type\":\"boolean\"}}}",
    "Mcp-Param-Deep=a/b;Mcp-Param-Flag=c;" },
  /* A name with escapes is the same name. */
  { "{\"properties\":{\"a\":{\"type\":\"string\",\"x\\u002dmcp-header\":\"R\\u0065gion\"}}}",
    "Mcp-Param-Region=a;" },
  /* The prefix makes this name different from the standard header. */
  { "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"Method\"}}}",
    "Mcp-Param-Method=a;" },
  { "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"!#$%&'*+-.^_`|~09azAZ\"}}}",
    "Mcp-Param-!#$%&'*+-.^_`|~09azAZ=a;" },
  /* An argument with this name, and values that contain it, do not count. */
  { "{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}", "" },
  { "{\"properties\":{\"a\":{\"type\":\"object\",\"default\":{\"x-mcp-header\":7},"
    "\"enum\":[{\"x-mcp-header\":\"\"}],\"examples\":[{\"x-mcp-header\":\"\"}],"
    "\"const\":{\"x-mcp-header\":\"\"}}}}", "" },
  { "{\"properties\":{\"properties\":{\"type\":\"string\",\"x-mcp-header\":\"P\"}}}",
    "Mcp-Param-P=properties;" },
  { "{\"properties\":[{\"x-mcp-header\":\"\"}]}", "" },
};

static void
test_good (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (good); i++) {
    const char *fault = "";
    g_autoptr (GPtrArray) params = paddock_param_headers_scan (span_of (good[i].schema), &fault);
    g_autofree char *found = NULL;

    g_test_message ("%s", good[i].schema);
    g_assert_null (fault);
    found = describe (params);
    g_assert_cmpstr (found, ==, good[i].params);
  }
}

#define ARGUMENT(schema) "{\"properties\":{\"a\":" schema "}}"

static const struct {
  const char *schema;
  const char *fault;                /* a part of the fault */
} bad[] = {
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a b\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a:b\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a\\tb\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a\\r\\nX-Evil: 1\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a\\u0000b\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"R\xc3\xa9gion\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"a\\ud800\"}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":7}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":null}"), "no name" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":[\"A\"]}"), "no name" },
  { ARGUMENT ("{\"type\":\"number\",\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":\"object\",\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":\"array\",\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":\"null\",\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":[\"string\"],\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":[\"string\",\"null\"],\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":7,\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"$ref\":\"#/$defs/a\",\"x-mcp-header\":\"A\"}"), "only" },
  { ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"A\",\"x-mcp-header\":\"A\"}"), "twice" },
  { ARGUMENT ("{\"type\":\"string\",\"type\":\"object\",\"x-mcp-header\":\"A\"}"), "twice" },
  { "{\"properties\":{\"a\":" REGION ",\"b\":" REGION "}}", "names a header twice" },
  { "{\"properties\":{\"a\":" REGION ",\"a\":" REGION "}}", "names a header twice" },
  { "{\"properties\":{\"a\":" REGION ",\"b\":{\"type\":\"string\",\"x-mcp-header\":\"rEGION\"}}}",
    "names a header twice" },
  { "{\"properties\":{\"a\":" REGION ",\"b\":{\"properties\":{\"c\":" REGION "}}}}",
    "names a header twice" },
  /* An annotation that no path of names leads to. */
  { "{\"type\":\"string\",\"x-mcp-header\":\"A\"}", "at a place" },
  { ARGUMENT ("{\"type\":\"array\",\"items\":" REGION "}"), "at a place" },
  { ARGUMENT ("{\"items\":{\"properties\":{\"b\":" REGION "}}}"), "at a place" },
  { ARGUMENT ("{\"prefixItems\":[{}," REGION "]}"), "at a place" },
  { ARGUMENT ("{\"anyOf\":[" REGION "]}"), "at a place" },
  { ARGUMENT ("{\"oneOf\":[" REGION "]}"), "at a place" },
  { ARGUMENT ("{\"allOf\":[{\"properties\":{\"b\":" REGION "}}]}"), "at a place" },
  { ARGUMENT ("{\"not\":" REGION "}"), "at a place" },
  { "{\"if\":{\"properties\":{\"b\":" REGION "}}}", "at a place" },
  { "{\"then\":{\"properties\":{\"b\":" REGION "}}}", "at a place" },
  { "{\"else\":{\"properties\":{\"b\":" REGION "}}}", "at a place" },
  { "{\"additionalProperties\":" REGION "}", "at a place" },
  { "{\"patternProperties\":{\".\":" REGION "}}", "at a place" },
  { "{\"dependentSchemas\":{\"a\":" REGION "}}", "at a place" },
  { "{\"$defs\":{\"a\":" REGION "}}", "at a place" },
  { "{\"definitions\":{\"a\":{\"properties\":{\"b\":" REGION "}}}}", "at a place" },
  { "{\"properties\":{\"a\":{\"x\\u002dmcp-header\":\"A\"}}}", "only" },
};

static void
test_bad (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    const char *fault = NULL;

    g_test_message ("%s", bad[i].schema);
    g_assert_null (paddock_param_headers_scan (span_of (bad[i].schema), &fault));
    g_assert_nonnull (strstr (fault, bad[i].fault));
  }
}

/* Nested schemas, with an annotation in the innermost one, or without. */
static char *
make_deep (guint    depth,
           gboolean is_annotated)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < depth; i++)
    g_string_append (text, "{\"properties\":{\"a\":");
  g_string_append (text, is_annotated ? REGION : "{\"title\":\"\\u0041\"}");
  for (guint i = 1; i < depth; i++)
    g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

static char *
make_wide (guint n)
{
  GString *text = g_string_new ("{\"properties\":{\"z\":{}");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ",\"a%u\":{\"type\":\"string\",\"x-mcp-header\":\"A%u\"}", i, i);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

static char *
make_long (guint n)
{
  g_autofree char *name = g_strnfill (n, 'x');

  return g_strdup_printf (ARGUMENT ("{\"type\":\"string\",\"x-mcp-header\":\"%s\"}"), name);
}

static gboolean
is_good (char *schema)
{
  g_autofree char *text = schema;
  const char *fault;
  g_autoptr (GPtrArray) params = paddock_param_headers_scan (span_of (text), &fault);

  g_assert_true ((params == NULL) == (fault != NULL));
  return params != NULL;
}

static void
test_limits (void)
{
  g_assert_true (is_good (make_deep (PADDOCK_PARAM_HEADERS_DEPTH_MAX, TRUE)));
  g_assert_false (is_good (make_deep (PADDOCK_PARAM_HEADERS_DEPTH_MAX + 1, TRUE)));
  g_assert_true (is_good (make_deep (PADDOCK_PARAM_HEADERS_DEPTH_MAX + 1, FALSE)));
  g_assert_true (is_good (make_wide (PADDOCK_PARAM_HEADERS_MAX)));
  g_assert_false (is_good (make_wide (PADDOCK_PARAM_HEADERS_MAX + 1)));
  g_assert_true (is_good (make_long (PADDOCK_PARAM_HEADERS_NAME_MAX)));
  g_assert_false (is_good (make_long (PADDOCK_PARAM_HEADERS_NAME_MAX + 1)));
}

static char *
encode (const char *schema,
        const char *arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) headers = NULL;
  const char *fault;
  g_autoptr (GPtrArray) params = paddock_param_headers_scan (span_of (schema), &fault);

  g_assert_nonnull (params);
  paddock_param_headers_add (params, span_of (arguments), builder);
  headers = g_strv_builder_end (builder);
  return g_strjoinv ("|", headers);
}

/* The header for one argument; "" for none. */
static const struct {
  const char *argument;
  const char *value;
} values[] = {
  { "\"us-west1\"", "us-west1" },
  { "\"us west 1\"", "us west 1" },
  { "\"caf\\u0065\"", "cafe" },
  { "\"Hello, \xe4\xb8\x96\xe7\x95\x8c\"", "=?base64?SGVsbG8sIOS4lueVjA==?=" },
  { "\" padded \"", "=?base64?IHBhZGRlZCA=?=" },
  { "\"line1\\nline2\"", "=?base64?bGluZTEKbGluZTI=?=" },
  { "\"a\\r\\nX-Evil: 1\"", "=?base64?YQ0KWC1FdmlsOiAx?=" },
  { "\"=?base64?literal?=\"", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=" },
  { "\"\"", "=?base64?" "?=" },
  { "42", "42" },
  { "-7", "-7" },
  { "-0", "0" },
  { "42.0", "42" },
  { "1e2", "100" },
  { "9007199254740991", "9007199254740991" },
  { "-9007199254740991", "-9007199254740991" },
  { "9007199254740992", "" },
  { "-9007199254740992", "" },
  { "1e400", "" },
  { "3.5", "3.5" },
  { "true", "true" },
  { "false", "false" },
  { "null", "" },
  { "{}", "" },
  { "[\"us\"]", "" },
};

static void
test_values (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *arguments = g_strdup_printf ("{\"a\":%s}", values[i].argument);
    g_autofree char *headers = encode (ARGUMENT (REGION), arguments);
    g_autofree char *expected = g_strconcat ("Mcp-Param-Region|", values[i].value, NULL);

    g_test_message ("%s", values[i].argument);
    g_assert_cmpstr (headers, ==, *values[i].value != '\0' ? expected : "");
  }
}

/* The arguments do not match the schema. */
static void
test_places (void)
{
  static const char * const schema = "{\"properties\":{\"a\":{\"properties\":{\"b\":" REGION "}}}}";
  static const struct {
    const char *arguments;
    const char *headers;
  } rows[] = {
    { "{\"a\":{\"b\":\"x\"}}", "Mcp-Param-Region|x" },
    { "{\"a\":{\"b\":\"x\",\"b\":\"y\"}}", "Mcp-Param-Region|y" },
    { "{\"b\":\"x\"}", "" }, { "{\"a\":\"x\"}", "" }, { "{\"a\":[{\"b\":\"x\"}]}", "" },
    { "{\"a\":null}", "" }, { "{}", "" }, { "[]", "" }, { "7", "" }, { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *headers = encode (schema, rows[i].arguments);

    g_test_message ("%s", rows[i].arguments);
    g_assert_cmpstr (headers, ==, rows[i].headers);
  }
}

static void
test_long_value (void)
{
  for (guint more = 0; more < 2; more++) {
    g_autofree char *value = g_strnfill (PADDOCK_HEADER_TEXT_MAX + more, 'x');
    g_autofree char *arguments = g_strdup_printf ("{\"a\":\"%s\"}", value);
    g_autofree char *headers = encode (ARGUMENT (REGION), arguments);

    g_assert_true ((*headers == '\0') == (more > 0));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/param-headers/good", test_good);
  g_test_add_func ("/param-headers/bad", test_bad);
  g_test_add_func ("/param-headers/limits", test_limits);
  g_test_add_func ("/param-headers/values", test_values);
  g_test_add_func ("/param-headers/places", test_places);
  g_test_add_func ("/param-headers/long-value", test_long_value);
  return g_test_run ();
}
