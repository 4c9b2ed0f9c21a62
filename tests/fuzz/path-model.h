/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "path-world.h"

#include "paddock-path-open.h"

#include <limits.h>

/* The model's answers about the nodes that fuzz-path-open.c made; each node knows its parent. It
 * works differently from the resolver: it has no descriptors, and uses recursion where the resolver
 * rewrites its text. */

#define MOST_LINKS 40

/* The model's result. */
typedef struct {
  Node       *node;
  gboolean    is_unsure;          /* several names may be right */
  const Node *met;                /* (nullable) as in Bounds */
} Found;

/* What one path to a file has used so far. */
typedef struct {
  guint links;
  guint mounts;                   /* entered mounts, counted each time */
  const Node *met;                /* (nullable) a mount that this thread may not enter */
} Bounds;

/* Whether the thread may wait for the file system that is mounted there. */
static inline gboolean
may_enter (const World *world,
           MountKind    mount)
{
  if ((world->limits & LIMITED) == 0)
    return TRUE;
  return (mount == MOUNT_ORDINARY && (world->limits & MAY_ENTER_M) != 0) ||
         (mount == MOUNT_FOLDS && (world->limits & MAY_ENTER_F) != 0);
}

/* Whether @node is the directory that contains Paddock's own files as "o". */
static inline gboolean
has_own (const Node *node)
{
  return node->parent == NULL || (node->mount == MOUNT_FOLDS && node->parent->parent == NULL);
}

/* Takes one name from @at: ALLOWED with *@out_at set, or the refusal. */
static inline PaddockReadVerdict
model_step (World       *world,
            Bounds      *bounds,
            Node        *at,
            const char  *name,
            size_t       length,
            Node       **out_at)
{
  *out_at = NULL;
  if (has_own (at) && length == 1 && name[0] == 'o')
    return PADDOCK_READ_OUTSIDE;
  *out_at = find_child (world, at, name, length);
  if (*out_at == NULL)
    return PADDOCK_READ_MISSING;
  if ((*out_at)->mount == at->mount)
    return PADDOCK_READ_ALLOWED;
  if ((world->options & CROSSES) == 0)
    return PADDOCK_READ_OTHER_FILE_SYSTEM;
  if (++bounds->mounts > PADDOCK_PATH_CROSSINGS)
    return PADDOCK_READ_LINK_REFUSED;
  if ((*out_at)->mount == MOUNT_REFUSED)
    return PADDOCK_READ_OUTSIDE;
  if (may_enter (world, (*out_at)->mount))
    return PADDOCK_READ_ALLOWED;
  bounds->met = *out_at;
  return PADDOCK_READ_OTHER_FILE_SYSTEM;
}

/* The model's resolver, which is recursive. @is_whole: nothing comes after @text, not even a
 * slash. */
static inline PaddockReadVerdict
model_resolve (World       *world,
               Node       **at,
               const char  *text,
               Bounds      *bounds,
               gboolean     is_whole)
{
  while (*text != '\0') {
    size_t slashes = strspn (text, "/");
    size_t length = strcspn (text + slashes, "/");
    const char *name = text + slashes;
    gboolean is_last = is_whole && name[length] == '\0';
    PaddockReadVerdict verdict;
    Node *next;

    text = name + length;
    if (length == 0 || (length == 1 && name[0] == '.'))
      continue;
    if (length == 2 && memcmp (name, "..", 2) == 0) {
      if ((*at)->parent == NULL)
        return PADDOCK_READ_OUTSIDE;
      *at = (*at)->parent;
      continue;
    }

    verdict = model_step (world, bounds, *at, name, length, &next);
    if (verdict != PADDOCK_READ_ALLOWED)
      return verdict;
    if (next->kind == NODE_LINK) {
      if (++bounds->links > MOST_LINKS)
        return PADDOCK_READ_LINK_REFUSED;
      if (next->target[0] == '/')
        return PADDOCK_READ_OUTSIDE;
      verdict = model_resolve (world, at, next->target, bounds, is_last);
      if (verdict != PADDOCK_READ_ALLOWED)
        return verdict;
      continue;
    }
    if (next->kind != NODE_DIRECTORY && !is_last)
      return PADDOCK_READ_MISSING;
    g_assert_cmpuint (length, <, sizeof next->given);
    memcpy (next->given, name, length);
    next->given[length] = '\0';
    *at = next;
  }

  return PADDOCK_READ_ALLOWED;
}

/* How many names @node has in its directory. A directory has one. */
static inline guint
count_names (const World *world,
             const Node  *node)
{
  guint n = 0;

  for (guint i = 0; i < world->n_nodes; i++)
    n += world->nodes[i].parent == node->parent && world->nodes[i].kind == node->kind &&
         world->nodes[i].contents == node->contents;
  return node->kind == NODE_FILE ? n : 1;
}

static inline gboolean
is_given_as_it_is (const Node *node)
{
  return node->mount != MOUNT_FOLDS || node->parent->mount != MOUNT_FOLDS ||
         g_str_equal (node->given, node->name);
}

/* The file system's name for the found node, starting at the root. Sets *@out_is_unsure if the file
 * system does not say. */
static inline PaddockReadVerdict
model_spell (const World *world,
             const Node  *node,
             gboolean    *out_is_unsure)
{
  PaddockReadVerdict verdict;

  if (node->parent == NULL)
    return PADDOCK_READ_ALLOWED;
  verdict = model_spell (world, node->parent, out_is_unsure);
  if (verdict != PADDOCK_READ_ALLOWED || *out_is_unsure || node->parent->mount != MOUNT_FOLDS)
    return verdict;

  if (node->parent->listing == FOLD_BROKEN)
    return PADDOCK_READ_BUSY;
  *out_is_unsure = node->parent->listing != FOLD_LISTED ||
                   (!is_given_as_it_is (node) &&
                    count_names (world, node) > PADDOCK_PATH_SPELLING_NAMES);
  return PADDOCK_READ_ALLOWED;
}

/* The path to @node named no refused place in its text. But its real names may. */
static inline PaddockReadVerdict
model_judge_names (const World *world,
                   const Node  *node,
                   gboolean    *out_is_unsure)
{
  PaddockReadVerdict verdict = model_spell (world, node, out_is_unsure);

  if (verdict != PADDOCK_READ_ALLOWED || *out_is_unsure)
    return verdict;
  for (const Node *at = node; at->parent != NULL; at = at->parent)
    if (has_own (at->parent) && g_str_equal (at->name, "o"))
      return PADDOCK_READ_OUTSIDE;
  return PADDOCK_READ_ALLOWED;
}

static inline PaddockReadVerdict
model_find (World      *world,
            const char *rest,
            Found      *out_found)
{
  Bounds bounds = { 0 };
  PaddockReadVerdict verdict;

  out_found->node = &world->nodes[0];
  verdict = model_resolve (world, &out_found->node, rest, &bounds, TRUE);
  out_found->met = bounds.met;
  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = model_judge_names (world, out_found->node, &out_found->is_unsure);
  if (verdict == PADDOCK_READ_ALLOWED && out_found->node->kind != NODE_FILE)
    verdict = PADDOCK_READ_NOT_A_FILE;
  if (verdict == PADDOCK_READ_ALLOWED && out_found->node->mount == MOUNT_FOLDS &&
      (world->options & WRITE_CHECK) != 0)
    verdict = PADDOCK_READ_READ_ONLY;
  return verdict;
}

/* Whether a file could be created with the last name of @rest. */
static inline PaddockReadVerdict
model_find_place (World      *world,
                  const char *rest)
{
  const char *slash = strrchr (rest, '/');
  const char *name = slash != NULL ? slash + 1 : rest;
  g_autofree char *parent = slash != NULL ? g_strndup (rest, (gsize) (slash - rest))
                                          : g_strdup ("");
  PaddockReadVerdict verdict;
  Bounds bounds = { 0 };
  gboolean is_unsure = FALSE;
  Node *at = &world->nodes[0];

  if (name[0] == '\0' || g_str_equal (name, ".") || g_str_equal (name, ".."))
    return PADDOCK_READ_MISSING;
  verdict = model_resolve (world, &at, parent, &bounds, TRUE);
  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = model_judge_names (world, at, &is_unsure);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;
  if (at->kind != NODE_DIRECTORY || strlen (name) > NAME_MAX ||
      find_child (world, at, name, strlen (name)) != NULL)
    return PADDOCK_READ_MISSING;
  return at->mount == MOUNT_FOLDS ? PADDOCK_READ_READ_ONLY : PADDOCK_READ_ALLOWED;
}

/* The model's answer for @rest, relative to a root that is a directory. */
static inline PaddockReadVerdict
model_ask (World      *world,
           const char *rest,
           Found      *out_found)
{
  PaddockReadVerdict verdict = model_find (world, rest, out_found);

  if (verdict == PADDOCK_READ_MISSING && (world->options & WRITE_CHECK) != 0)
    verdict = model_find_place (world, rest);
  return verdict;
}

/* Compares by components: whether @path begins with those of @root. */
static inline gboolean
model_is_below (const char *path,
                const char *root)
{
  g_auto (GStrv) have = g_strsplit (path, "/", -1);
  g_auto (GStrv) want = g_strsplit (root + 1, "/", -1);
  guint n_same = 0;

  for (guint i = 0; have[i] != NULL && want[n_same] != NULL; i++) {
    if (have[i][0] == '\0' || g_str_equal (have[i], "."))
      continue;
    if (!g_str_equal (have[i], want[n_same]))
      return FALSE;
    n_same++;
  }
  return want[n_same] == NULL;
}

/* If @root is a file, only that file is inside, by its own name. */
static inline PaddockReadVerdict
model_ask_file (const char *rest,
                Node       *root,
                Found      *out_found)
{
  out_found->node = root;
  return rest[0] == '\0' ? PADDOCK_READ_ALLOWED : PADDOCK_READ_OUTSIDE;
}
