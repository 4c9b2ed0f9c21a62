/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-key.h"

#include <string.h>
#include <sys/random.h>

/* The keys that Paddock writes into the files of apps: "cursor-k3v9x0q2m1ab". The service knows a
 * server by its key. So nobody must be able to guess one. */

#define ALPHABET "abcdefghijklmnopqrstuvwxyz0123456789"
#define N_CHARACTERS 12             /* 62 bits */

static char
pick_character (void)
{
  /* Above this bound, the first characters of the alphabet would be more frequent. */
  const guint bound = 256 - 256 % strlen (ALPHABET);
  guint8 byte;

  do {
    if (getrandom (&byte, 1, 0) != 1)
      g_error ("no random numbers");
  } while (byte >= bound);
  return ALPHABET[byte % strlen (ALPHABET)];
}

/**
 * paddock_app_key_new:
 *
 * Returns: (transfer full): a key that nobody else has
 */
char *
paddock_app_key_new (const PaddockApp *app)
{
  GString *key = g_string_new (app->id);

  g_string_append_c (key, '-');
  for (guint i = 0; i < N_CHARACTERS; i++)
    g_string_append_c (key, pick_character ());
  return g_string_free (key, FALSE);
}

/**
 * paddock_app_key_dup_plain:
 * @key: any text
 *
 * Returns: (transfer full): the key without the ".MEMBER" or ".MEMBER.TYPE" of an address
 */
char *
paddock_app_key_dup_plain (const char *key)
{
  return g_strndup (key, strcspn (key, "."));
}

/**
 * paddock_app_key_find:
 * @key: any text
 *
 * Returns: (transfer none) (nullable): the app in whose file Paddock wrote this key; %NULL if the
 *   key has another form. The key of an address may end with ".MEMBER" or ".MEMBER.TYPE".
 */
const PaddockApp *
paddock_app_key_find (const char *key)
{
  const char *dot = strchr (key, '.');
  gsize length = dot != NULL ? (gsize) (dot - key) : strlen (key);
  g_autofree char *id = NULL;

  if (length <= N_CHARACTERS + 1 || key[length - N_CHARACTERS - 1] != '-' ||
      strspn (key + length - N_CHARACTERS, ALPHABET) != N_CHARACTERS)
    return NULL;
  id = g_strndup (key, length - N_CHARACTERS - 1);
  return paddock_app_find (id);
}
