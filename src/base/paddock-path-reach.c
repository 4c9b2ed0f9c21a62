/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-reach.h"

#include "paddock-uri.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Finds the lane of the file pool for a path that nobody has resolved yet: a link on a disk may
 * lead to a file system that hangs. The walk asks only file systems that are known to answer. On
 * those file systems it follows links by itself, and stops before it would touch another file
 * system. The result only chooses a lane: when the walk returns, everything may have changed
 * already. */

/* The most links that the walk follows, as in the kernel (path_resolution(7)). */
#define MOST_LINKS 40

static gboolean
answers (const PaddockMountTable *mounts,
         const char              *path)
{
  const PaddockMount *mount = paddock_mount_table_lookup (mounts, path);

  return mount != NULL && mount->has_events;
}

/* Returns the target of the link at @path; NULL if @path is no link. */
static char *
dup_target (const char *path)
{
  char target[PATH_MAX];
  ssize_t length = readlink (path, target, sizeof target);

  return length > 0 && length < (ssize_t) sizeof target ? g_strndup (target, (gsize) length) : NULL;
}

static void
go_up (GString *at)
{
  const char *last = strrchr (at->str, '/');

  g_string_truncate (at, last != NULL ? (gsize) (last - at->str) : 0);
}

/* Removes the next component from the front of @rest, and returns it; NULL if there is none. */
static char *
remove_component (GString *rest)
{
  gsize begin = strspn (rest->str, "/");
  gsize length = strcspn (rest->str + begin, "/");
  char *name = length > 0 ? g_strndup (rest->str + begin, length) : NULL;

  g_string_erase (rest, 0, (gssize) (begin + length));
  return name;
}

/* Goes from @at, whose path has no links, one component along @rest. Returns whether the walk ends
 * here. */
static gboolean
step (GString                 *at,
      GString                 *rest,
      const PaddockMountTable *mounts,
      guint                   *links_left)
{
  g_autofree char *name = remove_component (rest);
  g_autofree char *target = NULL;

  if (name == NULL)
    return TRUE;
  if (g_str_equal (name, "."))
    return FALSE;
  if (g_str_equal (name, "..")) {
    go_up (at);
    return FALSE;
  }

  g_string_append_printf (at, "/%s", name);
  if (at->len >= PATH_MAX || !answers (mounts, at->str))
    return TRUE;

  errno = 0;
  target = dup_target (at->str);
  if (target == NULL)
    return errno != EINVAL; /* EINVAL: not a link; other errors: the walk cannot go on */
  if (*links_left == 0)
    return TRUE;

  (*links_left)--;
  if (target[0] == '/')
    g_string_truncate (at, 0);
  else
    go_up (at);
  g_string_prepend (rest, "/");
  g_string_prepend (rest, target);
  return FALSE;
}

/**
 * paddock_path_reach:
 * @picked: a path or `file` URI as somebody wrote it; maybe hostile
 * @mounts: what is mounted now
 *
 * Follows @picked through file systems that are known to answer. This stops at the end, at the
 * first name that does not exist, or at the first place on a file system that is not known to
 * answer. Blocks on a slow disk.
 *
 * Returns: (transfer full) (nullable): that place; %NULL if the text of @picked names no file
 */
char *
paddock_path_reach (const char              *picked,
                    const PaddockMountTable *mounts)
{
  g_autofree char *path = picked[0] == '/' ? g_strdup (picked) : paddock_uri_to_path (picked, NULL);
  guint links_left = MOST_LINKS;
  GString *at, *rest;

  if (path == NULL || strlen (path) >= PATH_MAX)
    return NULL;

  at = g_string_new (NULL);
  rest = g_string_new (path);
  while (!step (at, rest, mounts, &links_left))
    ;
  g_string_free (rest, TRUE);

  if (at->len == 0)
    g_string_append_c (at, '/');
  return g_string_free (at, FALSE);
}
