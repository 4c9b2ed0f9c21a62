/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-login.h"

#include "paddock-runtime.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names the user's current login, for grants that last "until I log out".
 *
 * The login manager makes the user's runtime directory at the first login. After the last logout it
 * removes the directory with all that is in it (XDG Base Directory Specification, XDG_RUNTIME_DIR).
 * So a mark in that directory, a file with a random id, exists for exactly that long. The mark
 * survives each restart of the service, and a sandbox sees the same mark. If the user lingers
 * (`loginctl enable-linger`), or no login manager looks after the directory, no logout removes the
 * mark. Then a login lasts until the machine restarts, because its name also holds the id of the
 * boot.
 *
 * Paddock reads only a mark that the user owns. Without such a mark, all that was shared until
 * logout ends. Not defended: a program of the user that puts an old mark back.
 */

#define MARK_NAME "login"
#define BOOT_ID_FILE "/proc/sys/kernel/random/boot_id"

/* The length of a UUID as text. */
#define ID_LENGTH 36

static gboolean
is_id (const char *text)
{
  return strlen (text) == ID_LENGTH && strspn (text, "0123456789abcdef-") == ID_LENGTH;
}

static char *
read_id (int fd)
{
  char buffer[ID_LENGTH + 2];
  gssize n = read (fd, buffer, sizeof buffer - 1);

  if (n < ID_LENGTH)
    return NULL;
  buffer[n] = '\0';
  g_strchomp (buffer);
  return is_id (buffer) ? g_strdup (buffer) : NULL;
}

static char *
read_mark (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  g_autofree char *id = NULL;
  struct stat info;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == getuid ())
    id = read_id (fd);
  close (fd);
  return g_steal_pointer (&id);
}

/* Makes the mark: writes a draft beside it, then links the draft to @path. So nobody reads half a
 * mark, and if two processes make one at once, both use the first. The sticky bit keeps the mark
 * from being cleaned up for its age (XDG Base Directory Specification, XDG_RUNTIME_DIR). */
static void
make_mark (const char *directory,
           const char *path)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *draft = g_strconcat (path, ".XXXXXX", NULL);
  int fd;

  g_mkdir_with_parents (directory, 0700);
  fd = g_mkstemp_full (draft, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0) {
    g_debug ("No mark of the login: %s", g_strerror (errno));
    return;
  }
  if (write (fd, id, ID_LENGTH) != ID_LENGTH || fchmod (fd, S_ISVTX | 0600) != 0 ||
      (link (draft, path) != 0 && errno != EEXIST))
    g_debug ("No mark of the login: %s", g_strerror (errno));
  close (fd);
  g_unlink (draft);
}

static char *
dup_boot_id (void)
{
  int fd = open (BOOT_ID_FILE, O_RDONLY | O_CLOEXEC);
  char *id;

  if (fd < 0)
    return NULL;
  id = read_id (fd);
  close (fd);
  return id;
}

/**
 * paddock_login_dup_name:
 *
 * Returns: (transfer full) (nullable): a name of this login, without a space. It stays the same
 *   until the user has no login any more, and never comes again; %NULL if the login has no name
 */
char *
paddock_login_dup_name (void)
{
  g_autofree char *directory = paddock_runtime_dup_directory ();
  g_autofree char *path = g_build_filename (directory, MARK_NAME, NULL);
  g_autofree char *boot_id = dup_boot_id ();
  g_autofree char *id = read_mark (path);

  if (id == NULL) {
    make_mark (directory, path);
    id = read_mark (path);
  }
  if (id == NULL || boot_id == NULL)
    return NULL;
  return g_strconcat (boot_id, ":", id, NULL);
}
