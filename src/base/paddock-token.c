/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-token.h"

#include <string.h>

/* Tokens of HTTP: the names of headers, and of their parameters (RFC 9110, 5.6.2). These are pure
 * functions.
 */

gboolean
paddock_token_is_char (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("!#$%&'*+-.^_`|~", c) != NULL);
}

/**
 * paddock_token_is_valid:
 *
 * Returns: whether @text is a token, so that it can be the name of a header or of a parameter
 */
gboolean
paddock_token_is_valid (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!paddock_token_is_char (*text))
      return FALSE;
  return TRUE;
}
