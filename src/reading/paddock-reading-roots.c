/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-reading-roots.h"

#include "paddock-limits.h"
#include "paddock-policy.h"
#include "paddock-reference.h"

/* Finds out which roots a caller of the reader (paddock-reading.c) sees at this moment. This code
 * has no state, and decides nothing: it asks the boundary (paddock-boundary.h), which asks the
 * policy. It must never ask a file system, because the kernel must not get a path that lies outside
 * these roots. */

/* Returns the roots that the caller of @request sees now, each with the access that the caller
 * has. */
static GPtrArray *
list_seen (PaddockState                *state,
           PaddockBoundary             *boundary,
           const PaddockReadingRequest *request)
{
  if (request->server_id == NULL)
    return paddock_policy_boundary (paddock_state_get_snapshot (state), g_get_real_time ());
  if (request->in_session)
    return PADDOCK_BOUNDARY_GET_IFACE (boundary)->list_visible_in (boundary, request->server_id,
                                                                   request->scope);
  return PADDOCK_BOUNDARY_GET_IFACE (boundary)->list_visible (boundary, request->server_id);
}

static int
compare_depth (gconstpointer a,
               gconstpointer b)
{
  const PaddockRoot *first = *(const PaddockRoot * const *) a;
  const PaddockRoot *second = *(const PaddockRoot * const *) b;
  gsize first_length = strlen (first->path);
  gsize second_length = strlen (second->path);

  return first_length > second_length ? -1 : first_length < second_length;
}

/**
 * paddock_reading_roots_find:
 * @state: the state
 * @boundary: knows who sees what
 * @request: who asks
 * @path: an absolute path, from paddock_reference_to_path()
 *
 * Returns: (transfer full) (element-type PaddockRoot): the roots around @path, by its text alone,
 *   innermost first, at most %PADDOCK_LIMIT_READ_ROOTS; maybe none
 */
GPtrArray *
paddock_reading_roots_find (PaddockState                *state,
                            PaddockBoundary             *boundary,
                            const PaddockReadingRequest *request,
                            const char                  *path)
{
  g_autoptr (GPtrArray) seen = list_seen (state, boundary, request);
  GPtrArray *around = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);

  for (guint i = 0; i < seen->len; i++) {
    PaddockRoot *root = g_ptr_array_index (seen, i);

    if (root->record != NULL && paddock_reference_below (path, root->path) != NULL)
      g_ptr_array_add (around, paddock_root_ref (root));
  }
  g_ptr_array_sort (around, compare_depth);
  if (around->len > PADDOCK_LIMIT_READ_ROOTS)
    g_ptr_array_set_size (around, PADDOCK_LIMIT_READ_ROOTS);
  return around;
}

/**
 * paddock_reading_roots_have:
 * @state: the state
 * @boundary: knows who sees what
 * @request: who asked, and for what
 * @root: a root that the caller saw when it asked
 * @crossed: whether the search entered other file systems below @root
 *
 * Returns: whether the caller still sees @root, and @root is unchanged; if @request is about
 *   writing, also whether the caller may still write in @root
 */
gboolean
paddock_reading_roots_have (PaddockState                *state,
                            PaddockBoundary             *boundary,
                            const PaddockReadingRequest *request,
                            const PaddockRoot           *root,
                            gboolean                     crossed)
{
  g_autoptr (GPtrArray) seen = list_seen (state, boundary, request);

  for (guint i = 0; i < seen->len; i++) {
    const PaddockRoot *now = g_ptr_array_index (seen, i);

    if (g_str_equal (now->id, root->id))
      return g_str_equal (now->path, root->path) && (now->crosses || !crossed) &&
             (request->purpose != PADDOCK_READING_WRITE_CHECK ||
              now->access == PADDOCK_ACCESS_READ_WRITE);
  }
  return FALSE;
}
