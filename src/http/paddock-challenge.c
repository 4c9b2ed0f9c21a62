/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-challenge.h"

#include <string.h>

#include "paddock-token.h"

/* Parses WWW-Authenticate (RFC 9110, 11.6.1): the header of a status 401, in which a server says
 * which credentials it accepts. There may be several such headers, and several challenges in one.
 *
 * Pure. The parser stops at the first syntax error. What the parser found before the error stays
 * valid. It guesses nothing about the rest.
 */

/* Called for each parameter of a challenge. Also called once at the start of each challenge, with
 * @name NULL. Returns FALSE to stop the parser. */
typedef gboolean (*OnPart) (const char *scheme,
                            const char *name,
                            const char *value,
                            gpointer    user_data);

static const char *
skip_space (const char *at)
{
  while (*at == ' ' || *at == '\t')
    at++;
  return at;
}

static char *
read_token (const char **at)
{
  const char *start = *at;

  while (paddock_token_is_char (**at))
    (*at)++;
  return *at > start ? g_strndup (start, (gsize) (*at - start)) : NULL;
}

/* Returns a quoted text without its quotes and escapes (RFC 9110, 5.6.4), or NULL if the closing
 * quote is missing. */
static char *
read_quoted (const char **at)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *next = *at + 1;

  for (; *next != '\0' && *next != '"'; next++) {
    if (*next == '\\' && next[1] != '\0')
      next++;
    g_string_append_c (text, *next);
  }
  if (*next != '"')
    return NULL;
  *at = next + 1;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Skips a token68 (RFC 9110, 11.2): the data of a scheme that has no parameters. Returns where the
 * token68 ends; @at if no token68 begins at @at. */
static const char *
skip_token68 (const char *at)
{
  const char *next = at;

  while (g_ascii_isalnum (*next) || (*next != '\0' && strchr ("-._~+/", *next) != NULL))
    next++;
  if (next == at)
    return at;
  while (*next == '=')
    next++;
  next = skip_space (next);
  return *next == ',' || *next == '\0' ? next : at;
}

static gboolean
read_value (const char **at,
            char       **out_value)
{
  *at = skip_space (*at + 1);
  *out_value = **at == '"' ? read_quoted (at) : read_token (at);
  *at = skip_space (*at);
  return *out_value != NULL && (**at == ',' || **at == '\0');
}

static void
walk (const char *at,
      OnPart      on_part,
      gpointer    user_data)
{
  g_autofree char *scheme = NULL;

  for (;;) {
    g_autofree char *word = NULL;
    g_autofree char *value = NULL;
    const char *behind;

    while (*at == ' ' || *at == '\t' || *at == ',')
      at++;
    word = read_token (&at);
    if (word == NULL)
      return;
    behind = skip_space (at);
    if (*behind == '=' && scheme != NULL) {
      at = behind;
      if (!read_value (&at, &value) || !on_part (scheme, word, value, user_data))
        return;
    } else {
      if (*at != ' ' && *at != ',' && *at != '\0')
        return;
      g_free (scheme);
      scheme = g_steal_pointer (&word);
      if (!on_part (scheme, NULL, NULL, user_data))
        return;
      at = skip_token68 (behind);
    }
  }
}

typedef struct {
  const char *name;
  char       *value;                /* (owned) (nullable) */
} Search;

static gboolean
on_searched (const char *scheme,
             const char *name,
             const char *value,
             gpointer    user_data)
{
  Search *search = user_data;

  if (name == NULL || g_ascii_strcasecmp (name, search->name) != 0)
    return TRUE;
  search->value = g_strdup (value);
  return FALSE;
}

/**
 * paddock_challenge_find_parameter:
 * @challenges: the value of the header WWW-Authenticate; several headers are joined with commas
 * @name: the name of a parameter
 *
 * Returns: (transfer full) (nullable): the value of the first parameter of that name, as the server
 *   wrote it
 */
char *
paddock_challenge_find_parameter (const char *challenges,
                                  const char *name)
{
  Search search = { .name = name };

  walk (challenges, on_searched, &search);
  return search.value;
}

static gboolean
on_scheme (const char *scheme,
           const char *name,
           const char *value,
           gpointer    user_data)
{
  GString *text = user_data;

  if (name == NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", scheme);
  return TRUE;
}

/**
 * paddock_challenge_list_schemes:
 * @challenges: the value of the header WWW-Authenticate; several headers are joined with commas
 *
 * Returns: (transfer full) (nullable): the names of the schemes, for example "Bearer, Basic"
 */
char *
paddock_challenge_list_schemes (const char *challenges)
{
  g_autoptr (GString) text = g_string_new (NULL);

  walk (challenges, on_scheme, text);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
