/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-http-trouble.h"

#include <string.h>

#include "paddock-challenge.h"
#include "paddock-message-write.h"
#include "paddock-text.h"

/* Explains a failed connection or a refusal: to the host, which shows the text to the user, and on
 * stderr. Paddock's own text never quotes what Paddock sent. It quotes at most one line of what the
 * server sent, escaped.
 */

#define WORDS_MAX 512

static const struct {
  GTlsCertificateFlags flag;
  const char          *text;
} tls_troubles[] = {
  { G_TLS_CERTIFICATE_EXPIRED, "its certificate has expired" },
  { G_TLS_CERTIFICATE_NOT_ACTIVATED, "its certificate is not valid yet; is the clock right?" },
  { G_TLS_CERTIFICATE_BAD_IDENTITY, "its certificate is for another host" },
  { G_TLS_CERTIFICATE_REVOKED, "its certificate was revoked" },
  { G_TLS_CERTIFICATE_INSECURE, "its certificate is made in a way that is not secure" },
  { G_TLS_CERTIFICATE_UNKNOWN_CA, "its certificate is not signed by anybody whom this system "
    "trusts" },
};

/**
 * paddock_http_trouble_of_connection:
 * @message: the message that could not be sent
 * @error: the error of GIO or libsoup
 *
 * Returns: (transfer full): why there is no answer
 */
char *
paddock_http_trouble_of_connection (SoupMessage  *message,
                                    const GError *error)
{
  GTlsCertificateFlags flags = soup_message_get_tls_peer_certificate_errors (message);

  for (guint i = 0; i < G_N_ELEMENTS (tls_troubles); i++)
    if ((flags & tls_troubles[i].flag) != 0)
      return g_strdup_printf ("no secure connection: %s", tls_troubles[i].text);
  if (error->domain == G_TLS_ERROR)
    return g_strdup_printf ("no secure connection: %s", error->message);
  if (error->domain == G_RESOLVER_ERROR)
    return g_strdup ("its name is not known (no network, or a wrong address)");
  return g_strdup (error->message);
}

/**
 * paddock_http_trouble_of_proxy:
 * @status: the status with which a proxy refused the connection
 *
 * Returns: (transfer full): what the status means, and what to do
 */
char *
paddock_http_trouble_of_proxy (guint status)
{
  if (status == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED)
    return g_strdup ("the proxy wants to know who you are (HTTP 407): its address can have a name "
                     "and a password in it, as in https_proxy=http://NAME:PASSWORD@PROXY:PORT");
  return g_strdup_printf ("the proxy does not let it through (HTTP %u)", status);
}

static char *
dup_words (const char *text,
           gssize      length)
{
  g_autofree char *escaped = paddock_text_escape (text, length);

  return paddock_text_clip (escaped, WORDS_MAX);
}

/* Returns the value of the parameter @name in the WWW-Authenticate header @challenge, fit for
 * display, or NULL. */
static char *
dup_parameter (const char *challenge,
               const char *name)
{
  g_autofree char *value = paddock_challenge_find_parameter (challenge, name);

  return value != NULL && *value != '\0' ? dup_words (value, -1) : NULL;
}

/* Returns a text that says which credentials the server asks for (RFC 6750, 3; RFC 9728, 5.1), and
 * how the user gives them to Paddock. Paddock cannot sign in yet, so the text also shows what
 * Paddock would need for that. */
static char *
describe_challenge (const char *challenge)
{
  GString *text = g_string_new ("it wants to know who you are (HTTP 401). Give it a token: "
                                "paddock run --url … --bearer-file FILE");
  g_autofree char *schemes = paddock_challenge_list_schemes (challenge);
  g_autofree char *metadata = dup_parameter (challenge, "resource_metadata");
  g_autofree char *scope = dup_parameter (challenge, "scope");
  gboolean is_token = schemes == NULL || g_strrstr (schemes, "earer") != NULL;

  if (!is_token) {
    g_autofree char *names = dup_words (schemes, -1);

    g_string_printf (text, "it wants to know who you are (HTTP 401), in the way of: %s. Give it "
                     "the header Authorization: paddock run --url … --header-file FILE", names);
  }
  if (metadata != NULL)
    g_string_append_printf (text, ". Who gives one is said at %s", metadata);
  if (scope != NULL)
    g_string_append_printf (text, ". It has to be for: %s", scope);
  return g_string_free (text, FALSE);
}

/**
 * paddock_http_trouble_of_status:
 * @status: the HTTP status of the response
 * @challenge: (nullable): the value of the response's header WWW-Authenticate
 *
 * Returns: (transfer full): what the status means, and what to do
 */
char *
paddock_http_trouble_of_status (guint       status,
                                const char *challenge)
{
  switch (status) {
    case 401:
      return describe_challenge (challenge != NULL ? challenge : "");
    case 403:
      return g_strdup ("it does not let you in (HTTP 403): the token is not enough, or it is not "
                       "for this origin");
    case 404:
      return g_strdup ("there is no server at this path (HTTP 404)");
    case 405:
      return g_strdup ("there is no MCP server at this path (HTTP 405)");
    case 413:
      return g_strdup ("the request is too long for it (HTTP 413)");
    case 429:
      return g_strdup ("it was asked too often (HTTP 429)");
    default:
      if (status >= 500)
        return g_strdup_printf ("it has a problem of its own (HTTP %u)", status);
      return g_strdup_printf ("it refused the request (HTTP %u)", status);
  }
}

/**
 * paddock_http_trouble_of_both:
 * @posted: the status with which `initialize` was refused
 * @streamed: the status with which the server refused the stream after that; 0: the server sent a
 *   stream, but the stream names no endpoint
 *
 * Returns: (transfer full): what Paddock tried, and what the user can do
 */
char *
paddock_http_trouble_of_both (guint posted,
                              guint streamed)
{
  g_autofree char *first = paddock_http_trouble_of_status (posted, NULL);
  g_autofree char *second = streamed != 0
                            ? g_strdup_printf ("it refused that, too (HTTP %u)", streamed)
                            : g_strdup ("it gave none that says where messages go");

  return g_strdup_printf ("%s. Asked for a stream, as servers of the older HTTP+SSE have it, %s. "
                          "Is the address right, up to its end? Often that is /mcp, or /sse",
                          first, second);
}

/* Whether @body is a JSON-RPC error with a code. The id of the error does not matter. @out_error:
 * the member `error` of @body */
static gboolean
find_error (PaddockSpan  body,
            PaddockSpan *out_error)
{
  PaddockSpan code;

  return body.length > 0 && paddock_json_is_valid (body) &&
         paddock_json_get_type (body) == PADDOCK_JSON_OBJECT &&
         paddock_json_find_member (body, "error", out_error) &&
         paddock_json_get_type (*out_error) == PADDOCK_JSON_OBJECT &&
         paddock_json_find_member (*out_error, "code", &code) &&
         paddock_json_get_type (code) == PADDOCK_JSON_NUMBER;
}

/**
 * paddock_http_trouble_find_code:
 * @body: the body of the refusal
 * @out_code: (out): the code of the JSON-RPC error
 *
 * Returns: whether @body is a JSON-RPC error of the server, with a code
 */
gboolean
paddock_http_trouble_find_code (PaddockSpan  body,
                                int         *out_code)
{
  g_autofree char *text = NULL;
  PaddockSpan error, code;
  char *rest;

  if (!find_error (body, &error) || !paddock_json_find_member (error, "code", &code))
    return FALSE;
  text = g_strndup (code.start, code.length);
  *out_code = (int) g_ascii_strtoll (text, &rest, 10);
  return *rest == '\0';
}

static GBytes *
pass_on (PaddockSpan id,
         PaddockSpan error)
{
  GString *line = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":");

  g_string_append_len (line, id.start, (gssize) id.length);
  g_string_append (line, ",\"error\":");
  g_string_append_len (line, error.start, (gssize) error.length);
  g_string_append_c (line, '}');
  return g_string_free_to_bytes (line);
}

/**
 * paddock_http_trouble_write:
 * @id: the id of the host's request, as JSON
 * @status: the HTTP status of the response; 0: no response came
 * @why: why there is no answer, in words; not used if the server's own error says more
 * @body: the body of the response, or a message in it that is an error
 *
 * Writes the error that the host gets instead of an answer. If the response has a JSON-RPC error,
 * the host gets the code of that error, because hosts detect protocol revisions by the code. But if
 * credentials are missing, the error is always Paddock's own, which says what to do.
 *
 * Returns: (transfer full): the error, as an answer for the host
 */
GBytes *
paddock_http_trouble_write (PaddockSpan  id,
                            guint        status,
                            const char  *why,
                            PaddockSpan  body)
{
  g_autofree char *copy = g_strndup (id.start, id.length);
  g_autofree char *message = g_strdup_printf ("No answer of the server: %s", why);
  g_autofree char *data = NULL;
  PaddockSpan error;

  if (status != 401 && find_error (body, &error))
    return pass_on (id, error);
  data = status != 0 ? g_strdup_printf ("{\"reason\":\"refused\",\"status\":%u}", status)
                     : g_strdup ("{\"reason\":\"connection-lost\"}");
  return paddock_message_write_error (copy, PADDOCK_RPC_INTERNAL_ERROR, message, data);
}
