/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-root.h"

#include "paddock-nicks.h"
#include "paddock-text.h"
#include "paddock-uri.h"

/* A directory or file that the user may share.
 *
 * A value: the snapshot, the store's thread and views share references to it, and it never changes.
 * A root says what the user wants. The snapshot says whether the directory or file is available
 * now. Nothing here touches a file. */

static const char * const access_nicks[] = {
  [PADDOCK_ACCESS_READ_ONLY] = "read-only",
  [PADDOCK_ACCESS_READ_WRITE] = "read-write",
};

G_DEFINE_BOXED_TYPE (PaddockRoot, paddock_root, paddock_root_ref, paddock_root_unref)

static void
paddock_root_clear (PaddockRoot *root)
{
  g_free ((char *) root->id);
  g_free ((char *) root->path);
  g_free ((char *) root->picked);
  g_free ((char *) root->document);
  g_free ((char *) root->name);
  g_free ((char *) root->login);
  g_clear_pointer ((PaddockFileRecord **) &root->record, paddock_file_record_free);
}

/**
 * paddock_root_new:
 * @template: the values to copy, strings and record included
 *
 * An empty name counts as no name.
 *
 * Returns: (transfer full): a new root
 */
PaddockRoot *
paddock_root_new (const PaddockRoot *template)
{
  PaddockRoot *root = g_atomic_rc_box_new (PaddockRoot);

  *root = *template;
  root->id = g_strdup (template->id);
  root->path = g_strdup (template->path);
  root->picked = g_strdup (template->picked);
  root->document = g_strdup (template->document);
  root->login = g_strdup (template->login);
  root->name = template->name != NULL && *template->name != '\0' ? g_strdup (template->name) : NULL;
  root->record = template->record != NULL ? paddock_file_record_copy (template->record) : NULL;
  return root;
}

/**
 * paddock_root_ref:
 * @root: a root
 *
 * Returns: (transfer full): @root
 */
PaddockRoot *
paddock_root_ref (PaddockRoot *root)
{
  return g_atomic_rc_box_acquire (root);
}

/**
 * paddock_root_unref:
 * @root: (transfer full): a root
 */
void
paddock_root_unref (PaddockRoot *root)
{
  g_atomic_rc_box_release_full (root, (GDestroyNotify) paddock_root_clear);
}

/**
 * paddock_root_dup_uri:
 * @root: a root
 *
 * Returns: (transfer full) (nullable): the URI for servers, without a trailing slash; %NULL if the
 *   path is not absolute
 */
char *
paddock_root_dup_uri (const PaddockRoot *root)
{
  return paddock_uri_from_path (root->path);
}

/**
 * paddock_root_dup_label:
 * @root: a root
 *
 * Returns: (transfer full): a label for display: the root's name, or the last part of its path if
 *   it has no name; escaped, never empty
 */
char *
paddock_root_dup_label (const PaddockRoot *root)
{
  g_autofree char *base = NULL;

  if (root->name != NULL)
    return paddock_text_escape_name (root->name);
  base = g_path_get_basename (root->path != NULL ? root->path : "/");
  return paddock_text_escape_name (base);
}

/**
 * paddock_root_is_expired:
 * @root: a root
 * @now: µs since the epoch
 *
 * At the exact time of its end a root has expired, like a grant.
 *
 * Returns: whether @root has expired
 */
gboolean
paddock_root_is_expired (const PaddockRoot *root,
                         gint64             now)
{
  return root->expires != 0 && root->expires <= now;
}

/**
 * paddock_root_find_by_path:
 * @roots: (element-type PaddockRoot): roots
 * @path: (nullable): a canonical path
 *
 * Compares one root after the other. That is too slow for answers to servers.
 *
 * Returns: (transfer none) (nullable): the root with exactly this path
 */
PaddockRoot *
paddock_root_find_by_path (GPtrArray  *roots,
                           const char *path)
{
  for (guint i = 0; path != NULL && i < roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (roots, i);

    if (g_strcmp0 (root->path, path) == 0)
      return root;
  }
  return NULL;
}

/**
 * paddock_root_access_to_nick:
 * @access: an access
 *
 * Returns: (transfer none): the name of @access in the database and on the bus
 */
const char *
paddock_root_access_to_nick (PaddockAccess access)
{
  return paddock_nicks_get (access_nicks, G_N_ELEMENTS (access_nicks), access);
}

/**
 * paddock_root_access_from_nick:
 * @nick: (nullable): a name from the database or the bus
 *
 * Returns: the access, %PADDOCK_ACCESS_READ_ONLY if @nick is unknown
 */
PaddockAccess
paddock_root_access_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (access_nicks, G_N_ELEMENTS (access_nicks), nick);
}
