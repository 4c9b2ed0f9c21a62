/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-seal.h"

#include "paddock-names.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Seals what `paddock run` reports to the service, so that no other program can report it.
 *
 * The service makes the key from the secret of this installation, and keeps it in a file in the
 * data directory. `paddock run` reads that file. A confined server can't: no box has the data
 * directory. Nor can a sandboxed program that reaches only the socket. Any other program of the
 * user can, and is not defended against (docs/security.md).
 */

/* What the key is made from. The secret also makes hashes that others may see: those are no SHA-512
 * (paddock-command-line.c), or are made from a text of another length (paddock-launch.c). */
#define KEY_TEXT "paddock confined key 1"
/* The first text of every seal. */
#define SEAL_TEXT "paddock confined 1"

/**
 * paddock_seal_dup_key:
 * @secret: the secret of this installation
 *
 * Returns: (transfer full): the key for seals, %PADDOCK_SEAL_LENGTH hexadecimal digits
 */
char *
paddock_seal_dup_key (GBytes *secret)
{
  gsize size;
  const guchar *data = g_bytes_get_data (secret, &size);
  g_autofree char *digits = g_compute_hmac_for_string (G_CHECKSUM_SHA512, data, size, KEY_TEXT, -1);

  return g_strndup (digits, PADDOCK_SEAL_LENGTH);
}

static char *
dup_path (const char *directory)
{
  return g_build_filename (directory, PADDOCK_SEAL_KEY_NAME, NULL);
}

/**
 * paddock_seal_write_key:
 * @directory: the data directory
 *
 * Writes @key into its file, unless it is there. Only the user can read the file.
 *
 * Returns: whether the file has the key; %FALSE with a #GFileError
 */
gboolean
paddock_seal_write_key (const char  *directory,
                        const char  *key,
                        GError     **error)
{
  g_autofree char *path = dup_path (directory);
  g_autofree char *found = paddock_seal_read_key (directory);

  return g_strcmp0 (found, key) == 0 ||
         g_file_set_contents_full (path, key, PADDOCK_SEAL_LENGTH,
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

static gboolean
is_key (const char *text)
{
  return strlen (text) == PADDOCK_SEAL_LENGTH &&
         strspn (text, "0123456789abcdef") == PADDOCK_SEAL_LENGTH;
}

/**
 * paddock_seal_read_key:
 * @directory: the data directory
 *
 * Returns: (transfer full) (nullable): the key in its file; %NULL if there is none
 */
char *
paddock_seal_read_key (const char *directory)
{
  g_autofree char *path = dup_path (directory);
  char text[PADDOCK_SEAL_LENGTH + 2] = "";
  /* A FIFO in its place must not block. */
  int fd = open (path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

  if (fd < 0)
    return NULL;
  if (read (fd, text, sizeof text - 1) != PADDOCK_SEAL_LENGTH || !is_key (text))
    *text = '\0';
  close (fd);
  return *text != '\0' ? g_strdup (text) : NULL;
}

/* Each text has its length before it, so no two lists of texts are the same bytes. */
static void
add_text (GHmac      *hmac,
          const char *text)
{
  g_autofree char *length = g_strdup_printf ("%" G_GSIZE_FORMAT ":", strlen (text));

  g_hmac_update (hmac, (const guchar *) length, (gssize) strlen (length));
  g_hmac_update (hmac, (const guchar *) text, (gssize) strlen (text));
}

/**
 * paddock_seal_dup:
 * @key: the result of paddock_seal_dup_key()
 * @texts: what is sealed, any bytes
 *
 * Returns: (transfer full): the seal, %PADDOCK_SEAL_LENGTH hexadecimal digits, an HMAC-SHA256
 */
char *
paddock_seal_dup (const char         *key,
                  const char * const *texts)
{
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, (const guchar *) key, strlen (key));
  char *seal;

  add_text (hmac, SEAL_TEXT);
  for (gsize i = 0; texts[i] != NULL; i++)
    add_text (hmac, texts[i]);
  seal = g_strdup (g_hmac_get_string (hmac));
  g_hmac_unref (hmac);
  return seal;
}

/**
 * paddock_seal_is_equal:
 *
 * Returns: whether both are the same seal. How long this takes does not tell where they differ
 */
gboolean
paddock_seal_is_equal (const char *a,
                       const char *b)
{
  guchar difference = 0;

  if (strlen (a) != PADDOCK_SEAL_LENGTH || strlen (b) != PADDOCK_SEAL_LENGTH)
    return FALSE;
  for (gsize i = 0; i < PADDOCK_SEAL_LENGTH; i++)
    difference |= (guchar) (a[i] ^ b[i]);
  return difference == 0;
}
