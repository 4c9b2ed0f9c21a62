/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-address.h"

#include <string.h>

#include "paddock-error.h"

/* The address of a server that Paddock reaches over HTTP, split into its parts.
 *
 * `paddock run` and the service both use this, so they compare, show and store the same text: the
 * origin and the path. That text leaves out the query and the user part (before an at sign), which
 * may hold secrets. Two spellings of one origin are equal. Two spellings of a path are not: only
 * the server knows whether they mean the same. This code refuses an address that two programs could
 * read differently: dot segments, broken escapes, or bytes in the path or query that are not ASCII.
 */

static gboolean
fail (GError     **error,
      const char  *problem)
{
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, "%s", problem);
  return FALSE;
}

static gboolean
has_dot_segment (const char *path)
{
  g_auto (GStrv) segments = g_strsplit (path, "/", -1);

  for (guint i = 0; segments[i] != NULL; i++) {
    g_autofree char *plain = g_uri_unescape_string (segments[i], NULL);

    if (plain == NULL || g_str_equal (plain, ".") || g_str_equal (plain, ".."))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_printable (const char *text)
{
  for (; *text != '\0'; text++)
    if (!g_ascii_isgraph (*text) || strchr ("\"<>\\^`{|}", *text) != NULL)
      return FALSE;
  return TRUE;
}

/* Whether @text needs no repair: it has no dot segments, and no characters that should be escaped.
 * g_uri_parse() repairs what it reads, so this looks at the text as somebody wrote it. */
static gboolean
is_well_written (const char *text)
{
  const char *authority = strstr (text, "://");
  g_autofree char *path = NULL;
  const char *rest;

  if (authority == NULL)
    return FALSE;
  authority += strlen ("://");
  rest = authority + strcspn (authority, "/?#");
  for (const char *at = authority; at < rest; at++)
    if (g_ascii_iscntrl (*at) || g_ascii_isspace (*at) || *at == '\\')
      return FALSE;
  path = g_strndup (rest, strcspn (rest, "?#"));
  return is_printable (rest) && !has_dot_segment (path);
}

static gboolean
check (GUri        *uri,
       const char  *text,
       GError     **error)
{
  const char *scheme = g_uri_get_scheme (uri);
  const char *host = g_uri_get_host (uri);

  if (!g_str_equal (scheme, "https") && !g_str_equal (scheme, "http"))
    return fail (error, "the address has to begin with https:// or http://");
  if (host == NULL || *host == '\0' || strpbrk (host, "%/?#@\\ ") != NULL)
    return fail (error, "the address has no host");
  if (g_uri_get_port (uri) == 0)
    return fail (error, "the address has no port that there is");
  if (!is_well_written (text))
    return fail (error, "the address has characters that have to be written as %XX, or a path "
                 "with “.” or “..” in it");
  return TRUE;
}

/* Returns the IPv4 address inside an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). For any other
 * address, returns a reference to @address. */
static GInetAddress *
unmap (GInetAddress *address)
{
  static const guint8 mark[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6 ||
      memcmp (bytes, mark, sizeof mark) != 0)
    return g_object_ref (address);
  return g_inet_address_new_from_bytes (bytes + sizeof mark, G_SOCKET_FAMILY_IPV4);
}

/* Whether @host is "localhost" or a loopback IP address. @out_is_here: whether @host names this
 * machine in any way, for example by its host name. */
static gboolean
is_loopback (const char *host,
             gboolean   *out_is_here)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);
  g_autoptr (GInetAddress) plain = address != NULL ? unmap (address) : NULL;
  gboolean is_own = g_str_equal (host, "localhost") || g_str_has_suffix (host, ".localhost") ||
                    g_ascii_strcasecmp (host, g_get_host_name ()) == 0;

  if (plain != NULL)
    is_own = g_inet_address_get_is_loopback (plain) || g_inet_address_get_is_any (plain);
  *out_is_here = is_own;
  return address != NULL ? g_inet_address_get_is_loopback (address)
                         : g_str_equal (host, "localhost");
}

static char *
dup_origin (GUri       *uri,
            const char *host)
{
  const char *scheme = g_uri_get_scheme (uri);
  gboolean is_literal = strchr (host, ':') != NULL;
  int usual = g_str_equal (scheme, "https") ? 443 : 80;
  int port = g_uri_get_port (uri);
  g_autofree char *suffix = port == -1 || port == usual ? g_strdup ("")
                                                        : g_strdup_printf (":%d", port);

  return g_strconcat (scheme, "://", is_literal ? "[" : "", host, is_literal ? "]" : "", suffix,
                      NULL);
}

/* Whether @host is a name, or an IP address in the usual spelling. A host whose last label is a
 * number is an IPv4 address (WHATWG URL, "ends in a number"). Some programs accept unusual
 * spellings of an IPv4 address, such as 127.1 or 0x7f000001. This function refuses such
 * spellings. */
static gboolean
is_number_well_written (const char *host)
{
  const char *dot = strrchr (host, '.');
  const char *last = dot != NULL ? dot + 1 : host;
  gboolean is_number = strspn (last, "0123456789") == strlen (last) ||
                       (g_str_has_prefix (last, "0x") &&
                        strspn (last + 2, "0123456789abcdef") == strlen (last + 2));
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return !is_number || address != NULL;
}

/* Returns the one spelling of @host that Paddock uses; otherwise two spellings of one host would
 * count as two servers. Returns NULL if @host is neither an IP address nor a name of characters
 * that libsoup accepts. An IPv6 address gets the only spelling that libsoup accepts. A dot at the
 * end of a complete name means nothing to HTTP, so it is dropped. */
static char *
dup_host (const char *host)
{
  static const char *letters = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  g_autofree char *ascii = g_hostname_to_ascii (host);
  g_autofree char *lower = ascii != NULL ? g_ascii_strdown (ascii, -1) : NULL;

  if (lower == NULL)
    return NULL;
  if (g_str_has_suffix (lower, "."))
    lower[strlen (lower) - 1] = '\0';
  if (*lower == '\0')
    return NULL;
  if (strchr (lower, ':') != NULL) {
    g_autoptr (GInetAddress) address = g_inet_address_new_from_string (lower);

    return address != NULL ? g_inet_address_to_string (address) : NULL;
  }
  if (strspn (lower, letters) != strlen (lower) || *lower == '.' || strstr (lower, "..") != NULL ||
      g_str_has_suffix (lower, ".") || !is_number_well_written (lower))
    return NULL;
  return g_steal_pointer (&lower);
}

/**
 * paddock_address_new:
 * @text: an address as somebody wrote it
 *
 * Returns: (transfer full) (nullable): the address; %NULL with %PADDOCK_ERROR_INVALID_ARGUMENT. The
 *   message quotes nothing of @text, because @text may hold secrets
 */
PaddockAddress *
paddock_address_new (const char  *text,
                     GError     **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *host = NULL;
  PaddockAddress *self;
  const char *path;

  if (strlen (text) <= PADDOCK_ADDRESS_MAX)
    uri = g_uri_parse (text, G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY, NULL);
  if (uri == NULL) {
    fail (error, "this is no address");
    return NULL;
  }
  if (!check (uri, text, error))
    return NULL;
  host = dup_host (g_uri_get_host (uri));
  if (host == NULL) {
    fail (error, "the address has no host");
    return NULL;
  }

  path = *g_uri_get_path (uri) != '\0' ? g_uri_get_path (uri) : "/";
  self = g_new0 (PaddockAddress, 1);
  self->origin = dup_origin (uri, host);
  self->name = g_strconcat (self->origin, path, NULL);
  self->url = g_uri_get_query (uri) != NULL
              ? g_strconcat (self->name, "?", g_uri_get_query (uri), NULL) : g_strdup (self->name);
  self->user = g_strdup (g_uri_get_userinfo (uri));
  self->is_secure = g_str_equal (g_uri_get_scheme (uri), "https");
  self->is_loopback = is_loopback (host, &self->is_here);
  return self;
}

void
paddock_address_free (PaddockAddress *self)
{
  g_free (self->url);
  g_free (self->origin);
  g_free (self->name);
  g_free (self->user);
  g_free (self);
}

/**
 * paddock_address_dup_within:
 * @self: the address of a server
 * @reference: where the server redirects to, maybe relative
 *
 * Resolves a redirect. It must stay at the same origin, because the user consented to that origin
 * only.
 *
 * Returns: (transfer full) (nullable): the absolute address of @reference; %NULL if the absolute
 *   address has another origin, names a user, or is invalid
 */
char *
paddock_address_dup_within (const PaddockAddress *self,
                            const char           *reference)
{
  g_autofree char *resolved = NULL;
  g_autoptr (PaddockAddress) other = NULL;

  if (strlen (reference) > PADDOCK_ADDRESS_MAX || !is_printable (reference))
    return NULL;
  resolved = g_uri_resolve_relative (self->url, reference,
                                     G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY, NULL);
  other = resolved != NULL ? paddock_address_new (resolved, NULL) : NULL;
  if (other == NULL || other->user != NULL || !g_str_equal (other->origin, self->origin))
    return NULL;
  return g_strdup (other->url);
}

/**
 * paddock_address_dup_name:
 * @text: an address that somebody claims
 *
 * Returns: (transfer full) (nullable): the origin and path of @text; %NULL if @text is no address
 */
char *
paddock_address_dup_name (const char *text)
{
  g_autoptr (PaddockAddress) address = paddock_address_new (text, NULL);

  return address != NULL ? g_steal_pointer (&address->name) : NULL;
}
