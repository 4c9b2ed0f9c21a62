/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-credentials.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-token.h"

/* Reads the headers by which a server on another machine recognizes the user.
 *
 * Headers and tokens come from files or the environment, not from the command line, which every
 * program of the user can read. The exception is a user with a password in the address. The proxy
 * keeps the credentials, and sends them to one origin only. They appear in no log, no journal and
 * no message. An error tells the number of a line, but not its text. The headers of the protocol
 * itself cannot be set.
 *
 * All credentials come from paddock_credentials_read(). A sign-in through the browser (MCP
 * 2025-11-25, basic/authorization) would add a token there. The metadata and the scope that it
 * needs come with the status 401 (paddock-challenge.c).
 */

static gboolean
fail (GError     **error,
      const char  *problem)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, problem);
  return FALSE;
}

static gboolean
fail_in_line (GError     **error,
              guint        number,
              const char  *problem)
{
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, "line %u of the headers %s",
               number, problem);
  return FALSE;
}

static gboolean
is_value (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (*text != '\t' && !g_ascii_isprint (*text))
      return FALSE;
  return TRUE;
}

static gboolean
is_reserved (const char *name)
{
  static const char * const names[] = {
    "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type",
    "cookie2", "expect", "host", "keep-alive", "last-event-id", "te", "trailer",
    "transfer-encoding", "upgrade",
  };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (g_str_has_prefix (lower, "mcp-") || g_str_has_prefix (lower, "proxy-"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (lower, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
add_header (GStrvBuilder  *headers,
            char          *line,
            guint          number,
            gboolean      *has_authorization,
            GError       **error)
{
  char *colon = strchr (line, ':');

  if (colon != NULL)
    *colon++ = '\0';
  if (colon == NULL || !paddock_token_is_valid (line) || !is_value (g_strstrip (colon)))
    return fail_in_line (error, number, "is not “Name: value”");
  if (is_reserved (line))
    return fail_in_line (error, number, "sets one that is not yours to set");
  if (g_ascii_strcasecmp (line, "Authorization") == 0) {
    if (*has_authorization)
      return fail_in_line (error, number, "sets Authorization once more");
    *has_authorization = TRUE;
  }
  g_strv_builder_add_many (headers, line, colon, NULL);
  return TRUE;
}

static gboolean
add_headers (GStrvBuilder  *headers,
             const char    *text,
             gboolean      *has_authorization,
             GError       **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    g_strstrip (lines[i]);
    if (*lines[i] != '\0' && *lines[i] != '#' &&
        !add_header (headers, lines[i], i + 1, has_authorization, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether @text may be a bearer token. Allows more than RFC 6750, 2.1, as some issuers do. */
static gboolean
is_token (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isgraph (*text))
      return FALSE;
  return TRUE;
}

/**
 * paddock_credentials_parse:
 * @headers: (nullable): lines “Name: value”; empty lines and lines that begin with # are skipped
 * @bearer: (nullable): a token
 * @user: (nullable): "name:password"
 *
 * Builds the headers. At most one of @bearer, @user and a header Authorization may be there.
 *
 * Returns: (transfer full) (nullable): the name of a header, its value, the next name, and so on;
 *   %NULL with %PADDOCK_ERROR_INVALID_ARGUMENT, whose message has no secret in it
 */
GStrv
paddock_credentials_parse (const char  *headers,
                           const char  *bearer,
                           const char  *user,
                           GError     **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean has_authorization = FALSE;

  if (headers != NULL && !add_headers (builder, headers, &has_authorization, error))
    return NULL;
  if ((has_authorization ? 1 : 0) + (user != NULL ? 1 : 0) + (bearer != NULL ? 1 : 0) > 1) {
    fail (error, "there are two of a token, a user in the address and a header Authorization");
    return NULL;
  }
  if (bearer != NULL) {
    g_autofree char *token = g_strstrip (g_strdup (bearer));
    g_autofree char *value = g_strconcat ("Bearer ", token, NULL);

    if (!is_token (token)) {
      fail (error, "the token is empty, or has spaces or other such characters in it");
      return NULL;
    }
    g_strv_builder_add_many (builder, "Authorization", value, NULL);
  } else if (user != NULL) {
    g_autofree char *code = g_base64_encode ((const guchar *) user, strlen (user));
    g_autofree char *value = g_strconcat ("Basic ", code, NULL);

    g_strv_builder_add_many (builder, "Authorization", value, NULL);
  }
  return g_strv_builder_end (builder);
}

/* Returns the text of the file @path; NULL with an error. The file may also be a pipe, for example
 * one that the shell makes for `<(command)`. */
static char *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *text = g_malloc (PADDOCK_CREDENTIALS_MAX + 2);
  gsize length = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  ssize_t n = -1;

  while (fd >= 0 && length <= PADDOCK_CREDENTIALS_MAX) {
    n = read (fd, text + length, PADDOCK_CREDENTIALS_MAX + 1 - length);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    length += (gsize) n;
  }
  if (n < 0)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, "%s: %s", path, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  if (n < 0)
    return NULL;
  text[length] = '\0';
  if (length > PADDOCK_CREDENTIALS_MAX || strlen (text) != length) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 "%s is too long, or no text", path);
    return NULL;
  }
  return g_steal_pointer (&text);
}

/* Sets @out_text to the text of @file. If @file is NULL, sets it to @value, or to NULL if that is
 * empty. Returns FALSE with an error if @file cannot be read. */
static gboolean
choose (const char  *file,
        const char  *value,
        char       **out_text,
        GError     **error)
{
  *out_text = NULL;
  if (file != NULL)
    return (*out_text = read_file (file, error)) != NULL;
  if (value != NULL && *value != '\0')
    *out_text = g_strdup (value);
  return TRUE;
}

/* Returns the headers of all variables, one on each line, or NULL if there are none. */
static char *
join_variables (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) values = NULL;

  for (guint i = 1; i <= PADDOCK_HTTP_HEADERS_MAX; i++) {
    g_autofree char *name = i == 1 ? g_strdup (PADDOCK_ENV_HTTP_HEADERS)
                                   : g_strdup_printf (PADDOCK_ENV_HTTP_HEADERS "_%u", i);
    const char *value = g_getenv (name);

    if (value != NULL && *value != '\0')
      g_strv_builder_add (builder, value);
  }
  values = g_strv_builder_end (builder);
  return values[0] != NULL ? g_strjoinv ("\n", values) : NULL;
}

/**
 * paddock_credentials_read:
 * @header_file: (nullable): a file with lines “Name: value”; %NULL: use %PADDOCK_ENV_HTTP_HEADERS
 *   and the variables with _2 to _16 behind this name
 * @bearer_file: (nullable): a file with a token; %NULL: use %PADDOCK_ENV_BEARER_TOKEN
 * @user: (nullable): "name:password", a part of the address
 *
 * Reads the credentials and builds the headers.
 *
 * Returns: (transfer full) (nullable): the result of paddock_credentials_parse(); also %NULL with
 *   %PADDOCK_ERROR_NOT_FOUND if a file cannot be read
 */
GStrv
paddock_credentials_read (const char  *header_file,
                          const char  *bearer_file,
                          const char  *user,
                          GError     **error)
{
  g_autofree char *headers = NULL, *bearer = NULL, *variables = join_variables ();

  if (!choose (header_file, variables, &headers, error) ||
      !choose (bearer_file, g_getenv (PADDOCK_ENV_BEARER_TOKEN), &bearer, error))
    return NULL;
  return paddock_credentials_parse (headers, bearer, user, error);
}
