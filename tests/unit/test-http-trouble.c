/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-http-trouble.h"

#include <string.h>

static const struct {
  guint       status;
  const char *challenge;            /* (nullable) */
  const char *words;                /* the text contains these */
  const char *not_words;            /* (nullable) and not these */
} statuses[] = {
  { 400, NULL, "HTTP 400", NULL },
  { 401, NULL, "--bearer-file", "said at" },
  { 401, "Bearer", "--bearer-file", "said at" },
  { 401, "Bearer resource_metadata=\"https://a.example/.well-known/oauth-protected-resource\", "
    "scope=\"files:read\"", "said at https://a.example/.well-known/oauth-protected-resource. It "
    "has to be for: files:read", NULL },
  { 401, "Bearer resource_metadata=\"https://a.example\xe2\x80\xae\x1b[1m\"", "\\u{202E}", "\x1b" },
  { 401, "Bearer resource_metadata=\"https://a.example", "--bearer-file", "a.example" },
  { 401, "Basic realm=\"resource_metadata=\\\"x\\\"\", Bearer scope=\"a b\"",
    "be for: a b", "said at" },
  { 401, "Basic realm=\"x\"", "in the way of: Basic. Give it the header", "--bearer-file" },
  { 401, "Negotiate, Basic realm=\"x\"", "in the way of: Negotiate, Basic", "--bearer-file" },
  { 403, NULL, "HTTP 403", NULL },
  { 404, NULL, "no server at this path", NULL },
  { 405, NULL, "HTTP 405", NULL },
  { 413, NULL, "too long", NULL },
  { 429, NULL, "too often", NULL },
  { 499, NULL, "refused the request (HTTP 499)", NULL },
  { 500, NULL, "of its own (HTTP 500)", NULL },
  { 599, NULL, "of its own (HTTP 599)", NULL },
  { 302, NULL, "refused the request (HTTP 302)", NULL },
};

static void
test_statuses (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++) {
    g_autofree char *words = paddock_http_trouble_of_status (statuses[i].status,
                                                             statuses[i].challenge);

    g_test_message ("%u: %s", statuses[i].status, words);
    g_assert_nonnull (strstr (words, statuses[i].words));
    g_assert_true (statuses[i].not_words == NULL || strstr (words, statuses[i].not_words) == NULL);
  }
}

static void
test_both (void)
{
  g_autofree char *refused = paddock_http_trouble_of_both (404, 405);
  g_autofree char *odd = paddock_http_trouble_of_both (400, 0);

  g_assert_nonnull (strstr (refused, "no server at this path (HTTP 404)."));
  g_assert_nonnull (strstr (refused, "refused that, too (HTTP 405). Is the address right"));
  g_assert_nonnull (strstr (odd, "(HTTP 400). "));
  g_assert_nonnull (strstr (odd, "none that says where messages go. Is the address right"));
}

static void
test_proxy (void)
{
  g_autofree char *unknown = paddock_http_trouble_of_proxy (407);
  g_autofree char *refused = paddock_http_trouble_of_proxy (502);

  g_assert_nonnull (strstr (unknown, "https_proxy=http://NAME:PASSWORD@"));
  g_assert_nonnull (strstr (refused, "the proxy does not let it through (HTTP 502)"));
}

/* A long header of the server does not make a long message. */
static void
test_length (void)
{
  g_autofree char *fill = g_strnfill (10000, 'x');
  g_autofree char *challenge = g_strdup_printf ("Bearer scope=\"%s\"", fill);
  g_autofree char *words = paddock_http_trouble_of_status (401, challenge);

  g_assert_cmpuint (strlen (words), <, 1000);
}

static const struct {
  guint       status;
  const char *body;
  const char *line;
} answers[] = {
  { 0, "", "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32603,\"message\":\"No answer "
    "of the "
    "server: why\",\"data\":{\"reason\":\"connection-lost\"}}}" },
  { 503, "<html>", "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":"
    "-32603,\"message\":\"No answer "
    "of the server: why\",\"data\":{\"reason\":\"refused\",\"status\":503}}}" },
  { 400, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"m\",\"data\":"
    "1.0}}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32022,\"message\":\"m\",\"data\":"
    "1.0}}" },
  { 404, "{\"id\":7,\"error\":{\"code\":-32601}}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32601}}" },
  { 401, "{\"error\":{\"code\":-1}}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32603,\"message\":\"No answer of the "
    "server: "
    "why\",\"data\":{\"reason\":\"refused\",\"status\":401}}}" },
};

static void
test_answers (void)
{
  static const char * const odd[] = {
    "{\"error\":{\"code\":\"x\"}}", "{\"error\":{}}", "{\"error\":\"x\"}", "{\"error\":{\"code\":"
    "1}",
    "[{\"error\":{\"code\":1}}]", "null", "{}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (GBytes) line =
      paddock_http_trouble_write ((PaddockSpan) { "\"a\"", 3 }, answers[i].status, "why",
                                  (PaddockSpan) { answers[i].body, strlen (answers[i].body) });
    PaddockSpan text = paddock_json_span (line);

    g_assert_cmpmem (text.start, text.length, answers[i].line, strlen (answers[i].line));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++) {
    g_autoptr (GBytes) line =
      paddock_http_trouble_write ((PaddockSpan) { "1", 1 }, 400, "why",
                                  (PaddockSpan) { odd[i], strlen (odd[i]) });
    g_autofree char *text = g_strndup (paddock_json_span (line).start,
                                       paddock_json_span (line).length);

    g_assert_nonnull (strstr (text, "\"status\":400"));
  }
}

static void
test_connection (void)
{
  g_autoptr (SoupMessage) message = soup_message_new ("GET", "https://a.example/");
  static const struct {
    const char *words;
    int         code;
    GQuark   (* domain)(void);
  } rows[] = {
    { "no secure connection: m", G_TLS_ERROR_MISC, g_tls_error_quark },
    { "its name is not known", G_RESOLVER_ERROR_NOT_FOUND, g_resolver_error_quark },
    { "m", G_IO_ERROR_CONNECTION_REFUSED, g_io_error_quark },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = g_error_new_literal (rows[i].domain (), rows[i].code, "m");
    g_autofree char *words = paddock_http_trouble_of_connection (message, error);

    g_assert_true (g_str_has_prefix (words, rows[i].words));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http-trouble/statuses", test_statuses);
  g_test_add_func ("/http-trouble/both", test_both);
  g_test_add_func ("/http-trouble/proxy", test_proxy);
  g_test_add_func ("/http-trouble/length", test_length);
  g_test_add_func ("/http-trouble/answers", test_answers);
  g_test_add_func ("/http-trouble/connection", test_connection);
  return g_test_run ();
}
